"""The three probabilities behind the verdict."""

from __future__ import annotations

from typing import TYPE_CHECKING

from betterthan.report.blocks import Bar, Blocks
from betterthan.words.claims import labels
from betterthan.words.verdicts import bar_heading, judged

if TYPE_CHECKING:
    from betterthan.answers.comparison import Comparison


def shares(comparison: Comparison) -> Blocks:
    """As a bar; a classical test has none."""
    if comparison.decision is None:
        return ()
    reading = comparison.decision.reading if len(comparison.readings) > 1 else ""
    told, shown = labels(judged(comparison)), comparison.decision.probabilities
    return (Bar(told, shown, reading, bar_heading(comparison)),)
