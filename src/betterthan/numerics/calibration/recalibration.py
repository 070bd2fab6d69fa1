"""Recalibration: how far log-odds are from coming true, by the logistic curve that would mend them.

Logistic regression of the class on the model's own log-odds, logit P(positive) = intercept + slope·log-odds. A
calibrated model has slope 1 and intercept 0. A slope below 1 says that it is too sure, above 1 that it is not sure
enough. The *shift* is the intercept where the slope is held at 1: above 0, the positive class comes more often than it
was told.

Standard errors are those of the likelihood; where cases come in clusters, those of the sums over clusters (sandwich,
C/(C-1), intervals with C-1 degrees of freedom), since neighbouring cases repeat each other's errors.

References: Cox (1958); Van Calster et al. (2016), who call the two calibration slope and calibration-in-the-large.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, sqrt
from typing import Literal, NamedTuple, TypeAlias

import numpy as np
from scipy.special import stdtrit

from betterthan.arrays import Array, BoolArray, IntArray
from betterthan.errors import ArgumentError
from betterthan.numerics.calibration.logistic import LogisticFit, logistic_fit
from betterthan.numerics.calibration.two_classes import log_odds, two_classes

FAR = 1.25
"""A slope above 1.25 or below 1/1.25, or odds that are as far off, are visible. Beyond, a remedy pays: of normal
log-odds with AUROCs from .64 to .98, a slope of 0.8 or 1.25 loses 1 to 6% of what they gain over the share of the
positive class, about (1 - slope)²; odds that are off by 1.25 cost up to 0.006 in log score. Less is found in every
model, once there are many cases."""
CERTAIN = 0.975
"""Coverage of the interval that must exclude calibration. Two figures are looked at, so that a calibrated model is
called uncalibrated in 5% of samples or less: up to .048 of 50 to 1,000 independent cases, 0 of 5,000 (1,500 simulated
samples each). Where the outcomes in a cluster are much alike, up to .04 of 176 clusters, .11 of 40, .19 of 15."""

Fault: TypeAlias = Literal["too sure", "not sure enough", "positive class too rare", "positive class too frequent"]
"""What is visibly wrong; the last two say how the model has it: too rare is told less often than it comes."""


class Coefficient(NamedTuple):
    """An estimate with its standard error."""

    value: float
    se: float
    df: float

    def interval(self, level: float = 0.95) -> tuple[float, float]:
        """By Student's t; the normal law where the degrees of freedom are infinite.

        Parameters:
            level: coverage.
        """
        reach = self.se * float(stdtrit(self.df, (1 + level) / 2))
        return self.value - reach, self.value + reach


@dataclass(frozen=True)
class Recalibration:
    """How a model's log-odds would have to be mended.

    Parameters:
        slope: 1 if calibrated.
        intercept: beside that slope; 0 if calibrated.
        shift: the intercept beside a slope of 1; 0 if calibrated.
        error: of all three, in their standard errors.
    """

    slope: Coefficient
    intercept: Coefficient
    shift: Coefficient
    error: float

    @property
    def fault(self) -> Fault | None:
        """What is visibly wrong: both far from calibrated, and by more than chance (the interval excludes it).

        The slope is looked at first, since a wrong slope moves the shift, too.
        """
        if _beyond(self.slope, 1.0, 1 / FAR, FAR):
            return "too sure" if self.slope.value < 1 else "not sure enough"
        if _beyond(self.shift, 0.0, -np.log(FAR), np.log(FAR)):
            return "positive class too rare" if self.shift.value > 0 else "positive class too frequent"
        return None


def recalibration(probabilities: Array, positive: BoolArray, *, cluster: IntArray | None = None) -> Recalibration:
    """Slope, intercept and shift of a model's probabilities.

    Parameters:
        probabilities: of the positive class, one per case.
        positive: whether each case is of the positive class.
        cluster: number of the cluster of each case, if cases are not independent.

    >>> found = recalibration(np.repeat([0.02, 0.98], 50), np.tile(np.repeat([True, False], [5, 20]), 4))
    >>> round(found.slope.value, 2), found.fault
    (0.0, 'too sure')
    """
    cases = two_classes(log_odds(probabilities), positive)
    middle, spread = float(cases.scores.mean()), float(cases.scores.std())
    if cases.separated or spread <= 1e-14 * abs(middle):
        why = "are all the same" if spread <= 1e-14 * abs(middle) else "tell the classes apart without an error"
        raise ArgumentError(f"The probabilities {why}, so that no slope can be fitted; score more cases.")
    ones, target = np.ones((len(cases.scores), 1)), cases.positive.astype(np.float64)
    line = logistic_fit(np.hstack([(cases.scores - middle)[:, None] / spread, ones]), target, cases.weight)
    moved = logistic_fit(ones, target, cases.weight, cases.scores)
    # From standardised columns back to log-odds: slope = b0/spread, intercept = b1 - b0·middle/spread.
    back = np.array([[1 / spread, 0.0], [-middle / spread, 1.0]])
    values, covariance = back @ line.coefficients, back @ _covariance(line, cluster) @ back.T
    df = inf if cluster is None else float(len(np.unique(cluster)) - 1)
    slope, intercept = (Coefficient(float(values[i]), sqrt(covariance[i, i]), df) for i in (0, 1))
    shift = Coefficient(float(moved.coefficients[0]), sqrt(_covariance(moved, cluster)[0, 0]), df)
    return Recalibration(slope, intercept, shift, max(line.error, moved.error))


def _covariance(fit: LogisticFit, cluster: IntArray | None) -> Array:
    inverse = np.linalg.inv(fit.information)
    if cluster is None:
        return np.asarray(inverse)
    codes = np.unique(cluster, return_inverse=True)[1]
    if not codes.max():
        raise ArgumentError("All cases are of one cluster, and how clusters differ cannot be told from one.")
    # The sandwich: what clusters add to the gradient takes the place of what independent cases would (C/(C - 1) of
    # C clusters, since one of them is spent on the fit).
    sums = np.stack([np.bincount(codes, column) for column in fit.scores.T], axis=1)
    return np.asarray(inverse @ (sums.T @ sums * len(sums) / (len(sums) - 1)) @ inverse)


def _beyond(found: Coefficient, null: float, low: float, high: float) -> bool:
    """Whether an estimate is outside of [low, high] and its interval excludes the null."""
    least, most = found.interval(CERTAIN)
    return not low <= found.value <= high and not least <= null <= most
