"""The verdict on two of several models, where it rests on the joint model of all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from betterthan.judging.rules.table import rule_named
from betterthan.phrases import sentence_case
from betterthan.words.numbers import shares

if TYPE_CHECKING:
    from betterthan.answers.comparison import Comparison
    from betterthan.judging.verdict import Decision

BY_JOINT_MODEL = "by the joint model of all models"


def among_several(comparison: Comparison, decision: Decision) -> str:
    """What the joint model says of the pair, and what the pair alone would have said."""
    first, equivalent, second = shares(decision.probabilities)
    a, b = comparison.first, comparison.second
    practically = "practically " if comparison.rope is None or comparison.rope.width else ""
    said = {
        "first": f"{a} is {practically}better than {b} (probability {first}, {BY_JOINT_MODEL}).",
        "equivalent": f"{a} and {b} are practically equivalent (probability {equivalent}, {BY_JOINT_MODEL}).",
        "second": f"{b} is {practically}better than {a} (probability {second}, {BY_JOINT_MODEL}).",
        "undecided": f"Undecided {BY_JOINT_MODEL}: {_why(comparison, decision)}",
    }
    return f"{said[decision.verdict]} {_alone(comparison)}"


def _why(comparison: Comparison, decision: Decision) -> str:
    """Why nothing is claimed."""
    _, equivalent, _ = shares(decision.probabilities)
    if decision.held_back_by == "winner":
        return (
            f"on average over tasks like these the two are practically equivalent (probability {equivalent}), but on "
            "single tasks they are not."
        )
    if decision.held_back_by == "agreement":
        return "the two have the same scores throughout, but on too few units to call them equivalent."
    return rule_named(decision.rule).undecided(decision.threshold)


def _alone(comparison: Comparison) -> str:
    """The three probabilities of these two models alone, without a verdict."""
    if comparison.probabilities is None:
        return ""
    first, equivalent, second = shares(comparison.probabilities)
    alone = f"by the scores of these two alone, {comparison.first} is better with probability {first}"
    return sentence_case(f"{alone}, {comparison.second} with {second}, and they are equivalent with {equivalent}.")
