"""Folds of cross-validation, which share training data: what is known of them, and what that costs."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

from betterthan.data.facts import Facts
from betterthan.data.folds import SHARED_UNKNOWN
from betterthan.data.protocol import Paired
from betterthan.data.units import FOLDS, Unit
from betterthan.errors import ArgumentError, NeedsNotMet
from betterthan.procedures.facts import Naive
from betterthan.procedures.needs import Lacking, Needs, as_lacking
from betterthan.results.diagnostics import Diagnostics

SUMS_ONLY = (
    "the score of every fold; this table is known by its sums only, which do not say how the folds share training "
    "data. `bayes_correlated_t.from_summary` and `correlated_t.from_summary` take them, with `test_fraction`."
)


NAIVE = Naive(plain="paired_t", fair="correlated_t")
"""What folds say if shared training data is ignored, and if it is not."""


@dataclass(frozen=True)
class FoldNeeds(Needs):
    """What procedures for folds that share training data need; independent units are sent to those for them."""

    independent: tuple[Unit, ...] = (FOLDS,)

    def in_words(self) -> str:
        return f"2 models, one task, at least {self.units} folds or random splits"

    def unmet(self, table: Paired) -> Lacking | None:
        if table.facts.models == 2 and table.facts.sums_only and table.facts.unit != FOLDS:
            return as_lacking(SUMS_ONLY)
        if table.facts.models == 2 and table.facts.unit not in self.independent:
            return Lacking(lambda: _no_folds(table.facts))
        return super().unmet(table) or as_lacking(table.facts.crowded_folds)


def _no_folds(facts: Facts) -> str:
    what = "which share more than that" if facts.crossed else "which share no training data"
    clustered = "`bayes_clustered_t` or `clustered_t`" if facts.clustered else "`bayes_t` or `paired_t`"
    use = "`bayes_crossed` or `quasi_f`" if facts.crossed else clustered
    return (
        f"folds; the units of this table are {facts.unit}, {what}. For those use {use}. If they are folds, name their "
        'column with `fold="NAME"`, or give the differences to `from_differences`.'
    )


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


def known_test_fraction(table: Paired, name: str) -> float:
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
