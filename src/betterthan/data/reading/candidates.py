"""Candidates: which numeric columns of a table may be models, which are something else, which are to be asked about.

A column is something else if its values say so (it counts, never changes, or is on another scale), or if its name does
and its values are unlike those of the others. If only its name does, nobody can know: the user is asked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from betterthan.data.reading.names import is_metric, is_prediction, said_by, shared_end

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

    @property
    def present(self) -> Array:
        """The finite numbers."""
        return self.numbers[np.isfinite(self.numbers)]

    @property
    def whole(self) -> bool:
        """Whether all are whole numbers."""
        return bool((self.present == np.trunc(self.present)).all())

    @property
    def constant(self) -> bool:
        """Whether all are the same."""
        return not self.varies and len(self.present) > 1 and bool((self.present == self.present[0]).all())

    @property
    def counts(self) -> bool:
        """Whether it counts the rows: 0, 1, 2, … or 1, 2, 3, …"""
        values = self.numbers
        return len(values) > 2 and values[0] in (0, 1) and bool((np.diff(values) == 1).all())

    @property
    def grows(self) -> bool:
        """Whether it holds ever larger whole numbers, as ids with gaps do."""
        values = self.numbers
        return len(values) >= FEW and self.whole and bool((np.diff(values) > 0).all())

    @property
    def distinct(self) -> bool:
        """Whether it holds many whole numbers, each once."""
        return len(self.present) >= FEW and self.whole and len(np.unique(self.present)) == len(self.present)

    @property
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
    selected = ", ".join(
        f"{column.number()} AS v{j}, lower({column.text()}) IN ('true', 'false') AS b{j}"
        for j, column in enumerate(columns)
    )
    found = engine.arrays(f"SELECT {selected} FROM (SELECT * FROM {raw.relation} LIMIT {SAMPLE}) ORDER BY record")
    values = {
        column.name: Values(
            np.ma.filled(np.ma.asarray(found[f"v{j}"], dtype=np.float64), np.nan),
            bool(np.ma.filled(found[f"b{j}"], False).any()),
        )
        for j, column in enumerate(columns)
    }
    same = [column for column in columns if values[column.name].constant and len(values[column.name].numbers) == SAMPLE]
    return values | {
        column.name: replace(values[column.name], varies=True) for column in same if _varies(engine, raw, column)
    }


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
    rest = [other.present for other in others if len(other.present)]
    if not len(own.present) or not rest:
        return True
    low, high = min(values.min() for values in rest), max(values.max() for values in rest)
    with np.errstate(over="ignore"):
        reach = max(high - low, abs(low), abs(high))
        return bool(own.present.min() >= low - reach and own.present.max() <= high + reach)
