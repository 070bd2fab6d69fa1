"""Single cases in clusters: what procedures need of them, their mean, and what it is worth."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from betterthan.arrays import Array, IntArray
from betterthan.data.clusters import ClusteredMean, clustered_mean
from betterthan.data.facts import Facts
from betterthan.data.protocol import Paired
from betterthan.data.units import CASES, CLUSTERED_CASES, CLUSTERS, FOLDS, TASKS, Unit
from betterthan.errors import ArgumentError, NeedsNotMet
from betterthan.procedures.facts import Naive
from betterthan.procedures.needs import Lacking, Needs, as_lacking
from betterthan.results.diagnostics import Diagnostics

NAIVE = Naive(plain="paired_t", fair="clustered_t")
"""What cases in clusters say if all are taken as independent, and if what a cluster shares is allowed for."""
MEAN_OVER_CASES = "mean difference over cases"
ELSEWHERE: dict[Unit, str] = {
    CASES: 'If they come in clusters, name the column with `cluster="NAME"` and say `weight="cases"`; independent '
    "cases are for `bayes_t` or `paired_t`.",
    CLUSTERS: 'Pair the scores with `weight="cases"` to keep single cases; means of clusters are for `bayes_t` or '
    "`paired_t`.",
    FOLDS: "For those use `bayes_correlated_t` or `correlated_t`.",
    TASKS: "For those use `bayes_signed_rank` or `wilcoxon`.",
}
"""Where units of other kinds belong."""
SUMS_ONLY = (
    "the score of every case; this table is known by its sums only, which do not keep clusters apart. "
    "`bayes_clustered_t.from_summary` and `clustered_t.from_summary` take a mean with its clustered standard error."
)


@dataclass(frozen=True)
class ClusteredNeeds(Needs):
    """What procedures for the mean over cases need: single cases, each with its cluster, of two clusters at least."""

    every_unit: bool = True
    independent: tuple[Unit, ...] = (CLUSTERED_CASES,)

    def in_words(self) -> str:
        return "2 models, one task, cases in at least 2 clusters"

    def unmet(self, table: Paired) -> Lacking | None:
        facts = table.facts
        if facts.models == 2 and facts.sums_only:
            return as_lacking(SUMS_ONLY)
        if facts.models == 2 and not facts.clustered:
            return Lacking(lambda: _not_clustered(facts))
        if facts.models == 2 and facts.tasks == 1 and facts.clusters == 1:
            return Lacking(lambda: _one_cluster(facts))
        return super().unmet(table)


def _not_clustered(facts: Facts) -> str:
    crossed = "For those use `bayes_crossed` or `quasi_f`."
    use = crossed if facts.crossed else ELSEWHERE.get(facts.unit, "For those use `bayes_t` or `paired_t`.")
    return f"single cases in clusters; the units of this table are {facts.unit}. {use}"


def _one_cluster(facts: Facts) -> str:
    return (
        f"at least 2 clusters; all {facts.n:,} cases of this table are in one, which says nothing about others. Score "
        "cases of other clusters, or name the column that tells clusters apart."
    )


def mean_over_cases(differences: Array, clusters: IntArray) -> ClusteredMean:
    """The mean with its clustered standard error, of numbers that nobody has looked at together.

    Parameters:
        differences: one per case.
        clusters: the number of each case's cluster, from 0.
    """
    if len(clusters) != len(differences):
        raise ArgumentError(
            f"Every case has one difference and one cluster; got {len(differences):,} differences and "
            f"{len(clusters):,} labels of clusters."
        )
    if np.ptp(clusters) == 0:
        raise NeedsNotMet(f"At least 2 clusters are needed; all {len(clusters):,} cases are in one.")
    return clustered_mean(differences, clusters)


def with_clusters(clusters: int) -> Diagnostics:
    """The number of clusters, kept with the result.

    Parameters:
        clusters: their number.
    """
    return Diagnostics("closed form", figures={"clusters": float(clusters)})
