"""The mean over cases in clusters: against statsmodels, against cluster means and cases alone, and at its edges."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest
from scipy import stats

import betterthan as bt
from betterthan.data.pairing import pair_arrays
from betterthan.errors import ArgumentError, NeedsNotMet
from betterthan.procedures import REGISTRY, bayes_clustered_t, bayes_t, clustered_t, named, paired_t

SIZES = [1, 9, 3, 4, 2, 6, 5, 8, 2, 7]
CLUSTER = np.repeat(np.arange(len(SIZES)), SIZES)
RNG = np.random.default_rng(8)
SECOND = RNG.normal(size=len(CLUSTER))
FIRST = SECOND + 0.2 + RNG.normal(0, 0.6, len(SIZES))[CLUSTER] + RNG.normal(0, 1, len(CLUSTER))
DIFFERENCE = FIRST - SECOND
OURS = ("bayes_clustered_t", "clustered_t")


def by_formula(values: np.ndarray, cluster: np.ndarray) -> tuple[float, float, int]:
    """Mean and standard error as the specification writes them, cluster by cluster."""
    names, n, m = np.unique(cluster), len(values), values.mean()
    total = sum(sum(value - m for value in values[cluster == name]) ** 2 for name in names)
    return m, sqrt(len(names) / (len(names) - 1) * total / n**2), len(names)


def test_posterior_and_test_are_the_formula():
    mean, error, clusters = by_formula(DIFFERENCE, CLUSTER)
    table = pair_arrays(FIRST, SECOND, cluster=CLUSTER, weight="cases")
    posterior, test = bayes_clustered_t(table), clustered_t(table)
    assert (posterior.law.location, posterior.law.scale, posterior.law.df) == pytest.approx((mean, error, clusters - 1))
    assert (test.estimate, test.statistic, test.df) == pytest.approx((mean, mean / error, clusters - 1))
    assert test.p_value == pytest.approx(2 * stats.t(clusters - 1).sf(abs(mean / error)), rel=1e-10)
    assert posterior.spread == pytest.approx(np.std(DIFFERENCE, ddof=1))


@pytest.mark.parametrize("seed", range(20))
def test_the_standard_error_is_that_of_statsmodels(seed):
    sm = pytest.importorskip("statsmodels.api")
    rng = np.random.default_rng(seed)
    cluster = np.sort(rng.integers(0, rng.integers(2, 30), rng.integers(5, 200)))
    values = rng.normal(size=len(cluster)) + rng.normal(size=30)[cluster]
    groups = {"groups": cluster, "use_correction": True}  # G/(G-1) · (n-1)/(n-1), with one column
    fit = sm.OLS(values, np.ones(len(values))).fit(cov_type="cluster", cov_kwds=groups, use_t=True)
    test = clustered_t.from_differences(values, clusters=cluster)
    assert test.estimate == pytest.approx(fit.params[0], rel=1e-12)
    assert test.estimate / test.statistic == pytest.approx(fit.bse[0], rel=1e-12)
    assert test.p_value == pytest.approx(fit.pvalues[0], rel=1e-9)
    assert (test.interval.low, test.interval.high) == pytest.approx(tuple(fit.conf_int()[0]), rel=1e-10)


@pytest.mark.parametrize("size", [1, 2, 7])
def test_with_clusters_of_equal_size_both_means_and_their_errors_agree(size):
    cluster = np.repeat(np.arange(12), size)
    values = np.random.default_rng(size).normal(size=12)[cluster] + np.random.default_rng(9).normal(size=12 * size)
    means = values.reshape(12, size).mean(axis=1)
    ours, theirs = bayes_clustered_t.from_differences(values, clusters=cluster), bayes_t.from_differences(means)
    assert (ours.mean, ours.law.scale, ours.law.df) == pytest.approx((theirs.mean, theirs.law.scale, 11), rel=1e-12)
    test, plain = clustered_t.from_differences(values, clusters=cluster), paired_t.from_differences(means)
    assert (test.statistic, test.p_value) == pytest.approx((plain.statistic, plain.p_value), rel=1e-10)


def test_clusters_of_unequal_size_give_two_estimates():
    means = [DIFFERENCE[name == CLUSTER].mean() for name in range(len(SIZES))]
    posterior = bayes_clustered_t.from_differences(DIFFERENCE, clusters=CLUSTER)
    assert posterior.mean == pytest.approx(DIFFERENCE.mean())
    assert abs(posterior.mean - np.mean(means)) > 0.05


@pytest.mark.parametrize("k", [2, 5])
def test_k_times_the_clusters_is_what_so_many_copies_of_them_say(k):
    table = pair_arrays(FIRST, SECOND, cluster=CLUSTER, weight="cases")
    grown = bayes_clustered_t.growth.at_size(table, bayes_clustered_t(table))(k)
    copies = np.concatenate([CLUSTER + len(SIZES) * copy for copy in range(k)])
    direct = bayes_clustered_t.from_differences(np.tile(DIFFERENCE, k), clusters=copies)
    law = grown.posterior.law
    assert (law.location, law.scale, law.df) == pytest.approx((direct.mean, direct.law.scale, direct.law.df), rel=1e-12)
    assert grown.test().p_value == pytest.approx(
        clustered_t.from_differences(np.tile(DIFFERENCE, k), clusters=copies).p_value, rel=1e-9
    )


def test_labels_of_clusters_may_be_anything():
    named_clusters = [f"document {number}" for number in CLUSTER]
    one = bayes_clustered_t.from_differences(DIFFERENCE, clusters=named_clusters)
    assert one == bayes_clustered_t.from_differences(list(DIFFERENCE), clusters=CLUSTER + 1000)


def test_one_huge_cluster_rules_the_error():
    """199 of 200 cases in one cluster: the mean is known as well as two clusters say."""
    cluster = np.array([0] * 199 + [1])
    values = np.where(cluster == 0, 0.5, 0.0) + np.linspace(-0.01, 0.01, 200)
    mean, error, _ = by_formula(values, cluster)
    posterior = bayes_clustered_t.from_differences(values, clusters=cluster)
    assert (posterior.mean, posterior.law.scale, posterior.law.df) == pytest.approx((mean, error, 1), rel=1e-9)


@pytest.mark.parametrize("scale", [2.0**-1000, 2.0**990])
def test_numbers_at_the_ends_of_the_range(scale):
    one, other = (
        bayes_clustered_t.from_differences(each, clusters=CLUSTER) for each in (DIFFERENCE, scale * DIFFERENCE)
    )
    assert (other.mean / scale, other.law.scale / scale) == pytest.approx((one.mean, one.law.scale), rel=1e-12)


def test_one_cluster_says_nothing_about_others():
    table = pair_arrays(FIRST, SECOND, cluster=["a"] * len(FIRST), weight="cases")
    for name in OURS:
        with pytest.raises(NeedsNotMet, match="at least 2 clusters; all 47 cases of this table are in one"):
            named(name)(table)
        with pytest.raises(NeedsNotMet, match="At least 2 clusters are needed; all 47 cases are in one"):
            named(name).from_differences(DIFFERENCE, clusters=["a"] * 47)


def test_every_case_has_one_cluster():
    with pytest.raises(ArgumentError, match="got 47 differences and 3 labels of clusters"):
        bayes_clustered_t.from_differences(DIFFERENCE, clusters=["a", "b", "c"])


def test_clusters_with_the_same_mean_leave_no_posterior_certain():
    """Cases differ, but the mean of every cluster is 0.1: the clustered standard error is 0."""
    values, cluster = np.array([0.3, -0.1, 0.2, 0.0, 0.1]), list("aabbc")
    with pytest.raises(NeedsNotMet, match=r"the mean difference is the same in every cluster.*`bayes_agreement`"):
        bayes_clustered_t.from_differences(values, clusters=cluster)
    table = pair_arrays(0.5 + values, [0.5] * 5, cluster=cluster, weight="cases")
    assert table.alike
    with pytest.raises(NeedsNotMet, match=r"the same on all 3 clusters \(on average\).*`bayes_agreement`"):
        bayes_clustered_t(table)
    assert clustered_t(table).p_value == 0.0
    balanced = pair_arrays([0.6, 0.4, 0.7, 0.3], [0.5] * 4, cluster=list("xxyy"), weight="cases")
    assert clustered_t(balanced).p_value == 1.0  # means of 0 but for rounding


@pytest.mark.parametrize("binary", [True, False])
@pytest.mark.parametrize("name", [name for name in REGISTRY if name not in OURS])
def test_every_other_procedure_refuses_single_cases_in_clusters(name, binary):
    scores = (FIRST > 0, SECOND > 0) if binary else (FIRST, SECOND)
    table = pair_arrays(*(np.asarray(each, dtype=float) for each in scores), cluster=CLUSTER, weight="cases")
    assert named(name).needs.lacking(table) is not None
    assert list(bt.question(table).alternatives) == ["clustered_t"]


@pytest.mark.parametrize("name", ["bayes_t", "paired_t", "wilcoxon", "mcnemar", "bayes_mcnemar", "permutation"])
def test_the_refusal_says_what_to_use(name):
    table = pair_arrays([1.0, 0, 1, 1, 0, 1], [0.0, 0, 1, 0, 1, 1], cluster=list("aabbcc"), weight="cases")
    with pytest.raises(NeedsNotMet, match=r"cases in clusters, of which those of one cluster are alike.*`clustered_t`"):
        named(name)(table)
