"""The law of the signed-rank statistic W⁺ under the null hypothesis: exact given the ties, or normal.

Each difference adds its rank or not, with probability 1/2. The same law gives the p-value and the interval.

References: Hollander, Wolfe and Chicken (2013), sec. 3.1.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, sqrt
from typing import NamedTuple, Protocol

import numpy as np
from scipy.special import ndtr, ndtri

from betterthan.arrays import Array, IntArray

FEW = 50
"""Up to so many differences the law of the signed-rank statistic is taken exactly, as in SciPy (R stops at 49)."""


class Tails(NamedTuple):
    """P(W⁺ ≥ w), P(W⁺ ≤ w), and the z of w."""

    first: float
    second: float
    z: float


class SignedRankLaw(Protocol):
    """What a test and its interval ask of the law."""

    @property
    def words(self) -> str:
        """The law in words."""

    def tails(self, statistic: float) -> Tails:
        """Both tails of a statistic, itself included."""

    def rejected(self, tail: float) -> tuple[int, float]:
        """How many Walsh averages, from either end, leave no more than this tail; and the tail that they leave."""


@dataclass(frozen=True)
class ExactLaw:
    """The exact law given the ranks.

    Parameters:
        law: probabilities of 0, 1/2, 1, …: mean ranks of ties are halves.
        spread: standard deviation.
    """

    law: Array
    spread: float

    @property
    def words(self) -> str:
        return "exact law"

    @classmethod
    def of(cls, ranks: Array) -> ExactLaw:
        return cls(sums_of_some(np.rint(2 * ranks).astype(np.int64)), sqrt(float((ranks**2).sum()) / 4))

    def tails(self, statistic: float) -> Tails:
        at = round(2 * statistic)
        middle = (len(self.law) - 1) / 4
        z = (statistic - middle) / self.spread if self.spread else 0.0
        return Tails(min(1.0, float(self.law[at:].sum())), min(1.0, float(self.law[: at + 1].sum())), z)

    def rejected(self, tail: float) -> tuple[int, float]:
        through = np.cumsum(self.law)
        last = int(np.searchsorted(through, tail * (1 + 1e-12), side="right")) - 1
        return (last // 2 + 1, float(through[last])) if last >= 0 else (0, 0.0)


@dataclass(frozen=True)
class NormalLaw:
    """The normal law with the variance that ties leave.

    Parameters:
        n: number of differences.
        spread: standard deviation.
        half: continuity correction.
    """

    n: int
    spread: float
    half: float

    @classmethod
    def of(cls, n: int, ties: Array, continuity: bool) -> NormalLaw:
        variance = n * (n + 1) * (2 * n + 1) / 24 - float((ties**3 - ties).sum()) / 48
        return cls(n, sqrt(variance), 0.5 if continuity else 0.0)

    @property
    def words(self) -> str:
        return f"normal law {'with' if self.half else 'without'} continuity correction"

    def tails(self, statistic: float) -> Tails:
        """The z is that of the smaller tail."""
        if self.n == 0:
            return Tails(1.0, 1.0, 0.0)
        above = statistic - self._middle
        z_first, z_second = (above - self.half) / self.spread, (above + self.half) / self.spread
        z = 0.0 if above == 0 else z_first if above > 0 else z_second
        return Tails(float(ndtr(-z_first)), float(ndtr(z_second)), z)

    def rejected(self, tail: float) -> tuple[int, float]:
        """Whole numbers w with w + half no further up than the tail allows."""
        return max(0, ceil(self._middle + float(ndtri(tail)) * self.spread - self.half + 1e-9)), tail

    @property
    def _middle(self) -> float:
        return self.n * (self.n + 1) / 4


def sums_of_some(ranks: IntArray) -> Array:
    """Probabilities of 0, 1, 2, …: a sum to which each rank is added or not with probability 1/2.

    Parameters:
        ranks: whole numbers.

    >>> sums_of_some(np.array([1, 2]))
    array([0.25, 0.25, 0.25, 0.25])
    """
    law = np.ones(1)
    for rank in ranks:
        nothing = np.zeros(rank)
        law = (np.concatenate([law, nothing]) + np.concatenate([nothing, law])) / 2
    return law
