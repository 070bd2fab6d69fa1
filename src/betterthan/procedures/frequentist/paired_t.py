"""Would a mean difference this large be surprising if the two predictors were equally good?

Model: as in `bayes_t`. Under the null hypothesis Δ = 0

    t = m / (s/√n)  ~  Student-t(n - 1)          m: mean of the differences, s: their standard deviation

The confidence interval is m ± t_{n-1} s/√n.

When not to use it: 0/1 scores (use `mcnemar`); folds that share training data, whose variance it underestimates;
few, strongly skewed differences (use `wilcoxon` or `permutation`).

References: Student (1908); Dietterich (1998); Williams (2026), sec. 5.1.
"""

from __future__ import annotations

from math import copysign, inf, sqrt

from scipy.special import stdtr, stdtrit

from betterthan.data.moments import moments
from betterthan.data.protocol import Paired
from betterthan.procedures.facts import Robust
from betterthan.procedures.needs import Needs
from betterthan.procedures.registry import procedure
from betterthan.procedures.shared.checked import Differences, Level, Number, Spread, Units
from betterthan.results.interval import Interval
from betterthan.results.null_test import NullTest, null_of_mean, one_sided, sided_interval
from betterthan.vocabulary import Alternative


@procedure(
    title="the paired t-test",
    p_says=(
        "It says how often the mean would lie at least this many standard errors from 0 if the true mean "
        "difference were 0."
    ),
    needs=Needs(units=2),
    cites=("student1908", "dietterich1998", "williams2026"),
    assumes=("normality", "few ties"),
    robust=(
        Robust("wilcoxon", without="normality", estimates="typical difference"),
        Robust("permutation", without="normality", estimates="mean"),
        Robust("permutation", without="few ties", estimates="mean"),
    ),
)
def paired_t(table: Paired, *, alternative: Alternative = "two-sided", level: float = 0.95) -> NullTest:
    """Student's t-test of the differences.

    Parameters:
        table: paired scores of two models.
        alternative: `two-sided`, or the model claimed to be better (`first`, `second`).
        level: coverage of the confidence interval.

    >>> test = paired_t.from_summary(mean=0.0659, sd=1.0, n=176)           # Williams (2026), sec. 6.1
    >>> round(test.statistic, 2), round(test.p_value, 2)
    (0.87, 0.38)
    """
    mean, sd, n = table.moments()
    return from_summary(mean=mean, sd=sd, n=n, alternative=alternative, level=level)


def from_differences(
    differences: Differences, *, alternative: Alternative = "two-sided", level: Level = 0.95
) -> NullTest:
    """From differences first - second, one per unit; options as in `paired_t`."""
    mean, sd, n = moments(differences)
    return from_summary(mean=mean, sd=sd, n=n, alternative=alternative, level=level)


def from_summary(
    *, mean: Number, sd: Spread, n: Units, alternative: Alternative = "two-sided", level: Level = 0.95
) -> NullTest:
    """From printed numbers: mean, standard deviation (n - 1) and number of differences; options as in `paired_t`."""
    t = student_statistic(mean, sd / sqrt(n))

    def inside(coverage: float) -> Interval:
        reach = float(stdtrit(n - 1, (1 + coverage) / 2)) * sd / sqrt(n)
        return Interval(mean - reach, mean + reach, coverage, "confidence")

    return NullTest(
        procedure="paired_t",
        null=null_of_mean(alternative),
        statistic=t,
        statistic_name="t",
        p_value=one_sided(alternative, first=float(stdtr(n - 1, -t)), second=float(stdtr(n - 1, t))),
        alternative=alternative,
        df=float(n - 1),
        estimate=mean,
        interval=sided_interval(alternative, level, inside),
    )


def student_statistic(mean: float, standard_error: float) -> float:
    """Mean over its standard error; 0 for 0/0, signed infinity where only the standard error is 0.

    Parameters:
        mean: the estimated difference.
        standard_error: its standard error.
    """
    if standard_error > 0:
        return mean / standard_error
    return 0.0 if mean == 0 else copysign(inf, mean)
