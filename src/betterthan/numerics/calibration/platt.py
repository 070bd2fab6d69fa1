"""Platt scaling: a logistic curve from scores to probabilities, fitted on held-out cases.

p = 1/(1 + e^-(slope·score + intercept)), with the least log loss against smoothed targets: (n₊+1)/(n₊+2) for the n₊
positive cases, 1/(n₋+2) for the n₋ negative ones. These are what a uniform prior makes of a class of that size; without
them the curve of scores that tell the held-out classes apart would be a step, sure of everything.

References: Platt (2000), sec. 2; Lin, Lin and Weng (2007), which has the step halving.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.special import expit

from betterthan.arrays import Array, BoolArray
from betterthan.errors import ArgumentError
from betterthan.numerics.calibration.logistic import logistic_fit
from betterthan.numerics.calibration.two_classes import TwoClasses, two_classes


@dataclass(frozen=True)
class Platt:
    """A fitted curve.

    Parameters:
        slope: of the log-odds in the score; of a score that is log-odds, below 1 where these were too sure.
        intercept: log-odds at a score of 0.
        cases: how many it was fitted on.
        error: of both, in their standard errors.
    """

    slope: float
    intercept: float
    cases: int
    error: float

    def probabilities(self, scores: Array) -> Array:
        """Probabilities of the positive class.

        Parameters:
            scores: on the scale of those it was fitted on.
        """
        return np.asarray(expit(self.slope * np.asarray(scores) + self.intercept))


def platt_scale(scores: Array, positive: BoolArray, weight: Array | None = None) -> Platt:
    """The curve with the least log loss on held-out cases.

    Parameters:
        scores: any finite numbers, larger for the positive class; of probabilities take `log_odds`.
        positive: whether each case is of the positive class.
        weight: of each case; None is 1 each.

    >>> curve = platt_scale(np.array([-2.0, -1.0, 0.0, 1.0, 2.0]), np.array([False, False, True, False, True]))
    >>> round(curve.slope, 4), round(curve.intercept, 4)
    (0.4809, -0.3592)
    """
    cases = two_classes(scores, positive, weight)
    middle, spread = float(cases.scores.mean()), float(cases.scores.std())
    if spread <= 1e-14 * abs(middle) or spread == 0:
        raise ArgumentError(
            f"All {len(cases.scores):,} held-out scores are {middle:g}: nothing tells which are more probable; check "
            "that the scores are this model's, and not labels or a constant."
        )
    columns = np.stack([(cases.scores - middle) / spread, np.ones_like(cases.scores)], axis=1)
    fit = logistic_fit(columns, smoothed_targets(cases), cases.weight)
    slope = float(fit.coefficients[0]) / spread
    return Platt(slope, float(fit.coefficients[1]) - slope * middle, len(cases.scores), fit.error)


def smoothed_targets(cases: TwoClasses) -> Array:
    """What Platt's curve aims at."""
    above = float(cases.weight[cases.positive].sum())
    below = float(cases.weight[~cases.positive].sum())
    return np.where(cases.positive, (above + 1) / (above + 2), 1 / (below + 2))
