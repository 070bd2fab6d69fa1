"""What is left open by units on which two models never differed, or always by the same."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import ClassVar

import numpy as np

from betterthan.arrays import Array
from betterthan.results.codec import Plain
from betterthan.results.laws.law import ArrayLike


@dataclass(frozen=True)
class Agreement(Plain):
    """c ± τR, half to each side, where τ ~ Beta(1, n + 1) is the share of units that are not as those that were seen.

    Parameters:
        centre: c, the difference on every unit that was seen; 0 if the models agree.
        reach: R, by how much a unit can depart from it.
        n: number of units that were seen.
    """

    centre: float
    reach: float
    n: int
    kind: ClassVar[str] = "agreement"

    @property
    def mean(self) -> float:
        return self.centre

    @property
    def sd(self) -> float:
        return self.reach * sqrt(2 / ((self.n + 2) * (self.n + 3)))

    def cdf(self, x: ArrayLike) -> Array:
        beyond = 0.5 * self._tail(x)
        return np.where(np.asarray(x) < self.centre, beyond, 1.0 - beyond)

    def sf(self, x: ArrayLike) -> Array:
        beyond = 0.5 * self._tail(x)
        return np.where(np.asarray(x) < self.centre, 1.0 - beyond, beyond)

    def density(self, x: ArrayLike) -> Array:
        away = self._away(x)
        inside = np.exp(self.n * np.log1p(-np.where(away < 1.0, away, 0.0)))
        return np.where(away < 1.0, 0.5 * (self.n + 1) / self.reach * inside, 0.0)

    def quantile(self, p: ArrayLike) -> Array:
        p = np.asarray(p, dtype=np.float64)
        with np.errstate(divide="ignore"):  # all of the way out, at 0 and at 1
            away = -np.expm1(np.log(2 * np.minimum(p, 1.0 - p)) / (self.n + 1))
        return np.asarray(self.centre + np.where(p < 0.5, -1.0, 1.0) * self.reach * away)

    def _away(self, x: ArrayLike) -> Array:
        """How far from the centre, in reaches."""
        return np.asarray(np.abs(np.asarray(x, dtype=np.float64) - self.centre) / self.reach)

    def _tail(self, x: ArrayLike) -> Array:
        """P(τR > |x - c|) = (1 - |x - c|/R)^(n + 1)."""
        with np.errstate(divide="ignore"):
            return np.asarray(np.exp((self.n + 1) * np.log1p(-np.minimum(self._away(x), 1.0))))
