"""Are the ten differences of five halvings of the data larger than differences between two halves can explain?

Model: as in `t_5x2cv`: 5 random halvings, two differences p_i1, p_i2 each. Under the null hypothesis

    f = Σ_ij p_ij² / (2 Σ_i s_i²)  ~  F(10, 5), nearly          s_i² = (p_i1 - p_i2)²/2

All ten differences count, in any order. f has no sign, so the test is two-sided. No interval is given: the differences
that the test would not reject become fewer the more the repeats disagree, and may be none at all.

When not to use it: any other layout (use `correlated_t`); one-sided claims (use `t_5x2cv`); to estimate by how much the
algorithms differ (use `bayes_correlated_t`). It trains on half of the data only, and has little power.

References: Alpaydın (1999); Dietterich (1998).
"""

from __future__ import annotations

from math import hypot

import numpy as np
from scipy.special import fdtrc

from betterthan.data.paired_units import PairedUnits
from betterthan.procedures.frequentist.paired_t import student_statistic
from betterthan.procedures.registry import procedure
from betterthan.procedures.shared.checked import Grid
from betterthan.procedures.shared.five_by_two import FiveByTwoNeeds, five_by_two, spreads
from betterthan.procedures.shared.folds import NAIVE
from betterthan.results.diagnostics import Diagnostics
from betterthan.results.null_test import NullTest


@procedure(
    title="the combined 5x2 cross-validation F-test",
    p_says=(
        "It says how often the ten differences would be at least this large, compared with the spread within the "
        "five halvings, if the true mean difference were 0."
    ),
    needs=FiveByTwoNeeds(),
    cites=("alpaydin1999", "dietterich1998"),
    assumes=("normality", "few ties"),
    naive=NAIVE,
)
def f_5x2cv(table: PairedUnits) -> NullTest:
    """Alpaydın's combined F-test of 5 repeats of 2-fold cross-validation.

    Parameters:
        table: paired scores of two models, with columns `repeat` (5 values) and `fold` (2 in each repeat).

    >>> test = f_5x2cv.from_differences(np.array([[4, 2], [3, 1], [2, 4], [5, 3], [1, 3]]))
    >>> round(test.statistic, 4)                                           # 94/(2 · 10)
    4.7
    """
    return from_differences(five_by_two(table))


def from_differences(differences: Grid) -> NullTest:
    """From differences first - second, 5 repeats x 2 folds."""
    rows = np.asarray(differences, dtype=np.float64)
    f = student_statistic(hypot(*rows.ravel()), hypot(*spreads(rows))) ** 2 / 2
    return NullTest(
        procedure="f_5x2cv",
        null="the mean difference is 0",
        statistic=f,
        statistic_name="F(10, 5)",
        p_value=float(fdtrc(10, 5, f)),
        estimate=float(rows.mean()),
        diagnostics=Diagnostics("approximate F law"),
    )
