"""Ranks of models on units."""

from __future__ import annotations

import numpy as np

from betterthan.arrays import Array, IntArray
from betterthan.numerics.ties import ROUNDING


def mean_ranks(scores: Array) -> Array:
    """Rank of each model on each unit, 1 for the largest score; ties, up to rounding, share their mean rank.

    Parameters:
        scores: units x models.

    >>> mean_ranks(np.array([[0.5, 0.9, 0.5], [0.3, 0.2, 0.1 + 0.2]]))
    array([[2.5, 1. , 2.5],
           [1.5, 3. , 1.5]])
    """
    order = np.argsort(-scores, axis=1)
    falls = -np.diff(np.take_along_axis(scores, order, axis=1), axis=1)
    apart = falls > ROUNDING * np.abs(scores).max(axis=1, keepdims=True)
    place, edge = np.arange(scores.shape[1]), np.ones((len(scores), 1), dtype=bool)
    first = np.maximum.accumulate(np.where(np.hstack([edge, apart]), place, 0), axis=1)
    last = np.minimum.accumulate(np.where(np.hstack([apart, edge]), place, len(place))[:, ::-1], axis=1)[:, ::-1]
    ranks = np.empty(scores.shape)
    np.put_along_axis(ranks, order, (first + last) / 2 + 1, axis=1)
    return ranks


def wins_ties_losses(scores: Array) -> IntArray:
    """Models x models x 3: on how many units the row beats, ties with and loses to the column; ties as in `mean_ranks`.

    Parameters:
        scores: units x models, NaN where a model has no score.
    """
    count, noise = scores.shape[1], ROUNDING * np.nanmax(np.abs(scores), axis=1, initial=0.0, keepdims=True)
    found = np.zeros((count, count, 3), dtype=np.int64)
    for j in range(count):
        apart = scores[:, [j]] - scores
        sides = (apart > noise, np.abs(apart) <= noise, apart < -noise)  # a score that is not there is on no side
        found[j] = np.stack([side.sum(axis=0) for side in sides], axis=1)
    found[np.arange(count), np.arange(count)] = 0
    return found


def average_ranks(scores: Array) -> Array:
    """Mean rank of each model over the units that it has scores on, 1 for the best; ties share their mean rank.

    Parameters:
        scores: units x models, NaN where a model has no score.
    """
    if not np.isnan(scores).any():
        return np.asarray(mean_ranks(scores).mean(axis=0))
    ranks = np.full(scores.shape, np.nan)
    for row, values in enumerate(scores):
        present = ~np.isnan(values)
        ranks[row, present] = mean_ranks(values[present][None])[0]
    return np.asarray(np.nanmean(ranks, axis=0))
