"""The tasks, counted by both decisions (Benavoli 2017, Table 4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from betterthan.report.blocks import Blocks, Table
from betterthan.words.sides import outcome_columns

if TYPE_CHECKING:
    from betterthan.answers.comparison import Comparison


def tally(comparison: Comparison) -> Blocks:
    """Rows by the test, columns by the verdict."""
    found = comparison.tally
    if found is None:
        return ()
    sides = (("rejects", found.rejected), ("does not reject", found.not_rejected))
    rows = tuple((name, f"{side.total:,}", *(f"{count:,}" for count in side)) for name, side in sides)
    verdicts = (*outcome_columns(comparison.first, comparison.second), "no decision")
    return (Table("Classical and Bayesian decisions", ("the test", "tasks", *verdicts), rows, key="tally"),)
