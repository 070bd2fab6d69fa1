"""Do the models' mean scores differ by more than chance, and which pairs do?

Model: the score of model i on unit j is z_ij = μ + α_i + β_j + ε_ij: a fixed effect of the model, a random one of the
unit, β_j ~ N(0, σ_β²), and a residual ε_ij ~ N(0, σ_ε²). With a models, b units and mean squares MS, under the null
hypothesis that all α_i are 0

    F = MS_models / MS_residual  ~  F(a - 1, (a - 1)(b - 1)),          σ_β² = (MS_units - MS_residual)/a, at least 0

F assumes that the differences of all pairs of models have the same spread (sphericity). Where they do not, its degrees
of freedom shrink by a factor ε: the p-values with Greenhouse and Geisser's and Huynh and Feldt's estimates of ε stand
beside it. For the same reason each pair of models is tested by the paired t-test of its own differences and not with
MS_residual, which would be too sure of pairs whose differences vary much, and blind to differences that vary little
(Boik 1981). The intervals of the α_i rest on MS_residual.

Two further layouts. n units on each of b tasks, with an interaction γ_ij of models and tasks: F = MS_models/MS_γ, and
F = MS_γ/MS_residual for the interaction; the units are paired, so that their own effects are not part of the residual.
Training sets and cases (or seeds), both random, each scored on each: every interaction is there, and the models are
tested by the quasi-F ratio, with Satterthwaite's degrees of freedom,

    F'' = (MS_models + MS_residual) / (MS_models x sets + MS_models x cases)

Estimates of variance below 0 are set to 0, which is said. Random effects are independent, also across models.

When not to use it: folds, which share training data (use `correlated_t` on pairs); 0/1 or heavy-tailed scores on few
units; scores that are not on one scale on all tasks (use `friedman`). To say how probable a difference is, and whether
it matters, use `bayes_anova`.

References: Montgomery (2013), ch. 13; Greenhouse and Geisser (1959); Huynh and Feldt (1976); Boik (1981);
Satterthwaite (1946); Williams (2026), sec. 3, eq. 1, and app. B.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from math import sqrt

from scipy.special import stdtrit

from betterthan.arrays import Array
from betterthan.data.tables import PairedTable
from betterthan.numerics.variation import Epsilons, Variation, epsilons, variation
from betterthan.procedures.frequentist.paired_t import paired_t
from betterthan.procedures.frequentist.quasi_f import quasi_f
from betterthan.procedures.registry import procedure
from betterthan.procedures.shared.anova_lines import Lines, crossed_lines, plain_lines, replicated_lines
from betterthan.procedures.shared.blocks import tested_pairs
from betterthan.procedures.shared.checked import Level, ScoreArray
from betterthan.procedures.shared.crossed_table import NAIVE, crossed_sums
from betterthan.procedures.shared.layouts import (
    AnovaNeeds,
    checked_layout,
    crossed,
    factor_names,
    has_replicates,
    is_crossed,
    replicated,
)
from betterthan.results.diagnostics import Diagnostics
from betterthan.results.effect import ModelEffect
from betterthan.results.interval import Interval
from betterthan.results.null_test import NullTest, PairTest
from betterthan.vocabulary import Adjustment

FEW_LEVELS = 5
"""With fewer levels of a crossed factor F'' is too large too often: for two models at the 5% level, in 8% with 3."""


@procedure(
    title="the analysis of variance of models and units",
    p_says=(
        "It says how often the means of the models would lie at least this far apart, compared with what is left "
        "unexplained, if all true means were equal."
    ),
    needs=AnovaNeeds(),
    cites=("montgomery2013", "greenhouse1959", "huynh1976", "boik1981", "satterthwaite1946", "williams2026"),
    naive=NAIVE,
)
def anova(table: PairedTable, *, level: float = 0.95, adjust: Adjustment = "holm") -> NullTest:
    """Mixed analysis of variance of two or more models, with the tests of all pairs.

    Parameters:
        table: paired scores of two or more models.
        level: coverage of the confidence intervals.
        adjust: how the p-values of the pairs are adjusted for their number, as in `multiplicity.adjust`.

    >>> import numpy as np
    >>> scores = np.array([[1, 3, 4], [2, 2, 3], [2, 5, 6], [3, 4, 4], [3, 5, 6]])
    >>> test = anova.from_scores(scores)                   # R's aov: F(2, 8) = 13.576, p = 0.002683 (Gribble 2009)
    >>> print(f"{test.statistic_name} = {test.statistic:.3f}, p = {test.p_value:.6f}")
    F(2, 8) = 13.576, p = 0.002683
    """
    if is_crossed(table):
        factors = factor_names(table)
        return from_crossed(crossed(table), models=table.models, factors=factors, level=level, adjust=adjust)
    if has_replicates(table):
        return from_replicates(replicated(table), models=table.models, level=level, adjust=adjust)
    return from_scores(table.scores, models=table.models, level=level, adjust=adjust)


def from_scores(
    scores: ScoreArray, *, models: Sequence[str] = (), level: Level = 0.95, adjust: Adjustment = "holm"
) -> NullTest:
    """From one score of each model on each unit (units x models, larger is better); options as in `anova`."""
    values, names = checked_layout(scores, models, ("units", "models"))
    split = variation(values)
    pairs = tested_pairs(names, _own_tests(values, names, level), adjust)
    return _tested(split, plain_lines(split), names, pairs, level, epsilons(split.residuals))


def from_replicates(
    scores: ScoreArray, *, models: Sequence[str] = (), level: Level = 0.95, adjust: Adjustment = "holm"
) -> NullTest:
    """From several units on each of several tasks (tasks x units x models, larger is better); options as in `anova`.

    A unit belongs to one task and was scored by every model.
    """
    values, names = checked_layout(scores, models, ("tasks", "units", "models"))
    split, means = variation(values), values.mean(axis=1)
    pairs = tested_pairs(names, _own_tests(means, names, level), adjust)
    return _tested(split, replicated_lines(split), names, pairs, level, epsilons(variation(means).residuals))


def from_crossed(
    scores: ScoreArray,
    *,
    models: Sequence[str] = (),
    factors: tuple[str, str] = ("training sets", "cases"),
    level: Level = 0.95,
    adjust: Adjustment = "holm",
) -> NullTest:
    """From two random `factors`, such as training sets and test cases (levels of the first x of the second x models,
    larger is better), every pair of which was scored by every model; other options as in `anova`.
    """
    values, names = checked_layout(scores, models, (*factors, "models"))
    split = variation(values)
    pairs = tested_pairs(names, _crossed_tests(values, level), adjust)
    return _tested(split, crossed_lines(split, factors), names, pairs, level)


def _own_tests(scores: Array, names: Sequence[str], level: float) -> Iterator[NullTest]:
    """Each pair by the paired t-test of its own differences."""
    for i, j in combinations(range(len(names)), 2):
        yield paired_t(PairedTable((names[i], names[j]), scores[:, [i, j]]), level=level)


def _crossed_tests(scores: Array, level: float) -> Iterator[NullTest]:
    """Each pair by the quasi-F of its own differences; the interval is Satterthwaite's."""
    rows, columns, models = scores.shape
    for i, j in combinations(range(models), 2):
        pair = PairedTable(("", ""), scores[..., [i, j]].reshape(-1, 2))
        cells = pair.differences().reshape(rows, columns)
        sums = crossed_sums(cells)
        interval = _about(sums.mean * sums.unit, *sums.standard_error(), level)
        yield replace(quasi_f.from_differences(cells), interval=interval)


def _about(estimate: float, error: float, df: float, level: float) -> Interval:
    reach = float(stdtrit(df, (1 + level) / 2)) * error
    return Interval(estimate - reach, estimate + reach, level, "confidence")


def _tested(
    split: Variation,
    lines: Lines,
    names: Sequence[str],
    pairs: tuple[PairTest, ...],
    level: float,
    spheric: Epsilons | None = None,
) -> NullTest:
    only = pairs[0] if len(pairs) == 1 else None
    return NullTest(
        procedure="anova",
        null="all models have the same mean score",
        statistic=lines.models.statistic,
        statistic_name=lines.symbol,
        p_value=lines.models.p_value(),
        estimate=None if only is None else only.estimate,
        interval=None if only is None else only.interval,
        diagnostics=_diagnostics(split, lines, spheric),
        effects=_effects(split, lines, names, level),
        pairs=pairs,
    )


def _effects(split: Variation, lines: Lines, names: Sequence[str], level: float) -> tuple[ModelEffect, ...]:
    """α̂_i, which has the variance of a mean of its scores, less the share 1/a that the mean of the models takes off."""
    variance = lines.error.mean_square / lines.per_model * (1 - 1 / len(names))
    error, effects = split.unit * sqrt(variance), (split.unit * split.effects).tolist()
    return tuple(
        ModelEffect(name, effect, _about(effect, error, lines.error.df, level))
        for name, effect in zip(names, effects, strict=True)
    )


def _diagnostics(split: Variation, lines: Lines, spheric: Epsilons | None) -> Diagnostics:
    """The table of variance and, in words, how it was computed and what was set to 0."""
    words = [lines.computed]
    if lines.quasi and min(split.shape[:2]) < FEW_LEVELS:
        words.append(f"with fewer than {FEW_LEVELS} levels of a factor it rejects too often")
    if lines.below_zero:
        words.append(f"the variance of {', '.join(lines.below_zero)} was estimated below 0 and set to 0")
    return Diagnostics("; ".join(words), figures={**lines.figures(split.unit), **_corrected(lines, spheric)})


def _corrected(lines: Lines, spheric: Epsilons | None) -> dict[str, float]:
    if spheric is None:
        return {}
    names = {"Greenhouse–Geisser": spheric.greenhouse_geisser, "Huynh–Feldt": spheric.huynh_feldt}
    found: dict[str, float] = {}
    for name, epsilon in names.items():
        if epsilon is not None:
            found |= {f"{name} epsilon": epsilon, f"{name} p-value": lines.models.p_value(epsilon)}
    return found
