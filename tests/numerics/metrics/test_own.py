"""A user's function as a metric."""

from __future__ import annotations

import numpy as np
import pytest

from betterthan.errors import ArgumentError
from betterthan.numerics.metrics.own import own_metric, takes_weights

TRUTH = np.array([1.0, 2.0, 4.0])
OUTPUT = np.array([1.0, 3.0, 6.0])


def metric_of(function):
    return own_metric("mine", function, takes="values", higher_is_better=False)


def weighted_bias(truth, prediction, sample_weight=None):
    return np.average(prediction - truth, weights=sample_weight)


def longest(truth, prediction):
    return len(truth) + prediction.max()


def test_a_function_that_takes_weights_is_called_for_each_draw():
    found = metric_of(weighted_bias).over(TRUTH, OUTPUT)(np.array([[1.0, 1.0, 1.0], [0.0, 0.5, 1.5]]))
    np.testing.assert_allclose(found, [1.0, 1.75])


def test_a_function_without_weights_gets_the_cases_as_often_as_they_were_drawn():
    found = metric_of(longest).over(TRUTH, OUTPUT)(np.array([[1.0, 1.0, 1.0], [2.0, 2.0, 0.0]]))
    np.testing.assert_allclose(found, [3 + 6, 4 + 3])


def test_a_function_of_texts():
    metric = own_metric("agreement", lambda truth, said: np.mean(truth == said), takes="labels", higher_is_better=True)
    assert metric.over(["a", "b"], ["a", "c"])(np.array([[3.0, 1.0]])) == 0.75


def test_fractional_weights_need_a_function_that_takes_them():
    with pytest.raises(ArgumentError, match=r"`mine` has no `sample_weight`.*with replacement"):
        metric_of(longest).over(TRUTH, OUTPUT)(np.array([[0.5, 1.0, 1.5]]))


def test_which_functions_take_weights():
    assert takes_weights(weighted_bias)
    assert takes_weights(lambda truth, prediction, **options: 0)
    assert not takes_weights(longest)


def test_what_goes_wrong_is_told_with_the_name_of_the_metric():
    weights = np.ones((1, 3))
    with pytest.raises(ArgumentError, match="`mine` failed: ZeroDivisionError: division by zero"):
        metric_of(lambda truth, prediction: 1 / 0).over(TRUTH, OUTPUT)(weights)
    with pytest.raises(ArgumentError, match="`mine` must return a number; it returned 'good'"):
        metric_of(lambda truth, prediction: "good").over(TRUTH, OUTPUT)(weights)


def test_nan_is_undefined_and_stays():
    assert np.isnan(metric_of(lambda truth, prediction: np.nan).over(TRUTH, OUTPUT)(np.ones((2, 3)))).all()
