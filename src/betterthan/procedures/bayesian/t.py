"""How large is the mean difference between two predictors on one task?

Model: the differences d_1 … d_n of the two models' scores are independent draws from a normal law with unknown mean
Δ and unknown variance, both with the usual non-informative prior, p(Δ, σ²) ∝ 1/σ².

    Δ | d  ~  Student-t(n - 1, m, s²/n)          m: mean of the d_j, s: their standard deviation

When not to use it: differences that are all the same (use `bayes_agreement`); 0/1 scores (use `bayes_mcnemar`); folds
that share training data; strongly skewed or heavy-tailed differences with few units (look at the checks; use
`bayes_robust_t`, or `bayes_bootstrap` with many ties).

References: Benavoli et al. (2017), JMLR 18(77), with no overlap of training sets; Williams (2026), sec. 5.3, eq. 6.
"""

from __future__ import annotations

from functools import partial
from math import sqrt
from typing import Any

from betterthan.data.moments import moments
from betterthan.data.protocol import Paired
from betterthan.procedures.facts import AtSize, Grown, Growth, Robust
from betterthan.procedures.needs import Needs
from betterthan.procedures.registry import named, procedure
from betterthan.procedures.shared.checked import Differences, Number, PositiveSpread, Units
from betterthan.results.difference import DifferencePosterior
from betterthan.results.kinds import PairResult
from betterthan.results.laws.student_t import StudentT

PRIOR = "flat on Δ and log σ"


def _at_size(table: Paired, result: PairResult) -> AtSize:
    """The same mean and standard deviation of k times the units."""
    mean, sd, n = table.moments()

    def at(k: float) -> Grown:
        sums: dict[str, Any] = {"mean": mean, "sd": sd, "n": max(2, round(k * n))}
        return Grown(from_summary(**sums), partial(named("paired_t").from_summary, **sums))

    return at


@procedure(
    title="the Bayesian t-test",
    needs=Needs(units=2, differences="varying"),
    cites=("benavoli2017", "williams2026"),
    assumes=("normality", "few ties"),
    counterpart="paired_t",
    robust=(
        Robust("bayes_robust_t", without="normality", estimates="typical difference"),
        Robust("bayes_bootstrap", without="normality", estimates="mean", units=30),  # knows only values that it saw
        Robust("bayes_bootstrap", without="few ties", estimates="mean", units=30),
    ),
    growth=Growth(_at_size),
)
def bayes_t(table: Paired) -> DifferencePosterior:
    """Posterior of the mean difference of independent, roughly normal differences.

    Parameters:
        table: paired scores of two models.

    >>> posterior = bayes_t.from_summary(mean=0.0659, sd=1.0, n=176)       # Williams (2026), sec. 6.1
    >>> [round(p, 2) for p in posterior.probabilities((-0.1, 0.1))]
    [0.33, 0.66, 0.01]
    """
    mean, sd, n = table.moments()
    return from_summary(mean=mean, sd=sd, n=n)


def from_differences(differences: Differences) -> DifferencePosterior:
    """From differences first - second, one per unit."""
    mean, sd, n = moments(differences)
    return from_summary(mean=mean, sd=sd, n=n)


def from_summary(*, mean: Number, sd: PositiveSpread, n: Units) -> DifferencePosterior:
    """From printed numbers: mean, standard deviation (n - 1) and number of the differences."""
    law = StudentT(df=n - 1, location=mean, scale=sd / sqrt(n))
    return DifferencePosterior(law, "bayes_t", prior=PRIOR, spread=sd)
