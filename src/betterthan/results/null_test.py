"""NullTest: what a classical test of "no difference" gives."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from typing import ClassVar, Literal, NamedTuple, TypeAlias

from betterthan.errors import ArgumentError
from betterthan.results.codec import Plain
from betterthan.results.diagnostics import Diagnostics
from betterthan.results.effect import ModelEffect
from betterthan.results.interval import Interval
from betterthan.vocabulary import Alternative

ALTERNATIVES: tuple[Alternative, ...] = ("two-sided", "first", "second")
EffectsAre: TypeAlias = Literal["effect", "average rank"]


class PairTest(NamedTuple):
    """One pair of models within a test of several: the estimated difference, its test, and its adjusted p-value."""

    first: str
    second: str
    estimate: float
    statistic: float
    p_value: float
    p_adjusted: float
    interval: Interval | None = None


@dataclass(frozen=True)
class NullTest(Plain):
    """A test statistic with its p-value.

    Parameters:
        procedure: name of the procedure.
        null: the hypothesis that is tested, as a sentence.
        statistic: the value of the test statistic.
        statistic_name: its usual symbol.
        p_value: probability of a statistic at least as extreme if the null were true.
        p_at_most: whether no random draw was as extreme as the data, so that the p-value is only known to be at most
            this.
        alternative: `two-sided`, or the model that is claimed to be better (`first`, `second`).
        df: degrees of freedom, where the law of the statistic has them.
        estimate: the estimated difference, oriented; None where the test has none.
        estimate_name: what is estimated.
        interval: confidence interval for it.
        diagnostics: how the p-value was computed.
        effects: each model's effect or average rank, for tests of several models.
        pairs: the tests of the single pairs, for tests of several models.
        effects_are: what the effects are: `effect`, of which more is better, or `average rank`, 1 for the best.
    """

    procedure: str
    null: str
    statistic: float
    statistic_name: str
    p_value: float
    p_at_most: bool = False
    alternative: Alternative = "two-sided"
    df: float | None = None
    estimate: float | None = None
    estimate_name: str = "mean difference"
    interval: Interval | None = None
    diagnostics: Diagnostics = Diagnostics("closed form")
    effects: tuple[ModelEffect, ...] = ()
    pairs: tuple[PairTest, ...] = ()
    effects_are: EffectsAre = "effect"
    kind: ClassVar[str] = "NullTest"
    family: ClassVar[Literal["test"]] = "test"

    def rejects(self, level: float = 0.95) -> bool:
        """Whether the p-value is at most 1 - level.

        Parameters:
            level: coverage of the intervals that go with the test.
        """
        return self.p_value <= 1 - level

    @property
    def best_first(self) -> tuple[ModelEffect, ...]:
        """The effects of the models, the best first."""
        turned = 1 if self.effects_are == "average rank" else -1
        return tuple(sorted(self.effects, key=lambda effect: turned * effect.estimate))

    def confidence_set(self, level: float = 0.95) -> tuple[str, ...] | None:
        """The models that may be the best, the best first; None for a test that gives no such set.

        Parameters:
            level: confidence that the best one is among them.
        """
        if not self.effects or any(effect.p_value is None for effect in self.effects):
            return None
        return tuple(effect.name for effect in self.best_first if (effect.p_value or 0.0) > 1 - level)


def check_alternative(alternative: str) -> None:
    """Refuse an alternative that no test has."""
    if alternative not in ALTERNATIVES:
        raise ArgumentError(f"`alternative` is one of {', '.join(ALTERNATIVES)}; got {alternative!r}.")


def one_sided(alternative: Alternative, *, first: float, second: float) -> float:
    """The p-value of the chosen alternative from the two one-sided ones; two-sided doubles the smaller.

    Parameters:
        alternative: which alternative.
        first: p-value against the alternative that the first model is better.
        second: p-value against the alternative that the second model is better.
    """
    check_alternative(alternative)
    if alternative == "two-sided":
        return min(1.0, 2 * min(first, second))
    return first if alternative == "first" else second


def sided_interval(
    alternative: Alternative,
    level: float,
    two_sided: Callable[[float], Interval],
    ends: tuple[float, float] = (-inf, inf),
) -> Interval:
    """The interval that goes with a test: a one-sided test has one that is open on the side of its claim.

    It holds the values that the test does not reject at 1 - level. Its one bound is that of the two-sided interval
    with twice as much outside.

    Parameters:
        alternative: the alternative of the test.
        level: coverage of the interval.
        two_sided: the two-sided interval of some coverage.
        ends: what the parameter can be at most.
    """
    check_alternative(alternative)
    if alternative == "two-sided":
        return two_sided(level)
    if level <= 0.5:
        raise ArgumentError(f"A one-sided interval has a level above 0.5; got {level:g}.")
    inside = two_sided(2 * level - 1)
    covered = min(level, (1 + inside.level) / 2)
    low, high = (inside.low, ends[1]) if alternative == "first" else (ends[0], inside.high)
    return Interval(low, high, level if covered > level - 1e-12 else covered, inside.kind)


def null_against(alternative: Alternative, *, equal: str, at_most: str, at_least: str) -> str:
    """The null hypothesis of a test, which is what its alternative leaves.

    Parameters:
        alternative: the alternative of the test.
        equal: the hypothesis against either model being better.
        at_most: that against the first being better.
        at_least: that against the second being better.
    """
    check_alternative(alternative)
    return {"two-sided": equal, "first": at_most, "second": at_least}[alternative]


def null_of_mean(alternative: Alternative) -> str:
    """The null hypothesis of a test of a mean difference.

    Parameters:
        alternative: the alternative of the test.
    """
    words = ("the mean difference is 0", "the mean difference is at most 0", "the mean difference is at least 0")
    return null_against(alternative, equal=words[0], at_most=words[1], at_least=words[2])
