"""Operating points: from scores to labels, by a threshold that is chosen on held-out cases.

A case is called positive if its score is at or above the threshold. Thresholds are scores that were seen, or infinity,
at which nothing is positive: between two seen scores the data say nothing, so nothing is interpolated. Equal scores get
one label.

- `least_cost`: the threshold with the least expected cost on the held-out cases.
- `error_share`: the threshold at which one class has a given error rate (Williams 2026 sec. 6.1 has 8% of the positive
  class). Where ties or few cases make that rate impossible, it is the next one below.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

import numpy as np

from betterthan.arrays import Array, BoolArray
from betterthan.errors import ArgumentError
from betterthan.numerics.calibration.two_classes import TwoClasses, two_classes

ROUNDING = 1e-12
"""Sums of weights that differ by less, relative to their size, are equal."""


@dataclass(frozen=True)
class OperatingPoint:
    """A threshold, and what it did on the held-out cases.

    Parameters:
        threshold: scores at or above it are called positive; infinite if none are.
        missed: share of the positive cases that are called negative.
        false_alarms: share of the negative cases that are called positive.
        positive: number of held-out positive cases.
        negative: number of held-out negative cases.
    """

    threshold: float
    missed: float
    false_alarms: float
    positive: int
    negative: int

    def labels(self, scores: Array) -> BoolArray:
        """Which cases are called positive.

        Parameters:
            scores: on the scale of those it was chosen on.
        """
        return np.asarray(scores) >= self.threshold


def least_cost(scores: Array, positive: BoolArray, costs: Array | float, weight: Array | None = None) -> OperatingPoint:
    """The threshold with the least expected cost; of several, the highest.

    Parameters:
        scores: one per held-out case, larger for the positive class.
        positive: whether each case is of the positive class.
        costs: of each class (rows: negative, positive) called each (columns), or one number: how many false alarms cost
            as much as one missed case.
        weight: of each case; None is 1 each.

    >>> least_cost(np.array([0.1, 0.4, 0.35, 0.8]), np.array([False, False, True, True]), 3.0)
    OperatingPoint(threshold=0.35, missed=0.0, false_alarms=0.5, positive=2, negative=2)
    """
    cases, (alarm, miss) = two_classes(scores, positive, weight), _excess(costs)
    thresholds, missed, alarms = _candidates(cases)
    above, below = (float(cases.weight[each].sum()) for each in (cases.positive, ~cases.positive))
    cost = miss * above * missed + alarm * below * alarms
    best = int(np.flatnonzero(cost <= cost.min() * (1 + ROUNDING))[0])
    return _point(cases, thresholds[best], missed[best], alarms[best])


def error_share(
    scores: Array, positive: BoolArray, share: float, *, of_positive: bool = True, weight: Array | None = None
) -> OperatingPoint:
    """The threshold at which a class has a given error rate, or the next one below that can be had.

    Of all thresholds that give that rate it is the one with the fewest errors in the other class.

    Parameters:
        scores: one per held-out case, larger for the positive class.
        positive: whether each case is of the positive class.
        share: the error rate, from 0 to below 1.
        of_positive: whether it is that of the positive class (cases that are missed), or of the other (false alarms).
        weight: of each case; None is 1 each.

    >>> error_share(np.arange(20.0), np.arange(20) >= 5, 0.08)
    OperatingPoint(threshold=6.0, missed=0.06666666666666667, false_alarms=0.0, positive=15, negative=5)
    """
    if not 0 <= share < 1:
        raise ArgumentError(f"An error rate is at least 0 and below 1, as 0.08 for 8%; got {share:g}.")
    cases = two_classes(scores, positive, weight)
    thresholds, missed, alarms = _candidates(cases)
    # Down the thresholds fewer are missed and more are false alarms: the first, or the last, that keeps the rate.
    kept = np.flatnonzero((missed if of_positive else alarms) <= share + ROUNDING)
    best = int(kept[0] if of_positive else kept[-1])
    return _point(cases, thresholds[best], missed[best], alarms[best])


def _candidates(cases: TwoClasses) -> tuple[Array, Array, Array]:
    """Thresholds from infinity down to the lowest score, each with its share of missed cases and of false alarms."""
    distinct, place = np.unique(-cases.scores, return_inverse=True)
    above, below = (
        np.append(0.0, np.cumsum(np.bincount(place, cases.weight * group)))
        for group in (cases.positive, ~cases.positive)
    )
    return np.append(inf, -distinct), (above[-1] - above) / above[-1], below / below[-1]


def _point(cases: TwoClasses, threshold: float, missed: float, alarms: float) -> OperatingPoint:
    above = int(cases.positive.sum())
    return OperatingPoint(float(threshold), float(missed), float(alarms), above, len(cases.scores) - above)


def _excess(costs: Array | float) -> tuple[float, float]:
    """What a false alarm and a missed case cost more than the right label."""
    if np.ndim(costs) == 0:
        alarm, miss = 1.0, float(costs)
    elif np.shape(costs) == (2, 2):
        matrix = np.asarray(costs, dtype=np.float64)
        alarm, miss = float(matrix[0, 1] - matrix[0, 0]), float(matrix[1, 0] - matrix[1, 1])
    else:
        raise ArgumentError(f"Costs are one number or a 2 x 2 matrix; got an array of shape {np.shape(costs)}.")
    if not (0 < alarm < inf and 0 < miss < inf):
        raise ArgumentError(
            f"A wrong label must cost more than the right one, in both classes; here a false alarm costs {alarm:g} "
            f"more and a missed case {miss:g} more. Rows are the true class (negative, positive), columns the label."
        )
    return alarm, miss
