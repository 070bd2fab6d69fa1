"""Which models may be the best, so that the best one is among them with a given confidence?

Model: the score of each model on each unit; the units are independent, or in an order in which neighbours may be alike
(then `block` should be about as long as they are). With d_ij the mean difference of models i and j, d_i the mean score
of model i minus that of all models of a set M, and standard errors se from bootstrap samples, the null hypothesis that
all models of M are equally good is tested by

    T_R = max_{i,j ∈ M} |d_ij| / se(d_ij)          or          T_max = max_{i ∈ M} -d_i / se(d_i)

compared with the same statistic of the bootstrap samples about their mean. Starting from all models, the worst (the one
behind the maximum) leaves the set until one is left; models that are equally bad leave together. The p-value of a model
is the largest of the tests up to the one that removed it, 1 for the last. The confidence set holds the models whose
p-value is above 1 - level; with many units it holds the best one with probability `level` or more. It may hold all of
them: then the scores cannot tell. T_R gives the smaller sets.

`effects` has for each model how far its mean score lies above the mean of the models, and its p-value; statistic and
p-value of the whole are those of the test of all models. If c samples are as extreme as the scores, the p-value is
(1 + c)/(1 + draws): never below 1/(1 + draws) (Phipson and Smyth 2010), and 1 for identical models. The stated error
is that of the p-value that the draws leave most in doubt, so that it bounds those of all models.

When not to use it: to test on few units whether models differ at all (use `friedman` or `anova`): bootstrap standard
errors are too small then, and of 20 equal models on 20 units the test of all rejects at 90% in 0.47 of cases (T_max:
0.25), although the set still holds the best model in 0.95. Folds of one task, which share training data. It has no
rope: with very many units the set shrinks to one model, however little that is better.

References: Hansen, Lunde and Nason (2011), sec. 2.2 and 3.1; Politis and Romano (1994); Künsch (1989); Phipson and
Smyth (2010); Williams (2026), sec. 4.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple, TypeAlias, get_args

import numpy as np

from betterthan.arrays import Array, IntArray
from betterthan.data.paired_units import PairedUnits
from betterthan.data.protocol import Paired
from betterthan.errors import ArgumentError
from betterthan.numerics.monte_carlo import error_of_shares
from betterthan.numerics.resampling import Blocks, resampled_means, resampled_units
from betterthan.numerics.ties import ROUNDING
from betterthan.phrases import unknown_name
from betterthan.procedures.needs import Needs
from betterthan.procedures.registry import procedure
from betterthan.procedures.shared.blocks import checked_scores, deviations, score_rows
from betterthan.procedures.shared.checked import Draws, Level, ScoreArray, Seed
from betterthan.procedures.shared.common_tasks import by_differences
from betterthan.results.diagnostics import Diagnostics
from betterthan.results.null_test import NullTest
from betterthan.results.ranking import by_name

Statistic: TypeAlias = Literal["range", "max"]

TIED = 1e-9
"""Statistics that differ by less, relatively, are equal up to rounding."""


class Step(NamedTuple):
    """One test on the way: the models that it removes, its statistic, and its p-value."""

    removed: IntArray
    statistic: float
    p_value: float


FEW_UNITS = 50
"""With fewer, the test of all models rejects too often: at the 5% level 10 equal models on 20 units in 22%, on 50 in
11%, on 100 in 6% of 300 simulated tables."""


def _few_units(table: Paired) -> tuple[str, ...]:
    units = len(table.tasks) if len(table.tasks) > 1 else table.facts.n
    if units >= FEW_UNITS:
        return ()
    return (
        f"On few units ({units}) bootstrap standard errors are too small: the set holds the best model about as often "
        "as it says, but leaves out models that are just as good too often (10 equal models on 20 units: some in 22% "
        "of tables at the 5% level). `friedman` and `anova` test whether the models differ.",
    )


@procedure(
    title="the model confidence set",
    p_says=(
        "It says how often bootstrap samples of equally good models have a statistic at least this large. The "
        "p-value of a model is that of the test that removes it, or a larger one before it; the set holds those "
        "above 1 - level."
    ),
    needs=Needs(units=2, models=(2, None), tasks="any", every_unit=True),
    cites=("hansen2011", "politis1994", "kunsch1989", "phipson2010", "williams2026"),
    cost="Monte Carlo",
    least_draws=100,
    notes=_few_units,
)
def model_confidence_set(
    table: PairedUnits,
    *,
    statistic: Statistic = "range",
    level: float = 0.95,
    block: float = 1,
    blocks: Blocks = "stationary",
    draws: int = 1000,
    rng: int | np.random.Generator | None = None,
) -> NullTest:
    """The set of models that holds the best one with confidence `level`.

    Parameters:
        table: paired scores of two or more models; several scores per task are averaged.
        statistic: `range` (T_R) or `max` (T_max).
        level: confidence that the best model is in the set.
        block: length of the blocks of neighbouring units that are drawn together; 1 for independent units.
        blocks: `stationary` (lengths vary about `block`) or `moving` (all of that length).
        draws: number of bootstrap samples.
        rng: seed or generator of the samples; None is seed 0, so that the same scores give the same set.

    >>> scores = np.random.default_rng(1).normal([0.3, 0.25, 0.0], 1.0, (400, 3))
    >>> test = model_confidence_set.from_scores(scores, models=("a", "b", "c"), level=0.9)
    >>> [effect.name for effect in test.effects if effect.p_value > 0.1]
    ['a', 'b']
    """
    return from_scores(
        score_rows(table),
        models=table.models,
        statistic=statistic,
        level=level,
        block=block,
        blocks=blocks,
        draws=draws,
        rng=rng,
    )


def from_scores(
    scores: ScoreArray,
    *,
    models: Sequence[str] = (),
    statistic: Statistic = "range",
    level: Level = 0.95,
    block: float = 1,
    blocks: Blocks = "stationary",
    draws: Draws = 1000,
    rng: Seed = None,
    indices: IntArray | None = None,
) -> NullTest:
    """From one score of each model on each unit (units x models, larger is better); options as in
    `model_confidence_set`.

    `indices` (draws x units) are the numbers of the units of each bootstrap sample, if somebody else has drawn them.
    """
    values, names = checked_scores(scores, models, "model_confidence_set")
    if statistic not in get_args(Statistic):
        raise ArgumentError(unknown_name("statistic", statistic, get_args(Statistic)))
    apart = values - values.mean(axis=1, keepdims=True)  # what all models share on a unit is not compared
    if block == 1 and indices is None:  # units without an order of their own
        apart = apart[by_differences(values[:, by_name(names)])]
    generator = np.random.default_rng(0 if rng is None else rng)
    samples = resampled_units(len(values), draws, generator, block=block, blocks=blocks)
    mean = apart.mean(axis=0)
    errors = resampled_means(apart - mean, samples if indices is None else iter([_samples(indices, len(values))]))
    steps = _STATISTICS[statistic](mean, errors, ROUNDING * float(np.abs(values).max()))
    p_values = _p_values(steps, len(names))
    first = steps[0]
    return NullTest(
        procedure="model_confidence_set",
        null="all models have the same expected score",
        statistic=first.statistic,
        statistic_name={"range": "T_R", "max": "T_max"}[statistic],
        p_value=first.p_value,
        p_at_most=first.p_value * (1 + len(errors)) < 1.5,
        estimate=float(mean[0] - mean[1]) if len(names) == 2 else None,
        estimate_name="mean difference" if len(names) == 2 else "",
        diagnostics=Diagnostics(
            f"Monte Carlo: bootstrap of {'units' if block == 1 else f'{blocks} blocks'}",
            error=error_of_shares(np.array([step.p_value for step in steps]), len(errors)),
            figures={
                "units": float(len(values)),
                "draws": float(len(errors)),
                "block": float(block),
                "level": level,
                "models in the set": float((p_values > 1 - level).sum()),
            },
        ),
        effects=tuple(
            effect._replace(p_value=float(p)) for effect, p in zip(deviations(values, names), p_values, strict=True)
        ),
    )


def _samples(indices: IntArray, n: int) -> IntArray:
    """Bootstrap samples that were drawn elsewhere, if they are samples of these units."""
    given = np.asarray(indices)
    if given.ndim != 2 or given.size == 0 or given.min() < 0 or given.max() >= n:
        raise ArgumentError(f"`indices` are draws x units, each a number from 0 to {n - 1}; got shape {given.shape}.")
    return given


def _p_values(steps: Sequence[Step], count: int) -> Array:
    """Each model's p-value: the largest up to its removal, 1 for the one that is never removed."""
    found, largest = np.ones(count), 0.0
    for step in steps:
        largest = max(largest, step.p_value)
        found[step.removed] = largest
    return found


def _by_range(mean: Array, errors: Array, noise: float) -> list[Step]:
    """The steps of T_R. Who leaves depends on the scores only, so that the samples are gone through once, backwards."""
    spread = np.stack([_root_mean_square(errors - errors[:, [i]]) for i in range(len(mean))])
    behind = _studentised(mean[None, :] - mean[:, None], spread, noise)
    left, order = np.arange(len(mean)), []
    while len(left) > 1:
        worst = behind[np.ix_(left, left)].max(axis=1)
        removed = _worst(left, worst, mean, noise)
        order.append((removed, float(worst.max())))
        left = np.setdiff1d(left, removed)
    largest, steps = np.zeros(len(errors)), []
    for removed, statistic in reversed(order):
        for i in removed:
            apart = _studentised(errors[:, left] - errors[:, [i]], spread[i, left], noise)
            largest = np.maximum(largest, np.abs(apart).max(axis=1, initial=0.0))
            left = np.append(left, i)
        steps.append(Step(removed, statistic, _p_value(statistic, largest)))
    return steps[::-1]


def _by_max(mean: Array, errors: Array, noise: float) -> list[Step]:
    """The steps of T_max, whose standard errors are those of the models that are left."""
    left, steps = np.arange(len(mean)), []
    while len(left) > 1:
        among = errors[:, left].mean(axis=1, keepdims=True) - errors[:, left]
        spread = _root_mean_square(among)
        behind = _studentised(mean[left].mean() - mean[left], spread, noise)
        removed, statistic = _worst(left, behind, mean, noise), float(behind.max())
        largest = _studentised(among, spread, noise).max(axis=1)
        steps.append(Step(removed, statistic, _p_value(statistic, largest)))
        left = np.setdiff1d(left, removed)
    return steps


def _root_mean_square(errors: Array) -> Array:
    return np.asarray(np.sqrt((errors**2).mean(axis=0)))


def _studentised(differences: Array, spread: Array, noise: float) -> Array:
    """In standard errors; a difference that never varies is 0 or infinite."""
    varies = spread > noise
    ratio = np.where(varies, differences / np.where(varies, spread, 1.0), np.copysign(np.inf, differences))
    return np.where(np.abs(differences) <= noise, 0.0, ratio)


def _worst(left: IntArray, behind: Array, mean: Array, noise: float) -> IntArray:
    """The models behind the statistic; where several are, those with the lowest mean score."""
    reached = left[behind >= behind.max() * (1 - TIED)]
    return np.asarray(reached[mean[reached] <= mean[reached].min() + noise])


def _p_value(statistic: float, simulated: Array) -> float:
    """The share of samples that reach the statistic, the scores themselves counted as one: so it is never 0."""
    return float((1 + (simulated >= statistic * (1 - TIED)).sum()) / (1 + len(simulated)))


_STATISTICS: dict[Statistic, Callable[[Array, Array, float], list[Step]]] = {"range": _by_range, "max": _by_max}
