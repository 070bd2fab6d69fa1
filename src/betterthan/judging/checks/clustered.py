"""Checks of single cases in clusters, whose mean has a clustered standard error."""

from __future__ import annotations

import numpy as np

from betterthan.data.clusters import effective_clusters
from betterthan.data.moments import moments
from betterthan.data.paired_units import PairedUnits
from betterthan.judging.checks.check import Check, looked_at, renamed
from betterthan.judging.checks.differences import FEW_UNITS, constant_differences, qq_normal

UNEVEN = 2 / 3
"""Clusters that weigh as fewer than this share of as many of equal size make the interval too short.

Simulated, 95% intervals for 10 to 50 clusters: sizes from a log-normal law cover 0.94 with σ = 0.5 (share 0.83) and
0.89 to 0.94 with σ = 1 (share about 0.5); with one cluster that holds half of the cases they cover 0.66 to 0.85.
"""
TAKEN_AS_INDEPENDENT = (
    "the cases of a cluster are alike, which the standard error allows for; clusters are taken as independent"
)
LAW = "Q-Q normal, clusters"


def clustered_checks(table: PairedUnits) -> tuple[Check, ...]:
    """The checks of cases in clusters: how many clusters there are, how alike in size, and the law of their totals.

    Parameters:
        table: paired scores of two models on single cases, each with its cluster.
    """
    cluster, differences = table.clusters, table.differences()
    clusters, constant = int(cluster.max()) + 1, constant_differences(differences)
    counts = (_number_of_clusters(clusters), _sizes(effective_clusters(cluster), clusters))
    alone = Check("independence", "not checked", None, TAKEN_AS_INDEPENDENT)
    if constant.status == "failed":
        return (*counts, constant, alone)
    totals = np.bincount(cluster, differences - differences.mean())
    return (*counts, constant, _law_of_totals(totals), alone)


def _number_of_clusters(clusters: int) -> Check:
    advice = (
        f"fewer than {FEW_UNITS} clusters: how clusters vary is known from few, and the interval is wide; score cases "
        "of more clusters"
    )
    return looked_at("number of clusters", clusters >= FEW_UNITS, float(clusters), advice)


def _sizes(effective: float, clusters: int) -> Check:
    """Whether few large clusters hold most of the cases; the figure is what the clusters weigh as."""
    advice = (
        f"a few large clusters hold most of the cases: for their sizes, {clusters:,} clusters weigh as "
        f"{effective:.3g} of equal size, and the interval is too short (where one of them holds half of the cases, a "
        '95% interval covers 66 to 85%); compare with `weight="clusters"`'
    )
    return looked_at("cluster sizes", effective >= UNEVEN * clusters, effective, advice)


def _law_of_totals(totals: np.ndarray) -> Check:
    """Q-Q of the clusters' totals, of which the error of the mean is the sum."""
    if len(totals) < FEW_UNITS:
        return Check(LAW, "not checked", None, f"fewer than {FEW_UNITS} clusters")
    if moments(totals).sd == 0:
        return Check(LAW, "not checked", None, "the clusters do not differ")
    advice = (
        "the clusters' totals are not normally distributed, and with few clusters the interval may be too short; look "
        "at the clusters that stand out, or score more"
    )
    return renamed(qq_normal(totals), LAW, advice)
