"""How far numbers are from independent draws of a normal law."""

from __future__ import annotations

from math import log

import numpy as np
from scipy.special import chdtrc, ndtr

from betterthan.arrays import Array


def john_p(epsilon: float, units: int, models: int) -> float:
    """John's U is 1/ε - 1, and (units - 1) contrasts U/2 is nearly χ² (Ledoit and Wolf 2002: however few the units)."""
    contrasts = models - 1
    df = contrasts * (contrasts + 1) / 2 - 1
    return float(chdtrc(df, (units - 1) * contrasts / 2 * (1 / epsilon - 1))) if df > 0 else 1.0


def standardised(values: Array) -> Array:
    """Shifted and scaled first by the range, so that scales like 1e-300 survive the squares."""
    shifted = (values - values[0]) / np.ptp(values)
    return np.asarray((shifted - shifted.mean()) / shifted.std())


def shapiro_francia_p(w: float, n: int) -> float:
    """Royston (1993), valid for 5 <= n <= 5000; beyond, the figure for 5000 is taken."""
    u = log(min(n, 5000))
    v = log(u)
    mean, sd = -1.2725 + 1.0521 * (v - u), 1.0308 - 0.26758 * (v + 2 / u)
    return float(ndtr(-(log(max(1e-300, 1 - w)) - mean) / sd))


def autocorrelations(standardised: Array, lags: int) -> Array:
    """Autocorrelations of standardised numbers up to a lag."""
    n = len(standardised)
    return np.array([standardised[lag:] @ standardised[: n - lag] / n for lag in range(1, lags + 1)])
