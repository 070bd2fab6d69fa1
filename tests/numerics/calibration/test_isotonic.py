import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import isotonic_regression

from betterthan.errors import ArgumentError
from betterthan.numerics.calibration.isotonic import isotonic_scale, rising


def drawn(seed, n, distinct):
    rng = np.random.default_rng(seed)
    scores = rng.integers(0, distinct, n) / distinct
    return scores, rng.random(n) < scores, rng.uniform(0.5, 3, n)


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(1, 4)), min_size=1, max_size=9))
def test_pooling_is_the_largest_of_least_averages(pairs):
    """The min-max formula (Ayer et al. 1955): max over i <= k of min over j >= k of the average from i to j."""
    values, weight = np.array(pairs, dtype=float).T

    def average(i, j):
        return float(np.average(values[i : j + 1], weights=weight[i : j + 1]))

    n = len(values)
    expected = [max(min(average(i, j) for j in range(k, n)) for i in range(k + 1)) for k in range(n)]
    np.testing.assert_allclose(rising(values, weight), expected, atol=1e-12)


def test_pooling_as_scipy_has_it():
    rng = np.random.default_rng(1)
    values, weight = rng.standard_normal(5_000) + np.linspace(0, 2, 5_000), rng.uniform(0.1, 5, 5_000)
    np.testing.assert_allclose(rising(values, weight), isotonic_regression(values, weights=weight).x, atol=1e-12)


@pytest.mark.parametrize(("n", "distinct"), [(30, 7), (1_000, 50), (1_000, 10**6)])
def test_as_scikit_learn_has_it(n, distinct):
    isotonic = pytest.importorskip("sklearn.isotonic")
    scores, positive, weight = drawn(2, n, distinct)
    theirs = isotonic.IsotonicRegression(out_of_bounds="clip").fit(scores, positive, sample_weight=weight)
    new = np.linspace(-0.5, 1.5, 777)
    np.testing.assert_allclose(
        isotonic_scale(scores, positive, weight).probabilities(new), theirs.predict(new), atol=1e-12
    )


def test_beyond_what_was_seen_nothing_rises():
    curve = isotonic_scale(np.array([1.0, 2.0, 2.0, 3.0]), np.array([False, True, False, True]))
    np.testing.assert_allclose(curve.probabilities(np.array([-9.0, 1.0, 1.5, 2.0, 3.0, 99.0])), [0, 0, 0.25, 0.5, 1, 1])
    assert curve.cases == 4


def test_one_class_is_refused():
    with pytest.raises(ArgumentError, match="both classes are needed"):
        isotonic_scale(np.array([1.0, 2.0]), np.array([True, True]))
