"""The centre of symmetric differences: the median of all averages of two of them, with a distribution-free interval.

The interval holds the centres Δ that the signed-rank test on d - Δ does not reject. As that test counts the Walsh
averages above Δ, its bounds are the k-th Walsh average from below and from above. The law that sets k is that of the
ranks as they are for Δ = 0, so that 0 lies inside only where the test of 0 does not reject, and outside only where it
does. A bound itself is another matter: some averages are equal to Δ there, and each counts one half. Right inside of a
bound that law does not reject; at a bound of 0 it may, and then the interval does not hold its end.

References: Hodges and Lehmann (1963); Hollander, Wolfe and Chicken (2013), sec. 3.2 and 3.3.
"""

from __future__ import annotations

import numpy as np

from betterthan.arrays import Array
from betterthan.numerics.ties import ROUNDING
from betterthan.numerics.walsh_averages import walsh_averages
from betterthan.procedures.shared.signed_rank_law import SignedRankLaw
from betterthan.results.interval import Interval


def hodges_lehmann(differences: Array, level: float, law: SignedRankLaw) -> tuple[float, Interval]:
    """Pseudomedian and confidence interval; too few differences for the level give their range and its coverage.

    Parameters:
        differences: first - second, one per unit.
        level: coverage of the interval.
        law: the law of the signed-rank statistic.

    >>> from betterthan.procedures.shared.signed_rank_law import ExactLaw
    >>> hodges_lehmann(np.array([1.0, 4.0, -2.0]), 0.95, ExactLaw.of(np.array([1.0, 3.0, 2.0])))
    (1.0, Interval(low=-2.0, high=4.0, level=0.75, kind='confidence'))
    """
    n = len(differences)
    pairs = n * (n + 1) // 2
    rank, tail = law.rejected((1 - level) / 2)
    if rank == 0:
        rank, tail = 1, 0.5**n
    wanted = (rank, (pairs + 1) // 2, pairs // 2 + 1, pairs + 1 - rank)
    noise = ROUNDING * float(np.abs(differences).max())  # 0.3 - 0.2 and 0.7 - 0.8 average to 0, as they are tied
    low, left, right, high = (0.0 if abs(x) <= noise else x for x in walsh_averages(differences, wanted))
    return left / 2 + right / 2, Interval(low, high, min(level, 1 - 2 * tail), "confidence")
