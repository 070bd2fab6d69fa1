"""Student's and Hall's t beside a bound."""

from __future__ import annotations

from math import isnan, sqrt

import numpy as np
import pytest
from scipy.stats import skew, t, ttest_1samp

from betterthan.numerics.skewed_t import both_above

DRAWN = np.random.default_rng(0).exponential(1.0, 30)


def test_one_of_the_two_is_the_t_test_of_scipy():
    p = ttest_1samp(DRAWN, 0.7, alternative="greater").pvalue
    assert 1 - p in [pytest.approx(each) for each in both_above(DRAWN, 0.7)]


def test_the_other_is_halls_formula():
    """Hall (1992), √n(S + gS²/3 + g²S³/27 + g/(6n)), with the skewness of scipy."""
    n, sd = len(DRAWN), DRAWN.std(ddof=1)
    g = skew(DRAWN) * (DRAWN.std() / sd) ** 3
    s = (DRAWN.mean() - 0.7) / sd
    hall = sqrt(n) * (s + g * s**2 / 3 + g**2 * s**3 / 27 + g / (6 * n))
    assert t.cdf(hall, n - 1) in [pytest.approx(each) for each in both_above(DRAWN, 0.7)]


def test_few_large_losses_make_halls_the_smaller_one():
    losses = -DRAWN
    low, high = both_above(losses, -1.2)
    student = 1 - ttest_1samp(losses, -1.2, alternative="greater").pvalue
    assert (low, high) == (low, pytest.approx(student))
    assert low < student


def test_symmetric_values_agree():
    low, high = both_above(np.array([-2.0, -1.0, 0.0, 1.0, 2.0]), -0.5)
    assert low == pytest.approx(high)


def test_more_of_the_same_are_surer():
    few, many = both_above(DRAWN, 0.7), both_above(DRAWN, 0.7, n=300)
    assert many[0] > few[0]


def test_equal_values_say_nothing():
    assert all(isnan(each) for each in both_above(np.full(20, 0.1), 0.0))
