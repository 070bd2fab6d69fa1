"""What every result answers: the protocol of a posterior about two models, and that of a test.

Whoever walks from a result to a verdict, a table or a page asks these and never which kind it has before it. A kind
answers the whole protocol, with None (or nothing) where it has nothing to say.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, Protocol

if TYPE_CHECKING:  # a protocol is nothing but types
    from betterthan.arrays import Array
    from betterthan.results.condition import Condition
    from betterthan.results.diagnostics import Diagnostics
    from betterthan.results.difference import DifferencePosterior, Parameter
    from betterthan.results.effect import ModelEffect
    from betterthan.results.hierarchical import PooledTask, TaskLawParameter
    from betterthan.results.interval import Interval
    from betterthan.results.laws.law import ArrayLike
    from betterthan.results.null_test import EffectsAre, PairTest
    from betterthan.results.prior_bounds import PriorBounds
    from betterthan.results.probabilities import Probabilities
    from betterthan.results.rope import Rope, RopeLike
    from betterthan.vocabulary import Alternative


class Posterior(Protocol):
    """A posterior about two models, which can be asked again and again."""

    @property
    def family(self) -> Literal["posterior"]:
        """What a posterior has in common with every other one, and with no test."""

    @property
    def kind(self) -> str:
        """The name under which it is stored."""

    @property
    def procedure(self) -> str:
        """Name of the procedure that made it."""

    @property
    def parameter(self) -> Parameter:
        """What is estimated."""

    @property
    def prior(self) -> str:
        """The prior, in words."""

    @property
    def spread(self) -> float | None:
        """Standard deviation from which the default rope is taken; None if unknown."""

    @property
    def diagnostics(self) -> Diagnostics:
        """How it was computed."""

    @property
    def seed(self) -> int | None:
        """The seed of its draws; None if it draws nothing, or from a generator that has moved on."""

    @property
    def estimate(self) -> float:
        """The estimate of the parameter: above its null, the first model is better."""

    @property
    def observed(self) -> float | None:
        """What the scores alone say of the parameter, where the prior moves the estimate; None where it does not."""

    @property
    def identical(self) -> bool:
        """Whether the two models did not differ at all."""

    @property
    def takes_rope(self) -> bool:
        """Whether its probabilities depend on a rope."""

    @property
    def can_vary(self) -> bool:
        """Whether it can be asked about other ropes, by itself or built again."""

    @property
    def built_for(self) -> Rope | None:
        """The only rope that it answers for; None if it answers for any."""

    def with_more_scores(self, times: float) -> Probabilities | None:
        """What so many times the scores on each of these tasks would say; None where tasks are not counted."""

    @property
    def variance_shares(self) -> tuple[float, ...] | None:
        """How the uncertainty divides among its sources, which sum to 1; None where it has one source."""

    @property
    def rests_on(self) -> str:
        """Name of the reading that a verdict rests on, unless another one is asked for."""

    @property
    def reading_names(self) -> tuple[str, ...]:
        """Names of all its readings."""

    def reading(self, rope: RopeLike, name: str) -> Probabilities:
        """One reading; no other is computed."""

    def readings(self, rope: RopeLike) -> dict[str, Probabilities]:
        """Every reading, by name."""

    def probabilities(self, rope: RopeLike) -> Probabilities:
        """The reading that a verdict rests on."""

    def conditions(self, rope: RopeLike) -> tuple[Condition, ...]:
        """What a claim that rests on its own reading must also pass."""

    def odds(self, rope: RopeLike) -> dict[str, float]:
        """Odds of every region against every other one."""

    def direction(self) -> Probabilities:
        """How probable it is that each model is better, rope ignored; a tie counts half to each side."""

    def bounds(self, rope: RopeLike) -> tuple[float, float]:
        """The rope on the scale of the parameter."""

    def interval(self, level: float = 0.95, kind: Literal["hdi", "equal-tailed"] = "hdi") -> Interval | None:
        """The interval of the parameter; None where there is no single number."""

    def quantiles(self, p: ArrayLike) -> Array | None:
        """Quantiles of the one number whose law answers for every rope; None where there is no such number."""

    @property
    def main_law(self) -> DifferencePosterior | None:
        """The law of the one number whose interval is shown; None where there is no single number."""

    def region_shares(self, rope: RopeLike, *, draws: int = 2000) -> Array | None:
        """Draws of the shares of the three regions among tasks, a draw a row; None where there are no such shares."""

    def law_of(self, reading: str) -> DifferencePosterior | None:
        """The law of the number that a reading is about; None if it is not about one number, or unknown."""

    def best_equivalence(self, rope: RopeLike) -> float | None:
        """The largest probability of equivalence that a posterior of this spread could have; None where unknown."""

    def pooled_tasks(self, rope: RopeLike, level: float = 0.95) -> tuple[PooledTask, ...]:
        """Every task after partial pooling, with intervals of some level; none where tasks are not pooled."""

    @property
    def over_priors(self) -> PriorBounds | None:
        """The lowest and the highest probability of each region wherever its prior lies; None where there is one."""

    def task_law(self, level: float = 0.95) -> tuple[TaskLawParameter, ...]:
        """The parameters of the law over tasks, with intervals of some level; none where there is no such law."""

    @property
    def task_error(self) -> float | None:
        """Estimated absolute error of the probabilities of single tasks; None where tasks are not pooled."""

    def at(self, rope: RopeLike) -> Posterior | None:
        """The posterior that answers for this rope: itself, or one built again; None if that cannot be done."""

    def knowing(self, differences: Array) -> Posterior:
        """The same, told the differences that it was made of, where it needs them to be built again."""

    def under(self, prior: str) -> Posterior | None:
        """The same data under another prior, by its name; None if there is no such prior."""

    def drawn(self, *, draws: int = 2000, rng: int | None = None) -> Mapping[str, Array]:
        """Draws of what the posterior is about, by name."""

    def to_dict(self) -> dict[str, Any]:
        """The record in plain values."""


class ClassicalTest(Protocol):
    """A classical test of two models, or of several."""

    @property
    def family(self) -> Literal["test"]:
        """What a test has in common with every other one, and with no posterior."""

    @property
    def kind(self) -> str:
        """The name under which it is stored."""

    @property
    def procedure(self) -> str:
        """Name of the procedure that made it."""

    @property
    def null(self) -> str:
        """The hypothesis that is tested, as a sentence."""

    @property
    def statistic(self) -> float:
        """The value of the test statistic."""

    @property
    def statistic_name(self) -> str:
        """Its usual symbol."""

    @property
    def p_value(self) -> float:
        """Probability of a statistic at least as extreme if the null were true."""

    @property
    def p_at_most(self) -> bool:
        """Whether no random draw was as extreme as the data, so that p is only known to be at most this."""

    @property
    def alternative(self) -> Alternative:
        """`two-sided`, or the model that is claimed to be better."""

    @property
    def df(self) -> float | None:
        """Degrees of freedom, where the law of the statistic has them."""

    @property
    def estimate(self) -> float | None:
        """The estimated difference, oriented; None where the test has none."""

    @property
    def estimate_name(self) -> str:
        """What is estimated."""

    @property
    def interval(self) -> Interval | None:
        """Confidence interval for it; None where the test has none."""

    @property
    def diagnostics(self) -> Diagnostics:
        """How the p-value was computed."""

    @property
    def effects(self) -> tuple[ModelEffect, ...]:
        """Each model's effect or average rank, for tests of several models."""

    @property
    def pairs(self) -> tuple[PairTest, ...]:
        """The tests of the single pairs, for tests of several models."""

    @property
    def effects_are(self) -> EffectsAre:
        """What the effects are: `effect`, of which more is better, or `average rank`, 1 for the best."""

    @property
    def best_first(self) -> tuple[ModelEffect, ...]:
        """The effects of the models, the best first."""

    def confidence_set(self, level: float = 0.95) -> tuple[str, ...] | None:
        """The models that may be the best, the best first; None for a test that gives no such set."""

    def rejects(self, level: float = 0.95) -> bool:
        """Whether the p-value is at most 1 - level."""

    def to_dict(self) -> dict[str, Any]:
        """The record in plain values."""
