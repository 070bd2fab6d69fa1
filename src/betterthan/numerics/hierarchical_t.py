"""The hierarchical correlated t-test (Corani 2017; Benavoli 2017 sec. 4.3.1), integrated without random numbers.

Model: x_i ~ MVN(1 δ_i, σ_i² M_ρ), δ_i ~ t(ν, δ0, σ0), i = 1 … q; uniform priors on σ_i, δ0, σ0; ν = 1 + g, g ~ Gamma.
(Corani 2017, eq. 2-4; Benavoli 2017, eq. 12-19. The shift of ν by 1 is in the published code, not in the papers.)

    · σ_i and δ_i are integrated out by sums over normal mixtures (`student_mixtures`, `hierarchical_surface`).
    · δ0, σ0 and ν: trapezoid sums over a grid that is first fitted to the posterior (`hierarchical_scout`); sums that
      end on a boundary get Gregory's end weights.
    · What is asked of the posterior uses it between the nodes (`hierarchical_finer`).

The stated error is a third of the change of the distribution functions when every other node is left out in all three
directions: what remains if the rule converges like the square of the step. It converges far faster.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from math import isinf

import numpy as np
from scipy.special import ndtr

from betterthan.arrays import Array
from betterthan.errors import ArgumentError, NotConverged
from betterthan.numerics.hierarchical_finer import Finer, border_shift, refined, uniform_normal_cdf
from betterthan.numerics.hierarchical_scout import scouted
from betterthan.numerics.hierarchical_surface import Grid, Lattice, Surface, blurred, lattice_for
from betterthan.numerics.hyper_prior import HyperPrior
from betterthan.numerics.student_mixtures import TINY, TaskLikelihoods, task_likelihoods
from betterthan.numerics.task_posteriors import TaskPosteriors, task_posteriors
from betterthan.numerics.threads import one_blas_thread

WANTED_ERROR = 6e-4  # refine above
LARGEST_ERROR = 1e-3  # raise above
REFINEMENTS = (1.0, 1.4, 2.0, 3.0)


Regions = tuple[float, float, float]
"""Probabilities above, inside and below a rope."""


@dataclass(frozen=True)
class Frame:
    """Units: original = shift + unit · standardised."""

    shift: float
    unit: float

    def standard(self, value: float) -> float:
        """A value in standardised units."""
        return (value - self.shift) / self.unit


@dataclass(frozen=True, eq=False)
class HierarchicalT:
    """The posterior of (δ0, σ0, ν), and what follows from it.

    Attributes:
        delta0: nodes of δ0.
        sigma0: nodes of σ0, which depend on ν: σ0 x ν.
        nu: nodes of ν.
        weights: posterior probabilities of the nodes, δ0 x σ0 x ν; they sum to 1.
        error: estimated absolute error of probabilities.
        edge_mass: posterior probability at the ends of the grid that are not bounds of the prior.
        half: the weights with every other node only, for the error of the tasks.
        frame, surface, grid, finer: how it was computed, in standardised units.
    """

    delta0: Array
    sigma0: Array
    nu: Array
    weights: Array
    error: float
    edge_mass: float
    half: Array
    frame: Frame
    surface: Surface
    grid: Grid
    finer: Finer

    def mean_sd(self, name: str) -> tuple[float, float]:
        """Posterior mean and standard deviation of `delta0`, `sigma0` or `nu`.

        Parameters:
            name: which.
        """
        values = self.delta0[:, None, None] if name == "delta0" else getattr(self, name)
        mean = float((values * self.weights).sum())
        return mean, float(np.sqrt(((values - mean) ** 2 * self.weights).sum()))

    @cached_property
    def delta0_table(self) -> tuple[Array, Array, Array]:
        """Increasing values of δ0, its posterior density and distribution function there."""
        x, density, cumulative = self.finer.delta0_table
        return self.frame.shift + self.frame.unit * x, density / self.frame.unit, cumulative

    def population(self, low: float, high: float) -> Regions:
        """Probabilities that δ0 is above, inside and below a rope.

        Parameters:
            low: lower bound of the rope.
            high: upper bound.
        """
        return _regions(*(self.finer.below(self.frame.standard(bound)) for bound in (low, high)))

    def winner(self, low: float, high: float) -> Regions:
        """Posterior probabilities that the region above, inside, below a rope is the most probable one on a new task.

        Parameters:
            low: lower bound of the rope.
            high: upper bound.
        """
        low, high = self.frame.standard(low), self.frame.standard(high)
        sigma0 = self.finer.grid.sigma0
        nu = np.broadcast_to(self.finer.grid.nu, sigma0.shape)
        # Given (σ0, ν) the winner changes at two values of δ0, each inside the rope by the same distance.
        shift = border_shift(sigma0, nu, (high - low) / 2) * sigma0
        return _regions(self.finer.below(low - shift), self.finer.below(high + shift))

    def next_task(self, low: float, high: float) -> Regions:
        """Probabilities that the δ of one more task is above, inside and below a rope.

        Parameters:
            low: lower bound of the rope.
            high: upper bound.
        """
        below, up_to = self.next_cdf(np.array([low, high]))
        return _regions(float(below), float(up_to))

    def next_cdf(self, x: Array) -> Array:
        """Distribution function of the δ of one more task.

        Parameters:
            x: where.
        """
        return np.array([self._next_below(self.frame.standard(float(each))) for each in x])

    def _next_below(self, x: float) -> float:
        if isinf(x):
            return float(x > 0)
        # δ0 is uniform within a cell of the finer grid: a sum over its nodes would show them where v is small.
        inside = uniform_normal_cdf(x, self.finer.grid.delta0, np.exp(self.lattice.log_v))
        return float((self._next_variances * inside).sum())

    def next_density(self, x: Array) -> Array:
        """Density of the δ of one more task.

        Parameters:
            x: where.
        """
        edges, sd = self.finer.grid.delta0[:, None], np.exp(self.lattice.log_v / 2)
        heights = self._next_variances / np.diff(edges, axis=0) / self.frame.unit
        standard = (self.frame.standard(float(each)) for each in x)
        return np.array([-(np.diff(ndtr((each - edges) / sd), axis=0) * heights).sum() for each in standard])

    @cached_property
    def lattice(self) -> Lattice:
        """The variances that carry the Student laws."""
        return lattice_for(self.surface.tasks, self.grid)

    @cached_property
    def _next_variances(self) -> Array:
        """Posterior of (δ0, v) for one more task δ ~ N(δ0, v): cells of δ0 x lattice."""
        # Every `factor`-th column of the finer grid is a column of the grid, for which the lattice's weights are known.
        factor = (self.finer.grid.t.count - 1) // (self.grid.t.count - 1)
        weights = self.grid.t.weights[:, None] * self.surface.tau_weights(self.grid.tau)
        cells = (self.finer.cells[:, ::factor] * weights).reshape(len(self.finer.cells), -1)
        return np.asarray(cells @ self.lattice.weights.T / cells.sum())

    def drawn(self, draws: int, rng: np.random.Generator) -> dict[str, Array]:
        """Draws of δ0, σ0 and ν: cells of the finer grid by their probability, and a place between its nodes.

        Parameters:
            draws: how many.
            rng: the generator.
        """
        grid, mass = self.finer.grid, np.maximum(self.finer.cells * self.finer.column_weights, 0.0)
        cells = np.unravel_index(rng.choice(mass.size, draws, p=mass.ravel() / mass.sum()), mass.shape)
        y = grid.y.low + grid.y.step * (cells[0] + rng.random(draws))
        t, tau = (
            # A node stands for a tent about it; that of the first is folded back, as the posterior is even about 0.
            np.minimum(axis.low + axis.step * np.abs(cell + rng.triangular(-1, 0, 1, draws)), axis.high)
            for axis, cell in ((grid.t, cells[1]), (grid.tau, cells[2]))
        )
        nu = 1 + np.sinh(tau) ** 2
        sigma0 = grid.base * np.sinh(t) * (nu / (nu + 1) if grid.tilted else 1.0)
        delta0 = self.frame.shift + self.frame.unit * (grid.centre + grid.width * np.sinh(y))
        return {"delta0": delta0, "sigma0": self.frame.unit * sigma0, "nu": nu}

    @cached_property
    def tasks(self) -> TaskPosteriors:
        """The posteriors of the δ_i."""
        return task_posteriors(self)

    @cached_property
    def task_error(self) -> float:
        """Estimated absolute error of probabilities of single tasks.

        Half of their largest change when every other node is left out in all three directions. A narrow T_i shows the
        nodes more than what all tasks share does: a third, as of δ0, is too little.
        """
        own, grid = self.tasks, self.grid.coarser()
        other = task_posteriors(replace(self, weights=self.half, grid=grid))
        places = np.linspace(0.02, 0.98, 25)
        apart = [np.abs(other.cdf(x) - p).max() for p in places for x in [own.quantile(p)]]
        return max(self.error, float(max(apart)) / 2)

    def given_others(self, tasks: TaskLikelihoods) -> tuple[Array, Array]:
        """For some tasks C_i(δ0, v), tasks x y x lattice (see `task_posteriors`), and the expected weights of δ0.

        Parameters:
            tasks: their standardised likelihoods.
        """
        lattice, delta0 = self.lattice, self.grid.delta0
        coarse = blurred(tasks, delta0, lattice.coarse_v)
        pull = blurred(tasks, delta0, lattice.coarse_v, pulled=True) / coarse
        likelihood = np.exp(np.log(coarse) @ lattice.to_all)
        evidence = np.maximum(likelihood @ lattice.weights, TINY)
        density = (self.weights / self.grid.y.weights[:, None, None]).reshape(len(delta0), -1)
        coefficients = (density / evidence) @ lattice.weights.T  # what the others say: the posterior without x_i
        joint = (coefficients * likelihood) @ lattice.to_all.T
        shrinkage = (joint * pull).sum(axis=(1, 2)) / joint.sum(axis=(1, 2))
        return coefficients, shrinkage


def _regions(below: float, up_to: float) -> Regions:
    below, up_to = min(max(below, 0.0), 1.0), min(max(up_to, 0.0), 1.0)
    return 1 - up_to, max(up_to - below, 0.0), below


@one_blas_thread
def hierarchical_t(
    n: Array, mean: Array, ss: Array, rho: Array, *, hyper: HyperPrior, resolution: float = 1.0
) -> HierarchicalT:
    """Posterior of the hierarchical correlated t-test from the sufficient statistics of each task.

    Parameters:
        n: numbers of scores, at least 3.
        mean: mean differences.
        ss: sums of squared deviations from the mean, above 0.
        rho: correlations of the scores within a task, in [0, 1).
        hyper: the prior.
        resolution: multiplies the number of nodes in each of the three dimensions.
    """
    n, mean, ss, rho = (np.asarray(each, dtype=np.float64) for each in (n, mean, ss, rho))
    _check(n, mean, ss, rho)
    surface, frame = _standardised(n, mean, ss, rho, hyper)
    view = scouted(surface)
    for factor in REFINEMENTS:
        found = _integrated(surface, frame, view.final(factor * resolution))
        if found.error <= WANTED_ERROR:
            break
    if found.error > LARGEST_ERROR:
        raise NotConverged(
            f"The posterior of {len(n)} tasks was integrated with an estimated error of {found.error:.1g}; at most "
            f"{LARGEST_ERROR:g} is accepted. Give tighter bounds (`delta0`, `sigma0`), or take one mean per task.",
            error=found.error,
            partial=found,
        )
    return found


def _check(n: Array, mean: Array, ss: Array, rho: Array) -> None:
    if not (n.shape == mean.shape == ss.shape == rho.shape and n.ndim == 1):
        raise ArgumentError(f"One number per task is needed; shapes {n.shape}, {mean.shape}, {ss.shape}, {rho.shape}.")
    if len(n) < 3 or n.min() < 3 or not (np.isfinite(mean).all() and np.isfinite(ss).all() and ss.min() > 0):
        raise ArgumentError("A hierarchical t-test needs 3 tasks with 3 scores each, finite means and positive SS.")
    if rho.min() < 0 or rho.max() >= 1:
        raise ArgumentError(f"A correlation lies in [0, 1); {rho.min():g} to {rho.max():g} was given.")


def _standardised(n: Array, mean: Array, ss: Array, rho: Array, hyper: HyperPrior) -> tuple[Surface, Frame]:
    """Everything in units of the spread of the task means, or of their mean standard error if that is larger."""
    # Corani 2017, eq. 1 is this standard error: SS/(n - 1) · (1/n + ρ/(1 - ρ)).
    standard_error = np.sqrt(ss / (1 - rho) * (1 + (n - 1) * rho) / n / (n - 1))
    unit = float(max(mean.std(ddof=1), standard_error.mean()))
    shift = float(np.median(mean))
    # Bounds of 1000 standard deviations: those of 100 change nothing (Corani 2017, sec. 4.8.1).
    sigma_bound = hyper.sigma or 1000 * float(np.sqrt(ss / (n - 1)).mean())
    tasks = task_likelihoods(n, (mean - shift) / unit, ss / unit / unit, rho, bound=sigma_bound / unit)
    low, high = ((bound - shift) / unit for bound in hyper.delta0)
    return Surface(tasks, (low, high), hyper.sigma0 / unit if hyper.sigma0 else 1000.0, hyper), Frame(shift, unit)


def _integrated(surface: Surface, frame: Frame, grid: Grid) -> HierarchicalT:
    logs = surface.log_posterior(grid)
    tau_weights = surface.tau_weights(grid.tau)
    finer = refined(grid, logs, tau_weights)
    weights, half = _weights(surface, grid, logs), _weights(surface, grid.coarser(), logs[::2, ::2, ::2])
    return HierarchicalT(
        delta0=frame.shift + frame.unit * grid.delta0,
        sigma0=frame.unit * grid.sigma0,
        nu=grid.nu,
        weights=weights,
        error=_error(grid, finer, weights, half),
        edge_mass=_edge_mass(surface, grid, weights),
        half=half,
        frame=frame,
        surface=surface,
        grid=grid,
        finer=finer,
    )


def _weights(surface: Surface, grid: Grid, logs: Array) -> Array:
    """Posterior probabilities of the nodes."""
    outer = grid.y.weights[:, None, None] * grid.t.weights[:, None] * surface.tau_weights(grid.tau)
    weights = np.exp(logs - logs.max()) * outer
    return np.asarray(weights / weights.sum())


def _error(grid: Grid, finer: Finer, weights: Array, half: Array) -> float:
    """A third of the largest change of the distribution function of δ0, and of E[1/ν], with every other node only."""
    # The half rule, in δ0 too, weighs the columns (σ0, ν); their shapes in δ0 are those of the full one.
    stride = 2 * (finer.grid.t.count - 1) // (grid.t.count - 1)
    shapes = finer.cumulative[:, ::stride, ::2] / np.maximum(finer.cumulative[-1, ::stride, ::2], TINY)
    delta0 = finer.delta0_table[2] - np.tensordot(shapes, half.sum(axis=0), axes=2)
    nu = (weights / grid.nu).sum() - (half / grid.nu[::2]).sum()
    return float(max(np.abs(delta0).max(), np.abs(nu))) / 3


def _edge_mass(surface: Surface, grid: Grid, weights: Array) -> float:
    """Posterior probability at ends that the prior would let go further."""
    limits = [np.arcsinh((end - grid.centre) / grid.width) for end in surface.delta0]
    open_ends = (
        (weights[0], grid.y.low > limits[0]),
        (weights[-1], grid.y.high < limits[1]),
        (weights[:, 0], grid.t.low > 0),
        (weights[:, -1], grid.t.high < np.arcsinh(surface.sigma0 / grid.base)),
        (weights[:, :, 0], grid.tau.low > surface.prior.least_tau),
        (weights[:, :, -1], grid.tau.high < surface.prior.greatest_tau),
    )
    return float(sum(mass.sum() for mass, is_open in open_ends if is_open))
