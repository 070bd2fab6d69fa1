"""Paired units: what a table of scores and a table of differences share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Self

import numpy as np

from betterthan.data.by_value import Table
from betterthan.data.clusters import clustered_mean, numbered_clusters
from betterthan.data.design import Design
from betterthan.data.factors import Factor, recoded
from betterthan.data.facts import Facts
from betterthan.data.folds import crowded_folds, is_five_by_two, unclear_over_tasks, unclear_test_fraction
from betterthan.data.moments import Cells, ModelScore, Moments, Pairing, TaskSums, moments
from betterthan.data.units import CLUSTERED_CASES, FOLDS, TASKS
from betterthan.errors import ArgumentError
from betterthan.numerics.ties import ROUNDING
from betterthan.phrases import unknown_name

if TYPE_CHECKING:
    from betterthan.arrays import Array, IntArray
    from betterthan.data.clusters import Clustering
    from betterthan.data.ranges import ScoreRange


class PairedUnits(Table, ABC):
    """Units that two or more models share, one by one: a `PairedTable` or `PairedDifferences`."""

    models: tuple[str, ...]
    design: Design
    factors: Mapping[str, Factor]
    higher_is_better: bool
    notes: tuple[str, ...]
    score_range: ScoreRange | None
    measured: str
    """What the scores are, where they were computed from predictions; empty if they were given."""
    own_scores: ClassVar[bool]
    """Whether the models' own scores are known."""

    @abstractmethod
    def differences(self) -> Array:
        """First minus second, one per unit, oriented."""

    @abstractmethod
    def by_task(self) -> Self:
        """One unit per task: its mean scores, or its mean difference."""

    @abstractmethod
    def only(self, chosen: IntArray) -> Self:
        """Some of the units.

        Parameters:
            chosen: their numbers, from 0.
        """

    @abstractmethod
    def cells(self) -> Cells:
        """The four counts, for 0/1 scores."""

    @abstractmethod
    def model_scores(self) -> tuple[ModelScore, ...]:
        """Each model's own mean and sd, in original units; empty if they are not known."""

    @abstractmethod
    def pairing(self) -> Pairing | None:
        """Correlation of the two models' scores and the variance that pairing saved, where that can be told."""

    @property
    @abstractmethod
    def alike(self) -> bool:
        """Whether the models differ by the same on all units, of which there are several; in clusters, on average."""

    @abstractmethod
    def clustering(self) -> Clustering | None:
        """What is known of the clusters; None where there are none, or where single cases are not known."""

    @abstractmethod
    def extent(self) -> ScoreRange | None:
        """The lowest and the highest score that was seen, in original units; None where scores are not known."""

    @property
    @abstractmethod
    def n_units(self) -> int:
        """Number of units."""

    @property
    @abstractmethod
    def binary(self) -> bool:
        """Whether every score is 0 or 1."""

    @property
    def zero_one(self) -> bool:
        """Whether the scores are 0/1 or means of such."""
        return self.binary

    @property
    @abstractmethod
    def missing(self) -> int:
        """Number of scores that are not there."""

    @cached_property
    def facts(self) -> Facts:
        """What is asked of the table again and again."""
        shared = _shared_training(self)
        folds = self.design.unit == FOLDS
        return replace(
            Facts.of(self, self.design.unit),
            complete=self.missing == 0,
            own_scores=self.own_scores,
            five_by_two=folds and is_five_by_two(self.factors, self.n_units),
            test_fraction=self.design.test_fraction if shared is None else None,
            unclear=shared,
            crowded_folds=crowded_folds(self.factors, self.n_units) if folds and len(self.tasks) == 1 else None,
            averaged=self.design.averaged,
            own=self.design.own,
            repeats=self.design.levels.get("repeat", 1) if folds else 1,
            decoding=self.design.decoding,
            test_cases=self.design.n_test,
            measured=self.measured,
            clusters=int(self.clusters.max()) + 1 if self.design.unit == CLUSTERED_CASES else None,
        )

    @cached_property
    def clusters(self) -> IntArray:
        """The number of the cluster of each of single cases in clusters, from 0."""
        return numbered_clusters(self.factors)

    @property
    def tasks(self) -> tuple[str, ...]:
        return self.factors["task"].names if "task" in self.factors else ("",)

    def moments(self) -> Moments:
        """Mean, sd and number of the differences; of cases in clusters that all agree, the mean without noise."""
        found = moments(self.differences())
        if self.design.unit != CLUSTERED_CASES:
            return found
        return found._replace(mean=clustered_mean(self.differences(), self.clusters).mean)

    def task_means(self) -> Array:
        """The mean difference on each task."""
        if "task" not in self.factors:
            return np.array([self.moments().mean])
        codes = self.factors["task"].codes
        return np.bincount(codes, self.differences(), len(self.tasks)) / np.bincount(codes, minlength=len(self.tasks))

    def task_sums(self) -> TaskSums:
        """Per task: number, mean and sum of squared deviations of the differences."""
        differences, means = self.differences(), self.task_means()
        codes = self.factors["task"].codes if "task" in self.factors else np.zeros(len(differences), dtype=np.int64)
        apart = differences - means[codes]
        n, ss = np.bincount(codes), np.bincount(codes, apart**2)
        noise = n * (ROUNDING * np.abs(means)) ** 2  # equal differences whose mean is off by rounding
        return TaskSums(self.tasks, n, means, np.where(ss > noise, ss, 0.0))

    def where(self, name: str, values: Sequence[str]) -> Self:
        """The units whose label in a factor is one of the values.

        Parameters:
            name: the factor, for example `task`.
            values: the labels.
        """
        codes = [self.factors[name].names.index(value) for value in values]
        return self.only(np.flatnonzero(np.isin(self.factors[name].codes, codes)))

    def select_tasks(self, tasks: Sequence[str]) -> Self:
        """The units of the named tasks.

        Parameters:
            tasks: names of tasks, each of which must be there.
        """
        for task in tasks:
            if "task" not in self.factors or task not in self.tasks:
                raise ArgumentError(unknown_name("task", task, [name for name in self.tasks if name]))
        return self.where("task", tasks)


def _shared_training(table: PairedUnits) -> str | None:
    """Why the share of the data that a fold is tested on is not clear; several tasks need one share for all."""
    if table.design.unit != FOLDS:
        return None
    if len(table.tasks) == 1:
        return unclear_test_fraction(table.design, table.factors)
    return unclear_over_tasks(table.design, table.factors)


def only_factors(factors: Mapping[str, Factor], chosen: IntArray) -> dict[str, Factor]:
    """The labels of some units, without names that none of them has."""
    return {name: recoded(labels[chosen]) for name, labels in factors.items()}


def one_per_task(tasks: Sequence[str]) -> tuple[Design, dict[str, Factor]]:
    """Design and labels of a table that has one unit per task."""
    return Design(TASKS, {TASKS.key: len(tasks)}), {TASKS.key: Factor(np.arange(len(tasks)), tuple(tasks))}
