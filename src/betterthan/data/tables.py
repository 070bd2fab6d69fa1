"""Tables: scores of models on the same units, their differences only, or scores on units of their own."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import ClassVar

import numpy as np

from betterthan.arrays import Array, IntArray
from betterthan.data.by_value import Table
from betterthan.data.clusters import Clustering, Members, clustered_mean, clustering_of
from betterthan.data.design import Design, narrowed
from betterthan.data.factors import Factor, recoded
from betterthan.data.facts import Facts
from betterthan.data.moments import Cells, ModelScore, Moments, Pairing, moments, original_units, pairing_gain
from betterthan.data.paired_units import PairedUnits, one_per_task, only_factors
from betterthan.data.ranges import ScoreRange
from betterthan.data.rounding import refuse_lost_among, without_noise
from betterthan.data.units import CASES, CLUSTERED_CASES, TASKS, Unit
from betterthan.errors import ArgumentError, PairingError
from betterthan.phrases import unknown_name

NO_COUNTS = "The four counts exist only where every score is 0 or 1."


@dataclass(frozen=True, eq=False, repr=False)
class PairedTable(PairedUnits):
    """Scores of the models on the same units.

    Parameters:
        models: names; the first and second are compared.
        scores: units x models, oriented; NaN where one of several models has none.
        design: how the units arose.
        factors: labels per unit (`task`, subgroup columns), by name.
        higher_is_better: False if the scores were losses.
        notes: what was dropped, averaged or assumed.
        of_binary: whether the scores are 0/1 or means of such, whose losses were read as 1 - loss; None looks at them.
        score_range: what a score can be, in its own units, as the user says; None if nothing is said.
        measured: what the scores are, where they were computed from predictions; empty if they were given.
        members: the single cases, where each unit is the mean of a cluster of them; else None.
    """

    models: tuple[str, ...]
    scores: Array
    design: Design = Design()
    factors: Mapping[str, Factor] = field(default_factory=dict)
    higher_is_better: bool = True
    notes: tuple[str, ...] = ()
    of_binary: bool | None = None
    score_range: ScoreRange | None = None
    measured: str = ""
    members: Members | None = None

    own_scores: ClassVar[bool] = True

    @property
    def n_units(self) -> int:
        """Number of units; one model alone has units, but no differences."""
        return len(self.scores)

    @cached_property
    def binary(self) -> bool:
        """Whether every score is 0 or 1 (correct or not)."""
        return bool(np.isin(self.scores, (0.0, 1.0)).all())

    @property
    def zero_one(self) -> bool:
        """Whether the scores are 0/1 or means of such; of several models some may be missing."""
        if self.of_binary is not None:
            return self.of_binary
        return self.binary or bool((np.isin(self.scores, (0.0, 1.0)) | np.isnan(self.scores)).all())

    @cached_property
    def missing(self) -> int:
        """Number of scores that are not there; only a table of several models may lack some."""
        return sum(self.gaps())

    def gaps(self) -> list[int]:
        """On how many units each model has no score."""
        return [int(gap) for gap in np.isnan(self.scores).sum(axis=0)]

    def differences(self) -> Array:
        """First minus second, one per unit, oriented; rounding noise is set to exactly 0."""
        return self._differences

    @cached_property
    def _differences(self) -> Array:
        return without_noise(self.scores[:, 0], self.scores[:, 1])

    @cached_property
    def alike(self) -> bool:
        """Whether every model differs from the first by the same on all units that both have, two at least."""
        if len(self.models) < 2 or self.n_units < 2:
            return False
        if len(self.models) == 2:
            return _alike(self, self.differences())
        apart = self.scores[:, 1:] - self.scores[:, [0]]
        shared = [gap[~np.isnan(gap)] for gap in apart.T]
        return all(len(gap) > 1 and moments(gap).sd == 0 for gap in shared)

    def clustering(self) -> Clustering | None:
        """What is known of the clusters, of the differences of two models or of the scores of one."""
        if self.design.unit == CLUSTERED_CASES:
            return clustering_of(_compared(self.scores), self.clusters, _numbered_tasks(self), "cases")
        if self.members is None:
            return None
        unit = self.members.unit
        return clustering_of(_compared(self.members.scores), unit, _numbered_tasks(self)[unit], "clusters")

    def extent(self) -> ScoreRange:
        """The lowest and the highest score that was seen, in original units."""
        low, high = sorted(self.original(np.array([np.nanmin(self.scores), np.nanmax(self.scores)])).tolist())
        return low, high

    def cells(self) -> Cells:
        """The four counts, for 0/1 scores."""
        if not self.binary:
            raise PairingError(NO_COUNTS)
        outcomes = np.bincount((2 * self.scores[:, 0] + self.scores[:, 1]).astype(int), minlength=4)
        return Cells(*(int(count) for count in outcomes))

    def by_task(self) -> PairedTable:
        """One unit per task: its mean scores."""
        if "task" not in self.factors:
            return self
        codes, count = self.factors["task"].codes, len(self.tasks)
        sizes = np.bincount(codes, minlength=count)
        means = [np.bincount(codes, column, count) / sizes for column in self.scores.T]
        design, factors = one_per_task(self.tasks)
        made = np.stack(means, axis=1)
        return replace(self, scores=made, design=design, factors=factors, of_binary=self.zero_one, members=None)

    def original(self, oriented: Array) -> Array:
        """Oriented scores, or means of them, in their original units.

        Parameters:
            oriented: what to turn back.
        """
        return original_units(oriented, self.zero_one, self.higher_is_better)

    def model_scores(self) -> tuple[ModelScore, ...]:
        """Each model's own mean and sd, in original units."""
        columns = ((name, moments(self.scores[:, j])) for j, name in enumerate(self.models))
        return tuple(ModelScore(name, m.n, float(self.original(np.asarray(m.mean))), m.sd) for name, m in columns)

    def pairing(self) -> Pairing | None:
        """Correlation of the two models' scores and the variance that pairing saved."""
        if self.moments().sd == 0:
            return None
        scaled = self.scores[:, :2] / np.abs(self.scores[:, :2]).max()  # squares of 1e300 would leave the range
        apart = scaled - scaled.mean(axis=0)
        first, second = (apart**2).sum(axis=0)
        return pairing_gain(float(first), float(second), float(((apart[:, 0] - apart[:, 1]) ** 2).sum()))

    def only(self, chosen: IntArray) -> PairedTable:
        """Some of the units.

        Parameters:
            chosen: their numbers, from 0.
        """
        factors, members = only_factors(self.factors, chosen), self.members
        return replace(
            self,
            scores=self.scores[chosen],
            design=narrowed(self.design, factors),
            factors=factors,
            members=None if members is None else members.of_units(chosen),
        )

    def two(self, first: str, second: str) -> PairedTable:
        """The table of two of its models, on the units that both have.

        Parameters:
            first: the model that is named first.
            second: the other model.
        """
        found = self.of(first, second)
        if not found.n_units:
            raise PairingError(f"`{first}` and `{second}` have no unit in common.")
        return found

    def of(self, *models: str) -> PairedTable:
        """The table of some of its models, on the units that all of them have.

        Parameters:
            models: their names, in the order that they are to have.
        """
        columns, members = [self.models.index(name) for name in models], self.members
        scores = self.scores[:, columns]
        shared = np.flatnonzero(~np.isnan(scores).any(axis=1))
        chosen = None if members is None else members.of_models(columns)
        if len(shared) == len(scores):
            return replace(self, models=models, scores=scores, members=chosen)
        return replace(
            self,
            models=models,
            scores=scores[shared],
            factors=only_factors(self.factors, shared),
            members=None if chosen is None else chosen.of_units(shared),
        )


def _compared(scores: Array) -> Array:
    """The differences of two models, or the scores of a single one."""
    return scores[:, 0] if scores.shape[1] == 1 else without_noise(scores[:, 0], scores[:, 1])


def _alike(table: PairedUnits, differences: Array) -> bool:
    """Whether the differences are all the same, or of cases in clusters the mean of every cluster is."""
    if table.design.unit == CLUSTERED_CASES:
        return clustered_mean(differences, table.clusters).standard_error == 0
    return moments(differences).sd == 0


def _numbered_tasks(table: PairedUnits) -> IntArray:
    """The number of each unit's task, from 0."""
    return table.factors[TASKS.key].codes if TASKS.key in table.factors else np.zeros(table.n_units, dtype=np.int64)


@dataclass(frozen=True, eq=False, repr=False)
class PairedDifferences(PairedUnits):
    """Differences of two models on the same units, where their own scores are not known.

    Parameters:
        models: names of the first and second model.
        values: first minus second, one per unit, larger meaning that the first model is better.
        design: how the units arose.
        factors: labels per unit (`task`), by name.
        higher_is_better: False if they were differences of losses.
        notes: what was dropped, averaged or assumed.
        score_range: as in `PairedTable`.
        measured: as in `PairedTable`.
    """

    models: tuple[str, ...]
    values: Array
    design: Design = Design()
    factors: Mapping[str, Factor] = field(default_factory=dict)
    higher_is_better: bool = True
    notes: tuple[str, ...] = ()
    score_range: ScoreRange | None = None
    measured: str = ""

    own_scores: ClassVar[bool] = False

    @property
    def n_units(self) -> int:
        return len(self.values)

    @property
    def binary(self) -> bool:
        """Differences do not say whether the scores were 0 or 1."""
        return False

    @property
    def missing(self) -> int:
        """A difference is there or not: nothing is missing."""
        return 0

    def differences(self) -> Array:
        """First minus second, one per unit, oriented."""
        return self.values

    @cached_property
    def alike(self) -> bool:
        """Whether all differences are the same; one says nothing about that."""
        return self.n_units > 1 and _alike(self, self.values)

    def clustering(self) -> Clustering | None:
        """What is known of the clusters, of single cases in clusters."""
        if self.design.unit != CLUSTERED_CASES:
            return None
        return clustering_of(self.values, self.clusters, _numbered_tasks(self), "cases")

    def extent(self) -> None:
        """Differences do not say what the scores were."""
        return

    def cells(self) -> Cells:
        """Differences have no counts."""
        raise PairingError(NO_COUNTS)

    def by_task(self) -> PairedDifferences:
        """One unit per task: its mean difference."""
        if "task" not in self.factors:
            return self
        design, factors = one_per_task(self.tasks)
        return replace(self, values=self.task_means(), design=design, factors=factors)

    def model_scores(self) -> tuple[ModelScore, ...]:
        """The models' own scores are not known."""
        return ()

    def pairing(self) -> None:
        """What pairing saved cannot be told without the models' own scores."""

    def only(self, chosen: IntArray) -> PairedDifferences:
        """Some of the units.

        Parameters:
            chosen: their numbers, from 0.
        """
        factors = only_factors(self.factors, chosen)
        return replace(self, values=self.values[chosen], design=narrowed(self.design, factors), factors=factors)


class TwoSamples(Table, ABC):
    """Two models that share no units: single scores, or what is known of them in short."""

    models: tuple[str, str]
    higher_is_better: bool
    notes: tuple[str, ...]

    @property
    @abstractmethod
    def sizes(self) -> tuple[int, int]:
        """Number of scores of each model."""

    @abstractmethod
    def moments(self) -> tuple[Moments, Moments]:
        """Mean, sd and number of each model's scores."""

    @abstractmethod
    def original(self, oriented: Array) -> Array:
        """Oriented scores, or means of them, in their original units.

        Parameters:
            oriented: what to turn back.
        """

    @property
    def n_units(self) -> int:
        """Number of scores of both models."""
        return sum(self.sizes)

    @cached_property
    def alike(self) -> bool:
        """Whether neither sample varies."""
        return all(sample.sd == 0 for sample in self.moments())

    def model_scores(self) -> tuple[ModelScore, ...]:
        """Each model's own mean and sd, in original units."""
        return tuple(
            ModelScore(name, m.n, float(self.original(np.asarray(m.mean))), m.sd)
            for name, m in zip(self.models, self.moments(), strict=True)
        )

    def pairing(self) -> None:
        """Nothing is paired, so pairing saved nothing."""
        return


@dataclass(frozen=True, eq=False, repr=False)
class UnpairedTable(TwoSamples):
    """Scores of two models that share no units: two independent samples.

    Tasks are shared even where seeds are not: a table of several tasks has one mean per task and model (`by_task`).

    Parameters:
        models: names of the first and second model.
        first: scores of the first model, oriented.
        second: scores of the second model, oriented.
        unit: what one score belongs to, as in `Design`.
        first_task: the task of each score of the first model; None if there is only one, without a name.
        second_task: the task of each score of the second model.
        higher_is_better: False if the scores were losses.
        notes: what was averaged or assumed, and why the scores are not paired.
        of_binary: as in `PairedTable`.
        averaged: as in `Design`.
        own: as in `Design`.
        repeats: number of repeats that folds are in.
        score_range: as in `PairedTable`.
        shared: how many units both models have, of how many, where they were not to be paired; else None.
        decoding: as in `Design`.
        measured: as in `PairedTable`.
    """

    models: tuple[str, str]
    first: Array
    second: Array
    unit: Unit = CASES
    first_task: Factor | None = None
    second_task: Factor | None = None
    higher_is_better: bool = True
    notes: tuple[str, ...] = ()
    of_binary: bool | None = None
    averaged: tuple[str, ...] = ()
    own: tuple[str, ...] = ()
    repeats: int = 1
    score_range: ScoreRange | None = None
    shared: tuple[int, int] | None = None
    decoding: str | None = None
    measured: str = ""

    @property
    def sizes(self) -> tuple[int, int]:
        return len(self.first), len(self.second)

    @property
    def tasks(self) -> tuple[str, ...]:
        return ("",) if self.first_task is None else self.first_task.names

    @cached_property
    def binary(self) -> bool:
        """Whether every score is 0 or 1."""
        return all(bool(np.isin(scores, (0.0, 1.0)).all()) for scores in (self.first, self.second))

    @property
    def zero_one(self) -> bool:
        """Whether the scores are 0/1 or means of such."""
        return self.binary if self.of_binary is None else self.of_binary

    @cached_property
    def facts(self) -> Facts:
        """What is asked of the table again and again."""
        return replace(
            Facts.of(self, self.unit),
            paired=False,
            averaged=self.averaged,
            own=self.own,
            repeats=self.repeats,
            decoding=self.decoding,
            shared=self.shared,
            measured=self.measured,
        )

    def extent(self) -> ScoreRange:
        """The lowest and the highest score that was seen, in original units."""
        both = np.concatenate([self.first, self.second])
        low, high = sorted(self.original(np.array([both.min(), both.max()])).tolist())
        return low, high

    def original(self, oriented: Array) -> Array:
        """Oriented scores, or means of them, in their original units.

        Parameters:
            oriented: what to turn back.
        """
        return original_units(oriented, self.zero_one, self.higher_is_better)

    def moments(self) -> tuple[Moments, Moments]:
        """Mean, sd and number of each model's scores; scores that differ by hardly more than rounding are refused."""
        refuse_lost_among(np.concatenate([self.first, self.second])[None, :])
        return moments(self.first), moments(self.second)

    def by_task(self) -> PairedTable:
        """One unit per task: each model's mean score, which may be paired."""
        columns = [
            np.bincount(task.codes, scores) / np.bincount(task.codes) for scores, task in self._columns()
        ]  # every task has scores of both models
        tasks = f"Tasks are shared, so they are paired: each model has its mean over its own {self.unit}."
        design, factors = one_per_task(self.tasks)
        return PairedTable(
            self.models,
            np.stack(columns, axis=1),
            design=design,
            factors=factors,
            higher_is_better=self.higher_is_better,
            notes=(*self.notes, tasks),
            of_binary=self.zero_one,
            score_range=self.score_range,
            measured=self.measured,
        )

    def select_tasks(self, tasks: Sequence[str]) -> UnpairedTable:
        """The scores on the named tasks.

        Parameters:
            tasks: names of tasks, each of which must be there.
        """
        for name in tasks:
            if self.first_task is None or name not in self.tasks:
                raise ArgumentError(unknown_name("task", name, [known for known in self.tasks if known]))
        codes = [self.tasks.index(name) for name in tasks]
        columns = [(scores, task, np.flatnonzero(np.isin(task.codes, codes))) for scores, task in self._columns()]
        (first, first_task), (second, second_task) = (
            (scores[chosen], recoded(task[chosen])) for scores, task, chosen in columns
        )
        return replace(self, first=first, second=second, first_task=first_task, second_task=second_task, shared=None)

    def _columns(self) -> tuple[tuple[Array, Factor], tuple[Array, Factor]]:
        """Each model's scores and their tasks, whose names both models have in the same order."""
        one, other = self.first_task, self.second_task
        if one is None or other is None:
            one, other = (Factor(np.zeros(len(scores), dtype=np.int64), ("",)) for scores in (self.first, self.second))
        return (self.first, one), (self.second, other)
