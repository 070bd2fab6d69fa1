"""All readings of a posterior over tasks, and the one that the verdict rests on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from betterthan.report.blocks import Blocks, Table
from betterthan.words.facts import reading_words
from betterthan.words.numbers import shares
from betterthan.words.sides import outcome_columns

if TYPE_CHECKING:
    from betterthan.answers.comparison import Comparison


def readings(comparison: Comparison) -> Blocks:
    """One row per reading, where there are several."""
    found, decision = comparison.readings, comparison.decision
    if len(found) < 2 or decision is None:
        return ()
    rows = tuple(
        (f"{name} (verdict)" if name == decision.reading else name, *shares(p), reading_words(name, comparison))
        for name, p in found.items()
    )
    columns = ("reading", *outcome_columns(comparison.first, comparison.second), "probability that")
    return (Table("Readings", columns, rows, key="readings"),)
