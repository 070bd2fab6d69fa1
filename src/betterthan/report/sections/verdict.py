"""The verdict, first of all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from betterthan.report.blocks import Blocks, Verdict
from betterthan.words import verdicts

if TYPE_CHECKING:
    from betterthan.answers.comparison import Comparison


def verdict(comparison: Comparison) -> Blocks:
    """What everything else supports."""
    found = comparison.decision.verdict if comparison.decision else "undecided"
    return (Verdict(verdicts.verdict(comparison), found),)
