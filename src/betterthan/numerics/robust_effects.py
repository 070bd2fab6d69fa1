"""Effects that are drawn from one normal law and estimated from rows with Student errors: draws of their posterior.

    y_j | γ ~ t_ν(γ, σ² I) in p dimensions,    γ ~ N(0, τ² I),    τ ~ C⁺(scale),    p(σ) ∝ 1/σ,    ν - 1 ~ Gamma(2, 0.1)

Each row's t law is a normal law of precision u_j/σ², u_j ~ Gamma(ν/2, rate ν/2). A Gibbs sampler of many chains side by
side draws in turn: ν with the u_j integrated out; the u_j; σ; τ with γ integrated out, which avoids the funnel between
the two; γ. What is kept of a draw is not γ but its normal law given the rest, so that every answer is a smooth mixture.
"""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

import numpy as np
from scipy.special import gammaln, ndtr

from betterthan.arrays import Array, IntArray
from betterthan.numerics.monte_carlo import error_between_chains
from betterthan.numerics.threads import one_blas_thread

CHAINS = 50
WARM_UP = 100
THINNING = 2
"""Chains side by side, steps that are thrown away, and steps between draws that are kept."""
PLACES = 8
"""Values of ν among which one is drawn, about the present one."""
NARROWEST, WIDEST = 0.03, 1.0
"""Their spacing in log(ν - 1), drawn anew in each step: the posterior may be narrow or as wide as the prior."""
BELOW, ABOVE = 14.0, 14.0
"""How far log τ reaches below the errors of the estimates and above the larger of these, the estimates and the scale.

The density falls like τ below and at least like 1/τ² above: what is left out is less than 1e-6."""


class RobustEffects(NamedTuple):
    """Draws of the posterior, each a normal law of γ with one variance in all directions.

    Attributes:
        means: draws x p.
        variances: one per draw.
        error: bound on the error of a probability, from the differences between the chains.
        nu: median of ν.
    """

    means: Array
    variances: Array
    error: float
    nu: float


@one_blas_thread
def robust_effects(rows: Array, *, prior_scale: float, draws: int, rng: int) -> RobustEffects:
    """Posterior of γ as an equal mixture of normal laws.

    Parameters:
        rows: one row of p contrasts per task.
        prior_scale: scale of the half-Cauchy prior of τ.
        draws: how many to keep, rounded up to a multiple of the chains.
        rng: seed.
    """
    generator, (count, dimensions) = np.random.default_rng(rng), rows.shape
    scaled = rows / prior_scale
    middle = np.median(scaled, axis=0)
    centre = np.tile(middle, (CHAINS, 1))
    sigma2 = np.full(CHAINS, _middling(((scaled - middle) ** 2).mean(axis=1)))
    nu = 1 + generator.gamma(2, 10, CHAINS)
    kept = []
    for step in range(WARM_UP + THINNING * -(-draws // CHAINS)):
        squares = _squared_distances(centre - middle, scaled - middle)
        # ν first, while the weights are integrated out: given them it would hardly move.
        nu = _draw_nu(nu, squares / sigma2[:, None], dimensions, generator)
        rate = (nu[:, None] + squares / sigma2[:, None]) / 2
        weight = generator.gamma((nu[:, None] + dimensions) / 2, size=squares.shape) / rate
        sigma2 = (weight * squares).sum(axis=1) / 2 / generator.gamma(count * dimensions / 2, size=CHAINS)
        total = weight.sum(axis=1, keepdims=True)
        # Given weights and σ the rows count as one estimate with one error in all directions.
        estimate, error = weight @ scaled / total, sigma2 / total[:, 0]
        tau2 = _draw_tau2(estimate, error, generator)
        shrinkage = tau2 / (tau2 + error)
        mean, variance = shrinkage[:, None] * estimate, shrinkage * error
        centre = mean + np.sqrt(variance)[:, None] * generator.standard_normal(mean.shape)
        if step >= WARM_UP and (step - WARM_UP) % THINNING == THINNING - 1:
            kept.append((mean, variance, nu))
    means, variances, nus = (np.array(part) for part in zip(*kept, strict=True))
    return RobustEffects(
        means.reshape(-1, dimensions) * prior_scale,
        variances.ravel() * prior_scale**2,
        _error(means, variances),
        float(np.median(nus)),
    )


def _middling(squares: Array) -> float:
    """A scale to start from that a few odd rows do not spoil; rows that are alike would make it 0."""
    return float(np.median(squares)) or float(squares.mean())


def _squared_distances(centres: Array, rows: Array) -> Array:
    """Chains x rows; about a point in their midst, where |c - y|² = |c|² - 2cy + |y|² loses no digits that matter."""
    lengths = (centres**2).sum(axis=1)[:, None] + (rows**2).sum(axis=1)
    return np.asarray(np.maximum(lengths - 2 * centres @ rows.T, 1e-12 * lengths))


def _draw_nu(nu: Array, squares: Array, dimensions: int, generator: np.random.Generator) -> Array:
    """One ν per chain given the rows' squared distances, the u_j integrated out.

    One of a few equally spaced values of log(ν - 1) is drawn with its posterior probability; the present value stands
    at a random place among them, so that the step is as probable as its reverse.
    """
    spacing = np.exp(generator.uniform(np.log(NARROWEST), np.log(WIDEST)))
    place = np.arange(PLACES) - generator.integers(PLACES, size=(len(nu), 1))
    tried = 1 + (nu[:, None] - 1) * np.exp(spacing * place)  # chains x places
    log_density = (
        squares.shape[1] * (gammaln((tried + dimensions) / 2) - gammaln(tried / 2) - dimensions / 2 * np.log(tried))
        - (tried + dimensions) / 2 * np.log1p(squares[:, None] / tried[:, :, None]).sum(axis=2)
        + 2 * np.log(tried - 1)  # Gamma(2, 0.1) of ν - 1, as a density of log(ν - 1)
        - 0.1 * (tried - 1)
    )
    return np.asarray(np.take_along_axis(tried, _drawn(log_density, generator)[:, None], axis=1)[:, 0])


def _draw_tau2(estimate: Array, error: Array, generator: np.random.Generator) -> Array:
    """One τ² per chain given the estimates and their error variance, γ integrated out.

    The nodes are finer than the narrowest peak and are shifted at random: the law that is drawn from is continuous.
    """
    dimensions, size = estimate.shape[1], (estimate**2).sum(axis=1)
    step = min(0.1, 0.6 / sqrt(2 * dimensions))
    low = 0.5 * np.log(error.min()) - BELOW
    high = 0.5 * np.log(max(1.0, error.max(), size.max())) + ABOVE
    nodes = np.arange(low, high, step) + step * generator.random((len(error), 1))
    tau2 = np.exp(2 * nodes)
    spread = tau2 + error[:, None]
    # γ integrated out: estimate ~ N(0, τ² + error). The prior 1/(1 + τ²) as a density of log τ.
    fit = -0.5 * (dimensions * np.log(spread) + size[:, None] / spread)
    chosen = _drawn(fit + nodes - np.log1p(tau2), generator)
    return np.asarray(np.take_along_axis(tau2, chosen[:, None], axis=1)[:, 0])


def _drawn(log_density: Array, generator: np.random.Generator) -> IntArray:
    """A column per row, with these log probabilities (Gumbel's trick)."""
    return np.asarray(np.argmax(log_density + generator.gumbel(size=log_density.shape), axis=1))


def _error(means: Array, variances: Array) -> float:
    """How much the chains differ in the probability that an effect exceeds its mean; the largest over directions."""
    above = ndtr((means - means.mean(axis=(0, 1))) / np.sqrt(variances)[:, :, None])  # steps x chains x p
    return error_between_chains(above.mean(axis=0))
