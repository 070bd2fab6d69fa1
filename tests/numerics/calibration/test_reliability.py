import numpy as np
import pytest

from betterthan.numerics.calibration.bins import forecast_bins
from betterthan.numerics.calibration.reliability import reliability_points


def drawn(seed, n):
    rng = np.random.default_rng(seed)
    p = rng.random(n)
    return p, rng.random(n) < p


def test_points_are_means_of_bins_of_equal_size():
    p, positive = drawn(1, 1_000)
    points = reliability_points(p, positive, bins=8)
    order = np.argsort(p).reshape(8, 125)
    np.testing.assert_allclose([point.told for point in points], p[order].mean(axis=1))
    np.testing.assert_allclose([point.came for point in points], positive[order].mean(axis=1))
    assert {(point.cases, point.effective) for point in points} == {(125, 125.0)}


@pytest.mark.parametrize("level", [0.8, 0.95])
def test_intervals_as_statsmodels_has_them(level):
    proportion = pytest.importorskip("statsmodels.stats.proportion")
    p, positive = drawn(2, 300)
    for point in reliability_points(p, positive, level=level):
        low, high = proportion.proportion_confint(round(point.came * point.cases), point.cases, 1 - level, "wilson")
        assert (point.low, point.high) == pytest.approx((low, high), abs=1e-12)


def test_equal_forecasts_share_a_bin():
    p = np.array([0.1] * 50 + [0.5] * 3 + [0.9] * 47)
    assert len(np.unique(forecast_bins(p, 10))) == 3  # no more than there are forecasts
    many = np.append(p, np.linspace(0.2, 0.4, 20))
    places = forecast_bins(many, 4)
    assert all(len(np.unique(places[many == value])) == 1 for value in (0.1, 0.5, 0.9))
    assert (np.diff(places[np.argsort(many)]) >= 0).all()
    assert set(places) == set(range(places.max() + 1))


def test_clusters_of_copies_are_worth_one_case_each():
    rng = np.random.default_rng(3)
    positive = rng.random(400) < 0.3
    copied = reliability_points(
        np.full(2_000, 0.3), np.repeat(positive, 5), cluster=np.repeat(np.arange(400), 5), bins=1
    )[0]
    assert copied.effective == pytest.approx(399, rel=1e-9)  # o(1 - o) over the variance with n - 1
    assert copied.cases == 2_000
    alone = reliability_points(np.full(400, 0.3), positive)[0]
    assert copied.low == pytest.approx(alone.low, abs=2e-4)


def test_where_all_came_clusters_count_and_one_cluster_says_nothing():
    p, cluster = np.full(60, 0.9), np.repeat(np.arange(6), 10)
    all_came = reliability_points(p, np.ones(60, dtype=bool), cluster=cluster)[0]
    assert (all_came.effective, all_came.high) == (6, 1)
    assert all_came.low < 0.6
    single = reliability_points(p, np.arange(60) < 30, cluster=np.zeros(60, dtype=int))[0]
    assert (single.low, single.high) == (0, 1)


def test_weights_lessen_what_cases_are_worth():
    weight = np.repeat([1.0, 3.0], 50)
    point = reliability_points(np.full(100, 0.5), np.arange(100) % 2 == 0, weight=weight)[0]
    assert point.effective == pytest.approx(200**2 / 500)
    assert point.came == 0.5


def test_intervals_of_clusters_cover():
    """40 clusters of 10 whose shares vary by a Beta law (ICC 0.2): 95% intervals hold the true share in about 95%."""
    rng, held = np.random.default_rng(4), 0
    cluster = np.repeat(np.arange(40), 10)
    for _ in range(400):
        positive = rng.random(400) < np.repeat(rng.beta(1.2, 2.8, 40), 10)
        point = reliability_points(np.full(400, 0.3), positive, cluster=cluster)[0]
        held += point.low <= 0.3 <= point.high
    assert 0.925 <= held / 400 <= 0.98
