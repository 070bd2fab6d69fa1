"""The posterior of (δ0, σ0, ν) between the nodes of its grid.

The log posterior is interpolated to a finer grid, so that for each (σ0, ν) the distribution function of δ0 is known
everywhere. The most probable region on the next task changes at a known δ0 for each (σ0, ν); its probability then
involves no cell-sized jumps.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.special import gammaln, ndtr, stdtr

from betterthan.arrays import Array
from betterthan.numerics.hierarchical_surface import Grid
from betterthan.numerics.student_mixtures import TINY, interpolation

SOFTENING = 4.0  # log densities this far below the peak are compressed before they are interpolated
FINER_DELTA0, FINER_SIGMA0 = 8, 4


@dataclass(frozen=True)
class Finer:
    """The log posterior interpolated: density and distribution function of y for each (t, τ).

    Attributes:
        grid: the finer grid.
        density: in y, y x t x τ.
        cells: its integrals between neighbouring nodes of y, (y - 1) x t x τ.
        column_weights: quadrature weights, t x τ, with which the sum of all cells is 1.
    """

    grid: Grid
    density: Array
    cells: Array
    column_weights: Array

    @cached_property
    def cumulative(self) -> Array:
        """Integrals of the density from the lowest y to each node."""
        return np.concatenate([np.zeros((1, *self.cells.shape[1:])), np.cumsum(self.cells, axis=0)])

    @cached_property
    def delta0_table(self) -> tuple[Array, Array, Array]:
        """Nodes of δ0, its density and its distribution function there."""
        jacobian = self.grid.width * np.cosh(self.grid.y.nodes)
        return self.grid.delta0, self.weighted(self.density) / jacobian, self.weighted(self.cumulative)

    def weighted(self, values: Array) -> Array:
        """Sum over t and τ."""
        return np.asarray(np.tensordot(values, self.column_weights, axes=2))

    def below(self, delta0: Array | float) -> float:
        """Probability of a δ0 below some value, which may differ between the (t, τ).

        Parameters:
            delta0: one value, or t x τ.
        """
        delta0 = np.broadcast_to(delta0, self.column_weights.shape)
        y = np.arcsinh((delta0 - self.grid.centre) / self.grid.width)
        place = np.clip((y - self.grid.y.low) / self.grid.y.step, 0.0, self.grid.y.count - 1.0)
        cell = np.minimum(place.astype(np.int64), self.grid.y.count - 2)[None]
        s = place - cell[0]
        slopes = [np.take_along_axis(self.density, cell + k, axis=0)[0] * self.grid.y.step for k in (0, 1)]
        inside = np.take_along_axis(self.cells, cell, axis=0)[0]
        start = np.take_along_axis(self.cumulative, cell, axis=0)[0]
        # A cubic as in `hermite`, of the rise within the cell: it was integrated, and is no difference of sums.
        parts = start + inside * s**2 * (3 - 2 * s) + s * (1 - s) * (slopes[0] * (1 - s) - slopes[1] * s)
        return float(np.clip((parts * self.column_weights).sum(), 0.0, 1.0))


def refined(grid: Grid, logs: Array, tau_weights: Array) -> Finer:
    """The posterior on a finer grid, δ0 8 times and σ0 4 times; less where the nodes are many already.

    Parameters:
        grid: the nodes.
        logs: log posterior without the prior of τ.
        tau_weights: quadrature weights times prior of τ.
    """
    factors = max(2, min(FINER_DELTA0, 512 // grid.y.count)), max(1, min(FINER_SIGMA0, 160 // grid.t.count))
    fine = grid.finer(*factors)
    depth = -SOFTENING * np.log1p((logs.max() - logs) / SOFTENING)  # steep flanks, tamed for the polynomials
    along_y = interpolation(np.arange(fine.y.count) / factors[0], grid.y.count)
    along_t = interpolation(np.arange(fine.t.count) / factors[1], grid.t.count)
    # In δ0 and σ0 only: with these the borders between winners move fast, with ν slowly.
    depth = np.moveaxis(np.tensordot(along_t, np.tensordot(along_y, depth, axes=(1, 0)), axes=(1, 1)), 0, 1)
    # Undone; a polynomial may pass the peak a little, but not by more than a twentieth of the softening.
    density = np.exp(-SOFTENING * np.expm1(np.maximum(-depth / SOFTENING, -0.05)))
    cells = cell_integrals(density) * fine.y.step
    column_weights = fine.t.weights[:, None] * tau_weights
    return Finer(fine, density, cells, column_weights / (cells.sum(axis=0) * column_weights).sum())


def cell_integrals(values: Array) -> Array:
    """Integrals of the cubics through four neighbouring values, between the middle two; step 1."""
    inner = (13 * (values[1:-2] + values[2:-1]) - values[:-3] - values[3:]) / 24
    first, last = ((9 * f[0] + 19 * f[1] - 5 * f[2] + f[3])[None] / 24 for f in (values[:4], values[:-5:-1]))
    return np.asarray(np.maximum(np.concatenate([first, inner, last]), 0.0))


def border_shift(sigma0: Array, nu: Array, half_width: float) -> Array:
    """How far inside a bound of the rope, in units of σ0, δ0 lies when both sides of that bound are equally probable.

    With κ = rope width / σ0 it is z in 2 T(z) - 1 + T(-z - κ) = 0, T the distribution function of t(ν); a rope too
    narrow to be ever the most probable region gives -κ/2, its middle.

    Parameters:
        sigma0: scales of the Student laws.
        nu: their degrees of freedom, of the same shape.
        half_width: half the width of the rope.
    """
    kappa = np.minimum(2 * half_width / np.maximum(sigma0, TINY), 1e9)
    shift = -kappa / 2
    wide = 3 * stdtr(nu, shift) < 1
    shift[wide] = _border(kappa[wide], nu[wide])
    return shift


def _border(kappa: Array, nu: Array) -> Array:
    """z in 2 T(z) - 1 + T(-z - κ) = 0, by Newton steps from 0."""
    z, log_constant = np.zeros(kappa.shape), _log_t_constant(nu)
    for _ in range(6):
        value = 2 * stdtr(nu, z) - 1 + stdtr(nu, -z - kappa)
        slope = 2 * _t_density(nu, z, log_constant) - _t_density(nu, z + kappa, log_constant)
        z = np.clip(z - value / np.maximum(slope, TINY), -kappa / 2, 0.0)
    return z


def _log_t_constant(nu: Array) -> Array:
    return np.asarray(gammaln((nu + 1) / 2) - gammaln(nu / 2) - 0.5 * np.log(np.pi * nu))


def _t_density(nu: Array, z: Array, log_constant: Array) -> Array:
    return np.asarray(np.exp(log_constant - (nu + 1) / 2 * np.log1p(z * z / nu)))


def uniform_normal_cdf(x: float, edges: Array, v: Array) -> Array:
    """P(U + N ≤ x), U uniform on each cell between edges, N ~ N(0, v): cells x v.

    Parameters:
        x: where; finite.
        edges: increasing.
        v: variances.
    """
    sd = np.sqrt(v)
    z = (x - edges[:, None]) / sd
    integral = z * ndtr(z) + np.exp(-0.5 * z * z) / np.sqrt(2 * np.pi)
    return np.asarray((integral[:-1] - integral[1:]) * sd / np.diff(edges)[:, None])
