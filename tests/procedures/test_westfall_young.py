"""Westfall and Young's step-down: enumerated figures are in tests/reference; here, other ways to the same p-values."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

import betterthan as bt
from betterthan.numerics.max_t import max_t
from betterthan.procedures import permutation, westfall_young

RNG = np.random.default_rng(4)
SCORES = RNG.normal(0, 1, (9, 4)) + np.array([2.0, 0.0, 0.1, -1.5])


def test_one_test_alone_is_not_adjusted():
    found = max_t(SCORES[:, :1], draws=1000, rng=np.random.default_rng(0))
    expected = stats.permutation_test(
        (SCORES[:, 0],), lambda x: abs(x.mean()), permutation_type="samples", alternative="greater", n_resamples=np.inf
    )
    assert found.exact
    assert found.p_values[0] == found.adjusted[0] == pytest.approx(expected.pvalue, abs=1e-12)


def test_the_p_value_of_a_pair_alone_is_that_of_the_permutation_test():
    found = westfall_young.from_scores(SCORES)
    for pair in found.pairs:
        first, second = int(pair.first[-1]) - 1, int(pair.second[-1]) - 1
        apart = SCORES[:, first] - SCORES[:, second]
        assert pair.p_value == pytest.approx(permutation.from_differences(apart).p_value, abs=1e-12)
        assert pair.statistic == pytest.approx(stats.ttest_1samp(apart, 0).statistic)
        assert pair.p_value <= pair.p_adjusted


def test_the_same_test_twice_costs_nothing():
    """What Holm's method would double: two columns that always say the same."""
    found = max_t(SCORES[:, [0, 0]], draws=1000, rng=np.random.default_rng(0))
    assert found.adjusted.tolist() == found.p_values.tolist()


def test_random_flips_come_near_all_of_them():
    exact = westfall_young.from_scores(SCORES, draws=1000)
    drawn = westfall_young.from_scores(SCORES, draws=500)
    assert exact.diagnostics.error is None
    for one, other in zip(exact.pairs, drawn.pairs, strict=True):
        assert other.p_adjusted == pytest.approx(one.p_adjusted, abs=5 / 3 * drawn.diagnostics.error)


def test_false_claims_are_rare_whichever_pairs_differ():
    """Strong control: the first model is far better, the others are equal; at most 5% of tables claim among these."""
    claims = 0
    for _ in range(300):
        scores = RNG.normal(0, 1, (12, 4)) + np.array([3.0, 0, 0, 0])
        found = westfall_young.from_scores(scores, models=("best", "x", "y", "z"), draws=4096)
        claims += any(pair.p_adjusted <= 0.05 for pair in found.pairs if pair.first != "best")
    assert claims / 300 <= 0.05 + 2.5 * np.sqrt(0.05 * 0.95 / 300)


def test_compare_runs_it_on_all_models():
    scores = bt.read({"task": range(9), **dict(zip("abcd", SCORES.T, strict=True))})
    found = bt.compare(scores, procedure="westfall_young", rng=3)
    assert found.test.procedure == "westfall_young"
    assert "step-down max-T" in found.to_text()


def test_models_that_never_differ():
    found = westfall_young.from_scores(np.tile([[0.1], [0.4], [0.9]], (2, 3)))
    assert found.p_value == 1.0
    assert found.statistic == 0.0
