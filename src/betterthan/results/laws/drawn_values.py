"""A law known by draws."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import pi, sqrt
from typing import ClassVar

import numpy as np

from betterthan.arrays import Array
from betterthan.results.codec import PlainOfArrays
from betterthan.results.laws.law import ArrayLike

NODES = 3000
"""Places at which draws are gathered for a density."""


@dataclass(frozen=True, eq=False)
class DrawnValues(PlainOfArrays):
    """A law known by draws: a probability is their share, counted, on a bound half to each side.

    Only the density is smoothed, for pictures. Smoothed probabilities err where the law has a narrow peak beside heavy
    tails, whose standard deviation then says nothing about the peak.

    Parameters:
        values: the draws, increasing.
    """

    values: Array
    kind: ClassVar[str] = "drawn_values"

    @property
    def mean(self) -> float:
        return float(self.values.mean())

    @property
    def sd(self) -> float:
        return float(self.values.std())

    def cdf(self, x: ArrayLike) -> Array:
        below, up_to = (np.searchsorted(self.values, x, side=side) for side in ("left", "right"))
        return np.asarray((below + up_to) / (2 * len(self.values)))

    def sf(self, x: ArrayLike) -> Array:
        below, up_to = (len(self.values) - np.searchsorted(self.values, x, side=side) for side in ("left", "right"))
        return np.asarray((below + up_to) / (2 * len(self.values)))

    def density(self, x: ArrayLike) -> Array:
        weights, means, sd = self._kernels
        z = (np.asarray(x, dtype=np.float64)[..., None] - means) / sd
        return np.asarray(np.exp(-0.5 * z**2) @ weights / (sqrt(2 * pi) * sd))

    def quantile(self, p: ArrayLike) -> Array:
        return np.asarray(np.quantile(self.values, p, method="hazen"))  # the inverse of `cdf`, between draws a line

    @cached_property
    def _kernels(self) -> tuple[Array, Array, float]:
        """Weights, means and sd of normal laws that stand for the draws; each is split between the nodes beside it.

        The sd is Silverman's rule, which looks at the quartiles where tails are heavy.
        """
        quartiles = self.quantile(np.array([0.25, 0.75]))
        sd = 0.9 * min(self.sd, float(quartiles[1] - quartiles[0]) / 1.34 or self.sd) * len(self.values) ** -0.2
        nodes, step = np.linspace(self.values[0], self.values[-1], NODES, retstep=True)
        place = (self.values - nodes[0]) / step
        at = np.minimum(place.astype(np.int64), NODES - 2)
        upper = place - at
        weights = np.bincount(at, 1 - upper, NODES) + np.bincount(at + 1, upper, NODES)
        held = weights > 0
        return weights[held] / len(self.values), nodes[held], max(sd, float(step))
