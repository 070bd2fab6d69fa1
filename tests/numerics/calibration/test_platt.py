import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.special import expit, log_expit

from betterthan.errors import ArgumentError
from betterthan.numerics.calibration.platt import platt_scale
from betterthan.numerics.calibration.two_classes import log_odds


def drawn(seed, n, slope=2.0, shift=-1.0, scale=1.0):
    rng = np.random.default_rng(seed)
    x = rng.standard_normal(n)
    return x * scale, rng.random(n) < expit(slope * x + shift)


def least(scores, positive, weight=None):
    """Platt's loss, written down anew and minimised by SciPy."""
    weight = np.ones(len(scores)) if weight is None else weight
    above, below = weight[positive].sum(), weight[~positive].sum()
    target = np.where(positive, (above + 1) / (above + 2), 1 / (below + 2))

    def loss(x):
        eta = x[0] * scores + x[1]
        return -weight @ (target * log_expit(eta) + (1 - target) * log_expit(-eta))

    def gradient(x):
        apart = weight * (expit(x[0] * scores + x[1]) - target)
        return np.array([apart @ scores, apart.sum()])

    def second(x):
        p = expit(x[0] * scores + x[1])
        both = np.stack([scores, np.ones_like(scores)])
        return both * (weight * p * (1 - p)) @ both.T

    return minimize(loss, [0.0, 0.0], jac=gradient, hess=second, method="trust-exact", options={"gtol": 1e-11}).x


@pytest.mark.parametrize(("seed", "n"), [(1, 12), (2, 60), (3, 500), (4, 20_000)])
def test_slope_and_intercept_have_the_least_loss(seed, n):
    scores, positive = drawn(seed, n)
    curve = platt_scale(scores, positive)
    np.testing.assert_allclose([curve.slope, curve.intercept], least(scores, positive), rtol=1e-8, atol=1e-8)
    assert curve.error < 1e-9
    assert curve.cases == n


@pytest.mark.parametrize("scale", [1e-6, 1.0, 1e4])
def test_as_scikit_learn_has_it(scale):
    calibration = pytest.importorskip("sklearn.calibration")
    scores, positive = drawn(5, 400, scale=scale)
    theirs = calibration._SigmoidCalibration().fit(scores, positive)  # 1/(1 + exp(a x + b))
    curve = platt_scale(scores, positive)
    assert curve.slope == pytest.approx(-theirs.a_, rel=1e-5)
    assert curve.intercept == pytest.approx(-theirs.b_, rel=1e-5)
    np.testing.assert_allclose(curve.probabilities(scores), theirs.predict(scores), atol=1e-6)


def test_weights_count_as_copies_do_and_as_scikit_learn_has_them():
    calibration = pytest.importorskip("sklearn.calibration")
    scores, positive = drawn(6, 80)
    weight = np.random.default_rng(7).integers(1, 4, len(scores)).astype(float)
    weighted = platt_scale(scores, positive, weight)
    copied = platt_scale(np.repeat(scores, weight.astype(int)), np.repeat(positive, weight.astype(int)))
    assert weighted.slope == pytest.approx(copied.slope, rel=1e-9)
    assert weighted.intercept == pytest.approx(copied.intercept, rel=1e-9)
    theirs = calibration._SigmoidCalibration().fit(scores, positive, sample_weight=weight)
    assert weighted.slope == pytest.approx(-theirs.a_, rel=1e-5)
    np.testing.assert_allclose([weighted.slope, weighted.intercept], least(scores, positive, weight), rtol=1e-8)


def test_smoothed_targets_keep_separated_classes_finite():
    """Two scores that tell the classes apart get exactly the targets: (n+1)/(n+2) and 1/(n+2)."""
    scores, positive = np.repeat([-1.0, 3.0], [10, 30]), np.repeat([False, True], [10, 30])
    np.testing.assert_allclose(
        platt_scale(scores, positive).probabilities(np.array([-1.0, 3.0])), [1 / 12, 31 / 32], rtol=1e-9
    )


def test_shift_and_scale_of_the_scores_do_not_matter():
    scores, positive = drawn(8, 300)
    plain = platt_scale(scores, positive).probabilities(scores)
    moved = platt_scale(1e3 - 40 * scores, positive)
    assert moved.slope < 0
    np.testing.assert_allclose(moved.probabilities(1e3 - 40 * scores), plain, rtol=1e-9)


@pytest.mark.parametrize("power", [1, 3, 5])
def test_wild_scores_settle(power):
    rng = np.random.default_rng(power)
    scores = rng.standard_cauchy(500) ** power
    positive = rng.random(500) < expit(scores)
    assert platt_scale(scores, positive).error < 1e-9


def test_calibrated_log_odds_are_left_as_they_are():
    rng = np.random.default_rng(9)
    p = rng.beta(1, 3, 400_000)
    curve = platt_scale(log_odds(p), rng.random(len(p)) < p)
    assert curve.slope == pytest.approx(1, abs=0.015)  # three standard errors
    assert curve.intercept == pytest.approx(0, abs=0.02)


def test_log_odds_of_certainty_are_finite():
    np.testing.assert_allclose(log_odds(np.array([0.0, 0.25, 1.0])), [-34.54, -np.log(3), 34.54], atol=0.01)


@pytest.mark.parametrize(
    ("scores", "positive", "weight", "message"),
    [
        ([1.0, 2.0], [True, True], None, "Of 2 cases all are of the positive class"),
        ([1.0, 2.0], [False, False], None, "Of 2 cases none are"),
        ([], [], None, "Of 0 cases none are"),
        ([1.0, 1.0, 1.0], [True, False, True], None, "All 3 held-out scores are 1"),
        ([1.0, np.nan], [True, False], None, "1 are not"),
        ([1.0, np.inf], [True, False], None, "1 are not"),
        ([1.0, 2.0, 3.0], [True, False], None, "3 scores, 2 classes"),
        ([1.0, 2.0], [True, False], [1.0, 0.0], "Weights must be"),
    ],
)
def test_what_cannot_be_scaled_is_said(scores, positive, weight, message):
    with pytest.raises(ArgumentError, match=message):
        platt_scale(np.array(scores), np.array(positive, dtype=bool), None if weight is None else np.array(weight))
