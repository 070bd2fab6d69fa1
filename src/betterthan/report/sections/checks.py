"""Assumptions that were looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from betterthan.phrases import counted, joined
from betterthan.report.blocks import Blocks, Items, Table
from betterthan.words.facts import failed_checks
from betterthan.words.numbers import number

if TYPE_CHECKING:
    from betterthan.answers.comparison import Comparison
    from betterthan.answers.comparisons import Comparisons

WARNINGS = "Warnings"
FEW = 3
"""So many pairs are named."""


def checks(comparison: Comparison) -> Blocks:
    """What failed, in sentences; then every check with its number."""
    failed = failed_checks(comparison.checks)
    warnings = (Items(WARNINGS, failed, key="warnings"),) if failed else ()
    rows = tuple(
        (
            check.name,
            check.status,
            "" if check.figure is None else number(check.figure),
            check.advice if check.status == "not checked" else "",  # what failed is said above
        )
        for check in comparison.checks
    )
    if not rows:
        return warnings
    return (*warnings, Table("Checks", ("check", "status", "value", "remark"), rows, key="checks"))


def checks_of_pairs(found: Comparisons) -> Blocks:
    """Failed checks, each once with the number of pairs that it failed on, and which, if they are few."""
    failed: dict[str, list[tuple[str, str]]] = {}
    for part in found.comparisons:
        for check in part.checks:
            if check.status == "failed":
                failed.setdefault(check.name, []).append((f"{part.first} – {part.second}", check.advice))
    items = tuple(
        f"The check `{name}` failed on {len(on):,} of {counted(len(found), 'pair')}"
        f"{f' ({joined([pair for pair, _ in on])})' if len(on) <= FEW and len(on) < len(found) else ''}: {on[0][1]}."
        for name, on in failed.items()
    )
    return (Items(WARNINGS, items, key="warnings"),) if items else ()
