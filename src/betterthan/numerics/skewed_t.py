"""The mean beside a bound by Student's t and by Hall's (1992) t, which allows for skewness."""

from __future__ import annotations

from math import nan, sqrt
from typing import TypeVar

from scipy.special import stdtr

from betterthan.arrays import Array
from betterthan.numerics.ties import ROUNDING

LEAST_DIFFERENT = 15
"""Without a range, at least so many units must differ: fewer do not show how the others may."""
Number = TypeVar("Number", float, Array)


def hall(s: Number, skewness: Number, n: float) -> Number:
    """Hall's statistic, √n (S + g S²/3 + g² S³/27 + g/(6n)).

    Parameters:
        s: how many sds the mean lies above a bound.
        skewness: the skewness g of the sample.
        n: its size.
    """
    return (s + skewness * s**2 / 3 + skewness**2 * s**3 / 27 + skewness / (6 * n)) * sqrt(n)


def both_above(values: Array, bound: float, *, n: float | None = None) -> tuple[float, float]:
    """How sure one may be that the mean lies above a bound: the lower and the higher of what the two statistics say.

        t    = √n S,   S = (mean - bound)/sd
        Hall = √n (S + g S²/3 + g² S³/27 + g/(6n)),   g the skewness

    Both are looked up in Student's law with n - 1 degrees of freedom. Of differences of which a few are large losses,
    Hall's statistic is the smaller one; t alone calls such a mean high too often.

    Parameters:
        values: independent numbers that are not all equal.
        bound: the bound.
        n: how many there would be of the same mean, sd and skewness; None for those that there are.

    >>> import numpy as np
    >>> low, high = both_above(np.array([0.0, 0.1, -0.1, 0.2, 0.1, -0.5]), -0.3)
    >>> round(low, 3), round(high, 3)
    (0.935, 0.976)
    """
    size = float(len(values)) if n is None else n
    mean, sd = float(values.mean()), float(values.std(ddof=1))
    if not sd > ROUNDING * float(abs(values).max()):
        return nan, nan
    skewness = float((((values - mean) / sd) ** 3).mean())
    s = (mean - bound) / sd
    low, high = sorted(float(stdtr(size - 1, each)) for each in (sqrt(size) * s, hall(s, skewness, size)))
    return low, high
