"""The verdict on two of several models, where it rests on the joint model of all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from betterthan.phrases import sentence_case
from betterthan.words.numbers import shares

if TYPE_CHECKING:
    from betterthan.answers.comparison import Comparison

BY_JOINT_MODEL = "by the joint model of all models"


def among_several(comparison: Comparison, said: str) -> str:
    """What the joint model says of the pair, and what the pair alone would have said.

    Parameters:
        comparison: the pair.
        said: the verdict in words, as of two models.
    """
    return f"{sentence_case(BY_JOINT_MODEL)}: {_held_back(comparison) or said} {_alone(comparison)}"


def _held_back(comparison: Comparison) -> str:
    """Why equivalence is not claimed although the joint model would; nothing where that is not so."""
    decision = comparison.decision
    if decision is None or decision.held_back_by is None:
        return ""
    _, equivalent, _ = shares(decision.probabilities)
    if decision.held_back_by == "agreement":
        return "undecided: the two have the same scores throughout, but on too few units to call them equivalent."
    return (
        f"undecided: on average over tasks like these the difference lies inside the rope (probability {equivalent}), "
        "but single tasks need not be so."
    )


def _alone(comparison: Comparison) -> str:
    """The three probabilities of these two models alone, without a verdict."""
    if comparison.probabilities is None:
        return ""
    first, equivalent, second = shares(comparison.probabilities)
    alone = f"by the scores of these two alone, {comparison.first} is better with probability {first}"
    return sentence_case(f"{alone}, {comparison.second} with {second}, and they are equivalent with {equivalent}.")
