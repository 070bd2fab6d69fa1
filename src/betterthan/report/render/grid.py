"""A table on a terminal: numbers below each other and never broken, names cut, what does not fit left out or below."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from betterthan.report.blocks import Table
from betterthan.report.render.alignment import aligned, of_numbers
from betterthan.report.render.lines import padded, room, shortened, wrapped

BETWEEN = 2
"""Blanks between two columns."""
LEAST_NAME, LEAST_TEXT, LEAST_HEADING = 16, 14, 10
"""What a name, a sentence and a word of a heading keep, however narrow the terminal; a heading that can be left out is
not cut."""
WORDY = 18
"""From this length on a cell of several words is a sentence, which is wrapped."""


@dataclass(frozen=True)
class Column:
    """One column, and how much room it takes."""

    heading: str
    cells: tuple[str, ...]
    numeric: bool
    wordy: bool
    """Whether it holds sentences."""
    width: int
    least: int
    """How narrow it can be: numbers stay whole, and names that are cut stay different."""


@dataclass(frozen=True)
class Grid:
    """The lines of a table, or of a part of it."""

    names: tuple[str, ...]
    """What its columns are called, the first one left out, which stands in every part."""
    heading: tuple[str, ...]
    body: tuple[str, ...]


def grids(table: Table, width: int, *, whole: bool) -> tuple[list[Grid], tuple[str, ...]]:
    """A table in parts that fit side by side; and the headings of columns that were left out so that it is one.

    `whole`: leave none out.
    """
    columns, left_out = _columns(table), []
    for heading in () if whole else table.spare:
        if _fitted(columns, width) is not None:
            break
        left_out += [column.heading for column in columns if column.heading == heading]
        columns = [column for column in columns if column.heading != heading]
    if _fitted(columns, width) is None:
        columns = _numbered(columns)
    return [_grid(part) for part in _parts(columns, width)], tuple(left_out)


def _columns(table: Table) -> list[Column]:
    kept = _still_different(table.columns, LEAST_HEADING)
    words = [_longest_word(heading) if heading in table.spare else kept for heading in table.columns]
    return [_column(*each) for each in zip(table.columns, zip(*table.rows, strict=True), words, strict=True)]


def _column(heading: str, cells: Sequence[str], words: int = LEAST_HEADING) -> Column:
    """One column; its heading keeps words of so many letters."""
    numeric = of_numbers(cells)
    wordy = not numeric and any(len(cell) > WORDY and cell.count(" ") > 2 for cell in cells)
    shown = tuple(aligned(cells) if numeric else cells)
    widest = max(map(room, shown))
    kept = widest if numeric else min(widest, LEAST_TEXT if wordy else _still_different(shown, LEAST_NAME))
    least = max(kept, min(_longest_word(heading), words))
    return Column(heading, shown, numeric, wordy, max(room(heading), widest), least)


def _longest_word(heading: str) -> int:
    return max((room(word) for word in heading.split(" ")), default=0)


def _still_different(names: Sequence[str], least: int) -> int:
    """The smallest width, from the least on, at which names that differ still do when they are cut."""
    different, longest = len(set(names)), max(map(room, names), default=0)
    widths = range(least, longest)
    return next((width for width in widths if len({shortened(name, width) for name in names}) == different), longest)


def _total(columns: Sequence[Column]) -> int:
    return sum(column.width for column in columns) + BETWEEN * (len(columns) - 1)


def _fitted(columns: Sequence[Column], width: int) -> list[Column] | None:
    """The columns, made narrower until they fit: headings in two lines first, then whatever is widest; or None."""
    if _total(columns) <= width:
        return list(columns)
    narrow = [replace(column, width=_without_long_heading(column)) for column in columns]
    least = [column.least for column in narrow]
    if sum(least) + BETWEEN * (len(narrow) - 1) > width:
        return None
    widths = [column.width for column in narrow]
    while sum(widths) + BETWEEN * (len(widths) - 1) > width:
        j = max((j for j in range(len(widths)) if widths[j] > least[j]), key=lambda j: widths[j])
        widths[j] -= 1
    return [replace(column, width=chosen) for column, chosen in zip(narrow, widths, strict=True)]


def _without_long_heading(column: Column) -> int:
    return max(*map(room, column.cells), _longest_word(column.heading))


def _parts(columns: list[Column], width: int) -> list[list[Column]]:
    """The columns that fit side by side, the first one repeated in every part."""
    whole = _fitted(columns, width)
    if whole is not None:
        return [whole]
    name = replace(columns[0], width=columns[0].least)
    parts: list[list[Column]] = [[name]]
    for column in columns[1:]:
        if len(parts[-1]) > 1 and _fitted([*parts[-1], column], width) is None:
            parts.append([name])
        parts[-1].append(column)
    return [_fitted(part, width) or _squeezed(part, width) for part in parts]


def _squeezed(part: list[Column], width: int) -> list[Column]:
    """On a terminal that is too narrow for one column of numbers: the name takes what is left."""
    name, *others = (replace(column, width=column.least) for column in part)
    return [replace(name, width=max(1, name.width - max(0, _total([name, *others]) - width))), *others]


def _numbered(columns: list[Column]) -> list[Column]:
    """A matrix of models by models that is too wide has numbers for headings, which stand before the names, too."""
    name, *others = columns
    if tuple(column.heading for column in others) != name.cells:
        return columns
    names = [f"{place} {each}" for place, each in enumerate(name.cells, 1)]
    return [_column("", names), *(_column(str(j), column.cells) for j, column in enumerate(others, 1))]


def _grid(columns: list[Column]) -> Grid:
    headings = [_heading(column) for column in columns]
    height = max(map(len, headings))
    above = zip(*([""] * (height - len(lines)) + lines for lines in headings), strict=True)
    body = [line for row in zip(*(column.cells for column in columns), strict=True) for line in _row(columns, row)]
    names = tuple(column.heading for column in columns[1:])
    return Grid(names, tuple(_line(columns, cells) for cells in above), ("─" * _total(columns), *body))


def _heading(column: Column) -> list[str]:
    words = " ".join(shortened(word, column.width) for word in column.heading.split(" "))
    return wrapped(words, column.width)


def _row(columns: list[Column], row: Sequence[str]) -> list[str]:
    cells = [
        wrapped(cell, column.width) if column.wordy else [shortened(cell, column.width)]
        for column, cell in zip(columns, row, strict=True)
    ]
    return [_line(columns, line) for line in zip_longest(*cells, fillvalue="")]


def _line(columns: list[Column], cells: Sequence[str]) -> str:
    told = [padded(cell, column.width, right=column.numeric) for column, cell in zip(columns, cells, strict=True)]
    return (" " * BETWEEN).join(told).rstrip()
