"""Checks of single cases in clusters, just inside and just outside of every limit."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

import betterthan as bt
from betterthan.data.pairing import pair_arrays
from betterthan.judging.checks.paired import checks


def made(sizes: list[int], differences: np.ndarray | None = None) -> dict:
    cluster = np.repeat(np.arange(len(sizes)), sizes)
    values = np.random.default_rng(3).normal(size=len(cluster)) if differences is None else differences
    table = pair_arrays(values, np.zeros(len(cluster)), cluster=cluster, weight="cases")
    return {check.name: check for check in checks(table)}


@pytest.mark.parametrize(("clusters", "status"), [(9, "failed"), (10, "passed")])
def test_number_of_clusters(clusters, status):
    found = made([3] * clusters)["number of clusters"]
    assert (found.status, found.figure) == (status, clusters)


@pytest.mark.parametrize(("largest", "status"), [(22, "passed"), (23, "failed")])
def test_cluster_sizes_count_by_what_they_weigh(largest, status):
    """15 clusters of 5 cases and a larger one: n²/Σ n_c² is 10.95 with 22 cases, 10.62 with 23; 2/3 of 16 is 10.67."""
    sizes = np.array([largest, *[5] * 15])
    weigh = sizes.sum() ** 2 / (sizes**2).sum()
    assert (weigh >= 2 / 3 * 16) == (status == "passed")
    found = made(sizes.tolist())["cluster sizes"]
    assert (found.status, found.figure) == (status, pytest.approx(weigh))
    if status == "failed":
        assert "16 clusters weigh as 10.6 of equal size" in found.advice
        assert 'compare with `weight="clusters"`' in found.advice


def test_the_law_of_the_clusters_totals_is_looked_at():
    """Against the squared correlation of a Q-Q plot by SciPy, of totals and not of cases."""
    sizes, rng = [4] * 30, np.random.default_rng(5)
    values = np.repeat(rng.standard_t(2, 30), 4) + rng.normal(0, 0.1, 120)
    totals = (values - values.mean()).reshape(30, 4).sum(axis=1)
    positions = stats.norm.ppf((np.arange(1, 31) - 3 / 8) / 30.25)
    found = made(sizes, values)["Q-Q normal, clusters"]
    assert found.figure == pytest.approx(stats.pearsonr(np.sort(totals), positions).statistic ** 2)
    assert found.status == "failed"
    assert "totals are not normally distributed" in found.advice
    assert made(sizes)["Q-Q normal, clusters"].status == "passed"
    assert made([4] * 9)["Q-Q normal, clusters"].status == "not checked"


def test_single_cases_are_not_asked_for_what_only_independent_ones_have():
    found = made([3] * 12)
    assert list(found) == [
        "number of clusters", "cluster sizes", "constant differences", "Q-Q normal, clusters", "independence",
    ]  # fmt: skip
    assert found["independence"].status == "not checked"
    assert "clusters are taken as independent" in found["independence"].advice


def test_differences_that_never_vary_have_no_law():
    assert list(made([3] * 12, np.full(36, 0.5)))[2:] == ["constant differences", "independence"]


def test_a_failed_check_is_told_with_the_answer():
    sizes = np.array([60, *[3] * 12])
    scores = np.random.default_rng(1).normal(size=(2, sizes.sum()))
    table = pair_arrays(*scores, cluster=np.repeat(np.arange(13), sizes), weight="cases")
    assert "A few large clusters hold most of the cases" in bt.compare(table).to_markdown()
