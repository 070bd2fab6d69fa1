"""Would means this far apart be surprising if two learning algorithms were equally good, from runs that share no seeds?

Model: as in `bayes_welch`, unpaired: the scores of each model are independent draws from a normal law with its own mean
and its own variance. Under the null hypothesis of equal means, approximately,

    t = (m1 - m2) / √(v1 + v2)  ~  Student-t(ν)          v_i = s_i²/n_i,   ν = (v1 + v2)² / (v1²/(n1-1) + v2²/(n2-1))

with m_i, s_i and n_i the mean, standard deviation and number of the scores of model i (Welch–Satterthwaite). The
confidence interval is m1 - m2 ± t_ν √(v1 + v2).

When not to use it: scores of both models on the same seeds, training sets or cases (use `paired_t`, which removes what
the units share); folds that share training data (use `correlated_t`); fewer than five or so scores of a model, where ν
is a rough guess.

References: Welch (1947); Satterthwaite (1946).
"""

from __future__ import annotations

from math import sqrt

from scipy.special import stdtr, stdtrit

from betterthan.data.moments import difference_of_means, moments
from betterthan.data.tables import UnpairedTable
from betterthan.procedures.frequentist.paired_t import student_statistic
from betterthan.procedures.needs import Needs
from betterthan.procedures.registry import procedure
from betterthan.procedures.shared.checked import Level, Sample, SampleScores
from betterthan.procedures.shared.two_samples import two_samples
from betterthan.results.interval import Interval
from betterthan.results.null_test import NullTest, null_against, one_sided, sided_interval
from betterthan.vocabulary import Alternative


@procedure(
    title="Welch's unpaired t-test",
    p_says=(
        "It says how often two means would lie at least this many standard errors apart if the true means were equal."
    ),
    needs=Needs(units=2, paired=False),
    cites=("welch1947", "satterthwaite1946"),
)
def welch_t(table: UnpairedTable, *, alternative: Alternative = "two-sided", level: float = 0.95) -> NullTest:
    """The t-test of two unpaired samples whose variances may differ.

    Parameters:
        table: unpaired scores of two models.
        alternative: `two-sided`, or the model claimed to be better (`first`, `second`).
        level: coverage of the confidence interval.

    >>> test = welch_t.from_summary(                                       # R, ?t.test, the sleep data, unpaired
    ...     first=(0.75, 1.789010, 10), second=(2.33, 2.002249, 10))
    >>> round(test.statistic, 4), round(test.df, 3), round(test.p_value, 5)
    (-1.8608, 17.776, 0.07939)
    """
    first, second = table.moments()
    return from_summary(first=first, second=second, alternative=alternative, level=level)


def from_scores(
    first: SampleScores, second: SampleScores, *, alternative: Alternative = "two-sided", level: Level = 0.95
) -> NullTest:
    """From the scores of the two models; options as in `welch_t`."""
    return from_summary(first=moments(first), second=moments(second), alternative=alternative, level=level)


def from_summary(
    *, first: Sample, second: Sample, alternative: Alternative = "two-sided", level: Level = 0.95
) -> NullTest:
    """From printed numbers: mean, standard deviation (n - 1) and number of the scores of each model; options as in
    `welch_t`.
    """
    one, other = two_samples(first, second)
    estimate, unit = difference_of_means(one, other), max(one.sd, other.sd)
    v1, v2 = ((each.sd / unit) ** 2 / each.n if unit > 0 else 0.0 for each in (one, other))
    error = unit * sqrt(v1 + v2)
    t = student_statistic(estimate, error)
    df = (v1 + v2) ** 2 / (v1**2 / (one.n - 1) + v2**2 / (other.n - 1)) if unit > 0 else None
    law = one.n + other.n - 2 if df is None else df  # without any spread every law says the same

    def inside(coverage: float) -> Interval:
        reach = float(stdtrit(law, (1 + coverage) / 2)) * error
        return Interval(estimate - reach, estimate + reach, coverage, "confidence")

    return NullTest(
        procedure="welch_t",
        null=null_against(
            alternative,
            equal="the two means are equal",
            at_most="the first model's mean is at most the second's",
            at_least="the first model's mean is at least the second's",
        ),
        statistic=t,
        statistic_name="t",
        p_value=one_sided(alternative, first=float(stdtr(law, -t)), second=float(stdtr(law, t))),
        alternative=alternative,
        df=df,
        estimate=estimate,
        estimate_name="difference of means (unpaired)",
        interval=sided_interval(alternative, level, inside),
    )
