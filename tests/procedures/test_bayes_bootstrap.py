"""bayes_bootstrap against laws that are known exactly, and against plain Monte Carlo."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from betterthan.numerics.dirichlet_mean import LATTICE, grouped
from betterthan.procedures import bayes_bootstrap


@pytest.mark.parametrize(("zeros", "ones"), [(3, 2), (50, 10), (5, 300), (1, 4)])
def test_two_values_give_a_beta_law(zeros, ones):
    """With k ones among n values the weight on the ones is Beta(k, n - k)."""
    posterior = bayes_bootstrap.from_differences(np.repeat([0.0, 1.0], [zeros, ones]))
    law = stats.beta(ones, zeros)
    x = law.ppf([0.001, 0.025, 0.3, 0.5, 0.8, 0.975, 0.999])
    assert posterior.cdf(x) == pytest.approx(law.cdf(x), abs=2e-6)
    assert posterior.mean == pytest.approx(law.mean())
    assert posterior.sd == pytest.approx(law.std())


@pytest.mark.parametrize("n", [5, 40, 3000])
def test_against_monte_carlo(n):
    rng = np.random.default_rng(n)
    differences = np.where(rng.random(n) < 0.4, 0.0, rng.standard_t(3, n))
    posterior = bayes_bootstrap.from_differences(differences)
    draws = 200_000 if n < 100 else 20_000
    gammas = np.concatenate([rng.standard_exponential((1000, n)) for _ in range(draws // 1000)])
    means = gammas @ differences / gammas.sum(axis=1)
    x = np.quantile(means, [0.02, 0.2, 0.5, 0.8, 0.98])
    assert posterior.cdf(x) == pytest.approx([0.02, 0.2, 0.5, 0.8, 0.98], abs=5 * 0.5 / draws**0.5)


def test_many_distinct_values_keep_their_mean_on_the_lattice():
    values = np.random.default_rng(0).normal(size=20_000)
    points, counts = grouped(values)
    assert len(points) <= LATTICE
    assert counts.sum() == pytest.approx(20_000)
    assert counts @ points == pytest.approx(values.sum(), abs=1e-6)
    assert counts @ points**2 == pytest.approx((values**2).sum(), rel=1e-3)


@pytest.mark.parametrize("scale", [1e-12, 1.0, 1e12])
def test_scales(scale):
    values = scale * np.array([0.0, 0.0, 1.0, 2.0, -1.0, 0.5])
    assert bayes_bootstrap.from_differences(values).direction().first == pytest.approx(
        bayes_bootstrap.from_differences(values / scale).direction().first, abs=1e-9
    )
