"""Which pairs of models differ in their means, allowing for how the pairs hang together?

Model: the differences of every two models are, unit by unit, independent and symmetric about their means. A unit's
differences of all m = k(k - 1)/2 pairs of k models are flipped together, by one sign, so that the flips keep what the
pairs share. With the pairs in the order of their |t|, largest first,

    p_j = share of flips in which the largest |t| of the pairs j … m is at least pair j's
    adjusted p_j = max_{i ≤ j} p_i

which is Westfall and Young's step-down max-T. All 2ⁿ flips are taken when 2ⁿ ≤ `draws`; then the p-values are exact.
Otherwise they have the Monte Carlo error that the diagnostics state. It bounds the probability of any false claim by
1 - level, whichever pairs differ in truth (in the strong sense: flipping whole units leaves the joint law of the pairs
without a difference alone). It mostly asks for less than Holm's method does, and for the less the more the pairs have
in common, as those of one model always have. The statistic of the whole is the largest |t|, its p-value the
smallest adjusted one. The p-value of a pair alone is that of `permutation`; a pair's estimate is the difference of the
means, its statistic t; the effect of a model is its mean above that of all models.

When not to use it: two models (use `permutation`); very skewed differences with unlike tails; 0/1 scores (use
`cochran_q`); folds of one task, which share training data. On n units no p-value is below 2^(1 - n).

References: Westfall and Young (1993), algorithm 4.1; Ge, Dudoit and Speed (2003); Romano and Wolf (2005).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import copysign, inf, sqrt

import numpy as np

from betterthan.arrays import Array
from betterthan.data.paired_units import PairedUnits
from betterthan.data.protocol import Paired
from betterthan.numerics.max_t import max_t
from betterthan.numerics.monte_carlo import error_of_shares
from betterthan.numerics.ties import ROUNDING
from betterthan.phrases import number
from betterthan.procedures.needs import Needs
from betterthan.procedures.registry import procedure
from betterthan.procedures.shared.blocks import checked_scores, deviations, score_rows
from betterthan.procedures.shared.checked import Draws, ScoreArray, Seed
from betterthan.results.diagnostics import Diagnostics
from betterthan.results.null_test import NullTest, PairTest

USUAL_SIZE = 0.05


def _out_of_reach(table: Paired) -> tuple[str, ...]:
    """On very few units no pair can be shown to differ, whatever the scores."""
    units = len(table.tasks) if len(table.tasks) > 1 else table.facts.n
    least = 2.0 ** (1 - units)
    if least <= USUAL_SIZE:
        return ()
    told = f"On {units} units there are {2 ** (units - 1)} ways to flip signs: no p-value is below {number(least, 2)}"
    return (f"{told}, so that, whatever the scores, no pair can stand out at the 5% level.",)


@procedure(
    title="the permutation test of all pairs with Westfall and Young's step-down adjustment",
    p_says=(
        "The p-value of all models is the smallest adjusted one of a pair: how often any pair would stand out as "
        "clearly as this after the signs of whole units were flipped at random."
    ),
    needs=Needs(
        models=(3, None),
        tasks="any",
        every_unit=True,
        instead={"more models": "For two models use `permutation`."},
    ),
    cites=("westfall1993", "ge2003", "romano2005"),
    assumes=(),
    cost="Monte Carlo",
    least_draws=100,
    notes=_out_of_reach,
)
def westfall_young(
    table: PairedUnits, *, draws: int = 20_000, rng: int | np.random.Generator | None = None
) -> NullTest:
    """Permutation test of every pair of models, adjusted for all pairs by Westfall and Young's step-down max-T.

    Parameters:
        table: paired scores of three or more models; several scores per task are averaged.
        draws: number of random flips; with 2ⁿ ≤ draws every flip is taken once.
        rng: seed or generator of the random flips; None is seed 0, so that the same scores give the same p.

    >>> scores = np.array([[.82, .79, .76], [.91, .88, .86], [.73, .71, .69], [.65, .67, .63], [.84, .82, .80],
    ...                    [.77, .74, .72]])
    >>> test = westfall_young.from_scores(scores, models=("a", "b", "c"))
    >>> [(pair.first, pair.second, pair.p_value, pair.p_adjusted) for pair in test.pairs]
    [('a', 'b', 0.125, 0.125), ('a', 'c', 0.03125, 0.0625), ('b', 'c', 0.03125, 0.0625)]
    """
    return from_scores(score_rows(table), models=table.models, draws=draws, rng=rng)


def from_scores(scores: ScoreArray, *, models: Sequence[str] = (), draws: Draws = 20_000, rng: Seed = None) -> NullTest:
    """From the scores of all models (units x models, larger is better); options as in `westfall_young`."""
    values, names = checked_scores(scores, models, "westfall_young")
    values = _in_order(values)
    differences = _differences(values)
    found = max_t(differences, draws=draws, rng=np.random.default_rng(rng or 0))
    pairs = tuple(
        PairTest(first, second, float(apart.mean()), _t(apart), float(p), float(adjusted))
        for (first, second), apart, p, adjusted in zip(
            combinations(names, 2), differences.T, found.p_values, found.adjusted, strict=True
        )
    )
    p = min(pair.p_adjusted for pair in pairs)
    seed = {} if found.exact or isinstance(rng, np.random.Generator) else {"seed": float(rng or 0)}
    return NullTest(
        procedure="westfall_young",
        null="the differences of every two models are symmetric about 0",
        statistic=max(abs(pair.statistic) for pair in pairs),
        statistic_name="max |t|",
        p_value=p,
        p_at_most=not found.exact and p * (found.flips + 1) < 1.5,
        diagnostics=Diagnostics(
            f"{'exact: all' if found.exact else 'Monte Carlo: random'} flips of the signs of units; step-down max-T",
            error=None if found.exact else error_of_shares(np.array([each.p_adjusted for each in pairs]), found.flips),
            figures={"units": float(len(values)), "pairs": float(len(pairs)), "flips": float(found.flips), **seed},
        ),
        effects=deviations(values, names),
        pairs=pairs,
    )


def _in_order(values: Array) -> Array:
    """The units by how far their models are apart: neither row order nor naming decides which units are flipped."""
    apart = np.sort(values, axis=1) - values.mean(axis=1, keepdims=True)
    return values[np.argsort((apart**2).sum(axis=1), kind="stable")]


def _differences(values: Array) -> Array:
    """Units x pairs; rounding noise is set to exactly 0."""
    first, second = np.array(list(combinations(range(values.shape[1]), 2))).T
    apart = values[:, first] - values[:, second]
    largest = np.abs(values).max(axis=0)
    return np.where(np.abs(apart) <= ROUNDING * np.maximum(largest[first], largest[second]), 0.0, apart)


def _t(apart: Array) -> float:
    """Student's t; infinite where the differences never vary, 0 where there are none."""
    mean, sd = float(apart.mean()), float(apart.std(ddof=1))
    if mean == 0 or not apart.any():
        return 0.0
    return mean / (sd / sqrt(len(apart))) if sd > ROUNDING * abs(mean) else copysign(inf, mean)
