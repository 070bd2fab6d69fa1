"""Validation -> report: a table for every study."""

from __future__ import annotations

from betterthan.answers.further import Further
from betterthan.answers.validation import Finding, Validation
from betterthan.phrases import counted
from betterthan.report.blocks import Report, Table, in_order
from betterthan.report.sections.notes import notes

COLUMNS = ("setting", "quantity", "published", "ours", "standard error")
DIGITS = 2
"""Significant digits of a standard error; the number itself has as many decimals."""


def report_of_validation(found: Validation, further: Further | None) -> Report:
    """What was published beside what came out."""
    tables = tuple(_table(found, study) for study in found.studies)
    about = f"{counted(found.repetitions, 'repetition')} of every setting, drawn from seed {found.seed}. "
    about += (
        "The standard error is that of our number, from the limited number of repetitions; a dash: every repetition "
    )
    about += "gave the same."
    return Report("Simulation studies", about, in_order(tables, notes(found.notes)), ("betterthan",))


def _table(found: Validation, study: str) -> Table:
    rows = tuple(_row(each) for each in found.findings if each.study == study)
    return Table(study, COLUMNS, rows, key=study)


def _row(found: Finding) -> tuple[str, ...]:
    decimals = _decimals(found)
    error = f"{found.error:.{decimals}f}" if found.error else "–"
    return found.setting, found.quantity, found.theirs, f"{found.ours:.{decimals}f}", error


def _decimals(found: Finding) -> int:
    """Three, or more where the standard error needs more to have two digits."""
    if not found.error:
        return 3
    leading = int(f"{found.error:.0e}".partition("e")[2])
    return max(3, DIGITS - 1 - leading)
