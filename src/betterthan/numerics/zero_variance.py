"""Tasks on which two models never differ by more or less than always the same: what to put for a sum of squares of 0.

The likelihood of such a task is a point mass, and several of them make the posterior of the hierarchical t-test
improper. Our rule: the task counts as if one of its n scores had differed by one step, so SS = step² (1 - 1/n). A step
is the smallest change that a score can make, one test case of n_test.
"""

from __future__ import annotations

from math import ceil, nan

import numpy as np

from betterthan.arrays import Array, IntArray
from betterthan.errors import ArgumentError

FINEST = 1e-12  # scores are not read as fractions more closely than this
LARGEST_DENOMINATOR = 10**6  # beyond, a score is not a share of test cases
NEGLIGIBLE = 1e-9  # a deviation of this many steps is rounding


def score_step(scores: Array) -> float:
    """1 / (largest denominator among the simplest fractions that match the scores to their printed precision).

    NaN if there is a single distinct score or if they are not fractions of test cases.

    Parameters:
        scores: the scores of both models on one task.
    """
    distinct = np.unique(scores)
    if len(distinct) < 2:
        return nan
    tolerance = max(0.5 * 10.0 ** -max(_decimals(float(score)) for score in distinct), FINEST)
    largest = max(simplest_fraction(float(score) - tolerance, float(score) + tolerance)[1] for score in distinct)
    return 1 / largest if largest <= LARGEST_DENOMINATOR else nan


def _decimals(score: float) -> int:
    """Number of printed decimals."""
    return len(np.format_float_positional(score, trim="-").partition(".")[2])


def simplest_fraction(low: float, high: float) -> tuple[int, int]:
    """Numerator and denominator of the fraction with the smallest denominator in an interval, by continued fractions.

    Parameters:
        low: lower end.
        high: upper end, above it.
    """
    whole = ceil(low)
    if whole <= high:
        return whole, 1
    numerator, denominator = simplest_fraction(1 / (high - whole + 1), 1 / (low - whole + 1))
    return (whole - 1) * numerator + denominator, numerator


def perhaps_constant(n: Array, ss: Array) -> IntArray:
    """The tasks whose sum of squares may be 0 up to rounding, whatever their step is: at most 1.

    Parameters:
        n: numbers of scores, one per task.
        ss: sums of squared deviations.
    """
    return np.flatnonzero(ss <= n * NEGLIGIBLE**2)


def variation_floor(n: Array, ss: Array, steps: Array) -> Array:
    """Sums of squares, with those that are 0 replaced by step² (1 - 1/n).

    Parameters:
        n: numbers of scores, one per task.
        ss: sums of squared deviations.
        steps: smallest change of a score: 1/n_test where known, else `score_step`; NaN takes the median of the others.
    """
    known = np.isfinite(steps) & (steps > 0)
    if not known.any():
        if (ss > 0).all():
            return ss.copy()
        raise ArgumentError("Tasks without variation need the size of a test set; no task's scores tell it.")
    step = np.where(known, steps, np.median(steps[known]))
    least = n * (NEGLIGIBLE * step) ** 2
    return np.where(ss > least, ss, step**2 * (1 - 1 / n))


def published_floor(n: Array, ss: Array, low: float, high: float) -> Array:
    """The same with the mean sum of squares of the noise that the published code adds, uniform on the rope.

    Parameters:
        n: numbers of scores, one per task.
        ss: sums of squared deviations.
        low: lower bound of the rope.
        high: upper bound.
    """
    return np.where(ss > 0, ss, n * (low**2 + low * high + high**2) / 3)
