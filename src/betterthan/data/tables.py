"""Tables: the scores of models on the same units, or on their own, and how those units arose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from betterthan.arrays import Array
from betterthan.data.design import Design, narrowed
from betterthan.data.factors import Factor, recoded
from betterthan.data.moments import Cells, ModelScore, Moments, Pairing, moments, original_units, pairing_gain
from betterthan.data.units import CASES, TASKS, Unit
from betterthan.errors import ArgumentError, PairingError
from betterthan.numerics.ties import ROUNDING
from betterthan.phrases import unknown_name


@dataclass(frozen=True)
class PairedTable:
    """Scores of the models on the same units.

    Parameters:
        models: names; the first and second are compared.
        scores: units x models, oriented; None if only differences are known.
        given_differences: differences first - second, if that is all that is known.
        design: how the units arose.
        factors: labels per unit (`task`, subgroup columns), by name.
        higher_is_better: False if the scores were losses.
        notes: what was dropped, averaged or assumed.
        of_binary: whether the scores are 0/1 or means of such, whose losses were read as 1 - loss; None looks at them.
    """

    models: tuple[str, ...]
    scores: Array | None
    given_differences: Array | None = None
    design: Design = Design()
    factors: Mapping[str, Factor] = field(default_factory=dict)
    higher_is_better: bool = True
    notes: tuple[str, ...] = ()
    of_binary: bool | None = None

    @property
    def n_units(self) -> int:
        return len(self.differences())

    @property
    def tasks(self) -> tuple[str, ...]:
        return self.factors["task"].names if "task" in self.factors else ("",)

    @cached_property
    def binary(self) -> bool:
        """Whether every score is 0 or 1 (correct or not)."""
        return self.scores is not None and bool(np.isin(self.scores, (0.0, 1.0)).all())

    @cached_property
    def missing(self) -> int:
        """Number of scores that are not there; only a table of several models may lack some."""
        return sum(self.gaps())

    def gaps(self) -> list[int]:
        """On how many units each model has no score."""
        return [] if self.scores is None else [int(gap) for gap in np.isnan(self.scores).sum(axis=0)]

    def differences(self) -> Array:
        """First minus second, one per unit, oriented; rounding noise is set to exactly 0."""
        return self._differences

    @cached_property
    def _differences(self) -> Array:
        if self.scores is None:
            assert self.given_differences is not None
            return self.given_differences
        differences = self.scores[:, 0] - self.scores[:, 1]
        noise = ROUNDING * np.abs(self.scores[:, :2]).max(initial=0.0)
        return np.where(np.abs(differences) <= noise, 0.0, differences)

    def moments(self) -> Moments:
        """Mean, sd and number of the differences."""
        return moments(self.differences())

    def cells(self) -> Cells:
        """The four counts, for 0/1 scores."""
        if self.scores is None or not self.binary:
            raise PairingError("The four counts exist only where every score is 0 or 1.")
        outcomes = np.bincount((2 * self.scores[:, 0] + self.scores[:, 1]).astype(int), minlength=4)
        return Cells(*(int(count) for count in outcomes))

    def task_means(self) -> Array:
        """The mean difference on each task."""
        if "task" not in self.factors:
            return np.array([self.moments().mean])
        codes = self.factors["task"].codes
        return np.bincount(codes, self.differences(), len(self.tasks)) / np.bincount(codes, minlength=len(self.tasks))

    def by_task(self) -> PairedTable:
        """One unit per task: its mean score (or mean difference)."""
        if "task" not in self.factors:
            return self
        codes, count = self.factors["task"].codes, len(self.tasks)
        sizes = np.bincount(codes, minlength=count)
        columns = () if self.scores is None else self.scores.T
        means = [np.bincount(codes, column, count) / sizes for column in columns]
        return replace(
            self,
            scores=np.stack(means, axis=1) if means else None,
            given_differences=None if means else self.task_means(),
            design=Design(TASKS, {"task": count}),
            factors={"task": Factor(np.arange(count), self.tasks)},
            of_binary=self.binary if self.of_binary is None else self.of_binary,
        )

    def original(self, oriented: Array) -> Array:
        """Oriented scores, or means of them, in their original units.

        Parameters:
            oriented: what to turn back.
        """
        binary = self.binary if self.of_binary is None else self.of_binary
        return original_units(oriented, binary, self.higher_is_better)

    def model_scores(self) -> tuple[ModelScore, ...]:
        """Each model's own mean and sd, in original units; empty if only differences are known."""
        if self.scores is None:
            return ()
        columns = ((name, moments(self.scores[:, j])) for j, name in enumerate(self.models))
        return tuple(ModelScore(name, m.n, float(self.original(np.asarray(m.mean))), m.sd) for name, m in columns)

    def pairing(self) -> Pairing | None:
        """Correlation of the two models' scores and the variance that pairing saved."""
        if self.scores is None or self.moments().sd == 0:
            return None
        scaled = self.scores[:, :2] / np.abs(self.scores[:, :2]).max()  # squares of 1e300 would leave the range
        apart = scaled - scaled.mean(axis=0)
        first, second = (apart**2).sum(axis=0)
        return pairing_gain(float(first), float(second), float(((apart[:, 0] - apart[:, 1]) ** 2).sum()))

    def where(self, name: str, values: Sequence[str]) -> PairedTable:
        """The units whose label in a factor is one of the values.

        Parameters:
            name: the factor, for example `task`.
            values: the labels.
        """
        codes = [self.factors[name].names.index(value) for value in values]
        chosen = np.flatnonzero(np.isin(self.factors[name].codes, codes))
        factors = {key: recoded(labels[chosen]) for key, labels in self.factors.items()}
        return replace(
            self,
            scores=None if self.scores is None else self.scores[chosen],
            given_differences=None if self.given_differences is None else self.given_differences[chosen],
            design=narrowed(self.design, factors),
            factors=factors,
        )

    def two(self, first: str, second: str) -> PairedTable:
        """The table of two of its models, on the units that both have.

        Parameters:
            first: the model that is named first.
            second: the other model.
        """
        assert self.scores is not None
        columns = self.scores[:, [self.models.index(first), self.models.index(second)]]
        shared = np.flatnonzero(~np.isnan(columns).any(axis=1))
        if not len(shared):
            raise PairingError(f"`{first}` and `{second}` have no unit in common.")
        factors = self.factors
        if len(shared) < len(columns):
            factors = {name: recoded(labels[shared]) for name, labels in self.factors.items()}
        return replace(self, models=(first, second), scores=columns[shared], factors=factors)

    def select_tasks(self, tasks: Sequence[str]) -> PairedTable:
        """The units of the named tasks.

        Parameters:
            tasks: names of tasks, each of which must be there.
        """
        for task in tasks:
            if "task" not in self.factors or task not in self.tasks:
                raise ArgumentError(unknown_name("task", task, [name for name in self.tasks if name]))
        return self.where("task", tasks)


@dataclass(frozen=True)
class UnpairedTable:
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

    @property
    def n_units(self) -> int:
        """Number of scores of both models."""
        return len(self.first) + len(self.second)

    @property
    def tasks(self) -> tuple[str, ...]:
        return ("",) if self.first_task is None else self.first_task.names

    @cached_property
    def binary(self) -> bool:
        """Whether every score is 0 or 1."""
        return all(bool(np.isin(scores, (0.0, 1.0)).all()) for scores in (self.first, self.second))

    def original(self, oriented: Array) -> Array:
        """Oriented scores, or means of them, in their original units.

        Parameters:
            oriented: what to turn back.
        """
        binary = self.binary if self.of_binary is None else self.of_binary
        return original_units(oriented, binary, self.higher_is_better)

    def moments(self) -> tuple[Moments, Moments]:
        """Mean, sd and number of each model's scores."""
        return moments(self.first), moments(self.second)

    def model_scores(self) -> tuple[ModelScore, ...]:
        """Each model's own mean and sd, in original units."""
        return tuple(
            ModelScore(name, m.n, float(self.original(np.asarray(m.mean))), m.sd)
            for name, m in zip(self.models, self.moments(), strict=True)
        )

    def pairing(self) -> None:
        """Nothing is paired, so pairing saved nothing."""

    def by_task(self) -> PairedTable:
        """One unit per task: each model's mean score, which may be paired."""
        columns = [
            np.bincount(task.codes, scores) / np.bincount(task.codes) for scores, task in self._columns()
        ]  # every task has scores of both models
        tasks = f"Tasks are shared, so they are paired: each model has its mean over its own {self.unit}."
        return PairedTable(
            self.models,
            np.stack(columns, axis=1),
            design=Design(TASKS, {"task": len(self.tasks)}),
            factors={"task": Factor(np.arange(len(self.tasks)), self.tasks)},
            higher_is_better=self.higher_is_better,
            notes=(*self.notes, tasks),
            of_binary=self.binary if self.of_binary is None else self.of_binary,
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
        return replace(self, first=first, second=second, first_task=first_task, second_task=second_task)

    def _columns(self) -> tuple[tuple[Array, Factor], tuple[Array, Factor]]:
        """Each model's scores and their tasks, whose names both models have in the same order."""
        one, other = self.first_task, self.second_task
        if one is None or other is None:
            one, other = (Factor(np.zeros(len(scores), dtype=np.int64), ("",)) for scores in (self.first, self.second))
        return (self.first, one), (self.second, other)
