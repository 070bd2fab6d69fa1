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
    one, other = side_names(*found.models)
    names = [name for name, _ in found.listed[0].within] if found.listed else []
    rows = tuple(
        (
            flip.key if len(flip.key) <= CUT else f"{flip.key[: CUT - 1]}…",
            *(value for _, value in flip.within),
            f"{number(flip.first)} : {number(flip.second)}",
            one if flip.winner == found.models[0] else other,
        )
        for flip in found.listed
    )
    won = f"{one} won {counted(found.won[0], 'case')}, {other} {found.won[1]:,}"
    listed = Table(f"Flips: {won}", ("case", *names, "scores", "won by"), rows, key="flips")
    groups = tuple((group, f"{first:,}", f"{second:,}") for group, first, second in found.by_group)
    if not groups:
        return (listed,)
    columns = (found.grouped, f"won by {one}", f"won by {other}")
    return (listed, Table(f"Flips by {found.grouped}", columns, groups, key="flips-by-group"))
