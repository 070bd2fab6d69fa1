"""Clusters of cases: the mean over cases, with a standard error that allows for them, and the mean over clusters.

The two differ where clusters differ in size: each case counts alike, or each cluster does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import frexp, isnan, nan, sqrt
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from betterthan.arrays import Array, IntArray
from betterthan.data.by_value import ByValue
from betterthan.data.units import CLUSTERS, TASKS
from betterthan.numerics.ties import ROUNDING
from betterthan.vocabulary import Estimand, Weight

if TYPE_CHECKING:
    from betterthan.data.factors import Factor

ESTIMANDS: Mapping[Weight, Estimand] = {"clusters": "mean over clusters", "cases": "mean over cases"}
"""What is estimated, by what counts alike."""


class ClusteredMean(NamedTuple):
    """A mean over cases, its clustered standard error (NaN for one cluster), and the number of clusters."""

    mean: float
    standard_error: float
    clusters: int


@dataclass(frozen=True)
class Clustering:
    """What is known of the clusters that cases come in.

    Over several tasks, each mean is that of the tasks' own means, with the standard error for these tasks.

    Parameters:
        cases: number of cases in all clusters.
        clusters: number of clusters.
        icc: intraclass correlation of the differences (ANOVA estimate, truncated at 0); None for one case per cluster.
        effective_cases: the number of independent cases that carry the same information.
        mean: mean difference over cases.
        standard_error: its standard error, clustered; None for a single cluster.
        estimand: which of the two means the answer is about.
        mean_over_clusters: mean over clusters of each cluster's mean difference.
        standard_error_over_clusters: its standard error; None for a single cluster.
    """

    cases: int
    clusters: int
    icc: float | None
    effective_cases: float | None
    mean: float
    standard_error: float | None
    estimand: Estimand
    mean_over_clusters: float
    standard_error_over_clusters: float | None


@dataclass(frozen=True, eq=False)
class Members(ByValue):
    """The single cases of a table that has one mean of each cluster.

    Parameters:
        scores: cases x models, oriented.
        unit: the row of each case's cluster in the table.
    """

    scores: Array
    unit: IntArray

    def of_units(self, chosen: IntArray) -> Members:
        """The cases of some of the table's units.

        Parameters:
            chosen: the rows of the units that are left, in their new order.
        """
        place = np.full(int(self.unit.max(initial=-1)) + 1, -1, dtype=np.int64)
        place[chosen] = np.arange(len(chosen))
        kept = np.flatnonzero(place[self.unit] >= 0)
        return Members(self.scores[kept], place[self.unit[kept]])

    def of_models(self, columns: Sequence[int]) -> Members:
        """The scores of some of the models.

        Parameters:
            columns: their numbers, from 0.
        """
        return Members(self.scores[:, list(columns)], self.unit)


def numbered_clusters(factors: Mapping[str, Factor]) -> IntArray:
    """The number of each case's cluster, from 0; clusters of the same name in two tasks are two.

    Parameters:
        factors: the labels of the cases, by column.
    """
    labels = factors[CLUSTERS.key]
    codes = labels.codes.astype(np.int64)
    if TASKS.key in factors:
        codes = codes + len(labels.names) * factors[TASKS.key].codes
    return _renumbered(codes)


def _renumbered(codes: IntArray) -> IntArray:
    return np.unique(codes, return_inverse=True)[1].astype(np.int64)


def clustered_mean(values: Array, cluster: IntArray) -> ClusteredMean:
    """The mean m over cases, with the standard error that allows for clusters (Liang and Zeger 1986).

        SE² = C/(C - 1) · Σ_c (Σ_{i in c} (d_i - m))² / n²

    Parameters:
        values: one number d_i for each case.
        cluster: the number of its cluster, from 0; no number is left out.

    >>> clustered_mean(np.array([1.0, 1.0, 4.0]), np.array([0, 0, 1]))
    ClusteredMean(mean=2.0, standard_error=1.3333333333333333, clusters=2)
    """
    sizes, largest = np.bincount(cluster), float(np.abs(values).max())
    power = 2.0 ** min(-frexp(largest)[1], 1000) if largest > 0 else 1.0  # squares of 1e300 would leave the range
    scaled = values * power
    mean, clusters = float(scaled.mean()), len(sizes)
    apart = np.bincount(cluster, scaled - mean)
    noise = ROUNDING * largest * power
    if np.abs(apart / sizes).max() <= noise:  # no cluster's mean departs by more than that
        same = mean / power if abs(mean) > noise else 0.0
        return ClusteredMean(same, 0.0 if clusters > 1 else nan, clusters)
    square = clusters / (clusters - 1) * float(apart @ apart)
    return ClusteredMean(mean / power, sqrt(square) / len(values) / power, clusters)


def effective_clusters(cluster: IntArray) -> float:
    """The number of clusters of equal size that would weigh as these do, n²/Σ n_c²: as many as there are, or fewer.

    Parameters:
        cluster: the number of each case's cluster, from 0.

    >>> effective_clusters(np.array([0, 0, 1, 1])), effective_clusters(np.array([0, 0, 0, 1]))
    (2.0, 1.6)
    """
    sizes = np.bincount(cluster).astype(np.float64)
    return float(sizes.sum() ** 2 / (sizes @ sizes))


def clustering_of(values: Array, cluster: IntArray, task: IntArray, weight: Weight) -> Clustering:
    """What the cases say about their clusters.

    Parameters:
        values: one number for each case: a difference, or the score of a single model.
        cluster: the number of its cluster, from 0.
        task: the number of its task.
        weight: what counts alike in the answer.
    """
    sizes = np.bincount(cluster)
    means, first_case = np.bincount(cluster, values) / sizes, np.unique(cluster, return_index=True)[1]
    over_cases, error = _over_tasks(values, cluster, task)
    over_clusters, own_error = _over_tasks(means, np.arange(len(sizes)), task[first_case])
    icc = _intraclass_correlation(values, cluster, sizes, means)
    effective = None if icc is None else len(values) / (1 + (float((sizes**2).sum()) / len(values) - 1) * icc)
    return Clustering(
        len(values), len(sizes), icc, effective, over_cases, error, ESTIMANDS[weight], over_clusters, own_error
    )


def _over_tasks(values: Array, cluster: IntArray, task: IntArray) -> tuple[float, float | None]:
    """The mean of the tasks' means, and its standard error for these tasks."""
    parts = [np.flatnonzero(task == code) for code in np.unique(task)]
    found = [clustered_mean(values[part], _renumbered(cluster[part])) for part in parts]
    error = sqrt(sum(each.standard_error**2 for each in found)) / len(found)
    return sum(each.mean for each in found) / len(found), None if isnan(error) else error


def _intraclass_correlation(values: Array, cluster: IntArray, sizes: IntArray, means: Array) -> float | None:
    """ANOVA estimate for unequal cluster sizes, truncated at 0."""
    cases, clusters = len(values), len(sizes)
    if clusters < 2 or cases == clusters:
        return None
    within = float(((values - means[cluster]) ** 2).sum()) / (cases - clusters)
    between = float((sizes * (means - values.mean()) ** 2).sum()) / (clusters - 1)
    typical_size = (cases - float((sizes**2).sum()) / cases) / (clusters - 1)
    total = between + (typical_size - 1) * within
    return max(0.0, (between - within) / total) if total > 0 else 0.0
