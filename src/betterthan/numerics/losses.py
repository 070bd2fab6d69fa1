"""Losses of single cases: what a prediction costs. With a loss for each case, two models have paired scores.

The Brier score of two classes is (p - y)², that of more is the sum of these squares over all classes (Brier 1950),
which for two would be twice as large; scikit-learn does the same.

References: Brier (1950); Good (1952) for the log score; Huber (1964); Koenker and Bassett (1978) for the pinball loss.
"""

from __future__ import annotations

import numpy as np

from betterthan.arrays import Array, BoolArray, IntArray

CLIP = float(np.finfo(np.float64).eps)
"""Probabilities below it are taken as this in the log loss, which would be infinite at 0; scikit-learn has the same."""


def zero_one(truth: IntArray, labels: IntArray) -> Array:
    """1 for a wrong label, 0 for a right one."""
    return np.asarray(np.not_equal(truth, labels), dtype=np.float64)


def cost_weighted(truth: IntArray, labels: IntArray, costs: Array) -> Array:
    """What each label costs: `costs` has a row for each true class and a column for each label."""
    return np.asarray(costs[truth, labels], dtype=np.float64)


def cost_ratio(ratio: float) -> Array:
    """Costs of two classes: a missed positive costs `ratio` times a false alarm, which costs 1."""
    return np.array([[0.0, 1.0], [ratio, 0.0]])


def log_loss(truth: IntArray, probabilities: Array) -> Array:
    """-log of the probability of the true class; below `CLIP` it is clipped (`clipped` tells where)."""
    return -np.log(np.maximum(_of_truth(truth, probabilities), CLIP))


def clipped(truth: IntArray, probabilities: Array) -> BoolArray:
    """The cases whose true class has a probability that the log loss clips."""
    return _of_truth(truth, probabilities) < CLIP


def brier(truth: IntArray, probabilities: Array) -> Array:
    """Squared distance between the probabilities and what happened."""
    happened = np.asarray(truth)[:, None] == np.arange(probabilities.shape[1])
    squares = (probabilities - happened) ** 2
    return np.asarray(squares[:, 1] if probabilities.shape[1] == 2 else squares.sum(axis=1))


def squared(truth: Array, values: Array) -> Array:
    """Squared error."""
    return np.asarray((values - truth) ** 2)


def absolute(truth: Array, values: Array) -> Array:
    """Absolute error."""
    return np.asarray(np.abs(values - truth))


def huber(truth: Array, values: Array, delta: float) -> Array:
    """Half the squared error up to `delta`, then as the absolute error grows."""
    error = np.abs(values - truth)
    return np.where(error <= delta, error**2 / 2, delta * (error - delta / 2))


def pinball(truth: Array, values: Array, quantile: float) -> Array:
    """The loss whose best prediction is a quantile q: too low costs q times the error, too high 1 - q times."""
    error = truth - values
    return np.maximum(quantile * error, (quantile - 1) * error)


def _of_truth(truth: IntArray, probabilities: Array) -> Array:
    return np.asarray(probabilities[np.arange(len(truth)), truth])
