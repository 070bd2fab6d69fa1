"""Cubic Hermite interpolation: between two nodes, the cubic that has the given values and slopes at both.

Distribution functions are tabulated with their densities, so the slopes are known, and the error falls with the fourth
power of the distance of the nodes. But such a cubic need not be monotone: it turns back inside a cell where a slope is
more than three times that of the chord. Whether to limit slopes to that (`limited`) depends on the table:

    · Slopes and values that fit each other, on nodes finer than anything the function does, hardly ever exceed the
      limit, and what does is right: cutting it would cost the fourth order where the function bends most.
    · A table that comes from elsewhere, or that passes over a peak narrower than its cells, may say anything. There a
      distribution function that stays one is worth more than the order (Fritsch and Carlson 1980).
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from betterthan.arrays import Array, IntArray

STEEPEST = 3.0
"""In slopes of the chord. The square [0, 3]² lies within the region of monotone cubics (Fritsch and Carlson 1980); it
is not all of it, but lets each end be limited without looking at the other."""


def interpolated(x: Array, nodes: Array, values: Array, slopes: Array, *, limited: bool) -> Array:
    """A monotone function between the nodes of its table; beyond the nodes its first or last value.

    Parameters:
        x: where.
        nodes: increasing.
        values: of the function at the nodes, monotone.
        slopes: its derivative there.
        limited: whether slopes too steep for a monotone cubic are cut.
    """
    cell = np.clip(np.searchsorted(nodes, x, side="right") - 1, 0, len(nodes) - 2)
    return within(cell, nodes, values, slopes, limited=limited)(x)


def within(cell: IntArray, nodes: Array, values: Array, slopes: Array, *, limited: bool) -> Callable[[Array], Array]:
    """The same function inside given cells, of one x for each: a search that stays in its cells finds them once.

    Parameters:
        cell: numbers of the cells.
        nodes: as in `interpolated`.
        values: as in `interpolated`.
        slopes: as in `interpolated`.
        limited: as in `interpolated`.
    """
    start, width = nodes[cell], nodes[cell + 1] - nodes[cell]
    low, high = values[cell], values[cell + 1]
    left, right = slopes[cell], slopes[cell + 1]
    least, most = np.minimum(low, high), np.maximum(low, high)
    if limited:
        steepest = STEEPEST * (most - least) / width
        left, right = (np.clip(slope, -steepest, steepest) for slope in (left, right))

    def function(x: Array) -> Array:
        t = np.clip((x - start) / width, 0.0, 1.0)
        # Rounding, and steep slopes that were not cut, may still carry the cubic past the values of its cell.
        return np.clip(cubic(t, width, low, high, left, right), least, most)

    return function


def cubic(t: Array, width: Array, low: Array, high: Array, left: Array, right: Array) -> Array:
    """The cubics of cells, linear in values and slopes; arguments of shapes that go together.

    Parameters:
        t: place within each cell, from 0 to 1.
        width: of the cells.
        low: values at their left ends.
        high: values at their right ends.
        left: slopes at their left ends.
        right: slopes at their right ends.
    """
    between = low * (1 + 2 * t) * (1 - t) ** 2 + high * t**2 * (3 - 2 * t)
    return np.asarray(between + width * t * (1 - t) * (left * (1 - t) - right * t))
