"""How large is the mean difference over all cases, given that the cases of a cluster are alike?

Model: n cases in C clusters, such as questions about the same document. Cases of one cluster are not independent,
clusters are. Every case counts alike, so a cluster counts as much as it has cases. With m the mean of all differences

    Δ | d  ~  Student-t(C - 1, m, SE²)          SE² = C/(C - 1) · Σ_c (Σ_{i in c} (d_i - m))² / n²

that is the clustered standard error, read as a posterior. `bayes_t` on one mean of each cluster estimates another
number, the mean over clusters, in which every cluster counts alike; with clusters of equal size the two agree. For 0/1
scores Δ is the difference in accuracy. The default rope is 0.1 standard deviations of the differences on single cases.

When not to use it: clusters that are to count alike whatever their size (leave `weight="cases"` out; then `bayes_t` on
their means); cases that share nothing (use `bayes_t`, or `bayes_mcnemar` for 0/1 scores); few clusters of very
different size: its 95% interval then covers less, about 0.90 where sizes differ as a log-normal law with σ = 1, and
0.66 to 0.85 where one of 10 to 50 clusters holds half of the cases (look at the checks).

References: Liang and Zeger (1986); Cameron and Miller (2015), on C - 1 degrees of freedom; Miller (2024), for
evaluations of language models. As a posterior: ours.
"""

from __future__ import annotations

from functools import partial
from math import sqrt
from typing import Any

from betterthan.data.clusters import ClusteredMean
from betterthan.data.moments import moments
from betterthan.data.paired_units import PairedUnits
from betterthan.errors import NeedsNotMet
from betterthan.procedures.facts import AtSize, Grown, Growth
from betterthan.procedures.registry import named, procedure
from betterthan.procedures.shared.checked import ClusterLabels, Differences, Number, PositiveSpread, Units
from betterthan.procedures.shared.clustered_table import (
    MEAN_OVER_CASES,
    NAIVE,
    ClusteredNeeds,
    mean_over_cases,
    with_clusters,
)
from betterthan.results.difference import DifferencePosterior, Parameter
from betterthan.results.kinds import PairResult
from betterthan.results.laws.student_t import StudentT

PRIOR = "flat on Δ; the clustered standard error is taken with C - 1 degrees of freedom"
OVER_CASES = Parameter(MEAN_OVER_CASES)


def _at_size(table: PairedUnits, result: PairResult) -> AtSize:
    """The same mean, and the same spread between clusters, of k times the clusters: SE² goes as 1/(C - 1)."""
    mean, error, now = mean_over_cases(table.differences(), table.clusters)

    def at(k: float) -> Grown:
        clusters = max(2, round(k * now))
        figures: dict[str, Any] = {"mean": mean, "standard_error": error * sqrt((now - 1) / (clusters - 1))}
        figures["n_clusters"] = clusters
        return Grown(from_summary(**figures), partial(named("clustered_t").from_summary, **figures))

    return at


@procedure(
    title="the Bayesian t-test with a clustered standard error",
    needs=ClusteredNeeds(differences="varying"),
    cites=("liang1986", "cameron2015", "miller2024"),
    assumes=(),
    counterpart="clustered_t",
    naive=NAIVE,
    more="clusters",
    growth=Growth(_at_size, holds="mean and clustered standard error"),
)
def bayes_clustered_t(table: PairedUnits) -> DifferencePosterior:
    """Posterior of the mean difference over cases that come in clusters.

    Parameters:
        table: paired scores of two models on single cases, each with its cluster (`weight="cases"`).

    >>> posterior = bayes_clustered_t.from_differences([1, 1, 4], clusters=["a", "a", "b"])       # totals -2 and 2
    >>> posterior.mean, round(posterior.law.scale, 4), posterior.law.df                           # √(2 · 8)/3
    (2.0, 1.3333, 1)
    """
    return from_differences(table.differences(), clusters=table.clusters)


def from_differences(differences: Differences, *, clusters: ClusterLabels) -> DifferencePosterior:
    """From differences first - second, one per case, and the label of each case's cluster."""
    found = mean_over_cases(differences, clusters)
    if found.standard_error == 0:
        raise NeedsNotMet(
            "`bayes_clustered_t` needs clusters that differ; here the mean difference is the same in every cluster, "
            "which would leave no doubt. Use `bayes_agreement`, which says how large a difference such clusters leave "
            "open."
        )
    return _posterior(found, moments(differences).sd)


def from_summary(*, mean: Number, standard_error: PositiveSpread, n_clusters: Units) -> DifferencePosterior:
    """From printed numbers: mean over cases, its clustered standard error, and the number of clusters."""
    return _posterior(ClusteredMean(mean, standard_error, n_clusters), None)


def _posterior(found: ClusteredMean, spread: float | None) -> DifferencePosterior:
    law = StudentT(df=found.clusters - 1, location=found.mean, scale=found.standard_error)
    return DifferencePosterior(
        law, "bayes_clustered_t", OVER_CASES, PRIOR, spread=spread, diagnostics=with_clusters(found.clusters)
    )
