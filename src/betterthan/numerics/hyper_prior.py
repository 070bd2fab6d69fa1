"""Priors of the hierarchical correlated t-test: bounds for δ0, σ0, σ_i and a law for ν = 1 + g.

g ~ Gamma(shape, rate), where shape and rate are fixed or uniform between two values (Benavoli 2017, eq. 14-19); they
are integrated out here. With a `normal` law of the δ_i there is no ν: it is held where a Student law differs from the
normal one by less than 1e-5 in any probability, and nothing that is computed varies with it.

The coordinate of ν is τ with g = sinh² τ: near ν = 1 it is √g, in which all these laws have a bounded density, and far
out it is half of log g.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np
from scipy.special import gammainc, gammaincc, gammaln

from betterthan.arrays import Array

TAU_CEILING = 5.6  # ν = 18,000: normal
TAU_NORMAL = 5.52  # ν = 15,600, beyond what the mixtures tell from the normal law (`student_mixtures`)


@dataclass(frozen=True)
class HyperPrior:
    """The prior of the hierarchical model; all bounds in units of the scores.

    Attributes:
        shape: least and greatest shape of the Gamma law of ν - 1; equal if it is fixed.
        rate: the same for its rate.
        delta0: least and greatest δ0.
        sigma0: greatest σ0; by default 1000 times the standard deviation of the task means, or their mean standard
            error where that is larger.
        sigma: greatest σ_i; by default 1000 times the mean standard deviation within tasks.
        law: of the δ_i: `student`, or `normal`, which takes no heed of shape and rate.
    """

    shape: tuple[float, float]
    rate: tuple[float, float]
    delta0: tuple[float, float] = (-1.0, 1.0)
    sigma0: float | None = None
    sigma: float | None = None
    law: Literal["student", "normal"] = "student"

    def density(self, tau: Array) -> Array:
        """Density of τ; of a normal law uniform where it makes no difference."""
        if self.law == "normal":
            return np.full(len(tau), 1 / (TAU_CEILING - TAU_NORMAL))
        shape, rate, weight = self._nodes
        log_g = 2 * np.log(np.sinh(np.maximum(tau, 1e-8)))[:, None]
        logs = shape * np.log(rate) - gammaln(shape) + (shape - 1) * log_g - rate * np.exp(log_g)
        return np.asarray(np.exp(logs) @ weight * np.sinh(2 * np.maximum(tau, 1e-8)))

    def mass(self, tau: float) -> float:
        """Probability that τ is less."""
        shape, rate, weight = self._nodes
        return float(gammainc(shape, rate * np.sinh(tau) ** 2) @ weight)

    @property
    def least_tau(self) -> float:
        """Where τ begins."""
        return TAU_NORMAL if self.law == "normal" else 0.0

    @cached_property
    def greatest_tau(self) -> float:
        """Where the upper tail is 1e-9; the data never ask for more."""
        if self.law == "normal":
            return TAU_CEILING
        shape, rate, weight = self._nodes
        taus = np.linspace(0.0, TAU_CEILING, 113)
        tails = gammaincc(shape, rate * np.sinh(taus[:, None]) ** 2) @ weight
        return float(taus[min(int((tails > 1e-9).sum()), len(taus) - 1)])

    @cached_property
    def _nodes(self) -> tuple[Array, Array, Array]:
        shapes, shape_weights = _uniform(*self.shape, 16)
        rates, rate_weights = _uniform(*self.rate, 8)
        shape, rate = np.meshgrid(shapes, rates, indexing="ij")
        return shape.ravel(), rate.ravel(), np.outer(shape_weights, rate_weights).ravel()


NU_PRIORS: dict[str, tuple[tuple[float, float], tuple[float, float]]] = {
    "corani": ((0.5, 5.0), (0.05, 0.15)),  # Corani 2017, sec. 3
    "baycomp": ((1.0, 2.0), (0.01, 0.1)),  # what reproduces Benavoli 2017, Table 12
    "juarez-steel": ((2.0, 2.0), (0.1, 0.1)),  # Juárez & Steel 2010
    "kruschke": ((1.0, 1.0), (0.0345, 0.0345)),  # Kruschke 2013
}
"""Shapes and rates of the Gamma law of ν - 1 by name."""

NORMAL = "normal"
"""The name of the prior without ν: the differences of the tasks have a normal law."""


def _uniform(low: float, high: float, count: int) -> tuple[Array, Array]:
    """Gauss–Legendre nodes of the uniform law; one node if it is a point."""
    if low == high:
        return np.array([low]), np.ones(1)
    nodes, weights = np.polynomial.legendre.leggauss(count)
    return (low + high) / 2 + (high - low) / 2 * nodes, weights / 2
