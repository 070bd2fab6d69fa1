"""Are the Q1 procedures what they claim to be? Size of tests, coverage of intervals, calibration of posteriors.

Slow; run with `make validate`. Limits are four standard errors of the simulation about the nominal value. Tests with a
discrete law cannot meet it exactly: `wilcoxon` and `sign` may reject less often, McNemar's variants in 0.02 to 0.065.
"""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from betterthan.data.pairing import pair_arrays
from betterthan.procedures import (
    bayes_bootstrap,
    bayes_mcnemar,
    bayes_robust_t,
    bayes_t,
    mcnemar,
    paired_t,
    permutation,
    sign,
    tost,
    wilcoxon,
)

pytestmark = pytest.mark.validation


def within(share: float, nominal: float, runs: int) -> bool:
    return abs(share - nominal) <= 4 * (nominal * (1 - nominal) / runs) ** 0.5


@pytest.mark.parametrize("n", [12, 60])
@pytest.mark.parametrize(
    ("procedure", "runs", "exact"),
    [(paired_t, 4000, True), (wilcoxon, 4000, False), (permutation, 300, True), (sign, 4000, False)],
)
def test_size_of_the_tests_under_a_symmetric_null(procedure, runs, exact, n):
    rng = np.random.default_rng(n)
    options = {"draws": 2000} if procedure is permutation else {}
    rejected = 0
    for _ in range(runs):
        differences = rng.standard_normal(n)
        rejected += procedure.from_differences(differences, **options).p_value <= 0.05
    share = rejected / runs
    assert share <= 0.05 + 4 * (0.05 * 0.95 / runs) ** 0.5
    if exact:
        assert within(share, 0.05, runs)
    else:
        assert share >= 0.01


@pytest.mark.parametrize(
    ("variant", "conservative"), [("exact", True), ("corrected", True), ("mid-p", False), ("uncorrected", False)]
)
def test_size_of_mcnemar(variant, conservative):
    rng = np.random.default_rng(3)
    runs = 4000
    rejected = 0
    for _ in range(runs):
        n00, n01, n10, n11 = (int(count) for count in rng.multinomial(200, [0.1, 0.15, 0.15, 0.6]))
        rejected += mcnemar.from_cells(n00=n00, n01=n01, n10=n10, n11=n11, variant=variant).p_value <= 0.05
    share = rejected / runs
    assert 0.02 <= share <= (0.055 if conservative else 0.065)


def test_size_of_tost_on_the_bound_of_the_rope():
    rng = np.random.default_rng(4)
    runs = 4000
    rejected = sum(
        tost.from_differences(0.5 + rng.standard_normal(80), rope=(-0.5, 0.5)).p_value <= 0.05 for _ in range(runs)
    )
    assert within(rejected / runs, 0.05, runs)


@pytest.mark.parametrize(
    ("procedure", "n", "law", "runs"),
    [
        (bayes_t, 10, stats.norm(), 4000),
        (bayes_robust_t, 25, stats.t(3), 800),
        (bayes_robust_t, 25, stats.norm(), 800),
        (bayes_bootstrap, 100, stats.t(5), 400),
    ],
)
def test_coverage_of_the_95_percent_interval(procedure, n, law, runs):
    rng = np.random.default_rng(n)
    covered = 0
    for _ in range(runs):
        inside = procedure.from_differences(law.rvs(n, random_state=rng)).interval(0.95, "equal-tailed")
        covered += inside.low <= 0 <= inside.high
    assert within(covered / runs, 0.95, runs), covered / runs


@pytest.mark.parametrize("scale", ["phi", "points"])
def test_simulation_based_calibration_of_bayes_mcnemar(scale):
    """Cells drawn from the prior, counts from the cells: the posterior's value at the truth is uniform."""
    rng = np.random.default_rng(5)
    ranks = []
    for _ in range(1500):
        theta = rng.dirichlet([1, 1, 1, 1])
        n00, n01, n10, n11 = (int(count) for count in rng.multinomial(60, theta))
        if n01 + n10 == 0:
            continue
        posterior = bayes_mcnemar.from_cells(n00=n00, n01=n01, n10=n10, n11=n11, scale=scale)
        truth = theta[2] / (theta[1] + theta[2]) if scale == "phi" else theta[2] - theta[1]
        ranks.append(float(posterior.cdf(truth)))
    counts = np.histogram(ranks, bins=20, range=(0, 1))[0]
    assert stats.chisquare(counts).pvalue > 0.01


def test_pairing_ignores_what_both_models_share():
    rng = np.random.default_rng(6)
    shared = 100 * rng.standard_normal(50)
    noise = rng.standard_normal((2, 50))
    one, other = pair_arrays(*noise), pair_arrays(*(noise + shared))
    assert paired_t(one).p_value == pytest.approx(paired_t(other).p_value, rel=1e-9)
