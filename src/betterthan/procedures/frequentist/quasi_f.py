"""Would a mean difference this large be surprising, given that both the training sets and the test cases are samples?

Model: as in `bayes_crossed`: d_jk = μ + a_j + b_k + ε_jk for J training sets (or seeds) and K cases. Under the null
hypothesis μ = 0, with the mean squares of a two-way analysis of variance and MS_μ = JK d̄²,

    F'' = (MS_μ + MS_ε)/(MS_a + MS_b)  ~  F(ν₁, ν₂), nearly
    ν₁ = (MS_μ + MS_ε)²/(MS_μ² + MS_ε²/((J-1)(K-1)))          ν₂ = (MS_a + MS_b)²/(MS_a²/(J-1) + MS_b²/(K-1))

because numerator and denominator have the same expectation (Satterthwaite's approximation). Neither the training sets
nor the cases alone may be taken as the units: the t-test of all JK differences would reject far too often. F'' has no
sign, so the test is two-sided. No interval is given: differences close to the mean may themselves be rejected.

When not to use it: fewer than 5 training sets or cases, where it rejects too often: at the 5% level up to 14% of the
time with 2, 8% with 3; to estimate by how much the algorithms differ (use `bayes_crossed`); folds (use `correlated_t`);
a single trained model (use `paired_t`).

References: Rasmussen (1996), sec. 2.5, and Rasmussen et al. (1996), who use it in DELVE; Satterthwaite (1946).
"""

from __future__ import annotations

from math import inf

from scipy.special import fdtrc

from betterthan.data.paired_units import PairedUnits
from betterthan.procedures.registry import procedure
from betterthan.procedures.shared.checked import Count, Grid, Number, Spread
from betterthan.procedures.shared.crossed_table import NAIVE, CrossedNeeds, CrossedSums, crossed_sums, laid_out
from betterthan.results.diagnostics import Diagnostics
from betterthan.results.null_test import NullTest


@procedure(
    title="the quasi-F test of two crossed random factors",
    p_says=(
        "It says about how often the mean difference would be at least this large, compared with what the "
        "levels of both factors vary by, if the true one were 0."
    ),
    needs=CrossedNeeds(),
    cites=("rasmussen1996", "delve1996", "satterthwaite1946"),
    naive=NAIVE,
)
def quasi_f(table: PairedUnits) -> NullTest:
    """The quasi-F test of training sets, seeds or judges x cases, or of training sets x seeds.

    Both degrees of freedom are in the name of the statistic and among the figures of the diagnostics.

    Parameters:
        table: paired scores of two models, one for every pair of levels of the two factors.

    >>> import numpy as np
    >>> test = quasi_f.from_differences(np.array([[1, 3], [2, 8]]))        # MS: 9, 16 and 4; MS_μ = 4 · 3.5² = 49
    >>> round(test.statistic, 4), test.statistic_name                      # (49 + 4)/(9 + 16)
    (2.12, "F''(1.16, 1.85)")
    """
    return from_differences(laid_out(table, table.differences()))


def from_differences(differences: Grid) -> NullTest:
    """From differences first - second, training sets x cases."""
    return _of_sums(crossed_sums(differences))


def from_summary(
    *, mean: Number, ss_rows: Spread, ss_columns: Spread, ss_residual: Spread, rows: Count, columns: Count
) -> NullTest:
    """From a two-way analysis of variance of the differences: their mean, the sums of squares of the training sets
    (rows), the cases (columns) and the residual, and the numbers of training sets J and cases K.
    """
    return _of_sums(CrossedSums(mean, ss_rows, ss_columns, ss_residual, rows, columns))


def _of_sums(sums: CrossedSums) -> NullTest:
    rows, columns, residual = sums.df
    of_mean = sums.rows * sums.columns * sums.mean**2
    largest = max(of_mean, *sums.mean_squares) or 1.0  # only ratios count, and squares of squares may leave the range
    m, a, b, e = (square / largest for square in (of_mean, *sums.mean_squares))
    numerator_df = (m + e) ** 2 / (m**2 + e**2 / residual) if m + e > 0 else 1.0
    denominator_df = (a + b) ** 2 / (a**2 / rows + b**2 / columns) if a + b > 0 else float(residual)
    f = (m + e) / (a + b) if a + b > 0 else inf if m > 0 else 0.0
    return NullTest(
        procedure="quasi_f",
        null="the mean difference is 0",
        statistic=f,
        statistic_name=f"F''({numerator_df:.3g}, {denominator_df:.3g})",
        p_value=float(fdtrc(numerator_df, denominator_df, f)),
        estimate=sums.mean * sums.unit,
        diagnostics=Diagnostics(
            "approximate F law", figures={"numerator df": numerator_df, "denominator df": denominator_df}
        ),
    )
