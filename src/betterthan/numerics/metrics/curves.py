"""Curves of two classes under weights: what share is found at each share of false alarms, how precise at each recall.

Cases are called positive from the highest score down, equal scores together. Between two seen points the ROC curve is a
line, as a coin between the two thresholds would have it; precision is that of the next threshold which finds enough.
"""

from __future__ import annotations

import numpy as np

from betterthan.arrays import Array
from betterthan.numerics.metrics.metric import Column, finite


def roc_curve(truth: Column, scores: Column, weights: Array, at: Array) -> Array:
    """Draws x places: the share of the positive cases that is found, at given shares of false alarms.

    Parameters:
        truth: 1 for the positive cases.
        scores: any real numbers.
        weights: draws x cases.
        at: shares of false alarms, increasing.
    """
    found, alarms = _shares(truth, scores, weights)
    return np.stack([np.interp(at, x, y) for x, y in zip(alarms, found, strict=True)])


def precision_curve(truth: Column, scores: Column, weights: Array, at: Array) -> Array:
    """Draws x places: the share of the cases called positive that are, at given shares of the positives found.

    Parameters:
        truth: 1 for the positive cases.
        scores: any real numbers.
        weights: draws x cases.
        at: recall, increasing.
    """
    positive = np.asarray(truth) == 1
    above, below = (weights[:, group].sum(axis=1, keepdims=True) for group in (positive, ~positive))
    found, alarms = _shares(truth, scores, weights)
    hit, false = found * above, alarms * below
    precision = np.divide(hit, hit + false, out=np.ones_like(hit), where=hit + false > 0)
    places = [np.minimum(np.searchsorted(recall, at - 1e-12), len(recall) - 1) for recall in found]
    return np.stack([row[place] for row, place in zip(precision, places, strict=True)])


def _shares(truth: Column, scores: Column, weights: Array) -> tuple[Array, Array]:
    """Draws x thresholds, from none called positive to all: shares of the positives and of the others so called."""
    values, positive = finite(scores), np.asarray(truth) == 1
    order = np.argsort(-values, kind="stable")
    last = np.append(np.diff(values[order]) != 0, True)
    shares = []
    for group in (positive, ~positive):
        sums = np.cumsum(weights[:, order] * group[order], axis=1)[:, last]
        shares.append(np.hstack([np.zeros((len(weights), 1)), sums / sums[:, -1:]]))
    return shares[0], shares[1]
