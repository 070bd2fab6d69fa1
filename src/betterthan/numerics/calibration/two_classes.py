"""Cases of two classes: what a calibration or a threshold is fitted on."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy.special import logit

from betterthan.arrays import Array, BoolArray
from betterthan.errors import ArgumentError

FLOOR = 1e-15
"""Probabilities are taken for at least this and at most 1 less this, before their log-odds are formed: ±34.5."""


class TwoClasses(NamedTuple):
    """Cases of both classes.

    Parameters:
        scores: one per case, larger for the positive class.
        positive: whether the case is of the positive class.
        weight: of each case, positive.
    """

    scores: Array
    positive: BoolArray
    weight: Array

    @property
    def separated(self) -> bool:
        """Whether a threshold tells the classes apart, in either direction; cases on it may be of both."""
        above, below = self.scores[self.positive], self.scores[~self.positive]
        return bool(below.max() <= above.min() or above.max() <= below.min())


def two_classes(scores: Array, positive: BoolArray, weight: Array | None = None) -> TwoClasses:
    """The cases, checked: finite scores, both classes, positive weights.

    Parameters:
        scores: one per case, larger for the positive class; any finite numbers.
        positive: whether the case is of the positive class.
        weight: of each case; None is 1 each.
    """
    scores, positive = np.asarray(scores, dtype=np.float64), np.asarray(positive, dtype=np.bool_)
    weight = weights_of(len(scores), weight)
    if not len(scores) == len(positive) == len(weight):
        raise ArgumentError(
            f"Scores, classes and weights belong to the same cases; got {len(scores):,} scores, {len(positive):,} "
            f"classes and {len(weight):,} weights."
        )
    if not np.isfinite(scores).all():
        raise ArgumentError(f"Scores must be finite numbers; {int((~np.isfinite(scores)).sum()):,} are not.")
    if positive.all() or not positive.any():
        seen = "all" if len(positive) and positive.all() else "none"
        raise ArgumentError(
            f"Of {len(positive):,} cases {seen} are of the positive class; both classes are needed: take more cases, "
            "or draw them class by class."
        )
    return TwoClasses(scores, positive, weight)


def weights_of(cases: int, weight: Array | None) -> Array:
    """The weight of each case: 1 if none are given, else finite numbers above 0.

    Parameters:
        cases: how many.
        weight: what was given.
    """
    weight = np.ones(cases) if weight is None else np.asarray(weight, dtype=np.float64)
    if not (np.isfinite(weight) & (weight > 0)).all():
        raise ArgumentError("Weights must be finite numbers above 0; leave cases out that do not count.")
    return weight


def log_odds(probabilities: Array) -> Array:
    """log p/(1-p); 0 and 1 are taken for 1e-15 and 1 - 1e-15.

    >>> log_odds(np.array([0.5, 0.9, 1.0])).round(2)
    array([ 0.  ,  2.2 , 34.54])
    """
    return np.asarray(logit(np.clip(probabilities, FLOOR, 1 - FLOOR)), dtype=np.float64)
