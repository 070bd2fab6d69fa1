"""Effects that are drawn from one normal law and estimated with error: their posterior, as a mixture over nodes.

In the axes in which the errors are independent, with one error variance per axis,

    estimate_k | g_k, w ~ N(g_k, variance_k / w),    w ~ Gamma(df/2, rate df/2),    g_k ~ N(0, τ²),    τ ~ C⁺(scale)

The mixture over w is the Student law that is left of a variance that was integrated out; C⁺ is the half-Cauchy law.
Given τ and w every g_k is normal and independent of the others, and the estimates have variance τ² + variance_k/w. What
is left is an integral over (log τ, log w): smooth, with one mode or a flat shoulder, and tails that fall at least
exponentially, so that the trapezoid rule converges geometrically.
"""

from __future__ import annotations

from functools import lru_cache
from math import log, sqrt
from typing import NamedTuple, TypeAlias

import numpy as np

from betterthan.arrays import Array

Box: TypeAlias = tuple[tuple[float, float], tuple[float, float]]
"""Bounds of log τ and of log w."""

NEGLIGIBLE = 16.0
"""Nodes whose density is below e^-16 of the peak are left out: 1e-7 each."""
SCOUT = (81, 81)
"""Nodes along log τ and log w of each look for the mass."""
LOOKS = 4
"""Each look narrows the box to the nodes that count and one step more: a peak of 500 effects is 2000 times narrower."""
LEAST = 1e-26
"""Least error variance, in units of the squared prior scale: errors of 1e-13 are none."""
STEP = 0.6
"""Step of the integral in standard deviations of the narrowest peak that there can be: an error of e^(-2π²/0.36/2)."""


class EffectNodes(NamedTuple):
    """Nodes of (τ, w) with what they imply.

    Attributes:
        weights: probability of each node; they sum to 1.
        tau: τ at each node.
        means: nodes x axes, posterior means of the g_k given the node.
        variances: nodes x axes, posterior variances.
    """

    weights: Array
    tau: Array
    means: Array
    variances: Array


@lru_cache(maxsize=8)
def effect_nodes(
    estimates: tuple[float, ...],
    variances: tuple[float, ...],
    df: float,
    prior_scale: float,
    finer: int = 1,
) -> EffectNodes:
    """The posterior of the effects as a mixture over nodes of (τ, w).

    Parameters:
        estimates: one per axis.
        variances: error variance of each, at w = 1; 0 where the estimate is exact.
        df: degrees of freedom of the error variance.
        prior_scale: scale of the half-Cauchy prior of τ, in units of the estimates.
        finer: factor by which the nodes are multiplied, to see what that changes.
    """
    g, v = np.array(estimates) / prior_scale, np.maximum(np.array(variances) / prior_scale**2, LEAST)
    box = _wide(g, v, df)
    for _ in range(LOOKS):  # each from the nodes that were left by the last
        box = _narrowed(g, v, df, box)
    steps = min(0.4, STEP / sqrt(2 * len(g))) / finer, STEP * sqrt(2 / (df + len(g))) / finer
    nodes = [2 + int((high - low) / step) for (low, high), step in zip(box, steps, strict=True)]
    log_tau, log_w = _held(g, v, df, box, (nodes[0], nodes[1]))
    density = _log_density(g, v, df, log_tau, log_w)
    weights = np.exp(density - density.max())
    # Given (τ, w): precisions add up, so that the mean is pulled towards 0 by the share of the error in the spread.
    tau2, error = np.exp(2 * log_tau)[:, None], v * np.exp(-log_w)[:, None]
    shrinkage = tau2 / (tau2 + error)
    return EffectNodes(
        weights / weights.sum(), np.exp(log_tau) * prior_scale, shrinkage * g * prior_scale,
        shrinkage * error * prior_scale**2,
    )  # fmt: skip


def _wide(g: Array, v: Array, df: float) -> Box:
    """A box that surely holds the mass: τ from far below the smallest error to far above the largest estimate.

    Below, the density falls like τ and like w^(df/2); above, like 1/τ² or faster and like exp(-w df/2), where the
    estimates may ask for a w of up to 1 + axes/df.
    """
    low = 0.5 * log(min(float(v.min()), 1.0)) - NEGLIGIBLE
    high = log(max(1.0, float(np.abs(g).max()), sqrt(float(v.max())))) + NEGLIGIBLE / 2
    most = log((df + len(g) + 4 * NEGLIGIBLE) / df) + 8 * sqrt(2 / df)
    least = 8 * sqrt(2 / df) + 2 * NEGLIGIBLE / df
    return (low, high), (-least, most)


def _narrowed(g: Array, v: Array, df: float, box: Box) -> Box:
    """The part of a box whose density is not negligible, and one step of the search around it."""
    found = _held(g, v, df, box, SCOUT)
    steps = [(high - low) / (count - 1) for (low, high), count in zip(box, SCOUT, strict=True)]
    (low_tau, high_tau), (low_w, high_w) = (
        (float(nodes.min()) - step, float(nodes.max()) + step) for nodes, step in zip(found, steps, strict=True)
    )
    return (low_tau, high_tau), (low_w, high_w)


def _held(g: Array, v: Array, df: float, box: Box, count: tuple[int, int]) -> tuple[Array, Array]:
    """The nodes of a lattice in a box whose density is not negligible."""
    axes = [np.linspace(*ends, nodes) for ends, nodes in zip(box, count, strict=True)]
    log_tau, log_w = (axis.ravel() for axis in np.meshgrid(*axes, indexing="ij"))
    density = _log_density(g, v, df, log_tau, log_w)
    held = density > density.max() - NEGLIGIBLE
    return log_tau[held], log_w[held]


def _log_density(g: Array, v: Array, df: float, log_tau: Array, log_w: Array) -> Array:
    """Log posterior density of (log τ, log w), in units of the prior scale."""
    tau2 = np.exp(2 * log_tau)
    # Half-Cauchy dτ/(1 + τ²) and the gamma law of w, both as densities of the logarithm.
    prior = log_tau - np.log1p(tau2) + df / 2 * (log_w - np.exp(log_w))
    total = np.zeros_like(log_tau)
    for estimate, variance in zip(g, v, strict=True):  # axes x nodes would not fit in memory for 200 models
        spread = tau2 + variance * np.exp(-log_w)
        total -= 0.5 * (np.log(spread) + estimate**2 / spread)
    return np.asarray(prior + total)
