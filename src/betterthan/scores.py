"""Scores: the long table that everything starts from. One row is one score of one model on one unit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

import numpy as np

from betterthan.arrays import Array, IntArray
from betterthan.errors import ArgumentError, unknown_name

KEYS = ("task", "case", "repeat", "fold", "seed", "train_set")
"""The roles that together name a unit; those that a table has are matched exactly."""


@dataclass(frozen=True)
class Factor:
    """One label per unit, stored as codes into names.

    Parameters:
        codes: one integer per unit, an index into `names`.
        names: the distinct labels.
    """

    codes: IntArray
    names: tuple[str, ...]

    def __getitem__(self, chosen: IntArray) -> Factor:
        return Factor(self.codes[chosen], self.names)


@dataclass(frozen=True)
class Units:
    """Scores laid out one row per unit, one column per model, as an engine found them.

    Parameters:
        scores: units x models, oriented; the mean where a model has several scores, NaN where it has none.
        counts: units x models: how many scores each model has on the unit.
        factors: labels per unit, by column name.
        sizes: numeric columns per unit (`n_train`, `n_test`), by role.
    """

    scores: Array
    counts: IntArray
    factors: Mapping[str, Factor] = field(default_factory=dict)
    sizes: Mapping[str, Array] = field(default_factory=dict)

    def __getitem__(self, chosen: IntArray) -> Units:
        return Units(
            self.scores[chosen],
            self.counts[chosen],
            {name: factor[chosen] for name, factor in self.factors.items()},
            {name: sizes[chosen] for name, sizes in self.sizes.items()},
        )


@dataclass(frozen=True)
class Sums:
    """Per task, what is left of two models' paired scores when single units are forgotten; computed by an engine.

    Parameters:
        tasks: names of the tasks (one empty name if the table has no task column).
        n: matched units per task.
        means: tasks x 2, mean of the oriented scores.
        squares: tasks x 2, sum of squared deviations from the mean.
        difference_means: mean difference first - second per task, summed as differences.
        difference_squares: sum of squared deviations of the differences.
        cells: tasks x 4 counts of (0,0), (0,1), (1,0), (1,1), first model first; None unless all scores are 0/1.
        unmatched: units that lack one of the two models.
        repeated: units on which a model has several scores.
    """

    tasks: tuple[str, ...]
    n: IntArray
    means: Array
    squares: Array
    difference_means: Array
    difference_squares: Array
    cells: IntArray | None
    unmatched: int
    repeated: int


class Rows(Protocol):
    """The rows of a long table, wherever they live: the contract between `Scores` and the engines.

    Columns are addressed by role (`model`, `task`, …) or, for further columns, by their own name.
    Scores are finite and oriented: an engine's reader has seen to that.
    """

    def count(self) -> int:
        """Number of rows."""

    def levels(self, column: str) -> dict[str, int]:
        """Distinct values of a column in order of first appearance, each with its number of rows."""

    def only(self, column: str, values: Sequence[str]) -> Rows:
        """The rows in which a column has one of the values."""

    def units(self, models: Sequence[str], keys: Sequence[str], factors: Sequence[str]) -> Units:
        """One row per unit, in order of first appearance."""

    def unit_count(self, models: Sequence[str], keys: Sequence[str]) -> int:
        """Number of distinct units of these models."""

    def odd_units(
        self, models: Sequence[str], keys: Sequence[str], *, model: str, repeated: bool, limit: int
    ) -> list[dict[str, str]]:
        """Keys of some units on which `model` has several scores (`repeated`) or none."""

    def sums(self, models: Sequence[str], keys: Sequence[str]) -> Sums:
        """The sums of two models over their matched units, computed where the rows live."""


@dataclass(frozen=True)
class Scores:
    """A long table of scores, oriented so that larger is better.

    Parameters:
        rows: the rows, wherever they live.
        columns: the roles that the table has besides `model` and `score`.
        extra: further columns, usable for subgroups (`by=`).
        metric: the name of the score column, as given.
        source: where the table came from, for messages.
        higher_is_better: False if the scores were losses and were negated on reading.
        binary: whether every score is 0 or 1.
        notes: what was assumed on reading.
    """

    rows: Rows
    columns: tuple[str, ...]
    extra: tuple[str, ...] = ()
    metric: str = "score"
    source: str = "the table"
    higher_is_better: bool = True
    binary: bool = False
    notes: tuple[str, ...] = ()

    @property
    def models(self) -> tuple[str, ...]:
        return tuple(self.rows.levels("model"))

    @property
    def tasks(self) -> tuple[str, ...]:
        return tuple(self.rows.levels("task")) if "task" in self.columns else ()

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(key for key in KEYS if key in self.columns)

    def __len__(self) -> int:
        return self.rows.count()

    def __repr__(self) -> str:
        return f"Scores({self.source}: {len(self):,} scores of {', '.join(self.models[:6])}; columns {self.columns})"

    def select_tasks(self, tasks: Sequence[str]) -> Scores:
        """The scores on the named tasks only.

        Parameters:
            tasks: names of tasks, each of which must be there.
        """
        if "task" not in self.columns:
            raise ArgumentError(f"{self.source} has no task column, so no task `{tasks[0]}` can be selected.")
        known = self.tasks
        for task in tasks:
            if task not in known:
                raise ArgumentError(unknown_name("task", task, known))
        return replace(self, rows=self.rows.only("task", tasks))


def factor(labels: Sequence[object]) -> Factor:
    """A `Factor` of labels in order of first appearance.

    Parameters:
        labels: one label per unit.

    >>> factor(["b", "a", "b"]).names
    ('b', 'a')
    """
    names = tuple(dict.fromkeys(str(label) for label in labels))
    index = {name: code for code, name in enumerate(names)}
    return Factor(np.array([index[str(label)] for label in labels], dtype=np.int64), names)
