"""The double-exponential rule on [0, 1]: nodes crowd at both ends, so that singular ends cost nothing.

References: Takahasi and Mori (1974).
"""

from __future__ import annotations

from functools import lru_cache
from math import pi
from typing import NamedTuple

import numpy as np

from betterthan.arrays import Array

REACH = 3.4
"""Beyond, a node would be within 1e-20 of an end."""


class Rule(NamedTuple):
    """Nodes within (0, 1) and their weights."""

    nodes: Array
    weights: Array


@lru_cache(maxsize=8)
def tanh_sinh(count: int) -> Rule:
    """The rule with so many nodes.

    Parameters:
        count: number of nodes; of an odd number every other node is again such a rule.

    >>> nodes, weights = tanh_sinh(61)
    >>> round(float((nodes**-0.5) @ weights), 9)                                # ∫ 1/√x
    2.0
    """
    t = np.linspace(-REACH, REACH, count)
    nodes = 1 / (1 + np.exp(-pi * np.sinh(t)))
    step = t[1] - t[0]
    return Rule(nodes, step * pi * np.cosh(t) * nodes * (1 / (1 + np.exp(pi * np.sinh(t)))))
