"""Two crossed random factors: every seed (or training set) scored on every case, laid out as rows x columns."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from math import frexp, hypot, isfinite, sqrt
from typing import TypeGuard

import numpy as np

from betterthan.arrays import Array, IntArray
from betterthan.data.clusters import clustered_mean
from betterthan.data.moments import Moments, moments
from betterthan.data.paired_units import PairedUnits
from betterthan.data.protocol import Comparable, Paired
from betterthan.data.units import CLUSTERED_CASES, CROSSED, FOLDS, TASKS, Unit
from betterthan.errors import ArgumentError
from betterthan.numerics.crossed_mean import CrossedPrior
from betterthan.numerics.ties import ROUNDING
from betterthan.phrases import counted
from betterthan.procedures.facts import Naive
from betterthan.procedures.needs import Lacking, Needs, as_lacking
from betterthan.results.laws.crossed_mean import CrossedMean

NAIVE = Naive(plain="paired_t", fair="quasi_f")
"""What crossed scores say if all are taken as independent, and if rows and columns are allowed for."""
ELSEWHERE: dict[Unit, str] = {
    FOLDS: "`bayes_correlated_t` or `correlated_t`",
    TASKS: "`bayes_signed_rank` or `wilcoxon`",
    CLUSTERED_CASES: "`bayes_clustered_t` or `clustered_t`",
}
"""Where units of other kinds belong, other than to the t-tests."""
SUMS_ONLY = (
    "the score of every cell; this table is known by its sums only, which do not say how much rows and columns vary. "
    "`bayes_crossed.from_summary` and `quasi_f.from_summary` take their sums of squares."
)


@dataclass(frozen=True)
class CrossedNeeds(Needs):
    """What procedures for two crossed random factors need: one score for every pair of their levels."""

    units: int = 4
    every_unit: bool = True
    independent: tuple[Unit, ...] = CROSSED

    def in_words(self) -> str:
        return "2 models, one task, every seed or training set scored on every case"

    def unmet(self, table: Paired) -> Lacking | None:
        if table.facts.models == 2 and table.facts.sums_only:
            return as_lacking(SUMS_ONLY)
        if table.facts.models == 2 and table.facts.unit not in self.independent:
            return Lacking(lambda: _not_crossed(table.facts.unit))
        return super().unmet(table) or as_lacking(incomplete(table))


def _not_crossed(unit: Unit) -> str:
    return (
        f"two crossed factors, such as every seed scored on every case; the units of this table are {unit}. For those "
        f"use {ELSEWHERE.get(unit, '`bayes_t` or `paired_t`')}. If there were several seeds or training sets, name "
        'their column with `seed="NAME"` or `train_set="NAME"`.'
    )


@dataclass(frozen=True)
class CrossedSums:
    """What a table of rows x columns comes down to: its mean and three sums of squares.

    Parameters:
        mean: mean of all cells.
        ss_rows: K Σ (row mean - mean)².
        ss_columns: J Σ (column mean - mean)².
        ss_residual: Σ (cell - row mean - column mean + mean)².
        rows: number of rows J.
        columns: number of columns K.
        unit: what the figures above are multiples of (the sums of squares, of its square).
    """

    mean: float
    ss_rows: float
    ss_columns: float
    ss_residual: float
    rows: int
    columns: int
    unit: float = 1.0

    def __post_init__(self) -> None:
        if min(self.rows, self.columns) < 2:
            raise ArgumentError(
                f"Crossed factors need at least 2 rows and 2 columns; got {self.rows} x {self.columns}."
            )
        squares = (self.ss_rows, self.ss_columns, self.ss_residual)
        if not (isfinite(self.mean) and all(isfinite(ss) and ss >= 0 for ss in squares)):
            raise ArgumentError(
                "A mean and its sums of squares are finite numbers, the latter at least 0; got mean "
                f"{self.mean:g}, rows {self.ss_rows:g}, columns {self.ss_columns:g}, residual {self.ss_residual:g}."
            )

    @property
    def df(self) -> tuple[int, int, int]:
        """Degrees of freedom of rows, columns and residual."""
        return self.rows - 1, self.columns - 1, (self.rows - 1) * (self.columns - 1)

    @property
    def mean_squares(self) -> tuple[float, float, float]:
        """MS of rows, columns and residual."""
        rows, columns, residual = self.df
        return self.ss_rows / rows, self.ss_columns / columns, self.ss_residual / residual

    @property
    def sd(self) -> float:
        """Standard deviation of all cells."""
        total = self.ss_rows + self.ss_columns + self.ss_residual
        return sqrt(total / (self.rows * self.columns - 1)) * self.unit

    def at_size(self, rows: int, columns: int) -> CrossedSums:
        """What so many rows and columns of the same kind would come down to: the same mean, and the same variances of
        rows, columns and residual; where a variance would be negative, the same mean square.

        Parameters:
            rows: number of rows J.
            columns: number of columns K.
        """
        a, b, e = self.mean_squares  # E[a] = σ²_ε + K σ²_rows, E[b] = σ²_ε + J σ²_columns
        a = e + (a - e) * columns / self.columns if a > e else a
        b = e + (b - e) * rows / self.rows if b > e else b
        of_rows, of_columns, of_rest = rows - 1, columns - 1, (rows - 1) * (columns - 1)
        return CrossedSums(self.mean, a * of_rows, b * of_columns, e * of_rest, rows, columns, self.unit)

    def standard_error(self) -> tuple[float, float]:
        """Of the mean: √((MS_a + MS_b - MS_ε)/(JK)), no variance below 0; and its Satterthwaite degrees of freedom."""
        a, b, e = self.mean_squares
        rows, columns = float(a > e), float(b > e)  # a factor whose variance would be negative is left out
        parts = np.array([rows * a, columns * b, (1 - rows - columns) * e])
        total, spread = float(parts.sum()), float((parts**2 / np.array(self.df)).sum())
        df = total**2 / spread if spread > 0 else float(self.df[2])
        return sqrt(total / (self.rows * self.columns)) * self.unit, df


def crossed_sums(cells: Array) -> CrossedSums:
    """Mean and sums of squares of a table of rows x columns.

    Parameters:
        cells: one number for each row and column; rounding noise counts as no variation.

    >>> crossed_sums(np.array([[1.0, 3.0], [2.0, 8.0]])).mean_squares
    (9.0, 16.0, 4.0)
    """
    values = np.asarray(cells, dtype=np.float64)
    if values.ndim != 2 or min(values.shape) < 2 or not np.isfinite(values).all():
        raise ArgumentError(
            f"Crossed differences are a table of finite numbers, at least 2 x 2 (rows x columns); got shape "
            f"{values.shape}{'' if np.isfinite(values).all() else ' with numbers that are not finite'}."
        )
    unit = 1.0
    largest = float(np.abs(values).max())
    if not 1e-70 < largest < 1e70:  # their squares, and squares of those, would leave the range
        unit = 2.0 ** max(frexp(largest)[1], -1000) if largest > 0 else 1.0
        values, largest = values / unit, largest / unit
    (rows, columns), mean = values.shape, float(values.mean())
    of_rows, of_columns = values.mean(axis=1) - mean, values.mean(axis=0) - mean
    rest = values - mean - of_rows[:, None] - of_columns
    noise = rows * columns * (ROUNDING * largest) ** 2
    squares = (columns * float(of_rows @ of_rows), rows * float(of_columns @ of_columns), float((rest**2).sum()))
    a, b, e = (ss if ss > noise else 0.0 for ss in squares)
    return CrossedSums(mean, a, b, e, rows, columns, unit)


def crossed_law(sums: CrossedSums, prior: CrossedPrior) -> CrossedMean | None:
    """The posterior law of the mean; None where cells never differ beyond their row and column.

    Parameters:
        sums: mean and sums of squares.
        prior: `box-tiao` or `half-cauchy`.
    """
    if sums.ss_residual == 0:
        return None
    rows, columns, residual = (sqrt(square) * sums.unit for square in sums.mean_squares)
    return CrossedMean(sums.mean * sums.unit, rows, columns, residual, sums.rows, sums.columns, prior)


def has_crossed_units(table: Comparable) -> TypeGuard[PairedUnits]:
    """Whether every level of one factor was scored on levels of another.

    Parameters:
        table: any table.
    """
    return table.facts.crossed


def laid_out(table: PairedUnits, values: Array) -> Array:
    """One number per unit as rows x columns, whatever the order of the units.

    Parameters:
        table: paired scores of a complete crossing.
        values: one number per unit.
    """
    first, second = (table.factors[unit.key] for unit in table.design.unit.crosses)
    cells = np.empty((len(first.names), len(second.names)))
    cells[first.codes, second.codes] = values
    return cells


def error_of_mean(table: PairedUnits, values: Array) -> tuple[float, float]:
    """Standard error of the mean of one number per unit, and its degrees of freedom, 0 for a single cluster.

    Where pairs of levels are missing, it comes from the spread of the levels' means, which makes it a little large.

    Parameters:
        table: scores whose units are crossed, or cases in clusters.
        values: one number per unit.
    """
    if table.facts.clustered:
        found = clustered_mean(values, table.clusters)
        return found.standard_error, found.clusters - 1.0
    if incomplete(table) is None:
        return crossed_sums(laid_out(table, values)).standard_error()
    parts = [_level_moments(table.factors[unit.key].codes, values) for unit in table.design.unit.crosses]
    errors = [sd / sqrt(n) for _, sd, n in parts]
    total = hypot(*errors)
    spread = sum((error / total) ** 4 / max(n - 1, 1) for error, (_, _, n) in zip(errors, parts, strict=True) if total)
    return total, 1 / spread if spread > 0 else 1.0


def incomplete(table: Paired) -> str | None:
    """What a crossed table lacks of one score for every pair of levels, and what to do; None if nothing.

    Parameters:
        table: paired scores whose units are crossed.
    """
    if not isinstance(table, PairedUnits):
        return None
    one, other = table.design.unit.crosses
    (first, rows), (second, columns) = ((unit.singular, table.factors[unit.key]) for unit in (one, other))
    levels = f"{one.counted(len(rows.names))} and {other.counted(len(columns.names))}"
    if min(len(rows.names), len(columns.names)) < 2:
        return f"at least 2 {one} and 2 {other}; this table has {levels}. Score more of them."
    places = rows.codes.astype(np.int64) * len(columns.names) + columns.codes
    present, total = set(places.tolist()), len(rows.names) * len(columns.names)
    if len(present) < table.n_units:
        return _several_per_cell(table, len(present))
    if len(present) == total:
        return None
    missing = list(islice((place for place in range(total) if place not in present), 3))
    named = [
        f"{first} {rows.names[place // len(columns.names)]} {second} {columns.names[place % len(columns.names)]}"
        for place in missing
    ]
    rest = total - len(present) - len(missing)
    return (
        f"a score for every {first} and {second}; of {levels}, {counted(total - len(present), 'pair')} "
        f"{'is' if total - len(present) == 1 else 'are'} missing: {', '.join(named)}"
        f"{f' and {rest:,} more' if rest else ''}. Complete the run, or leave out those {one} or {other}."
    )


def levels_in_words(table: PairedUnits) -> str:
    """`5 seeds x 200 cases`.

    Parameters:
        table: paired scores whose units are crossed.
    """
    return " x ".join(counted_levels(table))


def counted_levels(table: PairedUnits) -> tuple[str, ...]:
    """`5 seeds` and `200 cases`: how many levels each of the crossed factors has."""
    return tuple(unit.counted(len(table.factors[unit.key].names)) for unit in table.design.unit.crosses)


def _level_moments(codes: IntArray, values: Array) -> Moments:
    """Of the means of the levels that a factor has."""
    counts = np.bincount(codes)
    return moments((np.bincount(codes, values) / np.maximum(counts, 1))[counts > 0])


def _several_per_cell(table: PairedUnits, cells: int) -> str:
    unit = table.design.unit
    known = (*unit.roles, TASKS.key)
    others = [name for name, count in table.design.levels.items() if count > 1 and name not in known]
    over = f"Average over `{others[0]}` first: leave that column out and read with" if others else "Average them with"
    return (
        f"one score for each {unit.singular}; this table has {table.n_units:,} scores in "
        f"{counted(cells, 'such pair')}. "
        f'{over} `repeats="mean"`.'
    )
