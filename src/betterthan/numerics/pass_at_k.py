"""pass@k: the probability that one at least of k programs, drawn from those that were tried, is right."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from betterthan.arrays import Array, IntArray


def pass_at_k(tried: IntArray, right: IntArray, k: int) -> Array:
    """The unbiased estimate of Chen et al. (2021): 1 - C(n - c, k) / C(n, k).

    Parameters:
        tried: how many programs were tried for each problem, k at least.
        right: how many of them were right.
        k: how many are drawn.

    >>> pass_at_k(np.array([4, 4]), np.array([1, 4]), 2).tolist()
    [0.5, 1.0]
    """
    failed = 1.0
    for j in range(k):
        failed = failed * np.maximum(tried - right - j, 0) / (tried - j)
    return np.asarray(1.0 - failed)
