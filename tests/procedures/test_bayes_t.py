"""The t-test's Normal–Gamma prior: published posteriors are in tests/reference/bayes_t.json; here, the law against
two-dimensional quadrature of prior times likelihood, and what users meet.
"""

from __future__ import annotations

import json
from math import inf, nan

import numpy as np
import pytest
from scipy import integrate, stats

import betterthan as bt
from betterthan.answers.comparison import Comparison
from betterthan.errors import ArgumentError
from betterthan.procedures import bayes_t

DIFFERENCES = np.array([0.04, -0.01, 0.02, 0.05, 0.01, -0.02, 0.03])
PRIOR = (0.01, 0.8, 3.0, 0.002)


def by_quadrature(d: np.ndarray, prior: tuple[float, ...], bound: float) -> float:
    """P(Δ > bound): the joint density of data, Δ and log ν, made of scipy's laws; Simpson's rule on either side."""
    mu0, k0, a, b = prior
    log_nu = np.linspace(np.log(1e1), np.log(1e7), 301)[:, None]
    delta, nu = bound + np.linspace(-0.6, 0.6, 2001)[None, :], np.exp(log_nu)
    log_prior = stats.norm.logpdf(delta, mu0, np.sqrt(k0 / nu)) + stats.gamma.logpdf(nu, a, scale=1 / b) + log_nu
    log_joint = log_prior + sum(stats.norm.logpdf(each, delta, 1 / np.sqrt(nu)) for each in d)
    density = np.exp(log_joint - log_joint.max()).sum(axis=0)
    below, above = integrate.simpson(density[:1001]), integrate.simpson(density[1000:])
    return float(above / (below + above))


@pytest.mark.parametrize("bound", [0.0, 0.01, 0.02, 0.03])
def test_the_posterior_is_that_of_quadrature_over_mean_and_precision(bound):
    posterior = bayes_t.from_differences(DIFFERENCES, normal_gamma=PRIOR)
    found = posterior.probabilities((bound, bound)).first
    assert found == pytest.approx(by_quadrature(DIFFERENCES, PRIOR, bound), abs=2e-6)


def test_with_the_precision_known_the_mean_is_that_of_two_normal_laws():
    """a and b large: ν = a/b; then the precision-weighted mean, and a normal law (Gelman et al. 2013, sec. 2.5)."""
    sd, n, mean = 0.1, 20, 0.03
    a = 1e9
    posterior = bayes_t.from_summary(mean=mean, sd=sd, n=n, normal_gamma=(-0.05, 0.5, a, a * sd**2))
    variance = 1 / (1 / (0.5 * sd**2) + n / sd**2)
    expected = variance * (-0.05 / (0.5 * sd**2) + n * mean / sd**2)
    assert posterior.mean == pytest.approx(expected, rel=1e-9)
    assert posterior.sd == pytest.approx(variance**0.5, rel=1e-6)


def test_the_matching_prior_is_the_default():
    plain = bayes_t.from_differences(DIFFERENCES)
    matching = bayes_t.from_differences(DIFFERENCES, normal_gamma=(0.0, inf, -0.5, 0.0))
    for name in ("df", "location", "scale"):
        assert getattr(matching.law, name) == pytest.approx(getattr(plain.law, name), rel=1e-12)


def test_prior_and_data_taken_at_once_or_one_after_the_other_say_the_same():
    """The posterior after some differences, as the prior of the others: the updated numbers are those of Murphy."""
    early, late = DIFFERENCES[:3], DIFFERENCES[3:]
    mu0, k0, a, b = PRIOR
    total = 1 / k0 + 3
    after = (
        (mu0 / k0 + early.sum()) / total,
        1 / total,
        a + 1.5,
        b + ((early - early.mean()) ** 2).sum() / 2 + 3 / k0 * (early.mean() - mu0) ** 2 / (2 * total),
    )
    once = bayes_t.from_differences(DIFFERENCES, normal_gamma=PRIOR)
    twice = bayes_t.from_differences(late, normal_gamma=after)
    for name in ("df", "location", "scale"):
        assert getattr(twice.law, name) == pytest.approx(getattr(once.law, name), rel=1e-12)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ((0.0, 0.0, 1.0, 1.0), "k0 must be above 0"),
        ((0.0, -1.0, 1.0, 1.0), "k0 must be above 0"),
        ((0.0, nan, 1.0, 1.0), "k0 must be above 0"),
        ((inf, 1.0, 1.0, 1.0), "μ0 must be finite"),
        ((nan, 1.0, 1.0, 1.0), "μ0 must be finite"),
        ((0.0, 1.0, -0.6, 1.0), "a must be finite and at least -0.5"),
        ((0.0, 1.0, inf, 1.0), "a must be finite"),
        ((0.0, 1.0, 1.0, -1.0), "b must be finite and at least 0"),
        ((0.0, 1.0, 1.0), "four numbers are wanted"),
        (("x", 1.0, 1.0, 1.0), "four numbers are wanted"),
        (5.0, "four numbers are wanted"),
    ],
)
def test_other_numbers_are_refused(given, said):
    with pytest.raises(ArgumentError, match=said):
        bayes_t.from_differences(DIFFERENCES, normal_gamma=given)


def test_a_comparison_tells_prior_and_data_and_survives_json():
    pair = bt.pair_arrays(DIFFERENCES, np.zeros(7), independent=True)
    found = bt.compare(pair, rope=0.01, procedure="bayes_t", normal_gamma=PRIOR)
    told = found.to_text()
    assert "Normal–Gamma" in told
    assert "observed" in told
    assert found.to_dict()["observed"] == pytest.approx(DIFFERENCES.mean())
    again = Comparison.from_dict(json.loads(found.to_json()))
    assert again.result == found.result


def test_sensitivity_shows_the_non_informative_prior_beside_it():
    pair = bt.pair_arrays(DIFFERENCES, np.zeros(7), independent=True)
    found = bt.sensitivity(bt.compare(pair, rope=0.01, procedure="bayes_t", normal_gamma=PRIOR), ropes=[0.01])
    plain = bayes_t.from_differences(DIFFERENCES)
    assert found.priors == (bayes_t.from_differences(DIFFERENCES, normal_gamma=PRIOR).prior, plain.prior)
    assert tuple(found.probabilities[1]) == pytest.approx(tuple(plain.probabilities(0.01)), abs=1e-12)
    assert tuple(found.probabilities[0]) != pytest.approx(tuple(plain.probabilities(0.01)), abs=1e-3)


def test_more_units_are_looked_at_under_the_same_prior():
    """Student's law by hand: 10 times the units with the same mean and sd."""
    pair = bt.pair_arrays(DIFFERENCES, np.zeros(7), independent=True)
    found = bt.scaling(bt.compare(pair, rope=0.01, procedure="bayes_t", normal_gamma=PRIOR), factors=[10.0])
    mu0, k0, a, b = PRIOR
    n, m, s = 70, DIFFERENCES.mean(), DIFFERENCES.std(ddof=1)
    total = 1 / k0 + n
    rate = b + (n - 1) * s**2 / 2 + n / k0 * (m - mu0) ** 2 / (2 * total)
    scale = np.sqrt(rate / ((a + n / 2) * total))
    expected = stats.t.sf(0.01, 2 * a + n, (mu0 / k0 + n * m) / total, scale)
    assert found.probabilities[0].first == pytest.approx(expected, abs=1e-9)
