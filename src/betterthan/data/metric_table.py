"""MetricTable: truth and outputs with a metric of the whole test set, which no single case has a score of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from betterthan.arrays import Array, IntArray
from betterthan.data.by_value import Table
from betterthan.data.facts import Facts
from betterthan.data.moments import ModelScore
from betterthan.data.paired_units import one_per_task
from betterthan.data.predictions import Predictions
from betterthan.data.tables import PairedTable
from betterthan.data.units import CASES, CLUSTERS, Unit
from betterthan.errors import ArgumentError
from betterthan.numerics.metrics.metric import Column, Metric, Weighted
from betterthan.phrases import listing


@dataclass(frozen=True, eq=False, repr=False)
class MetricTable(Table):
    """Outputs of models on the same cases, and the metric by which they are compared.

    Parameters:
        predictions: truth and outputs of the cases that are compared.
        metric: one number for all of them.
        outputs: of each model, what the metric takes.
        notes: what was assumed on the way.
    """

    predictions: Predictions
    metric: Metric
    outputs: tuple[Column, ...]
    notes: tuple[str, ...] = ()

    score_range = None
    binary = False

    @property
    def models(self) -> tuple[str, ...]:  # type: ignore[override]
        return self.predictions.models

    @property
    def tasks(self) -> tuple[str, ...]:
        return self.predictions.tasks or ("",)

    @property
    def higher_is_better(self) -> bool:
        return self.metric.higher_is_better

    @property
    def unit(self) -> Unit:
        """What is drawn: cases, or clusters of cases that belong together."""
        return CASES if self.clusters is None else CLUSTERS

    @property
    def n_units(self) -> int:
        return len(self.predictions) if self.clusters is None else int(self.clusters.max()) + 1

    @cached_property
    def clusters(self) -> IntArray | None:
        """The cluster of each case, by number; within its task. None without a cluster column."""
        if "cluster" not in self.predictions.factors:
            return None
        columns = [self.predictions.factors[role].codes for role in ("task", "cluster") if role in self._roles]
        found: IntArray = np.unique(np.stack(columns), axis=1, return_inverse=True)[1].ravel()
        return found

    @property
    def _roles(self) -> tuple[str, ...]:
        return self.predictions.columns

    @property
    def by_class(self) -> IntArray | None:
        """The class of each case; None where the truth is no class."""
        return self.predictions.truth if self.predictions.kind not in ("values", "multilabel", "texts") else None

    @cached_property
    def facts(self) -> Facts:
        """What is asked of the table again and again."""
        return replace(Facts.of(self, self.unit), metric=self.metric.name)

    @cached_property
    def weighted(self) -> tuple[Weighted, ...]:
        """Of each model, the metric as a function of the weights of the cases, which count beside the user's own."""
        made = tuple(self.metric.over(self.predictions.truth, output) for output in self.outputs)
        own = self.predictions.weight
        return made if own is None else tuple(_times(metric, own) for metric in made)

    @cached_property
    def values(self) -> Array:
        """The metric of each model, in its own units."""
        ones = np.ones((1, len(self.predictions)))
        found = np.array([float(metric(ones)[0]) for metric in self.weighted])
        undefined = [name for name, value in zip(self.models, found, strict=True) if not np.isfinite(value)]
        if undefined:
            raise ArgumentError(
                f"The {self.metric.title} of {listing(undefined)} is undefined: "
                f"{self.metric.undefined or 'it is not a number'}."
            )
        return found

    def oriented(self, values: Array) -> Array:
        """Values of the metric turned so that larger is better.

        Parameters:
            values: any array of them.
        """
        return values if self.higher_is_better else 0.0 - values

    @property
    def alike(self) -> bool:
        """Whether all models said the same of every case."""
        return all(np.array_equal(output, self.outputs[0]) for output in self.outputs[1:])

    def by_task(self) -> PairedTable:
        """One unit per task: the metric of each model on it."""
        parts = [self] if len(self.tasks) == 1 else [self.select_tasks([task]) for task in self.tasks]
        design, factors = one_per_task(self.tasks)
        scores = np.stack([self.oriented(part.values) for part in parts])
        return PairedTable(
            self.models, scores, design, factors, self.higher_is_better, self.notes, False, measured=self.in_words
        )

    @property
    def in_words(self) -> str:
        """The metric, as the end of a sentence."""
        return f"the {self.metric.title}"

    def select_tasks(self, tasks: Sequence[str]) -> MetricTable:
        """The part of the named tasks.

        Parameters:
            tasks: names of tasks, each of which must be there.
        """
        return self._of(self.predictions.select_tasks(tasks), self._where("task", tasks))

    def within(self, column: str, value: str) -> MetricTable:
        """The cases in which a column has a value.

        Parameters:
            column: a role or a further column.
            value: one of its values.
        """
        return self._of(self.predictions.only(column, value), self._where(column, (value,)))

    def _where(self, column: str, values: Sequence[str]) -> IntArray:
        factor = self.predictions.factors[column]
        codes = [factor.names.index(value) for value in values]
        found: IntArray = np.flatnonzero(np.isin(factor.codes, codes))
        return found

    def _of(self, predictions: Predictions, numbers: IntArray) -> MetricTable:
        return replace(self, predictions=predictions, outputs=tuple(output[numbers] for output in self.outputs))

    def in_order(self, order: IntArray) -> MetricTable:
        """The same cases in another order.

        Parameters:
            order: their numbers, from 0.
        """
        return self._of(self.predictions.chosen(order), order)

    def of_models(self, names: tuple[str, ...]) -> MetricTable:
        """The table of some of its models, in this order.

        Parameters:
            names: their names.
        """
        chosen = self.predictions.only("model", names)
        return replace(self, predictions=chosen, outputs=tuple(self.outputs[self.models.index(name)] for name in names))

    def two(self, first: str, second: str) -> MetricTable:
        """The table of two of its models.

        Parameters:
            first: the model that is named first.
            second: the other model.
        """
        return self.of_models((first, second))

    def model_scores(self) -> tuple[ModelScore, ...]:
        """The metric of each model; a single number has no spread."""
        return tuple(
            ModelScore(name, self.n_units, float(value), float("nan"))
            for name, value in zip(self.models, self.values, strict=True)
        )

    def pairing(self) -> None:
        """No case has a score of its own, so what pairing saved cannot be told."""


def _times(metric: Weighted, own: Array) -> Weighted:
    return lambda weights: metric(weights * own)
