"""Folds of cross-validation, which share training data: what is known of them, and what that costs."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np

from betterthan.arrays import IntArray
from betterthan.data.protocol import Paired
from betterthan.data.tables import PairedTable
from betterthan.data.units import FOLDS, Unit
from betterthan.errors import ArgumentError, NeedsNotMet
from betterthan.phrases import counted
from betterthan.procedures.needs import Needs
from betterthan.results.diagnostics import Diagnostics

SUMS_ONLY = (
    "the score of every fold; this table is known by its sums only, which do not say how the folds share training "
    "data. `bayes_correlated_t.from_summary` and `correlated_t.from_summary` take them, with `test_fraction`."
)


GIVE = "give `test_fraction`, which is n_test/(n_test + n_train) (on the command line `--test-fraction`)"


@dataclass(frozen=True)
class FoldNeeds(Needs):
    """What procedures for folds that share training data need; independent units are sent to those for them."""

    every_unit: bool = True
    independent: tuple[Unit, ...] = (FOLDS,)

    def in_words(self) -> str:
        return f"2 models, one task, at least {self.units} folds or random splits"

    def unmet(self, table: Paired) -> str | None:
        if len(table.models) == 2 and not isinstance(table, PairedTable):
            return SUMS_ONLY
        if isinstance(table, PairedTable) and len(table.models) == 2 and table.design.unit not in self.independent:
            crossed = table.design.crossed
            what = "which share more than that" if crossed else "which share no training data"
            use = "`bayes_crossed` or `quasi_f`" if crossed else "`bayes_t` or `paired_t`"
            return (
                f"folds; the units of this table are {table.design.unit}, {what}. For those use {use}. If they "
                "are folds, name their column with `--column fold=NAME` (in Python `fold=`), or give the differences "
                "to `from_differences`."
            )
        return super().unmet(table) or several_per_fold(table)


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


def known_test_fraction(table: PairedTable, name: str) -> float:
    """The share of the data that each fold is tested on, as the table says; a message if it does not, or not clearly.

    Parameters:
        table: paired scores, one per fold.
        name: the procedure that asks, for the message.
    """
    unclear = unclear_test_fraction(table)
    if unclear is not None:
        raise NeedsNotMet(f"`{name}` needs {unclear}")
    assert table.design.test_fraction is not None
    return table.design.test_fraction


def unclear_test_fraction(table: PairedTable) -> str | None:
    """What would have to be known of the folds, what the table says instead, and what to do; None if all is clear.

    Parameters:
        table: paired scores, one per fold.
    """
    design = table.design
    if design.uneven:
        name = "n_test" if "n_test" in design.uneven else next(iter(design.uneven))
        low, high = design.uneven[name]
        return (
            f"folds of one size, give or take a tenth; {name} runs from {low:g} to {high:g} in this table. Split "
            f"evenly, or {GIVE}."
        )
    if design.share is not None or (design.n_train is not None and design.n_test is not None):
        return None
    if design.n_train is not None or design.n_test is not None:
        known, other = ("n_test", "n_train") if design.n_train is None else ("n_train", "n_test")
        size = getattr(design, known)
        return f"n_train and n_test; this table has {known} = {size:g}, but no {other}. Add it, or {GIVE}."
    return _unclear_folds(table)


def several_per_fold(table: Paired) -> str | None:
    """What is lacking if a fold has several scores, of cases or seeds; None if each has one.

    Parameters:
        table: paired scores of folds.
    """
    if not isinstance(table, PairedTable) or "fold" not in table.factors:
        return None
    folds = np.unique(np.stack([_codes(table, "repeat"), _codes(table, "fold")]), axis=1).shape[1]
    if folds == table.n_units:
        return None
    return (
        f"one score per fold; this table has {counted(table.n_units, 'score')} in {counted(folds, 'fold')}. Take the "
        "mean of each fold first, or, if another column numbers the repeats of cross-validation, name it with "
        "`--column repeat=NAME` (in Python `repeat=`)."
    )


def with_fraction(test_fraction: float) -> Diagnostics:
    """The correlation that was assumed, kept with the result.

    Parameters:
        test_fraction: ρ.
    """
    return Diagnostics("closed form", figures={"test fraction": float(test_fraction)})


def _codes(table: PairedTable, name: str) -> IntArray:
    return table.factors[name].codes if name in table.factors else np.zeros(table.n_units, dtype=np.int64)


def _unclear_folds(table: PairedTable) -> str | None:
    """The number of fold labels is k only if each repeat has every label once."""
    if "fold" not in table.factors:
        return f"to know how much training data the splits share: add columns n_train and n_test, or {GIVE}."
    labels, counts = table.design.levels["fold"], np.bincount(_codes(table, "repeat"))
    largest = int(counts.max())
    if table.design.folds is None and "repeat" not in table.factors:
        return (
            f"the number of folds in one repeat; this table has {largest} folds and no column `repeat`. Number the "
            f"repeats in such a column, or {GIVE}."
        )
    if table.design.folds is None:
        names = table.factors["repeat"].names
        return (
            f"as many folds in every repeat; this table has {largest} in repeat `{names[int(counts.argmax())]}`, but "
            f"{counts.min()} in repeat `{names[int(counts.argmin())]}`. Complete the run, or {GIVE}, "
            f"{1 / largest:.4g} if that is {largest}-fold cross-validation."
        )
    if largest == labels:
        return None
    return (
        f"the number of folds; this table has {labels} fold labels, but at most {largest} folds in one repeat. Number "
        f"the folds anew in each repeat, or {GIVE}, {1 / largest:.4g} if that is {largest}-fold cross-validation."
    )
