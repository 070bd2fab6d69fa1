"""The hierarchical beta-binomial model of disagreements on several tasks, integrated without random numbers.

Model: of w_i + l_i disagreements w_i ~ Binomial(w_i + l_i, φ_i) are won, φ_i ~ Beta(a, b), p(a, b) ∝ (a + b)^(-5/2):
uniform in μ = a/(a + b) and η = (a + b)^(-1/2) (Gelman et al. 2013, sec. 5.3; Williams 2026, sec. 5.5). The φ_i
integrate out, and

    p(counts | μ, η) ∝ Π_i Π_{k<w_i} (μ + kη²) Π_{k<l_i} (1 - μ + kη²) / Π_{k<n_i} (1 + kη²)

    · is an even analytic function of η, at 0 too, where all tasks are alike: a trapezoid sum in t, η = scale · sinh t,
      that starts at t = 0 converges as fast as one over the whole line, and sinh t reaches the tail η^(-2r), where r
      is the number of tasks with both kinds of disagreement;
    · is log-concave in μ, so that every η gets its own nodes logit μ = mode + width · sinh u.

What is asked of the posterior uses its logarithm between the nodes. There, a Beta(a, b) narrower than the distance of
two nodes is given the width of that distance. `winner` needs no nodes in μ: at fixed η the region with the largest
probability changes from below to inside to above the rope as μ grows, and the two places where it does are solved for.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import log, sqrt

import numpy as np
from scipy.special import betaln, expit, log_expit

from betterthan.arrays import Array, IntArray
from betterthan.errors import ArgumentError, NeedsNotMet, NotConverged
from betterthan.numerics.beta_functions import beta_cdf, clipped_logit
from betterthan.numerics.beta_grid import BLUR, Counts, Grid, integrated, scouted
from betterthan.numerics.beta_tasks import TaskMixture
from betterthan.numerics.hermite import interpolated
from betterthan.numerics.searches import last_holding, peak_of
from betterthan.numerics.threads import one_blas_thread
from betterthan.phrases import listing

WANTED_ERROR = 5e-4  # refine above
LARGEST_ERROR = 1e-3  # raise above
REFINEMENTS = (1, 2, 4)
NODES = 401
"""Nodes of the tables of laws."""
FEW = 30
"""Up to this many distinct tasks the law of each φ_i is a mixture over nodes, beyond over η only."""


@dataclass(frozen=True, eq=False)
class HierarchicalBeta:
    """The posterior of (a, b), and what follows from it. Regions: above, inside, below a rope.

    Parameters:
        names: names of the tasks.
        counts: their disagreements.
        grid: the posterior on nodes.
        error: the largest change of a distribution function when every other node is left out.
    """

    names: tuple[str, ...]
    counts: Counts
    grid: Grid
    error: float

    @cached_property
    def mean(self) -> float:
        """φ̄ = E[a/(a + b)], the expected φ of one more task."""
        return float((self.grid.weights * expit(self.grid.x)).sum())

    @cached_property
    def sd(self) -> float:
        """Posterior standard deviation of μ = a/(a + b)."""
        return sqrt(float((self.grid.weights * (expit(self.grid.x) - self.mean) ** 2).sum()))

    @cached_property
    def next_sd(self) -> float:
        """Predictive standard deviation of φ of one more task."""
        mu, like = expit(self.grid.x), (self.grid.eta**2 / (1 + self.grid.eta**2))[:, None]
        return sqrt(self.sd**2 + float((self.grid.weights * mu * (1 - mu) * like).sum()))

    @cached_property
    def eta(self) -> tuple[float, float]:
        """Posterior mean and sd of η = (a + b)^(-1/2): infinite unless two tasks have both kinds of disagreement."""
        rows, eta = self.grid.weights.sum(axis=1), self.grid.eta
        mean = float(rows @ eta)
        return mean, sqrt(float(rows @ (eta - mean) ** 2))

    @cached_property
    def mode(self) -> tuple[float, float]:
        """The joint mode of (log a/b, log(a + b))."""

        def height(log_eta: Array) -> Array:
            return np.asarray(log_eta + self.counts.profile(np.exp(log_eta))[2])

        at = peak_of(height, *_span(self.grid), rounds=8)
        return float(self.counts.profile(np.exp(np.array([at])))[0][0]), -2 * at

    def population(self, low: float, high: float) -> tuple[float, float, float]:
        """Probabilities that μ = E[φ] is above, inside and below a rope.

        Parameters:
            low: lower bound of the rope.
            high: upper bound.
        """
        return _regions(*self.population_cdf(np.array([low, high])))

    def next_task(self, low: float, high: float) -> tuple[float, float, float]:
        """Probabilities that φ of one more task is above, inside and below a rope.

        Parameters:
            low: lower bound of the rope.
            high: upper bound.
        """
        return _regions(*self.next_cdf(np.array([low, high])))

    def winner(self, low: float, high: float) -> tuple[float, float, float]:
        """Posterior probabilities that the region above, inside, below the rope is the most probable on one more task.

        Parameters:
            low: lower bound of the rope.
            high: upper bound.
        """
        fine, inverse = self.fine, 1 / np.maximum(self.fine.eta, 1e-6) ** 2  # a + b; at 1e12 a beta is a point

        def chances(x: Array) -> tuple[Array, Array, Array]:
            a, b = inverse * expit(x), inverse * expit(-x)
            below, up_to = beta_cdf(a, b, np.full_like(a, low)), beta_cdf(a, b, np.full_like(a, high))
            return below, up_to - below, 1 - up_to

        def below_wins(x: Array) -> Array:
            below, inside, above = chances(x)
            return np.asarray(below > np.maximum(inside, above))

        def above_loses(x: Array) -> Array:
            below, inside, above = chances(x)
            return np.asarray(above < np.maximum(inside, below))

        ends = fine.x[:, 0], fine.x[:, -1]  # a border beyond them leaves the whole row on one side
        below, not_above = (float(fine.below(last_holding(holds, *ends)).sum()) for holds in (below_wins, above_loses))
        return _regions(below, not_above)

    def population_cdf(self, x: Array | float) -> Array:
        """Posterior distribution function of μ = E[φ].

        Parameters:
            x: values between 0 and 1.
        """
        return self.fine.cdf(clipped_logit(x))

    def population_density(self, x: Array | float) -> Array:
        """Posterior density of μ = E[φ].

        Parameters:
            x: values between 0 and 1.
        """
        at = clipped_logit(x)
        return np.asarray(self.fine.density(at) / (expit(at) * expit(-at)))

    @cached_property
    def population_table(self) -> tuple[Array, Array, Array]:
        """Values of μ = E[φ], dense where its posterior is narrow; density and distribution function there."""
        x = expit(self._nodes)
        return x, self.population_density(x), self.population_cdf(x)

    def next_cdf(self, x: Array | float) -> Array:
        """Predictive distribution function of φ of one more task; of many values, between those of `next_table`.

        Parameters:
            x: values between 0 and 1.
        """
        points = np.asarray(x, dtype=np.float64)
        if points.size > 16:  # a value costs a distribution function per beta, and the table serves later calls
            # The nodes follow the narrowest law, and the values are integrals of the slopes: nothing to limit.
            inside = interpolated(clipped_logit(points), self._nodes, *self._next_table, limited=False)
            return np.where(points <= 0, 0.0, np.where(points >= 1, 1.0, inside))
        weights, a, b = self._next
        flat = [weights @ beta_cdf(a, b, np.full_like(a, each)) for each in points.ravel()]
        return np.clip(np.array(flat).reshape(points.shape), 0.0, 1.0)

    def next_density(self, x: Array | float) -> Array:
        """Predictive density of φ of one more task.

        Parameters:
            x: values between 0 and 1.
        """
        at = clipped_logit(x)
        return np.asarray(self._next_slope(at) / (expit(at) * expit(-at)))

    @cached_property
    def next_table(self) -> tuple[Array, Array, Array]:
        """Values of φ of one more task, dense where its law is narrow; density and distribution function there."""
        x = expit(self._nodes)
        return x, self.next_density(x), self._next_table[0]

    @cached_property
    def task_mean(self) -> Array:
        """Posterior mean of every φ_i."""
        return np.asarray((self._tasks.mean @ self._tasks.weights)[self._pairs[1]])

    @cached_property
    def task_sd(self) -> Array:
        """Posterior standard deviation of every φ_i."""
        tasks = self._tasks
        apart = tasks.mean - (tasks.mean @ tasks.weights)[:, None]
        return np.asarray(np.sqrt((tasks.variance + apart**2) @ tasks.weights)[self._pairs[1]])

    @cached_property
    def task_weight(self) -> Array:
        """E[n_i/(n_i + a + b)], the weight of the task's own counts in its estimate; the rest is that of all tasks."""
        n, squares = (self.counts.won + self.counts.lost)[:, None], self.grid.eta**2
        return np.asarray((n * squares / (n * squares + 1)) @ self.grid.weights.sum(axis=1))

    def task_cdf(self, x: float) -> Array:
        """P(φ_i ≤ x) for every task.

        Parameters:
            x: a value between 0 and 1.
        """
        return self._tasks.cdf(np.full(len(self._pairs[0]), float(x)))[self._pairs[1]]

    def task_interval(self, level: float = 0.95) -> tuple[Array, Array]:
        """Equal-tailed posterior intervals of all φ_i.

        Parameters:
            level: coverage.
        """
        return self.task_quantile((1 - level) / 2), self.task_quantile((1 + level) / 2)

    def task_quantile(self, p: float) -> Array:
        """The value below which every φ_i lies with probability p.

        Parameters:
            p: a probability.
        """
        return self._tasks.quantile(p)[self._pairs[1]]

    def drawn(self, draws: int, rng: np.random.Generator) -> dict[str, Array]:
        """Draws of μ = a/(a + b) and η = (a + b)^(-1/2): nodes by their probability, and a place between them.

        Parameters:
            draws: how many.
            rng: the generator.
        """
        fine = self.fine
        chosen = rng.choice(fine.weights.size, draws, p=fine.weights.ravel())
        rows, (across, along) = chosen // fine.x.shape[1], rng.triangular(-1, 0, 1, (2, draws))
        x = fine.x.ravel()[chosen] + across * fine.spacing.ravel()[chosen]
        t = np.abs(fine.t[rows] + along * (fine.t[1] - fine.t[0]))  # the posterior is even in t
        return {"mu": expit(x), "eta": fine.scale * np.sinh(t)}

    @cached_property
    def fine(self) -> Grid:
        return self.grid.finer(4, 8)

    @cached_property
    def _nodes(self) -> Array:
        """Values of logit φ, dense about the mean on the scale of the narrowest law that matters there.

        They end at ±36: e^-36 is the rounding error of 1.
        """
        rows, spread = self.grid.weights.sum(axis=1), self.mean * (1 - self.mean)
        width = float(np.hypot(self.grid.spacing.min(axis=1), self.grid.eta / sqrt(spread))[rows > 1e-4].min())
        centre = float(clipped_logit(self.mean))
        low, high = (float(np.arcsinh((end - centre) / width)) for end in (-36.0, 36.0))
        return np.asarray(centre + width * np.sinh(np.linspace(low, high, NODES)))

    @cached_property
    def _next_table(self) -> tuple[Array, Array]:
        """Distribution function of logit φ of one more task at the nodes, by Simpson's rule; and its slope there."""
        middles = (self._nodes[1:] + self._nodes[:-1]) / 2
        slopes, between = self._next_slope(self._nodes), self._next_slope(middles)
        steps = np.diff(self._nodes) * (slopes[:-1] + 4 * between + slopes[1:]) / 6
        start = float(self.next_cdf(expit(self._nodes[0])))
        return np.minimum(start + np.append(0.0, np.cumsum(steps)), 1.0), slopes

    def _next_slope(self, x: Array) -> Array:
        """Predictive density of logit φ of one more task."""
        weights, a, b = self._next
        constant = np.log(weights) - betaln(a, b)  # once for all x; of logit φ, so a and b, not a - 1 and b - 1
        flat = [np.exp(a * log_expit(each) + b * log_expit(-each) + constant).sum() for each in np.ravel(x)]
        return np.array(flat).reshape(np.shape(x))

    @cached_property
    def _across(self) -> Grid:
        return self.grid.finer(1, 4)

    @cached_property
    def _next(self) -> tuple[Array, Array, Array]:
        return self._across.betas(1 - 1e-8)

    @cached_property
    def _pairs(self) -> tuple[Array, IntArray]:
        """Distinct (won, lost), and which of them each task has."""
        pairs, which = np.unique(np.stack([self.counts.won, self.counts.lost], axis=1), axis=0, return_inverse=True)
        return pairs.astype(np.float64), which.ravel()

    @cached_property
    def _tasks(self) -> TaskMixture:
        """E[φ_i] and Var[φ_i] given a component's η, from the mean and variance of its μ: both are polynomials in μ."""
        weights, mean, spread, square = self._by_node if len(self._pairs[0]) <= FEW else self._by_eta
        won, lost = self._pairs[0][:, :, None].swapaxes(0, 1)
        # Given μ and η: Beta(μ/η² + won, (1 - μ)/η² + lost), its parameters multiplied by η² so that η may be 0.
        total = 1 + (won + lost) * square
        centre, rest, between = (mean + won * square) / total, (1 - mean + lost * square) / total, spread / total**2
        within = (centre * rest - between) * square / (total + square)
        return TaskMixture(weights, centre, within + between)

    @cached_property
    def _by_node(self) -> tuple[Array, ...]:
        """Weights of the nodes, mean and variance of μ in the cell of each, and η².

        Few tasks leave μ wide and the laws of the φ_i skew: components must be narrow, and there are few laws to mix.
        """
        fine = self._across
        kept = fine.heaviest(1 - 1e-6)
        mu, weights = expit(fine.x).ravel()[kept], fine.weights.ravel()[kept]
        # A node stands for its cell: μ has the spread within it that `Grid.betas` gives to the laws of one more task.
        spread = (BLUR * fine.spacing.ravel()[kept] * mu * (1 - mu)) ** 2
        return weights / weights.sum(), mu, spread, fine.eta[kept // fine.x.shape[1]] ** 2

    @cached_property
    def _by_eta(self) -> tuple[Array, ...]:
        """Weights of the η, mean and variance of μ given each, and η².

        Many tasks know μ well, and a component per node for each of them would cost pairs x nodes.
        """
        rows = self.grid.weights.sum(axis=1)
        kept = rows > 1e-8
        shares, mu = self.grid.weights[kept] / rows[kept, None], expit(self.grid.x[kept])
        mean = (shares * mu).sum(axis=1)
        spread = (shares * (mu - mean[:, None]) ** 2).sum(axis=1)
        return rows[kept] / rows[kept].sum(), mean, spread, self.grid.eta[kept] ** 2


@one_blas_thread
def hierarchical_beta(won: IntArray, lost: IntArray, *, names: tuple[str, ...] = ()) -> HierarchicalBeta:
    """The posterior from the two kinds of disagreement on each task.

    Parameters:
        won: disagreements that are won, by whom the shares are about.
        lost: those that are lost.
        names: names of the tasks; numbers from 1 by default.
    """
    counts = Counts(np.asarray(won, dtype=np.int64), np.asarray(lost, dtype=np.int64))
    names = names or tuple(str(number + 1) for number in range(len(counts.won)))
    _check(counts, names)
    ends = scouted(counts)
    for factor in REFINEMENTS:
        grid = integrated(counts, *ends, factor)
        found = HierarchicalBeta(names, counts, grid, _error(names, counts, grid))
        if found.error <= WANTED_ERROR:
            break
    if not found.error <= LARGEST_ERROR:
        raise NotConverged(
            f"The posterior of {len(names)} tasks was integrated with an estimated error of {found.error:.1g}; at most "
            f"{LARGEST_ERROR:g} is accepted. Counting the tasks that each model wins needs no such integral.",
            error=found.error,
            partial=found,
        )
    return found


def _check(counts: Counts, names: tuple[str, ...]) -> None:
    won, lost = counts.won, counts.lost
    if won.shape != lost.shape or won.ndim != 1 or len(names) != len(won):
        raise ArgumentError(f"Each task needs a number won and a number lost; got shapes {won.shape} and {lost.shape}.")
    negative = [name for name, one, other in zip(names, won, lost, strict=True) if min(one, other) < 0]
    if negative:
        raise ArgumentError(f"Counts must be at least 0; look at task {listing(negative)}.")
    if not ((won > 0) & (lost > 0)).any():
        raise NeedsNotMet(
            "A hierarchical model needs a task on which each model is right at least once where the other is "
            f"wrong; none of {len(names)} has that, and the posterior of how much tasks differ would not be a proper "
            "one. Count the tasks that each model wins instead."
        )


def _error(names: tuple[str, ...], counts: Counts, grid: Grid) -> float:
    """Largest change of the two distribution functions at five points when every other node is left out.

    Generous: the rule converges geometrically, so that the full one is far closer to the truth than the two are to
    each other.
    """
    full, half = (HierarchicalBeta(names, counts, each, np.nan) for each in (grid, grid.halved()))
    away = np.array([-1.5, -0.5, 0.0, 0.5, 1.5])
    population, following = np.clip(full.mean + away * full.sd, 0, 1), np.clip(full.mean + away * full.next_sd, 0, 1)
    changes = (
        full.population_cdf(population) - half.population_cdf(population),
        full.next_cdf(following) - half.next_cdf(following),
    )
    return float(np.abs(changes).max())


def _span(grid: Grid) -> tuple[float, float]:
    """The range of log η that the grid covers."""
    return log(max(grid.eta[0], grid.eta[1] / 100)), log(grid.eta[-1])


def _regions(below: float, up_to: float) -> tuple[float, float, float]:
    lower, within = min(1.0, max(0.0, float(below))), min(1.0, max(0.0, float(up_to)))
    return 1 - max(lower, within), max(0.0, within - lower), lower
