"""Candidates: which numeric columns of a table may be models, which are something else, which are to be asked about.

A column is something else if its values say so (it counts, never changes, or is on another scale), or if its name does
and its values are unlike those of the others. If only its name does, nobody can know: the user is asked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from betterthan.data.reading.names import is_metric, is_prediction, said_by, shared_end
from betterthan.data.rounding import LARGEST_SCORE

if TYPE_CHECKING:
    from betterthan.arrays import Array
    from betterthan.data.engines.engine import Engine
    from betterthan.data.reading.raw import Column, Raw

SAMPLE = 1000
"""Rows from which columns are judged."""

FEW = 5
"""So many whole numbers, each once or ever larger, are hardly scores by chance."""

SCALE = 80
"""So many times as large as the others: another scale. A bit less than 100, so that 85% is told from 0.86."""


class Doubt(NamedTuple):
    """Why a column is perhaps no model.

    Parameters:
        reason: what is odd about it, to be read in brackets after its name.
        certain: whether that is enough to leave it out; otherwise the user is asked.
    """

    reason: str
    certain: bool


@dataclass(frozen=True)
class Values:
    """What is asked of the values of a column.

    Parameters:
        numbers: its numbers, in the order of the rows; NaN where there is none.
        boolean: whether it is written as true and false.
        varies: whether it does further down, whatever these numbers say.
    """

    numbers: Array
    boolean: bool = False
    varies: bool = False

    @cached_property
    def present(self) -> Array:
        """The numbers that can be computed with."""
        return self.numbers[np.abs(self.numbers) <= LARGEST_SCORE]

    @cached_property
    def reach(self) -> tuple[float, float] | None:
        """The smallest and the largest number; None without any."""
        return (float(self.present.min()), float(self.present.max())) if len(self.present) else None

    @cached_property
    def whole(self) -> bool:
        """Whether all are whole numbers."""
        return bool((self.present == np.trunc(self.present)).all())

    @cached_property
    def constant(self) -> bool:
        """Whether all are the same."""
        return not self.varies and len(self.present) > 1 and bool((self.present == self.present[0]).all())

    @cached_property
    def counts(self) -> bool:
        """Whether it counts the rows: 0, 1, 2, … or 1, 2, 3, …"""
        values = self.numbers
        return len(values) > 2 and values[0] in (0, 1) and bool((values[1:] == values[:-1] + 1).all())

    @cached_property
    def grows(self) -> bool:
        """Whether it holds ever larger whole numbers, as ids with gaps do."""
        values = self.numbers
        return len(values) >= FEW and self.whole and bool((values[1:] > values[:-1]).all())

    @cached_property
    def distinct(self) -> bool:
        """Whether it holds many whole numbers, each once."""
        return len(self.present) >= FEW and self.whole and len(np.unique(self.present)) == len(self.present)

    @cached_property
    def typical(self) -> float | None:
        """How large its numbers are; None if all are 0."""
        sizes = np.abs(self.present)
        sizes = sizes[sizes > 0]
        return float(np.median(sizes)) if len(sizes) else None


def values_of(engine: Engine, raw: Raw, columns: Sequence[Column]) -> dict[str, Values]:
    """The first values of these columns, by the columns' names.

    Parameters:
        engine: where the rows live.
        raw: the table.
        columns: some of its columns.
    """
    if not columns:
        return {}
    numbers = ", ".join(f"{column.number()} AS v{j}" for j, column in enumerate(columns))
    found = engine.arrays(f"SELECT record, {numbers} FROM (SELECT * FROM {raw.relation} LIMIT {SAMPLE})")
    order = np.argsort(found["record"])
    booleans = _booleans(engine, raw, columns)
    values = {
        column.name: Values(
            np.ma.filled(np.ma.asarray(found[f"v{j}"], dtype=np.float64), np.nan)[order], column in booleans
        )
        for j, column in enumerate(columns)
    }
    same = [column for column in columns if values[column.name].constant and len(values[column.name].numbers) == SAMPLE]
    return values | {
        column.name: replace(values[column.name], varies=True) for column in same if _varies(engine, raw, column)
    }


def _booleans(engine: Engine, raw: Raw, columns: Sequence[Column]) -> list[Column]:
    """The columns that hold true or false, by their type or as they are written."""
    texts = [column for column in columns if not column.is_number]
    written: Sequence[object] = ()
    if texts:
        any_is = ", ".join(f"bool_or(lower({column.sql}) IN ('true', 'false'))" for column in texts)
        written = engine.rows(f"SELECT {any_is} FROM (SELECT * FROM {raw.relation} LIMIT {SAMPLE})")[0]
    told = [column for column, is_told in zip(texts, written, strict=True) if is_told]
    return [column for column in columns if column.type == "BOOLEAN" or column in told]


def _varies(engine: Engine, raw: Raw, column: Column) -> bool:
    number = column.number()
    return bool(engine.rows(f"SELECT min({number}) <> max({number}) FROM {raw.relation}")[0][0])


def doubts(values: Mapping[str, Values]) -> dict[str, Doubt]:
    """What is odd about some of the columns that may be models, by their names.

    Parameters:
        values: of all columns that may be models.
    """
    found: dict[str, Doubt] = {}
    while True:  # what is left out no longer tells what the others are like
        left = {name: each for name, each in values.items() if name not in found}
        shared = shared_end(list(left))
        odd = {name: doubt for name in left if (doubt := _doubt(name, left, shared)) is not None}
        certain = {name: doubt for name, doubt in odd.items() if doubt.certain}
        if not certain:
            return {**found, **odd, **_off_scale({name: left[name] for name in left if name not in odd})}
        found |= certain


def _doubt(name: str, values: Mapping[str, Values], shared: int) -> Doubt | None:
    own, others = values[name], [each for other, each in values.items() if other != name]
    like = _like(own, others)
    by_values = _by_values(own, others, like=like)
    if by_values is not None and by_values.certain:
        return by_values
    if is_prediction(name):
        return Doubt("a prediction by its name, not a score", certain=False)
    if is_metric(name):
        return Doubt("a metric by its name", certain=False)
    said = said_by(name, shared)
    if said is not None and (said.how == "plainly" or not like):
        return Doubt(f"{said.what} by its name", certain=True)
    if by_values is None and said is not None and said.how == "perhaps":
        return Doubt(f"{said.what} by its name, but its values are like the others'", certain=False)
    return by_values


def _by_values(own: Values, others: Sequence[Values], *, like: bool) -> Doubt | None:
    """What the values alone say; a column is odd only if others are not odd in the same way."""
    if own.counts:
        return Doubt("counts the rows", certain=not all(other.counts for other in others))
    if own.grows and not all(other.grows for other in others):
        return Doubt("ever larger whole numbers", certain=not like)
    varied = any(not other.constant and len(other.present) > 1 for other in others)
    if own.constant and varied and (not like or len(own.present) >= FEW):  # 3 of 3 right is nothing odd
        return Doubt(f"{own.present[0]:g} on every row", certain=not like)
    if own.distinct and not all(other.distinct or (other.whole and like) for other in others):
        return Doubt("whole numbers, each of them once", certain=not like)
    if own.boolean and not all(other.boolean for other in others):
        return Doubt("true and false where others are numbers", certain=False)
    return None


def _off_scale(values: Mapping[str, Values]) -> dict[str, Doubt]:
    """The columns that are not on the scale of most; where no scale has most of them, all are to be asked about."""
    sizes = sorted((each.typical, name) for name, each in values.items() if each.typical is not None)
    groups: list[list[tuple[float, str]]] = []
    for size, name in sizes:
        if groups and size / SCALE < groups[-1][-1][0]:
            groups[-1].append((size, name))
        else:
            groups.append([(size, name)])
    if len(groups) < 2:
        return {}
    most = max(map(len, groups))
    main = [group for group in groups if len(group) == most]
    if len(main) > 1 or most < 2:
        return {name: Doubt(f"of the size of {size:.3g}, unlike others", certain=False) for size, name in sizes}
    usual = float(np.median([size for size, _ in main[0]]))
    return {
        name: Doubt(f"of the size of {size:.3g} where the others are of {usual:.3g}", certain=True)
        for group in groups
        for size, name in group
        if group is not main[0]
    }


def _like(own: Values, others: Sequence[Values]) -> bool:
    """Whether the values lie where those of the others lie, or about as far beyond as these are large."""
    rest = [other.reach for other in others if other.reach is not None]
    if own.reach is None or not rest:
        return True
    low, high = min(low for low, _ in rest), max(high for _, high in rest)
    beyond = max(high - low, abs(low), abs(high))
    return low - beyond <= own.reach[0] and own.reach[1] <= high + beyond
