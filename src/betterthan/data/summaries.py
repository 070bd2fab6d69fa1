"""PairedSummary: what is left of paired scores when single units are forgotten. Small, mergeable, enough for most."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import isfinite, sqrt
from typing import Any, ClassVar

import numpy as np

from betterthan.arrays import Array, IntArray
from betterthan.data.by_value import Table
from betterthan.data.facts import Facts
from betterthan.data.given_numbers import MOST
from betterthan.data.moments import Cells, ModelScore, Moments, Pairing, TaskSums, original_units, pairing_gain
from betterthan.data.paired_units import one_per_task
from betterthan.data.ranges import ScoreRange
from betterthan.data.rounding import LARGEST_SCORE, is_lost, lost
from betterthan.data.tables import NO_COUNTS, PairedDifferences, PairedTable, TwoSamples
from betterthan.data.units import CASES, DIFFERENCES, FOLDS, SCORES, Unit
from betterthan.errors import ArgumentError, PairingError, ReadingError
from betterthan.numerics.ties import ROUNDING
from betterthan.phrases import listing, unknown_name

NO_SPREAD = (
    "`sd` is 0, which would leave no doubt at all: printed numbers do not say whether the differences are all the same "
    "or were rounded. Give the scores, or an sd above 0."
)
SUMS = ("n", "means", "squares", "difference_means", "difference_squares", "cells_by_task", "extremes", "steps")
"""The fields of a summary that hold one row per task."""


@dataclass(frozen=True, eq=False, repr=False)
class PairedSummary(Table):
    """Paired scores of two models, summed per task.

    Parameters:
        models: names of the first and second model.
        tasks: names of the tasks; a single empty name if there is none.
        n: matched units per task.
        means: tasks x 2, mean of the oriented scores.
        squares: tasks x 2, sum of squared deviations from that mean.
        difference_means: mean difference first - second, per task.
        difference_squares: sum of squared deviations of the differences, per task.
        cells_by_task: tasks x 4 (n00, n01, n10, n11), or None where the scores are not 0/1.
        higher_is_better: False if the scores were losses.
        notes: what was dropped, averaged or assumed.
        differences_only: whether the models' own scores are unknown (`means` and `squares` are NaN).
        averaged: as in `Design`.
        unit: what one unit is.
        test_fraction: share of the data that each fold is tested on; 0 for units that share no training data.
        printed: as in `Facts`.
        extremes: tasks x 2, lowest and highest oriented score of the two models; None where that is not known.
        score_range: as in `PairedTable`.
        measured: as in `PairedTable`.
        steps: per task, the smallest change of a score, NaN where its scores do not tell; None where none do.
        of_binary: as in `PairedTable`, which looks at its scores where this is None; here the four counts tell.
    """

    models: tuple[str, str]
    tasks: tuple[str, ...]
    n: IntArray
    means: Array
    squares: Array
    difference_means: Array
    difference_squares: Array
    cells_by_task: IntArray | None = None
    higher_is_better: bool = True
    notes: tuple[str, ...] = ()
    differences_only: bool = False
    averaged: tuple[str, ...] = ()
    unit: Unit = CASES
    test_fraction: float = 0.0
    printed: str | None = None
    extremes: Array | None = None
    score_range: ScoreRange | None = None
    measured: str = ""
    steps: Array | None = None
    of_binary: bool | None = None

    @classmethod
    def from_moments(
        cls,
        *,
        mean: float,
        sd: float,
        n: int,
        models: tuple[str, str] = ("first", "second"),
        test_fraction: float | None = None,
    ) -> PairedSummary:
        """From the mean, sd and number of the differences, as papers print them.

        Parameters:
            mean: mean of the differences.
            sd: their standard deviation (n - 1).
            n: their number.
            models: names of the first and second model.
            test_fraction: n_test/(n_test + n_train), if they are differences of folds or random splits; None takes
                them as independent.
        """
        if n < 1 or not (isfinite(mean) and abs(mean) < LARGEST_SCORE and 0 <= sd < LARGEST_SCORE):
            raise ArgumentError(f"A summary needs a finite mean, sd >= 0 and n >= 1; got {mean:g}, {sd:g} and {n}.")
        if n > MOST:
            raise ArgumentError(f"`n` is a number of units, at most {MOST:,}; got {n:,}.")
        if sd == 0:
            raise ArgumentError(NO_SPREAD)
        if test_fraction is not None and not 0 <= test_fraction < 1:
            raise ArgumentError(
                "`test_fraction` is n_test/(n_test + n_train), at least 0 and below 1 (0.1 for 10 folds); "
                f"got {test_fraction:g}."
            )
        unknown = np.full((1, 2), np.nan)
        return cls(
            models,
            ("",),
            np.array([n]),
            unknown,
            unknown,
            np.array([mean]),
            np.array([sd**2 * (n - 1)]),
            differences_only=True,
            unit=DIFFERENCES if test_fraction is None else FOLDS,
            test_fraction=test_fraction or 0.0,
            printed="mean, sd and n",
        )

    @classmethod
    def from_cells(
        cls,
        cells: Mapping[str, Cells],
        *,
        models: tuple[str, str] = ("first", "second"),
        notes: tuple[str, ...] = (),
    ) -> PairedSummary:
        """From the four counts of each task, as papers print them.

        Parameters:
            cells: task name to its counts; one task may have the empty name.
            models: names of the first and second model.
            notes: what was assumed on the way.

        >>> PairedSummary.from_cells({"da-en": Cells(54, 159, 198, 589)}).moments().n
        1000
        """
        for each in cells.values():
            if max(map(abs, each)) > MOST or sum(each) > MOST:
                got = ", ".join(f"{count:,}" for count in each)
                raise ReadingError(f"The counts of a task are together at most {MOST:,}; got {got}.")
        counts = np.array(list(cells.values()), dtype=np.int64)
        n = counts.sum(axis=1)
        if (counts < 0).any() or (n == 0).any():
            bad = [task for task, row in zip(cells, counts, strict=True) if (row < 0).any() or row.sum() == 0]
            where = f" of task {listing(bad)}" if any(bad) else ""
            raise ReadingError(f"Counts must be at least 0 and not all 0; those{where} are not.")
        right = np.stack([counts[:, 2] + counts[:, 3], counts[:, 1] + counts[:, 3]], axis=1)
        means = right / n[:, None]
        net, discordant = counts[:, 2] - counts[:, 1], counts[:, 1] + counts[:, 2]
        return cls(
            models,
            tuple(cells),
            n,
            means,
            right * (1 - means),
            net / n,
            discordant - net * (net / n),
            counts,
            notes=notes,
        )

    @property
    def binary(self) -> bool:
        return self.cells_by_task is not None

    @property
    def zero_one(self) -> bool:
        """Whether the scores are 0/1 or means of such."""
        return self.binary if self.of_binary is None else self.of_binary

    @property
    def n_units(self) -> int:
        return int(self.n.sum())

    @cached_property
    def facts(self) -> Facts:
        """What is asked of the table again and again."""
        return replace(
            Facts.of(self, self.unit),
            sums_only=True,
            own_scores=not self.differences_only,
            averaged=self.averaged,
            test_fraction=self.test_fraction,
            printed=self.printed,
            measured=self.measured,
        )

    def by_task(self) -> PairedTable | PairedDifferences:
        """One unit per task: its mean scores, or its mean difference where no more is known."""
        design, factors = one_per_task(self.tasks)
        if self.differences_only:
            return PairedDifferences(
                self.models, self.difference_means, design, factors, notes=self.notes, score_range=self.score_range
            )
        return PairedTable(
            self.models,
            self.means,
            design,
            factors,
            self.higher_is_better,
            self.notes,
            self.zero_one,
            self.score_range,
            self.measured,
        )

    def select_tasks(self, tasks: Sequence[str]) -> PairedSummary:
        """The summary of the named tasks only.

        Parameters:
            tasks: names of tasks, each of which must be there.
        """
        for task in tasks:
            if task not in self.tasks:
                raise ArgumentError(unknown_name("task", task, self.tasks))
        rows = np.array([self.tasks.index(task) for task in tasks])
        chosen: dict[str, Any] = {
            name: None if getattr(self, name) is None else getattr(self, name)[rows] for name in SUMS
        }
        return replace(self, tasks=tuple(tasks), **chosen)

    def merge(self, other: PairedSummary) -> PairedSummary:
        """Both summaries as one; tasks with the same name are pooled.

        Parameters:
            other: the summary of other units of the same two models.
        """
        if self.models != other.models:
            raise PairingError(f"Cannot merge summaries of {listing(self.models)} and of {listing(other.models)}.")
        parts = [part.select_tasks([task]) for part in (self, other) for task in part.tasks]
        names = tuple(dict.fromkeys(part.tasks[0] for part in parts))
        pooled = [_pool([part for part in parts if part.tasks[0] == name]) for name in names]
        return replace(
            self,
            tasks=names,
            notes=tuple(dict.fromkeys(self.notes + other.notes)),
            of_binary=self.zero_one and other.zero_one,
            **{name: _stacked([getattr(part, name) for part in pooled]) for name in SUMS},
        )

    def pooled(self) -> PairedSummary:
        """All units as one task."""
        return _pool([self]) if len(self.tasks) > 1 else self

    def moments(self) -> Moments:
        """Mean, sd and number of the differences over all units."""
        pooled = self.pooled()
        n = int(pooled.n[0])
        mean, square = float(pooled.difference_means[0]), float(pooled.difference_squares[0])
        largest = max(abs(mean), float(np.nan_to_num(np.abs(pooled.means)).max()))
        noise = n * (ROUNDING * largest) ** 2
        apart = max(abs(mean), sqrt(square / n))
        if is_lost(apart, largest):
            raise PairingError(lost(apart, largest))
        return Moments(mean, sqrt(square / (n - 1)) if n > 1 and square > noise else 0.0, n)

    @cached_property
    def alike(self) -> bool:
        """Whether all differences are the same; one says nothing about that."""
        return self.n_units > 1 and self.moments().sd == 0

    def extent(self) -> ScoreRange | None:
        """The lowest and the highest score that was seen, in original units; None where that is not known."""
        if self.zero_one:
            return 0.0, 1.0
        if self.extremes is None:
            return None
        seen = np.array([self.extremes[:, 0].min(), self.extremes[:, 1].max()])
        low, high = sorted(original_units(seen, self.zero_one, self.higher_is_better).tolist())
        return low, high

    def cells(self) -> Cells:
        """The four counts over all units."""
        if self.cells_by_task is None:
            raise PairingError(NO_COUNTS)
        return Cells(*(int(count) for count in self.cells_by_task.sum(axis=0)))

    def task_means(self) -> Array:
        """The mean difference on each task."""
        return self.difference_means

    def task_sums(self) -> TaskSums:
        """Per task: number, mean and sum of squared deviations of the differences."""
        return TaskSums(self.tasks, self.n, self.difference_means, self.difference_squares)

    def model_scores(self) -> tuple[ModelScore, ...]:
        """Each model's own mean and sd, in original units; empty if only differences are known."""
        if self.differences_only:
            return ()
        pooled = self.pooled()
        n = int(pooled.n[0])
        sds = np.sqrt(pooled.squares[0] / max(1, n - 1))
        means = original_units(pooled.means[0], self.zero_one, self.higher_is_better).tolist()
        return tuple(ModelScore(self.models[j], n, means[j], float(sds[j])) for j in (0, 1))

    def pairing(self) -> Pairing | None:
        """Correlation of the two models' scores and the variance that pairing saved."""
        if self.differences_only:
            return None
        pooled = self.pooled()
        first, second = pooled.squares[0]
        return pairing_gain(float(first), float(second), float(pooled.difference_squares[0]))


@dataclass(frozen=True, eq=False, repr=False)
class UnpairedSummary(TwoSamples):
    """Two independent samples of which only means, sds and numbers are known.

    Parameters:
        models: names of the first and second model.
        samples: mean, sd (n - 1) and number of the scores of each, oriented.
        higher_is_better: False if the scores were losses.
        notes: what was assumed on the way.
    """

    models: tuple[str, str]
    samples: tuple[Moments, Moments]
    higher_is_better: bool = True
    notes: tuple[str, ...] = ()

    score_range: ClassVar[None] = None
    unit: ClassVar[Unit] = SCORES
    tasks: ClassVar[tuple[str, ...]] = ("",)
    binary: ClassVar[bool] = False
    zero_one: ClassVar[bool] = False

    def __post_init__(self) -> None:
        for name, (mean, sd, n) in zip(self.models, self.samples, strict=True):
            if not 2 <= n <= MOST or not (isfinite(mean) and abs(mean) < LARGEST_SCORE and 0 <= sd < LARGEST_SCORE):
                raise ArgumentError(
                    f"The scores of `{name}` need a finite mean, sd >= 0 and n >= 2; got {mean:g}, {sd:g} and {n:,}."
                )
        if not any(sample.sd for sample in self.samples):
            raise ArgumentError(f"Of both models: {NO_SPREAD}")

    @property
    def sizes(self) -> tuple[int, int]:
        first, second = self.samples
        return first.n, second.n

    @cached_property
    def facts(self) -> Facts:
        """What is asked of the table again and again."""
        return replace(Facts.of(self, self.unit), paired=False, sums_only=True, printed="mean, sd and n")

    def extent(self) -> None:
        """Means and sds do not say what the scores were."""
        return

    def moments(self) -> tuple[Moments, Moments]:
        """Mean, sd and number of each model's scores."""
        return self.samples

    def original(self, oriented: Array) -> Array:
        """Oriented scores, or means of them, in their original units.

        Parameters:
            oriented: what to turn back.
        """
        return original_units(oriented, self.binary, self.higher_is_better)

    def by_task(self) -> PairedTable:
        """One unit per task: each model's mean score."""
        design, factors = one_per_task(self.tasks)
        means = np.array([[sample.mean for sample in self.samples]])
        return PairedTable(self.models, means, design, factors, self.higher_is_better, self.notes)

    def select_tasks(self, tasks: Sequence[str]) -> UnpairedSummary:
        """Printed numbers have no tasks to choose from.

        Parameters:
            tasks: names of tasks.
        """
        raise ArgumentError(f"These printed numbers are of one task without a name; there is no {listing(tasks)}.")


def _pool(parts: Sequence[PairedSummary]) -> PairedSummary:
    """All rows of all parts as one: sums within rows plus the sums between their means (Chan, Golub and LeVeque)."""
    n, means, squares, difference_means, difference_squares, cells, extremes, steps = (
        _stacked([getattr(part, name) for part in parts]) for name in SUMS
    )
    mean, square = _chan(n, means, squares)
    difference_mean, difference_square = _chan(n, difference_means, difference_squares)
    names = {name for part in parts for name in part.tasks}
    return replace(
        parts[0],
        tasks=(names.pop() if len(names) == 1 else "",),
        n=np.array([n.sum()]),
        means=mean,
        squares=square,
        difference_means=difference_mean,
        difference_squares=difference_square,
        cells_by_task=None if cells is None else cells.sum(axis=0)[None],
        extremes=None if extremes is None else np.array([[extremes[:, 0].min(), extremes[:, 1].max()]]),
        steps=None if steps is None else np.array([steps.min()]),  # unknown where one of them is
    )


def _chan(n: Array, means: Array, squares: Array) -> tuple[Array, Array]:
    weights = n.reshape(-1, *[1] * (means.ndim - 1))
    mean = (weights * means).sum(axis=0) / n.sum()
    return mean[None], (squares.sum(axis=0) + (weights * (means - mean) ** 2).sum(axis=0))[None]


def _stacked(arrays: Sequence[Any]) -> Any:
    return None if any(array is None for array in arrays) else np.concatenate(arrays)
