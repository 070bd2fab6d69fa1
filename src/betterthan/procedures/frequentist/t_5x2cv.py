"""Do two learning algorithms differ more on one half of the data than the halves of five random halvings differ?

Model: in each of 5 repeats the data are halved at random; each half is tested on by models trained on the other, which
gives the differences p_i1 and p_i2. Under the null hypothesis each is normal with mean 0 and the same variance, and

    t = p_11 / √(Σ_i s_i² / 5)  ~  Student-t(5), nearly          s_i² = (p_i1 - p_i2)²/2

Only the first difference stands in the numerator, because the ten are not independent; the order of repeats and folds,
taken from their labels, therefore matters. The confidence interval is p_11 ± t_5 √(Σ_i s_i²/5).

When not to use it: any other layout (use `correlated_t`). `f_5x2cv` uses all ten differences, does not depend on their
order and is mostly preferred. Both train on half of the data only, and have little power.

References: Dietterich (1998).
"""

from __future__ import annotations

from math import hypot, sqrt

import numpy as np
from scipy.special import stdtr, stdtrit

from betterthan.data.paired_units import PairedUnits
from betterthan.procedures.frequentist.paired_t import student_statistic
from betterthan.procedures.registry import procedure
from betterthan.procedures.shared.checked import Grid, Level
from betterthan.procedures.shared.five_by_two import FiveByTwoNeeds, five_by_two, spreads
from betterthan.procedures.shared.folds import NAIVE
from betterthan.results.diagnostics import Diagnostics
from betterthan.results.interval import Interval
from betterthan.results.null_test import NullTest, null_of_mean, one_sided, sided_interval
from betterthan.vocabulary import Alternative


@procedure(
    title="the 5x2 cross-validation t-test",
    p_says=(
        "It says how often the difference on the first fold would be at least this large, compared with the "
        "spread within the five halvings, if the true mean difference were 0."
    ),
    needs=FiveByTwoNeeds(),
    cites=("dietterich1998",),
    assumes=("normality", "few ties"),
    naive=NAIVE,
)
def t_5x2cv(table: PairedUnits, *, alternative: Alternative = "two-sided", level: float = 0.95) -> NullTest:
    """Dietterich's t-test of 5 repeats of 2-fold cross-validation.

    Parameters:
        table: paired scores of two models, with columns `repeat` (5 values) and `fold` (2 in each repeat).
        alternative: `two-sided`, or the model claimed to be better (`first`, `second`).
        level: coverage of the confidence interval.

    >>> test = t_5x2cv.from_differences(np.array([[4, 2], [3, 1], [2, 4], [5, 3], [1, 3]]))
    >>> round(test.statistic, 4)                                           # every s_i² is 2: 4/√2
    2.8284
    """
    return from_differences(five_by_two(table), alternative=alternative, level=level)


def from_differences(differences: Grid, *, alternative: Alternative = "two-sided", level: Level = 0.95) -> NullTest:
    """From differences first - second, 5 repeats x 2 folds; options as in `t_5x2cv`."""
    rows = np.asarray(differences, dtype=np.float64)
    pooled, first = hypot(*spreads(rows)) / sqrt(5), float(rows[0, 0])
    t = student_statistic(first, pooled)

    def inside(coverage: float) -> Interval:
        reach = float(stdtrit(5, (1 + coverage) / 2)) * pooled
        return Interval(first - reach, first + reach, coverage, "confidence")

    return NullTest(
        procedure="t_5x2cv",
        null=null_of_mean(alternative),
        statistic=t,
        statistic_name="t",
        p_value=one_sided(alternative, first=float(stdtr(5, -t)), second=float(stdtr(5, t))),
        alternative=alternative,
        df=5.0,
        estimate=first,
        estimate_name="difference on the first fold",
        interval=sided_interval(alternative, level, inside),
        diagnostics=Diagnostics("approximate t law", figures={"mean of all differences": float(rows.mean())}),
    )
