"""Losses of single cases against scikit-learn, scipy and their definitions."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.special import huber as scipys_huber

from betterthan.numerics.loss_table import LOSSES, cost_loss
from betterthan.numerics.losses import CLIP, clipped, cost_ratio, cost_weighted, huber, log_loss, pinball


def probabilities(rng, n, classes):
    raw = rng.exponential(size=(n, classes))
    return raw / raw.sum(axis=1, keepdims=True)


@pytest.mark.parametrize("classes", [2, 4])
@pytest.mark.parametrize(("name", "theirs"), [("log", "log_loss"), ("brier", "brier_score_loss")])
def test_losses_of_probabilities_are_those_of_scikit_learn(name, theirs, classes):
    metrics, rng = pytest.importorskip("sklearn.metrics"), np.random.default_rng(classes)
    truth = np.concatenate([np.arange(classes), rng.integers(classes, size=50)])
    chances, weights = probabilities(rng, len(truth), classes), rng.exponential(size=len(truth))
    given = chances[:, 1] if classes == 2 else chances
    try:
        expected = getattr(metrics, theirs)(truth, given, sample_weight=weights)
    except ValueError:  # before 1.7, scikit-learn has the Brier score of two classes only
        expected = np.average(((chances - np.eye(classes)[truth]) ** 2).sum(axis=1), weights=weights)
    found = np.average(LOSSES.named(name).each(truth, chances), weights=weights)
    assert found == pytest.approx(expected, abs=1e-10)


@pytest.mark.parametrize("quantile", [0.1, 0.5, 0.9])
def test_pinball_is_that_of_scikit_learn(quantile):
    metrics, rng = pytest.importorskip("sklearn.metrics"), np.random.default_rng(0)
    truth, values, weights = *rng.normal(size=(2, 40)), rng.exponential(size=40)
    found = np.average(LOSSES.named(f"pinball-{quantile}").each(truth, values), weights=weights)
    assert found == pytest.approx(metrics.mean_pinball_loss(truth, values, alpha=quantile, sample_weight=weights))


@pytest.mark.parametrize("delta", [0.5, 1.35])
def test_huber_is_that_of_scipy(delta):
    truth, values = np.random.default_rng(2).normal(size=(2, 60))
    expected = scipys_huber(delta, values - truth)
    np.testing.assert_allclose(huber(truth, values, delta), expected, atol=1e-14)
    np.testing.assert_allclose(LOSSES.named(f"huber-{delta}").each(truth, values), expected, atol=1e-14)


def test_the_quantile_has_the_least_pinball_loss():
    values = np.sort(np.random.default_rng(1).normal(size=101))
    means = [pinball(values, np.full(101, guess), 0.2).mean() for guess in values]
    assert np.argmin(means) == 20


def test_probabilities_of_zero_are_clipped_and_counted():
    truth, chances = np.array([0, 0, 1, 1]), np.array([[0.0, 1.0], [1.0, 0.0], [0.5, 0.5], [1 - 1e-17, 1e-17]])
    np.testing.assert_allclose(log_loss(truth, chances), [-np.log(CLIP), 0, np.log(2), -np.log(CLIP)])
    assert clipped(truth, chances).tolist() == [True, False, False, True]


def test_costs_by_matrix_and_by_ratio():
    truth, labels = np.array([0, 0, 1, 1, 2]), np.array([0, 1, 1, 0, 0])
    costs = np.array([[0, 1, 2], [3, 0, 4], [5, 6, 0]], dtype=float)
    assert cost_weighted(truth, labels, costs).tolist() == [0, 1, 0, 3, 5]
    assert cost_weighted(truth[:4], labels[:4], cost_ratio(7)).tolist() == [0, 1, 0, 7]
    assert LOSSES.named("cost-7").each(truth[:4], labels[:4]).tolist() == [0, 1, 0, 7]
    assert (LOSSES.named("cost-7").classes, cost_loss(costs, "mine", "my costs").classes) == (2, None)
    assert cost_loss(costs, "mine", "my costs").each(truth, labels).tolist() == [0, 1, 0, 3, 5]
