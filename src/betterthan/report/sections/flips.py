"""Flips: the cases that one model won and the other lost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from betterthan.phrases import counted, number
from betterthan.report.blocks import Blocks, Items, Table
from betterthan.words.sides import side_names

if TYPE_CHECKING:
    from betterthan.answers.comparison import Comparison
    from betterthan.answers.flips import Flip, Flips

WIDE = 24
"""Letters of two names that make no column of scores wide."""
CUT = 200
"""Letters of an id that are shown; a prompt may be as long as a book."""


def flips(comparison: Comparison) -> Blocks:
    """The cases that were asked for, and how many each model won within each cluster or task."""
    found = comparison.flips
    if found is None:
        return ()
    one, other = side_names(found.first, found.second)
    won = f"{one} won {counted(found.won, 'case')}, {other} {found.lost:,}"
    listed = listed_flips(found, found.listed, (one, other), f"Flips: {won}")
    groups = tuple((each.name, f"{each.won:,}", f"{each.lost:,}") for each in found.groups)
    if found.grouped is None:
        return listed
    columns = (found.grouped, f"won by {one}", f"won by {other}")
    return (*listed, Table(f"Flips by {found.grouped}", columns, groups, key="flips-by-group"))


def listed_flips(found: Flips, shown: Sequence[Flip], sides: tuple[str, str], title: str) -> Blocks:
    """Some flips as a table: what names each case, the file of each score, the scores and who won; the same for all.

    A model whose scores are all from one file needs no column that says so: a line below names the file.

    Parameters:
        found: the flips.
        shown: those that are shown.
        sides: what the two models are called.
        title: the heading.
    """
    within = list(shown[0].within) if shown else []
    files = {side: [flip.files[j] or "" for flip in shown] for j, side in enumerate(sides)}
    told = [side for side, names in files.items() if len(set(names)) > 1]
    rows = tuple(
        (
            _cut(flip.case),
            *flip.within.values(),
            *(files[side][j] for side in told),
            f"{number(flip.first)} : {number(flip.second)}",
            sides[0] if flip.difference > 0 else sides[1],
        )
        for j, flip in enumerate(shown)
    )
    columns = ("case", *within, *(f"file of {side}" for side in told), _scores(sides), "won by")
    return (Table(title, columns, rows, key="flips"), *_one_file_each(files))


def _scores(sides: tuple[str, str]) -> str:
    """What the column of scores is called: by both models, if their names are short."""
    both = " : ".join(sides)
    return both if len(both) <= WIDE else "scores"


def _one_file_each(files: dict[str, list[str]]) -> Blocks:
    """The file of each model whose scores are all from one."""
    alone = {side: names[0] for side, names in files.items() if len(set(names)) == 1 and names[0]}
    if len(alone) == 2 and len(set(alone.values())) == 1:
        alone = {"both": next(iter(alone.values()))}
    items = tuple(f"{side}: {name}" for side, name in alone.items())
    return (Items("Their files", items, key="flips-files"),) if items else ()


def _cut(case: str) -> str:
    return case if len(case) <= CUT else f"{case[: CUT - 1]}…"
