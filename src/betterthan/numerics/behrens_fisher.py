"""The difference of two independent Student variables as a mixture of Student laws, integrated without random numbers.

With q1, q2 independent χ² variables of ν1 and ν2 degrees of freedom, s1 T1 - s2 T2 is normal with variance
s1² ν1/q1 + s2² ν2/q2. The sum q1 + q2 is χ² with ν1 + ν2 degrees of freedom and independent of the share
b = q1/(q1 + q2) ~ Beta(ν1/2, ν2/2) (Ruben 1960), so that

    s1 T1 - s2 T2 | b  ~  √(s1² v1 + s2² v2) · Student-t(ν1 + ν2)          v1 = (ν1/N)/b,  v2 = (ν2/N)/(1 - b)

with N = ν1 + ν2. Every term of the sum over nodes is positive, so that tails are as accurate as the middle. In the log
odds of b the integrand is analytic in a strip of half-width π whatever the scales and wherever one looks, so that the
trapezoid rule converges geometrically.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import ceil, sqrt
from typing import NamedTuple

import numpy as np
from scipy.special import polygamma

from betterthan.arrays import Array

NEGLIGIBLE = 70.0  # weights below e^-70 of the largest are left out: tails are relatively right down to 1e-25
STEP = 0.25  # in standard deviations of the log odds, or in units if that is less; at twice the step the error is 2e-8


class Nodes(NamedTuple):
    """Weights that add up to 1, and the factors v1 and v2 of the two squared scales at each node."""

    weights: Array
    first: Array
    second: Array


@lru_cache(maxsize=64)
def mixing_nodes(df1: float, df2: float) -> Nodes:
    """The nodes of the mixture, an odd number of them.

    Parameters:
        df1: degrees of freedom of the first variable.
        df2: degrees of freedom of the second.
    """
    share = df1 / (df1 + df2)  # the weight is largest where b is this

    def log_weight(away: Array) -> Array:
        """Of the log odds that lie `away` from the mode; log1p keeps the digits where the two terms nearly cancel."""
        one, other = np.log1p((1 - share) * np.expm1(-away)), np.log1p(share * np.expm1(away))
        return np.asarray(-0.5 * (df1 * one + df2 * other))

    spread = sqrt(float(polygamma(1, df1 / 2) + polygamma(1, df2 / 2)))
    left, right = _reach(lambda away: log_weight(-away)), _reach(log_weight)
    pairs = ceil((left + right) / (2 * STEP * min(1.0, spread)))
    away = np.linspace(-left, right, 2 * pairs + 1)
    weights = np.exp(log_weight(away))
    return Nodes(weights / weights.sum(), share + (1 - share) * np.exp(-away), (1 - share) + share * np.exp(away))


def halved(nodes: Nodes) -> Nodes:
    """Every other node: the rule of twice the step, whose answer says how far the full one can be off.

    Parameters:
        nodes: the full rule.
    """
    weights = nodes.weights[::2]
    return Nodes(weights / weights.sum(), nodes.first[::2], nodes.second[::2])


def _reach(log_weight: Callable[[Array], Array]) -> float:
    """How far out the weight becomes negligible, to a hundredth; e^±512 is still a number."""
    away = np.geomspace(1e-9, 512.0, 2800)
    return float(away[np.argmax(log_weight(away) < -NEGLIGIBLE)])
