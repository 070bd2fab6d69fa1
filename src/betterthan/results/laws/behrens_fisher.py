"""The difference of two Student variables."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import hypot, inf
from typing import ClassVar

import numpy as np
from scipy.special import stdtr

from betterthan.arrays import Array
from betterthan.numerics.behrens_fisher import Nodes, halved, mixing_nodes
from betterthan.results.codec import Plain
from betterthan.results.laws.law import ArrayLike
from betterthan.results.laws.student_t import StudentT


@dataclass(frozen=True)
class BehrensFisher(Plain):
    """The difference of two independent Student variables with scales of their own, about a location.

    Given how the two variances share their uncertainty it is Student's t with df1 + df2 degrees of freedom; see
    `integration.behrens_fisher`.
    """

    location: float
    df1: float
    scale1: float
    df2: float
    scale2: float
    kind: ClassVar[str] = "behrens_fisher"

    @property
    def mean(self) -> float:
        return self.location

    @property
    def sd(self) -> float:
        return hypot(*(StudentT(df, 0.0, scale).sd for df, scale in self._parts))

    @cached_property
    def error(self) -> float:
        """Largest change of a probability when every other node is left out; the full rule is far closer."""
        away = hypot(self.scale1, self.scale2) / self._unit * np.array([0.0, 0.3, 0.6, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0])
        return float(np.abs(self._tail(away, self._nodes) - self._tail(away, halved(self._nodes))).max())

    def cdf(self, x: ArrayLike) -> Array:
        return self._tail(-self._standardised(x), self._nodes)

    def sf(self, x: ArrayLike) -> Array:
        return self._tail(self._standardised(x), self._nodes)

    def density(self, x: ArrayLike) -> Array:
        return self._density(self._standardised(x)) / self._unit

    def quantile(self, p: ArrayLike) -> Array:
        p = np.asarray(p, dtype=np.float64)
        tail = np.minimum(p, 1 - p)
        away = np.where(tail > 0, self._away(np.maximum(tail, 1e-100)), inf)  # nobody asks for the tails beyond
        return np.asarray(self.location + np.where(p < 0.5, -away, away) * self._unit)

    @property
    def _parts(self) -> tuple[tuple[float, float], tuple[float, float]]:
        return (self.df1, self.scale1), (self.df2, self.scale2)

    @property
    def _unit(self) -> float:
        """The larger scale, in which the rest is computed: squares of 1e300 would leave the range."""
        return max(self.scale1, self.scale2)

    @cached_property
    def _nodes(self) -> Nodes:
        return mixing_nodes(self.df1, self.df2)

    def _standardised(self, x: ArrayLike) -> Array:
        with np.errstate(over="ignore"):  # a rope may be 1e300 times as wide as the law
            return np.asarray((np.asarray(x, dtype=np.float64) - self.location) / self._unit)

    def _scales(self, nodes: Nodes) -> Array:
        """Scale of the Student law at each node."""
        one, other = self.scale1 / self._unit, self.scale2 / self._unit
        return np.asarray(np.sqrt(one**2 * nodes.first + other**2 * nodes.second))

    def _tail(self, away: Array, nodes: Nodes) -> Array:
        """Probability of a value more than `away` above the location."""
        return np.asarray(stdtr(self.df1 + self.df2, -away[..., None] / self._scales(nodes)) @ nodes.weights)

    def _density(self, away: Array) -> Array:
        scales = self._scales(self._nodes)
        z = np.clip(away[..., None], -1e150, 1e150) / scales
        return np.asarray((StudentT(self.df1 + self.df2, 0.0, 1.0).density(z) / scales) @ self._nodes.weights)

    def _away(self, tail: Array) -> Array:
        """How far above the location a tail of this probability begins, by Newton's rule on its logarithm.

        It lies between two bounds. Where each variable stays below its own value for tail/2, their sum stays below the
        sum of these values; and beyond the value that one of them exceeds with probability 2 tail, the other adds as
        often as it subtracts.
        """
        laws = [StudentT(df, 0.0, scale / self._unit) for df, scale in self._parts]
        low = np.maximum.reduce([-law.quantile(np.minimum(2 * tail, 0.5)) for law in laws])
        high = -sum(law.quantile(tail / 2) for law in laws)
        away = low
        for _ in range(100):  # ten are enough
            found = np.maximum(self._tail(away, self._nodes), 1e-300)
            low, high = np.where(found > tail, away, low), np.where(found > tail, high, away)
            moved = away + found * np.log(found / tail) / np.maximum(self._density(away), 1e-300)
            moved = np.where((moved >= low) & (moved <= high), moved, 0.5 * (low + high))
            if (np.abs(moved - away) <= 1e-14 * np.maximum(moved, 1.0)).all():
                break
            away = moved
        return np.asarray(moved)
