"""Clenshaw–Curtis rules, and such rules for the panels of a distribution function.

The nodes are the extrema of a Chebyshev polynomial. Every other node of such a rule is again such a rule, which tells
the error at no cost; Gauss's rule is closer for as many nodes, but would have to be evaluated anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.polynomial.chebyshev import chebint, chebvander

from betterthan.arrays import Array
from betterthan.numerics.hermite import cubic


@dataclass(frozen=True)
class Rule:
    """Increasing nodes, both ends included; `half_weights` are zero at every other node.

    An odd number of them on [-1, 1], unless the rule lies between other edges.
    """

    nodes: Array
    weights: Array
    half_weights: Array


@lru_cache(maxsize=64)
def clenshaw_curtis(steps: int) -> Rule:
    """The rule with so many steps.

    Parameters:
        steps: a multiple of 2, one less than nodes.
    """
    nodes = -np.cos(np.pi * np.arange(steps + 1) / steps)
    half_weights = np.zeros(steps + 1)
    half_weights[::2] = _weights(nodes[::2])
    return Rule(nodes, _weights(nodes), half_weights)


def between(edges: Sequence[float], steps: Sequence[int]) -> Rule:
    """A rule on an interval in pieces: for integrands with a kink at the inner edges.

    Parameters:
        edges: increasing ends of the pieces.
        steps: of each piece, multiples of 2.
    """
    parts = [
        (
            low + (high - low) / 2 * (1 + rule.nodes),
            (high - low) / 2 * rule.weights,
            (high - low) / 2 * rule.half_weights,
        )
        for low, high, rule in zip(edges, edges[1:], map(clenshaw_curtis, steps), strict=False)
    ]
    return Rule(*(np.concatenate(part) for part in zip(*parts, strict=True)))


def _weights(nodes: Array) -> Array:
    """The weights that integrate the Chebyshev polynomials exactly: 2/(1 - k²) for even k, 0 for odd k."""
    # Not by a Fourier transform: rules are cached, and have a few hundred nodes at most.
    moments = np.zeros(len(nodes))
    moments[::2] = 2 / (1 - np.arange(0, len(nodes), 2) ** 2)
    return np.asarray(np.linalg.solve(chebvander(nodes, len(nodes) - 1).T, moments), dtype=np.float64)


@dataclass(frozen=True)
class PanelRule:
    """A rule that also integrates up to each node.

    Attributes:
        nodes, weights: those of the rule.
        cumulative: row i integrates from -1 to node i.
        half_cumulative: the same for every other node.
        defect: what the cubics through every other node of the distribution function miss at the nodes between.
    """

    nodes: Array
    weights: Array
    cumulative: Array
    half_cumulative: Array
    defect: Array


@lru_cache(maxsize=4)
def panel_rule(steps: int) -> PanelRule:
    """The rule with so many steps.

    Parameters:
        steps: a multiple of 4, one less than nodes.
    """
    rule = clenshaw_curtis(steps)
    cumulative, half_cumulative = _cumulative(rule.nodes), _cumulative(rule.nodes[::2])
    # A table's reader puts cubics between its nodes. What cubics between half of the nodes miss is known at the others,
    # and 16 times what those between all nodes miss.
    defect = -cumulative[1::2]
    defect[:, ::2] += _cubics(rule.nodes, half_cumulative)
    return PanelRule(rule.nodes, rule.weights, cumulative, half_cumulative, defect)


def _cumulative(nodes: Array) -> Array:
    """Values at the nodes → integrals from the first node to each."""
    steps = len(nodes) - 1
    coefficients = np.linalg.inv(chebvander(nodes, steps))
    return np.asarray(chebvander(nodes, steps + 1) @ chebint(coefficients, lbnd=-1))


def _cubics(nodes: Array, half_cumulative: Array) -> Array:
    """Densities at even nodes → distribution function at odd nodes by cubic Hermite interpolation.

    A matrix, so that it serves any density; slopes are not limited, for what they would hide is to be measured here.
    """
    width = nodes[2::2] - nodes[:-2:2]
    t = ((nodes[1::2] - nodes[:-2:2]) / width)[:, None]
    slopes = np.eye(len(half_cumulative))
    return cubic(t, width[:, None], half_cumulative[:-1], half_cumulative[1:], slopes[:-1], slopes[1:])
