"""The mean of a table whose rows and columns are both random."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import inf, pi, sqrt
from typing import ClassVar

import numpy as np
from scipy.special import ndtr

from betterthan.arrays import Array
from betterthan.numerics.crossed_mean import CrossedPrior, MeanNodes, crossed_mean, has_mean_variance
from betterthan.results.codec import Plain
from betterthan.results.laws.law import ArrayLike
from betterthan.results.laws.tabulated import Tabulated


@dataclass(frozen=True)
class CrossedMean(Plain):
    """The mean of a table of rows x columns, both random: a mixture of normal laws; see `integration.crossed_mean`.

    Parameters:
        location: mean of the table.
        rms_rows: root mean square of the rows, √MS_a.
        rms_columns: of the columns, √MS_b.
        rms_residual: of the residual, √MS_ε, above 0.
        rows: number of rows.
        columns: number of columns.
        prior: `box-tiao` or `half-cauchy`.
    """

    location: float
    rms_rows: float
    rms_columns: float
    rms_residual: float
    rows: int
    columns: int
    prior: CrossedPrior
    kind: ClassVar[str] = "crossed_mean"

    @cached_property
    def nodes(self) -> MeanNodes:
        """The law about its location, in units of the residual root mean square."""
        a, b = ((root / self.rms_residual) ** 2 for root in (self.rms_rows, self.rms_columns))
        return crossed_mean(self.rows, self.columns, a, b, prior=self.prior)

    @property
    def mean(self) -> float:
        return self.location

    @property
    def sd(self) -> float:
        if not has_mean_variance((min(self.rows, self.columns) - 1) / 2, self.prior):
            return inf
        return self.rms_residual * sqrt(float(self.nodes.weight @ self.nodes.scale**2))

    def cdf(self, x: ArrayLike) -> Array:
        return self._below(self._away(x))

    def sf(self, x: ArrayLike) -> Array:
        return self._below(-self._away(x))

    def density(self, x: ArrayLike) -> Array:
        return self._height(self._away(x)) / self.rms_residual

    def quantile(self, p: ArrayLike) -> Array:
        return np.asarray(self.location + self.rms_residual * self._table.quantile(p))

    @cached_property
    def _table(self) -> Tabulated:
        """The law about 0 in units of the residual, on 600 nodes: dense in the middle, for its tails may be long."""
        typical = float(np.exp(self.nodes.weight @ np.log(self.nodes.scale)))
        reach = np.arcsinh(8 * float(self.nodes.scale.max()) / typical)
        x = typical * np.sinh(np.linspace(-reach, reach, 600))
        return Tabulated(x, self._height(x), self._below(x), 0.0, self.sd / self.rms_residual)

    def _away(self, x: ArrayLike) -> Array:
        with np.errstate(over="ignore"):  # a rope may be 1e300 times as wide as the law
            return np.asarray((np.asarray(x, dtype=np.float64) - self.location) / self.rms_residual)

    def _below(self, away: Array) -> Array:
        return np.asarray(ndtr(away[..., None] / self.nodes.scale) @ self.nodes.weight)

    def _height(self, away: Array) -> Array:
        z = np.minimum(np.abs(away[..., None] / self.nodes.scale), 1e3)  # beyond, it is 0 and z² may leave the range
        return np.asarray((np.exp(-0.5 * z**2) / self.nodes.scale) @ self.nodes.weight / sqrt(2 * pi))
