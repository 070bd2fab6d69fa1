"""The study of posteriors: none is forgotten, what is counted is right, the quick ones are seen to be calibrated."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from betterthan.procedures import REGISTRY
from betterthan.simulation.calibration import ABOVE, HALF, POSTERIORS, WIDE, at

QUICK = ("bayes_t", "bayes_mcnemar", "bayes_agreement", "bayes_clustered_t", "bayes_correlated_t", "bayes_welch")


def test_no_posterior_is_forgotten():
    assert {each.procedure for each in POSTERIORS} == {
        name for name, each in REGISTRY.items() if each.family == "bayesian"
    }


@pytest.mark.parametrize(
    ("below", "counted"),
    [(0.5, (1, 1, 0)), (0.51, (1, 1, 1)), (0.76, (1, 0, 1)), (0.974, (1, 0, 1)), (0.976, (0, 0, 1)), (0.02, (0, 0, 0))],
)
def test_what_is_counted(below, counted):
    found = at(below)
    assert (found[WIDE], found[HALF], found[ABOVE]) == counted


def test_the_law_of_pairs_of_an_anova_is_wider_than_students():
    """b = 20 units, 3 contrasts: t with 17 df times √(SSP/(20·17)), where t with 19 df and √(SSP/(20·19)) is exact."""
    (tested,) = (each for each in POSTERIORS if each.procedure == "bayes_anova")
    for level, bounds in ((0.975, tested.wide), (0.75, tested.half)):
        due = 1 - 2 * stats.t.sf(stats.t.ppf(level, 17) * np.sqrt(19 / 17), 19)
        assert bounds == pytest.approx((due, due), abs=6e-5)


@pytest.mark.parametrize("each", POSTERIORS, ids=lambda each: f"{each.procedure}, {each.words}")
def test_a_repetition_says_where_the_truth_lies(each):
    setting = each.setting()
    drawn = setting.measured(np.random.default_rng(2))
    assert set(drawn) >= set(setting.limits) == set(each.due)
    assert set(drawn.values()) <= {0.0, 1.0}


@pytest.mark.parametrize(
    "each", [each for each in POSTERIORS if each.procedure in QUICK], ids=lambda each: f"{each.procedure}, {each.words}"
)
def test_a_few_hundred_repetitions_hold(each):
    rng = np.random.default_rng(3)
    setting = each.setting()
    found = setting.findings("study", [setting.measured(rng) for _ in range(400)])
    assert [one.quantity for one in found if one.holds is False] == []


def test_a_posterior_that_is_too_narrow_is_noticed():
    """The law of 10 differences, but three times as narrow."""
    rng, runs = np.random.default_rng(4), []
    for _ in range(400):
        values = rng.standard_normal(10)
        runs.append(at(float(stats.t.cdf(-3 * values.mean() / (values.std(ddof=1) / np.sqrt(10)), 9))))
    found = {each.quantity: each.holds for each in POSTERIORS[0].setting().findings("study", runs)}
    assert found == {WIDE: False, HALF: False, ABOVE: True}
