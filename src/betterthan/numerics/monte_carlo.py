"""How far shares of random draws are off: what bounds them, not what is typical of them.

A stated error is to bound the true one. Three standard errors do for one share in 99.7% of cases, and for the several
shares of one answer, which go up and down together, in more than 95%.
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from betterthan.arrays import Array

SURE = 3.0
"""Standard errors."""


def error_of_shares(shares: Array, draws: int) -> float:
    """A bound on the errors of shares of independent draws.

    Parameters:
        shares: the shares; 0 or 1 is taken as one draw more to the contrary would have it.
        draws: how many draws.
    """
    nearest = np.clip(np.minimum(shares, 1 - shares), 1 / (draws + 2), None)
    return SURE * sqrt(float((nearest * (1 - nearest)).max()) / draws)


def error_between_chains(shares: Array) -> float:
    """A bound on the errors of shares of all chains together, from how much the chains differ.

    Parameters:
        shares: chains x whatever is looked at.
    """
    return SURE * float(shares.std(axis=0, ddof=1).max()) / sqrt(len(shares))
