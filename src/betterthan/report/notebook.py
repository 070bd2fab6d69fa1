"""What a notebook shows of an answer: the verdict, one figure and the main numbers."""

from __future__ import annotations

from dataclasses import replace

from betterthan.answers.kinds import Answer
from betterthan.report.blocks import in_order
from betterthan.report.build import report_of
from betterthan.report.pictures import main_picture
from betterthan.report.render.html import html_fragment

FIRST = ("verdict", "shares")
"""Keys of the blocks above the figure."""


def notebook(found: Answer) -> str:
    """A compact version of the page, to be shown below the cell of a notebook."""
    told, picture = report_of(found), main_picture(found)
    first = [block for block in told.plain if block.key in FIRST]
    rest = [block for block in told.plain if block.key not in FIRST]
    return html_fragment(replace(told, blocks=in_order(first, [] if picture is None else [picture], rest)))
