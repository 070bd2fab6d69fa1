"""Folds of cross-validation, which share training data: what is known of them, and what that costs."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

from betterthan.data.folds import SHARED_UNKNOWN
from betterthan.data.paired_units import PairedUnits
from betterthan.data.protocol import Paired
from betterthan.data.units import FOLDS, Unit
from betterthan.errors import ArgumentError, NeedsNotMet
from betterthan.procedures.needs import Needs
from betterthan.results.diagnostics import Diagnostics

SUMS_ONLY = (
    "the score of every fold; this table is known by its sums only, which do not say how the folds share training "
    "data. `bayes_correlated_t.from_summary` and `correlated_t.from_summary` take them, with `test_fraction`."
)


@dataclass(frozen=True)
class FoldNeeds(Needs):
    """What procedures for folds that share training data need; independent units are sent to those for them."""

    every_unit: bool = True
    independent: tuple[Unit, ...] = (FOLDS,)

    def in_words(self) -> str:
        return f"2 models, one task, at least {self.units} folds or random splits"

    def unmet(self, table: Paired) -> str | None:
        if len(table.models) == 2 and not isinstance(table, PairedUnits):
            return SUMS_ONLY
        if isinstance(table, PairedUnits) and len(table.models) == 2 and table.design.unit not in self.independent:
            crossed = table.design.crossed
            what = "which share more than that" if crossed else "which share no training data"
            use = "`bayes_crossed` or `quasi_f`" if crossed else "`bayes_t` or `paired_t`"
            return (
                f"folds; the units of this table are {table.design.unit}, {what}. For those use {use}. If they "
                'are folds, name their column with `fold="NAME"`, or give the differences '
                "to `from_differences`."
            )
        return super().unmet(table) or table.facts.crowded_folds


def correlated_scale(sd: float, n: int, test_fraction: float) -> float:
    """Standard error of the mean of n differences with correlation ρ = test_fraction: s √(1/n + ρ/(1 - ρ)).

    The mean has variance σ² (1 + (n - 1)ρ)/n, and s² estimates σ² (1 - ρ): their ratio is 1/n + ρ/(1 - ρ).

    Parameters:
        sd: standard deviation (n - 1) of the differences.
        n: their number.
        test_fraction: ρ, at least 0 and below 1.

    >>> correlated_scale(1.0, 100, 0.0)
    0.1
    """
    if not 0 <= test_fraction < 1:
        raise ArgumentError(
            "`test_fraction` is n_test/(n_test + n_train), at least 0 and below 1 (0.1 for 10 folds); "
            f"got {test_fraction:g}."
        )
    if n < 2:
        raise ArgumentError(f"A mean of folds needs at least 2 of them; got {n}.")
    return sd * sqrt(1 / n + test_fraction / (1 - test_fraction))


def known_test_fraction(table: PairedUnits, name: str) -> float:
    """The share of the data that each fold is tested on, as the table says; a message if it does not, or not clearly.

    Parameters:
        table: paired scores, one per fold.
        name: the procedure that asks, for the message.
    """
    if table.facts.test_fraction is None:
        raise NeedsNotMet(f"`{name}` needs {table.facts.unclear or SHARED_UNKNOWN}")
    return table.facts.test_fraction


def with_fraction(test_fraction: float) -> Diagnostics:
    """The correlation that was assumed, kept with the result.

    Parameters:
        test_fraction: ρ.
    """
    return Diagnostics("closed form", figures={"test fraction": float(test_fraction)})
