"""Assurance: the power of a plan, averaged over what a pilot leaves open about the effect.

The pilot leaves the effect as N(m, t²); a mean of the planned data is then N(m, t² + e²), and a verdict `above x` comes
with probability Φ((m - x - z_θ e)/√(t² + e²)). However many units there are (e = 0) this stays below Φ((m - x)/t), the
ceiling. A small pilot leaves the standard deviation open, too: t and e are known up to the same factor √(ν/χ²_ν), and
the average over it is a noncentral t.
"""

from __future__ import annotations

from math import hypot, inf, isfinite
from typing import NamedTuple

import numpy as np
from scipy.special import betaincinv, nctdtr, ndtr

from betterthan.arrays import Array
from betterthan.numerics.t_power import cdf, half_width, quantile, scatter

EVEN = 64
"""Values that stand for a law of disagreements."""


class Pilot(NamedTuple):
    """What a pilot leaves of the effect: mean, standard error and its degrees of freedom (infinite: known)."""

    mean: float
    error: float
    df: float = inf


def assurance_above(pilot: Pilot, error: float, df: float, *, bound: float, threshold: float) -> float:
    """Probability of the verdict that the difference is above a bound.

    Parameters:
        pilot: what is known of the effect.
        error: the standard error that the planned mean has, as the pilot estimates it.
        df: its degrees of freedom.
        bound: the bound.
        threshold: probability that a verdict needs.

    >>> round(assurance_above(Pilot(0.02, 0.01), 0.0, inf, bound=0.01, threshold=0.95), 4)  # Φ((m - r)/t)
    0.8413
    """
    total = hypot(pilot.error, error)
    if total == 0:
        return float(pilot.mean > bound)
    return _reached((pilot.mean - bound) / total, quantile(threshold, df) * error / total, pilot.df)


def assurance_of_test(pilot: Pilot, error: float, df: float, *, level: float = 0.95) -> float:
    """Probability that the two-sided test of no difference rejects, in either direction.

    Parameters:
        pilot: what is known of the effect.
        error: as in `assurance_above`.
        df: its degrees of freedom.
        level: one less the level of the test.
    """
    total = hypot(pilot.error, error)
    if total == 0:
        return 1.0
    a, b = pilot.mean / total, quantile((1 + level) / 2, df) * error / total
    return _reached(a, b, pilot.df) + _reached(-a, b, pilot.df)


def assurance_between(pilot: Pilot, error: float, df: float, *, low: float, high: float, threshold: float) -> float:
    """Probability of the verdict that the difference is between two bounds.

    Parameters:
        pilot: what is known of the effect.
        error: as in `assurance_above`.
        df: its degrees of freedom.
        low: lower bound.
        high: upper bound.
        threshold: probability that a verdict needs.
    """
    factor = 1 / scatter(pilot.df)
    total = factor * hypot(pilot.error, error)
    middle, half = (low + high) / 2, (high - low) / 2
    reach = np.full_like(factor, half) if error == 0 else half_width(half, factor * error, df, threshold)
    if pilot.error == 0 and error == 0:
        return float(low <= pilot.mean <= high)
    inside = ndtr((middle + reach - pilot.mean) / total) - ndtr((middle - reach - pilot.mean) / total)
    return float(np.where(reach >= 0, inside, 0.0).mean())


def _reached(a: float, b: float, df: float) -> float:
    """P(Z + b ≤ a √(χ²/ν))."""
    if not isfinite(df):
        return float(ndtr(a - b))
    if b > 37:
        return 0.0
    return float(nctdtr(df, b, a)) if b else float(cdf(np.asarray(a), df))


def disagreement_nodes(lost: float, won: float, agreed: float) -> tuple[Array, Array]:
    """Evenly likely values of δ = θ10 - θ01 and of ψ = θ10 + θ01, where (θ01, θ10, the rest) are Dirichlet.

    Parameters:
        lost: parameter of θ01.
        won: parameter of θ10.
        agreed: parameter of the rest.
    """
    even = (np.arange(EVEN) + 0.5) / EVEN
    discordance = betaincinv(lost + won, agreed, even)[:, None]
    share = betaincinv(won, lost, even)[None, :]
    difference = discordance * (2 * share - 1)
    return difference.ravel(), np.broadcast_to(discordance, difference.shape).ravel()
