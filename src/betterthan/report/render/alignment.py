"""Which columns hold numbers: they stand at the right, the decimal points below each other."""

from __future__ import annotations

import re
from collections.abc import Sequence

NUMBER = re.compile(r"[<>≤≥]?−?(?:[\d,]*\.?\d+(?:e[+−]\d+)?|∞)%?|–|undefined|never")
ENDS = re.compile(r"\[(?P<low>[^\[\], ]+(?:,\d+)*), (?P<high>[^\[\] ]+)\]")
SIGN = re.compile(r" [*°]$")
"""Behind a cell that is marked."""


def of_numbers(cells: Sequence[str]) -> bool:
    """Whether a column holds numbers or intervals, and nothing else."""
    told = [SIGN.sub("", cell) for cell in cells if cell]
    return bool(told) and all(NUMBER.fullmatch(cell) or ENDS.fullmatch(cell) for cell in told)


def aligned(cells: Sequence[str]) -> list[str]:
    """The cells of a column of numbers, with blanks where the others have a mark or a longer end.

    >>> aligned(["[0.1, 0.2]", "[−0.1, 0.2]"]), aligned(["0.9 *", "0.8"])
    (['[ 0.1, 0.2]', '[−0.1, 0.2]'], ['0.9 *', '0.8  '])
    """
    ends = [ENDS.fullmatch(cell) for cell in cells]
    low, high = (max((len(found[name]) for found in ends if found), default=0) for name in ("low", "high"))
    marked = any(SIGN.search(cell) for cell in cells)
    return [
        f"[{found['low']:>{low}}, {found['high']:>{high}}]" if found else _with_room(cell, marked)
        for cell, found in zip(cells, ends, strict=True)
    ]


def _with_room(cell: str, marked: bool) -> str:
    return f"{cell}  " if marked and cell and not SIGN.search(cell) else cell
