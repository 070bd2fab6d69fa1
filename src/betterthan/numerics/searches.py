"""Searches on a line that need values only, many at once: what they look at has no slopes, or slopes that cost more."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from betterthan.arrays import Array

SCAN_STEP = 0.35
"""Step of the first scan for a peak, a factor of 1.4 in a logarithm. Where there is one peak, it lies next to the best
point of any scan: the step sets the cost, not what is found."""
POINTS = 13
"""Points of each finer scan: it spans the two cells beside the best point, so that each round is six times as fine."""


def peak_of(height: Callable[[Array], Array], low: float, high: float, rounds: int) -> float:
    """Where a function with one peak is largest, by ever finer scans.

    Parameters:
        height: the function.
        low: where to begin.
        high: where to end.
        rounds: how many scans.
    """
    points = np.linspace(low, high, 2 + int((high - low) / SCAN_STEP))
    for _ in range(rounds):
        best = int(np.argmax(height(points)))
        points = np.linspace(points[max(0, best - 1)], points[min(len(points) - 1, best + 1)], POINTS)
    return float(points[POINTS // 2])


def last_holding(holds: Callable[[Array], Array], low: Array, high: Array, halvings: int = 45) -> Array:
    """The last point at which a condition holds that holds up to some point and not after it, by bisection.

    Parameters:
        holds: the condition, of one point for each search.
        low: where each search begins; if it holds nowhere, this is the answer.
        high: where each search ends.
        halvings: of the interval; 45 leave 3e-14 of it.
    """
    for _ in range(halvings):
        middle = (low + high) / 2
        still = holds(middle)
        low, high = np.where(still, middle, low), np.where(still, high, middle)
    return low
