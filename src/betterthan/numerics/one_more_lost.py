"""Not worse, with one more case lost: the rule that holds its level at every n for scores with a range.

The law of the mean difference has Dirichlet(1, …, 1) weights on the n differences and on one more at -R, the whole
range lost (the worst place of the prior observation of an imprecise Dirichlet process; Gaffke's bound). For 0/1 scores
it is Dirichlet(n01 + 1, n10, n00 + n11). `dirichlet_tail` has the probability itself. Here is what a plan needs for
thousands of samples at a time: how the first four moments of each tell whether it passes, and how far the one case
moves the mean.
"""

from __future__ import annotations

from math import inf, sqrt

import numpy as np
from scipy.special import ndtri, stdtrit

from betterthan.arrays import Array, BoolArray
from betterthan.numerics.skewed_t import LEAST_DIFFERENT, hall


def passes(samples: Array, *, margin: float, lost: float, threshold: float) -> BoolArray:
    """Which samples are called not worse, by the first four cumulants of the law of the mean (Cornish and Fisher 1938).

    Parameters:
        samples: one sample of differences in each row.
        margin: how much worse is still not worse.
        lost: the whole range; infinite where there is none.
        threshold: probability that is needed.
    """
    if lost == inf:
        return _passes_without_range(samples, margin, threshold)
    n = samples.shape[1] + 1
    mean = (samples.sum(axis=1) - lost) / n
    apart, last = samples - mean[:, None], -lost - mean
    squares = apart * apart
    second = (squares.sum(axis=1) + last**2) / n
    third = ((squares * apart).sum(axis=1) + last**3) / n  # products: powers of arrays are ten times as slow
    fourth = ((squares * squares).sum(axis=1) + last**4) / n
    sd = np.sqrt(second / (n + 1))
    skew = 2 * sqrt(n + 1) / (n + 2) * third / second**1.5
    excess = ((n + 1) * (3 * (n - 2) + 6 * fourth / second**2 + 6) / ((n + 2) * (n + 3))) - 3
    z = float(ndtri(1 - threshold))
    w = z + (z**2 - 1) * skew / 6 + (z**3 - 3 * z) * excess / 24 - (2 * z**3 - 5 * z) * skew**2 / 36
    return np.asarray(mean + w * sd >= -margin)


def _passes_without_range(samples: Array, margin: float, threshold: float) -> BoolArray:
    """At least 15 units differ, and both the t and Hall's skewness-corrected t reach the t quantile."""
    n = samples.shape[1]
    mean, sd = samples.mean(axis=1), samples.std(axis=1, ddof=1)
    sd = np.where(sd > 0, sd, np.nan)
    apart = samples - mean[:, None]
    skew = (apart * apart * apart).mean(axis=1) / sd**3
    s = (mean + margin) / sd
    enough = np.minimum(sqrt(n) * s, hall(s, skew, n)) >= stdtrit(n - 1, threshold)
    return np.asarray(enough & ((samples != 0).sum(axis=1) >= LEAST_DIFFERENT))


def normal_error(n: float, sd: float, lost: float) -> tuple[float, float]:
    """How far the one case that is lost moves the mean, and the standard deviation of its law, roughly.

    Parameters:
        n: number of cases.
        sd: standard deviation of the differences.
        lost: the whole range; infinite where there is none.
    """
    if lost == inf:
        return 0.0, sd / sqrt(n)
    return lost / (n + 1), sqrt((sd**2 + lost**2 / (n + 1)) / (n + 1))
