import numpy as np
import pytest

from betterthan.errors import ArgumentError
from betterthan.numerics.zero_variance import published_floor, score_step, simplest_fraction, variation_floor


@pytest.mark.parametrize(
    ("value", "decimals", "fraction"),
    [(0.94444, 5, (17, 18)), (0.98889, 5, (89, 90)), (0.5, 1, (1, 2)), (1.0, 1, (1, 1)), (0.96629, 5, (86, 89))],
)
def test_simplest_fraction(value, decimals, fraction):
    tolerance = 0.5 * 10.0**-decimals
    assert simplest_fraction(value - tolerance, value + tolerance) == fraction


def test_step_is_the_largest_denominator():
    assert score_step(np.array([0.94444, 0.98889, 1.0])) == pytest.approx(1 / 90)  # 17/18, 89/90, 1
    assert score_step(np.array([1 / 3, 2 / 7])) == pytest.approx(1 / 7)  # full precision


def test_no_step_from_one_score_or_from_no_fractions():
    assert np.isnan(score_step(np.array([0.75, 0.75])))
    assert np.isnan(score_step(np.array([0.123456789123, 0.987654321987])))


def test_floor_counts_one_step_on_one_score():
    n, ss = np.array([10.0, 10.0, 10.0]), np.array([0.02, 0.0, 1e-33])
    floored = variation_floor(n, ss, np.array([0.01, 0.02, np.nan]))
    one_score = np.r_[0.02, np.zeros(9)]
    assert floored[0] == 0.02
    assert floored[1] == pytest.approx(((one_score - one_score.mean()) ** 2).sum())
    assert floored[2] == pytest.approx(0.015**2 * 0.9)  # the median of the known steps


def test_floor_needs_some_step():
    n, unknown = np.full(2, 10.0), np.full(2, np.nan)
    np.testing.assert_array_equal(variation_floor(n, np.array([1.0, 2.0]), unknown), [1.0, 2.0])
    with pytest.raises(ArgumentError, match="size of a test set"):
        variation_floor(n, np.array([0.0, 2.0]), unknown)


def test_published_floor_is_the_mean_of_uniform_noise():
    noise = np.random.default_rng(0).uniform(-0.01, 0.02, 200_000)
    floored = published_floor(np.array([5.0, 5.0]), np.array([0.0, 1.0]), -0.01, 0.02)
    assert floored[0] == pytest.approx(5 * (noise**2).mean(), rel=0.01)
    assert floored[1] == 1.0
