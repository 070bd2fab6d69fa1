"""The beta law."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import ClassVar

import numpy as np
from scipy.special import betainc, betaincc, betaincinv, betaln

from betterthan.arrays import Array
from betterthan.results.codec import Plain
from betterthan.results.laws.law import ArrayLike


@dataclass(frozen=True)
class Beta(Plain):
    """The beta law on [0, 1]."""

    a: float
    b: float
    kind: ClassVar[str] = "beta"

    @property
    def mean(self) -> float:
        return self.a / (self.a + self.b)

    @property
    def sd(self) -> float:
        return sqrt(self.a * self.b / (self.a + self.b + 1)) / (self.a + self.b)

    def cdf(self, x: ArrayLike) -> Array:
        return np.asarray(betainc(self.a, self.b, np.clip(x, 0.0, 1.0)))

    def sf(self, x: ArrayLike) -> Array:
        return np.asarray(betaincc(self.a, self.b, np.clip(x, 0.0, 1.0)))

    def density(self, x: ArrayLike) -> Array:
        x = np.asarray(x, dtype=np.float64)
        inside = (x > 0) & (x < 1)
        safe = np.where(inside, x, 0.5)
        logs = (self.a - 1) * np.log(safe) + (self.b - 1) * np.log1p(-safe) - betaln(self.a, self.b)
        return np.where(inside, np.exp(logs), 0.0)

    def quantile(self, p: ArrayLike) -> Array:
        return np.asarray(betaincinv(self.a, self.b, p))
