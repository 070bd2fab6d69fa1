"""Isotonic calibration: the rising step curve from scores to probabilities with the least squared error.

Neighbours that fall are pooled until none do (pool adjacent violators; linear time after the sort). Equal scores are
pooled from the start. New scores between two seen ones get a value on the line between theirs, those beyond all seen
ones the value of the last: as scikit-learn's `CalibratedClassifierCV` does.

The outer steps are often 0 and 1 exactly, where the log score of a single surprise is infinite: for log scores use
Platt scaling, or clip.

References: Ayer et al. (1955); Zadrozny and Elkan (2002).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from betterthan.arrays import Array, BoolArray
from betterthan.numerics.calibration.two_classes import two_classes


@dataclass(frozen=True, eq=False)
class Isotonic:
    """A fitted curve.

    Parameters:
        scores: the distinct scores that it was fitted on, rising.
        shares: the value at each.
        cases: how many it was fitted on.
    """

    scores: Array
    shares: Array
    cases: int

    def probabilities(self, scores: Array) -> Array:
        """Probabilities of the positive class.

        Parameters:
            scores: on the scale of those it was fitted on.
        """
        return np.asarray(np.interp(scores, self.scores, self.shares))


def isotonic_scale(scores: Array, positive: BoolArray, weight: Array | None = None) -> Isotonic:
    """The rising curve with the least squared error on held-out cases.

    Parameters:
        scores: any finite numbers, larger for the positive class.
        positive: whether each case is of the positive class.
        weight: of each case; None is 1 each.

    >>> isotonic_scale(np.array([1.0, 2.0, 3.0, 4.0]), np.array([False, True, False, True])).shares
    array([0. , 0.5, 0.5, 1. ])
    """
    cases = two_classes(scores, positive, weight)
    distinct, place = np.unique(cases.scores, return_inverse=True)
    total = np.bincount(place, cases.weight).astype(np.float64)
    share = np.bincount(place, cases.weight * cases.positive) / total
    return Isotonic(distinct, rising(share, total), len(cases.scores))


def rising(values: Array, weight: Array) -> Array:
    """The rising sequence nearest to the values in weighted squares.

    Parameters:
        values: in order.
        weight: of each, positive.
    """
    means: list[float] = []
    totals: list[float] = []
    counts: list[int] = []
    for value, total in zip(values.tolist(), weight.tolist(), strict=True):
        mean, pooled, count = value, total, 1
        # A pool that falls short of the one before joins it, which may make that fall short of the one before in turn.
        while means and means[-1] >= mean:
            before = totals.pop()
            mean = (means.pop() * before + mean * pooled) / (before + pooled)
            pooled, count = before + pooled, count + counts.pop()
        means.append(mean)
        totals.append(pooled)
        counts.append(count)
    return np.repeat(means, counts)
