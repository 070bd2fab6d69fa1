"""Average precision: the mean over the positives of the precision at their score.

    AP = Σ_i w_i · TP(s_i) / (TP(s_i) + FP(s_i)) / W₊   over the positives i

TP(s) and FP(s) are the weights of the positives and negatives with a score of at least s. There is no interpolation
between thresholds, as in scikit-learn. Precision is needed only where positives are, so negatives are added up between
them.

References: Davis and Goadrich (2006); Boyd, Eng and Page (2013).
"""

from __future__ import annotations

import numpy as np

from betterthan.arrays import Array
from betterthan.numerics.metrics.metric import Column, Metric, Weighted, finite
from betterthan.numerics.metrics.sums import group_sums, running

TINY = np.finfo(np.float64).tiny


def _average_precision(truth: Column, scores: Column) -> Weighted:
    positive, falling = np.asarray(truth) == 1, -finite(scores)
    thresholds = np.unique(falling[positive])
    place = np.searchsorted(thresholds, falling)  # the first threshold that lets a case in
    count, n = len(thresholds), len(falling)
    hits, false_alarms = np.flatnonzero(positive), np.flatnonzero(~positive & (place < count))
    positives = group_sums(place[hits], count, n=n, cases=hits)
    negatives = group_sums(place[false_alarms], count, n=n, cases=false_alarms)

    def weighted(weights: Array) -> Array:
        gained = positives(weights)
        found = running(gained.copy())
        called = running(negatives(weights))
        called += found
        total = gained.sum(axis=0)
        precision = np.divide(found, np.maximum(called, TINY, out=called), out=called)
        with np.errstate(invalid="ignore"):
            return np.asarray(np.einsum("ij,ij->j", gained, precision) / total)

    return weighted


AVERAGE_PRECISION = Metric(
    "average-precision",
    "average precision",
    "score",
    True,
    _average_precision,
    (0.0, 1.0),
    classes=2,
    undefined="no positive case has weight",
)
