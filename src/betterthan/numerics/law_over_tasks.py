"""Quantiles of the parameters of the law over tasks: of σ0 and ν of a Student law, of a and b of a beta law.

The grids of `hierarchical_t` and `hierarchical_beta` hold the joint posterior. Here the distribution function of each
parameter is summed from it and inverted: of σ0 within each ν, of ν with the prior's own masses between the nodes (its
density may have a cusp at ν = 1), of a and b within each η, where a ≤ x is μ ≤ x η².
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

import numpy as np

from betterthan.arrays import Array
from betterthan.numerics.beta_functions import clipped_logit
from betterthan.numerics.hermite import within
from betterthan.numerics.hierarchical_finer import cell_integrals
from betterthan.numerics.student_mixtures import TINY, interpolation

if TYPE_CHECKING:
    from betterthan.numerics.hierarchical_beta import HierarchicalBeta
    from betterthan.numerics.hierarchical_t import HierarchicalT

FINER = 24
"""Cells of ν to a step of its grid."""
HALVINGS = 40


def sigma0_quantiles(model: HierarchicalT, p: Array) -> Array:
    """Values that σ0 is below with probabilities p.

    Parameters:
        model: the integrated posterior.
        p: probabilities.
    """
    grid, masses = model.finer.grid, model.finer.cells.sum(axis=0)
    total = (masses * model.finer.column_weights).sum(axis=0)
    rise = np.concatenate([np.zeros((1, grid.tau.count)), np.cumsum(cell_integrals(masses), axis=0)])
    shares, slopes = (each / np.maximum(rise[-1], TINY) for each in (rise, masses))
    widths, count = grid.base * grid.tilt, grid.t.count
    # One table for all ν, one after the other: looked up one by one, they took a quarter of the time of a report.
    nodes = np.tile(np.arange(count, dtype=np.float64), len(total))
    values, slopes, starts = shares.T.ravel(), slopes.T.ravel(), count * np.arange(len(total))

    def below(log_x: float) -> float:
        place = np.clip((np.arcsinh(np.exp(log_x) / widths) - grid.t.low) / grid.t.step, 0.0, count - 1.0)
        cell = starts + np.minimum(place.astype(np.int64), count - 2)
        return float(total @ within(cell, nodes, values, slopes, limited=True)(place))

    ends = np.log(grid.base * np.sinh([max(grid.t.low, 1e-9), grid.t.high])) + np.array([-1.0, 1.0])
    return model.frame.unit * np.exp([_inverse(below, float(each), float(ends[0]), float(ends[1])) for each in p])


def nu_quantiles(model: HierarchicalT, p: Array) -> Array:
    """Values that ν is below with probabilities p.

    Parameters:
        model: the integrated posterior.
        p: probabilities.
    """
    finer, prior = model.finer, model.surface.prior
    axis = finer.grid.tau
    likelihood = (finer.cells.sum(axis=0) * finer.grid.t.weights[:, None]).sum(axis=0)
    edges = np.linspace(0.0, axis.count - 1, (axis.count - 1) * FINER + 1)
    middles = (edges[1:] + edges[:-1]) / 2
    log_likelihood = interpolation(middles, axis.count) @ np.log(np.maximum(likelihood, TINY))
    tau = axis.low + axis.step * edges
    masses = np.diff([prior.mass(float(each)) for each in tau]) * np.exp(log_likelihood - log_likelihood.max())
    below = np.insert(np.cumsum(masses), 0, 0.0) / masses.sum()
    return np.asarray(1 + np.sinh(np.interp(p, below, tau)) ** 2)


def shape_quantiles(model: HierarchicalBeta, p: Array, which: Literal["a", "b"]) -> Array:
    """Values that a, or b, is below with probabilities p.

    Parameters:
        model: the integrated posterior.
        p: probabilities.
        which: which of the two.
    """
    grid = model.fine
    rows = grid.weights.sum(axis=1)

    def below(log_x: float) -> float:
        border = clipped_logit(np.minimum(np.exp(log_x + 2 * np.log(np.maximum(grid.eta, TINY))), 1.0))
        return float((grid.below(border) if which == "a" else rows - grid.below(-border)).sum())

    return np.exp([_inverse(below, float(each), -60.0, 200.0) for each in p])


def _inverse(below: Callable[[float], float], p: float, low: float, high: float) -> float:
    """Where an increasing function reaches p, by halving."""
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if below(middle) < p else (low, middle)
    return (low + high) / 2
