"""The checklist for best practice of Williams (2026), sec. 7, filled in as far as the scores allow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from betterthan.report.blocks import Blocks, Items
from betterthan.words.direction import as_clause

if TYPE_CHECKING:
    from betterthan.judging.asked import Question
    from betterthan.judging.checks.check import Check


def checklist(
    asked: Question, procedure: str, checks: tuple[Check, ...], verdict: str, *, higher_is_better: bool
) -> Blocks:
    """Question, loss, design, test, inference, and what is left to think about."""
    names = {
        status: ", ".join(dict.fromkeys(check.name for check in checks if check.status == status)) or "none"
        for status in ("failed", "not checked")
    }
    items = (
        f"Question: {asked.kind}. {asked.asks}",
        f"Loss function: the scores are taken as given, {as_clause(higher_is_better)}; you decide whether they fit "
        "the application.",
        f"Factors of variation and design: {asked.reason}",
        f"Test: {procedure}. Checks that failed: {names['failed']}; not checked: {names['not checked']}.",
        f"Inference: {verdict}",
        "Think: does the rope fit the application? Was anything chosen after looking at the scores?",
    )
    return (Items("Checklist (Williams 2026, sec. 7)", items, key="checklist"),)
