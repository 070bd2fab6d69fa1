"""Laws that are weighted sums of simpler ones."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import pi, sqrt
from typing import ClassVar

import numpy as np
from scipy.special import ndtr

from betterthan.arrays import Array
from betterthan.numerics.shrunken_effects import effect_nodes
from betterthan.results.codec import Plain, PlainOfArrays
from betterthan.results.laws.law import ArrayLike
from betterthan.results.laws.tabulated import Tabulated


@dataclass(frozen=True, eq=False)
class NormalMixture(PlainOfArrays):
    """Normal laws with weights: what is left of a hierarchical model when its variances are integrated on nodes."""

    weights: Array
    means: Array
    sds: Array
    kind: ClassVar[str] = "normal_mixture"

    @property
    def mean(self) -> float:
        return float(self.weights @ self.means)

    @property
    def sd(self) -> float:
        return sqrt(float(self.weights @ (self.sds**2 + (self.means - self.mean) ** 2)))

    def cdf(self, x: ArrayLike) -> Array:
        return np.asarray(ndtr(self._standardised(x)) @ self.weights)

    def sf(self, x: ArrayLike) -> Array:
        return np.asarray(ndtr(-self._standardised(x)) @ self.weights)

    def density(self, x: ArrayLike) -> Array:
        z = self._standardised(x)
        return np.asarray((np.exp(-0.5 * z**2) / (sqrt(2 * pi) * self.sds)) @ self.weights)

    def quantile(self, p: ArrayLike) -> Array:
        return self.tabulated.quantile(p)

    @cached_property
    def tabulated(self) -> Tabulated:
        """The same law on 400 nodes, dense about its mean and sparse in its tails: bisection on it costs little."""
        reach = max(float(np.abs(self.means - self.mean).max() + 8 * self.sds.max()), 40 * self.sd)
        x = self.mean + self.sd / 4 * np.sinh(np.linspace(-1, 1, 400) * np.arcsinh(4 * reach / self.sd))
        return Tabulated(x, self.density(x), self.cdf(x), self.mean, self.sd)

    def _standardised(self, x: ArrayLike) -> Array:
        return np.asarray((np.asarray(x, dtype=np.float64)[..., None] - self.means) / self.sds)


@dataclass(frozen=True)
class ShrunkenSum(Plain):
    """A weighted sum of effects that are drawn from one normal law; see `integration.shrunken_effects`.

    Parameters:
        loadings: weight of each axis in the sum.
        estimates: one per axis of independent errors.
        variances: error variance of each.
        df: degrees of freedom of the error variance.
        prior_scale: scale of the half-Cauchy prior of the spread of the effects.
    """

    loadings: tuple[float, ...]
    estimates: tuple[float, ...]
    variances: tuple[float, ...]
    df: float
    prior_scale: float
    kind: ClassVar[str] = "shrunken_sum"

    @property
    def mean(self) -> float:
        return self._mixture.mean

    @property
    def sd(self) -> float:
        return self._mixture.sd

    def cdf(self, x: ArrayLike) -> Array:
        return self._mixture.cdf(x)

    def sf(self, x: ArrayLike) -> Array:
        return self._mixture.sf(x)

    def density(self, x: ArrayLike) -> Array:
        return self._mixture.density(x)

    def quantile(self, p: ArrayLike) -> Array:
        return self._mixture.quantile(p)

    @cached_property
    def _mixture(self) -> NormalMixture:
        nodes, loadings = (
            effect_nodes(self.estimates, self.variances, self.df, self.prior_scale),
            np.array(self.loadings),
        )
        return NormalMixture(nodes.weights, nodes.means @ loadings, np.sqrt(nodes.variances @ loadings**2))
