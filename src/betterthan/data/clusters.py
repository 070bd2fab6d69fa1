"""Clusters of cases: how much alike the cases of one are, before each cluster becomes one unit."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

from betterthan.data.design import Clustering
from betterthan.data.units import CLUSTERS, TASKS

if TYPE_CHECKING:
    from betterthan.arrays import Array, IntArray
    from betterthan.data.rows import Units


def clustering_of(differences: Array, units: Units) -> Clustering:
    """What the cases say about their clusters; clusters of the same name in two tasks are two.

    Parameters:
        differences: one for each case.
        units: the cases, each with its cluster.
    """
    labels, cluster = units.factors[CLUSTERS.key], units.factors[CLUSTERS.key].codes.astype(np.int64)
    if TASKS.key in units.factors:
        cluster = cluster + len(labels.names) * units.factors[TASKS.key].codes
    return _clustering(differences, np.unique(cluster, return_inverse=True)[1])


def _clustering(differences: Array, cluster: IntArray) -> Clustering:
    sizes = np.bincount(cluster)
    cases, clusters = len(differences), len(sizes)
    sums = np.bincount(cluster, differences)
    mean = float(differences.mean())
    residual_sums = sums - sizes * mean
    variance = clusters / max(1, clusters - 1) * float((residual_sums**2).sum()) / cases**2
    icc = _intraclass_correlation(differences, cluster, sizes, sums / sizes)
    design_effect = 1 + (float((sizes**2).sum()) / cases - 1) * icc if icc is not None else None
    effective = None if design_effect is None else cases / design_effect
    return Clustering(cases, clusters, icc, effective, mean, sqrt(variance))


def _intraclass_correlation(differences: Array, cluster: IntArray, sizes: IntArray, means: Array) -> float | None:
    """ANOVA estimate for unequal cluster sizes, truncated at 0."""
    cases, clusters = len(differences), len(sizes)
    if clusters < 2 or cases == clusters:
        return None
    within = float(((differences - means[cluster]) ** 2).sum()) / (cases - clusters)
    between = float((sizes * (means - differences.mean()) ** 2).sum()) / (clusters - 1)
    typical_size = (cases - float((sizes**2).sum()) / cases) / (clusters - 1)
    total = between + (typical_size - 1) * within
    return max(0.0, (between - within) / total) if total > 0 else 0.0
