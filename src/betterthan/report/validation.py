"""Validation -> report: a table for every study."""

from __future__ import annotations

from collections.abc import Sequence

from betterthan.answers.further import Further
from betterthan.answers.validation import Finding, Validation
from betterthan.phrases import counted
from betterthan.report.blocks import Report, Table, in_order
from betterthan.report.sections.notes import notes

COLUMNS = ("setting", "quantity", "expected", "ours", "standard error", "holds")
DIGITS = 2
"""Significant digits of a standard error; the number itself has as many decimals."""


def report_of_validation(found: Validation, further: Further | None) -> Report:
    """What was published, or is due, beside what came out."""
    tables = tuple(_table(found, study) for study in found.studies)
    about = (
        f"Drawn from seed {found.seed}. Expected is what was published, or what is due; whether that holds is said "
        "where it can be, allowing for the number of repetitions. The standard error is that of our number, from the "
        "limited number of repetitions; a dash: every repetition gave the same."
    )
    return Report("Simulation studies", about, in_order(tables, notes(found.notes)), ("betterthan",))


def _table(found: Validation, study: str) -> Table:
    findings = found.of(study)
    due = any(each.holds is not None for each in findings)
    shown = len(COLUMNS) if due else len(COLUMNS) - 1
    rows = tuple(_row(each)[:shown] for each in findings)
    return Table(f"{study}: {_repeated(findings)}", COLUMNS[:shown], rows, key=study)


def _repeated(rows: Sequence[Finding]) -> str:
    counts = sorted({each.repetitions for each in rows})
    return counted(counts[0], "repetition") if len(counts) == 1 else f"{counts[0]:,} to {counts[-1]:,} repetitions"


def _row(found: Finding) -> tuple[str, ...]:
    decimals = _decimals(found)
    error = f"{found.error:.{decimals}f}" if found.error else "–"
    holds = {None: "", True: "yes", False: "no"}[found.holds]
    return found.setting, found.quantity, found.expected, f"{found.ours:.{decimals}f}", error, holds


def _decimals(found: Finding) -> int:
    """Three, or more where the standard error needs more to have two digits."""
    if not found.error:
        return 3
    leading = int(f"{found.error:.0e}".partition("e")[2])
    return max(3, DIGITS - 1 - leading)
