"""The difference of two independent variables, whatever their laws."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from math import hypot
from typing import Annotated, Any, ClassVar

import numpy as np

from betterthan.arrays import Array
from betterthan.results.codec import Plain, of_kind
from betterthan.results.laws.law import ArrayLike, Law
from betterthan.results.laws.point import Point
from betterthan.results.laws.tabulated import Tabulated

PARTS: dict[str, type[Any]] = {}
"""The laws that a part may have, by their kinds; `kinds`, which knows all laws, enters them."""
CUTS = np.array([1e-16, 1e-12, 1e-9, 1e-6, 1e-4, 1e-3, 0.01, 0.05, 0.2, 0.5])
"""Tail probabilities at which the range of integration is divided, on both sides of both laws."""
BOTH_TAILS = np.concatenate([CUTS, 1 - CUTS[-2::-1]])
NODES, WEIGHTS = np.polynomial.legendre.leggauss(12)
TAIL = np.geomspace(1e-9, 2e-3, 40, endpoint=False)
TABLED = np.concatenate([TAIL, np.linspace(0.002, 0.998, 399), 1 - TAIL[::-1]])
"""Probabilities: where both parts have them, the law is tabulated for its quantiles."""


def _part(record: Any) -> Law:
    found: Law = of_kind(record, PARTS.values())
    return found


@dataclass(frozen=True)
class IndependentDifference(Plain):
    """The law of X - Y, X and Y independent: one is known from scores, the other was published.

        P(X - Y <= d) = ∫ P(X <= d + y) f(y) dy

    by Gauss's rule on pieces between quantiles of both laws, so that the integrand is smooth on each piece, however
    different their widths.

    Parameters:
        first: the law of X.
        second: the law of Y, whose tails must be short; a `Point` where it is known exactly.
    """

    first: Annotated[Law, _part]
    second: Annotated[Law, _part]
    kind: ClassVar[str] = "independent_difference"

    @property
    def mean(self) -> float:
        return self.first.mean - self.second.mean

    @property
    def sd(self) -> float:
        return hypot(self.first.sd, self.second.sd)

    def cdf(self, x: ArrayLike) -> Array:
        if isinstance(self.first, Point):
            return self.second.sf(self.first.at - np.asarray(x))
        return self._mixed(x, self.first.cdf)

    def sf(self, x: ArrayLike) -> Array:
        if isinstance(self.first, Point):
            return self.second.cdf(self.first.at - np.asarray(x))
        return self._mixed(x, self.first.sf)

    def density(self, x: ArrayLike) -> Array:
        if isinstance(self.first, Point):
            return self.second.density(self.first.at - np.asarray(x))
        return self._mixed(x, self.first.density)

    def quantile(self, p: ArrayLike) -> Array:
        if isinstance(self.second, Point):
            return np.asarray(self.first.quantile(p) - self.second.at)
        if isinstance(self.first, Point):
            return np.asarray(self.first.at - self.second.quantile(1 - np.asarray(p)))
        return self._table.quantile(p)

    def _mixed(self, x: ArrayLike, of_first: Callable[[Array], Array]) -> Array:
        """The mean, over the second variable, of what the first one has at x + y."""
        x = np.asarray(x, dtype=np.float64)
        if isinstance(self.second, Point):
            return np.asarray(of_first(x + self.second.at))
        found = np.empty(x.shape)
        for place, each in np.ndenumerate(x):
            y, weight = self._nodes(float(each))
            found[place] = float(of_first(each + y) @ weight)
        return found

    def _nodes(self, x: float) -> tuple[Array, Array]:
        """Nodes of the second variable and their weights, which add up to 1."""
        ends, cuts = self._ends, self._cuts - x
        bounds = np.unique(np.concatenate([ends, cuts[(cuts > ends[0]) & (cuts < ends[-1])]]))
        half, middle = np.diff(bounds) / 2, (bounds[1:] + bounds[:-1]) / 2
        y = (middle[:, None] + half[:, None] * NODES).ravel()
        weight = (half[:, None] * WEIGHTS).ravel() * self.second.density(y)
        return y, weight / weight.sum()

    @cached_property
    def _ends(self) -> Array:
        """Where the pieces of the second law end."""
        return np.unique(self.second.quantile(BOTH_TAILS))

    @cached_property
    def _cuts(self) -> Array:
        """Where the first law divides them further."""
        return np.unique(self.first.quantile(BOTH_TAILS))

    @cached_property
    def _table(self) -> Tabulated:
        """The law from where both parts are extreme to where both are on the other side."""
        x = np.unique(self.first.quantile(TABLED) - self.second.quantile(1 - TABLED))
        return Tabulated(x, self.density(x), self.cdf(x), self.mean, self.sd)
