"""Seen: what the values of columns are like, as far as it tells what a model's output is."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, NamedTuple

from betterthan.data.engines.sql import literal

if TYPE_CHECKING:
    from betterthan.data.engines.engine import Engine
    from betterthan.data.reading.raw import Column, Raw

AT_ONCE = 50
"""Columns of which one query asks: DuckDB's time to plan it grows with the square."""


class Seen(NamedTuple):
    """What is seen of a column, or of several together.

    Parameters:
        filled: how many cells are not empty.
        numbers: how many of them are numbers.
        whole: whether all numbers are whole.
        low: the smallest number; None without any.
        high: the largest.
        known: how many cells hold a class.
    """

    filled: int
    numbers: int
    whole: bool
    low: float | None
    high: float | None
    known: int

    @property
    def numeric(self) -> bool:
        """Whether at least half of the cells are numbers; others among them are mistakes."""
        return 0 < self.filled <= 2 * self.numbers

    @property
    def mixed(self) -> bool:
        """Whether some cells are numbers and others are not."""
        return 0 < self.numbers < self.filled

    @property
    def within_one(self) -> bool:
        """Whether all numbers are between 0 and 1."""
        return self.low is not None and self.high is not None and self.low >= 0 and self.high <= 1

    @property
    def all_known(self) -> bool:
        """Whether every cell holds a class."""
        return 0 < self.filled == self.known


def number(column: Column) -> str:
    """SQL for a number; NULL where there is none, or where it is NaN, which is how frames say that.

    Parameters:
        column: any column.
    """
    value = column.number()
    return f"CASE WHEN isnan({value}) THEN NULL ELSE {value} END"


def text(column: Column) -> str:
    """SQL for a text; NULL where there is none, or where it is NaN.

    Parameters:
        column: any column.
    """
    value = column.text()
    return f"CASE WHEN lower({value}) = 'nan' THEN NULL ELSE {value} END"


def all_whole(value: str) -> str:
    """SQL: whether there are numbers, and all of them are whole, and no larger than floating point can tell apart.

    Parameters:
        value: SQL for a number.
    """
    return f"coalesce(bool_and(abs({value}) < 1e15 AND {value} = trunc({value})), FALSE)"


def cell(column: Column) -> str:
    """SQL for whatever a cell holds, NULL where it is empty; numbers need not be written out as texts for that.

    Parameters:
        column: any column.
    """
    return number(column) if column.is_number else text(column)


def seen_of(
    engine: Engine, raw: Raw, columns: Sequence[Column], classes: Collection[str], *, numeric: bool
) -> list[Seen]:
    """What each of the columns is like.

    Parameters:
        engine: where the rows live.
        raw: the table.
        columns: some of its columns.
        classes: the classes that a cell may hold.
        numeric: whether these are numbers.
    """
    found = []
    for start in range(0, len(columns), AT_ONCE):
        block = columns[start : start + AT_ONCE]
        parts = ", ".join(_counts(column, classes, numeric=numeric) for column in block)
        values = engine.rows(f"SELECT {parts} FROM {raw.relation}")[0]
        found += [Seen(*values[6 * j : 6 * j + 6]) for j in range(len(block))]
    return found


def _counts(column: Column, classes: Collection[str], *, numeric: bool) -> str:
    value, word = number(column), cell(column)
    listed = ", ".join(classes if numeric else map(literal, classes))
    known = f"count(*) FILTER ({value if numeric else text(column)} IN ({listed}))" if classes else "0"
    return f"count({word}), count({value}), {all_whole(value)}, min({value}), max({value}), {known}"


def together(seen: Sequence[Seen]) -> Seen:
    """What several columns are like, taken as one.

    Parameters:
        seen: what each of them is like.
    """
    lows = [each.low for each in seen if each.low is not None]
    highs = [each.high for each in seen if each.high is not None]
    return Seen(
        sum(each.filled for each in seen),
        sum(each.numbers for each in seen),
        all(each.whole for each in seen),
        min(lows, default=None),
        max(highs, default=None),
        sum(each.known for each in seen),
    )
