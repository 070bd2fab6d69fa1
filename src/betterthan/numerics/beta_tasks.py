"""The laws of the single tasks in the hierarchical beta-binomial model; see `hierarchical_beta`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.special import betaincinv, expit

from betterthan.arrays import Array
from betterthan.numerics.beta_functions import beta_cdf, beta_log_density, beta_with_moments, clipped_logit


@dataclass(frozen=True, eq=False)
class TaskMixture:
    """The laws of the φ_i, one row per distinct pair of counts: mixtures over (μ, η) of betas.

    A component stands for a range of μ at one η: a cell, or all of it where there are many tasks and μ is known well.
    Within it, φ_i is a mixture of Beta(a + won, b + lost), taken as the beta with the same mean and variance.

    Parameters:
        weights: posterior probabilities of the components.
        mean: means, pairs x components.
        variance: variances.
    """

    weights: Array
    mean: Array
    variance: Array

    def cdf(self, x: Array) -> Array:
        """Distribution functions.

        Parameters:
            x: one value per pair.
        """
        a, b = self._betas
        return np.asarray(beta_cdf(a, b, np.broadcast_to(x[:, None], a.shape)) @ self.weights)

    def density(self, x: Array) -> Array:
        """Densities.

        Parameters:
            x: one value per pair.
        """
        return np.asarray(np.exp(beta_log_density(*self._betas, x[:, None])) @ self.weights)

    def quantile(self, p: float) -> Array:
        """Quantiles: Newton's steps in logit φ, or halves where those lead out of what is known to hold the answer.

        Parameters:
            p: a probability.
        """
        mean = self.mean @ self.weights
        variance = (self.variance + (self.mean - mean[:, None]) ** 2) @ self.weights
        low, high = np.full(mean.shape, clipped_logit(0.0)), np.full(mean.shape, clipped_logit(1.0))
        guess = betaincinv(*beta_with_moments(mean, variance), p)  # of the beta with the mixture's mean and variance
        at = np.clip(clipped_logit(np.asarray(guess, dtype=np.float64)), low, high)
        for _ in range(60):
            x = expit(at)
            short = p - self.cdf(x)
            low, high = np.where(short > 0, at, low), np.where(short > 0, high, at)
            if ((np.abs(short) < 1e-7) | (high - low < 1e-6)).all():
                break
            # The density of logit φ is that of φ times φ(1 - φ).
            step = short / np.maximum(self.density(x) * x * expit(-at), 1e-300)
            at = np.where((at + step > low) & (at + step < high), at + step, (low + high) / 2)
        return np.asarray(expit(at))

    @cached_property
    def _betas(self) -> tuple[Array, Array]:
        return beta_with_moments(self.mean, self.variance)
