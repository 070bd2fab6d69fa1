"""The law of the difference of two accuracies on the same cases, whose cells are Dirichlet."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from typing import ClassVar

import numpy as np
from scipy.special import betainc, betaincc, betainccinv, betaincinv

from betterthan.arrays import Array
from betterthan.numerics.distinct import distinct
from betterthan.numerics.tanh_sinh import Rule, tanh_sinh
from betterthan.results.codec import Plain
from betterthan.results.laws.beta import Beta
from betterthan.results.laws.law import ArrayLike
from betterthan.results.laws.tabulated import Tabulated

NODES = 61
"""Enough for twelve digits; every other one gives the error."""


@dataclass(frozen=True)
class AccuracyDifference(Plain):
    """The law of θ10 - θ01 = τ (2φ - 1), where (θ01, θ10, the rest) are Dirichlet.

    φ = θ10/τ ~ Beta(won, lost) and τ = θ01 + θ10 ~ Beta(lost + won, agreed) are independent. The difference is above
    x > 0 only where τ is, so the integral over τ begins at this kink,

        P(difference > x) = ∫_0^P(τ > x) P(φ > (1 + x/τ(v))/2) dv,        P(τ > τ(v)) = v

    Parameters:
        lost: parameter of θ01: prior count and cases that only the second model gets right.
        won: parameter of θ10.
        agreed: parameter of the rest.
    """

    lost: float
    won: float
    agreed: float
    kind: ClassVar[str] = "accuracy_difference"

    @property
    def mean(self) -> float:
        return (self.won - self.lost) / self._total

    @property
    def sd(self) -> float:
        apart = (self.won + self.lost) * self._total - (self.won - self.lost) ** 2
        return sqrt(apart / (self._total + 1)) / self._total

    @cached_property
    def error(self) -> float:
        """Largest change of a probability when every other node is left out; the full rule is far closer."""
        x = np.clip(np.append(self.mean + self.sd * np.linspace(-4, 4, 9), self.sd * np.array([0.1, 0.01])), -1, 1)
        return float(np.abs(self._above(x, tanh_sinh(NODES)) - self._above(x, tanh_sinh(NODES // 2 + 1))).max())

    def cdf(self, x: ArrayLike) -> Array:
        return self._mirrored._above(-np.asarray(x, dtype=np.float64), tanh_sinh(NODES))

    def sf(self, x: ArrayLike) -> Array:
        return self._above(np.asarray(x, dtype=np.float64), tanh_sinh(NODES))

    def density(self, x: ArrayLike) -> Array:
        x = np.asarray(x, dtype=np.float64)
        reached, tau, weights = self._disagreement(np.abs(x), tanh_sinh(NODES))
        inside = Beta(self.lost, self.won).density((1 - x[..., None] / tau) / 2)
        return np.asarray(reached * ((inside / (2 * tau)) @ weights))

    def quantile(self, p: ArrayLike) -> Array:
        return self._table.quantile(p)

    @property
    def _total(self) -> float:
        return self.lost + self.won + self.agreed

    @property
    def _mirrored(self) -> AccuracyDifference:
        return AccuracyDifference(self.won, self.lost, self.agreed)

    @cached_property
    def _table(self) -> Tabulated:
        """The same law on nodes that are even in place and in probability: bisection on it costs little."""
        even = np.linspace(max(-1.0, self.mean - 12 * self.sd), min(1.0, self.mean + 12 * self.sd), 120)
        crowded = np.interp(np.linspace(0, 1, 201), self.cdf(even), even)
        x = distinct(np.concatenate([even, crowded]))
        return Tabulated(x, self.density(x), self.cdf(x), self.mean, self.sd)

    def _above(self, x: Array, rule: Rule) -> Array:
        """P(difference > x); below 0 it is what the mirror image leaves."""
        reached, tau, weights = self._disagreement(np.abs(x), rule)
        share = np.clip((1 - np.abs(x)[..., None] / tau) / 2, 0.0, 0.5)
        up, down = Beta(self.lost, self.won), Beta(self.won, self.lost)
        tail = np.where((x >= 0)[..., None], up.cdf(share), down.cdf(share)) @ weights
        return np.asarray(np.where(x >= 0, reached * tail, 1 - reached * tail))

    def _disagreement(self, x: Array, rule: Rule) -> tuple[Array, Array, Array]:
        """P(τ > x), and nodes of τ beyond x that divide it evenly but for the rule's crowding."""
        a, b = self.lost + self.won, self.agreed
        start = np.minimum(x, 1.0)
        # Far below all disagreements the nodes are those of 0: with many cases most x have the same.
        once, where = np.unique(np.where(betainc(a, b, start) > 1e-30, start, 0.0), return_inverse=True)
        below, reached = betainc(a, b, once), betaincc(a, b, once)
        half = len(rule.nodes) // 2
        # Counted from the nearer end, so that neither τ near x nor τ near 1 is lost to rounding.
        far = betainccinv(a, b, reached[:, None] * rule.nodes[:half])
        near = betaincinv(a, b, below[:, None] + reached[:, None] * rule.nodes[::-1][half:])
        tau = np.maximum(np.hstack([far, near]), 1e-300)
        return reached[where].reshape(x.shape), tau[where].reshape(*x.shape, -1), rule.weights
