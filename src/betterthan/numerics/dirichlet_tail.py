"""How probable it is that a weighted mean with Dirichlet weights lies above one bound, to the last digits.

With w = g/Σg, g_i ~ Gamma(c_i), the event Σ w_i v_i > b is Y > 0 with Y = Σ g_i a_i, a_i = v_i - b. For 0 < σ < 1/max a

    P(Y > 0) = 1/(2πi) ∫ e^L(s) ds,   L(s) = -Σ c_i log(1 - s a_i) - log s

along any path from below to above that crosses the real axis at σ and nowhere else. It is the path of steepest descent
from the saddle point (Daniels 1987), L(s) = L(σ) - τ²/2, on which nothing oscillates: with ds/dτ = -τ/L'(s)

    P(Y > 0) = e^L(σ)/π ∫_0^∞ e^(-τ²/2) Im(ds/dτ) dτ

and the trapezoidal rule converges like exp(-11/step). A tail of 1e-30 has as many right digits as one of 0.05, and
nothing is put on a lattice, which `dirichlet_mean` needs in order to tabulate the whole law.
"""

from __future__ import annotations

import numpy as np

from betterthan.arrays import Array

STEP = 0.25
"""Of the trapezoidal rule; half of it changes the result by less than 1e-12."""
FURTHEST = 8.5
"""Beyond this τ the integrand is below 1e-15 of what it is at 0."""
NEWTON = 30
"""Steps from one node of the path to the next, at most; three are usual."""
CLOSE = 1e-10
HALVINGS = 60
"""Of the bracket of the saddle point."""


def above(values: Array, counts: Array, bound: float) -> float:
    """P(Σ w_i v_i > bound) for w ~ Dirichlet(counts).

    Parameters:
        values: the v_i; equal ones may be given once, with the sum of their counts.
        counts: the parameters of the Dirichlet law, none negative, one at least positive.
        bound: the bound.

    >>> round(above(np.array([-1.0, 0.0]), np.array([1.0, 298.0]), -0.01), 4)  # 1 - 0.99^298
    0.95
    """
    return float(above_each(values[None, :], counts[None, :], bound)[0])


def above_each(values: Array, counts: Array, bound: float) -> Array:
    """The same for every row of two tables, which may have one row for all.

    Parameters:
        values: rows of values.
        counts: rows of parameters, as many as values.
        bound: the bound.
    """
    apart, weights = np.broadcast_arrays(values - bound, counts)
    apart = np.where(weights > 0, apart, 0.0)  # what has no weight has no pole
    scale = np.abs(apart).max(axis=1, keepdims=True)
    apart = np.divide(apart, scale, out=np.zeros(apart.shape), where=scale > 0)
    upper, lower = apart.max(axis=1), -apart.min(axis=1)
    found = np.where(upper > 0, 1.0, 0.0)  # all on one side of the bound
    both = np.flatnonzero((upper > 0) & (lower > 0))
    if not len(both):
        return found
    apart, weights = apart[both], weights[both]
    rare = (weights * apart).sum(axis=1) < 0  # the smaller tail is the one that is integrated
    tail = _tail(np.where(rare[:, None], apart, -apart), weights)
    found[both] = np.where(rare, tail, 1 - tail)
    return found


def _tail(apart: Array, weights: Array) -> Array:
    """P(Y > 0), row by row."""
    saddle = _saddle(apart, weights)
    top = _log(saddle, apart, weights).real
    curved = (weights * (apart / (1 - saddle[:, None] * apart)) ** 2).sum(axis=1) + 1 / saddle**2
    s, rate = saddle.astype(complex), 1j / np.sqrt(curved)
    total = rate.imag / 2
    for place in np.arange(STEP, FURTHEST, STEP):
        s = _descended(s + STEP * rate, top - place**2 / 2, apart, weights)
        rate = -place / _slope(s, apart, weights)
        total += np.exp(-(place**2) / 2) * rate.imag
    found: Array = np.clip(np.exp(top) * total * STEP / np.pi, 0.0, 1.0)
    return found


def _descended(s: Array, height: Array, apart: Array, weights: Array) -> Array:
    """The points of the paths at which L has this height, by Newton's method."""
    for _ in range(NEWTON):
        step = (_log(s, apart, weights) - height) / _slope(s, apart, weights)
        s = s - step
        if (np.abs(step) <= CLOSE * np.abs(s)).all():
            break
    return s


def _log(s: Array, apart: Array, weights: Array) -> Array:
    found: Array = -(weights * np.log(1 - s[:, None] * apart + 0j)).sum(axis=1) - np.log(s + 0j)
    return found


def _slope(s: Array, apart: Array, weights: Array) -> Array:
    found: Array = (weights * (apart / (1 - s[:, None] * apart))).sum(axis=1) - 1 / s
    return found


def _saddle(apart: Array, weights: Array) -> Array:
    """Where -Σ c log(1 - σ a) - log σ is least, between 0 and 1/max a."""
    low = np.zeros(len(apart))
    high = 1 / apart.max(axis=1)
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        falls = _slope(middle, apart, weights) < 0
        low, high = np.where(falls, middle, low), np.where(falls, high, middle)
    found: Array = (low + high) / 2
    return found
