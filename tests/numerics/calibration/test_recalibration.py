import numpy as np
import pytest
from scipy.optimize import minimize_scalar
from scipy.special import expit, log_expit, logit

from betterthan.errors import ArgumentError
from betterthan.numerics.calibration.recalibration import FAR, recalibration


def drawn(seed, n, slope=1.0, level=0.0):
    """Probabilities whose log-odds, times a slope and with a level, come true."""
    rng = np.random.default_rng(seed)
    odds = rng.normal(-1, 1.5, n)
    return expit(odds), rng.random(n) < expit(slope * odds + level)


def test_as_statsmodels_has_it():
    sm = pytest.importorskip("statsmodels.api")
    p, positive = drawn(1, 700, slope=0.6, level=0.3)
    found = recalibration(p, positive)
    theirs = sm.Logit(positive, sm.add_constant(logit(p))).fit(disp=0, tol=1e-12)
    np.testing.assert_allclose([found.intercept.value, found.slope.value], theirs.params, rtol=1e-8)
    np.testing.assert_allclose([found.intercept.se, found.slope.se], theirs.bse, rtol=1e-6)
    np.testing.assert_allclose(
        [found.intercept.interval(0.9), found.slope.interval(0.9)], theirs.conf_int(0.1), rtol=1e-5
    )
    level = sm.GLM(positive, np.ones(len(p)), family=sm.families.Binomial(), offset=logit(p)).fit(tol=1e-12)
    assert found.shift.value == pytest.approx(level.params[0], rel=1e-8)
    assert found.shift.se == pytest.approx(level.bse[0], rel=1e-6)
    assert found.error < 1e-9


def test_clusters_as_statsmodels_has_them():
    sm = pytest.importorskip("statsmodels.api")
    p, positive = drawn(2, 600, slope=1.5)
    cluster = np.random.default_rng(3).integers(0, 40, 600)
    found = recalibration(p, positive, cluster=cluster)
    theirs = sm.Logit(positive, sm.add_constant(logit(p))).fit(
        disp=0, tol=1e-12, cov_type="cluster", cov_kwds={"groups": cluster, "use_correction": False}
    )
    factor = np.sqrt(40 / 39)  # they offer it only together with (n - 1)/(n - 2)
    np.testing.assert_allclose([found.intercept.se, found.slope.se], theirs.bse * factor, rtol=1e-6)
    assert found.slope.df == 39
    assert found.slope.interval()[1] - found.slope.value == pytest.approx(
        2.022691 * found.slope.se, rel=1e-5
    )  # t, 39 df


@pytest.mark.parametrize(
    ("slope", "level", "fault"),
    [
        (1.0, 0.0, None),
        (0.9, 0.0, None),
        (0.6, 0.0, "too sure"),
        (1.6, 0.0, "not sure enough"),
        (1.0, 0.6, "positive class too rare"),
        (1.0, -0.6, "positive class too frequent"),
    ],
)
def test_what_is_visibly_wrong(slope, level, fault):
    p, positive = drawn(4, 4_000, slope, level)
    found = recalibration(p, positive)
    assert found.fault == fault
    assert found.slope.value == pytest.approx(slope, abs=3.5 * found.slope.se)


def test_a_calibrated_model_is_rarely_called_uncalibrated():
    """Two looks at 97.5%: 5% or less together."""
    faults = [recalibration(*drawn(1_000 + seed, 300)).fault for seed in range(400)]
    assert 0.01 <= np.mean([fault is not None for fault in faults]) <= 0.07


def test_one_cluster_is_refused():
    with pytest.raises(ArgumentError, match="one cluster"):
        recalibration(*drawn(6, 50), cluster=np.full(50, 7))


def test_what_may_be_chance_is_not_said():
    """A slope of about 0.6 that its interval cannot tell from 1."""
    p, positive = drawn(14, 40, slope=0.6)
    found = recalibration(p, positive)
    assert found.slope.value < 1 / FAR
    assert found.slope.interval()[1] > 1
    assert found.fault is None


def test_copies_of_cases_are_no_evidence():
    p, positive = drawn(5, 200, slope=0.7)
    alone = recalibration(p, positive, cluster=np.arange(200))
    copied = recalibration(np.repeat(p, 9), np.repeat(positive, 9), cluster=np.repeat(np.arange(200), 9))
    assert copied.slope.se == pytest.approx(alone.slope.se, rel=1e-9)
    assert recalibration(np.repeat(p, 9), np.repeat(positive, 9)).slope.se == pytest.approx(
        recalibration(p, positive).slope.se / 3, rel=1e-9
    )


def test_certain_and_wrong_settles():
    """Log-odds of 9 and of 34: between them the loss is straight, and a step of Newton's method goes astray."""
    odds, positive = np.r_[8.7, np.full(4, 40.0), np.full(5, -40.0)], np.arange(10) == 0
    found = recalibration(expit(odds), positive)
    odds = np.clip(odds, logit(1e-15), logit(1 - 1e-15))
    best = minimize_scalar(lambda c: -log_expit(np.where(positive, 1, -1) * (odds + c)).sum(), bounds=(-90, 0))
    assert found.shift.value == pytest.approx(best.x, abs=1e-3)
    assert found.error < 1e-9


@pytest.mark.parametrize("spread", [0.5, 1.0, 3.0])
@pytest.mark.parametrize("share", [0.07, 0.5])
def test_what_a_visible_slope_costs(spread, share):
    """Normal log-odds that come true, by quadrature: 0.8 and 1.25 lose 1 to 6% of the gain over the share alone."""
    middle, x = logit(share), np.linspace(-40, 40, 80_001)
    classes = [np.exp(-((x - middle - sign * spread**2 / 2) ** 2) / (2 * spread**2)) for sign in (1, -1)]
    above, below = share * classes[0] / classes[0].sum(), (1 - share) * classes[1] / classes[1].sum()

    def loss(odds):
        return -(above @ log_expit(odds) + below @ log_expit(-odds))

    gain = -(share * np.log(share) + (1 - share) * np.log(1 - share)) - loss(x)
    for slope in (1 / FAR, FAR):
        mended = minimize_scalar(lambda shift, b=slope: loss(b * x + shift), bracket=(-1, 1)).fun
        assert 0.008 < (mended - loss(x)) / gain < 0.061
    assert loss(x + np.log(FAR)) - loss(x) < 0.006


@pytest.mark.parametrize(
    ("p", "positive", "message"),
    [
        ([0.1, 0.2, 0.7, 0.8], [False, False, True, True], "without an error"),
        ([0.1, 0.5, 0.5, 0.8], [False, False, True, True], "without an error"),
        ([0.3, 0.3, 0.3], [False, True, True], "are all the same"),
        ([0.3, 0.4], [True, True], "both classes are needed"),
    ],
)
def test_what_has_no_slope_is_said(p, positive, message):
    with pytest.raises(ArgumentError, match=message):
        recalibration(np.array(p), np.array(positive))
