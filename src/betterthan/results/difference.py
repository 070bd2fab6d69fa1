"""DifferencePosterior: a posterior of one number that can be asked about any rope, again and again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from math import sqrt
from numbers import Real
from typing import Annotated, ClassVar, Literal, cast, get_args

import numpy as np

from betterthan.arrays import Array
from betterthan.numerics.crossed_mean import CrossedPrior
from betterthan.results.answers_alike import AnswersAlike
from betterthan.results.codec import Plain
from betterthan.results.diagnostics import Diagnostics
from betterthan.results.interval import Interval, check_level
from betterthan.results.laws.agreement import Agreement
from betterthan.results.laws.behrens_fisher import BehrensFisher
from betterthan.results.laws.beta import Beta
from betterthan.results.laws.crossed_mean import CrossedMean
from betterthan.results.laws.drawn_values import DrawnValues
from betterthan.results.laws.kinds import law_from_dict
from betterthan.results.laws.law import ArrayLike, Law
from betterthan.results.laws.point import Point, is_at
from betterthan.results.laws.student_t import StudentT
from betterthan.results.probabilities import Probabilities
from betterthan.results.rope import Rope, RopeLike, as_rope

NARROWED = 20_000
"""Quantiles that stand for a law whose spread is changed."""


@dataclass(frozen=True)
class Parameter(Plain):
    """What a posterior is about.

    Parameters:
        name: the parameter in words.
        null: its value when the two models are equal.
        first_is: the side of the null on which the first model is better: above, whatever the parameter. A document
            that says otherwise is from before 0.2.0, and refused.
        over_tasks: what of many tasks it stands for, as in "the mean difference over tasks like these".
        outcome: where an outcome can be the most probable one, as in "on a new task".
        where: what a claim is limited to, as in "on these tasks"; empty if it is not.
    """

    name: str = "mean difference"
    null: float = 0.0
    first_is: Literal["above"] = "above"
    over_tasks: str = "mean difference"
    outcome: str = "on a new task"
    where: str = ""


@dataclass(frozen=True, repr=False)
class DifferencePosterior(Plain, AnswersAlike):
    """The posterior of a difference between two models.

    Parameters:
        law: the posterior law of the parameter.
        procedure: name of the procedure that made it.
        parameter: what the parameter is.
        prior: the prior, in words.
        spread: standard deviation from which the default rope is taken (null ± 0.1 of it); None if unknown.
        diagnostics: how it was computed.
        observed: what the scores alone say of the parameter, where the prior moves its mean; None where it does not.
    """

    law: Annotated[Law, law_from_dict]
    procedure: str
    parameter: Parameter = Parameter()
    prior: str = ""
    spread: float | None = None
    diagnostics: Diagnostics = Diagnostics("closed form")
    observed: float | None = None
    kind: ClassVar[str] = "DifferencePosterior"
    rests_on: ClassVar[str] = "difference"
    reading_names: ClassVar[tuple[str, ...]] = ("difference",)

    @property
    def mean(self) -> float:
        """Posterior mean of the parameter, on its own scale."""
        return self.law.mean

    @property
    def sd(self) -> float:
        """Posterior standard deviation of the parameter."""
        return self.law.sd

    @property
    def estimate(self) -> float:
        """Posterior mean of the parameter: above its null, the first model is better."""
        return self.mean

    @property
    def identical(self) -> bool:
        """Whether the two models did not differ at all."""
        return isinstance(self.law, Point) and self.law.at == self.parameter.null

    def probabilities(self, rope: RopeLike) -> Probabilities:
        """Probability that the first model is practically better, the two are equivalent, the second is better.

        Parameters:
            rope: on the scale of the parameter; a number r stands for null ± r.
        """
        low, high = self.bounds(rope)
        if self.identical:
            return Probabilities(0.0, 1.0, 0.0)
        if isinstance(self.law, Point):
            below, above = _sides(self.law.at, low, high)
        else:
            below, above = float(self.law.cdf(low)), float(self.law.sf(high))
        inside = max(0.0, 1.0 - below - above) if high > low or isinstance(self.law, Point) else 0.0
        total = below + inside + above
        return Probabilities(above / total, inside / total, below / total)

    def narrowed(self, k: float) -> DifferencePosterior:
        """The same law as k times as many units would leave it: 1/√k of the spread, and 1/k of the distance of its mean
        from what was observed.

        Parameters:
            k: how many times as many.
        """
        if isinstance(self.law, Point):
            return self
        observed = self.mean if self.observed is None else self.observed
        values = self.law.quantile((np.arange(NARROWED) + 0.5) / NARROWED)
        middle = observed + (self.mean - observed) / k
        return replace(self, law=DrawnValues(middle + (values - self.mean) / sqrt(k)))

    def _readers(self, rope: RopeLike) -> Mapping[str, Callable[[], Probabilities]]:
        return {self.rests_on: lambda: self.probabilities(rope)}

    def bounds(self, rope: RopeLike) -> tuple[float, float]:
        """The rope on the scale of the parameter: a plain number is a half-width about the null.

        Parameters:
            rope: as in `probabilities`.
        """
        bounds = as_rope(rope)
        if isinstance(rope, Real):
            return self.parameter.null + bounds.low, self.parameter.null + bounds.high
        return bounds.low, bounds.high

    def direction(self) -> Probabilities:
        """Probability that the first (second) model is better, ignoring the rope; a tie counts half to each side."""
        null = self.parameter.null
        if self.identical:
            return Probabilities(0.5, 0.0, 0.5)
        if isinstance(self.law, Point):
            below, above = _sides(self.law.at, null, null)
            return Probabilities(above, 0.0, below)
        return Probabilities(float(self.law.sf(null)), 0.0, float(self.law.cdf(null)))

    def interval(self, level: float = 0.95, kind: Literal["hdi", "equal-tailed"] = "hdi") -> Interval:
        """The interval of the parameter that holds `level` of the posterior.

        Parameters:
            level: coverage, such as 0.95.
            kind: `hdi`, the shortest one, or `equal-tailed`. A law without a peak has none that is shortest:
                it gets the other.
        """
        check_level(level)
        if kind == "hdi" and not _without_peak(self.law):
            return Interval(*_shortest(self.law, level), level, kind)
        tails = self.law.quantile(np.array([(1 - level) / 2, (1 + level) / 2]))
        return Interval(float(tails[0]), float(tails[1]), level, "equal-tailed")

    def cdf(self, x: ArrayLike) -> Array:
        """Posterior probability that the parameter is at most x.

        Parameters:
            x: one value or an array of values of the parameter.
        """
        return self.law.cdf(x)

    def density(self, x: ArrayLike) -> Array:
        """Posterior density of the parameter at x.

        Parameters:
            x: one value or an array of values of the parameter.
        """
        return self.law.density(x)

    def quantile(self, p: ArrayLike) -> Array:
        """The value of the parameter below which lies probability p.

        Parameters:
            p: one probability or an array of them.
        """
        return self.law.quantile(p)

    def quantiles(self, p: ArrayLike) -> Array:
        """The same: a law of one number answers for every rope.

        Parameters:
            p: one probability or an array of them.
        """
        return self.quantile(p)

    @property
    def main_law(self) -> DifferencePosterior:
        """Itself: the law whose interval is shown."""
        return self

    def law_of(self, reading: str) -> DifferencePosterior | None:
        """The posterior itself, for its only reading."""
        return self if reading == self.rests_on else None

    @property
    def variance_shares(self) -> tuple[float, ...] | None:
        """Of a mean over two crossed factors: the shares of the rows, of the columns and of what is left."""
        return self.law.nodes.shares if isinstance(self.law, CrossedMean) else None

    def best_equivalence(self, rope: RopeLike) -> float | None:
        """The probability of equivalence if a law of this shape lay in the middle of the rope; None where unknown."""
        low, high = self.bounds(rope)
        law = _centred(self.law, (low + high) / 2)
        return None if law is None else replace(self, law=law).probabilities(Rope(low, high)).equivalent

    def pooled_tasks(self, rope: RopeLike, level: float = 0.95) -> tuple[()]:
        """None: there is one number only."""
        return ()

    def under(self, prior: str) -> DifferencePosterior | None:
        """The same sums under another prior of the variances of two crossed factors; other laws have one prior.

        Parameters:
            prior: `box-tiao` or `half-cauchy`.
        """
        if isinstance(self.law, CrossedMean) and prior in get_args(CrossedPrior):
            law = replace(self.law, prior=cast(CrossedPrior, prior))
            return replace(self, law=law, prior=prior)
        return self if prior == self.prior else None

    def drawn(self, *, draws: int = 2000, rng: int | None = None) -> dict[str, Array]:
        """Draws of the parameter.

        Parameters:
            draws: number of draws.
            rng: seed; None is seed 0.
        """
        return {self.rests_on: self.quantile(np.random.default_rng(rng or 0).random(draws))}


def _centred(law: Law, middle: float) -> Law | None:
    """A law of the same shape about another middle; a share of wins keeps its own. None where the shape is unknown."""
    if isinstance(law, (StudentT, BehrensFisher, CrossedMean)):
        return replace(law, location=middle)
    return Beta((law.a + law.b) / 2, (law.a + law.b) / 2) if isinstance(law, Beta) else None


def _sides(at: float, low: float, high: float) -> tuple[float, float]:
    """Mass of a point below and above the rope; a point on a bound is inside."""
    if is_at(at, low) or is_at(at, high) or low <= at <= high:
        return 0.0, 0.0
    return (1.0, 0.0) if at < low else (0.0, 1.0)


def _without_peak(law: Law) -> bool:
    """A share of which nothing is known is flat, or most probable at both ends."""
    return isinstance(law, Beta) and law.a <= 1 and law.b <= 1


def _shortest(law: Law, level: float) -> tuple[float, float]:
    """The shortest of all intervals that hold `level`, by ever finer scans of the mass that is left below."""
    if isinstance(law, Point):
        return law.at, law.at
    if isinstance(law, (Agreement, BehrensFisher)):  # symmetric about their peak
        tails = law.quantile(np.array([(1 - level) / 2, (1 + level) / 2]))
        return float(tails[0]), float(tails[1])
    left, right = 1e-12, 1.0 - level - 1e-12
    for _ in range(4):  # each scan narrows the tail tenfold: to 1e-5 of its range
        tails = np.linspace(left, right, 21)
        low, high = law.quantile(tails), law.quantile(tails + level)
        best = int(np.argmin(high - low))
        left, right = tails[max(0, best - 1)], tails[min(20, best + 1)]
    return float(low[best]), float(high[best])
