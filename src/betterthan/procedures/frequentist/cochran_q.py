"""Do several classifiers err on equally many cases?

Model: independent cases with 0/1 scores of k models. Under the null hypothesis that all models have the same accuracy,
and that on a case on which some err and some do not it might as well have been any others,

    Q = (k - 1)/k · Σ_j (C_j - C)² / Σ_i r_i (1 - r_i)  ~  χ²(k - 1)          C = mean of the C_j

approximately, with C_j the number of cases on which model j is right and r_i the share of the models that are right on
case i. Cases on which all agree count for nothing. With two models it is McNemar's test without continuity correction.
The pairs are tested by McNemar's test, by default exact, with their p-values adjusted for their number; a pair's
estimate is its difference in accuracy, with Tango's interval at its own level. The effect of a model is its accuracy
minus the mean accuracy of the models.

When not to use it: scores other than 0/1 (use `friedman`); two models (use `mcnemar`, which has an exact variant);
several tasks at once; training sets that vary, to which it is blind. The χ² law needs about 24 scores (cases x models)
among the cases on which the models disagree.

References: Cochran (1950); Tate and Brown (1970); McNemar (1947); Tango (1998); Holm (1979).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np
from scipy.special import chdtrc

from betterthan.arrays import Array
from betterthan.data.tables import PairedTable
from betterthan.errors import ArgumentError
from betterthan.procedures.frequentist.mcnemar import Variant, mcnemar
from betterthan.procedures.needs import Needs
from betterthan.procedures.registry import procedure
from betterthan.procedures.shared.blocks import checked_scores, deviations, tested_pairs
from betterthan.procedures.shared.checked import Level, ScoreArray
from betterthan.results.diagnostics import Diagnostics
from betterthan.results.null_test import NullTest
from betterthan.vocabulary import Adjustment

IN_SHORT: dict[Variant, str] = {"auto": "exact below 25 disagreements, else corrected"}


@procedure(
    title="Cochran's Q test",
    p_says=(
        "It says how often the models' numbers of right answers would lie at least this far apart if all of them "
        "were right equally often."
    ),
    needs=Needs(
        units=2,
        models=(2, None),
        binary=True,
        every_unit=True,
        instead={
            "0/1 scores": "For those use `bayes_joint` or `friedman`.",
            "a single task": "Choose one of them, or use `friedman`, which takes the mean score of each task.",
        },
    ),
    cites=("cochran1950", "tate1970", "mcnemar1947", "tango1998", "holm1979"),
    stands_for=(
        "Nemenyi's test and its diagram are left out: 0/1 scores are mostly ties, which leave it almost no power "
        "(0.035 in a simulation in which McNemar's test has 0.81). `cochran_q`, to which Friedman's test of 0/1 scores "
        "comes down, and McNemar's tests of the pairs stand instead."
    ),
)
def cochran_q(
    table: PairedTable, *, variant: Variant = "auto", adjust: Adjustment = "holm", level: float = 0.95
) -> NullTest:
    """Cochran's Q test of two or more 0/1 scores, with McNemar's test of all pairs.

    Parameters:
        table: paired 0/1 scores of two or more models.
        variant: which form of McNemar's test the pairs get, as in `mcnemar`.
        adjust: how the p-values of the pairs are adjusted for their number, as in `multiplicity.adjust`.
        level: coverage of each confidence interval.

    >>> answers = np.repeat(                                               # SAS, PROC FREQ: three drugs, 46 patients
    ...     [[0, 0, 0], [1, 0, 0], [0, 0, 1], [1, 0, 1], [0, 1, 0], [1, 1, 0], [0, 1, 1], [1, 1, 1]],
    ...     [6, 2, 16, 4, 2, 6, 4, 6], axis=0)
    >>> test = cochran_q.from_scores(answers)
    >>> round(test.statistic, 4), round(test.p_value, 4)
    (8.4706, 0.0145)
    """
    return from_scores(table.scores, models=table.models, variant=variant, adjust=adjust, level=level)


def from_scores(
    scores: ScoreArray,
    *,
    models: Sequence[str] = (),
    variant: Variant = "auto",
    adjust: Adjustment = "holm",
    level: Level = 0.95,
) -> NullTest:
    """From the 0/1 scores of each model on each case (cases x models, 1 for right); options as in `cochran_q`."""
    values, names = checked_scores(scores, models, "cochran_q")
    if not np.isin(values, (0.0, 1.0)).all():
        raise ArgumentError("`cochran_q` needs scores of 0 and 1 only. For real-valued scores use `friedman`.")
    k, right, share = values.shape[1], values.sum(axis=0), values.mean(axis=1)
    disagreed = float((share * (1 - share)).sum())
    statistic = (k - 1) / k * float(((right - right.mean()) ** 2).sum()) / disagreed if disagreed > 0 else 0.0
    tests = [mcnemar.from_cells(**cells, variant=variant, level=level) for cells in _cells(values)]
    return NullTest(
        procedure="cochran_q",
        null="all models are right equally often",
        statistic=statistic,
        statistic_name="Q",
        p_value=float(chdtrc(k - 1, statistic)),
        df=float(k - 1),
        estimate=tests[0].estimate if k == 2 else None,
        estimate_name="difference in accuracy",
        interval=tests[0].interval if k == 2 else None,
        diagnostics=Diagnostics(
            f"χ² law; pairs by McNemar's test ({IN_SHORT.get(variant, variant)}), p-values adjusted: {adjust}",
            figures={"cases": float(len(values)), "cases with disagreement": float(((share > 0) & (share < 1)).sum())},
        ),
        effects=deviations(values, names),
        pairs=tested_pairs(names, tests, adjust),
    )


def _cells(values: Array) -> list[dict[str, int]]:
    """The four counts of every pair."""
    n, right, both = len(values), values.sum(axis=0), values.T @ values
    made = []
    for i, j in combinations(range(values.shape[1]), 2):
        n11, n1, n2 = (round(float(count)) for count in (both[i, j], right[i], right[j]))
        made.append({"n00": n - n1 - n2 + n11, "n01": n2 - n11, "n10": n1 - n11, "n11": n11})
    return made
