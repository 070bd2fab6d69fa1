"""What a notebook shows of an answer: the verdict, one figure and the main numbers."""

from __future__ import annotations

from dataclasses import replace

from betterthan.report import render
from betterthan.report.pictures import main_picture
from betterthan.report.report import Bar, Verdict
from betterthan.report.reporting import Answer, report_of


def notebook(found: Answer) -> str:
    """A compact version of the page, to be shown below the cell of a notebook.

    Parameters:
        found: a comparison, several, or a ranking.
    """
    told, picture = report_of(found), main_picture(found)
    first = tuple(block for block in told.blocks if isinstance(block, (Verdict, Bar)))
    rest = tuple(block for block in told.blocks if block not in first)
    return render.html_fragment(replace(told, blocks=(*first, *([] if picture is None else [picture]), *rest)))
