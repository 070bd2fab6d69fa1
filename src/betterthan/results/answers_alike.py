"""What all posteriors answer alike, and what they answer where they have nothing to say."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, ClassVar, Literal, Self

from betterthan.arrays import Array
from betterthan.errors import ArgumentError
from betterthan.numerics.threads import one_blas_thread
from betterthan.phrases import unknown_name
from betterthan.results.condition import Condition
from betterthan.results.laws.law import ArrayLike
from betterthan.results.probabilities import Probabilities
from betterthan.results.rope import Rope, RopeLike

if TYPE_CHECKING:
    from betterthan.results.hierarchical import TaskLawParameter
    from betterthan.results.prior_bounds import PriorBounds


class AnswersAlike(ABC):
    """The part of the protocol of a posterior that most kinds answer in one way; a kind says what is its own."""

    family: ClassVar[Literal["posterior"]] = "posterior"
    reading_names: ClassVar[tuple[str, ...]]
    procedure: str

    if TYPE_CHECKING:  # of its own in every kind

        @property
        def estimate(self) -> float | None: ...

    def __repr__(self) -> str:
        at = "" if self.estimate is None else f": estimate {self.estimate:.4g}"
        return f"<{type(self).__name__} by {self.procedure}{at}>"

    @property
    def seed(self) -> int | None:
        """The seed of its draws; None if it draws nothing."""
        return None

    @property
    def takes_rope(self) -> bool:
        """Whether its probabilities depend on a rope."""
        return True

    @property
    def can_vary(self) -> bool:
        """Whether it can be asked about other ropes, by itself or built again."""
        return self.takes_rope

    @property
    def built_for(self) -> Rope | None:
        """The only rope that it answers for; None if it answers for any."""
        return None

    def with_more_scores(self, times: float) -> Probabilities | None:
        """What so many times the scores on each of these tasks would say; None where tasks are not counted.

        Parameters:
            times: how many times what each task says now it would say.
        """
        return None

    @property
    def variance_shares(self) -> tuple[float, ...] | None:
        """How the uncertainty divides among its sources; None where it has one source."""
        return None

    @property
    def task_error(self) -> float | None:
        """Estimated absolute error of the probabilities of single tasks; None where tasks are not pooled."""
        return None

    @abstractmethod
    def probabilities(self, rope: RopeLike) -> Probabilities:
        """The reading that a verdict rests on."""

    @abstractmethod
    def _readers(self, rope: RopeLike) -> Mapping[str, Callable[[], Probabilities]]:
        """What computes each reading for a rope, by name."""

    @one_blas_thread
    def reading(self, rope: RopeLike, name: str) -> Probabilities:
        """One reading; no other is computed.

        Parameters:
            rope: as in `probabilities`.
            name: name of the reading.
        """
        if name not in self.reading_names:
            raise ArgumentError(unknown_name("reading", name, self.reading_names, of=self.procedure))
        return self._readers(rope)[name]()

    def readings(self, rope: RopeLike) -> dict[str, Probabilities]:
        """Every reading, by name.

        Parameters:
            rope: as in `probabilities`.
        """
        return {name: read() for name, read in self._readers(rope).items()}

    def conditions(self, rope: RopeLike) -> tuple[Condition, ...]:
        """What a claim that rests on its own reading must also pass: nothing, for most."""
        return ()

    def odds(self, rope: RopeLike) -> dict[str, float]:
        """Odds of every region against every other one.

        Parameters:
            rope: as in `probabilities`.
        """
        return self.probabilities(rope).odds()

    def quantiles(self, p: ArrayLike) -> Array | None:
        """Quantiles of the one number whose law answers for every rope; None where there is no such number."""
        return None

    @property
    def over_priors(self) -> PriorBounds | None:
        """The lowest and the highest probability of each region wherever the prior lies; None where it lies fast."""
        return None

    def task_law(self, level: float = 0.95) -> tuple[TaskLawParameter, ...]:
        """None: tasks have no law of their own."""
        return ()

    def region_shares(self, rope: RopeLike, *, draws: int = 2000) -> Array | None:
        """Draws of the shares of the three regions among tasks, a draw a row; None where there are no such shares."""
        return None

    def best_equivalence(self, rope: RopeLike) -> float | None:
        """The largest probability of equivalence that a posterior of this spread could have; None where unknown."""
        return None

    def at(self, rope: RopeLike) -> Self | None:
        """The posterior for another rope: itself, if it answers for any; None where it cannot be built again."""
        return self

    def knowing(self, differences: Array) -> Self:
        """The posterior, told the differences behind it: itself, if it needs none."""
        return self
