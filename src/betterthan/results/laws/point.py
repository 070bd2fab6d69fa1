"""A law without spread."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, isclose
from typing import ClassVar

import numpy as np

from betterthan.arrays import Array
from betterthan.results.codec import Plain
from betterthan.results.laws.law import ArrayLike


@dataclass(frozen=True)
class Point(Plain):
    """All mass on one value."""

    at: float
    kind: ClassVar[str] = "point"

    @property
    def mean(self) -> float:
        return self.at

    @property
    def sd(self) -> float:
        return 0.0

    def cdf(self, x: ArrayLike) -> Array:
        return np.where(np.asarray(x) >= self.at, 1.0, 0.0)

    def sf(self, x: ArrayLike) -> Array:
        return 1.0 - self.cdf(x)

    def density(self, x: ArrayLike) -> Array:
        return np.where(np.asarray(x) == self.at, inf, 0.0)

    def quantile(self, p: ArrayLike) -> Array:
        return np.full(np.shape(p), self.at)


def is_at(value: float, bound: float) -> bool:
    """Whether a point mass sits on a bound, up to rounding.

    Parameters:
        value: where the mass is.
        bound: the bound.
    """
    return isclose(value, bound, rel_tol=1e-9, abs_tol=1e-300)
