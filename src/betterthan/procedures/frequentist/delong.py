"""Would areas under the ROC curve this far apart be surprising if the two models ordered the cases equally well?

Model: the cases of each class are independent draws. The AUROC is the share of pairs of a positive and a negative case
that a model orders rightly, ties half; the placement of a case is its own share. Under the null hypothesis that both
areas are equal

    z = (AUROC₁ - AUROC₂) / SE  ~  N(0, 1),   SE² = var(differences of placements of the positives)/n₊ + …negatives/n₋

The confidence interval is the difference ± z SE. It takes O(n log n) steps, and ties as they come.

When not to use it: clusters of cases or weights (use `bayes_bootstrap` or `bootstrap`); models that were trained on the
cases, or nested ones; fewer than 30 cases of the rarer class.

References: DeLong, DeLong and Clarke-Pearson (1988); Sun and Xu (2014).
"""

from __future__ import annotations

import numpy as np
from scipy.special import ndtr, ndtri

from betterthan.data.metric_table import MetricTable
from betterthan.numerics.delong import placements
from betterthan.procedures.frequentist.paired_t import student_statistic
from betterthan.procedures.needs import Needs
from betterthan.procedures.registry import procedure
from betterthan.results.interval import Interval
from betterthan.results.null_test import NullTest, null_against, one_sided, sided_interval
from betterthan.vocabulary import Alternative


@procedure(
    title="DeLong's test",
    p_says=(
        "It says how often two areas would lie at least this many standard errors apart if the true areas were equal."
    ),
    needs=Needs(units=4, takes="a metric", metric="auroc", whole=True),
    cites=("delong1988", "sun2014"),
    assumes=(),
)
def delong(table: MetricTable, *, alternative: Alternative = "two-sided", level: float = 0.95) -> NullTest:
    """DeLong's test of two areas under the ROC curve on the same cases.

    Parameters:
        table: predictions of two models with the metric `auroc`.
        alternative: `two-sided`, or the model claimed to be better (`first`, `second`).
        level: coverage of the confidence interval.
    """
    found = placements(table.predictions.truth, np.stack(table.outputs))
    difference, error = found.difference(0, 1)
    z = student_statistic(difference, error)

    def inside(coverage: float) -> Interval:
        reach = float(ndtri((1 + coverage) / 2)) * error
        return Interval(max(-1.0, difference - reach), min(1.0, difference + reach), coverage, "confidence")

    equal = "the areas under the ROC curve"
    return NullTest(
        procedure="delong",
        null=null_against(
            alternative,
            equal=f"{equal} are equal",
            at_most=f"{equal} are equal, or the second is larger",
            at_least=f"{equal} are equal, or the first is larger",
        ),
        statistic=z,
        statistic_name="z",
        p_value=one_sided(alternative, first=float(ndtr(-z)), second=float(ndtr(z))),
        alternative=alternative,
        estimate=difference,
        estimate_name="difference of the area under the ROC curve",
        interval=sided_interval(alternative, level, inside, ends=(-1.0, 1.0)),
    )
