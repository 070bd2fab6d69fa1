"""Which share of a Dirichlet law is the largest, by quadrature of gamma laws.

With θ = g/Σg, g_i ~ Gamma(a_i) independent, θ_i is the largest share where g_i is the largest of the g:

    P(θ_i is the largest) = ∫ f_i(x) Π_{j≠i} F_j(x) dx          f, F: density and distribution function of the g

In t = log x the integrand is analytic, falls off faster than exponentially on the right and like e^(St) on the left,
S = Σa. So the trapezoidal rule converges geometrically, and what it leaves out on the left is a geometric series.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import expm1, log
from typing import NamedTuple

import numpy as np
from scipy.special import gammainc, gammainccinv, gammaincinv, gammaln

from betterthan.arrays import Array
from betterthan.errors import ArgumentError

NEGLIGIBLE = 1e-16
"""Probability that is left out on either side."""

LEAST_LOG = -40.0
"""Below x = e^-40 the integrand is a plain power of x."""

STEP = 0.1
"""In units of the width of the narrowest law: 1/√(1 + a) in log x."""


class DirichletWinner(NamedTuple):
    """How probable it is that each share is the largest, and the estimated error of these probabilities."""

    probabilities: Array
    error: float


def dirichlet_winner(parameters: Sequence[float] | Array) -> DirichletWinner:
    """The probability of each share of a Dirichlet law to be the largest.

    Parameters:
        parameters: of the Dirichlet law; the share of a parameter of 0 is 0.

    >>> [round(float(p), 6) for p in dirichlet_winner((2.0, 1.0, 1.0)).probabilities]      # 11/18, 7/36, 7/36
    [0.611111, 0.194444, 0.194444]
    """
    a = np.asarray(parameters, dtype=np.float64)
    if not (np.isfinite(a).all() and (a >= 0).all() and (a > 0).any()):
        raise ArgumentError(f"Dirichlet parameters are finite, at least 0 and not all 0; got {a.tolist()}.")
    both = np.array([_largest(a[i], np.delete(a, i)) if a[i] > 0 else (0.0, 0.0) for i in range(len(a))])
    fine, coarse = both.T
    total = float(np.sort(fine).sum())  # the same in whatever order the parameters come
    return DirichletWinner(fine / total, max(abs(total - 1), float(np.abs(fine - coarse).max())))


def _largest(a: float, others: Array) -> tuple[float, float]:
    """P(g > all others) by the full rule and by every other of its nodes."""
    others = others[others > 0]
    if not len(others):
        return 1.0, 1.0
    low, high = _range(a, others)
    if low >= high:
        return 0.0, 0.0
    # An odd number of nodes, so that every other one has the same ends.
    nodes = 2 * int(np.ceil((high - low) / STEP * np.sqrt(1 + max(a, others.max())) / 2)) + 1
    t, step = np.linspace(low, high, nodes, retstep=True)
    x = np.exp(t)
    # f(x) dx = x f(x) dt: the power of x is a, not a - 1.
    integrand = np.exp(a * t - x - gammaln(a)) * gammainc(others[:, None], x).prod(axis=0)
    power = a + float(others.sum())
    return _trapezoid(integrand, float(step), power), _trapezoid(integrand[::2], 2 * float(step), power)


def _range(a: float, others: Array) -> tuple[float, float]:
    """Where the integrand matters, in log x. On the left F_j(x) ≤ x^a_j/Γ(a_j + 1) bounds what is left out."""
    bound = (log(NEGLIGIBLE) + gammaln(a + 1) + gammaln(others + 1).sum()) / (a + others.sum())
    tails = np.log(np.maximum([gammaincinv(a, NEGLIGIBLE), gammainccinv(a, NEGLIGIBLE)], np.finfo(float).tiny))
    return max(float(bound), float(tails[0]), LEAST_LOG), float(tails[1])


def _trapezoid(integrand: Array, step: float, power: float) -> float:
    """The rule over all nodes to the right of -∞: those left out on the left form a geometric series."""
    series = step * float(integrand[0]) / expm1(power * step) if power * step < 700 else 0.0
    return step * float(integrand.sum()) + series
