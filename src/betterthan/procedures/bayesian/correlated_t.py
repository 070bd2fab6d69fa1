"""How large is the mean difference between two learning algorithms on one task, given folds that share training data?

Model: the differences d_1 … d_n, one per fold, are normal with mean Δ and unknown variance, and any two of them have
correlation ρ, because their training sets overlap. ρ is not estimated; it is the share of the data that each fold is
tested on, 1/k for k folds (Nadeau and Bengio 2003). With the prior p(Δ, σ²) ∝ 1/σ²

    Δ | d  ~  Student-t(n - 1, m, s² (1/n + ρ/(1 - ρ)))          ρ = n_test/(n_test + n_train)

with m and s the mean and standard deviation of the d_j. More repeats make 1/n smaller but leave ρ/(1 - ρ).

When not to use it: differences that are all the same (use `bayes_agreement`); independent cases, seeds or training sets
(use `bayes_t`); one mean of all folds per task, on several tasks (use `bayes_signed_rank`); several tasks with their
folds (use `bayes_hierarchical_t`).

References: Corani and Benavoli (2015); Benavoli et al. (2017), sec. 3.1; Nadeau and Bengio (2003). (Benavoli et al.,
sec. 4.3.1, misprint ρ as n_test/n_train.)
"""

from __future__ import annotations

from functools import partial
from typing import Any, Literal

from betterthan.data.moments import moments
from betterthan.data.protocol import Paired
from betterthan.procedures.facts import AtSize, Grown, Growth
from betterthan.procedures.registry import named, procedure
from betterthan.procedures.shared.checked import Differences, Fraction, Number, PositiveSpread, Units
from betterthan.procedures.shared.folds import NAIVE, FoldNeeds, correlated_scale, known_test_fraction, with_fraction
from betterthan.results.difference import DifferencePosterior
from betterthan.results.kinds import PairResult
from betterthan.results.laws.law import Law
from betterthan.results.laws.point import Point
from betterthan.results.laws.student_t import StudentT

ZeroVariance = Literal["refuse", "published"]
PRIOR = "flat on Δ and log σ; correlation ρ of the folds fixed"


def _at_size(table: Paired, result: PairResult) -> AtSize:
    """The same mean and standard deviation of k times the folds, with the correlation that was assumed."""
    mean, sd, n = table.moments()
    share = result.diagnostics.figures["test fraction"]

    def at(k: float) -> Grown:
        sums: dict[str, Any] = {"mean": mean, "sd": sd, "n": max(2, round(k * n)), "test_fraction": share}
        return Grown(from_summary(**sums), partial(named("correlated_t").from_summary, **sums))

    return at


@procedure(
    title="the Bayesian correlated t-test",
    needs=FoldNeeds(units=2, differences="varying"),
    cites=("corani2015", "benavoli2017", "nadeau2003"),
    assumes=("normality", "few ties"),
    counterpart="correlated_t",
    naive=NAIVE,
    point_mass={"zero_variance": "published"},
    growth=Growth(_at_size, limited="folds share training data"),
    more="repeats",
)
def bayes_correlated_t(
    table: Paired, *, test_fraction: float | None = None, zero_variance: ZeroVariance = "refuse"
) -> DifferencePosterior:
    """Posterior of the mean difference over folds, repeated folds or repeated random splits of one task.

    Parameters:
        table: paired scores of two models, one per fold.
        test_fraction: ρ = n_test/(n_test + n_train); None takes it from n_train and n_test or the number of folds.
        zero_variance: differences that are all the same are refused (`refuse`), or leave no doubt at all, as in the
            tables of Benavoli et al. (`published`).

    >>> posterior = bayes_correlated_t.from_summary(                       # Benavoli et al. (2017), anneal
    ...     mean=-0.0194, sd=0.01583, n=100, test_fraction=0.1)
    >>> round(posterior.law.scale**2, 6), [round(p, 3) for p in posterior.probabilities(0.01)]
    (3e-05, [0.0, 0.046, 0.954])
    """
    fraction = known_test_fraction(table, "bayes_correlated_t") if test_fraction is None else test_fraction
    mean, sd, n = table.moments()
    return from_summary(mean=mean, sd=sd, n=n, test_fraction=fraction)


def from_differences(
    differences: Differences, *, test_fraction: Fraction, zero_variance: ZeroVariance = "refuse"
) -> DifferencePosterior:
    """From differences first - second, one per fold; options as in `bayes_correlated_t`."""
    mean, sd, n = moments(differences)
    return from_summary(mean=mean, sd=sd, n=n, test_fraction=test_fraction)


def from_summary(*, mean: Number, sd: PositiveSpread, n: Units, test_fraction: Fraction) -> DifferencePosterior:
    """From printed numbers: mean, standard deviation (n - 1) and number of the differences; options as in
    `bayes_correlated_t`.
    """
    scale = correlated_scale(sd, n, test_fraction)
    law: Law = StudentT(df=n - 1, location=mean, scale=scale) if sd > 0 else Point(mean)
    return DifferencePosterior(
        law, "bayes_correlated_t", prior=PRIOR, spread=sd, diagnostics=with_fraction(test_fraction)
    )
