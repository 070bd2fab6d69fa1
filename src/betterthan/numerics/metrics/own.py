"""A user's own function as a metric: the only one that is called once for each draw.

A function that takes `sample_weight` gets the weights. One that does not, such as a score of a whole corpus, is given
the cases as often as they were drawn; it cannot say what cases of fractional weight are worth.
"""

from __future__ import annotations

from collections.abc import Callable
from inspect import Parameter, signature
from typing import Any

import numpy as np

from betterthan.arrays import Array
from betterthan.errors import ArgumentError
from betterthan.numerics.metrics.metric import Column, Metric, Takes, Weighted


def own_metric(
    name: str,
    function: Callable[..., Any],
    *,
    takes: Takes,
    higher_is_better: bool,
    extent: tuple[float, float] | None = None,
) -> Metric:
    """A metric from `function(truth, prediction, sample_weight=…)` or `function(truth, prediction)`."""
    weighs = takes_weights(function)
    once = _weighing(function) if weighs else _repeating(name, function)

    def over(truth: Column, output: Column) -> Weighted:
        truth, output = np.asarray(truth), np.asarray(output)

        def weighted(weights: Array) -> Array:
            return np.array([_number(name, once, truth, output, row) for row in weights])

        return weighted

    undefined = "the function returns NaN"
    return Metric(name, name, takes, higher_is_better, over, extent, undefined=undefined, whole_counts=not weighs)


def takes_weights(function: Callable[..., Any]) -> bool:
    """Whether a function has a parameter `sample_weight`, or takes any keyword."""
    parameters = signature(function).parameters.values()
    return any(each.name == "sample_weight" or each.kind is Parameter.VAR_KEYWORD for each in parameters)


def _weighing(function: Callable[..., Any]) -> Callable[[Column, Column, Array], Any]:
    return lambda truth, output, weights: function(truth, output, sample_weight=weights)


def _repeating(name: str, function: Callable[..., Any]) -> Callable[[Column, Column, Array], Any]:
    def once(truth: Column, output: Column, weights: Array) -> Any:
        times = weights.astype(np.int64)
        if (times != weights).any():
            raise ArgumentError(
                f"The metric `{name}` has no `sample_weight`, so it can be computed on cases that are drawn whole, "
                "with replacement, and not with fractional weights; give it a parameter `sample_weight`."
            )
        drawn = np.repeat(np.arange(len(truth)), times)
        return function(truth[drawn], output[drawn])

    return once


def _number(
    name: str, once: Callable[[Column, Column, Array], Any], truth: Column, output: Column, weights: Array
) -> float:
    try:
        value = once(truth, output, weights)
    except ArgumentError:
        raise
    except Exception as error:  # whatever a user's function raises
        raise ArgumentError(f"The metric `{name}` failed: {type(error).__name__}: {error}") from error
    try:
        return float(value)
    except (TypeError, ValueError) as error:
        raise ArgumentError(f"The metric `{name}` must return a number; it returned {value!r}.") from error
