"""How large is the difference between the means of two learning algorithms on one task, given runs that share no seeds?

Model: unpaired. The scores of each model are independent draws from a normal law with its own unknown mean and its own
unknown variance, all with the usual non-informative prior, p(μ_i, σ_i²) ∝ 1/σ_i². Each mean has a Student posterior,
and the difference of the two is

    μ1 - μ2 | scores  ~  m1 - m2 + (s1/√n1) T1 - (s2/√n2) T2,          T_i ~ Student-t(n_i - 1), independent

with m_i, s_i and n_i the mean, standard deviation and number of the scores of model i: the Behrens–Fisher law, here
integrated deterministically. A model whose scores are all the same has no spread, and its mean counts as known. The
default rope is 0.1 √((s1² + s2²)/2), a tenth of the standard deviation of a typical model's scores (Kruschke 2013).
Intervals hold the truth at least as often as they say (Robinson 1976), more often with very few runs.

When not to use it: scores of both models on the same seeds, training sets or cases (use `bayes_t`, which removes what
the units share); folds that share training data (use `bayes_correlated_t`).

References: Jeffreys (1940); Box and Tiao (1973), sec. 2.5.2; Robinson (1976); Kruschke (2013), for the rope.
"""

from __future__ import annotations

from functools import partial
from math import hypot, sqrt

from betterthan.data.moments import Moments, difference_of_means, moments
from betterthan.data.tables import UnpairedTable
from betterthan.procedures.facts import AtSize, Grown, Growth
from betterthan.procedures.needs import Needs
from betterthan.procedures.registry import named, procedure
from betterthan.procedures.shared.checked import Sample, SampleScores
from betterthan.procedures.shared.two_samples import two_samples
from betterthan.results.diagnostics import Diagnostics
from betterthan.results.difference import DifferencePosterior, Parameter
from betterthan.results.kinds import PairResult
from betterthan.results.laws.behrens_fisher import BehrensFisher
from betterthan.results.laws.law import Law
from betterthan.results.laws.point import Point
from betterthan.results.laws.student_t import StudentT

PRIOR = "flat on μ1, μ2, log σ1 and log σ2"
DIFFERENCE = Parameter("difference of means (unpaired)")


def _at_size(table: UnpairedTable, result: PairResult) -> AtSize:
    """The same means and standard deviations of two samples k times as large."""
    samples = table.moments()

    def at(k: float) -> Grown:
        first, second = (each._replace(n=max(2, round(k * each.n))) for each in samples)
        sums = {"first": first, "second": second}
        return Grown(from_summary(**sums), partial(named("welch_t").from_summary, **sums))

    return at


@procedure(
    title="the unpaired Bayesian t-test with unequal variances (Behrens–Fisher)",
    needs=Needs(units=2, paired=False, differences="varying"),
    cites=("jeffreys1940", "boxtiao1973", "robinson1976", "kruschke2013"),
    counterpart="welch_t",
    cost="quadrature",
    growth=Growth(_at_size, holds="means and sds"),
)
def bayes_welch(table: UnpairedTable) -> DifferencePosterior:
    """Posterior of the difference of two means, from two unpaired samples whose variances may differ.

    Parameters:
        table: unpaired scores of two models.

    >>> posterior = bayes_welch.from_summary(                              # Kim and Cohen (1996), Table 1: 1.83496
    ...     first=(0.0, 3 * 0.5**0.5, 9), second=(0.0, 13**0.5 * 0.5**0.5, 13))
    >>> round(float(posterior.quantile(0.95)), 4)
    1.835
    """
    first, second = table.moments()
    return from_summary(first=first, second=second)


def from_scores(first: SampleScores, second: SampleScores) -> DifferencePosterior:
    """From the scores of the two models."""
    return from_summary(first=moments(first), second=moments(second))


def from_summary(*, first: Sample, second: Sample) -> DifferencePosterior:
    """From printed numbers: mean, standard deviation (n - 1) and number of the scores of each model."""
    one, other = two_samples(first, second)
    law = _law(one, other)
    error = law.error if isinstance(law, BehrensFisher) else None
    return DifferencePosterior(
        law,
        "bayes_welch",
        DIFFERENCE,
        PRIOR,
        spread=hypot(one.sd, other.sd) / sqrt(2),
        diagnostics=Diagnostics("closed form" if error is None else "quadrature", error),
    )


def _law(one: Moments, other: Moments) -> Law:
    mean = difference_of_means(one, other)
    spread = [each for each in (one, other) if each.sd > 0]
    if not spread:
        return Point(mean)
    if len(spread) == 1:
        return StudentT(spread[0].n - 1, mean, spread[0].sd / sqrt(spread[0].n))
    return BehrensFisher(mean, one.n - 1, one.sd / sqrt(one.n), other.n - 1, other.sd / sqrt(other.n))
