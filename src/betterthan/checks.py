"""Assumption checks: one record each, with a figure and, where it failed, what to do.

The limits are stated with each check. They are practical ones: a check fails when the departure is large enough to
matter for the answer, not when a large sample makes a small one detectable.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log, sqrt
from typing import Literal, TypeAlias

import numpy as np
from scipy.special import ndtr, ndtri

from betterthan.arrays import Array
from betterthan.pairing import Paired, PairedTable, moments, task_sums

Status: TypeAlias = Literal["passed", "failed", "not checked"]

TIED_SHARE = 0.30
"""If one value makes up more of the differences than this, a robust location collapses onto it."""
FEW_UNITS = 10
NORMALITY = ("Q-Q normal", "skewness", "kurtosis", "outliers")
"""The checks that speak for or against a normal law."""

TO_ROBUST = "see `bayes_robust_t` (typical difference) or `bayes_bootstrap` (mean) beside `bayes_t`"


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
        table: paired scores of two models.
    """
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


def normality_failed(made: tuple[Check, ...]) -> bool:
    """Whether a check speaks against a normal law.

    Parameters:
        made: the checks of a table.
    """
    return any(check.status == "failed" and check.name in NORMALITY for check in made)


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
    """The share of the most frequent difference; fails above 0.30.

    Parameters:
        differences: first - second, one per unit.
    """
    _, counts = np.unique(differences, return_counts=True)
    share = float(counts.max()) / len(differences)
    advice = "many units have the same difference; a robust location would collapse onto it, see `bayes_bootstrap`"
    return _check("ties", share <= TIED_SHARE or counts.max() == 1, share, advice)


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


def _order_checks(table: Paired) -> tuple[Check, ...]:
    if isinstance(table, PairedTable) and table.design.ordered and np.ptp(table.differences()) > 0:
        return (independence(table.differences()),)
    return (Check("independence", "not checked", None, "the order of the units says nothing"),)


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
