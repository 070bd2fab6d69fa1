"""MajorityPosterior: on how many of these tasks the first model is better."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np
from scipy.special import ndtr, ndtri

from betterthan.arrays import Array
from betterthan.numerics.poisson_binomial import poisson_binomial
from betterthan.results.answers_alike import AnswersAlike
from betterthan.results.codec import PlainOfArrays
from betterthan.results.diagnostics import Diagnostics
from betterthan.results.difference import Parameter
from betterthan.results.probabilities import Probabilities
from betterthan.results.rope import RopeLike

SHARE = Parameter("share of these tasks on which the first model is better", null=0.5)


@dataclass(frozen=True, eq=False, repr=False)
class MajorityPosterior(PlainOfArrays, AnswersAlike):
    """The posterior of the number of tasks on which the first model is better, among these tasks and no others.

    Parameters:
        procedure: name of the procedure that made it.
        wins: probabilities of 0, 1, …, q wins of the first model.
        tasks: names of the q tasks.
        task_probabilities: probability that the first model is better, per task.
        parameter: what is estimated.
        prior: the prior, in words.
        identical: whether the two models did not differ at all: never, since those are refused; documents have the key.
        diagnostics: how it was computed.
    """

    procedure: str
    wins: Array
    tasks: tuple[str, ...]
    task_probabilities: Array
    parameter: Parameter = SHARE
    prior: str = ""
    identical: bool = False
    diagnostics: Diagnostics = Diagnostics("exact")
    kind: ClassVar[str] = "MajorityPosterior"
    rests_on: ClassVar[str] = "majority"
    reading_names: ClassVar[tuple[str, ...]] = ("majority",)

    @property
    def estimate(self) -> float:
        """Expected share of wins: above 1/2, the first model is better on most of these tasks."""
        return float(self.task_probabilities.mean())

    @property
    def observed(self) -> None:
        """None: on each task a probability is estimated, and not a count."""

    @property
    def majority(self) -> Probabilities:
        """Probabilities that the first model wins more than half, exactly half, less than half of these tasks."""
        return _of_wins(self.wins)

    def with_more_scores(self, times: float) -> Probabilities:
        """What so many times the scores on each of these tasks would say, if their differences stay as they are.

        How many standard errors each task is away from no difference grows with the root of that.

        Parameters:
            times: how many times what each task says now it would say.
        """
        return _of_wins(poisson_binomial(ndtr(np.sqrt(times) * ndtri(self.task_probabilities))))

    def readings(self, rope: RopeLike | None = None) -> dict[str, Probabilities]:
        """Every reading, by name.

        Parameters:
            rope: none is used: a win by however little is a win. It may be given, as every posterior may be asked.
        """
        return {"majority": self.majority}

    def _readers(self, rope: RopeLike | None) -> Mapping[str, Callable[[], Probabilities]]:
        return {self.rests_on: lambda: self.majority}

    @property
    def takes_rope(self) -> bool:
        """No: a win by however little is a win."""
        return False

    @property
    def spread(self) -> None:
        """None: there is no rope to take from it."""

    def bounds(self, rope: RopeLike) -> tuple[float, float]:
        """The null alone, whatever the rope: one win more than half is a majority."""
        return self.parameter.null, self.parameter.null

    def interval(self, level: float = 0.95, kind: Literal["hdi", "equal-tailed"] = "hdi") -> None:
        """None: wins are counted."""

    @property
    def main_law(self) -> None:
        """None: wins are counted."""

    def law_of(self, reading: str) -> None:
        """None: wins are counted."""

    def pooled_tasks(self, rope: RopeLike, level: float = 0.95) -> tuple[()]:
        """None: each task speaks for itself."""
        return ()

    def under(self, prior: str) -> MajorityPosterior | None:
        """Itself, for its own prior: there is no other."""
        return self if prior == self.prior else None

    def drawn(self, *, draws: int = 2000, rng: int | None = None) -> dict[str, Array]:
        """Draws of the number of wins.

        Parameters:
            draws: number of draws.
            rng: seed; None is seed 0.
        """
        shares = self.wins / self.wins.sum()  # sums of rounded terms may miss 1 by a hair
        return {"wins": np.random.default_rng(rng or 0).choice(len(shares), size=draws, p=shares).astype(np.float64)}

    def probabilities(self, rope: RopeLike | None = None) -> Probabilities:
        """The reading that a verdict rests on; `equivalent` is a draw: each model is better on half of the tasks.

        Parameters:
            rope: not used, as in `readings`.
        """
        return self.majority

    def odds(self, rope: RopeLike | None = None) -> dict[str, float]:
        """Odds of every outcome against every other one.

        Parameters:
            rope: not used, as in `readings`.
        """
        return self.majority.odds()

    def direction(self) -> Probabilities:
        """How probable it is that each model is better on most of these tasks; a draw counts half to each side."""
        first, draw, second = self.majority
        return Probabilities(first + draw / 2, 0.0, second + draw / 2)


def _of_wins(wins: Array) -> Probabilities:
    """More than half of the tasks, half of them, fewer."""
    q = len(wins) - 1
    more, less = float(wins[q // 2 + 1 :].sum()), float(wins[: (q + 1) // 2].sum())
    return Probabilities(more, float(wins[q // 2]) if q % 2 == 0 else 0.0, less)
