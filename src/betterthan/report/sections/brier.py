"""The Brier score of each model, taken apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from betterthan.report.blocks import Blocks, Items, Table
from betterthan.words.columns import Digits

if TYPE_CHECKING:
    from betterthan.answers.comparison import Comparison

COLUMNS = ("model", "Brier score", "reliability", "resolution", "uncertainty", "within bins")
MEANT = (
    "Brier score = reliability (how far the probabilities are from the shares that came: 0 if they come true) − "
    "resolution (how far these shares are from the overall one: more is better) + uncertainty (what there was to know, "
    "the same for all) + what probabilities within one of {bins} bins add. A calibration mends reliability alone."
)
DIGITS = Digits(4)
"""Of numbers between 0 and 1, of which the parts may be far smaller than the whole."""


def brier(comparison: Comparison) -> Blocks:
    """One row per model, and what the parts are."""
    parts = comparison.brier
    if not parts:
        return ()
    rows = tuple(
        (part.model, *map(DIGITS.of, (part.score, part.reliability, part.resolution, part.uncertainty, part.within)))
        for part in parts
    )
    meant = MEANT.format(bins=max(part.bins for part in parts))
    return (
        Table("Brier score, taken apart", COLUMNS, rows, key="brier"),
        Items("About the Brier score", (meant,), key="brier-meant"),
    )
