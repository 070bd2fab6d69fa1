"""The three probabilities behind the verdict."""

from __future__ import annotations

from typing import TYPE_CHECKING

from betterthan.report.blocks import Bar, Blocks
from betterthan.words.verdicts import bar_heading

if TYPE_CHECKING:
    from betterthan.answers.comparison import Comparison


def shares(comparison: Comparison) -> Blocks:
    """As a bar; a classical test has none."""
    if comparison.decision is None:
        return ()
    return (Bar(comparison.first, comparison.second, comparison.decision.probabilities, bar_heading(comparison)),)
