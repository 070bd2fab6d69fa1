"""The k-th smallest of the n(n+1)/2 averages of two differences, without writing all of them down.

The averages (d_i + d_j)/2, i ≤ j, of sorted differences grow along every row i, so what is left to search is one range
of columns per row. A pivot, drawn from the averages that are left, cuts every range by binary search; the side that
holds the wanted rank is kept, until few enough averages are left to be sorted. Exact; O(n log n) time, O(n) memory.

Reference: Monahan (1984), ACM TOMS 10, algorithm 616.
"""

from __future__ import annotations

from math import sqrt
from typing import Literal

import numpy as np

from betterthan.arrays import Array, IntArray

AT_ONCE = (20_000, 2_000_000)
"""So many averages are written down and sorted: 20 per difference, within these bounds. Of more, cutting costs less."""

SAMPLE = 50_000
"""At most so many averages, and one in a hundred, are looked at to choose a pivot."""
MARGIN = 2.2
"""How many standard errors, at least, the pivot is off the wanted rank."""


def walsh_averages(differences: Array, ranks: tuple[int, ...]) -> list[float]:
    """The Walsh averages with the given ranks, 1 for the smallest.

    Parameters:
        differences: first - second, one per unit.
        ranks: ascending, from 1 to n(n+1)/2.

    >>> walsh_averages(np.array([1.0, 4.0, -2.0]), (1, 3, 6))          # of -2, -0.5, 1, 1, 2.5, 4
    [-2.0, 1.0, 4.0]
    """
    halves = np.sort(differences) / 2 + 0.0  # no -0.0
    n = len(halves)
    return _chosen(halves, ranks, np.arange(n), np.full(n, n), np.random.default_rng(0))


def _chosen(
    halves: Array, ranks: tuple[int, ...], start: IntArray, end: IntArray, rng: np.random.Generator
) -> list[float]:
    """The averages with the given ranks among those of the columns start … end - 1 of each row."""
    if not ranks:
        return []
    if (end - start).sum() <= min(max(20 * len(halves), AT_ONCE[0]), AT_ONCE[1]):
        few = _averages(halves, start, end)
        few.partition([rank - 1 for rank in ranks])
        return [float(few[rank - 1]) for rank in ranks]
    pivot = _pivot(halves, ranks, start, end, rng)
    upper = _cut(halves, pivot, "right", start, end)
    through = int((upper - start).sum())
    # All that is wanted lies above the pivot: the lower cut, which costs as much as the upper one, is not needed.
    if ranks[0] > through:
        return _chosen(halves, tuple(rank - through for rank in ranks), upper, end, rng)
    lower = _cut(halves, pivot, "left", start, end)
    below = int((lower - start).sum())
    return [
        *_chosen(halves, tuple(rank for rank in ranks if rank <= below), start, lower, rng),
        *(pivot for rank in ranks if below < rank <= through),
        *_chosen(halves, tuple(rank - through for rank in ranks if rank > through), upper, end, rng),
    ]


def _averages(halves: Array, start: IntArray, end: IntArray) -> Array:
    sizes = end - start
    rows = np.repeat(np.arange(len(halves)), sizes)
    columns = np.arange(len(rows)) + np.repeat(start - (np.cumsum(sizes) - sizes), sizes)
    return np.asarray(halves[rows] + halves[columns])


def _pivot(halves: Array, ranks: tuple[int, ...], start: IntArray, end: IntArray, rng: np.random.Generator) -> float:
    """An average that is left: just outside the wanted ranks where most is gained, else between two of them."""
    through = np.cumsum(end - start)
    size = min(SAMPLE, int(through[-1]) // 100 + 1)
    margin = MARGIN * sqrt(size) / 2
    # Averages drawn evenly: a number among all that are left says row and column.
    picked = np.sort(rng.integers(0, through[-1], size))
    rows = np.searchsorted(through, picked, side="right")
    sample = np.sort(halves[rows] + halves[end[rows] - (through[rows] - picked)])
    places = [rank / int(through[-1]) * size for rank in ranks]
    under, over = places[0] - margin, places[-1] + margin
    gap, between = max((b - a, (a + b) / 2) for a, b in zip(places, places[1:] + places[-1:], strict=True))
    place = between if gap > max(under, size - over) else (under if under > size - over else over)
    return float(sample[int(min(max(place, 0), size - 1))])


def _cut(halves: Array, pivot: float, side: Literal["left", "right"], start: IntArray, end: IntArray) -> IntArray:
    """Per row, the first column whose average is not below (`left`) or is above (`right`) the pivot.

    What differs from the pivot by rounding only is taken as equal, so that each cut removes at least the pivot itself.
    """
    rounding = 4 * np.finfo(np.float64).eps * (abs(pivot) + np.abs(halves))
    bound = pivot - halves + (rounding if side == "right" else -rounding)
    return np.clip(np.searchsorted(halves, bound, side=side), start, end)
