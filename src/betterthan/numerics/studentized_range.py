"""The range of k independent standard normal numbers: the studentised range with infinitely many degrees of freedom.

With x the largest of the k, the others lie between x - q and x with probability Φ(x) - Φ(x - q) each, so that

    P(range > q) = k ∫ φ(x) [Φ(x)^(k-1) - (Φ(x) - Φ(x - q))^(k-1)] dx

The integrand is analytic and vanishes at both ends, where equally spaced nodes converge faster than any power of their
distance. Written as Φ(x)^(k-1) [1 - (1 - Φ(x - q)/Φ(x))^(k-1)] it keeps its relative precision however small it is.

Reference: Hochberg and Tamhane (1987), Multiple Comparison Procedures, Appendix 2.
"""

from __future__ import annotations

from math import log, pi, sqrt

import numpy as np
from scipy.special import log_ndtr, xlog1py

from betterthan.arrays import Array

STEP = 1 / 8
"""Distance of the nodes; half of it changes a probability by 1e-14 of itself at most (3e-12 for 1,000 numbers)."""
BEYOND = 10.0
"""How far the nodes reach beyond the largest number's likely place; φ is 1e-22 of its top there."""


def range_exceeds(q: Array | float, count: int) -> Array:
    """The probability that the range of `count` standard normal numbers is larger than q.

    Parameters:
        q: one number or several, none below 0.
        count: how many normal numbers.

    >>> range_exceeds(2.569 * sqrt(2), 4).round(4).tolist()                          # Demšar (2006), Table 5
    0.05
    """
    given, others = np.asarray(q, dtype=np.float64), count - 1
    likely = max(sqrt(2 * log(count)), float(given.max(initial=0.0)) / 2)
    x = STEP * np.arange(-BEYOND / STEP, (BEYOND + likely) / STEP)
    below = np.exp(log_ndtr(x - given[..., None]) - log_ndtr(x))  # Φ(x - q)/Φ(x)
    density = np.exp(-0.5 * x**2 + others * log_ndtr(x)) / sqrt(2 * pi)
    return np.asarray(np.minimum(1.0, STEP * count * (-np.expm1(xlog1py(others, -below)) @ density)))


def range_quantile(level: float, count: int) -> float:
    """The number that the range of `count` standard normal numbers stays below with probability `level`.

    Parameters:
        level: a probability between 0 and 1.
        count: how many normal numbers.

    >>> round(range_quantile(0.95, 10) / sqrt(2), 3)                                 # Demšar (2006), Table 5
    3.164
    """
    low, high = 0.0, 80.0  # the range of a billion numbers is below 14, and P(range > 55) is 0 in double precision
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if range_exceeds(middle, count) > 1 - level else (low, middle)
    return (low + high) / 2
