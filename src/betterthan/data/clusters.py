"""Clusters of cases become one unit each."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

from betterthan.data.design import Clustering
from betterthan.data.units import CLUSTERS

if TYPE_CHECKING:
    from betterthan.arrays import Array, IntArray
    from betterthan.data.tables import PairedTable


def collapsed(table: PairedTable) -> PairedTable:
    """One unit per cluster: the mean of its cases (Williams 2026 sec. 6.1)."""
    combined = table.factors["cluster"].codes.astype(np.int64)
    if "task" in table.factors:
        combined = combined + len(table.factors["cluster"].names) * table.factors["task"].codes
    _, first_seen, cluster = np.unique(combined, return_index=True, return_inverse=True)
    sizes = np.bincount(cluster)
    means = np.stack([np.bincount(cluster, column) / sizes for column in table.scores.T], axis=1)
    clustering = _clustering(table.differences() if len(table.models) > 1 else table.scores[:, 0], cluster)
    note = (
        f"{clustering.cases:,} cases were averaged within {clustering.clusters:,} clusters: "
        "the cluster is the unit, and the estimate is the mean of cluster means."
    )
    return replace(
        table,
        scores=means,
        design=replace(table.design, unit=CLUSTERS, clustering=clustering, ordered=False),
        factors={name: labels[first_seen] for name, labels in table.factors.items() if name == "task"},
        notes=(*table.notes, note),
    )


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
