"""A place in a paper, and how the numbers there are computed again."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeAlias

from betterthan.results.probabilities import Probabilities
from betterthan.simulation.replication.classifiers import FiveClassifiers
from betterthan.vocabulary import REGIONS

Value: TypeAlias = tuple[str, str, float]
"""What a number is about, what it is, and the number."""
CERTAIN = 0.95


@dataclass(frozen=True)
class Place:
    """A table or a section of a paper.

    Parameters:
        setting: how its numbers are computed again.
        ours: computes them.
        stated: whether the paper's text states that setting; if not, it was found by trial.
        raw: whether the scores themselves are needed, not only their sums.
    """

    setting: str
    ours: Callable[[FiveClassifiers], Iterable[Value]]
    stated: bool = True
    raw: bool = False


def of_regions(of: str, probabilities: Iterable[float]) -> list[Value]:
    """Three probabilities.

    Parameters:
        of: what they are about.
        probabilities: first, equivalent, second.
    """
    return [(of, region, value) for region, value in zip(REGIONS, probabilities, strict=True)]


def decision(probabilities: Probabilities) -> str:
    """The region that is probable enough, if there is one.

    Parameters:
        probabilities: first, equivalent, second.

    >>> decision(Probabilities(0.01, 0.97, 0.02)), decision(Probabilities(0.9, 0.05, 0.05))
    ('equivalent', 'no decision')
    """
    regions = zip(REGIONS, probabilities, strict=True)
    return next((region for region, share in regions if share > CERTAIN), "no decision")
