"""The table of variance of each layout: its lines, what each is tested against, and the variances behind them.

Models are fixed; units, tasks and crossed factors are random, with effects that are independent of each other and from
model to model. Each variance is the combination of mean squares whose expectation it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite, sqrt

from scipy.special import fdtrc

from betterthan.arrays import Array
from betterthan.numerics.variation import Source, Variation, pooled, ratio, satterthwaite


@dataclass(frozen=True)
class Line:
    """One line of the table of variance; by itself that of the residual, which is not tested.

    Parameters:
        name: name of the source.
        source: its degrees of freedom and mean square.
    """

    name: str
    source: Source

    def figures(self, unit: float) -> dict[str, float]:
        """Degrees of freedom and root mean square, by name.

        Parameters:
            unit: what the mean square is measured in squares of.
        """
        return {
            f"{self.name}: df": self.source.df,
            f"{self.name}: root mean square": unit * sqrt(self.source.mean_square),
        }


@dataclass(frozen=True)
class Tested(Line):
    """A line with its F.

    Parameters:
        below: what stands below the line in its F.
        above: what stands above the line; the source itself if None.
    """

    below: Source
    above: Source | None = None

    @property
    def statistic(self) -> float:
        """F; without anything below the line it is infinite, or 0 where there is nothing to explain either."""
        if self.below.mean_square == 0:
            return ratio(self.source.mean_square, 0.0)
        return (self.above or self.source).mean_square / self.below.mean_square

    def p_value(self, epsilon: float = 1.0) -> float:
        """Probability of an F at least as large if the source had no effect.

        Parameters:
            epsilon: factor by which the degrees of freedom shrink.
        """
        if not isfinite(self.statistic):
            return 0.0
        return float(fdtrc(epsilon * (self.above or self.source).df, epsilon * self.below.df, self.statistic))

    def figures(self, unit: float) -> dict[str, float]:
        """Degrees of freedom, root mean square, F and p-value, by name; an infinite F is left out.

        Parameters:
            unit: what the mean square is measured in squares of.
        """
        statistic = {f"{self.name}: F": self.statistic} if isfinite(self.statistic) else {}
        return {**super().figures(unit), **statistic, f"{self.name}: p-value": self.p_value()}


@dataclass(frozen=True)
class Lines:
    """The table of variance of one layout.

    Parameters:
        models: the line of the models.
        others: the lines of the other sources.
        variances: estimated variance of every random effect, in squares of the unit; may be below 0.
        error: variance of a model's mean times its number of scores, without what all models share.
        per_model: how many scores each model has.
        residuals: units x models, what the F of the models rests on.
        quasi: whether the F of the models is a quasi-F.
    """

    models: Tested
    others: tuple[Line, ...]
    variances: dict[str, float]
    error: Source
    per_model: int
    residuals: Array
    quasi: bool = False

    @property
    def symbol(self) -> str:
        """F with its degrees of freedom."""
        above, below = self.models.above or self.models.source, self.models.below
        letter = "F''" if self.quasi else "F"
        return f"{letter}({above.df:.4g}, {below.df:.4g})"

    @property
    def computed(self) -> str:
        return "quasi-F with Satterthwaite's degrees of freedom" if self.quasi else "closed form"

    @property
    def below_zero(self) -> list[str]:
        """The random effects whose variance was estimated below 0."""
        return [name for name, variance in self.variances.items() if variance < 0]

    def figures(self, unit: float) -> dict[str, float]:
        """Every line, and the standard deviation of every random effect, 0 where its variance came out below 0.

        Parameters:
            unit: what the mean squares are measured in squares of.
        """
        found = {name: value for line in (self.models, *self.others) for name, value in line.figures(unit).items()}
        deviations = {
            f"{name}: standard deviation": unit * sqrt(max(0.0, variance)) for name, variance in self.variances.items()
        }
        return found | deviations


def plain_lines(split: Variation) -> Lines:
    """One score of each model on each unit.

    Parameters:
        split: of units x models.
    """
    (units, models), own = split.shape, split.source(1)
    between, residual = split.source(0), split.source(0, 1)
    return Lines(
        models=Tested("models", own, residual),
        others=(Tested("units", between, residual), Line("residual", residual)),
        variances={"units": _balance((between,), (residual,)) / models, "residual": residual.mean_square},
        error=residual,
        per_model=units,
        residuals=split.residuals,
    )


def replicated_lines(split: Variation) -> Lines:
    """Several units on each of several tasks, paired: each unit was scored by every model.

    Where the units are not the same for all models, their own effects belong to the residual; the F of the interaction
    that follows from that stands beside the other.

    Parameters:
        split: of tasks x units x models.
    """
    (tasks, units, models), own, both = split.shape, split.source(2), split.source(0, 2)
    between, within = split.source(0), pooled(split.source(1), split.source(0, 1))
    residual = pooled(split.source(1, 2), split.source(0, 1, 2))
    return Lines(
        models=Tested("models", own, both),
        others=(
            _quasi("tasks", between, residual, both, within),
            Tested("models x tasks", both, residual),
            Tested("models x tasks, units taken as unpaired", both, pooled(within, residual)),
            Tested("units within tasks", within, residual),
            Line("residual", residual),
        ),
        variances={
            "tasks": _balance((between, residual), (both, within)) / (models * units),
            "models x tasks": _balance((both,), (residual,)) / units,
            "units within tasks": _balance((within,), (residual,)) / models,
            "residual": residual.mean_square,
        },
        error=both,
        per_model=tasks * units,
        residuals=split.parts[0, 2].reshape(tasks, models),
    )


def crossed_lines(split: Variation, factors: tuple[str, str]) -> Lines:
    """Two random factors, each level of one scored on each level of the other.

    Parameters:
        split: of levels of the first factor x levels of the second x models.
        factors: what the two factors are.
    """
    (rows, columns, models), (first, second) = split.shape, factors
    own, residual = split.source(2), split.source(0, 1, 2)
    of_first, of_second, of_both = split.source(0), split.source(1), split.source(0, 1)
    by_first, by_second = split.source(0, 2), split.source(1, 2)
    return Lines(
        models=_quasi("models", own, residual, by_first, by_second),
        others=(
            _quasi(first, of_first, residual, by_first, of_both),
            _quasi(second, of_second, residual, by_second, of_both),
            Tested(f"{first} x {second}", of_both, residual),
            Tested(f"models x {first}", by_first, residual),
            Tested(f"models x {second}", by_second, residual),
            Line("residual", residual),
        ),
        variances={
            first: _balance((of_first, residual), (by_first, of_both)) / (models * columns),
            second: _balance((of_second, residual), (by_second, of_both)) / (models * rows),
            f"{first} x {second}": _balance((of_both,), (residual,)) / models,
            f"models x {first}": _balance((by_first,), (residual,)) / columns,
            f"models x {second}": _balance((by_second,), (residual,)) / rows,
            "residual": residual.mean_square,
        },
        error=_crossed_error(by_first, by_second, residual),
        per_model=rows * columns,
        residuals=split.residuals.reshape(-1, models),
        quasi=True,
    )


def _quasi(name: str, source: Source, residual: Source, one: Source, other: Source) -> Tested:
    """F'' = (MS + MS_residual)/(MS_one + MS_other), whose two sides have the same expectation without the effect."""
    return Tested(name, source, satterthwaite((1, one), (1, other)), satterthwaite((1, source), (1, residual)))


def _balance(plus: tuple[Source, ...], minus: tuple[Source, ...]) -> float:
    return sum(source.mean_square for source in plus) - sum(source.mean_square for source in minus)


def _crossed_error(by_first: Source, by_second: Source, residual: Source) -> Source:
    """MS_first + MS_second - MS_residual, without an interaction whose variance was estimated below 0."""
    larger = [source for source in (by_first, by_second) if source.mean_square > residual.mean_square]
    if len(larger) == 2:
        return satterthwaite((1, by_first), (1, by_second), (-1, residual))
    return larger[0] if larger else residual
