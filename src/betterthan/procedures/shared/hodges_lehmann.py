"""The centre of symmetric differences: the median of all averages of two of them, with a distribution-free interval.

The interval holds every centre Δ that the signed-rank test on d - Δ does not reject. As that test counts the Walsh
averages above Δ, its bounds are the k-th Walsh average from below and from above.

References: Hodges and Lehmann (1963); Hollander, Wolfe and Chicken (2013), sec. 3.2 and 3.3.
"""

from __future__ import annotations

from math import ceil, sqrt

import numpy as np
from scipy.special import ndtri

from betterthan.arrays import Array, IntArray
from betterthan.numerics.walsh_averages import walsh_averages
from betterthan.results.interval import Interval

FEW = 50
"""Up to so many differences the law of the signed-rank statistic is taken exactly, as in SciPy (R stops at 49)."""


def hodges_lehmann(differences: Array, level: float) -> tuple[float, Interval]:
    """Pseudomedian and confidence interval; too few differences for the level give their range and its coverage.

    Parameters:
        differences: first - second, one per unit, zeros included.
        level: coverage of the interval.

    >>> hodges_lehmann(np.array([1.0, 4.0, -2.0]), 0.95)
    (1.0, Interval(low=-2.0, high=4.0, level=0.75, kind='confidence'))
    """
    n = len(differences)
    pairs = n * (n + 1) // 2
    rank, coverage = _interval_rank(n, level)
    wanted = (rank, (pairs + 1) // 2, pairs // 2 + 1, pairs + 1 - rank)
    low, left, right, high = walsh_averages(differences, wanted)
    return left / 2 + right / 2, Interval(low, high, min(level, coverage), "confidence")


def signed_rank_law(ranks: IntArray) -> Array:
    """Probabilities of 0, 1, 2, …: a sum to which each rank is added or not with probability 1/2.

    Parameters:
        ranks: whole numbers; 1 … n without ties.

    >>> signed_rank_law(np.array([1, 2]))
    array([0.25, 0.25, 0.25, 0.25])
    """
    law = np.ones(1)
    for rank in ranks:
        nothing = np.zeros(rank)
        law = (np.concatenate([law, nothing]) + np.concatenate([nothing, law])) / 2
    return law


def _interval_rank(n: int, level: float) -> tuple[int, float]:
    """The largest k with P(W⁺ < k) below (1 - level)/2, at least 1; and the coverage that it gives."""
    tail = (1 - level) / 2
    if n <= FEW:
        through = np.cumsum(signed_rank_law(np.arange(1, n + 1)))
        rank = max(1, int(np.searchsorted(through, tail * (1 - 1e-12))))
        return rank, 1 - 2 * float(through[rank - 1])
    sd = sqrt(n * (n + 1) * (2 * n + 1) / 24)
    return max(1, ceil(n * (n + 1) / 4 + float(ndtri(tail)) * sd - 0.5)), level
