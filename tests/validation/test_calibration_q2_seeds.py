"""Are `welch_t` and `bayes_welch` what they claim to be? Size of the test, coverage of the posterior's interval.

Slow; run with `make validate`. Limits are four standard errors of the simulation. As a test over repeated experiments
both are approximate: Welch's size strays from 0.05 by up to 0.01 with five runs of a model, and the Behrens–Fisher
interval holds the truth at least as often as it says (Robinson 1976), exactly as often only with many runs.
"""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest

from betterthan.procedures import bayes_welch, welch_t

pytestmark = pytest.mark.validation

DESIGNS = [(3, 3, 1.0), (5, 5, 1.0), (5, 5, 4.0), (5, 20, 0.25), (5, 20, 4.0), (10, 10, 2.0), (30, 8, 1.0)]
"""Seeds of the first and second model, and how many times larger the spread of the second is."""


def samples(n1: int, n2: int, ratio: float, runs: int):
    rng = np.random.default_rng(100 * n1 + n2)
    for _ in range(runs):
        yield rng.standard_normal(n1), ratio * rng.standard_normal(n2)


def holds_zero(pair, level: float) -> bool:
    """Whether 0 lies in the equal-tailed interval of the posterior."""
    return (1 - level) / 2 <= float(bayes_welch.from_scores(*pair).cdf(0.0)) <= (1 + level) / 2


@pytest.mark.parametrize(("n1", "n2", "ratio"), [design for design in DESIGNS if min(design[:2]) >= 5])
def test_size_of_welchs_test(n1, n2, ratio):
    runs = 8000
    share = sum(welch_t.from_scores(*pair).p_value <= 0.05 for pair in samples(n1, n2, ratio, runs)) / runs
    error = 4 * sqrt(0.05 * 0.95 / runs)
    assert 0.04 - error <= share <= 0.06 + error, share


@pytest.mark.parametrize(("n1", "n2", "ratio"), [(2, 2, 1.0), *DESIGNS])
def test_the_interval_of_the_posterior_holds_the_truth_at_least_as_often_as_it_says(n1, n2, ratio):
    runs = 3000
    share = sum(holds_zero(pair, 0.95) for pair in samples(n1, n2, ratio, runs)) / runs
    assert share >= 0.95 - 4 * sqrt(0.05 * 0.95 / runs), share


@pytest.mark.parametrize("n", [40, 200])
def test_with_many_seeds_it_holds_the_truth_as_often_as_it_says(n):
    runs = 3000
    share = sum(holds_zero(pair, 0.9) for pair in samples(n, n, 2.0, runs)) / runs
    assert abs(share - 0.9) <= 4 * sqrt(0.09 / runs), share


def test_the_posterior_is_calibrated_over_its_own_prior():
    """Given the two sample variances, the truth's place in the posterior is uniform if the variances are drawn so.

    The prior is improper; what it implies is that, with the sample variances held fixed, 1/σ_i² is χ² over
    (n_i - 1) s_i². Drawing the σ_i so and the means around the truth, the posterior's value there is uniform.
    """
    rng = np.random.default_rng(9)
    n1, n2, s1, s2 = 4, 6, 1.0, 2.0
    places = []
    for _ in range(4000):
        sigma1 = s1 * sqrt((n1 - 1) / rng.chisquare(n1 - 1))
        sigma2 = s2 * sqrt((n2 - 1) / rng.chisquare(n2 - 1))
        m1, m2 = rng.normal(0, sigma1 / sqrt(n1)), rng.normal(0, sigma2 / sqrt(n2))
        posterior = bayes_welch.from_summary(first=(m1, s1, n1), second=(m2, s2, n2))
        places.append(float(posterior.cdf(0.0)))
    counts = np.histogram(places, bins=20, range=(0, 1))[0]
    assert ((counts - 200) ** 2 / 200).sum() < 36.19  # χ² with 19 df, at 1%
