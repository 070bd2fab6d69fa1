"""Points of a reliability diagram: what was told, and the share that came, with an interval.

The interval is Wilson's, with as many cases as independent ones would need for the same error: in clusters n =
o(1 - o)/SE², SE² = C/(C-1)·Σ_c(Σ_{i∈c} w_i(y_i - o))²/(Σw)², and Student's t with C - 1 degrees of freedom (Korn and
Graubard 1998, whose effective size it is). If all or none came, each cluster counts as one case.
"""

from __future__ import annotations

from math import inf
from typing import NamedTuple

import numpy as np
from scipy.special import stdtrit

from betterthan.arrays import Array, BoolArray, IntArray
from betterthan.numerics.calibration.bins import forecast_bins
from betterthan.numerics.calibration.two_classes import weights_of
from betterthan.numerics.wilson import wilson_interval


class ReliabilityPoint(NamedTuple):
    """A bin of forecasts.

    Parameters:
        told: mean forecast.
        came: share of the cases that came true.
        low: lower end of the interval of that share.
        high: its upper end.
        cases: how many.
        effective: how many independent ones they are worth.
    """

    told: float
    came: float
    low: float
    high: float
    cases: int
    effective: float


def reliability_points(
    forecasts: Array,
    positive: BoolArray,
    *,
    weight: Array | None = None,
    cluster: IntArray | None = None,
    bins: int | None = 10,
    level: float = 0.95,
) -> tuple[ReliabilityPoint, ...]:
    """One point for each bin, rising with the forecast.

    Parameters:
        forecasts: probability of the positive class, one per case.
        positive: whether it came.
        weight: of each case; None is 1 each.
        cluster: the cluster of each case, if cases are not independent.
        bins: how many bins of about equal size; None makes one of each distinct forecast.
        level: coverage of the intervals.

    >>> point = reliability_points(np.full(10, 0.8), np.arange(10) < 5)[0]
    >>> point.came, round(point.low, 4), round(point.high, 4)
    (0.5, 0.2366, 0.7634)
    """
    weight = weights_of(len(forecasts), weight)
    place = forecast_bins(forecasts, bins)
    order = np.argsort(place, kind="stable")
    groups = np.split(order, np.flatnonzero(np.diff(place[order])) + 1)
    return tuple(
        _point(forecasts[rows], positive[rows], weight[rows], None if cluster is None else cluster[rows], level)
        for rows in groups
    )


def _point(
    forecasts: Array, positive: BoolArray, weight: Array, cluster: IntArray | None, level: float
) -> ReliabilityPoint:
    told, share = (float(weight @ each / weight.sum()) for each in (forecasts, positive))
    if cluster is None:
        effective, df = float(weight.sum() ** 2 / (weight @ weight)), inf
    else:
        effective, df = _worth(positive, weight, np.unique(cluster, return_inverse=True)[1])
    # A single cluster says nothing.
    low, high = wilson_interval(share, effective, float(stdtrit(df, (1 + level) / 2))) if df else (0.0, 1.0)
    return ReliabilityPoint(told, share, low, high, len(forecasts), effective)


def _worth(positive: BoolArray, weight: Array, cluster: IntArray) -> tuple[float, int]:
    """How many independent cases have the error of these clusters, no more than there are; degrees of freedom."""
    clusters, cases = int(cluster.max()) + 1, len(positive)
    if clusters == 1 or positive.all() or not positive.any():
        return float(clusters), clusters - 1
    share = float(weight @ positive / weight.sum())
    sums = np.bincount(cluster, weight * (positive - share)) / weight.sum()
    error = clusters / (clusters - 1) * float(sums @ sums)
    return min(float(cases), share * (1 - share) / error) if error > 0 else float(cases), clusters - 1
