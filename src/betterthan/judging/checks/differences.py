"""Checks of the differences of two models on independent units."""

from __future__ import annotations

from math import sqrt

import numpy as np
from scipy.special import ndtri

from betterthan.arrays import Array
from betterthan.data.moments import moments
from betterthan.judging.checks.check import Check, looked_at
from betterthan.numerics.normality import autocorrelations, shapiro_francia_p, standardised
from betterthan.numerics.ties import TIED_SHARE

FEW_UNITS = 10
TOO_FEW = f"fewer than {FEW_UNITS} units"
"""Why the law of so few numbers is not checked."""


NORMALITY = ("Q-Q normal", "skewness", "kurtosis", "outliers")
"""The checks that speak for or against a normal law."""


def number_of_units(n: int) -> Check:
    """With few units the assumed law is taken on trust.

    Parameters:
        n: number of units.
    """
    advice = "fewer than 10 units: the assumed distribution cannot be checked and intervals are wide; score more units"
    return looked_at("number of units", n >= FEW_UNITS, float(n), advice)


def constant_differences(differences: Array) -> Check:
    """Differences without spread leave nothing to estimate a spread from.

    Parameters:
        differences: first - second, one per unit.
    """
    spread = moments(differences).sd
    advice = "all differences are the same, so nothing says how units vary; check that the scores were not rounded"
    return looked_at("constant differences", spread > 0, spread, advice)


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
    w = float(np.corrcoef(np.sort(standardised(differences)), expected)[0, 1] ** 2)
    passed = w >= 0.99 or shapiro_francia_p(w, n) >= 0.01
    return looked_at("Q-Q normal", passed, w, "the differences are not normally distributed")


def skewness(differences: Array) -> Check:
    """Fails where |skewness| exceeds 1 and three of its standard errors under normality.

    Parameters:
        differences: first - second, one per unit.
    """
    n = len(differences)
    figure = float(np.mean(standardised(differences) ** 3))
    passed = abs(figure) <= max(1.0, 3 * sqrt(6 / n))
    return looked_at("skewness", passed, figure, "the differences are skewed, so mean and median differ")


def kurtosis(differences: Array) -> Check:
    """Fails where the excess kurtosis exceeds 2 and three of its standard errors under normality.

    Parameters:
        differences: first - second, one per unit.
    """
    n = len(differences)
    figure = float(np.mean(standardised(differences) ** 4)) - 3
    passed = figure <= max(2.0, 3 * sqrt(24 / n))
    return looked_at("kurtosis", passed, figure, "the differences have heavy tails")


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
    return looked_at("outliers", count == 0, float(count), "a few units differ far more than the rest")


def symmetry(differences: Array) -> Check:
    """Symmetry about the median (Miao, Gel and Gastwirth 2006), which signed ranks assume; fails at |T| > 2.58.

    Parameters:
        differences: first - second, one per unit.
    """
    n = len(differences)
    z = standardised(differences)
    median = float(np.median(z))
    spread = sqrt(np.pi / 2) * float(np.mean(np.abs(z - median)))
    figure = sqrt(n) * (float(z.mean()) - median) / (spread * sqrt(0.5708))
    advice = "the differences are not symmetric, so signed ranks do not test their median"
    return looked_at("symmetry", abs(figure) <= 2.58, figure, advice)


def ties(differences: Array) -> Check:
    """The share of the most frequent difference; fails above 0.30, if more than two units have it.

    Parameters:
        differences: first - second, one per unit.
    """
    _, counts = np.unique(differences, return_counts=True)
    share = float(counts.max()) / len(differences)
    advice = "many units have the same difference, and a robust location would collapse onto it"
    return looked_at("ties", share <= TIED_SHARE or counts.max() <= 2, share, advice)


def independence(differences: Array) -> Check:
    """Autocorrelation of neighbouring cases, as the effective share of independent ones (Williams 2026, fn 12).

    Fails where the first autocorrelation is above 2.58/√n and fewer than 0.8 of the cases are effective.

    Parameters:
        differences: first - second, one per unit, in the order of the data.
    """
    n = len(differences)
    if n < 20:
        return Check("independence", "not checked", None, "fewer than 20 units in order")
    correlations = autocorrelations(standardised(differences), lags=min(n // 4, 100))
    stop = int(np.argmax(correlations <= 0)) if (correlations <= 0).any() else len(correlations)
    effective = n / (1 + 2 * float(correlations[:stop].sum()))
    passed = correlations[0] <= 2.58 / sqrt(n) or effective >= 0.8 * n
    advice = (
        f"neighbouring cases are alike: {n:,} cases are worth about {effective:,.0f} independent ones; "
        'name the column that groups them with `cluster="NAME"`'
    )
    return looked_at("independence", passed, effective / n, advice)
