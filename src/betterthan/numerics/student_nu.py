"""ν given Δ and ω: the innermost integral of `student_location`, over the degrees of freedom.

In the integrand, ν² e^(-ν/10) · [Γ((ν+1)/2) / Γ(ν/2)]^n · exp(-(ν+1)/2 · misfit) as a density of log ν, the data enter
through their misfit only. Its logarithm is concave in ν, so it lives on one interval, whose ends are found here.
"""

from __future__ import annotations

import numpy as np
from scipy.special import gammaln, psi, zeta

from betterthan.arrays import Array, BoolArray
from betterthan.numerics.clenshaw_curtis import Rule

# The model
LOG_SIGMA_RANGE = (float(np.log(1e-3)), float(np.log(1e3)))  # in units of s
NU_RATE = 0.1
LOG_NU_CEILING = float(np.log(1e5))  # the prior mass beyond is e^-10000
LOG_OMEGA_RANGE = (LOG_SIGMA_RANGE[0], LOG_SIGMA_RANGE[1] + LOG_NU_CEILING / 2)

NEGLIGIBLE = 18.0  # a density e^-18 of its peak


def nu_nodes(n: int, misfit: Array, log_omega: Array, rule: Rule) -> tuple[Array, Array]:
    """ν and the log integrand without its misfit, panels x columns x nodes.

    All locations of a panel share their nodes, so that the gamma functions are evaluated once for them all.

    Parameters:
        n: number of data.
        misfit: panels x locations x columns.
        log_omega: one per column.
        rule: with which the integral over log ν is taken.
    """
    low, high = _nu_window(n, misfit.min(axis=1), misfit.max(axis=1), log_omega)
    half = (high - low)[..., None] / 2
    log_nu = low[..., None] + half * (1 + rule.nodes)
    # An empty interval (σ would leave its range) has no weight, but its logarithm must exist.
    log_jacobian = np.log(np.maximum(half, np.finfo(float).tiny))
    return np.exp(log_nu), _log_nu_factor(n, log_nu) + log_jacobian - n * log_omega[:, None]


def _nu_window(n: int, least: Array, most: Array, log_omega: Array) -> tuple[Array, Array]:
    """Range of log ν, panels x columns, outside which the integrand is negligible or σ leaves its range."""
    # σ = ω/√ν within its range: log ν = 2 (log ω - log σ)
    floor = np.maximum(0.0, 2 * (log_omega - LOG_SIGMA_RANGE[1]))
    ceiling = np.minimum(LOG_NU_CEILING, 2 * (log_omega - LOG_SIGMA_RANGE[0]))
    low, high = _free_window(n, least, most)
    capped, cut = _cut_by_least_sigma(n, most, ceiling)
    low = np.clip(np.where(capped, cut, low), floor, ceiling)
    high = np.clip(high, floor, ceiling)
    # The greatest σ can lift ν above its window only in a far corner, where any width serves.
    return low, np.where(high > low, high, np.minimum(low + 1, ceiling))


def _free_window(n: int, least: Array, most: Array) -> tuple[Array, Array]:
    """Range of log ν for misfits between `least` and `most`, as if σ were free: the larger, the smaller ν."""
    # Twice: a coarse lattice over all ν for the two extreme misfits, then a fine one over what they leave, for misfits
    # in between, to which those asked for are interpolated.
    ends = np.maximum([least.min(), most.max()], np.finfo(float).tiny)
    low, high = _support(n, ends, np.linspace(0.0, LOG_NU_CEILING, 257))
    knots = np.geomspace(ends[0], ends[1], 65)
    low, high = _support(n, knots, np.linspace(low[1], high[0], 257))
    return np.interp(most, knots, low), np.interp(least, knots, high)


def _support(n: int, misfit: Array, log_nu: Array) -> tuple[Array, Array]:
    """For each misfit, the part of the lattice where the integrand is not negligible, one step added on each side.

    Concave in ν: the part is one interval, and nothing is missed between its ends.
    """
    height = _log_nu_factor(n, log_nu) - np.multiply.outer(misfit, (np.exp(log_nu) + 1) / 2)
    live = height >= height.max(axis=1, keepdims=True) - NEGLIGIBLE
    first, last = live.argmax(axis=1), len(log_nu) - 1 - live[:, ::-1].argmax(axis=1)
    return log_nu[np.maximum(first - 1, 0)], log_nu[np.minimum(last + 1, len(log_nu) - 1)]


def _cut_by_least_sigma(n: int, most: Array, ceiling: Array) -> tuple[BoolArray, Array]:
    """Where the least σ caps ν below its mode: whether it does, and the lower end of the range of log ν then.

    Below the cap the log integrand falls at least as fast as the parabola that touches it there, because its curvature
    grows towards small ν.
    """
    cap = np.exp(ceiling)
    slope = 2 / cap - NU_RATE + n / 2 * (psi((cap + 1) / 2) - psi(cap / 2)) - most / 2
    curvature = 2 / cap**2 + n / 4 * (zeta(2, cap / 2) - zeta(2, (cap + 1) / 2))
    rising = np.maximum(slope, 0.0)
    reach = 2 * NEGLIGIBLE / (rising + np.sqrt(rising**2 + 2 * NEGLIGIBLE * curvature))
    return slope > 0, np.log(np.maximum(cap - reach, 1.0))


def _log_nu_factor(n: int, log_nu: Array) -> Array:
    """The part of the log integrand in log ν that knows neither Δ nor ω: prior and the gamma functions."""
    nu = np.exp(log_nu)
    return np.asarray(2 * log_nu - NU_RATE * nu + n * (gammaln((nu + 1) / 2) - gammaln(nu / 2)))
