"""Would a mean difference this large over cases be surprising, given that the cases of a cluster are alike?

Model: as in `bayes_clustered_t`: n cases in C clusters, of which only the clusters are independent. Under the null
hypothesis Δ = 0

    t = m / SE  ~  Student-t(C - 1), nearly          SE² = C/(C - 1) · Σ_c (Σ_{i in c} (d_i - m))² / n²

with m the mean of all differences: a regression on a constant with clustered standard errors. The confidence interval
is m ± t_{C-1} SE. With clusters of equal size it is `paired_t` of the clusters' means.

When not to use it: clusters that are to count alike whatever their size (use `paired_t` on their means); cases that
share nothing (use `paired_t`, or `mcnemar` for 0/1 scores); few clusters of very different size, where it rejects too
often.

References: Liang and Zeger (1986); Cameron and Miller (2015); Miller (2024).
"""

from __future__ import annotations

from dataclasses import replace
from math import sqrt

from betterthan.data.paired_units import PairedUnits
from betterthan.procedures.frequentist.paired_t import paired_t
from betterthan.procedures.registry import procedure
from betterthan.procedures.shared.checked import ClusterLabels, Differences, Level, Number, Spread, Units
from betterthan.procedures.shared.clustered_table import (
    MEAN_OVER_CASES,
    NAIVE,
    ClusteredNeeds,
    mean_over_cases,
    with_clusters,
)
from betterthan.results.null_test import NullTest
from betterthan.vocabulary import Alternative


@procedure(
    title="the t-test with a clustered standard error",
    p_says=(
        "It says how often the mean over cases would lie at least this many clustered standard errors from 0 if the "
        "true mean difference were 0."
    ),
    needs=ClusteredNeeds(),
    cites=("liang1986", "cameron2015", "miller2024"),
    assumes=(),
    naive=NAIVE,
)
def clustered_t(table: PairedUnits, *, alternative: Alternative = "two-sided", level: float = 0.95) -> NullTest:
    """The t-test of the mean over cases that come in clusters.

    Parameters:
        table: paired scores of two models on single cases, each with its cluster (`weight="cases"`).
        alternative: `two-sided`, or the model claimed to be better (`first`, `second`).
        level: coverage of the confidence interval.

    >>> test = clustered_t.from_differences([1, 1, 4], clusters=["a", "a", "b"])       # 2 / (4/3), 1 degree of freedom
    >>> round(test.statistic, 4), round(test.p_value, 4)
    (1.5, 0.3743)
    """
    return from_differences(table.differences(), clusters=table.clusters, alternative=alternative, level=level)


def from_differences(
    differences: Differences,
    *,
    clusters: ClusterLabels,
    alternative: Alternative = "two-sided",
    level: Level = 0.95,
) -> NullTest:
    """From differences first - second, one per case, and the label of each case's cluster; options as in
    `clustered_t`.
    """
    mean, error, count = mean_over_cases(differences, clusters)
    return from_summary(mean=mean, standard_error=error, n_clusters=count, alternative=alternative, level=level)


def from_summary(
    *,
    mean: Number,
    standard_error: Spread,
    n_clusters: Units,
    alternative: Alternative = "two-sided",
    level: Level = 0.95,
) -> NullTest:
    """From printed numbers: mean over cases, its clustered standard error, and the number of clusters; options as in
    `clustered_t`.
    """
    spread = standard_error * sqrt(n_clusters)  # so many independent units of this spread would be as unsure
    test: NullTest = paired_t.from_summary(mean=mean, sd=spread, n=n_clusters, alternative=alternative, level=level)
    return replace(test, procedure="clustered_t", estimate_name=MEAN_OVER_CASES, diagnostics=with_clusters(n_clusters))
