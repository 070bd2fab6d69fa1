"""Is the posterior of the mean over cases calibrated, and is `clustered_t` of its size? Slow; run with `make validate`.

Clusters of equal size are the t-test of their means, and cover what they claim. With unequal ones the law is nearly so;
the limits are those that the module and the checks state.
"""

from __future__ import annotations

import numpy as np
import pytest

from betterthan.procedures import bayes_clustered_t, clustered_t, paired_t

pytestmark = pytest.mark.validation
RUNS = 2000
LOG_NORMAL = np.ceil(np.exp(np.random.default_rng(0).normal(1.5, 0.5, 20))).astype(int)
"""Sizes that weigh as 0.8 of as many equal ones, which the check of cluster sizes lets pass."""
HALF = np.array([90, *[10] * 9])
"""One of 10 clusters holds half of the cases."""


def differences(rng: np.random.Generator, sizes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Equal models; half of the variance is what a cluster shares."""
    cluster = np.repeat(np.arange(len(sizes)), sizes)
    return rng.standard_normal(len(sizes))[cluster] + rng.standard_normal(len(cluster)), cluster


def rates(sizes: np.ndarray) -> tuple[float, float, float]:
    """How often the 95% interval covers 0, how often a test of 5% rejects, and a t-test that knows of no clusters."""
    rng, covered, rejected, naive = np.random.default_rng(7), 0, 0, 0
    for _ in range(RUNS):
        values, cluster = differences(rng, sizes)
        inside = bayes_clustered_t.from_differences(values, clusters=cluster).interval(0.95)
        covered += inside.low <= 0 <= inside.high
        rejected += clustered_t.from_differences(values, clusters=cluster).p_value <= 0.05
        naive += paired_t.from_differences(values).p_value <= 0.05
    return covered / RUNS, rejected / RUNS, naive / RUNS


@pytest.mark.parametrize("clusters", [5, 20])
def test_clusters_of_equal_size_cover_what_they_claim(clusters):
    covered, rejected, naive = rates(np.full(clusters, 6))
    assert abs(covered - 0.95) <= 4 * (0.95 * 0.05 / RUNS) ** 0.5
    assert rejected == pytest.approx(1 - covered, abs=1e-9)
    assert naive > 0.2  # which is why single cases are not taken as independent


def test_sizes_that_the_check_lets_pass_cover_nearly_that():
    assert LOG_NORMAL.sum() ** 2 / (LOG_NORMAL**2).sum() >= 2 / 3 * len(LOG_NORMAL)
    covered, _, naive = rates(LOG_NORMAL)
    assert 0.925 <= covered <= 0.96
    assert naive > 0.2


def test_one_cluster_with_half_of_the_cases_covers_less_as_the_check_says():
    assert HALF.sum() ** 2 / (HALF**2).sum() < 2 / 3 * len(HALF)
    covered, *_ = rates(HALF)
    assert 0.80 <= covered <= 0.88
