"""A law known at nodes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

import numpy as np

from betterthan.arrays import Array
from betterthan.numerics.hermite import interpolated, within
from betterthan.results.codec import PlainOfArrays
from betterthan.results.laws.law import ArrayLike


@dataclass(frozen=True, eq=False)
class Tabulated(PlainOfArrays):
    """A law known by its density and distribution function at increasing nodes.

    Between nodes the distribution function is the cubic that has the tabulated values and slopes, monotone whatever
    the table; beyond the nodes there is nothing.
    """

    x: Array
    pdf: Array
    cumulative: Array
    mean: float
    sd: float
    kind: ClassVar[str] = "tabulated"

    def cdf(self, x: ArrayLike) -> Array:
        return self._interpolated(np.asarray(x, dtype=np.float64), self.cumulative, self.pdf, (0.0, 1.0))

    def sf(self, x: ArrayLike) -> Array:
        return self._interpolated(np.asarray(x, dtype=np.float64), self._upper, -self.pdf, (1.0, 0.0))

    def density(self, x: ArrayLike) -> Array:
        return np.asarray(np.interp(x, self.x, self.pdf, left=0.0, right=0.0))

    def quantile(self, p: ArrayLike) -> Array:
        p = np.asarray(p, dtype=np.float64)
        cell = np.clip(np.searchsorted(self.cumulative, p) - 1, 0, len(self.x) - 2)
        cubic = within(cell, self.x, self.cumulative, self.pdf, limited=True)
        return _bisected(cubic, p, (self.x[cell], self.x[cell + 1]))

    @cached_property
    def _upper(self) -> Array:
        return 1.0 - self.cumulative

    def _interpolated(self, x: Array, values: Array, slopes: Array, ends: tuple[float, float]) -> Array:
        # Limited, since tables come from anywhere: smoothed draws, or a mixture with a part narrower than a cell.
        inside = interpolated(x, self.x, values, slopes, limited=True)
        return np.where(x < self.x[0], ends[0], np.where(x > self.x[-1], ends[1], inside))


def _bisected(cdf: Callable[[Array], Array], p: Array, bounds: tuple[Array, Array]) -> Array:
    """Quantiles by bisection, each between two bounds of its own."""
    low, high = bounds
    for _ in range(53):  # 2^-53 of a cell: rounding
        middle = 0.5 * (low + high)
        below = cdf(middle) < p
        low, high = np.where(below, middle, low), np.where(below, high, middle)
    return np.asarray(0.5 * (low + high))
