"""RegionPosterior: a posterior of three shares, built for one rope; it refuses another."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, ClassVar, Literal, TypeAlias

import numpy as np

from betterthan.arrays import Array
from betterthan.errors import ArgumentError
from betterthan.results.answers_alike import AnswersAlike
from betterthan.results.codec import PlainOfArrays
from betterthan.results.condition import Condition
from betterthan.results.diagnostics import Diagnostics
from betterthan.results.difference import Parameter
from betterthan.results.interval import Interval, check_level
from betterthan.results.laws.point import is_at
from betterthan.results.prior_bounds import PriorBounds
from betterthan.results.probabilities import Probabilities
from betterthan.results.rope import Rope, RopeLike, as_rope
from betterthan.vocabulary import READINGS, REGIONS

Builder: TypeAlias = "Callable[..., RegionPosterior]"
"""Builds a posterior for a rope, from the differences and the options of its procedure."""
Ends: TypeAlias = "Callable[[RegionPosterior, float], tuple[float, float]]"
"""The ends of the interval of a posterior's parameter at a level, from its inputs."""


class _Builders:
    """How a posterior is built again: results know no procedures, so the table of procedures says it when it loads."""

    find: Callable[[str], Builder] | None = None
    find_ends: Callable[[str], Ends | None] = lambda procedure: None


def built_by(find: Callable[[str], Builder], find_ends: Callable[[str], Ends | None]) -> None:
    """Say how the builder of a procedure's posteriors, and the ends of their intervals, are found by its name."""
    _Builders.find, _Builders.find_ends = find, find_ends


def builder_of(procedure: str) -> Builder:
    """What builds the posteriors of a procedure."""
    if _Builders.find is None:
        raise ArgumentError(f"`{procedure}` is not loaded: import `betterthan.procedures` first.")
    return _Builders.find(procedure)


@dataclass(frozen=True, eq=False, repr=False)
class RegionPosterior(PlainOfArrays, AnswersAlike):
    """The posterior of θ = (θ_first, θ_equivalent, θ_second), the shares of the three regions among tasks.

    Parameters:
        procedure: name of the procedure that made it.
        rope: the rope that it was built for.
        population: posterior probability that the median of the differences over tasks (its name is the parameter's)
            lies above, inside or below the rope: that a region on one side has more than half of the share.
        winner: posterior probability that the region has the largest share.
        next_task: the probability of each region on one more task.
        better: the same as `winner` for a rope of width 0: which model is better, ignoring the rope.
        estimate: a typical difference (its name is the parameter's), oriented.
        parameter: what is estimated.
        prior: the prior, in words.
        shares: some draws of θ, one per row, for pictures.
        diagnostics: how it was computed.
        needed: what a claim must also pass.
        over_priors: the lowest and the highest `population` of each region over all places of the prior; None where
            they are not known.
        inputs: arguments of the procedure's `from_differences` besides the rope, to build it again for another one;
            empty where the single differences are not known.
    """

    procedure: str
    rope: Rope
    population: Probabilities
    winner: Probabilities
    next_task: Probabilities
    better: Probabilities
    estimate: float
    parameter: Parameter
    prior: str
    shares: Array
    diagnostics: Diagnostics
    needed: tuple[Condition, ...] = ()
    over_priors: PriorBounds | None = None
    inputs: Mapping[str, Any] = field(default_factory=dict)
    kind: ClassVar[str] = "RegionPosterior"
    rests_on: ClassVar[str] = "population"
    reading_names: ClassVar[tuple[str, ...]] = READINGS

    @property
    def observed(self) -> None:
        """None: the estimate is the scores' own, and no prior moves it."""

    @property
    def identical(self) -> bool:
        """Models that do not differ at all are refused by what makes such a posterior."""
        return False

    def bounds(self, rope: RopeLike) -> tuple[float, float]:
        """The bounds of the rope, if it is the one that the posterior was built for.

        Parameters:
            rope: the rope.
        """
        asked = as_rope(rope)
        if not self._answers_for(asked):
            raise ArgumentError(
                f"This `{self.procedure}` posterior was built for the rope [{self.rope.low:g}, {self.rope.high:g}] and "
                f"cannot answer for [{asked.low:g}, {asked.high:g}]: run the procedure again with that rope."
            )
        return self.rope.low, self.rope.high

    def _readers(self, rope: RopeLike) -> Mapping[str, Callable[[], Probabilities]]:
        self.bounds(rope)
        return {
            "population": lambda: self.population,
            "next_task": lambda: self.next_task,
            "winner": lambda: self.winner,
        }

    def conditions(self, rope: RopeLike) -> tuple[Condition, ...]:
        """What a claim must also pass.

        Parameters:
            rope: the rope that the posterior was built for.
        """
        self.bounds(rope)
        return self.needed

    def probabilities(self, rope: RopeLike) -> Probabilities:
        """The reading that a verdict rests on.

        Parameters:
            rope: the rope that the posterior was built for.
        """
        return self.reading(rope, self.rests_on)

    def direction(self) -> Probabilities:
        """How probable it is that each model wins more than the other, rope ignored."""
        return self.better

    @property
    def can_vary(self) -> bool:
        """Whether the differences are known, from which it is built again."""
        return bool(self.inputs)

    @property
    def built_for(self) -> Rope:
        """The only rope that it answers for."""
        return self.rope

    @property
    def spread(self) -> float | None:
        """Standard deviation of the differences; None where they are not known."""
        known = self.inputs.get("differences", ())
        return float(np.std(known, ddof=1)) if len(known) > 1 else None

    @property
    def seed(self) -> int | None:
        """The seed of its draws; None if it draws nothing, or from a generator that has moved on."""
        return self.inputs.get("rng")

    def interval(self, level: float = 0.95, kind: Literal["hdi", "equal-tailed"] = "hdi") -> Interval | None:
        """The equal-tailed interval of the parameter, the median over tasks; None where the differences are not known.

        Parameters:
            level: coverage, such as 0.95.
            kind: not used: a law that sits on single values has no highest density.
        """
        check_level(level)
        ends = _Builders.find_ends(self.procedure)
        if ends is None or not self.inputs:
            return None
        if level not in self._known:
            self._known[level] = Interval(*ends(self, level), level, "equal-tailed")
        return self._known[level]

    @cached_property
    def _known(self) -> dict[float, Interval]:
        """The intervals that were asked for, by level: a page asks for the same one again and again."""
        return {}

    @property
    def main_law(self) -> None:
        """None: shares of three regions are not one number."""

    def region_shares(self, rope: RopeLike, *, draws: int = 2000) -> Array:
        """Draws of the three shares: those that it was made with, however many.

        Parameters:
            rope: the rope that the posterior was built for.
            draws: not used.
        """
        self.bounds(rope)
        return self.shares

    def law_of(self, reading: str) -> None:
        """None: no reading of it is about one number."""

    def pooled_tasks(self, rope: RopeLike, level: float = 0.95) -> tuple[()]:
        """None: tasks are counted, not pooled."""
        return ()

    def at(self, rope: RopeLike) -> RegionPosterior | None:
        """The posterior for another rope, built again with the same draws; None where the differences are not known.

        Parameters:
            rope: the other rope.
        """
        if self._answers_for(as_rope(rope)):
            return self
        if not self.can_vary:
            return None
        inputs = {**self.inputs, "differences": np.array(self.inputs["differences"])}
        return builder_of(self.procedure)(rope=rope, **inputs)

    def knowing(self, differences: Array) -> RegionPosterior:
        """Itself if it knows its inputs; else the same with these differences and the procedure's default options.

        Parameters:
            differences: those that it was made of.
        """
        return self if self.inputs else replace(self, inputs={"differences": differences.tolist()})

    def under(self, prior: str) -> RegionPosterior | None:
        """Itself, for its own prior: others are asked of the procedure."""
        return self if prior == self.prior else None

    def drawn(self, *, draws: int = 2000, rng: int | None = None) -> dict[str, Array]:
        """Draws of the three shares, of those that are kept for pictures.

        Parameters:
            draws: number of draws.
            rng: seed; None is seed 0.
        """
        rows = np.random.default_rng(rng or 0).integers(len(self.shares), size=draws)
        return dict(zip(REGIONS, self.shares[rows].T, strict=True))

    def _answers_for(self, rope: Rope) -> bool:
        return is_at(rope.low, self.rope.low) and is_at(rope.high, self.rope.high)
