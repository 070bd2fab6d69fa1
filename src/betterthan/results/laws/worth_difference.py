"""The law of the log-odds between two models of which one was ahead on each task."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import ClassVar

import numpy as np

from betterthan.arrays import Array
from betterthan.numerics.two_worths import TwoWorths, two_worths
from betterthan.results.codec import Plain
from betterthan.results.laws.law import ArrayLike
from betterthan.results.laws.tabulated import Tabulated


@dataclass(frozen=True)
class WorthDifference(Plain):
    """The law of scale · δ; δ as in `numerics.two_worths`.

    Parameters:
        wins: tasks on which the first model was ahead.
        losses: tasks on which the second was.
        scale: by how much δ is multiplied, above 0.
    """

    wins: float
    losses: float
    scale: float = 1.0
    kind: ClassVar[str] = "worth_difference"

    @property
    def mean(self) -> float:
        return self.scale * self._found.mean

    @property
    def sd(self) -> float:
        return self.scale * self._found.sd

    @property
    def error(self) -> float:
        """Estimated error of a probability."""
        return self._found.error

    def cdf(self, x: ArrayLike) -> Array:
        return self._found.cdf(np.asarray(x, dtype=np.float64) / self.scale)

    def sf(self, x: ArrayLike) -> Array:
        return self._found.sf(np.asarray(x, dtype=np.float64) / self.scale)

    def density(self, x: ArrayLike) -> Array:
        return self._found.density(np.asarray(x, dtype=np.float64) / self.scale) / self.scale

    def quantile(self, p: ArrayLike) -> Array:
        return self.scale * self._table.quantile(p)

    @property
    def _found(self) -> TwoWorths:
        return _integrated(self.wins, self.losses)

    @cached_property
    def _table(self) -> Tabulated:
        found = self._found
        return Tabulated(found.edges, found.density(found.edges), found.below, found.mean, found.sd)


@lru_cache(maxsize=16)
def _integrated(wins: float, losses: float) -> TwoWorths:
    return two_worths(wins, losses)
