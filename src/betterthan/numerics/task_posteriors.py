"""The posterior of each task's δ_i under the hierarchical correlated t-test: shrunken towards what the tasks share.

    p(δ_i | all data) ∝ likelihood_i(δ_i) · T_i(δ_i),   T_i(δ) = E[ t(δ; ν, δ0, σ0) / p(x_i | δ0, σ0, ν) ]

the expectation over the posterior of (δ0, σ0, ν): what the other tasks say of task i. Written with the lattice of
variances v that carries the Student laws, T_i(δ) = Σ C_i(δ0, v) N(δ; δ0, v); the C_i of all tasks come from one matrix
product, and so do the T_i at a common set of points, between which log T_i is interpolated.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from scipy.special import ndtr

from betterthan.arrays import Array
from betterthan.numerics.student_mixtures import TINY, TaskLikelihoods, interpolation, stencil
from betterthan.numerics.threads import one_blas_thread

if TYPE_CHECKING:
    from betterthan.numerics.hierarchical_t import HierarchicalT

CELLS_PER_STEP = 8  # of δ0, in the integrals of normal densities over δ0
POINT_STEP = 0.15  # of the common points, in asinh((δ - centre) / width)
OWN_POINTS, OWN_REACH = 41, 5.0  # points of a task's own: mean + scale sinh(-5 … 5)
LOBATTO = ((5 - 5**0.5) / 10, (5 + 5**0.5) / 10)  # inner nodes of the rule with weights (1, 5, 5, 1)/12
FLOOR = 1e-10  # of the largest T_i; below, the polynomials are not to be trusted
OVERSHOOT = 0.05  # how far log T_i may rise between two of the common points
BLOCK = 1_000_000


@dataclass(frozen=True)
class TaskPosteriors:
    """The posteriors of the δ_i.

    Attributes:
        mean: posterior means, the shrunken estimates.
        sd: posterior standard deviations.
        low, high: ends of the central 95% intervals.
        shrinkage: expected weight of δ0 in E[δ_i] = weight · δ0 + (1 - weight) · mean_i, between 0 and 1.
        nodes: tasks x nodes, increasing.
        density: density at the nodes.
        cumulative: distribution function at the nodes.
    """

    mean: Array
    sd: Array
    low: Array
    high: Array
    shrinkage: Array
    nodes: Array
    density: Array
    cumulative: Array

    def cdf(self, x: float | Array) -> Array:
        """P(δ_i ≤ x) for every task.

        Parameters:
            x: where; one value, or one for each task.
        """
        below = self.nodes <= np.reshape(x, (-1, 1))
        cell = np.clip(below.sum(axis=1) - 1, 0, self.nodes.shape[1] - 2)
        left, width, *_ = columns = _cell(self, cell)
        return _cubic(columns, np.clip((x - left) / np.maximum(width, TINY), 0.0, 1.0))

    def regions(self, low: float, high: float) -> tuple[Array, Array, Array]:
        """Probabilities that each δ_i is above, inside and below a rope.

        Parameters:
            low: lower bound of the rope.
            high: upper bound.
        """
        below, up_to = self.cdf(low), self.cdf(high)
        return 1 - up_to, up_to - below, below

    def quantile(self, p: float) -> Array:
        """The value that each δ_i is below with probability p.

        Parameters:
            p: the probability.
        """
        cell = np.clip((self.cumulative < p).sum(axis=1) - 1, 0, self.nodes.shape[1] - 2)
        left, width, *_ = columns = _cell(self, cell)
        low, high = np.zeros(len(left)), np.ones(len(left))
        for _ in range(50):
            middle = (low + high) / 2
            below = _cubic(columns, middle) < p
            low, high = np.where(below, middle, low), np.where(below, high, middle)
        return np.asarray(left + width * (low + high) / 2)

    def density_of_means(self, x: Array) -> Array:
        """Kernel density of the shrunken estimates (normal kernel, Silverman's rule as in R's `density`).

        Parameters:
            x: where.
        """
        quartiles = np.quantile(self.mean, [0.25, 0.75])
        spread = self.mean.std(ddof=1)
        robust = min(spread, (quartiles[1] - quartiles[0]) / 1.34) or spread or abs(self.mean[0]) or 1.0
        bandwidth = 0.9 * robust * len(self.mean) ** -0.2
        z = (np.asarray(x, dtype=np.float64)[:, None] - self.mean) / bandwidth
        return np.asarray(np.exp(-0.5 * z * z).mean(axis=1) / (bandwidth * np.sqrt(2 * np.pi)))


def _cell(table: TaskPosteriors, cell: Array) -> tuple[Array, ...]:
    """Left end, width, cumulative and density at both ends of one cell per task."""
    rows = np.arange(len(cell))
    left, right = table.nodes[rows, cell], table.nodes[rows, cell + 1]
    values = (table.cumulative[rows, cell], table.cumulative[rows, cell + 1])
    slopes = (table.density[rows, cell], table.density[rows, cell + 1])
    return left, right - left, *values, *slopes


def _cubic(cell: tuple[Array, ...], s: Array) -> Array:
    """As `hermite.cubic`, for one cell per task; slopes are not limited: nodes lie where likelihood and prior bend."""
    _, width, low, high, slope_low, slope_high = cell
    value = low + (high - low) * s * s * (3 - 2 * s) + width * s * (1 - s) * (slope_low * (1 - s) - slope_high * s)
    return np.clip(value, low, high)


@one_blas_thread
def task_posteriors(posterior: HierarchicalT) -> TaskPosteriors:
    """Posteriors of all δ_i.

    Parameters:
        posterior: the posterior of (δ0, σ0, ν).
    """
    tasks, grid = posterior.surface.tasks, posterior.grid
    points = _common_points(posterior)
    kernel = _kernel(posterior, points)
    parts = []
    for block in tasks.blocks(BLOCK // (grid.y.count * max(posterior.lattice.weights.shape))):
        coefficients, shrinkage = posterior.given_others(block)
        half = coefficients @ _halving(len(posterior.lattice.log_v))
        others = half.reshape(len(block), -1) @ kernel
        others = np.log(np.maximum(others, FLOOR * others.max(axis=1, keepdims=True)))
        parts.append((*_tabulated(block, others, points), shrinkage))
    nodes, density, cumulative, mean, sd, shrinkage = (np.concatenate(each) for each in zip(*parts, strict=True))
    shift, unit = posterior.frame.shift, posterior.frame.unit
    table = TaskPosteriors(
        shift + unit * mean, unit * sd, mean, mean, shrinkage, shift + unit * nodes, density / unit, cumulative
    )
    return TaskPosteriors(**{**table.__dict__, "low": table.quantile(0.025), "high": table.quantile(0.975)})


def _halving(count: int) -> Array:
    """Carries weights on the lattice to every other node."""
    return interpolation(np.arange(count) / 2, (count + 1) // 2)


@dataclass(frozen=True)
class _Points:
    """centre + width sinh(start + step · k), k = 0, 1, …"""

    centre: float
    width: float
    start: float
    step: float
    count: int

    @property
    def values(self) -> Array:
        return np.asarray(self.centre + self.width * np.sinh(self.start + self.step * np.arange(self.count)))

    def places(self, x: Array) -> Array:
        return (np.arcsinh((x - self.centre) / self.width) - self.start) / self.step


def _common_points(posterior: HierarchicalT) -> _Points:
    tasks, grid = posterior.surface.tasks, posterior.grid
    reach = tasks.scale * (8 + 40 / tasks.df)
    low = min((tasks.mean - reach).min(), grid.delta0[0])
    high = max((tasks.mean + reach).max(), grid.delta0[-1])
    start, end = np.arcsinh((np.array([low, high]) - grid.centre) / grid.width)
    return _Points(grid.centre, grid.width, float(start), POINT_STEP, int(np.ceil((end - start) / POINT_STEP)) + 1)


def _kernel(posterior: HierarchicalT, points: _Points) -> Array:
    """∫ N(x; δ0, v) dδ0 against the interpolation polynomials in y: (y, every other lattice node) x points."""
    grid = posterior.grid
    fine = grid.y.finer(CELLS_PER_STEP)
    edges = grid.centre + grid.width * np.sinh(fine.nodes)
    middles = (np.arange(fine.count - 1) + 0.5) / CELLS_PER_STEP
    sd = np.exp(posterior.lattice.log_v[::2] / 2)
    # Cells, not nodes, of δ0: N(x; δ0, v) may be narrower than their distance, its integral over a cell is exact.
    jacobian = grid.width * np.cosh(grid.y.low + grid.y.step * middles)
    basis = interpolation(middles, grid.y.count) / jacobian[:, None]  # densities in y to densities in δ0
    kernel = np.empty((grid.y.count, len(sd), points.count))
    for k, x in enumerate(points.values):
        inside = -np.diff(ndtr((x - edges[:, None]) / sd), axis=0)
        kernel[:, :, k] = basis.T @ inside
    return kernel.reshape(-1, points.count)


def _tabulated(tasks: TaskLikelihoods, others: Array, points: _Points) -> tuple[Array, ...]:
    """Nodes, density and distribution function there, mean and standard deviation, given log T_i at the points."""
    common = points.values
    own = tasks.mean[:, None] + tasks.scale[:, None] * np.sinh(np.linspace(-OWN_REACH, OWN_REACH, OWN_POINTS))
    # Two sets of nodes, for the posterior is narrow where either of its factors is: the task's own likelihood, or T_i.
    own = np.clip(own, common[0], common[-1])
    nodes = np.sort(np.concatenate([own, np.broadcast_to(common, (len(tasks), len(common)))], axis=1), axis=1)
    width = np.diff(nodes, axis=1)
    inner = nodes[:, :-1, None] + width[..., None] * np.array(LOBATTO)
    x = np.concatenate([nodes, inner.reshape(len(tasks), -1)], axis=1)
    logs = tasks.log_density(x) + _interpolated(others, points.places(x))
    heights = np.exp(logs - logs.max(axis=1, keepdims=True))
    ends, middle = heights[:, : nodes.shape[1]], heights[:, nodes.shape[1] :].reshape(inner.shape)

    # Lobatto's rule with four nodes: exact for polynomials of degree 5, and the ends are the nodes of the table.
    def cells(power: int) -> Array:
        f, g = ends * nodes**power, (middle * inner**power).sum(axis=2)
        return np.asarray(width * (f[:, :-1] + f[:, 1:] + 5 * g) / 12)

    mass = cells(0)
    total = mass.sum(axis=1)
    mean = cells(1).sum(axis=1) / total
    square = cells(2).sum(axis=1) / total
    cumulative = np.concatenate([np.zeros((len(tasks), 1)), np.cumsum(mass, axis=1)], axis=1) / total[:, None]
    return nodes, ends / total[:, None], cumulative, mean, np.sqrt(np.maximum(square - mean**2, 0.0))


def _interpolated(logs: Array, places: Array) -> Array:
    """Values at places (tasks x points) by each task's own local polynomials, held near the neighbouring values."""
    places = np.clip(places, 0.0, logs.shape[1] - 1.0)
    start, basis = stencil(places, logs.shape[1])
    rows = np.arange(len(logs))[:, None]
    total = np.zeros(places.shape)
    for k in range(basis.shape[-1]):
        total += basis[..., k] * logs[rows, start + k]
    cell = np.minimum(places.astype(np.int64), logs.shape[1] - 2)
    left, right = logs[rows, cell], logs[rows, cell + 1]
    return np.clip(total, np.minimum(left, right) - OVERSHOOT, np.maximum(left, right) + OVERSHOOT)
