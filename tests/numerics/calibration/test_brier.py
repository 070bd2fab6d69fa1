import numpy as np
import pytest

from betterthan.numerics.calibration.brier import brier_parts


def drawn(seed, n, decimals):
    rng = np.random.default_rng(seed)
    p = rng.beta(2, 3, n).round(decimals)
    return p, rng.random(n) < 0.7 * p, rng.uniform(0.5, 2, n)


@pytest.mark.parametrize("bins", [None, 1, 5, 10, 10_000])
@pytest.mark.parametrize("decimals", [1, 9])
def test_the_parts_add_up_to_the_score(bins, decimals):
    p, positive, weight = drawn(1, 900, decimals)
    parts = brier_parts(p, positive, weight=weight, bins=bins)
    assert parts.score == pytest.approx(np.average((p - positive) ** 2, weights=weight), rel=1e-12)
    together = parts.reliability - parts.resolution + parts.uncertainty + parts.within
    assert together == pytest.approx(parts.score, rel=1e-12)
    if bins is None or (decimals == 1 and bins >= 10_000):
        assert parts.within == pytest.approx(0, abs=1e-15)


def test_the_score_as_scikit_learn_has_it():
    metrics = pytest.importorskip("sklearn.metrics")
    p, positive, weight = drawn(2, 300, 3)
    theirs = metrics.brier_score_loss(positive, p, sample_weight=weight)
    assert brier_parts(p, positive, weight=weight).score == pytest.approx(theirs, rel=1e-12)


def test_each_part_from_its_definition():
    p, positive, _ = drawn(3, 200, 1)
    groups = [(value, positive[p == value]) for value in np.unique(p)]
    overall, n = positive.mean(), len(p)
    parts = brier_parts(p, positive)
    assert parts.bins == len(groups)
    assert parts.reliability == pytest.approx(sum(len(y) * (f - y.mean()) ** 2 for f, y in groups) / n)
    assert parts.resolution == pytest.approx(sum(len(y) * (y.mean() - overall) ** 2 for _, y in groups) / n)
    assert parts.uncertainty == pytest.approx(overall * (1 - overall))


def test_two_terms_within_bins():
    """Stephenson, Coelho and Jolliffe (2008): variance of the forecasts within bins, less twice the covariance."""
    p, positive = np.array([0.1, 0.3, 0.6, 0.8]), np.array([False, True, True, True])
    variance = np.mean([0.01, 0.01, 0.01, 0.01])
    covariance = np.mean([-0.1 * -0.5, 0.1 * 0.5, -0.1 * 0, 0.1 * 0])
    assert brier_parts(p, positive, bins=2).within == pytest.approx(variance - 2 * covariance)


def test_forecasts_that_come_true_are_reliable_and_a_constant_resolves_nothing():
    came = np.arange(10) < 5
    constant, sure = brier_parts(np.full(10, 0.5), came), brier_parts(came.astype(float), came)
    parts = [[each.score, each.reliability, each.resolution, each.uncertainty] for each in (constant, sure)]
    np.testing.assert_allclose(parts, [[0.25, 0, 0, 0.25], [0, 0, 0.25, 0.25]], atol=1e-15)
