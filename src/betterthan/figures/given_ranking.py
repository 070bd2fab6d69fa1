"""What a figure of several models is given: a ranking, or the joint posterior that a procedure returned."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np

from betterthan.answers.ranked import Ranked
from betterthan.arrays import Array
from betterthan.errors import ArgumentError
from betterthan.figures.style import only
from betterthan.results.interval import Interval
from betterthan.results.ranking import Ranking
from betterthan.results.rope import Rope, RopeLike, as_rope

THRESHOLD = 0.95
"""The probability that separates two models, where no ranking says it."""

LEVEL = 0.95
"""Coverage of the intervals, likewise."""


class Shown(Protocol):
    """What figures show of a model."""

    @property
    def name(self) -> str:
        """Its name."""

    @property
    def effect(self) -> float:
        """How far it lies above the mean of the models."""

    @property
    def interval(self) -> Interval:
        """Interval of the effect."""

    @property
    def best(self) -> float:
        """Probability that it is the best."""


class Model(NamedTuple):
    """A model as a posterior alone knows it."""

    name: str
    effect: float
    interval: Interval
    best: float


@dataclass(frozen=True)
class GivenRanking:
    """A joint posterior with the rope that it is asked about.

    Parameters:
        models: the models, best first.
        result: the posterior.
        asked: the rope of every pair, if one is known.
        threshold: probability that separates two models.
        higher_is_better: False if the scores are losses; effects are turned then.
    """

    models: Sequence[Shown]
    result: Ranking
    asked: Rope | None
    threshold: float = THRESHOLD
    higher_is_better: bool = True

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the models, best first."""
        return tuple(model.name for model in self.models)

    @property
    def order(self) -> list[int]:
        """The numbers of the models in the posterior, best first."""
        return [self.result.models.index(name) for name in self.names]

    def better(self) -> Array:
        """Models x models: the probability that the row is practically better than the column; NaN on the diagonal."""
        if self.asked is None:
            raise ArgumentError("A posterior alone has no rope; give one, as in `rope=0.01`, or draw a ranking.")
        shares = np.clip(self.result.law.better(self.asked.high), 0.0, 1.0)[np.ix_(self.order, self.order)]
        return np.where(np.eye(len(shares), dtype=bool), np.nan, shares)


def given_ranking(found: Ranked | Ranking, figure: str, rope: RopeLike | None = None) -> GivenRanking:
    """What is to be drawn.

    Parameters:
        found: a ranking, or what a procedure of several models returned.
        figure: name of the figure.
        rope: the rope of every pair; None takes that of the ranking.
    """
    only(found, (Ranked, Ranking), figure)
    asked = None if rope is None else _symmetric(as_rope(rope))
    if isinstance(found, Ranked):
        return GivenRanking(found.models, found.result, asked or found.rope, found.threshold, found.higher_is_better)
    best = found.best()
    laws = zip(found.models, found.marginals(), strict=True)
    models = [Model(name, law.mean, law.interval(LEVEL), best[name]) for name, law in laws]
    return GivenRanking(sorted(models, key=lambda model: -model.effect), found, asked)


def _symmetric(rope: Rope) -> Rope:
    if rope.low != -rope.high:
        raise ArgumentError(
            f"The rope of a ranking is symmetric, since every model is first and second in turn; got [{rope.low:g}, "
            f"{rope.high:g}]. Give a half-width, as in `rope=0.01`."
        )
    return rope
