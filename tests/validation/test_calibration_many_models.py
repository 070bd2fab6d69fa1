"""Are the joint models of several models what they claim to be? The truth drawn from the prior, the posterior at it.

Slow; run with `make validate`.
"""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from betterthan.procedures import bayes_joint, bayes_plackett_luce

pytestmark = pytest.mark.validation

RUNS, RUNS_OF_A_SAMPLER = 3000, 600


def uniform(ranks: list[float]) -> float:
    return float(stats.chisquare(np.histogram(ranks, bins=20, range=(0, 1))[0]).pvalue)


def below(found, truth: float) -> float:
    """Posterior probability that the first model leads the second by less than it does."""
    return float(found.pair("1", "2").cdf(truth))


@pytest.mark.parametrize(("models", "tasks", "gaps"), [(3, 8, 0.0), (12, 10, 0.0), (6, 14, 0.3)])
def test_calibration_of_bayes_joint_with_common_residuals(models, tasks, gaps):
    """τ half-Cauchy with a given scale; σ log-uniform over two decades, a stretch of its improper prior."""
    rng, ranks = np.random.default_rng(models), []
    for _ in range(RUNS):
        tau, sigma = abs(rng.standard_cauchy()), 10 ** rng.uniform(-1, 1)
        alpha = rng.normal(0, tau, models)
        scores = alpha + rng.normal(0, 5, (tasks, 1)) + rng.normal(0, sigma, (tasks, models))
        scores[rng.random(scores.shape) < gaps] = np.nan
        ranks.append(below(bayes_joint.from_scores(scores, residual="common", prior_scale=1.0), alpha[0] - alpha[1]))
    assert uniform(ranks) > 0.01


def test_coverage_of_bayes_joint_with_unstructured_residuals():
    """The prior of Σ has no proper stretch: intervals of 95% over random covariances."""
    rng, covered = np.random.default_rng(2), 0
    for _ in range(RUNS):
        alpha = rng.normal(0, abs(rng.standard_cauchy()), 4)
        root = rng.normal(size=(4, 4)) * rng.uniform(0.2, 2.0, 4)
        scores = alpha + rng.normal(size=(20, 4)) @ root
        share = below(bayes_joint.from_scores(scores, residual="unstructured", prior_scale=1.0), alpha[0] - alpha[1])
        covered += 0.025 <= share <= 0.975
    assert abs(covered / RUNS - 0.95) <= 4 * (0.95 * 0.05 / RUNS) ** 0.5


def test_calibration_of_bayes_joint_with_robust_residuals():
    """As with common residuals; each task's residuals are multivariate t, ν - 1 ~ Gamma(2, 0.1)."""
    rng, ranks = np.random.default_rng(3), []
    for _ in range(RUNS_OF_A_SAMPLER):
        tau, sigma, nu = abs(rng.standard_cauchy()), 10 ** rng.uniform(-1, 1), 1 + rng.gamma(2, 10)
        alpha = rng.normal(0, tau, 4)
        noise = rng.normal(0, sigma, (12, 4)) / np.sqrt(rng.gamma(nu / 2, 2 / nu, (12, 1)))
        scores = alpha + rng.normal(0, 5, (12, 1)) + noise
        found = bayes_joint.from_scores(scores, residual="robust", prior_scale=1.0, draws=1000)
        ranks.append(below(found, alpha[0] - alpha[1]))
    assert uniform(ranks) > 0.01


@pytest.mark.parametrize(("models", "tasks", "kind"), [(3, 10, "plain"), (6, 15, "gaps"), (2, 6, "plain")])
def test_calibration_of_bayes_plackett_luce(models, tasks, kind):
    """Its prior is proper: everything is drawn from it, orders by exponential races."""
    rng, ranks = np.random.default_rng(models), []
    for _ in range(RUNS_OF_A_SAMPLER):
        theta = rng.normal(0, abs(rng.standard_t(4)), models)
        times = rng.exponential(size=(tasks, models)) / np.exp(theta)
        if kind == "gaps":
            times[1:][rng.random((tasks - 1, models)) < 0.3] = np.nan  # one task has all, which joins them
        found = bayes_plackett_luce.from_ranks(times, draws=1000)
        ranks.append(below(found, theta[0] - theta[1]))
    assert uniform(ranks) > 0.01


def test_calibration_of_bayes_plackett_luce_with_ties():
    """Only a group of three is seen to arrive before the others, and who is last: orders within are unknown."""
    rng, ranks = np.random.default_rng(9), []
    for _ in range(RUNS_OF_A_SAMPLER):
        theta = rng.normal(0, abs(rng.standard_t(4)), 6)
        order = np.argsort(rng.exponential(size=(15, 6)) / np.exp(theta), axis=1)
        places = np.empty((15, 6))
        np.put_along_axis(places, order, np.tile([1.0, 1.0, 1.0, 2.0, 2.0, 3.0], (15, 1)), axis=1)
        ranks.append(below(bayes_plackett_luce.from_ranks(places, draws=1000), theta[0] - theta[1]))
    assert uniform(ranks) > 0.01
