"""The sentence for the methods section of a paper."""

from __future__ import annotations

from typing import TYPE_CHECKING

from betterthan.judging.rules.table import rule_named
from betterthan.phrases import sentence_case
from betterthan.procedures import named
from betterthan.version import __version__
from betterthan.words.direction import as_clause, for_a_paper, sides
from betterthan.words.facts import units_in_words
from betterthan.words.numbers import p_value, shares
from betterthan.words.verdicts import outcomes

if TYPE_CHECKING:
    from betterthan.answers.comparison import Comparison


def methods(comparison: Comparison) -> tuple[str, tuple[str, ...]]:
    """A sentence for a paper's methods section, and the keys that it cites."""
    chosen = named(comparison.procedure)
    cites = ["betterthan", *chosen.cites]
    what = f"{comparison.first} and {comparison.second} on {units_in_words(comparison)}"
    better = as_clause(comparison.higher_is_better)
    text = f"We compared {what} with {chosen.title}, computed by betterthan {__version__}; {better}."
    if comparison.rope is not None:
        which = sides(comparison.rope, comparison.first, comparison.second)
        text += f" The region of practical equivalence was {for_a_paper(comparison.rope)}{which}."
    decision = comparison.own_decision
    if decision is not None:
        first, equivalent, second = shares(decision.probabilities)
        outcome = outcomes(comparison)
        text += (
            f" The posterior probabilities of {outcome['first']}, of {outcome['equivalent']}, and of "
            f"{outcome['second']}{_as_read(decision.reading)} were {first}, {equivalent} and {second}."
        )
        text += f" {rule_named(decision.rule).methods(decision.threshold)}"
        text += " The verdict rested on the joint model of all models." if comparison.joint is not None else ""
    test = comparison.classical_or_own
    if test is not None:
        text += f" {sentence_case(named(test.procedure).title)} gave {p_value(test.p_value)}."
        cites += named(test.procedure).cites
    return text, tuple(dict.fromkeys(cites))


def _as_read(reading: str) -> str:
    """How a paper would name the reading; nothing for a single difference."""
    words = {
        "population": " over tasks like these",
        "next_task": " on one more task",
        "winner": " as the most probable outcome on one more task",
    }
    return words.get(reading, "")
