"""Flips: the cases that one model won and the other lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from betterthan.phrases import counted, number
from betterthan.report.blocks import Blocks, Table
from betterthan.words.sides import side_names

if TYPE_CHECKING:
    from betterthan.answers.comparison import Comparison

CUT = 200
"""Letters of an id that are shown; a prompt may be as long as a book."""


def flips(comparison: Comparison) -> Blocks:
    """The cases that were asked for, and how many each model won within each cluster or task."""
    found = comparison.flips
    if found is None:
        return ()
    one, other = side_names(found.first, found.second)
    names = list(found.listed[0].within) if found.listed else []
    rows = tuple(
        (
            flip.case if len(flip.case) <= CUT else f"{flip.case[: CUT - 1]}…",
            *flip.within.values(),
            f"{number(flip.first)} : {number(flip.second)}",
            one if flip.difference > 0 else other,
        )
        for flip in found.listed
    )
    won = f"{one} won {counted(found.won, 'case')}, {other} {found.lost:,}"
    listed = Table(f"Flips: {won}", ("case", *names, "scores", "won by"), rows, key="flips")
    groups = tuple((each.name, f"{each.won:,}", f"{each.lost:,}") for each in found.groups)
    if found.grouped is None:
        return (listed,)
    columns = (found.grouped, f"won by {one}", f"won by {other}")
    return (listed, Table(f"Flips by {found.grouped}", columns, groups, key="flips-by-group"))
