"""PriorBounds: the lowest and the highest probability of each region, wherever the prior may lie."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from betterthan.results.probabilities import Probabilities


class Bounds(NamedTuple):
    """The lowest and the highest probability."""

    low: float
    high: float


class PriorBounds(NamedTuple):
    """Bounds of the three regions over all places of a pseudo-observation (an imprecise Dirichlet process)."""

    first: Bounds
    equivalent: Bounds
    second: Bounds


def over_all(places: Sequence[Probabilities]) -> PriorBounds:
    """The bounds where these places are all that there are.

    Parameters:
        places: the probabilities under each place of the prior.
    """
    return PriorBounds(*(Bounds(min(each), max(each)) for each in zip(*places, strict=True)))


def between_extremes(places: Sequence[Probabilities]) -> PriorBounds:
    """The bounds where the sides are extreme at these places, and what is between them is what they leave.

    No place gives equivalence less or more than these bounds, but none need attain them.

    Parameters:
        places: the probabilities under the extreme places of the prior.
    """
    first, _, second = over_all(places)
    low, high = max(0.0, 1 - first.high - second.high), max(0.0, 1 - first.low - second.low)
    return PriorBounds(first, Bounds(low, high), second)
