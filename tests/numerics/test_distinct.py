"""Values that are equal but for rounding are one value."""

from __future__ import annotations

import numpy as np
import pytest

from betterthan.numerics.distinct import distinct


def test_the_least_of_those_that_differ_by_rounding():
    assert distinct(np.array([1.0, 0.2 - 0.1, -3.0, 0.3 - 0.2, 1.0])).tolist() == [-3.0, 0.3 - 0.2, 1.0]


@pytest.mark.parametrize("values", [[], [0.0], [2.0, 2.0], [0.0, 0.0]])
def test_few_values(values):
    assert distinct(np.array(values)).tolist() == sorted(set(values))


def test_their_number_does_not_depend_on_the_last_digit():
    rng, values = np.random.default_rng(0), np.linspace(-1.0, 1.0, 41)
    for _ in range(20):
        both = np.concatenate([values, values * (1 + 1e-15 * rng.uniform(-1, 1, 41))])
        np.testing.assert_allclose(distinct(both), values, rtol=0, atol=1e-13)


def test_what_is_small_is_not_rounding_by_itself():
    assert distinct(np.array([1e-140, 2e-140])).tolist() == [1e-140, 2e-140]
