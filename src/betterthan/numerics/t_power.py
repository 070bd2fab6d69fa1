"""Power of a mean of differences: of a two-sided test of no difference, and of a verdict with a rope.

The mean m of n normal differences has standard error σ/√n, and √n (m - x)/s is noncentral t. A verdict `first` needs
P(Δ > r) ≥ θ under Δ ~ t(m, s²/n), which is √n (m - r)/s ≥ t_θ; `equivalent` needs the mass between -r and r. Nothing
here says where the error comes from: `error` is that of the mean, `df` the degrees of freedom with which it is known.
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, inf, isfinite, isnan, sqrt

import numpy as np
from scipy.special import chdtri, nctdtr, ndtr, ndtri, stdtr, stdtrit

from betterthan.arrays import Array

LARGE = 100.0
"""From so many units on, the normal law stands for Student's: sizes differ by less than two units."""
NODES = 64
"""Values that stand for the law of an estimated standard deviation."""
HALVINGS = 32
"""Of a distance that is searched, which is then known to 1e-9 of its region."""
MOST = 10**9
"""No plan asks for more units than this."""


def power_of_test(effect: float, error: float, df: float, *, level: float = 0.95) -> float:
    """Power of the two-sided t-test of no difference.

    Parameters:
        effect: the true mean difference.
        error: standard error of the mean.
        df: degrees of freedom; endlessly many give the normal test.
        level: one less the level of the test.

    >>> round(power_of_test(0.5, 1 / 20**0.5, 19), 4)
    0.5645
    """
    tail = (1 - level) / 2
    if error == 0:
        return 1.0 if effect else 1 - level
    shift, reached = effect / error, quantile(1 - tail, df)
    return above(reached, df, shift) + above(reached, df, -shift)


def verdict_power(effect: float, error: float, df: float, *, bound: float, threshold: float) -> float:
    """Probability that a difference is said to lie above a bound: that P(Δ > bound) reaches the threshold.

    Parameters:
        effect: the true mean difference.
        error: standard error of the mean.
        df: degrees of freedom.
        bound: the bound, such as the upper one of the rope.
        threshold: probability that a verdict needs.
    """
    if error == 0:
        return float(effect > bound)
    return above(quantile(threshold, df), df, (effect - bound) / error)


def equivalence_power(
    effect: float, error: float, df: float, *, low: float, high: float, threshold: float, about: float = 0.0
) -> float:
    """Probability that a difference is said to lie between two bounds.

    Parameters:
        effect: the true mean difference.
        error: standard error of the mean.
        df: degrees of freedom.
        low: lower bound.
        high: upper bound.
        threshold: probability that a verdict needs.
        about: standard error of the effect itself, which is normal about `effect`.
    """
    middle, half = (low + high) / 2, (high - low) / 2
    if error == 0:
        return float(low <= effect <= high)
    spread = scatter(df)
    reach = half_width(half, error * spread, df, threshold)  # s decides how near the middle the mean must be
    total = np.hypot(error, about * spread if about else 0.0)
    inside = ndtr((middle + reach - effect) / total) - ndtr((middle - reach - effect) / total)
    return float(np.where(reach >= 0, inside, 0.0).mean())


def half_width(half: float, error: Array, df: float, threshold: float) -> Array:
    """How far from the middle the estimate may lie so that the law about it has the threshold within ±half.

    Parameters:
        half: half the width of the region.
        error: standard errors that were estimated.
        df: degrees of freedom.
        threshold: the probability that is needed inside.

    Returns:
        The distances; -1 where even an estimate in the middle is not enough.
    """
    low, high = np.zeros_like(error), np.full_like(error, half)  # beyond the bound itself less than half is inside
    for _ in range(HALVINGS):
        reach = (low + high) / 2
        enough = cdf((half - reach) / error, df) - cdf((-half - reach) / error, df) >= threshold
        low, high = np.where(enough, reach, low), np.where(enough, high, reach)
    possible = 2 * cdf(half / error, df) - 1 >= threshold
    return np.where(possible, low, -1.0)


def scatter(df: float) -> Array:
    """Evenly likely values of s/σ."""
    if not isfinite(df):
        return np.ones(1)
    return np.asarray(np.sqrt(chdtri(df, (np.arange(NODES) + 0.5) / NODES) / df))


def quantile(p: float, df: float) -> float:
    """Of Student's law; of the normal one where df is infinite."""
    return float(stdtrit(df, p)) if isfinite(df) else float(ndtri(p))


def cdf(x: Array, df: float) -> Array:
    """Of Student's law; of the normal one where df is infinite."""
    return np.asarray(stdtr(df, x) if isfinite(df) else ndtr(x))


def above(x: float, df: float, shift: float) -> float:
    """P(T > x) for a noncentral t."""
    if not isfinite(df):
        return float(ndtr(shift - x))
    if shift > 37:  # beyond what the noncentral law can be computed for, and certain
        return 1.0
    if shift < -37:
        return 0.0
    below = float(nctdtr(df, shift, x))
    return float(shift > x) if isnan(below) else 1 - below  # few degrees of freedom and a large shift: certain


def freedom(n: float) -> float:
    """Degrees of freedom of n units; endlessly many where the normal law stands for Student's."""
    return n - 1 if n < LARGE else inf


def smallest(reaches: Callable[[int], bool], guess: float, *, least: int = 2, most: int = MOST) -> int | None:
    """The smallest whole number that reaches something which grows; None beyond the largest that is tried.

    Parameters:
        reaches: whether a number does.
        guess: where to begin.
        least: the smallest number that is tried.
        most: the largest.
    """
    low, high = least - 1, min(most, max(least, ceil(guess)))
    # A guess is mostly close: short strides up, and short ones down again, until halving is as short.
    while not reaches(high):
        if high >= most:
            return None
        low, high = high, min(most, max(high + 1, ceil(1.3 * high)))
    while high - low > 1:
        middle = (low + high) // 2 if low >= 0.7 * high or high < 50 else ceil(0.8 * high)
        middle = min(max(middle, low + 1), high - 1)
        low, high = (low, middle) if reaches(middle) else (middle, high)
    return high


def exact_size(power: float, standardized: float, *, level: float = 0.95) -> float:
    """The size, not rounded, at which a paired t-test has the power.

    Parameters:
        power: the power.
        standardized: the effect in standard deviations of the differences.
        level: one less the level of the test.

    >>> round(exact_size(0.8, 0.5), 3), round(exact_size(0.8, 0.2), 3)
    (33.367, 198.151)
    """
    from scipy.optimize import brentq

    normal = normal_size(power, standardized, level=level)
    if power_of_test(standardized, 1 / sqrt(2.0), 1.0, level=level) >= power:
        return 2.0
    return float(
        brentq(
            lambda n: power_of_test(standardized, 1 / sqrt(n), n - 1, level=level) - power, 2.0, normal + 10, xtol=1e-10
        )
    )


def normal_size(power: float, standardized: float, *, level: float = 0.95) -> float:
    """The same for a normal law: (z_{1-a/2} + z_power)² / d² (Miller 2024).

    Parameters:
        power: the power.
        standardized: the effect in standard deviations.
        level: one less the level of the test.

    >>> round(normal_size(0.8, 0.03 * 3), 1)
    969.0
    """
    return float((ndtri((1 + level) / 2) + ndtri(power)) ** 2 / standardized**2)
