"""Checked -> report: what agrees, and what does not."""

from __future__ import annotations

from betterthan.answers.checked import Basis, Checked
from betterthan.answers.further import Further
from betterthan.phrases import counted
from betterthan.report.blocks import Blocks, Facts, Items, Report, Verdict, in_order
from betterthan.report.sections.notes import notes

BASES = {"document": "the document's own posterior", "scores": "the scores"}
MOST_SHOWN = 20
"""Disagreements that are shown one by one."""


def report_of_checked(found: Checked, further: Further | None) -> Report:
    """The verdict first, then what was compared and every value that does not agree."""
    blocks = in_order(_verdict(found), _compared(found), _disagreements(found), notes(found.notes))
    title = f"Check of a report ({found.kind}) that betterthan {found.written_by} wrote"
    about = f"Numbers agree if they differ by at most {found.tolerance:g}, or by this share of the larger one."
    return Report(title, about, blocks, ("betterthan",))


def _verdict(found: Checked) -> Blocks:
    if found.agrees:
        values = sum(part.values for part in found.compared)
        return (Verdict(f"All {values:,} values agree.", "equivalent"),)
    number = counted(len(found.disagreements), "value")
    return (Verdict(f"{number} {'does' if len(found.disagreements) == 1 else 'do'} not agree.", "second"),)


def _compared(found: Checked) -> Blocks:
    rows = tuple(
        (BASES[part.basis], f"{counted(part.values, 'value')}, {part.disagreements:,} of them do not agree")
        for part in found.compared
    )
    return (Facts("Compared with", rows, key="result"),)


def _disagreements(found: Checked) -> Blocks:
    said = [
        f"{each.place}: the document says {each.stored}; {BASES[each.basis]} {_give(each.basis)} {each.found}"
        for each in found.disagreements[:MOST_SHOWN]
    ]
    rest = len(found.disagreements) - len(said)
    more = (f"{rest:,} more, which are in the .json and .csv",) if rest > 0 else ()
    return (Items("What does not agree", (*said, *more), key="warnings"),) if said else ()


def _give(basis: Basis) -> str:
    return "give" if basis == "scores" else "gives"
