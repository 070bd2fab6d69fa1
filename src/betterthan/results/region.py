"""RegionPosterior: a posterior of three shares, built for one rope; it refuses another."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from betterthan.arrays import Array
from betterthan.errors import ArgumentError
from betterthan.results.codec import Plain
from betterthan.results.diagnostics import Diagnostics
from betterthan.results.difference import Parameter
from betterthan.results.laws.point import is_at
from betterthan.results.probabilities import Probabilities
from betterthan.results.rope import Rope, RopeLike, as_rope


@dataclass(frozen=True, eq=False)
class RegionPosterior(Plain):
    """The posterior of θ = (θ_first, θ_equivalent, θ_second), the shares of the three regions among tasks.

    Parameters:
        procedure: name of the procedure that made it.
        rope: the rope that it was built for.
        winner: posterior probability that the region has the largest share.
        next_task: posterior mean of the shares: the probability of each region on one more task.
        better: the same as `winner` for a rope of width 0: which model is better at all.
        estimate: a typical difference (its name is the parameter's), oriented.
        parameter: what is estimated.
        prior: the prior, in words.
        shares: some draws of θ, one per row, for pictures.
        diagnostics: how it was computed.
        inputs: arguments of the procedure's `from_differences` besides the rope, to build it again for another one;
            empty where the single differences are not known.
    """

    procedure: str
    rope: Rope
    winner: Probabilities
    next_task: Probabilities
    better: Probabilities
    estimate: float
    parameter: Parameter
    prior: str
    shares: Array
    diagnostics: Diagnostics
    inputs: Mapping[str, Any] = field(default_factory=dict)
    kind: ClassVar[str] = "RegionPosterior"
    reading: ClassVar[str] = "winner"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RegionPosterior) and self.to_dict() == other.to_dict()

    @property
    def identical(self) -> bool:
        """Whether the two models did not differ at all."""
        return self.winner.equivalent == 1.0 and self.better.first == self.better.second == 0.5

    def bounds(self, rope: RopeLike) -> tuple[float, float]:
        """The bounds of the rope, if it is the one that the posterior was built for.

        Parameters:
            rope: the rope.
        """
        asked = as_rope(rope)
        if not (is_at(asked.low, self.rope.low) and is_at(asked.high, self.rope.high)):
            raise ArgumentError(
                f"This `{self.procedure}` posterior was built for the rope [{self.rope.low:g}, {self.rope.high:g}] and "
                f"cannot answer for [{asked.low:g}, {asked.high:g}]: run the procedure again with that rope."
            )
        return self.rope.low, self.rope.high

    def readings(self, rope: RopeLike) -> dict[str, Probabilities]:
        """Every reading, by name.

        Parameters:
            rope: the rope that the posterior was built for.
        """
        self.bounds(rope)
        return {"winner": self.winner, "next_task": self.next_task}

    def probabilities(self, rope: RopeLike) -> Probabilities:
        """The reading that a verdict rests on.

        Parameters:
            rope: the rope that the posterior was built for.
        """
        return self.readings(rope)[self.reading]

    def odds(self, rope: RopeLike) -> dict[str, float]:
        """Odds of every region against every other one.

        Parameters:
            rope: the rope that the posterior was built for.
        """
        return self.probabilities(rope).odds()

    def direction(self) -> Probabilities:
        """How probable it is that each model wins more than the other, rope ignored."""
        return self.better
