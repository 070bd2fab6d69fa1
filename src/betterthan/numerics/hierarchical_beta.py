"""The hierarchical beta-binomial model of disagreements on several tasks, integrated without random numbers.

Model: n01_i ~ Binomial(n01_i + n10_i, φ_i), φ_i ~ Beta(a, b), p(a, b) ∝ (a + b)^(-5/2): uniform in μ = a/(a + b) and
η = (a + b)^(-1/2) (Gelman et al. 2013, sec. 5.3; Williams 2026, sec. 5.5). The φ_i integrate out, and

    p(counts | μ, η) ∝ Π_i Π_{k<n01_i} (μ + kη²) Π_{k<n10_i} (1 - μ + kη²) / Π_{k<n_i} (1 + kη²)

    · is an even analytic function of η, at 0 too, where all tasks are alike: a trapezoid sum in t, η = scale · sinh t,
      that starts at t = 0 converges as fast as one over the whole line, and sinh t reaches the tail η^(-2r), where r
      is the number of tasks with both kinds of disagreement;
    · is log-concave in μ, so that every η gets its own nodes logit μ = mode + width · sinh u.

What is asked of the posterior uses its logarithm between the nodes. There, a Beta(a, b) narrower than the distance of
two nodes is given the width of that distance. `winner` needs no nodes in μ: at fixed η the region with the largest
probability changes from first to equivalent to second as μ grows, and the two places where it does are solved for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import log, sqrt

import numpy as np
from scipy.special import betainc, betaincinv, betaln, erfc, expit, gammaln, log_expit, logit

from betterthan.arrays import Array, BoolArray, IntArray
from betterthan.errors import ArgumentError, NeedsNotMet, NotConverged
from betterthan.phrases import listing

WANTED_ERROR = 5e-4  # refine above
LARGEST_ERROR = 1e-3  # raise above
REFINEMENTS = (1, 2, 4)
NEGLIGIBLE = 23.0
"""The grid ends where the posterior has fallen to e^-23 = 1e-10 of its height."""
REACH = 20.0
"""Widths on either side of the mode of μ at fixed η; tails there are exponential, of the order of e^-20 or less."""
NODES = 401
"""Nodes of the tables of laws."""
FEW = 30
"""Up to this many distinct tasks the law of each φ_i is a mixture over nodes, beyond over η only."""
BLUR = 0.5
"""The least width of a beta, in distances of nodes: at 1/2 a sum over nodes differs from the integral by 1% of one."""
BLOCK = 2_000_000
"""Numbers held at a time."""


@dataclass(frozen=True, eq=False)
class Counts:
    """The disagreements, and the distinct values of them that the likelihood needs.

    Parameters:
        n01: disagreements won by the second model, per task.
        n10: those won by the first.
    """

    n01: IntArray
    n10: IntArray

    @cached_property
    def distinct(self) -> tuple[tuple[Array, Array], ...]:
        """Distinct values and how many tasks have them, of n01, n10 and their sum."""
        columns = (np.unique(each, return_counts=True) for each in (self.n01, self.n10, self.n01 + self.n10))
        return tuple((values.astype(np.float64), counts.astype(np.float64)) for values, counts in columns)

    def log_posterior(self, x: Array, eta: Array) -> Array:
        """Log density in (logit μ, η), up to a constant.

        Parameters:
            x: logit μ.
            eta: η, of the same shape.
        """
        precision = 1 / np.maximum(eta, 1e-150) ** 2
        log_mu, log_rest = log_expit(x), log_expit(-x)
        sizes = precision * np.exp(log_mu), precision * np.exp(log_rest), precision
        rising = [_log_rising(z, *each) for z, each in zip(sizes, self.distinct, strict=True)]
        wins = (self.n01.sum() + 1) * log_mu + (self.n10.sum() + 1) * log_rest  # + 1: dμ = μ(1 - μ) d logit μ
        return np.asarray(wins + rising[0] + rising[1] - rising[2])

    def profile(self, eta: Array) -> tuple[Array, Array, Array]:
        """At each η the mode of logit μ, the width about it, and the log density there.

        Parameters:
            eta: values of η.
        """
        x, width = self._guess(eta)
        for _ in range(50):
            step = 0.2 * width
            below, here, above = (self.log_posterior(x + shift, eta) for shift in (-step, 0.0, step))
            slope, bend = (above - below) / (2 * step), (above - 2 * here + below) / step**2
            width = np.where(bend < 0, 1 / np.sqrt(np.maximum(-bend, 1e-6)), width)
            move = np.clip(slope * width**2, -2 * width, 2 * width)
            x = x + move
            if (np.abs(move) < 0.01 * width).all():
                break
        return x, width, self.log_posterior(x, eta)

    def _guess(self, eta: Array) -> tuple[Array, Array]:
        """The mean of the shares, each weighted as if its variance were μ(1 - μ)(1/n + ω - ω/n), ω = η²/(1 + η²)."""
        n = (self.n01 + self.n10).astype(np.float64)
        like = eta[:, None] ** 2 / (1 + eta[:, None] ** 2)
        weights = 1 / (1 + (np.maximum(n, 1.0) - 1) * like)
        won, total = (weights * self.n01).sum(axis=1) + 1, (weights * n).sum(axis=1) + 2
        share = won / total
        return logit(share), 1 / np.sqrt(total * share * (1 - share))


@dataclass(frozen=True, eq=False)
class Grid:
    """The posterior on nodes, in coordinates that count nodes.

    Parameters:
        t: arsinh of η/scale.
        scale: the unit of η.
        x: logit μ, one row per t.
        logs: log density per node.
    """

    t: Array
    scale: float
    x: Array
    logs: Array

    @cached_property
    def eta(self) -> Array:
        return np.asarray(self.scale * np.sinh(self.t))

    @cached_property
    def weights(self) -> Array:
        """Posterior probabilities of the nodes; the sum over t may begin at its axis of symmetry."""
        weights = np.exp(self.logs - self.logs.max())
        weights[0] *= 0.5 if self.t[0] == 0 else 1.0
        return np.asarray(weights / weights.sum())

    @cached_property
    def cumulative(self) -> Array:
        """Probability up to each node within its row; the last column is that of the row."""
        steps = (self.weights[:, 1:] + self.weights[:, :-1]) / 2
        return np.concatenate([np.zeros((len(self.t), 1)), np.cumsum(steps, axis=1)], axis=1)

    @cached_property
    def spacing(self) -> Array:
        return np.asarray(np.gradient(self.x, axis=1))

    def halved(self) -> Grid:
        """Every other node in both directions."""
        return Grid(self.t[::2], self.scale, self.x[::2, ::2], self.logs[::2, ::2])

    def finer(self, rows: int, columns: int) -> Grid:
        """Nodes between the nodes.

        Parameters:
            rows: how many steps in t become of one.
            columns: the same within rows.
        """
        down, across = _between(len(self.t), rows), _between(self.x.shape[1], columns)
        return Grid(down @ self.t, self.scale, down @ self.x @ across.T, down @ self.logs @ across.T)

    def below(self, x: Array) -> Array:
        """Probability of each row up to its own x.

        Parameters:
            x: logit μ, one for each row.
        """
        at = x[:, None]
        cell = np.clip((self.x <= at).sum(axis=1, keepdims=True) - 1, 0, self.x.shape[1] - 2)
        left, right = (np.take_along_axis(self.x, cell + side, axis=1) for side in (0, 1))
        low, high = (np.take_along_axis(self.cumulative, cell + side, axis=1) for side in (0, 1))
        return np.asarray(low + (high - low) * np.clip((at - left) / (right - left), 0.0, 1.0))[:, 0]

    def cdf(self, x: Array) -> Array:
        """Distribution function of logit μ.

        Parameters:
            x: any number of values of logit μ.
        """
        rows = zip(self.x, self.cumulative, strict=True)
        return np.asarray(np.sum([np.interp(x, nodes, sums) for nodes, sums in rows], axis=0))

    def density(self, x: Array) -> Array:
        """Density of logit μ.

        Parameters:
            x: any number of values of logit μ.
        """
        logs = np.log(np.maximum(self.weights / self.spacing, 1e-300))
        rows = zip(self.x, logs, strict=True)
        return np.asarray(np.sum([np.exp(np.interp(x, nodes, each, -np.inf, -np.inf)) for nodes, each in rows], axis=0))

    def heaviest(self, kept: float) -> IntArray:
        """Flat indices of the fewest nodes that have a given probability.

        Parameters:
            kept: the probability.
        """
        order = np.argsort(self.weights, axis=None)[::-1]
        return order[: np.searchsorted(np.cumsum(self.weights.ravel()[order]), kept) + 1]

    def betas(self, kept: float) -> tuple[Array, Array, Array]:
        """The mixture of Beta(a, b): weights, a, b; no beta is narrower than the distance of its nodes.

        Parameters:
            kept: the probability of the nodes that are kept.
        """
        chosen = self.heaviest(kept)
        x, spacing = self.x.ravel()[chosen], self.spacing.ravel()[chosen]
        mu, rest = expit(x), expit(-x)
        variance = self.eta[chosen // self.x.shape[1]] ** 2 + (BLUR * spacing) ** 2 * mu * rest
        weights = self.weights.ravel()[chosen]
        return weights / weights.sum(), mu / variance, rest / variance


@dataclass(frozen=True, eq=False)
class HierarchicalBeta:
    """The posterior of (a, b), and what follows from it. Probabilities of regions: first (below), equivalent, second.

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

        at = _peak(height, *_span(self.grid), rounds=8)
        return float(self.counts.profile(np.exp(np.array([at])))[0][0]), -2 * at

    def population(self, low: float, high: float) -> tuple[float, float, float]:
        """Probabilities that μ = E[φ] is below, inside and above a rope.

        Parameters:
            low: lower bound of the rope.
            high: upper bound.
        """
        return _regions(*self.population_cdf(np.array([low, high])))

    def next_task(self, low: float, high: float) -> tuple[float, float, float]:
        """Probabilities that φ of one more task is below, inside and above a rope.

        Parameters:
            low: lower bound of the rope.
            high: upper bound.
        """
        return _regions(*self.next_cdf(np.array([low, high])))

    def winner(self, low: float, high: float) -> tuple[float, float, float]:
        """Posterior probabilities that the region below, inside, above the rope is the most probable on one more task.

        Parameters:
            low: lower bound of the rope.
            high: upper bound.
        """
        fine, inverse = self._fine, 1 / np.maximum(self._fine.eta, 1e-6) ** 2

        def chances(x: Array) -> tuple[Array, Array, Array]:
            a, b = inverse * expit(x), inverse * expit(-x)
            below, up_to = beta_cdf(a, b, np.full_like(a, low)), beta_cdf(a, b, np.full_like(a, high))
            return below, up_to - below, 1 - up_to

        def first_wins(x: Array) -> Array:
            first, equivalent, second = chances(x)
            return np.asarray(first > np.maximum(equivalent, second))

        def second_loses(x: Array) -> Array:
            first, equivalent, second = chances(x)
            return np.asarray(second < np.maximum(equivalent, first))

        ends = fine.x[:, 0], fine.x[:, -1]
        first, not_second = (float(fine.below(_last(holds, *ends)).sum()) for holds in (first_wins, second_loses))
        return _regions(first, not_second)

    def population_cdf(self, x: Array | float) -> Array:
        """Posterior distribution function of μ = E[φ].

        Parameters:
            x: values between 0 and 1.
        """
        return self._fine.cdf(_logit(x))

    def population_density(self, x: Array | float) -> Array:
        """Posterior density of μ = E[φ].

        Parameters:
            x: values between 0 and 1.
        """
        at = _logit(x)
        return np.asarray(self._fine.density(at) / (expit(at) * expit(-at)))

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
        if points.size > 16:
            inside = _between_nodes(_logit(points), self._nodes, *self._next_table)
            return np.where(points <= 0, 0.0, np.where(points >= 1, 1.0, inside))
        weights, a, b = self._next
        flat = [weights @ beta_cdf(a, b, np.full_like(a, each)) for each in points.ravel()]
        return np.clip(np.array(flat).reshape(points.shape), 0.0, 1.0)

    def next_density(self, x: Array | float) -> Array:
        """Predictive density of φ of one more task.

        Parameters:
            x: values between 0 and 1.
        """
        at = _logit(x)
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
        n, squares = (self.counts.n01 + self.counts.n10)[:, None], self.grid.eta**2
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
        fine = self._fine
        chosen = rng.choice(fine.weights.size, draws, p=fine.weights.ravel())
        rows, (across, along) = chosen // fine.x.shape[1], rng.triangular(-1, 0, 1, (2, draws))
        x = fine.x.ravel()[chosen] + across * fine.spacing.ravel()[chosen]
        t = np.abs(fine.t[rows] + along * (fine.t[1] - fine.t[0]))  # the posterior is even in t
        return {"mu": expit(x), "eta": fine.scale * np.sinh(t)}

    @cached_property
    def _fine(self) -> Grid:
        return self.grid.finer(4, 8)

    @cached_property
    def _nodes(self) -> Array:
        """Values of logit φ, dense about the mean on the scale of the narrowest law that matters there."""
        rows, spread = self.grid.weights.sum(axis=1), self.mean * (1 - self.mean)
        width = float(np.hypot(self.grid.spacing.min(axis=1), self.grid.eta / sqrt(spread))[rows > 1e-4].min())
        centre = float(_logit(self.mean))
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
        constant = np.log(weights) - betaln(a, b)
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
        """Distinct (n01, n10), and which of them each task has."""
        pairs, which = np.unique(np.stack([self.counts.n01, self.counts.n10], axis=1), axis=0, return_inverse=True)
        return pairs.astype(np.float64), which.ravel()

    @cached_property
    def _tasks(self) -> TaskMixture:
        """E[φ_i] and Var[φ_i] given a component's η, from the mean and variance of its μ: both are polynomials in μ."""
        weights, mean, spread, square = self._by_node if len(self._pairs[0]) <= FEW else self._by_eta
        n01, n10 = self._pairs[0][:, :, None].swapaxes(0, 1)
        total = 1 + (n01 + n10) * square
        centre, rest, between = (mean + n01 * square) / total, (1 - mean + n10 * square) / total, spread / total**2
        within = (centre * rest - between) * square / (total + square)
        return TaskMixture(weights, centre, within + between)

    @cached_property
    def _by_node(self) -> tuple[Array, ...]:
        """Weights of the nodes, mean and variance of μ in the cell of each, and η²."""
        fine = self._across
        kept = fine.heaviest(1 - 1e-6)
        mu, weights = expit(fine.x).ravel()[kept], fine.weights.ravel()[kept]
        spread = (BLUR * fine.spacing.ravel()[kept] * mu * (1 - mu)) ** 2
        return weights / weights.sum(), mu, spread, fine.eta[kept // fine.x.shape[1]] ** 2

    @cached_property
    def _by_eta(self) -> tuple[Array, ...]:
        """Weights of the η, mean and variance of μ given each, and η²."""
        rows = self.grid.weights.sum(axis=1)
        kept = rows > 1e-8
        shares, mu = self.grid.weights[kept] / rows[kept, None], expit(self.grid.x[kept])
        mean = (shares * mu).sum(axis=1)
        spread = (shares * (mu - mean[:, None]) ** 2).sum(axis=1)
        return rows[kept] / rows[kept].sum(), mean, spread, self.grid.eta[kept] ** 2


@dataclass(frozen=True, eq=False)
class TaskMixture:
    """The laws of the φ_i, one row per distinct pair of counts: mixtures over (μ, η) of betas.

    A component stands for a range of μ at one η: a cell, or all of it where there are many tasks and μ is known well.
    Within it, φ_i is a mixture of Beta(a + n01, b + n10), taken as the beta with the same mean and variance.

    Parameters:
        weights: posterior probabilities of the components.
        mean: means, pairs x components.
        variance: variances.
    """

    weights: Array
    mean: Array
    variance: Array

    def cdf(self, x: Array) -> Array:
        """Distribution functions.

        Parameters:
            x: one value per pair.
        """
        a, b = self._betas
        return np.asarray(beta_cdf(a, b, np.broadcast_to(x[:, None], a.shape)) @ self.weights)

    def density(self, x: Array) -> Array:
        """Densities.

        Parameters:
            x: one value per pair.
        """
        return np.asarray(np.exp(_log_beta(*self._betas, x[:, None])) @ self.weights)

    def quantile(self, p: float) -> Array:
        """Quantiles: Newton's steps in logit φ, or halves where those lead out of what is known to hold the answer.

        Parameters:
            p: a probability.
        """
        mean = self.mean @ self.weights
        variance = (self.variance + (self.mean - mean[:, None]) ** 2) @ self.weights
        low, high = np.full(mean.shape, _logit(0.0)), np.full(mean.shape, _logit(1.0))
        at = np.clip(_logit(np.asarray(betaincinv(*_beta_of(mean, variance), p), dtype=np.float64)), low, high)
        for _ in range(60):
            x = expit(at)
            short = p - self.cdf(x)
            low, high = np.where(short > 0, at, low), np.where(short > 0, high, at)
            if ((np.abs(short) < 1e-7) | (high - low < 1e-6)).all():
                break
            step = short / np.maximum(self.density(x) * x * expit(-at), 1e-300)
            at = np.where((at + step > low) & (at + step < high), at + step, (low + high) / 2)
        return np.asarray(expit(at))

    @cached_property
    def _betas(self) -> tuple[Array, Array]:
        return _beta_of(self.mean, self.variance)


def from_cells(cells: Mapping[str, tuple[int, int, int, int]]) -> HierarchicalBeta:
    """The posterior from the four counts of each task.

    Parameters:
        cells: task name to n00, n01, n10, n11; only n01 and n10 matter.
    """
    counts = np.array([tuple(each) for each in cells.values()], dtype=np.int64).reshape(-1, 4)
    return hierarchical_beta(counts[:, 1], counts[:, 2], names=tuple(cells))


def hierarchical_beta(n01: IntArray, n10: IntArray, *, names: tuple[str, ...] = ()) -> HierarchicalBeta:
    """The posterior from the two kinds of disagreement on each task.

    Parameters:
        n01: disagreements that the second model won.
        n10: those that the first model won.
        names: names of the tasks; numbers from 1 by default.
    """
    counts = Counts(np.asarray(n01, dtype=np.int64), np.asarray(n10, dtype=np.int64))
    names = names or tuple(str(number + 1) for number in range(len(counts.n01)))
    _check(counts, names)
    ends = _scouted(counts)
    for factor in REFINEMENTS:
        grid = _integrated(counts, *ends, factor)
        found = HierarchicalBeta(names, counts, grid, _error(names, counts, grid))
        if found.error <= WANTED_ERROR:
            break
    if not found.error <= LARGEST_ERROR:
        raise NotConverged(
            f"The posterior of {len(names)} tasks was integrated with an estimated error of {found.error:.1g}; at most "
            f"{LARGEST_ERROR:g} is accepted. `bayes_poisson_binomial` needs no such integral.",
            error=found.error,
            partial=found,
        )
    return found


def beta_cdf(a: Array, b: Array, x: Array) -> Array:
    """Distribution function of Beta(a, b); for large a and b by the uniform expansion of Temme (DLMF 8.18.14), to 1e-6.

    Parameters:
        a: first parameters.
        b: second parameters.
        x: values, all of one shape.
    """
    large = np.minimum(a, b) > 40
    cdf = np.empty(np.shape(a))
    cdf[large] = _temme(a[large], b[large], np.clip(x[large], 0.0, 1.0))
    cdf[~large] = betainc(a[~large], b[~large], np.clip(x[~large], 0.0, 1.0))
    return np.clip(cdf, 0.0, 1.0)


def _temme(a: Array, b: Array, x: Array) -> Array:
    total = a + b
    mean, rest = a / total, b / total
    away = x - mean
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        ratios = np.maximum(away / mean, -1.0), np.maximum(-away / rest, -1.0)
        square = -2 * (mean * np.log1p(ratios[0]) + rest * np.log1p(ratios[1]))
        z = np.copysign(np.sqrt(np.maximum(square, 0.0)), away)
        limit = (1 - 2 * mean) / (3 * np.sqrt(mean * rest))
        first = np.where(np.abs(away) < 1e-6, limit, 1 / z - np.sqrt(mean * rest) / away)
        tail = np.exp(-total * square / 2) / np.sqrt(2 * np.pi * total) * first
    return np.asarray(0.5 * erfc(-z * np.sqrt(total / 2)) + np.where(np.isfinite(tail), tail, 0.0))


def _check(counts: Counts, names: tuple[str, ...]) -> None:
    n01, n10 = counts.n01, counts.n10
    if n01.shape != n10.shape or n01.ndim != 1 or len(names) != len(n01):
        raise ArgumentError(f"One n01 and one n10 per task are needed; got shapes {n01.shape} and {n10.shape}.")
    negative = [name for name, one, other in zip(names, n01, n10, strict=True) if min(one, other) < 0]
    if negative:
        raise ArgumentError(f"Counts must be at least 0; look at task {listing(negative)}.")
    if not ((n01 > 0) & (n10 > 0)).any():
        raise NeedsNotMet(
            "`bayes_hierarchical_mcnemar` needs a task on which each model is right at least once where the other is "
            f"wrong; none of {len(names)} has that, and the posterior of how much tasks differ would not be a proper "
            "one. Use `bayes_poisson_binomial` or `bayes_sign`."
        )


def _scouted(counts: Counts) -> tuple[float, float, float]:
    """Where the posterior of η begins (0 unless it has died out there), a scale that resolves it, where it ends."""

    def height(log_eta: Array) -> Array:
        _, width, top = counts.profile(np.exp(log_eta))
        return np.asarray(top + np.log(width))

    typical = _peak(lambda log_eta: height(log_eta) + log_eta, log(1e-9), log(1e4), rounds=4)
    at_zero, at_typical = height(np.array([-np.inf, typical]))
    least = at_typical + typical - NEGLIGIBLE
    start = np.array([typical])
    flat = float(_last(lambda x: np.abs(height(x) - at_zero) < 0.5, start - 30, start, 14)[0])
    ends = float(np.exp(_last(lambda x: height(x) + x > least, start, start + 60, 14)[0]))
    if at_zero + flat > least:
        return 0.0, float(np.exp(flat)), ends
    return float(np.exp(_last(lambda x: height(x) + x < least, start - 30, start, 14)[0])), float(np.exp(typical)), ends


def _integrated(counts: Counts, begins: float, scale: float, ends: float, factor: int) -> Grid:
    """Rows of nodes in logit μ for every η."""
    low, high = np.arcsinh(begins / scale), np.arcsinh(ends / scale)
    t = np.linspace(low, high, 2 * factor * max(24, int((high - low) / 0.25)) + 1)
    u = np.arcsinh(REACH) * np.linspace(-1, 1, 36 * factor + 1)
    eta = scale * np.sinh(t)
    mode, width, _ = counts.profile(eta)
    x = mode[:, None] + width[:, None] * np.sinh(u)
    logs = counts.log_posterior(x, np.broadcast_to(eta[:, None], x.shape))
    return Grid(t, scale, x, logs + np.log(width * np.cosh(t))[:, None] + np.log(np.cosh(u)))


def _error(names: tuple[str, ...], counts: Counts, grid: Grid) -> float:
    """Largest change of the two distribution functions at five points when every other node is left out."""
    full, half = (HierarchicalBeta(names, counts, each, np.nan) for each in (grid, grid.halved()))
    away = np.array([-1.5, -0.5, 0.0, 0.5, 1.5])
    population, following = np.clip(full.mean + away * full.sd, 0, 1), np.clip(full.mean + away * full.next_sd, 0, 1)
    changes = (
        full.population_cdf(population) - half.population_cdf(population),
        full.next_cdf(following) - half.next_cdf(following),
    )
    return float(np.abs(changes).max())


def _log_rising(z: Array, n: Array, times: Array) -> Array:
    """Σ times · Σ_{k<n} log(1 + k/z), stable for z → 0 and for z → ∞, where it vanishes."""
    flat, found = np.minimum(z.ravel(), 1e250), np.empty(z.size)
    for part in _parts(flat < 20, len(n)):
        each = flat[part][:, None]
        found[part] = (gammaln(each + n) - gammaln(each) - n * np.log(each)) @ times
    for part in _parts(flat >= 20, len(n)):
        each = flat[part][:, None]
        stirling = _stirling(each + n) - _stirling(each)
        found[part] = ((each + n - 0.5) * np.log1p(n / each) - n + stirling) @ times
    return found.reshape(z.shape)


def _parts(chosen: BoolArray, width: int) -> list[IntArray]:
    """The indices of the chosen rows, so many at a time that a block of that width fits."""
    rows = np.flatnonzero(chosen)
    return np.array_split(rows, 1 + len(rows) * width // BLOCK) if len(rows) else []


def _stirling(z: Array) -> Array:
    """log Γ(z) less its leading terms, for z ≥ 20 to 1e-14."""
    square = (1 / z) ** 2
    return np.asarray((1 / 12 - square * (1 / 360 - square * (1 / 1260 - square / 1680))) / z)


def _log_beta(a: Array, b: Array, x: Array | float) -> Array:
    """Log density of Beta(a, b)."""
    x = np.clip(x, 1e-300, 1 - 1e-16)
    return np.asarray((a - 1) * np.log(x) + (b - 1) * np.log1p(-x) - betaln(a, b))


def _between(count: int, factor: int, order: int = 6) -> Array:
    """The matrix that interpolates values at 0 … count - 1 to steps of 1/factor, by polynomials through some nodes."""
    at = np.arange((count - 1) * factor + 1) / factor
    first = np.clip(np.floor(at).astype(int) - order // 2 + 1, 0, count - order)
    matrix = np.zeros((len(at), count))
    for one in range(order):
        others = [other for other in range(order) if other != one]
        matrix[np.arange(len(at)), first + one] = np.prod(
            [(at - first - other) / (one - other) for other in others], axis=0
        )
    return matrix


def _peak(height: Callable[[Array], Array], low: float, high: float, rounds: int) -> float:
    """Where a function of log η with one peak is largest, by ever finer scans."""
    points = np.linspace(low, high, 2 + int((high - low) / 0.35))
    for _ in range(rounds):
        best = int(np.argmax(height(points)))
        points = np.linspace(points[max(0, best - 1)], points[min(len(points) - 1, best + 1)], 13)
    return float(points[6])


def _span(grid: Grid) -> tuple[float, float]:
    """The range of log η that the grid covers."""
    return log(max(grid.eta[0], grid.eta[1] / 100)), log(grid.eta[-1])


def _last(holds: Callable[[Array], Array], low: Array, high: Array, halvings: int = 45) -> Array:
    """The last point at which a condition holds that holds up to some point and not after it, by bisection."""
    for _ in range(halvings):
        middle = (low + high) / 2
        still = holds(middle)
        low, high = np.where(still, middle, low), np.where(still, high, middle)
    return low


def _logit(x: Array | float) -> Array:
    return np.asarray(logit(np.clip(np.asarray(x, dtype=np.float64), 1e-300, 1 - 1e-16)))


def _between_nodes(at: Array, nodes: Array, values: Array, slopes: Array) -> Array:
    """Cubic interpolation of an increasing function by its values and slopes at nodes."""
    cell = np.clip(np.searchsorted(nodes, at, side="right") - 1, 0, len(nodes) - 2)
    width = nodes[cell + 1] - nodes[cell]
    t = np.clip((at - nodes[cell]) / width, 0.0, 1.0)
    low, high = values[cell], values[cell + 1]
    cubic = low * (1 + 2 * t) * (1 - t) ** 2 + high * t**2 * (3 - 2 * t)
    cubic = cubic + width * t * (1 - t) * (slopes[cell] * (1 - t) - slopes[cell + 1] * t)
    return np.asarray(np.clip(cubic, low, high))


def _beta_of(mean: Array, variance: Array) -> tuple[Array, Array]:
    """The beta with that mean and variance."""
    total = mean * (1 - mean) / variance - 1
    return total * mean, total * (1 - mean)


def _regions(below: float, up_to: float) -> tuple[float, float, float]:
    first, within = min(1.0, max(0.0, float(below))), min(1.0, max(0.0, float(up_to)))
    return first, max(0.0, within - first), 1 - max(first, within)
