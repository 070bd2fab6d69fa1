"""How large is the mean difference between two learning algorithms on one task, given folds that share training data?

Model: the differences d_1 … d_n, one per fold, are normal with mean Δ and unknown variance, and any two of them have
correlation ρ, because their training sets overlap. ρ is not estimated; it is the share of the data that each fold is
tested on, 1/k for k folds (Nadeau and Bengio 2003). With the prior p(Δ, σ²) ∝ 1/σ²

    Δ | d  ~  Student-t(n - 1, m, s² (1/n + ρ/(1 - ρ)))          ρ = n_test/(n_test + n_train)

with m and s the mean and standard deviation of the d_j. More repeats make 1/n smaller but leave ρ/(1 - ρ).

When not to use it: independent cases, seeds or training sets (use `bayes_t`); one mean of all folds per task, on
several tasks (use `bayes_signed_rank`); several tasks with their folds (use `bayes_hierarchical_t`).

References: Corani and Benavoli (2015); Benavoli et al. (2017), sec. 3.1; Nadeau and Bengio (2003). (Benavoli et al.,
sec. 4.3.1, misprint ρ as n_test/n_train.)
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np

from betterthan.arrays import Array, IntArray
from betterthan.errors import ArgumentError, NeedsNotMet, counted
from betterthan.pairing import Paired, PairedTable, UnitKind, moments
from betterthan.procedures.registry import Needs, procedure
from betterthan.results import Diagnostics, DifferencePosterior
from betterthan.results.laws import Law, Point, StudentT

PRIOR = "flat on Δ and log σ; correlation ρ of the folds fixed"
SUMS_ONLY = (
    "the score of every fold; this table is known by its sums only, which do not say how the folds share training "
    "data. `bayes_correlated_t.from_summary` and `correlated_t.from_summary` take them, with `test_fraction`."
)


@dataclass(frozen=True)
class FoldNeeds(Needs):
    """What procedures for folds that share training data need; independent units are sent to those for them."""

    every_unit: bool = True
    independent: tuple[UnitKind, ...] = ("folds",)

    def in_words(self) -> str:
        return f"2 models, one task, at least {self.units} folds or random splits"

    def unmet(self, table: Paired) -> str | None:
        if len(table.models) == 2 and not isinstance(table, PairedTable):
            return SUMS_ONLY
        if isinstance(table, PairedTable) and len(table.models) == 2 and table.design.unit not in self.independent:
            return (
                f"folds; the units of this table are {table.design.unit}, which share no training data. For those use "
                "`bayes_t` or `paired_t`. If they are folds, name their column with `--column fold=NAME` (in Python "
                "`fold=`), or give the differences to `from_differences`."
            )
        return super().unmet(table) or several_per_fold(table)


@procedure(
    title="the Bayesian correlated t-test",
    needs=FoldNeeds(units=2),
    cites=("corani2015", "benavoli2017", "nadeau2003"),
    counterpart="correlated_t",
)
def bayes_correlated_t(table: PairedTable, *, test_fraction: float | None = None) -> DifferencePosterior:
    """Posterior of the mean difference over folds, repeated folds or repeated random splits of one task.

    Parameters:
        table: paired scores of two models, one per fold.
        test_fraction: ρ = n_test/(n_test + n_train); None takes it from n_train and n_test or the number of folds.

    >>> posterior = bayes_correlated_t.from_summary(                       # Benavoli et al. (2017), anneal
    ...     mean=-0.0194, sd=0.01583, n=100, test_fraction=0.1)
    >>> round(posterior.law.scale**2, 6), [round(p, 3) for p in posterior.probabilities(0.01)]
    (3e-05, [0.0, 0.046, 0.954])
    """
    fraction = known_test_fraction(table, "bayes_correlated_t") if test_fraction is None else test_fraction
    return from_differences(table.differences(), test_fraction=fraction)


def from_differences(differences: Array, *, test_fraction: float) -> DifferencePosterior:
    """From the differences themselves.

    Parameters:
        differences: first - second, one per fold.
        test_fraction: as in `bayes_correlated_t`.
    """
    mean, sd, n = moments(differences)
    return from_summary(mean=mean, sd=sd, n=n, test_fraction=test_fraction)


def from_summary(*, mean: float, sd: float, n: int, test_fraction: float) -> DifferencePosterior:
    """From printed numbers.

    Parameters:
        mean: mean of the differences.
        sd: their standard deviation (n - 1).
        n: their number.
        test_fraction: as in `bayes_correlated_t`.
    """
    scale = correlated_scale(sd, n, test_fraction)
    law: Law = StudentT(df=n - 1, location=mean, scale=scale) if sd > 0 else Point(mean)
    return DifferencePosterior(
        law, "bayes_correlated_t", prior=PRIOR, spread=sd, diagnostics=with_fraction(test_fraction)
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


def known_test_fraction(table: PairedTable, name: str) -> float:
    """The share of the data that each fold is tested on, as the table says; a message if it does not, or not clearly.

    Parameters:
        table: paired scores, one per fold.
        name: the procedure that asks, for the message.
    """
    design = table.design
    if (design.n_train is None) != (design.n_test is None):
        known, other = ("n_test", "n_train") if design.n_train is None else ("n_train", "n_test")
        raise NeedsNotMet(
            f"`{name}` needs n_train and n_test; this table has {known} = {getattr(design, known):g}, but {other} is "
            f"missing or differs between folds. Add a column {other} with one value, or give `test_fraction` "
            "(n_test/(n_test + n_train))."
        )
    if design.test_fraction is None:
        raise NeedsNotMet(
            f"`{name}` needs to know how much training data the folds share: add columns n_train and n_test, or a fold "
            "column, or give `test_fraction` (n_test/(n_test + n_train), 0.1 for 10 folds)."
        )
    if design.n_train is None:
        _refuse_unclear_folds(table, name)
    return design.test_fraction


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


def _refuse_unclear_folds(table: PairedTable, name: str) -> None:
    """The number of fold labels is k only if each repeat has every label once."""
    if "fold" not in table.factors:
        return
    labels, largest = table.design.levels["fold"], int(np.bincount(_codes(table, "repeat")).max())
    if largest != labels:
        raise NeedsNotMet(
            f"`{name}` needs the number of folds; this table has {labels} fold labels, but at most {largest} folds in "
            f"one repeat. If that is {largest}-fold cross-validation, give `test_fraction` = {1 / largest:.4g}, or "
            "number the folds anew in each repeat."
        )
