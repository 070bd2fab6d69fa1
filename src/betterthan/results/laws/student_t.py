"""Student's law."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, log, pi, sqrt
from typing import ClassVar

import numpy as np
from scipy.special import gammaln, stdtr, stdtrit

from betterthan.arrays import Array
from betterthan.results.codec import Plain
from betterthan.results.laws.law import ArrayLike


@dataclass(frozen=True)
class StudentT(Plain):
    """Student's t with location and scale."""

    df: float
    location: float
    scale: float
    kind: ClassVar[str] = "student_t"

    @property
    def mean(self) -> float:
        return self.location

    @property
    def sd(self) -> float:
        return self.scale * sqrt(self.df / (self.df - 2)) if self.df > 2 else inf

    def cdf(self, x: ArrayLike) -> Array:
        return np.asarray(stdtr(self.df, (np.asarray(x) - self.location) / self.scale))

    def sf(self, x: ArrayLike) -> Array:
        return np.asarray(stdtr(self.df, (self.location - np.asarray(x)) / self.scale))

    def density(self, x: ArrayLike) -> Array:
        z = (np.asarray(x) - self.location) / self.scale
        constant = gammaln((self.df + 1) / 2) - gammaln(self.df / 2) - 0.5 * log(self.df * pi) - log(self.scale)
        return np.asarray(np.exp(constant - (self.df + 1) / 2 * np.log1p(z**2 / self.df)), dtype=np.float64)

    def quantile(self, p: ArrayLike) -> Array:
        return np.asarray(self.location + self.scale * stdtrit(self.df, p), dtype=np.float64)
