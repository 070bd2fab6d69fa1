"""Condition: what a claim must also pass, besides the reading that it rests on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from betterthan.results.codec import Plain
from betterthan.results.probabilities import Probabilities
from betterthan.vocabulary import Region

ConditionName: TypeAlias = Literal["winner", "prior", "agreement"]


@dataclass(frozen=True)
class Condition(Plain):
    """Three probabilities by which the same claim must hold.

    Parameters:
        name: `winner` (single tasks must say the same), `prior` (so must every place of the pseudo-observation), or
            `agreement` (so must the number of units on which two models never differ).
        regions: the claims that need it.
        probabilities: the three probabilities.
    """

    name: ConditionName
    regions: tuple[Region, ...]
    probabilities: Probabilities
