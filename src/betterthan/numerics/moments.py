"""Spread of scores within tasks."""

from __future__ import annotations

from math import sqrt

import numpy as np

from betterthan.arrays import Array


def pooled_spread(scores: Array) -> float:
    """Standard deviation over tasks of the differences of two models, pooled over all pairs.

    Parameters:
        scores: tasks x models, NaN where a model has no score.
    """
    there = ~np.isnan(scores)
    apart = np.where(
        there, scores - means_of_present(scores, there), 0.0
    )  # differences within a task stay what they are
    present = there.astype(np.float64)
    shared = present.T @ present  # models x models: tasks that both have, and sums over those
    sums, squares, products = apart.T @ present, (apart**2).T @ present, apart.T @ apart
    mean = (sums - sums.T) / np.maximum(shared, 1)
    deviations = squares + squares.T - 2 * products - shared * mean**2
    pairs = np.triu(shared > 1, 1)
    return sqrt(max(0.0, float((deviations[pairs] / (shared[pairs] - 1)).mean()))) if pairs.any() else 0.0


def means_of_present(scores: Array, present: Array) -> Array:
    """Mean of the scores that each task has."""
    total = np.where(present, scores, 0.0).sum(axis=1, keepdims=True)
    return np.asarray(total / np.maximum(1, present.sum(axis=1, keepdims=True)))
