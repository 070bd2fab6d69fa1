"""Planning: how probable a verdict is with n units, at a stated effect and over what a pilot leaves open.

A planner knows how the error of the mean falls with n; an aim knows what is to be said. Three planners answer alike:
one for means of scores, one for shares of 0/1 scores, one that simulates tasks.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import hypot, inf, isfinite, sqrt
from typing import TYPE_CHECKING, Protocol

import numpy as np
from scipy.special import chdtr, ndtr, ndtri, stdtr

from betterthan.numerics.assurance import (
    Pilot,
    assurance_above,
    assurance_between,
    assurance_of_test,
    disagreement_nodes,
)
from betterthan.numerics.discordant_power import connor_power
from betterthan.numerics.one_more_lost import normal_error, passes
from betterthan.numerics.t_power import cdf, equivalence_power, half_width, power_of_test, quantile, verdict_power
from betterthan.numerics.telling import tell

if TYPE_CHECKING:
    from betterthan.arrays import Array
    from betterthan.numerics.planned_error import PlannedError
    from betterthan.vocabulary import PlanGoal

SIMULATED = 2_000
"""Samples for which the rule of a gate is run; the standard error of a power of 0.8 is then below 0.01."""
FORMULA = 2_000
"""From so many units on, skewness matters to no plan, and a formula says what the gate's rule would."""


@dataclass(frozen=True)
class Aim:
    """What is to be said.

    Parameters:
        goal: as in `bt.plan`.
        low: lower bound of the rope; None where there is none.
        high: upper bound of the rope.
        width: the width that an interval is to be narrower than.
        threshold: probability that a verdict needs.
        level: coverage of the interval, and one less the level of the test.
    """

    goal: PlanGoal
    low: float | None = None
    high: float | None = None
    width: float | None = None
    threshold: float = 0.95
    level: float = 0.95

    @property
    def judges(self) -> bool:
        """Whether there is a verdict to plan for."""
        return self.low is not None or self.goal == "width"

    @property
    def rope(self) -> tuple[float, float]:
        """Both bounds; without a rope, those of no difference."""
        return self.low or 0.0, self.high or 0.0

    def power(self, effect: float, error: float, df: float) -> float:
        """Probability of the verdict at a true difference.

        Parameters:
            effect: the true difference.
            error: standard error of the mean.
            df: its degrees of freedom.
        """
        low, high = self.rope
        if self.goal == "width":
            return self.narrow(error, df)
        if self.goal == "equivalent":
            return equivalence_power(effect, error, df, low=low, high=high, threshold=self.threshold)
        bound = high if self.goal == "better" else low
        return verdict_power(effect, error, df, bound=bound, threshold=self.threshold)

    def assurance(self, pilot: Pilot, error: float, df: float) -> float:
        """The same over what a pilot leaves open.

        Parameters:
            pilot: what it says of the difference.
            error: standard error of the planned mean, as the pilot estimates it.
            df: its degrees of freedom.
        """
        low, high = self.rope
        if self.goal == "width":
            return self.narrow(error, df)
        if self.goal == "equivalent":
            return assurance_between(pilot, error, df, low=low, high=high, threshold=self.threshold)
        bound = high if self.goal == "better" else low
        return assurance_above(pilot, error, df, bound=bound, threshold=self.threshold)

    def narrow(self, error: float, df: float) -> float:
        """Probability that the interval is narrower than the width.

        Parameters:
            error: standard error of the mean.
            df: its degrees of freedom.
        """
        if error == 0:
            return 1.0
        most = (self.width or 0.0) / (2 * quantile((1 + self.level) / 2, df) * error)  # s/σ
        return float(chdtr(df, df * most**2)) if isfinite(df) else float(most >= 1)


class Planner(Protocol):
    """What every planner answers; n may be infinite, which gives the ceiling."""

    def verdict(self, n: float, effect: float) -> float:
        """Power of the verdict."""

    def test(self, n: float, effect: float) -> float:
        """Power of the two-sided test of no difference."""

    def assured_verdict(self, n: float) -> float:
        """Assurance of the verdict."""

    def assured_test(self, n: float) -> float:
        """Assurance of the test."""


@dataclass(frozen=True)
class Means:
    """Means of scores, whose errors are those of Student's law; `not-worse` is asked of the gate's rule.

    Parameters:
        aim: what is to be said.
        error: how the error of the mean falls.
        pilot: what a pilot leaves open; None without one.
        lost: the range of a score, by which the gate's rule has one more case lost; infinite if it has none.
        values: differences of the pilot about their mean, which are drawn again; None draws normal ones.
        per_unit: how many of what is counted make one unit of a gate, as cases make a cluster.
    """

    aim: Aim
    error: PlannedError
    pilot: Pilot | None = None
    lost: float = inf
    values: Array | None = None
    per_unit: float = 1.0

    def verdict(self, n: float, effect: float) -> float:
        """Power of the verdict.

        Parameters:
            n: number of units.
            effect: the true difference.
        """
        if self.aim.goal == "not-worse":
            return self._not_worse(n, Pilot(effect, 0.0))
        return self.aim.power(effect, self.error.at(n), self.error.df(n))

    def test(self, n: float, effect: float) -> float:
        """Power of the test.

        Parameters:
            n: number of units.
            effect: the true difference.
        """
        if self.aim.goal == "width":
            return self.aim.narrow(self.error.at(n), self.error.df(n))
        return power_of_test(effect, self.error.at(n), self.error.df(n), level=self.aim.level)

    def assured_verdict(self, n: float) -> float:
        """Assurance of the verdict.

        Parameters:
            n: number of units.
        """
        pilot = self._known
        if self.aim.goal == "not-worse":
            return self._not_worse(n, pilot)
        return self.aim.assurance(pilot, self.error.at(n), self.error.df(n))

    def assured_test(self, n: float) -> float:
        """Assurance of the test.

        Parameters:
            n: number of units.
        """
        if self.aim.goal == "width":
            return self.aim.narrow(self.error.at(n), self.error.df(n))
        return assurance_of_test(self._known, self.error.at(n), self.error.df(n), level=self.aim.level)

    @property
    def _known(self) -> Pilot:
        return self.pilot or Pilot(0.0, 0.0)

    def _not_worse(self, n: float, about: Pilot) -> float:
        """By the gate's rule: run on samples, or where that hardly differs by its first two moments."""
        low, error = self.aim.rope[0], self.error.at(n)
        units = n / self.per_unit if self.error.fixed_df is None else self.error.fixed_df + 1
        if not isfinite(units):
            return assurance_above(about, error, self.error.df(n), bound=low, threshold=self.aim.threshold)
        if units < FORMULA:
            return self._simulated(int(units), error * sqrt(units), about)
        return formula_of_gate(self.aim, about, error, units, self.lost)

    def _simulated(self, n: int, sd: float, about: Pilot) -> float:
        """The gate's rule on samples of so many units, whose true means are spread as the pilot leaves them."""
        rng, margin, passed = np.random.default_rng(n), -self.aim.rope[0], 0
        effects = about.mean + about.error * _student(rng, about.df, SIMULATED)
        size = max(1, 1_000_000 // max(n, 1))
        for start in range(0, SIMULATED if n > 1 else 0, size):
            chosen = effects[start : start + size, None]
            shape = (len(chosen), n)
            noise = rng.normal(0.0, sd, shape) if self.values is None else np.asarray(rng.choice(self.values, shape))
            passed += int(passes(chosen + noise, margin=margin, lost=self.lost, threshold=self.aim.threshold).sum())
            tell(min(start + size, SIMULATED), SIMULATED)
        return passed / SIMULATED


def formula_of_gate(aim: Aim, about: Pilot, error: float, units: float, lost: float) -> float:
    """Probability that a gate passes `not-worse`, by the first two moments of its law.

    Parameters:
        aim: what is asked.
        about: the true difference, or what a pilot leaves open of it.
        error: standard error of the mean.
        units: how many units the gate has.
        lost: the range of a score; infinite if it has none.
    """
    shift, own = normal_error(units, error * sqrt(units), lost)
    away = about.mean - aim.rope[0] - shift - float(ndtri(aim.threshold)) * own
    return float(ndtr(away / hypot(about.error, error)))


def _student(rng: np.random.Generator, df: float, count: int) -> Array:
    return rng.standard_t(df, count) if isfinite(df) else rng.standard_normal(count)


@dataclass(frozen=True)
class Shares:
    """Accuracies of 0/1 scores: the variance follows from the difference and the share of disagreements.

    Parameters:
        aim: what is to be said.
        discordance: ψ, the share of cases on which the two disagree.
        counts: (n01, n10, agreed) of a pilot; None without one.
    """

    aim: Aim
    discordance: float
    counts: tuple[int, int, int] | None = None

    def verdict(self, n: float, effect: float) -> float:
        """Power of the verdict.

        Parameters:
            n: number of cases.
            effect: the true difference of accuracies.
        """
        return float(self._verdicts(n, np.array([effect]), np.array([self.discordance]))[0])

    def test(self, n: float, effect: float) -> float:
        """Power of McNemar's test (Connor 1987).

        Parameters:
            n: number of cases.
            effect: the true difference of accuracies.
        """
        return float(self._tests(n, np.array([effect]), np.array([self.discordance]))[0])

    def assured_verdict(self, n: float) -> float:
        """Assurance of the verdict.

        Parameters:
            n: number of cases.
        """
        return float(self._verdicts(n, *self._nodes).mean())

    def assured_test(self, n: float) -> float:
        """Assurance of the test.

        Parameters:
            n: number of cases.
        """
        return float(self._tests(n, *self._nodes).mean())

    @cached_property
    def _nodes(self) -> tuple[Array, Array]:
        """Values of both shares, from the Dirichlet posterior of the pilot under the prior of `bayes_mcnemar`."""
        lost, won, agreed = self.counts or (0, 0, 0)
        return disagreement_nodes(lost + 1.0, won + 1.0, agreed + 2.0)

    def _verdicts(self, n: float, effect: Array, discordance: Array) -> Array:
        low, high = self.aim.rope
        spread = np.sqrt(np.maximum(discordance - effect**2, 1e-12))
        if self.aim.goal == "width":
            widths = 2 * float(ndtri((1 + self.aim.level) / 2)) * spread / np.sqrt(n)
            return np.asarray(widths <= (self.aim.width or 0.0)).astype(np.float64)
        if not isfinite(n):
            return _certain(self.aim, effect)
        error, z = spread / np.sqrt(n), float(ndtri(self.aim.threshold))
        if self.aim.goal == "better":
            return np.asarray(ndtr((effect - high) / error - z))
        if self.aim.goal == "not-worse":  # with one more case, lost
            return np.asarray(ndtr((effect - low - 1 / (n + 1)) / error - z))
        reach, middle = half_width((high - low) / 2, error, inf, self.aim.threshold), (low + high) / 2
        inside = ndtr((middle + reach - effect) / error) - ndtr((middle - reach - effect) / error)
        return np.where(reach >= 0, inside, 0.0)

    def _tests(self, n: float, effect: Array, discordance: Array) -> Array:
        if self.aim.goal == "width":
            return self._verdicts(n, effect, discordance)
        if not isfinite(n):
            return np.where(effect == 0, 1 - self.aim.level, 1.0)
        return connor_power(n, effect, discordance, level=self.aim.level)


def _certain(aim: Aim, effect: Array) -> Array:
    """Which differences endlessly many cases would decide as wished."""
    low, high = aim.rope
    if aim.goal == "better":
        return np.asarray(effect > high).astype(np.float64)
    if aim.goal == "not-worse":
        return np.asarray(effect > low).astype(np.float64)
    return np.asarray((effect > low) & (effect < high)).astype(np.float64)


@dataclass(frozen=True)
class Tasks:
    """Tasks, simulated from the hierarchical posterior of a pilot: the mean difference of each, and their own spread.

    The verdict on simulated tasks is that of Student's law on their means, for equivalence with the condition that most
    single tasks are equivalent, too: the hierarchical model itself would take a second for each of thousands of sets.

    Parameters:
        aim: what is to be said.
        centres: draws of the mean difference over tasks.
        scales: draws of the scale of the differences of tasks.
        freedom: draws of their degrees of freedom.
        noise: standard error of the mean of one task.
        most: the largest number of tasks that is simulated.
    """

    aim: Aim
    centres: Array
    scales: Array
    freedom: Array
    noise: float
    most: int = 2_000

    def verdict(self, n: float, effect: float) -> float:
        """Power of the verdict.

        Parameters:
            n: number of tasks.
            effect: the true mean difference over tasks.
        """
        return float(self._said(n, np.full_like(self.centres, effect)).mean())

    def test(self, n: float, effect: float) -> float:
        """Power of the t-test of the tasks' means.

        Parameters:
            n: number of tasks.
            effect: the true mean difference over tasks.
        """
        return float(self._tested(n, np.full_like(self.centres, effect)).mean())

    def assured_verdict(self, n: float) -> float:
        """Assurance of the verdict.

        Parameters:
            n: number of tasks.
        """
        return float(self._said(n, self.centres).mean())

    def assured_test(self, n: float) -> float:
        """Assurance of the test.

        Parameters:
            n: number of tasks.
        """
        return float(self._tested(n, self.centres).mean())

    @cached_property
    def _sums(self) -> tuple[Array, Array]:
        """Cumulative sums of the deviations of simulated tasks and of their squares, a row for each draw."""
        rng, shape = np.random.default_rng(0), (len(self.centres), self.most)
        spread = rng.standard_t(np.broadcast_to(self.freedom[:, None], shape)) * self.scales[:, None]
        tell(1, 2)
        apart = spread + rng.normal(0.0, self.noise, shape)
        tell(2, 2)
        return np.cumsum(apart, axis=1), np.cumsum(apart**2, axis=1)

    def _moments(self, n: float, centres: Array) -> tuple[Array, Array, int]:
        q = int(min(n, self.most))
        total, squares = self._sums[0][:, q - 1], self._sums[1][:, q - 1]
        variance = np.maximum(squares - total**2 / q, 0.0) / (q - 1)
        return centres + total / q, np.sqrt(variance / q), q

    def _said(self, n: float, centres: Array) -> Array:
        if not isfinite(n):
            return _certain(self.aim, centres) * self._alike(centres)
        mean, error, q = self._moments(n, centres)
        low, high = self.aim.rope
        reached = quantile(self.aim.threshold, q - 1)
        if self.aim.goal == "better":
            return np.asarray((mean - high) / error >= reached).astype(np.float64)
        if self.aim.goal == "not-worse":
            return np.asarray((mean - low) / error >= reached).astype(np.float64)
        if self.aim.goal == "width":
            widths = 2 * quantile((1 + self.aim.level) / 2, q - 1) * error
            return np.asarray(widths <= (self.aim.width or 0.0)).astype(np.float64)
        inside = cdf((high - mean) / error, q - 1) - cdf((low - mean) / error, q - 1)
        return np.asarray(np.where(inside >= self.aim.threshold, self._alike(centres), 0.0))

    def _alike(self, centres: Array) -> Array:
        """Whether on a single task equivalence is the likeliest outcome, which a verdict over tasks asks for, too."""
        if self.aim.goal != "equivalent":
            return np.ones_like(centres)
        low, high = (stdtr(self.freedom, (bound - centres) / self.scales) for bound in self.aim.rope)
        return np.asarray(high - low > np.maximum(low, 1 - high)).astype(np.float64)

    def _tested(self, n: float, centres: Array) -> Array:
        if not isfinite(n):
            return np.where(centres == 0, 1 - self.aim.level, 1.0)
        mean, error, q = self._moments(n, centres)
        return np.asarray(np.abs(mean / error) >= quantile((1 + self.aim.level) / 2, q - 1)).astype(np.float64)
