import numpy as np
import pytest
from scipy.optimize import brentq
from scipy.special import ndtr

from betterthan.errors import ArgumentError
from betterthan.numerics.concentration import carried


def test_share_and_rest_from_their_definition():
    rng = np.random.default_rng(1)
    d = rng.standard_t(3, 400) + 0.1
    found = carried(d, 7)
    largest = sorted(d, key=abs)[-7:]
    assert found.count == 7
    assert found.share == pytest.approx(sum(largest) / d.sum())
    assert found.positive == sum(x > 0 for x in largest)
    assert found.without == pytest.approx((d.sum() - sum(largest)) / 393)


def test_a_few_sure_and_wrong_ones_decide():
    rng = np.random.default_rng(2)
    d = rng.normal(0.02, 0.1, 1_000)
    assert not carried(d).decide
    d[:10] = -5.0  # the first model was sure and wrong ten times
    found = carried(d)
    assert found.decide
    assert found.positive == 0
    assert found.share > 1
    assert found.without > 0


def test_few_that_pull_against_the_rest_decide_too():
    d = np.append(np.full(990, 0.1), np.full(10, -6.0))
    found = carried(d)
    assert found.decide
    assert found.share == pytest.approx(-60 / 39)


@pytest.mark.parametrize("mean", [0.0, 0.02, 0.2])
def test_symmetric_differences_rest_on_all(mean):
    rng = np.random.default_rng(3)
    assert not any(carried(rng.normal(mean, 1, 1_000)).decide for _ in range(200))
    assert sum(carried(rng.standard_t(3, 1_000) + mean).decide for _ in range(200)) <= 2


@pytest.mark.parametrize("mean", [0.05, 0.3, 1.0])
def test_what_few_of_normal_differences_carry(mean):
    """E[d; |d| > c] over the mean, with c so that 1% are beyond; 8% for a small mean."""
    c = brentq(lambda x: ndtr(mean - x) + ndtr(-mean - x) - 0.01, 1, 9)
    density = np.exp(-((c - mean) ** 2) / 2) - np.exp(-((c + mean) ** 2) / 2)
    expected = 0.01 + density / np.sqrt(2 * np.pi) / mean
    rng = np.random.default_rng(4)
    shares = [carried(rng.normal(mean, 1, 20_000)).share for _ in range(60)]
    assert np.mean(shares) == pytest.approx(expected, abs=4 * np.std(shares) / np.sqrt(60))
    assert expected < 0.085


def test_the_error_of_clusters_raises_the_bar():
    d = np.append(np.full(990, 0.01), np.full(10, -4.0))
    assert carried(d).decide
    assert not carried(d, se=0.03).decide


def test_fewer_than_100_cases_are_not_judged():
    d = np.append(np.full(94, 0.01), np.full(5, -4.0))
    assert not carried(d).decide
    assert carried(np.append(d, 0.01)).decide


def test_no_difference_at_all():
    found = carried(np.zeros(200))
    assert not found.decide
    assert np.isnan(found.share)


@pytest.mark.parametrize("count", [0, 5, 9])
def test_some_cases_must_be_left(count):
    with pytest.raises(ArgumentError, match="leave some of the 5 cases"):
        carried(np.arange(5.0), count)
