"""Bins of forecasts: as many cases in each as can be, equal forecasts together."""

from __future__ import annotations

import numpy as np

from betterthan.arrays import Array, IntArray


def forecast_bins(forecasts: Array, bins: int | None) -> IntArray:
    """The bin of each case, 0 to bins - 1, rising with the forecast.

    Parameters:
        forecasts: one per case.
        bins: how many at most; each distinct forecast has its own if there are no more, or if None.

    >>> forecast_bins(np.array([0.1, 0.9, 0.2, 0.2, 0.8, 0.7]), 3)
    array([0, 2, 1, 1, 2, 1])
    """
    distinct, place, counts = np.unique(forecasts, return_inverse=True, return_counts=True)
    if bins is None or len(distinct) <= bins:
        return place
    # Each distinct forecast goes where the middle of its cases falls.
    middle = np.cumsum(counts) - counts / 2
    wanted = np.floor(middle * bins / len(forecasts)).astype(np.int64)
    return np.unique(wanted, return_inverse=True)[1][place]
