"""The normal law."""

from __future__ import annotations

from dataclasses import dataclass
from math import pi, sqrt
from typing import ClassVar

import numpy as np
from scipy.special import ndtr, ndtri

from betterthan.arrays import Array
from betterthan.results.codec import Plain
from betterthan.results.laws.law import ArrayLike


@dataclass(frozen=True)
class Normal(Plain):
    """The normal law, such as that of a published mean whose standard error is known."""

    mean: float
    sd: float
    kind: ClassVar[str] = "normal"

    def cdf(self, x: ArrayLike) -> Array:
        return np.asarray(ndtr((np.asarray(x) - self.mean) / self.sd))

    def sf(self, x: ArrayLike) -> Array:
        return np.asarray(ndtr((self.mean - np.asarray(x)) / self.sd))

    def density(self, x: ArrayLike) -> Array:
        z = (np.asarray(x) - self.mean) / self.sd
        return np.asarray(np.exp(-0.5 * z**2) / (self.sd * sqrt(2 * pi)))

    def quantile(self, p: ArrayLike) -> Array:
        return np.asarray(self.mean + self.sd * ndtri(p), dtype=np.float64)
