"""The Brier score taken apart: how far forecasts are from coming true, how far they differ, what there was to know.

With n_k cases that were told f_k, of which a share o_k came true, and o the share of all (Murphy 1973)

    mean (f - y)² = Σ n_k (f_k - o_k)²/n  -  Σ n_k (o_k - o)²/n  +  o(1 - o)
                    reliability              resolution             uncertainty

This is exact where cases with one forecast are put together. In bins of different forecasts, f_k their mean, two terms
are added (Stephenson, Coelho and Jolliffe 2008): the variance of the forecasts within bins, less twice their covariance
with what came.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from betterthan.arrays import Array, BoolArray
from betterthan.numerics.calibration.bins import forecast_bins
from betterthan.numerics.calibration.two_classes import weights_of


@dataclass(frozen=True)
class BrierParts:
    """The Brier score and its parts: score = reliability - resolution + uncertainty + within.

    Parameters:
        score: the mean of (forecast - outcome)²; small is good.
        reliability: how far forecasts are from the shares that came true; 0 if calibrated.
        resolution: how far these shares are from the overall one; large is good.
        uncertainty: o(1 - o), what a forecast of the overall share would have.
        within: what forecasts that share a bin add; 0 where each distinct forecast has its own.
        bins: how many there were.
    """

    score: float
    reliability: float
    resolution: float
    uncertainty: float
    within: float
    bins: int


def brier_parts(
    forecasts: Array, positive: BoolArray, *, weight: Array | None = None, bins: int | None = None
) -> BrierParts:
    """The parts of the Brier score of two classes.

    Parameters:
        forecasts: probability of the positive class, one per case.
        positive: whether it came.
        weight: of each case; None is 1 each.
        bins: how many bins of about equal size; None puts only equal forecasts together.

    >>> parts = brier_parts(np.array([0.2, 0.2, 0.8, 0.8]), np.array([False, True, True, True]))
    >>> round(parts.reliability, 3), round(parts.resolution, 4), parts.uncertainty, round(parts.score, 2)
    (0.065, 0.0625, 0.1875, 0.19)
    """
    came, weight = positive.astype(np.float64), weights_of(len(forecasts), weight)
    weight = weight / weight.sum()
    place = forecast_bins(forecasts, bins)
    share = np.bincount(place, weight)
    told, seen = (np.bincount(place, weight * each) / share for each in (forecasts, came))
    overall = float(weight @ came)
    apart = forecasts - told[place]
    return BrierParts(
        score=float(weight @ (forecasts - came) ** 2),
        reliability=float(share @ (told - seen) ** 2),
        resolution=float(share @ (seen - overall) ** 2),
        uncertainty=overall * (1 - overall),
        within=float(weight @ (apart * (apart - 2 * (came - seen[place])))),
        bins=len(share),
    )
