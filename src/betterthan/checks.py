"""Assumption checks: one record each, with a figure and, where it failed, what to do.

The limits are stated with each check. They are practical ones: a check fails when the departure is large enough to
matter for the answer, not when a large sample makes a small one detectable.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import isfinite, log, sqrt
from typing import Literal, TypeAlias

import numpy as np
from scipy.special import chdtrc, ndtr, ndtri

from betterthan.arrays import Array, IntArray
from betterthan.errors import ArgumentError
from betterthan.integration.variation import Epsilons, epsilons, variation
from betterthan.pairing import CROSSINGS
from betterthan.rope import Rope
from betterthan.tables import Comparable, Paired, PairedTable, UnpairedTable, moments, task_sums

Status: TypeAlias = Literal["passed", "failed", "not checked"]

TIED_SHARE = 0.30
"""If one value makes up more of the differences than this, a robust location collapses onto it."""
LEAST_TO_RESAMPLE = 30
"""With fewer units `bayes_bootstrap`, which knows no other values than those it has seen, is too sure of itself."""
FEW_UNITS = 10
FEW_LEVELS = 5
"""With fewer seeds, training sets or cases than this the quasi-F test of a crossed design rejects too often."""
NORMALITY = ("Q-Q normal", "skewness", "kurtosis", "outliers")
"""The checks that speak for or against a normal law."""

TO_ROBUST = "see `bayes_robust_t` (typical difference) or `bayes_bootstrap` (mean) beside `bayes_t`"
LEAST_EPSILON = 0.75
"""Below this (Girden 1992) the pairs of models differ too much in spread to be pooled."""
TO_PAIRS = "with few units look at single pairs (`bayes_robust_t`, `bayes_bootstrap`) or at ranks (`friedman`)"
FOLDS_STAND_OUT = (
    "no procedure for folds does without that law, so look at the folds that stand out, or score a held-out test set "
    "case by case"
)
SHARED = "folds share training data, so they are not independent; the procedures for folds allow for it"
FOR_FOLDS = {
    "number of units": "with fewer than 10 folds the assumed law cannot be checked and the interval is wide; run more",
    "ties": "many folds have the same difference, as with small test sets or models that hardly differ; the normal law "
    "is rough then",
}
"""What a failed check means for folds, whose procedures are others."""


@dataclass(frozen=True)
class Check:
    """One assumption, looked at.

    Parameters:
        name: what was checked.
        status: `passed`, `failed` or `not checked`.
        figure: the figure that decided, if any.
        advice: what the figure means and, if the check failed, what to do.
    """

    name: str
    status: Status
    figure: float | None
    advice: str

    def to_dict(self) -> dict[str, object]:
        return {"name": self.name, "status": self.status, "figure": self.figure, "advice": self.advice}


def checks(table: Paired) -> tuple[Check, ...]:
    """Every check that fits the table.

    Parameters:
        table: paired scores of two models; with more, the checks are those of `residual_checks`.
    """
    if isinstance(table, PairedTable) and len(table.models) > 2:
        return residual_checks(table)
    if isinstance(table, PairedTable) and table.design.unit in CROSSINGS.values():
        return crossed_checks(table)
    made = _fitting(table)
    return tuple(_for_folds(check) for check in made if check.name != "symmetry") if _of_folds(table) else made


def _fitting(table: Paired) -> tuple[Check, ...]:
    units = number_of_units(table.n_units)
    if table.binary:
        return (units, *_order_checks(table))
    if not isinstance(table, PairedTable):
        return (units, Check("Q-Q normal", "not checked", None, "only sums of the scores are known"))
    differences = table.differences()
    constant = constant_differences(differences)
    if constant.status == "failed" or table.n_units < 3:
        return (units, constant)
    shape = (qq_normal(differences), skewness(differences), kurtosis(differences), outliers(differences))
    return (units, constant, *shape, symmetry(differences), ties(differences), *_order_checks(table))


def task_checks(table: Paired) -> tuple[Check, ...]:
    """The checks of a comparison over several tasks.

    Parameters:
        table: paired scores of several tasks, or their sums.
    """
    _, n, _, _ = task_sums(table)
    few_tasks = "with fewer than 10 tasks the population of tasks is known only roughly; add tasks"
    few_scores = "with fewer than 5 scores on a task its own spread is hardly known; score more"
    return (
        _check("number of tasks", len(n) >= FEW_UNITS, float(len(n)), few_tasks),
        _check("scores per task", int(n.min()) >= 5, float(n.min()), few_scores),
    )


def crossed_checks(table: PairedTable) -> tuple[Check, ...]:
    """The checks of two crossed factors: how many levels each has, and the law of the levels' mean differences.

    Single cells are not looked at: those of one seed or case are alike by design, and their order says nothing.

    Parameters:
        table: paired scores of two models whose units are crossed.
    """
    crossing = zip(table.design.unit.split(" x "), table.design.crossing or (), strict=True)
    factors = [(levels, table.factors[name].codes) for levels, name in crossing]
    counts = tuple(_number_of_levels(levels, int(codes.max()) + 1) for levels, codes in factors)
    constant = constant_differences(table.differences())
    if constant.status == "failed" or table.binary:
        return (*counts, constant)
    return (*counts, constant, *(_law_of_levels(levels, codes, table.differences()) for levels, codes in factors))


def _number_of_levels(levels: str, count: int) -> Check:
    advice = (
        f"with fewer than 5 {levels} `quasi_f` rejects too often (at the 5% level up to 14% of the time with 2 of them "
        f"and 8% with 3), and intervals are wide; add {levels}"
    )
    return _check(f"number of {levels}", count >= FEW_LEVELS, float(count), advice)


def _law_of_levels(levels: str, codes: IntArray, differences: Array) -> Check:
    """Q-Q of the mean difference of each seed, training set or case."""
    name, means = f"Q-Q normal, {levels}", np.bincount(codes, differences) / np.bincount(codes)
    if len(means) >= FEW_LEVELS and moments(means).sd == 0:
        return Check(name, "not checked", None, f"the {levels} do not differ")
    advice = (
        f"the mean differences of the {levels} do not follow a normal law; with few {levels} the interval may be too "
        f"short, so look at the {levels} that stand out, or add some"
    )
    return _renamed(qq_normal(means), name, advice)


def sample_checks(table: UnpairedTable) -> tuple[Check, ...]:
    """The checks of two independent samples: how many there are of the smaller, and the law of each.

    Parameters:
        table: unpaired scores of two models.
    """
    units = number_of_units(min(len(table.first), len(table.second)))
    if table.binary:
        return (units,)
    samples = zip(table.models, (table.first, table.second), strict=True)
    return (units, *(check for name, scores in samples for check in _sample_checks(name, scores, table.unit)))


def _sample_checks(name: str, scores: Array, unit: str) -> tuple[Check, ...]:
    spread = moments(scores).sd
    same = f"all scores of `{name}` are the same, so that its mean counts as known; check that they were not rounded"
    varied = _check(f"constant scores of {name}", spread > 0 or len(scores) < 2, spread, same)
    if spread == 0:
        return (varied,)
    shape = f"the scores of `{name}` do not follow a normal law; look at its {unit} one by one, and run more of them"
    return (varied, _renamed(qq_normal(scores), f"Q-Q normal, {name}", shape))


def residual_checks(table: PairedTable) -> tuple[Check, ...]:
    """The checks of an analysis of variance, on the scores without the means of units and models.

    Several units per task are averaged first; of two crossed factors, what the models make of each level is taken off.

    Parameters:
        table: paired scores of two or more models.

    >>> table = PairedTable(("a", "b", "c"), np.random.default_rng(1).normal(size=(40, 3)) * [1, 1, 9])
    >>> [(check.name, check.status) for check in residual_checks(table)][-1]
    ('sphericity', 'failed')
    """
    single = table.by_task() if len(table.tasks) > 1 else table
    units = number_of_units(single.n_units)
    if single.scores is None or np.isnan(single.scores).any():
        return (units, Check("Q-Q of residuals", "not checked", None, "not every model has a score on every unit"))
    crossing = single.design.crossing or ()
    residuals = variation(single.scores).residuals if single.n_units > 1 else np.zeros_like(single.scores)
    for name in crossing:
        residuals = residuals - _means_by(single.factors[name].codes, residuals)
    return (units, *residual_checks_of(residuals, None if crossing else epsilons(residuals)))


def residual_checks_of(residuals: Array, spheric: Epsilons | None) -> tuple[Check, ...]:
    """The same checks on residuals that are known already.

    Parameters:
        residuals: units x models, without the means of units and models.
        spheric: how far the pairs are from having the same spread; None where that does not apply.
    """
    values = residuals[:, 0] if residuals.shape[1] == 2 else residuals.ravel()  # of two models one mirrors the other
    if not values.any():
        return (constant_differences(values),)
    shape = f"the residuals do not follow a normal law; {TO_PAIRS}"
    few = f"a few scores lie far from the rest; {TO_PAIRS}"
    return (
        _renamed(qq_normal(values), "Q-Q of residuals", shape),
        _renamed(outliers(values), "outliers among residuals", few),
        sphericity(residuals, spheric),
    )


def sphericity(residuals: Array, spheric: Epsilons | None) -> Check:
    """Whether the differences of all pairs of models have the same spread, by Huynh and Feldt's ε.

    Fails where it is below 0.75 and the p-value of John's test of sphericity (1971) below 0.01.

    Parameters:
        residuals: units x models, without the means of units and models.
        spheric: how far the pairs are from having the same spread; None where that does not apply.
    """
    if spheric is None or spheric.huynh_feldt is None:
        return Check("sphericity", "not checked", None, "it cannot be told from these units")
    spread = np.sqrt(((residuals[:, :, None] - residuals[:, None, :]) ** 2).sum(axis=0))
    pairs = spread[np.triu_indices(residuals.shape[1], 1)]
    times = f"up to {pairs.max() / pairs.min():.2g}-fold" if pairs.min() > 0 else "one has none"
    advice = (
        f"the differences of the pairs of models do not have the same spread ({times}), so that pooling them misleads; "
        "read the corrected p-values and each pair's own test, or `bayes_anova` with unstructured residuals"
    )
    passed = spheric.huynh_feldt >= LEAST_EPSILON or _john_p(spheric.greenhouse_geisser, *residuals.shape) >= 0.01
    return _check("sphericity", passed, spheric.huynh_feldt, advice)


def normality_failed(made: tuple[Check, ...]) -> bool:
    """Whether a check speaks against a normal law.

    Parameters:
        made: the checks of a table.
    """
    return any(check.status == "failed" and check.name in NORMALITY for check in made)


def tied_share(made: tuple[Check, ...]) -> float:
    """The share of the most frequent difference; 0 where it was not looked at.

    Parameters:
        made: the checks of a table.
    """
    return next((check.figure for check in made if check.name == "ties" and check.figure is not None), 0.0)


def too_many_ties(made: tuple[Check, ...]) -> bool:
    """Whether one value makes up too large a share of the differences.

    Parameters:
        made: the checks of a table.
    """
    return any(check.status == "failed" and check.name == "ties" for check in made)


def number_of_units(n: int) -> Check:
    """With few units the assumed law is taken on trust.

    Parameters:
        n: number of units.
    """
    advice = "with fewer than 10 units the assumed law cannot be checked and the interval is wide; score more units"
    return _check("number of units", n >= FEW_UNITS, float(n), advice)


def constant_differences(differences: Array) -> Check:
    """Differences without spread leave nothing to estimate a spread from.

    Parameters:
        differences: first - second, one per unit.
    """
    spread = moments(differences).sd
    advice = "all differences are the same, so the posterior is a single point; check that the scores were not rounded"
    return _check("constant differences", spread > 0, spread, advice)


def qq_normal(differences: Array) -> Check:
    """Squared correlation of the Q-Q plot against a normal law (Shapiro-Francia W', p-value by Royston 1993).

    Fails where the p-value is below 0.01 and W' below 0.99: detectable and large enough to see in the plot.

    Parameters:
        differences: first - second, one per unit.
    """
    n = len(differences)
    if n < 5:
        return Check("Q-Q normal", "not checked", None, "fewer than 5 units")
    expected = ndtri((np.arange(1, n + 1) - 0.375) / (n + 0.25))  # Blom's plotting positions
    w = float(np.corrcoef(np.sort(_standardised(differences)), expected)[0, 1] ** 2)
    passed = w >= 0.99 or _shapiro_francia_p(w, n) >= 0.01
    return _check("Q-Q normal", passed, w, f"the differences do not follow a normal law; {TO_ROBUST}")


def skewness(differences: Array) -> Check:
    """Fails where |skewness| exceeds 1 and three of its standard errors under normality.

    Parameters:
        differences: first - second, one per unit.
    """
    n = len(differences)
    figure = float(np.mean(_standardised(differences) ** 3))
    passed = abs(figure) <= max(1.0, 3 * sqrt(6 / n))
    return _check("skewness", passed, figure, f"the differences are skewed, so mean and median part; {TO_ROBUST}")


def kurtosis(differences: Array) -> Check:
    """Fails where the excess kurtosis exceeds 2 and three of its standard errors under normality.

    Parameters:
        differences: first - second, one per unit.
    """
    n = len(differences)
    figure = float(np.mean(_standardised(differences) ** 4)) - 3
    passed = figure <= max(2.0, 3 * sqrt(24 / n))
    return _check("kurtosis", passed, figure, f"the differences have heavy tails; {TO_ROBUST}")


def outliers(differences: Array) -> Check:
    """Counts differences more than 5 robust standard deviations from the median.

    Parameters:
        differences: first - second, one per unit.
    """
    away = np.abs(differences - np.median(differences))
    robust_sd = 1.4826 * float(np.median(away))
    if robust_sd == 0:
        return Check("outliers", "not checked", None, "more than half of the differences are the same")
    count = int((away > 5 * robust_sd).sum())
    return _check("outliers", count == 0, float(count), f"a few units differ far more than the rest; {TO_ROBUST}")


def symmetry(differences: Array) -> Check:
    """Symmetry about the median (Miao, Gel and Gastwirth 2006), which `wilcoxon` assumes; fails at |T| > 2.58.

    Parameters:
        differences: first - second, one per unit.
    """
    n = len(differences)
    z = _standardised(differences)
    median = float(np.median(z))
    spread = sqrt(np.pi / 2) * float(np.mean(np.abs(z - median)))
    figure = sqrt(n) * (float(z.mean()) - median) / (spread * sqrt(0.5708))
    advice = "the differences are not symmetric, so `wilcoxon` does not test their median; see `sign` or `permutation`"
    return _check("symmetry", abs(figure) <= 2.58, figure, advice)


def ties(differences: Array) -> Check:
    """The share of the most frequent difference; fails above 0.30, if more than two units have it.

    Parameters:
        differences: first - second, one per unit.
    """
    _, counts = np.unique(differences, return_counts=True)
    share = float(counts.max()) / len(differences)
    beside = "see `bayes_bootstrap`" if len(differences) >= LEAST_TO_RESAMPLE else "score more units"
    advice = f"many units have the same difference; a robust location would collapse onto it, {beside}"
    return _check("ties", share <= TIED_SHARE or counts.max() <= 2, share, advice)


def independence(differences: Array) -> Check:
    """Autocorrelation of neighbouring cases, as the effective share of independent ones (Williams 2026, fn 12).

    Fails where the first autocorrelation is above 2.58/√n and fewer than 0.8 of the cases are effective.

    Parameters:
        differences: first - second, one per unit, in the order of the data.
    """
    n = len(differences)
    if n < 20:
        return Check("independence", "not checked", None, "fewer than 20 units in order")
    correlations = _autocorrelations(_standardised(differences), lags=min(n // 4, 100))
    stop = int(np.argmax(correlations <= 0)) if (correlations <= 0).any() else len(correlations)
    effective = n / (1 + 2 * float(correlations[:stop].sum()))
    passed = correlations[0] <= 2.58 / sqrt(n) or effective >= 0.8 * n
    advice = (
        f"neighbouring cases are alike: about {effective:,.0f} of {n:,} are independent; "
        "name the column that groups them with `--column cluster=NAME`"
    )
    return _check("independence", passed, effective / n, advice)


def _of_folds(table: Paired) -> bool:
    return isinstance(table, PairedTable) and table.design.unit == "folds"


def _for_folds(check: Check) -> Check:
    """The check with advice that can be followed with folds; `wilcoxon`, which needs symmetry, takes none."""
    if check.status != "failed":
        return check
    return replace(check, advice=FOR_FOLDS.get(check.name, check.advice.replace(TO_ROBUST, FOLDS_STAND_OUT)))


def _order_checks(table: Paired) -> tuple[Check, ...]:
    if _of_folds(table):
        return (Check("independence", "not checked", None, SHARED),)
    if isinstance(table, PairedTable) and table.design.ordered and np.ptp(table.differences()) > 0:
        return (independence(table.differences()),)
    return (Check("independence", "not checked", None, "the order of the units says nothing"),)


def _john_p(epsilon: float, units: int, models: int) -> float:
    """John's U is 1/ε - 1, and (units - 1) contrasts U/2 is nearly χ² (Ledoit and Wolf 2002: however few the units)."""
    contrasts = models - 1
    df = contrasts * (contrasts + 1) / 2 - 1
    return float(chdtrc(df, (units - 1) * contrasts / 2 * (1 / epsilon - 1))) if df > 0 else 1.0


def _means_by(codes: IntArray, values: Array) -> Array:
    """The mean of each column within the unit's group, per unit."""
    sizes = np.bincount(codes)[:, None]
    sums = np.stack([np.bincount(codes, column) for column in values.T], axis=1)
    return np.asarray((sums / sizes)[codes])


def _renamed(check: Check, name: str, advice: str) -> Check:
    return replace(check, name=name, advice=advice if check.status == "failed" else check.advice)


def _check(name: str, passed: bool, figure: float, advice: str) -> Check:
    return Check(name, "passed" if passed else "failed", figure, "" if passed else advice)


def _standardised(values: Array) -> Array:
    """Shifted and scaled first by the range, so that scales like 1e-300 survive the squares."""
    shifted = (values - values[0]) / np.ptp(values)
    return np.asarray((shifted - shifted.mean()) / shifted.std())


def _shapiro_francia_p(w: float, n: int) -> float:
    """Royston (1993), valid for 5 <= n <= 5000; beyond, the figure for 5000 is taken."""
    u = log(min(n, 5000))
    v = log(u)
    mean, sd = -1.2725 + 1.0521 * (v - u), 1.0308 - 0.26758 * (v + 2 / u)
    return float(ndtr(-(log(max(1e-300, 1 - w)) - mean) / sd))


def _autocorrelations(standardised: Array, lags: int) -> Array:
    n = len(standardised)
    return np.array([standardised[lag:] @ standardised[: n - lag] / n for lag in range(1, lags + 1)])


def refuse_mixed_scales(rope: Rope, table: Comparable) -> None:
    """Percent scores with a fraction rope, or the reverse, answer a question that nobody asked.

    Parameters:
        rope: a rope that was given as one number.
        table: the scores.
    """
    models = [model for model in table.model_scores() if isfinite(model.mean)]
    if not models or rope.high == 0 or not table.higher_is_better:
        return
    means = [abs(model.mean) for model in models]
    told = " and ".join(f"{mean:.4g}" for mean in means) if len(means) == 2 else f"{min(means):.4g} to {max(means):.4g}"
    insist = f"If you mean it, give both bounds: `--rope {rope.low:g},{rope.high:g}` (in Python a pair)."
    if min(means) > 10 and max(means) <= 100 and max(model.sd for model in models) > 1 and rope.high <= 0.05:
        raise ArgumentError(
            f"The scores look like percent (means {told}) and the rope ±{rope.high:g} "
            f"like a fraction. Did you mean `--rope {100 * rope.high:g}`? {insist}"
        )
    if max(means) <= 1 and rope.high >= 1 and max(model.sd for model in models) <= 1:
        raise ArgumentError(
            f"The scores look like fractions (means {told}) and the rope ±{rope.high:g} "
            f"like percent. Did you mean `--rope {rope.high / 100:g}`? {insist}"
        )
