"""Evidence that may be looked at after every case: e-values, which no number of looks inflates.

An e-value is the wealth of somebody who bets against a hypothesis: if that is true, wealth passes 1/a at any time with
probability a at most (Ville). Bets here are a mixture over fixed stakes, so that wealth depends on the values seen and
not on their order (Waudby-Smith and Ramdas 2023, with constant stakes; for 0/1 scores without a margin the mixture is
an integral with a closed form).
"""

from __future__ import annotations

from math import log

import numpy as np
from scipy.special import betaln, logsumexp

from betterthan.arrays import Array

STAKES = 200
"""Stakes in the mixture; any number of them is valid."""


def log_e_value(lost: int, won: int) -> float:
    """log of e = 2^(n01 + n10) B(1 + n01, 1 + n10), against equal chances of winning and losing a disagreement.

    Parameters:
        lost: disagreements that were lost.
        won: disagreements that were won.

    >>> round(float(np.exp(log_e_value(0, 5))), 4)  # 2^5/6
    5.3333
    """
    return (lost + won) * log(2) + float(betaln(1 + lost, 1 + won))


def log_wealth(values: Array, counts: Array, bound: float, lowest: float) -> float:
    """log of the wealth of bets that the mean lies above a bound, Σ_k Π_i (1 + λ_k (v_i - bound))/K.

    The stakes λ_k lie evenly between 0 and 1/(bound - lowest), the largest that can never lose more than all.

    Parameters:
        values: the values.
        counts: how often each was seen.
        bound: the bound.
        lowest: below what no value can lie; it is below the bound.
    """
    stakes = (np.arange(STAKES) + 0.5) / STAKES / (bound - lowest)
    grown = np.log1p(stakes[:, None] * (values - bound)) @ counts
    return float(logsumexp(grown)) - log(STAKES)


def lower_bound(values: Array, counts: Array, lowest: float, needed: float) -> float:
    """The highest bound above which the mean lies by wealth `needed`; `lowest` if there is none.

    Parameters:
        values: as in `log_wealth`.
        counts: as in `log_wealth`.
        lowest: as in `log_wealth`.
        needed: the wealth, such as 20.
    """
    low, high = lowest, float(values @ counts) / float(counts.sum())
    for _ in range(60):
        middle = (low + high) / 2
        reached = middle > lowest and log_wealth(values, counts, middle, lowest) >= log(needed)
        low, high = (middle, high) if reached else (low, middle)
    return low
