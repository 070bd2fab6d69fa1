"""Which models rank differently, with one critical difference for all pairs?

Model: that of `friedman`: k models are ranked on each of n units, with average ranks R_j. Under the null hypothesis
that every order is equally probable on every unit, the largest difference between two average ranks behaves like the
range of k normal numbers, so that with q the quantile of that range (the studentised range with infinitely many degrees
of freedom)

    |R_i - R_j| > CD = q √(k(k + 1)/(12 n))          for any pair, with probability 1 - level

at most, approximately. Tables of q/√2 stand with √(k(k + 1)/(6 n)). The p-value of a pair is the probability of a range
as large as its own difference: it allows for all pairs already, so that `p_value` and `p_adjusted` are the same.
Statistic, p-value and degrees of freedom of the whole are Friedman's. A pair's estimate is R_second - R_first, positive
if the first model ranks better, and its statistic |R_i - R_j| in units of √(k(k + 1)/(12 n)). Ties make it
conservative.

When not to use it: two models (use `wilcoxon`); where the verdict on two models should not depend on which others are
in the table, as it does here (use `pairwise_wilcoxon`); scores on a common scale, whose size it ignores.

References: Nemenyi (1963); Demšar (2006), sec. 3.2.2; Benavoli, Corani and Mangili (2016); Williams (2026), sec. 5.1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from math import sqrt

import numpy as np

from betterthan.arrays import Array
from betterthan.data.protocol import Paired
from betterthan.numerics.studentized_range import range_exceeds, range_quantile
from betterthan.procedures.frequentist.friedman import friedman
from betterthan.procedures.needs import Needs
from betterthan.procedures.registry import procedure
from betterthan.procedures.shared.blocks import FOR_TWO, checked_scores, rank_notes, score_rows, sums_of_one_task
from betterthan.procedures.shared.checked import Level, ScoreArray
from betterthan.results.diagnostics import Diagnostics
from betterthan.results.null_test import NullTest, PairTest


@procedure(
    title="Nemenyi's test",
    p_of="Friedman's test",
    p_says=(
        "The p-value of all models is that of Friedman's test: how often average ranks would lie at least this "
        "far apart if every order of the models were equally probable on every unit. Those of pairs are "
        "Nemenyi's, and allow for all pairs."
    ),
    needs=Needs(models=(3, None), tasks="any", further=sums_of_one_task, instead=FOR_TWO),
    cites=("nemenyi1963", "demsar2006", "benavoli2016", "williams2026"),
    notes=rank_notes,
)
def nemenyi(table: Paired, *, level: float = 0.95) -> NullTest:
    """Nemenyi's test of all pairs after Friedman's test.

    Parameters:
        table: paired scores of three or more models; several scores per task are averaged.
        level: what the critical difference leaves to any false difference is 1 - level.

    >>> scores = np.array([[.82, .79, .76], [.91, .88, .86], [.73, .71, .69], [.65, .67, .63], [.84, .82, .80],
    ...                    [.77, .74, .72]])
    >>> test = nemenyi.from_scores(scores, models=("a", "b", "c"))
    >>> [(pair.first, pair.second, round(pair.p_adjusted, 4)) for pair in test.pairs]
    [('a', 'b', 0.4804), ('a', 'c', 0.0043), ('b', 'c', 0.1072)]
    """
    return from_scores(score_rows(table), models=table.models, level=level)


def from_scores(scores: ScoreArray, *, models: Sequence[str] = (), level: Level = 0.95) -> NullTest:
    """From one score of each model on each unit (units x models, larger is better); `level` as in `nemenyi`."""
    values, names = checked_scores(scores, models, "nemenyi")
    test: NullTest = friedman.from_scores(values, models=names)
    n, k = values.shape
    spread = sqrt(k * (k + 1) / (12 * n))
    critical = range_quantile(level, k) * spread
    return replace(
        test,
        procedure="nemenyi",
        statistic_name=f"Friedman's {test.statistic_name}",
        estimate=None,
        estimate_name="difference of the average ranks",
        diagnostics=Diagnostics(
            f"{test.diagnostics.computed}; pairs by the studentised range",
            figures={**test.diagnostics.figures, "critical difference": critical, "level": level},
        ),
        pairs=_pairs(names, np.array([effect.estimate for effect in test.effects]), spread),
    )


def _pairs(names: Sequence[str], ranks: Array, spread: float) -> tuple[PairTest, ...]:
    """All pairs: difference of the average ranks, the same as a studentised range, and its probability."""
    ahead = ranks[None, :] - ranks[:, None]
    q = np.abs(ahead) / spread
    p = np.stack([range_exceeds(row, len(names)) for row in q])  # row by row: many models have very many pairs
    return tuple(
        PairTest(names[i], names[j], float(ahead[i, j]), float(q[i, j]), float(p[i, j]), float(p[i, j]))
        for i, j in combinations(range(len(names)), 2)
    )
