"""DifferencePosterior: a posterior of one number that can be asked about any rope, again and again."""

from __future__ import annotations

from dataclasses import dataclass
from numbers import Real
from typing import Annotated, ClassVar, Literal

import numpy as np

from betterthan.arrays import Array
from betterthan.errors import ArgumentError
from betterthan.results.codec import Plain
from betterthan.results.diagnostics import Diagnostics
from betterthan.results.interval import Interval
from betterthan.results.laws.behrens_fisher import BehrensFisher
from betterthan.results.laws.kinds import law_from_dict
from betterthan.results.laws.law import ArrayLike, Law
from betterthan.results.laws.point import Point, is_at
from betterthan.results.probabilities import Probabilities
from betterthan.results.rope import RopeLike, as_rope


@dataclass(frozen=True)
class Parameter(Plain):
    """What a posterior is about.

    Parameters:
        name: the parameter in words.
        null: its value when the two models are equal.
        first_is: the side of the null on which the first model is better.
    """

    name: str = "mean difference"
    null: float = 0.0
    first_is: Literal["above", "below"] = "above"


@dataclass(frozen=True)
class DifferencePosterior(Plain):
    """The posterior of a difference between two models.

    Parameters:
        law: the posterior law of the parameter.
        procedure: name of the procedure that made it.
        parameter: what the parameter is.
        prior: the prior, in words.
        spread: standard deviation from which the default rope is taken (null ± 0.1 of it); None if unknown.
        diagnostics: how it was computed.
    """

    law: Annotated[Law, law_from_dict]
    procedure: str
    parameter: Parameter = Parameter()
    prior: str = ""
    spread: float | None = None
    diagnostics: Diagnostics = Diagnostics("closed form")
    kind: ClassVar[str] = "DifferencePosterior"
    reading: ClassVar[str] = "difference"

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
        """Posterior mean as a difference from the null, oriented: positive means that the first model is better."""
        away = self.mean - self.parameter.null
        return away if self._first_above else 0.0 - away

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
        return self._oriented(below / total, inside / total, above / total)

    def readings(self, rope: RopeLike) -> dict[str, Probabilities]:
        """Every reading, by name: a single difference has one.

        Parameters:
            rope: as in `probabilities`.
        """
        return {self.reading: self.probabilities(rope)}

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
        """Probability that the first (second) model is better at all; a tie counts half to each side."""
        null = self.parameter.null
        if self.identical:
            return Probabilities(0.5, 0.0, 0.5)
        if isinstance(self.law, Point):
            below, above = _sides(self.law.at, null, null)
            return self._oriented(below, 0.0, above)
        return self._oriented(float(self.law.cdf(null)), 0.0, float(self.law.sf(null)))

    def odds(self, rope: RopeLike) -> dict[str, float]:
        """Odds of every region against every other one.

        Parameters:
            rope: as in `probabilities`.
        """
        return self.probabilities(rope).odds()

    def interval(self, level: float = 0.95, kind: Literal["hdi", "equal-tailed"] = "hdi") -> Interval:
        """The interval of the parameter that holds `level` of the posterior.

        Parameters:
            level: coverage, such as 0.95.
            kind: `hdi`, the shortest one, or `equal-tailed`.
        """
        if not 0 < level < 1:
            raise ArgumentError(f"A level is a coverage between 0 and 1, such as 0.95; got {level:g}.")
        if kind == "hdi":
            return Interval(*_shortest(self.law, level), level, kind)
        tails = self.law.quantile(np.array([(1 - level) / 2, (1 + level) / 2]))
        return Interval(float(tails[0]), float(tails[1]), level, kind)

    def oriented_interval(self, level: float = 0.95, kind: Literal["hdi", "equal-tailed"] = "hdi") -> Interval:
        """The interval as differences from the null, positive where the first model is better.

        Parameters:
            level: coverage, such as 0.95.
            kind: `hdi` or `equal-tailed`.
        """
        inside, null = self.interval(level, kind), self.parameter.null
        if not self._first_above:
            return inside.mirrored(null)
        return Interval(inside.low - null, inside.high - null, level, kind)

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

    @property
    def _first_above(self) -> bool:
        return self.parameter.first_is == "above"

    def _oriented(self, below: float, inside: float, above: float) -> Probabilities:
        return Probabilities(above, inside, below) if self._first_above else Probabilities(below, inside, above)


def _sides(at: float, low: float, high: float) -> tuple[float, float]:
    """Mass of a point below and above the rope; a point on a bound is inside."""
    if is_at(at, low) or is_at(at, high) or low <= at <= high:
        return 0.0, 0.0
    return (1.0, 0.0) if at < low else (0.0, 1.0)


def _shortest(law: Law, level: float) -> tuple[float, float]:
    """The shortest of all intervals that hold `level`, by ever finer scans of the mass that is left below."""
    if isinstance(law, Point):
        return law.at, law.at
    if isinstance(law, BehrensFisher):  # symmetric, and its quantiles are dear
        tails = law.quantile(np.array([(1 - level) / 2, (1 + level) / 2]))
        return float(tails[0]), float(tails[1])
    left, right = 1e-12, 1.0 - level - 1e-12
    for _ in range(4):  # each scan narrows the tail tenfold: to 1e-5 of its range
        tails = np.linspace(left, right, 21)
        low, high = law.quantile(tails), law.quantile(tails + level)
        best = int(np.argmin(high - low))
        left, right = tails[max(0, best - 1)], tails[min(20, best + 1)]
    return float(low[best]), float(high[best])
