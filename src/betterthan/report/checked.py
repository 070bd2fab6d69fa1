"""Checked -> report: what agrees, and what does not."""

from __future__ import annotations

from betterthan.answers.checked import Checked
from betterthan.answers.further import Further
from betterthan.phrases import counted
from betterthan.report.blocks import Blocks, Report, Table, Verdict, in_order
from betterthan.report.sections.notes import notes

BASES = {"document": "what the document itself holds", "scores": "the scores"}


def report_of_checked(found: Checked, further: Further | None) -> Report:
    """The verdict first, then what was compared and every value that does not agree."""
    blocks = in_order(_verdict(found), _compared(found), _disagreements(found), notes(found.notes))
    title = f"Check of a {found.kind} that betterthan {found.written_by} wrote"
    about = f"Numbers agree if they differ by at most {found.tolerance:g}, or by this share of the larger one."
    return Report(title, about, blocks, ("betterthan",))


def _verdict(found: Checked) -> Blocks:
    if found.agrees:
        values = sum(part.values for part in found.compared)
        return (Verdict(f"All {values:,} values agree.", "equivalent"),)
    number = counted(len(found.disagreements), "value")
    return (Verdict(f"{number} {'does' if len(found.disagreements) == 1 else 'do'} not agree.", "second"),)


def _compared(found: Checked) -> Blocks:
    rows = tuple((BASES[part.basis], f"{part.values:,}", f"{part.disagreements:,}") for part in found.compared)
    return (Table("Compared with", ("computed from", "values", "that do not agree"), rows, key="compared"),)


def _disagreements(found: Checked) -> Blocks:
    rows = tuple((each.place, each.stored, each.found, BASES[each.basis]) for each in found.disagreements)
    columns = ("where", "the document says", "computed", "from")
    return (Table("What does not agree", columns, rows, key="disagreements"),) if rows else ()
