"""Lists: a column that holds several numbers for each case, as in `[0.1, 0.9]`, becomes one column for each place."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from betterthan.data.frames import is_series, values_of
from betterthan.data.reading.raw import Column, Raw
from betterthan.data.reading.values import first_violation
from betterthan.errors import ReadingError

if TYPE_CHECKING:
    from betterthan.arrays import Array
    from betterthan.data.engines.engine import Engine

Lists: TypeAlias = Mapping[str, tuple[str, ...]]
"""By the name of a column of lists, the names of the columns that its places have become."""

LIST_TYPE = re.compile(r"\[\d*\]$")
SAMPLE = 1000
"""Rows that tell whether a column of text holds lists."""


def spread(columns: Mapping[str, Any], source: str) -> tuple[dict[str, Any], Lists]:
    """Arrays by name, in which those with several numbers in a row are one column for each of them.

    Parameters:
        columns: one array, list or column of a frame for each name.
        source: where they came from, for messages.
    """
    made: dict[str, Any] = {}
    lists: dict[str, tuple[str, ...]] = {}
    for key, values in columns.items():
        name, rows = str(key), _rows(str(key), values, source)
        if rows is None:
            made[name] = values
            continue
        lists[name] = _places(name, rows.shape[1])
        made |= {place: np.ascontiguousarray(rows[:, k]) for k, place in enumerate(lists[name])}
    return made, lists


def _places(name: str, count: int) -> tuple[str, ...]:
    return tuple(f"{name}[{k}]" for k in range(count))


def _rows(name: str, values: Any, source: str) -> Array | None:
    """Cases x places, if the values are lists of numbers; else None."""
    values = values_of(values) if is_series(values) else values
    if isinstance(values, np.ndarray) and values.ndim == 2:
        return values if values.dtype.kind in "biuf" else None
    if not isinstance(values, (list, tuple, np.ndarray)) or not len(values):
        return None
    first = next((value for value in values if value is not None), None)
    if not isinstance(first, (list, tuple, np.ndarray)):
        return None
    width = len(first)
    for row, value in enumerate(values):
        if not isinstance(value, (list, tuple, np.ndarray)) or len(value) != width:
            raise _unlike(f"{source}, row {row + 1}", name, width)
    return np.array([[float(number) for number in value] for value in values])


def _unlike(place: str, name: str, width: int) -> ReadingError:
    return ReadingError(
        f"{place}: column `{name}` does not hold a list of {width} numbers, as the first row does. Every case needs a "
        "list of the same length: one number for each class."
    )


def with_lists(engine: Engine, raw: Raw) -> tuple[Raw, Lists]:
    """A table of a file in which each column of lists is one column for each place.

    Parameters:
        engine: where the rows live.
        raw: the table.
    """
    found = [column for column in raw.columns if _holds_lists(engine, raw, column)]
    if not found:
        return raw, {}
    cast = {column.name: f"list_{j}" for j, column in enumerate(found)}
    casts = ", ".join(f"try_cast({column.text()} AS DOUBLE[]) AS {cast[column.name]}" for column in found)
    relation = f"(SELECT *, {casts} FROM {raw.relation})"
    widths = {name: _width(engine, raw, relation, name, sql) for name, sql in cast.items()}
    columns = [
        part
        for column in raw.columns
        for part in (_parts(column.name, cast[column.name], widths[column.name]) if column in found else (column,))
    ]
    lists = {name: _places(name, width) for name, width in widths.items()}
    return replace(raw, relation=relation, columns=tuple(columns)), lists


def _parts(name: str, sql: str, width: int) -> Sequence[Column]:
    return [Column(place, f"{sql}[{k + 1}]", "DOUBLE") for k, place in enumerate(_places(name, width))]


def _holds_lists(engine: Engine, raw: Raw, column: Column) -> bool:
    if LIST_TYPE.search(column.type):
        return True
    if column.type != "VARCHAR":
        return False
    text = column.text()
    query = (
        f"SELECT count({text}), count(try_cast({text} AS DOUBLE[])) FROM (SELECT * FROM {raw.relation} LIMIT {SAMPLE}) "
    )
    filled, lists = engine.rows(query)[0]
    return bool(0 < filled <= 2 * lists)


def _width(engine: Engine, raw: Raw, relation: str, name: str, sql: str) -> int:
    """How many numbers every list has."""
    first = f"SELECT len({sql}) FROM {relation} WHERE {sql} IS NOT NULL ORDER BY record LIMIT 1"
    width = int(engine.rows(first)[0][0])
    count, record = first_violation(engine, relation, f"coalesce(len({sql}), -1) <> {width}")
    if count:
        raise _unlike(f"{raw.source}, {raw.place(record)}", name, width)
    return width
