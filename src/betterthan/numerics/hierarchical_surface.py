"""The log posterior of (δ0, σ0, ν) in the hierarchical correlated t-test, on a grid.

The likelihood of a task's δ_i is a mixture of normals, and so is the law t(ν, δ0, σ0) of the δ_i (see
`student_mixtures`). So p(x_i | δ0, σ0, ν) = Σ_k weight_k(σ0, ν) · G_i(δ0, v_k), G_i the likelihood blurred by a
normal of variance v_k. Blurring is done once per task, δ0 and v; all pairs (σ0, ν) then follow by one matrix product.

Coordinates: δ0 = centre + width sinh y follows the posterior of δ0 from its narrowest shape (σ0 small) to its widest.
σ0 = base sinh t · ν/(ν+1) and ν = 1 + sinh² τ are linear near their boundary, where the posterior may have its mode,
and logarithmic beyond; the factor ν/(ν+1) makes σ0 and ν orthogonal. Everything is in standardised units.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from betterthan.arrays import Array
from betterthan.numerics.hyper_prior import HyperPrior
from betterthan.numerics.student_mixtures import STENCIL, TINY, TaskLikelihoods, interpolation, variance_weights

COARSE_PER_FINE = 4  # lattice of log v: G is computed at every fourth node, its logarithm interpolated
LATTICE_STEP = 0.125
LATTICE_MARGINS = (3.6, 8.0)  # log of the largest and smallest w = σ0²/v that matter
TAU_CELLS = 12  # per step, near ν = 1
BLOCK = 400_000  # numbers per temporary array


@dataclass(frozen=True)
class Axis:
    """Evenly spaced nodes; an odd number of them."""

    low: float
    high: float
    count: int

    @property
    def nodes(self) -> Array:
        return np.linspace(self.low, self.high, self.count)

    @property
    def step(self) -> float:
        return (self.high - self.low) / (self.count - 1)

    @property
    def weights(self) -> Array:
        """Trapezoid weights with Gregory's corrections at both ends."""
        ends = np.array([3 / 8, 7 / 6, 23 / 24])
        weights = np.ones(self.count)
        weights[:3], weights[-3:] = ends, ends[::-1]
        return weights * self.step

    def finer(self, factor: int) -> Axis:
        return replace(self, count=(self.count - 1) * factor + 1)

    def coarser(self) -> Axis:
        return replace(self, count=(self.count + 1) // 2)


@dataclass(frozen=True)
class Grid:
    """Nodes of δ0, σ0 and ν."""

    centre: float
    width: float
    base: float
    y: Axis
    t: Axis
    tau: Axis
    tilted: bool

    @property
    def spans(self) -> tuple[float, float, float]:
        """Ranges in units of the steps that a narrow posterior asks for: in δ0, they shrink as the width grows."""
        return self.y.high - self.y.low, self.t.high - self.t.low, self.tau.high - self.tau.low

    @property
    def delta0(self) -> Array:
        return self.centre + self.width * np.sinh(self.y.nodes)

    @property
    def tilt(self) -> Array:
        """For each ν the factor of σ0 that makes σ0 and ν orthogonal (in the sense of Fisher information)."""
        return self.nu / (self.nu + 1) if self.tilted else np.ones(self.tau.count)

    @property
    def sigma0(self) -> Array:
        """σ0 x ν."""
        return np.multiply.outer(self.base * np.sinh(self.t.nodes), self.tilt)

    @property
    def nu(self) -> Array:
        return 1 + np.sinh(self.tau.nodes) ** 2

    def finer(self, delta0: int, sigma0: int) -> Grid:
        return replace(self, y=self.y.finer(delta0), t=self.t.finer(sigma0))

    def coarser(self) -> Grid:
        return replace(self, y=self.y.coarser(), t=self.t.coarser(), tau=self.tau.coarser())


@dataclass(frozen=True)
class Surface:
    """Standardised data and prior bounds: what is integrated."""

    tasks: TaskLikelihoods
    delta0: tuple[float, float]
    sigma0: float
    prior: HyperPrior

    def thinned(self, size: int) -> Surface:
        """The same with evenly spaced tasks in the order of their means."""
        order = np.argsort(self.tasks.mean, kind="stable")
        chosen = order[np.linspace(0, len(order) - 1, size).round().astype(np.int64)]
        return replace(self, tasks=self.tasks.chosen(chosen))

    def log_posterior(self, grid: Grid) -> Array:
        """Log density in (y, t, τ) without the prior of τ."""
        logs = _log_likelihood(self.tasks, grid)
        # Uniform priors of δ0 and σ0: what is added is the change of variables, dδ0 ∝ cosh y dy, dσ0 ∝ tilt cosh t dt.
        logs += np.log(np.cosh(grid.y.nodes))[:, None, None]
        logs += np.add.outer(np.log(np.cosh(grid.t.nodes)), np.log(grid.tilt))
        return logs

    def tau_weights(self, axis: Axis) -> Array:
        """Weights that integrate the prior density times a smooth even function of τ.

        The density may have a cusp at τ = 0. What is near it is cut out smoothly, and there the function, not its
        product with the density, is interpolated to small cells, whose prior probabilities are known.
        """
        plain = axis.weights * self.prior.density(axis.nodes)
        if axis.low > 0:
            return plain
        cut = 4 * axis.step
        place = (np.arange(TAU_CELLS * min(10, axis.count - 1)) + 0.5) / TAU_CELLS
        tau = axis.step * place
        masses = self.prior.density(tau) * np.exp(-((tau / cut) ** 4)) * axis.step / TAU_CELLS
        masses[0] = self.prior.mass(axis.step / TAU_CELLS)
        mirror = STENCIL // 2
        near = masses @ interpolation(place + mirror, axis.count + mirror)
        # The stencils reach below τ = 0, where the function is its own mirror image: fold those weights back.
        near[mirror + 1 : 2 * mirror + 1] += near[mirror - 1 :: -1]
        return np.asarray(near[mirror:] - plain * np.expm1(-((axis.nodes / cut) ** 4)))


# The likelihood of (δ0, σ0, ν)


@dataclass(frozen=True)
class Lattice:
    """Variances v that carry the Student laws of a grid.

    Attributes:
        log_v: evenly spaced.
        weights: of the variances in t(ν, δ0, σ0), lattice x (σ0, ν).
    """

    log_v: Array
    weights: Array

    @property
    def coarse_v(self) -> Array:
        """The variances at which likelihoods are blurred."""
        return np.exp(self.log_v[::COARSE_PER_FINE])

    @cached_property
    def to_all(self) -> Array:
        """Matrix that interpolates from them to the whole lattice."""
        count = len(self.log_v)
        return interpolation(np.arange(count) / COARSE_PER_FINE, (count - 1) // COARSE_PER_FINE + 1).T


def lattice_for(tasks: TaskLikelihoods, grid: Grid) -> Lattice:
    """A lattice between a variance that blurs nothing and one that blurs everything.

    Parameters:
        tasks: the likelihoods.
        grid: whose (σ0, ν) it serves.
    """
    delta0, sigma0 = grid.delta0, grid.sigma0
    # A variance of 0.003 of that of the best weighted mean is none: no posterior of δ0 can tell.
    nothing = np.log(3e-3 / (1 / tasks.scale**2).sum())
    low = max(nothing, 2 * np.log(max(sigma0.min(), TINY)) - LATTICE_MARGINS[0])
    reach = max(sigma0.max(), np.abs(tasks.mean - delta0[0]).max(), np.abs(tasks.mean - delta0[-1]).max())
    span = max(2 * np.log(reach) + LATTICE_MARGINS[1] - low, 4.0)
    cells = int(np.ceil(span / (LATTICE_STEP * COARSE_PER_FINE)))
    log_v = low + LATTICE_STEP * np.arange(cells * COARSE_PER_FINE + 1)
    weights = variance_weights(log_v, 2 * np.log(np.maximum(sigma0, TINY)), grid.nu)
    return Lattice(log_v, weights.reshape(len(log_v), -1))


def blurred(tasks: TaskLikelihoods, delta0: Array, v: Array, *, pulled: bool = False) -> Array:
    """G_i(δ0, v), or the same with each normal times its weight of δ0 in E[δ_i | δ0, v]: tasks x δ0 x v.

    Parameters:
        tasks: the likelihoods.
        delta0: where.
        v: variances.
        pulled: whether to multiply by the weights of δ0.
    """
    misfit = -0.5 * (tasks.mean[:, None] - delta0) ** 2
    total = np.zeros((*misfit.shape, len(v)))
    term = np.empty(total.shape)
    for variance, weight in zip(tasks.variance.T, tasks.weight.T, strict=True):
        precision = 1 / (v + variance[:, None])
        height = weight[:, None] * np.sqrt(precision) * (variance[:, None] * precision if pulled else 1.0)
        np.multiply(misfit[:, :, None], precision[:, None, :], out=term)
        np.exp(term, out=term)
        term *= height[:, None, :]
        total += term
    return np.maximum(total, TINY, out=total)


def _log_likelihood(tasks: TaskLikelihoods, grid: Grid) -> Array:
    """Σ_i log p(x_i | δ0, σ0, ν)."""
    lattice = lattice_for(tasks, grid)
    total = np.zeros((grid.y.count, lattice.weights.shape[1]))
    for block in tasks.blocks(BLOCK // (grid.y.count * max(lattice.weights.shape))):
        # log G is smooth in log v where G is not: a quarter of the lattice is enough for it.
        likelihood = np.exp(np.log(blurred(block, grid.delta0, lattice.coarse_v)) @ lattice.to_all)
        evidence = np.maximum(likelihood @ lattice.weights, TINY)
        total += np.log(evidence, out=evidence).sum(axis=0)
    return total.reshape(grid.y.count, grid.t.count, grid.tau.count)
