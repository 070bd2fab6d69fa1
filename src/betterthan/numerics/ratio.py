"""Ratios of two means or shares, with intervals.

Two shares on the same cases: the hybrid of two Wilson intervals of Bonett and Price (2006), with a multiple of the
normal quantile that makes their ratio hold the level. Two positive means: the logarithm of their ratio, whose error is
that of the mean of x/m1 - y/m2 (the delta method), with Student's t.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import NamedTuple

from scipy.special import ndtri, stdtrit

from betterthan.numerics.wilson import wilson_interval


class Ratio(NamedTuple):
    """A ratio with an interval."""

    value: float
    low: float
    high: float


def ratio_of_paired_shares(both: int, only_first: int, only_second: int, level: float) -> Ratio:
    """Share of the first over share of the second, on the same cases; the second is not 0.

    Parameters:
        both: number of cases that both count.
        only_first: number of cases that only the first counts.
        only_second: number of cases that only the second counts.
        level: coverage of the interval.

    >>> found = ratio_of_paired_shares(1, 1, 7, 0.95)
    >>> round(found.value, 3), round(found.low, 3), round(found.high, 3)
    (0.25, 0.068, 0.923)
    """
    first, second, n = both + only_first, both + only_second, both + only_first + only_second
    joint = sqrt((only_first + only_second + 2) / ((first + 1) * (second + 1)))
    apart = sum(sqrt((1 - (count + 1) / (n + 2)) / (count + 1)) for count in (first, second))
    z = joint / apart * float(ndtri((1 + level) / 2))
    (low1, high1), (low2, high2) = (wilson_interval(count / n, n, z) for count in (first, second))
    return Ratio(first / second, low1 / high2, high1 / low2)


def ratio_of_means(first: float, second: float, error: float, df: float, level: float) -> Ratio:
    """First over second, both positive.

    Parameters:
        first: the first mean.
        second: the second mean.
        error: standard error of the logarithm of their ratio.
        df: its degrees of freedom.
        level: coverage of the interval.
    """
    reach = exp(min(float(stdtrit(df, (1 + level) / 2)) * error, 700.0))
    return Ratio(first / second, first / second / reach, first / second * reach)
