"""Which pairs of models differ, each pair judged by its own scores only?

Model: that of `wilcoxon` for each of the m = k(k - 1)/2 pairs of k models: the differences of two models are symmetric
about Δ, and the signed-rank test asks whether Δ = 0. The m p-values are adjusted for their number, by default with
Holm's method: with p_(1) ≤ … ≤ p_(m),

    adjusted p_(i) = max over j ≤ i of min(1, (m - j + 1) p_(j))

which bounds the probability of any false claim by 1 - level, whatever the dependence between the pairs. Unlike
`nemenyi`, the test of two models (though not its adjustment) is the same whichever other models are in the table. The
statistic of the whole is the smallest p-value, and its p-value the smallest adjusted one: it tests that no two models
differ, unless `adjust` is `none`. Estimate and interval of a pair are Hodges and Lehmann's, each interval at its own
level; the effect of a model is the mean of its estimates against all models, itself included.

When not to use it: two models (use `wilcoxon`); very skewed differences; 0/1 scores (use `cochran_q`); folds of one
task, which share training data. On n units no p-value is below 2^(1 - n), so that few tasks cannot show anything: 6
models, 15 pairs, need 10 tasks.

References: Benavoli, Corani and Mangili (2016); Wilcoxon (1945); Holm (1979); Demšar (2006), sec. 3.1.3.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from betterthan.arrays import Array
from betterthan.data.paired_units import PairedUnits
from betterthan.data.protocol import Paired
from betterthan.numerics.ties import ROUNDING
from betterthan.phrases import number
from betterthan.procedures.frequentist.wilcoxon import Method, wilcoxon
from betterthan.procedures.needs import Needs
from betterthan.procedures.registry import procedure
from betterthan.procedures.shared.blocks import FOR_TWO, checked_scores, score_rows, tested_pairs
from betterthan.procedures.shared.checked import Level, ScoreArray
from betterthan.results.diagnostics import Diagnostics
from betterthan.results.effect import ModelEffect
from betterthan.results.null_test import NullTest, PairTest
from betterthan.vocabulary import Adjustment

USUAL_SIZE = 0.05


def _out_of_reach(table: Paired) -> tuple[str, ...]:
    """On very few units no pair can be shown to differ, whatever the scores."""
    units = len(table.tasks) if len(table.tasks) > 1 else table.facts.n
    pairs = len(table.models) * (len(table.models) - 1) // 2
    least = 2.0 ** (1 - units)
    adjusted = min(1.0, pairs * least)
    if adjusted <= USUAL_SIZE:
        return ()
    return (
        f"On {units} units no signed-rank p-value is below {number(least, 2)}, and no p-value of {pairs} pairs, "
        f"adjusted with Holm's method, below {number(adjusted, 2)}: whatever the scores, none can stand out at the 5% "
        "level.",
    )


@procedure(
    title="Wilcoxon's signed-rank test of all pairs",
    p_says=(
        "The p-value of all models is the smallest adjusted one of a pair: it bounds how often any pair would "
        "stand out as clearly as this if no two models differed."
    ),
    needs=Needs(models=(3, None), tasks="any", every_unit=True, instead=FOR_TWO),
    cites=("benavoli2016", "wilcoxon1945", "holm1979", "demsar2006"),
    notes=_out_of_reach,
)
def pairwise_wilcoxon(
    table: PairedUnits,
    *,
    adjust: Adjustment = "holm",
    level: float = 0.95,
    method: Method = "auto",
    continuity: bool = True,
) -> NullTest:
    """Wilcoxon's signed-rank test of every pair of models, adjusted for the number of pairs.

    Parameters:
        table: paired scores of three or more models; several scores per task are averaged.
        adjust: how the p-values are adjusted for their number, as in `multiplicity.adjust`.
        level: coverage of each confidence interval.
        method: as in `wilcoxon`.
        continuity: as in `wilcoxon`.

    >>> scores = np.array([[.82, .79, .76], [.91, .88, .86], [.73, .71, .69], [.65, .67, .63], [.84, .82, .80],
    ...                    [.77, .74, .72]])
    >>> test = pairwise_wilcoxon.from_scores(scores, models=("a", "b", "c"), method="exact")
    >>> [(pair.first, pair.second, pair.p_value, round(pair.p_adjusted, 5)) for pair in test.pairs]
    [('a', 'b', 0.125, 0.125), ('a', 'c', 0.03125, 0.09375), ('b', 'c', 0.03125, 0.09375)]
    """
    return from_scores(
        score_rows(table), models=table.models, adjust=adjust, level=level, method=method, continuity=continuity
    )


def from_scores(
    scores: ScoreArray,
    *,
    models: Sequence[str] = (),
    adjust: Adjustment = "holm",
    level: Level = 0.95,
    method: Method = "auto",
    continuity: bool = True,
) -> NullTest:
    """From the scores of all models (units x models, larger is better); options as in `pairwise_wilcoxon`."""
    values, names = checked_scores(scores, models, "pairwise_wilcoxon")
    tests = [
        wilcoxon.from_differences(differences, level=level, method=method, continuity=continuity)
        for differences in _differences(values)
    ]
    pairs = tested_pairs(names, tests, adjust)
    return NullTest(
        procedure="pairwise_wilcoxon",
        null="the differences of every two models are symmetric about 0",
        statistic=min(pair.p_value for pair in pairs),
        statistic_name="min p",
        p_value=min(pair.p_adjusted for pair in pairs),
        estimate_name="pseudomedian of the differences",
        diagnostics=Diagnostics(
            f"signed-rank tests of all pairs; p-values adjusted: {adjust}",
            figures={"units": float(len(values)), "pairs": float(len(pairs))},
        ),
        effects=_effects(names, pairs),
        pairs=pairs,
    )


def _differences(values: Array) -> list[Array]:
    """The differences of all pairs; rounding noise is set to exactly 0."""
    made = []
    for i, j in combinations(range(values.shape[1]), 2):
        apart = values[:, i] - values[:, j]
        noise = ROUNDING * np.abs(values[:, [i, j]]).max()
        made.append(np.where(np.abs(apart) <= noise, 0.0, apart))
    return made


def _effects(names: Sequence[str], pairs: Sequence[PairTest]) -> tuple[ModelEffect, ...]:
    """The mean of each model's pseudomedians against all models: what makes them add up along a chain of models."""
    ahead = dict.fromkeys(names, 0.0)
    for pair in pairs:
        ahead[pair.first] += pair.estimate
        ahead[pair.second] -= pair.estimate
    return tuple(ModelEffect(name, total / len(names)) for name, total in ahead.items())
