"""How many disagreements a verdict on their share φ needs, by Kruschke's rule of the highest-density interval.

The posterior of φ after z of n disagreements is Beta(z + 1, n - z + 1). The share itself is fixed, or drawn from a Beta
law with a mode and a concentration (Kruschke 2015, ch. 13): the goal is that the 95% HDI lies outside of the rope, or
that it is narrow, with a stated probability.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import inf

import numpy as np
from scipy.special import betaincinv, betaln, gammaln, xlogy

from betterthan.arrays import Array, BoolArray

STEPS = 32
"""Of a golden section: the width of an interval is flat at its least."""
GOLDEN = (5**0.5 - 1) / 2
MOST = 100_000
"""No number of disagreements beyond this is tried."""


def outside(low: Array, high: Array, rope: tuple[float, float]) -> BoolArray:
    """Whether an interval lies wholly on one side of the rope.

    Parameters:
        low: its lower end.
        high: its upper end.
        rope: the bounds of the rope.
    """
    return np.asarray((low > rope[1]) | (high < rope[0]))


def narrow(low: Array, high: Array, width: float) -> BoolArray:
    """Whether an interval is narrower than that.

    Parameters:
        low: its lower end.
        high: its upper end.
        width: the width.
    """
    return np.asarray(high - low < width)


def disagreements_needed(
    power: float,
    share: float,
    *,
    rope: tuple[float, float] | None = None,
    width: float = 0.0,
    concentration: float = inf,
    level: float = 0.95,
) -> int | None:
    """The smallest number of disagreements with which the interval is as wished, with this probability.

    Parameters:
        power: the probability.
        share: φ, or the mode of its law.
        rope: what the interval is to lie outside of; None asks for `width`.
        width: what the interval is to be narrower than.
        concentration: of the law of φ; infinite where it is fixed.
        level: coverage of the interval.

    >>> disagreements_needed(0.8, 0.85, rope=(0.48, 0.52), concentration=2000)
    14
    """
    wished: Callable[..., BoolArray] = partial(narrow, width=width) if rope is None else partial(outside, rope=rope)
    for n in range(2, MOST):
        counts = np.arange(n + 1, dtype=np.float64)
        low, high = highest_density(counts + 1.0, n - counts + 1.0, level)
        if float(_chances(counts, n, share, concentration) @ wished(low, high)) >= power:
            return n
    return None


def highest_density(a: Array, b: Array, level: float) -> tuple[Array, Array]:
    """The shortest intervals of Beta laws, by golden section over the mass below them.

    Parameters:
        a: first parameters.
        b: second parameters.
        level: coverage.
    """
    low, high = np.zeros_like(a), np.full_like(a, 1 - level)

    def width(p: Array) -> Array:
        return np.asarray(betaincinv(a, b, p + level) - betaincinv(a, b, p))

    for _ in range(STEPS):
        left, right = high - GOLDEN * (high - low), low + GOLDEN * (high - low)
        shorter = width(left) < width(right)
        low, high = np.where(shorter, low, left), np.where(shorter, right, high)
    mass = (low + high) / 2
    return np.asarray(betaincinv(a, b, mass)), np.asarray(betaincinv(a, b, mass + level))


def _chances(counts: Array, n: int, share: float, concentration: float) -> Array:
    """P(z of n), where the share is fixed or has a Beta law with this mode."""
    # In logs: binomial coefficients of 100,000 disagreements leave the range of numbers.
    logs = gammaln(n + 1) - gammaln(counts + 1) - gammaln(n - counts + 1)
    if concentration == inf:
        return np.asarray(np.exp(logs + xlogy(counts, share) + xlogy(n - counts, 1 - share)))
    a, b = share * (concentration - 2) + 1, (1 - share) * (concentration - 2) + 1
    return np.asarray(np.exp(logs + betaln(counts + a, n - counts + b) - betaln(a, b)))
