"""The three probabilities that every question ends in."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf, isclose
from typing import Any, NamedTuple

from betterthan.results.codec import Unreadable, read
from betterthan.vocabulary import REGIONS, Region

ROUNDING = 1e-6
"""How far three probabilities that were computed by quadrature may be from 1 together."""

EVEN = 1e-4
"""Outcomes whose probabilities differ by less are equally probable; page.js has this number, too."""


class Probabilities(NamedTuple):
    """How probable it is that the first model is practically better, that the two are equivalent, that the second is.

    >>> Probabilities(0.326, 0.660, 0.014).largest
    'equivalent'
    """

    first: float
    equivalent: float
    second: float

    @property
    def largest(self) -> Region:
        return max(REGIONS, key=self.of)

    @property
    def leading(self) -> tuple[Region, ...]:
        """The most probable region, and those that are as probable.

        >>> Probabilities(0.45, 0.1, 0.45).leading
        ('first', 'second')
        """
        top = max(self)
        return tuple(region for region in REGIONS if top - self.of(region) < EVEN)

    def of(self, region: Region) -> float:
        """The probability of one region.

        Parameters:
            region: `first`, `equivalent` or `second`.
        """
        return float(getattr(self, region))

    def odds(self) -> dict[str, float]:
        """Odds of every region against every other one; infinite where the other is impossible."""
        return {
            f"{one}/{other}": odds(self.of(one), self.of(other)) for one in REGIONS for other in REGIONS if one != other
        }

    def swapped(self) -> Probabilities:
        """The same with the two models exchanged."""
        return Probabilities(self.second, self.equivalent, self.first)

    def to_dict(self) -> dict[str, float]:
        return self._asdict()

    @classmethod
    def from_dict(cls, record: Mapping[str, Any]) -> Probabilities:
        """The probabilities that `to_dict` gave; they must be some, and sum to 1."""
        found = cls(**read(cls, record))
        if not isclose(sum(found), 1.0, abs_tol=ROUNDING) or min(found) < -ROUNDING:
            raise Unreadable(f"three probabilities that sum to 1 are expected; got {', '.join(map(str, found))}.")
        return found


def odds(probability: float, other: float) -> float:
    """One probability over another.

    Parameters:
        probability: the numerator.
        other: the denominator.

    >>> odds(0.9, 0.1)
    9.0
    """
    if other > 0:
        return probability / other
    return inf if probability > 0 else 1.0
