"""The law of a weighted mean Σ w_i d_i with Dirichlet weights, by inverting a characteristic function.

With w = g/Σg, g_i ~ Gamma(c_i), the event Σ w_i d_i > x is the event Σ g_i (d_i - x) > 0, a linear form of independent
gamma variables. Its characteristic function is φ(u) = Π (1 - iu(d_i - x))^(-c_i), and (Gil-Pelaez 1951; Imhof 1961)

    P(Σ w_i d_i > x) = 1/2 + 1/π ∫_0^∞ Im φ(u)/u du
    density(x)       = 1/π ∫_0^∞ Re[ φ(u) Σ c_i/(1 - iu(d_i - x)) ] du

Both integrals are smooth and fall off like u^(-Σc), so a Gauss-Legendre rule on u = scale · t/(1 - t) serves.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import frexp, ldexp

import numpy as np

from betterthan.arrays import Array
from betterthan.numerics.hermite import interpolated

LATTICE = 500
"""More distinct values than this are split between the points of a lattice of this size, keeping the mean exactly."""
WIDENED = 0.121
"""By how much a normal distribution function changes at most if its variance grows by a small share, which is what
splitting values does: max |z φ(z)|/2 of that share."""


@dataclass(frozen=True)
class DirichletMean:
    """The law of the weighted mean, tabulated.

    Parameters:
        x: increasing nodes.
        density: density at the nodes.
        cdf: distribution function at the nodes.
        mean: the mean, exactly.
        sd: the standard deviation, exactly.
        error: estimated error of the distribution function, between the nodes too.
    """

    x: Array
    density: Array
    cdf: Array
    mean: float
    sd: float
    error: float


def dirichlet_mean(values: Array, *, nodes: int = 161, order: int = 80) -> DirichletMean:
    """The law of Σ w_i d_i for w ~ Dirichlet(1, …, 1).

    Parameters:
        values: the d_i, not all equal.
        nodes: number of nodes at which the law is tabulated.
        order: order of the quadrature rule; the error is estimated with half of it.
    """
    exponent = frexp(float(np.abs(values).max()))[1]  # squares of 1e-300 or 1e300 would leave the range
    unit = np.ldexp(values, -exponent)
    shift, scale = float(unit.mean()), float(unit.std())
    points, counts = grouped((unit - shift) / scale)
    sd = 1 / np.sqrt(len(values) + 1)  # Var(Σ w d) = Σ(d - mean)²/(n(n + 1)), here in units of the values' own sd
    x = np.linspace(max(points[0], -10 * sd), min(points[-1], 10 * sd), nodes)
    coarse, _ = _inverted(points, counts, x, order // 2)
    cdf, density = _inverted(points, counts, x, order)
    error = float(np.abs(cdf - coarse).max()) + WIDENED * max(0.0, float(counts @ points**2) / len(values) - 1)
    cdf = np.maximum.accumulate(np.clip(cdf, 0.0, 1.0))
    density[[0, -1]] = _extrapolated(density[1:4]), _extrapolated(density[-4:-1][::-1])
    middles = (x[1:] + x[:-1]) / 2  # where a cubic between two nodes is furthest off
    between = interpolated(middles, x, cdf, density, limited=True)
    error += float(np.abs(between - _inverted(points, counts, middles, order)[0]).max())
    shift, scale = ldexp(shift, exponent), ldexp(scale, exponent)
    return DirichletMean(shift + scale * x, density / scale, cdf, shift, scale * sd, error)


def grouped(values: Array) -> tuple[Array, Array]:
    """Distinct values with their counts; on a lattice, each value split so that its mean stays, if they are too many.

    Parameters:
        values: the values.
    """
    points, counts = np.unique(values, return_counts=True)
    if len(points) <= LATTICE:
        return np.asarray(points), np.asarray(counts, dtype=np.float64)
    lattice = np.linspace(points[0], points[-1], LATTICE)
    place = (values - lattice[0]) / (lattice[1] - lattice[0])
    below = np.clip(place.astype(np.int64), 0, LATTICE - 2)
    upper_share = place - below
    mass = np.zeros(LATTICE)
    np.add.at(mass, below, 1 - upper_share)
    np.add.at(mass, below + 1, upper_share)
    return lattice[mass > 0], mass[mass > 0]


def _inverted(points: Array, counts: Array, x: Array, order: int) -> tuple[Array, Array]:
    """Distribution function and density at x, one x at a time to bound the memory."""
    t, weights = np.polynomial.legendre.leggauss(order)
    t, weights = (t + 1) / 2, weights / 2
    results = [_at(points - each, counts, t, weights) for each in x]
    table = np.array(results, dtype=np.float64)
    return table[:, 0], table[:, 1]


def _at(away: Array, counts: Array, t: Array, weights: Array) -> tuple[float, float]:
    scale = 4 / np.sqrt(counts @ away**2)  # φ has fallen by e^-8 at u = scale, half-way through the rule
    u = scale * t / (1 - t)
    jacobian = weights * scale / (1 - t) ** 2
    turned = u[:, None] * away
    squares = 1 + turned**2
    angle = (np.arctan(turned) * counts).sum(axis=1)  # sums, not matrix products: these are too small for threads
    size = jacobian * np.exp(-0.5 * (np.log(squares) * counts).sum(axis=1))
    real, imaginary = (counts / squares).sum(axis=1), (turned / squares * counts).sum(axis=1)
    above = 0.5 + float((size * np.sin(angle) / u).sum()) / np.pi
    density = float((size * (np.cos(angle) * real - np.sin(angle) * imaginary)).sum()) / np.pi
    return 1 - above, max(0.0, density)


def _extrapolated(neighbours: Array) -> float:
    """The density at an end from the three nodes next to it: at the end itself it jumps, and the integral halves it."""
    return max(0.0, float(3 * neighbours[0] - 3 * neighbours[1] + neighbours[2]))
