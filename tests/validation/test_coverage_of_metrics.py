"""How often intervals of the difference of a metric hold the true one; slow, run with `make validate -s`."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest
from scipy import stats

from betterthan.data.factors import Factor
from betterthan.data.measuring import measured
from betterthan.data.predictions import Predictions
from betterthan.procedures import bayes_bootstrap, bootstrap, delong

SIMULATIONS, CASES, DRAWS = 1500, 300, 1000
SHIFTS = (1.2, 0.9)
"""By so much the scores of positive cases exceed the others, model by model, in standard deviations."""
SHARED = 0.5
"""Correlation of the two models' scores on a case."""


def drawn(rng, cases, prevalence):
    truth = (rng.random(cases) < prevalence).astype(int)
    shared = sqrt(SHARED) * rng.normal(size=cases)
    own = [shared + sqrt(1 - SHARED) * rng.normal(size=cases) + shift * truth for shift in SHIFTS]
    return truth, own


def predictions(truth, own, clusters=None):
    factors = (
        {} if clusters is None else {"cluster": Factor(clusters, tuple(str(each) for each in np.unique(clusters)))}
    )
    return Predictions(("a", "b"), truth, tuple(own), "score", ("0", "1"), "1", factors)


def true_difference(metric, prevalence):
    """Of AUROC in closed form, of average precision over a very large test set."""
    if metric == "auroc":
        return float(np.subtract(*stats.norm.cdf(np.array(SHIFTS) / sqrt(2))))
    truth, own = drawn(np.random.default_rng(0), 4_000_000, prevalence)
    return float(np.subtract(*measured(predictions(truth, own), metric).values))


def covered(metric, prevalence, seed):
    """Shares of the simulations in which the 95% intervals of both procedures hold the true difference."""
    rng, true = np.random.default_rng(seed), true_difference(metric, prevalence)
    inside = np.zeros(2)
    for _ in range(SIMULATIONS):
        table = measured(predictions(*drawn(rng, CASES, prevalence)), metric)
        plain = bootstrap(table, draws=DRAWS, rng=rng).interval
        bayes = bayes_bootstrap(table, draws=DRAWS, rng=rng).interval(0.95, "equal-tailed")
        inside += [each.low <= true <= each.high for each in (plain, bayes)]
    return inside / SIMULATIONS


@pytest.mark.validation
@pytest.mark.parametrize("metric", ["auroc", "average-precision"])
@pytest.mark.parametrize(
    ("prevalence", "least", "most"), [(0.3, 0.92, 0.97), (0.5, 0.92, 0.97), (0.1, 0.87, 1), (0.05, 0.87, 1)]
)
def test_intervals_cover(metric, prevalence, least, most):
    """Of rare classes they cover less, which users are told."""
    found = covered(metric, prevalence, 15)
    print(metric, prevalence, "bootstrap, bayes_bootstrap:", found)
    assert ((found >= least) & (found <= most)).all()
    table = measured(predictions(*drawn(np.random.default_rng(15), CASES, prevalence)), metric)
    assert any("intervals are too narrow then" in note for note in table.notes) == (prevalence <= 0.1)


@pytest.mark.validation
def test_intervals_of_clusters_cover():
    """40 clusters of 10 cases whose scores share something, in truth and in the models."""
    rng, inside, true = np.random.default_rng(16), np.zeros(2), None
    for count in (100_000, *([40] * SIMULATIONS)):
        clusters = np.repeat(np.arange(count), 10)
        level = rng.normal(0, 0.8, count)[clusters]
        truth = (rng.random(len(clusters)) < stats.norm.cdf(level)).astype(int)
        effects = zip(SHIFTS, (0.2, 0.6), strict=True)
        own = [level * weight + shift * truth + rng.normal(size=len(clusters)) for shift, weight in effects]
        table = measured(predictions(truth, own, clusters), "auroc")
        if true is None:
            true = float(np.subtract(*table.values))
            continue
        plain = bootstrap(table, draws=DRAWS, rng=rng).interval
        bayes = bayes_bootstrap(table, draws=DRAWS, rng=rng).interval(0.95, "equal-tailed")
        inside += [each.low <= true <= each.high for each in (plain, bayes)]
    print("clusters, bootstrap, bayes_bootstrap:", inside / SIMULATIONS)
    assert (inside / SIMULATIONS >= 0.90).all()
    assert (inside / SIMULATIONS <= 0.97).all()


def test_of_many_cases_all_intervals_agree_with_delong():
    truth, own = drawn(np.random.default_rng(1), 20_000, 0.4)
    table = measured(predictions(truth, own), "auroc")
    known = delong(table)
    width = known.interval.high - known.interval.low
    for found in (
        bootstrap(table, draws=4000).interval,
        bayes_bootstrap(table, draws=4000).interval(0.95, "equal-tailed"),
    ):
        assert found.low == pytest.approx(known.interval.low, abs=0.05 * width)
        assert found.high == pytest.approx(known.interval.high, abs=0.05 * width)
