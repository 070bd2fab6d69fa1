"""Draws of the log-worths of a Plackett–Luce model of orders, with ties and gaps.

On each task the models are ranked by a race: model i arrives after an exponential time of rate exp(θ_i), so that the
next of those still on the way is i with probability exp(θ_i)/Σ exp(θ_k). A tie is an order that is not known; the
probability that a group G arrives before the rest, whose rates sum to Λ, in whatever order, is

    ∫ e^-v ∏_{i∈G} (1 - e^(-v exp(θ_i)/Λ)) dv

where v/Λ is the time at which the first of the rest arrives. The v are drawn along with the θ. The prior is
θ_i ~ N(0, τ²), τ ~ half-Student(4, scale 1).

The sampler runs many chains side by side. In the axes and with the curvature of the posterior at its mode, θ is moved
by Hamiltonian steps given τ and the v; τ is drawn given θ, and given where θ stands in the prior or in the normal law
that the mode suggests; the v given θ.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import log, pi, sqrt
from typing import NamedTuple

import numpy as np

from betterthan.arrays import Array, IntArray
from betterthan.numerics.monte_carlo import error_between_chains
from betterthan.numerics.threads import one_blas_thread

CHAINS = 50
WARM_UP = 60
"""Chains side by side, and steps that are thrown away; they start from the normal law at the mode."""
DF = 4.0
"""Degrees of freedom of the half-Student prior of τ."""
ACCEPTED = 0.9
"""Share of the Hamiltonian moves that should be accepted: the step is tuned to it in the warm-up."""
PLACES = 4
WIDEST = 2.0
"""Values of τ (or of a v) among which one is drawn, about the present one, and how far apart their logs are at most."""
SMALLEST = -600.0
"""Log-worths further below the largest are taken for this, so that no sum of worths is 0."""


class Drawn(NamedTuple):
    """Draws of the log-worths.

    Attributes:
        effects: draws x models, about their mean; chain after chain within each step.
        tau: one τ per draw.
        error: bound on the error of a probability, from the differences between the chains.
        accepted: share of the Hamiltonian moves that were accepted.
    """

    effects: Array
    tau: Array
    error: float
    accepted: float


@one_blas_thread
def plackett_luce(ranks: Array, *, draws: int, rng: int) -> Drawn:
    """Draws of the posterior of the log-worths.

    Parameters:
        ranks: tasks x models, smaller is better, equal for ties, NaN where a model is missing; each model has a rank.
        draws: how many to keep, rounded up to a multiple of the chains.
        rng: seed.
    """
    (rows, counts), generator = _merged(ranks), np.random.default_rng(rng)
    orders = Orders.of(rows, counts)
    start = _laplace(Orders.of(rows + generator.uniform(0, 0.5, rows.shape), counts))  # ties broken: ranks are whole
    state = _started(start, len(orders.starts), generator)
    step, kept = 0.8, []
    for number in range(WARM_UP - (-draws // CHAINS)):
        state, accepted = _moved(orders, start, state, step, generator)
        # θ and τ move together, within the law of the data and within the prior by turns: the one is quick where the
        # data say much, the other where they say little and τ leads θ into a funnel.
        state = _widened(orders, start.axes, (start.normal, start.prior)[number % 2], state, generator)
        state = state._replace(tau=_drawn_tau(state.at, generator))
        if len(orders.starts):
            state = _delayed(orders, start.axes @ state.at, state, generator)
        if number < WARM_UP:  # a smaller change each time, as in stochastic approximation (Robbins and Monro 1951)
            step *= np.exp((accepted - ACCEPTED) * 2 / sqrt(4 + number))
        else:
            kept.append((start.axes @ state.at, state.tau, accepted))
    effects, tau, shares = (np.array(part) for part in zip(*kept, strict=True))
    effects = effects.transpose(0, 2, 1)  # steps x chains x models
    return Drawn(
        effects.reshape(-1, effects.shape[2]), tau.ravel(), _error(effects), float(shares.mean())
    )  # fmt: skip


@dataclass(frozen=True)
class Orders:
    """Distinct orders of models, best first, and how often each was seen.

    Parameters:
        order: places x tasks: the model in each place; the number of models where there is none.
        alone: places x tasks: the count where a model neither ties nor comes last, else 0.
        tied: places (in the flattened table) of models in ties, group after group, except for groups that come last.
        starts: where in `tied` each group starts.
        after: the first place after each group.
        models: number of models.
    """

    order: IntArray
    alone: Array
    tied: IntArray
    starts: IntArray
    after: IntArray
    models: int

    @classmethod
    def of(cls, rows: Array, counts: Array) -> Orders:
        """From ranks.

        Parameters:
            rows: tasks x models, smaller is better, equal for ties, infinite where a model is missing.
            counts: how often each row was seen; 1 for rows with ties.
        """
        models = rows.shape[1]
        order = np.argsort(rows, axis=1, kind="stable")
        placed = np.take_along_axis(rows, order, axis=1)
        counted = placed < np.max(placed, axis=1, where=np.isfinite(placed), initial=0.0)[:, None]  # the last is left
        joins = np.zeros(placed.shape, dtype=bool)  # whether a place belongs to the group of the place before
        joins[:, 1:] = placed[:, 1:] == placed[:, :-1]
        group = np.cumsum(~joins.ravel()) - 1
        size = np.bincount(group)[group].reshape(placed.shape)
        task, place = np.nonzero(counted & (size > 1))
        starts = np.flatnonzero(~joins[task, place])
        return cls(
            np.ascontiguousarray(np.where(np.isfinite(placed), order, models).T),
            (counted & (size == 1)).T * counts,
            place * len(rows) + task,
            starts,
            (place + size[task, place])[starts] * len(rows) + task[starts],
            models,
        )

    def fit(self, theta: Array, delay: Array) -> tuple[Array, Array]:
        """Log-likelihood of each column of log-worths, given the v, and its gradient.

        Parameters:
            theta: models x chains.
            delay: the v, groups x chains.
        """
        placed, left = self._race(theta)
        value, paid = self._alone_value(theta, left), self.alone[:, :, None] / left
        flat = (-1, theta.shape[1])
        gain = np.zeros_like(left)
        if len(self.starts):
            rest = left.reshape(flat)[self.after]
            x = self._expected(placed.reshape(flat), rest, delay)
            value = value + _arrived(x).sum(axis=0)
            slope = x / np.expm1(x)
            gain.reshape(flat)[self.tied] = slope
            paid.reshape(flat)[self.after] += np.add.reduceat(slope, self.starts, axis=0) / rest
        # d/dθ of -Σ log(rates still on the way): model i owes its worth over the sum, for every place up to its own.
        owed = np.zeros_like(left[0])  # what those who are still on the way have paid for the places before
        for place, worth in enumerate(placed):
            owed += paid[place]
            gain[place] -= worth * owed
        return value, self._by_model @ gain.reshape(flat) + self._chosen[:, None]

    def value(self, theta: Array, delay: Array) -> Array:
        """Log-likelihood of each column of log-worths, given the v.

        Parameters:
            theta: models x chains.
            delay: the v, groups x chains.
        """
        value = self._alone_value(theta, self._race(theta)[1])
        return value + self.tie_values(theta, delay).sum(axis=0) if len(self.starts) else value

    def tie_values(self, theta: Array, delay: Array) -> Array:
        """Groups x chains: log probability that each group in a tie arrives in time, given the v.

        Parameters:
            theta: models x chains.
            delay: the v, groups x chains.
        """
        placed, left = (part.reshape(-1, theta.shape[1]) for part in self._race(theta))
        return np.add.reduceat(_arrived(self._expected(placed, left[self.after], delay)), self.starts, axis=0)

    def _race(self, theta: Array) -> tuple[Array, Array]:
        """Places x tasks x chains: worth of the model in the place, and of all that are not there before it."""
        worth = np.zeros((self.models + 1, theta.shape[1]))
        np.exp(np.maximum(theta - theta.max(axis=0), SMALLEST), out=worth[:-1])
        placed = worth[self.order]
        left = np.empty_like(placed)
        total = np.full(placed.shape[1:], np.exp(SMALLEST))  # more than nothing where nobody is left
        for place in range(len(placed) - 1, -1, -1):
            total += placed[place]
            left[place] = total
        return placed, left

    def _alone_value(self, theta: Array, left: Array) -> Array:
        chosen = self._chosen @ np.maximum(theta - theta.max(axis=0), SMALLEST)
        return np.asarray(chosen - np.tensordot(self.alone, np.log(left), axes=2))

    def _expected(self, placed: Array, rest: Array, delay: Array) -> Array:
        """For each model in a tie, how many arrivals are expected until the first of the rest is there."""
        return np.clip(placed[self.tied] * (delay / rest)[self._group], 1e-300, 700.0)

    @cached_property
    def _chosen(self) -> Array:
        """How often each model was the only one to take a place."""
        found = np.bincount(self.order.ravel(), self.alone.ravel(), minlength=self.models + 1)[:-1]
        return found.astype(np.float64)

    @cached_property
    def _by_model(self) -> _Sums:
        return _Sums.of(self.order.ravel(), self.models)

    @cached_property
    def _group(self) -> IntArray:
        """The group of each place in `tied`."""
        return np.searchsorted(self.starts, np.arange(len(self.tied)), side="right") - 1


class _Sums(NamedTuple):
    """Sums over the places of each model: places, those of the first model first, and where each model's start."""

    places: IntArray
    starts: IntArray
    models: IntArray
    among: int

    @classmethod
    def of(cls, order: IntArray, among: int) -> _Sums:
        places = np.argsort(order, kind="stable")[: int((order < among).sum())]
        models, starts = np.unique(order[places], return_index=True)
        return cls(places, starts, models, among)

    def __matmul__(self, values: Array) -> Array:
        total = np.zeros((self.among, values.shape[1]))
        if len(self.models):
            total[self.models] = np.add.reduceat(values[self.places], self.starts, axis=0)
        return total


def _merged(ranks: Array) -> tuple[Array, Array]:
    """Dense ranks, infinite where a model is missing, and how often each row was seen.

    Rows with ties stay apart, since each has its own v; rows on which all tie say nothing.
    """
    there = ~np.isnan(ranks)
    dense = np.array([np.unique(row, return_inverse=True)[1] for row in ranks], dtype=np.float64).reshape(ranks.shape)
    groups = np.max(dense, axis=1, where=there, initial=-1.0) + 1
    rows, tied = np.where(there, dense, np.inf), (groups < there.sum(axis=1)) & (groups > 1)
    single, counts = np.unique(rows[~tied & (groups > 1)], axis=0, return_counts=True)
    together = np.concatenate([single, rows[tied][np.lexsort(rows[tied].T)]])
    return together, np.append(counts.astype(np.float64), np.ones(int(tied.sum())))


def _arrived(x: Array) -> Array:
    """Log probability of at least one arrival where x are expected."""
    return np.asarray(np.log(-np.expm1(-x)))


class Laplace(NamedTuple):
    """The posterior near its mode, in axes in which the log-likelihood has no mixed second derivatives.

    Attributes:
        axes: models x axes: orthonormal contrasts of the models.
        curvature: minus the second derivative of the log-likelihood along each.
        mode: the mode in these axes.
        peak: where the quadratic of the log-likelihood at the mode would peak, times the curvature.
    """

    axes: Array
    curvature: Array
    mode: Array
    peak: Array

    def normal(self, tau: Array) -> tuple[Array, Array]:
        """Mean and standard deviation along each axis of the normal law that the mode suggests, given τ.

        Parameters:
            tau: one per chain.
        """
        precision = self.curvature[:, None] + 1 / tau**2
        return self.peak[:, None] / precision, 1 / np.sqrt(precision)

    def prior(self, tau: Array) -> tuple[Array, Array]:
        """The same of the prior.

        Parameters:
            tau: one per chain.
        """
        return np.zeros((len(self.mode), len(tau))), np.tile(tau, (len(self.mode), 1))

    def normals(self, generator: np.random.Generator) -> Array:
        """Standard normal numbers, axes x chains, made of one per model: rounding decides which way an axis points.

        Parameters:
            generator: where they come from.
        """
        return np.asarray(self.axes.T @ generator.standard_normal((len(self.axes), CHAINS)))


class State(NamedTuple):
    """Where the chains are: effects in the axes (axes x chains), τ (one per chain), the v of ties (groups x chains)."""

    at: Array
    tau: Array
    delay: Array


def _laplace(orders: Orders) -> Laplace:
    """The mode by Newton's method, with the τ that it implies; τ is only a guide here."""
    contrasts, tau = np.linalg.svd(np.eye(orders.models) - 1 / orders.models)[0][:, :-1], 1.0
    at = np.zeros(orders.models - 1)
    for _ in range(30):
        slope, curvature = _slope_and_curvature(orders, contrasts, at)
        precision = curvature + np.eye(len(at)) / tau**2
        move = np.linalg.solve(precision, slope - at / tau**2)
        at = at + move / max(1.0, float(np.abs(move).max()) / 2)  # not further than where the slope still holds
        tau = sqrt((at @ at + np.trace(np.linalg.inv(precision))) / len(at))
        if np.abs(move).max() < 1e-3:
            break
    values, turned = np.linalg.eigh(curvature)
    values, mode = np.maximum(values, 0.0), turned.T @ at
    return Laplace(contrasts @ turned, values, mode, turned.T @ slope + values * mode)


def _slope_and_curvature(orders: Orders, contrasts: Array, at: Array) -> tuple[Array, Array]:
    """Gradient of the log-likelihood and minus its second derivatives, by central differences of the gradient."""
    step, count = 1e-4, len(at)
    slopes = []
    for first in range(0, count, CHAINS):
        turned = np.eye(count)[:, first : first + CHAINS] * step
        around = np.concatenate([at[:, None] + turned, at[:, None] - turned], axis=1)
        found = contrasts.T @ orders.fit(contrasts @ around, np.empty((0, around.shape[1])))[1]
        half = found.shape[1] // 2
        slopes.append((found[:, :half], found[:, half:]))
    up, down = (np.concatenate(part, axis=1) for part in zip(*slopes, strict=True))
    curvature = (down - up) / (2 * step)
    return (up + down).mean(axis=1) / 2, (curvature + curvature.T) / 2


def _started(start: Laplace, ties: int, generator: np.random.Generator) -> State:
    """Chains spread as the normal law at the mode is."""
    tau = np.full(CHAINS, max(0.1, sqrt(float(start.mode @ start.mode) / len(start.mode))))
    mean, sd = start.normal(tau)
    at = mean + sd * start.normals(generator)
    return State(at, _drawn_tau(at, generator), np.ones((ties, CHAINS)))


def _moved(
    orders: Orders, start: Laplace, state: State, step: float, generator: np.random.Generator
) -> tuple[State, float]:
    """The state after a Hamiltonian move of every chain given its τ, about a quarter turn long; the share accepted.

    About the normal law at the mode the motion is a rotation, which is taken exactly; between the steps of the rotation
    the momentum is pushed by what the true slope has in excess (Neal 2011, sec. 5.1).
    """
    mean, sd = start.normal(state.tau)
    count = max(1, round(pi / 2 / step))
    # A quarter turn forgets where it began; its length varies, for a fixed one may run into a period.
    angle = pi / 2 * generator.uniform(0.7, 1.3) / count

    def density(apart: Array) -> tuple[Array, Array]:
        """Log posterior, and its slope less that of the standard normal law, which the rotation follows by itself."""
        at = mean + sd * apart
        value, slope = orders.fit(start.axes @ at, state.delay)
        value -= 0.5 * (at**2).sum(axis=0) / state.tau**2
        return value, sd * (start.axes.T @ slope - at / state.tau**2) + apart

    apart, momentum = (state.at - mean) / sd, start.normals(generator)
    value, excess = density(apart)
    energy = value - 0.5 * (momentum**2).sum(axis=0)
    for _ in range(count):
        momentum = momentum + angle / 2 * excess
        apart, momentum = (
            np.cos(angle) * apart + np.sin(angle) * momentum,
            np.cos(angle) * momentum - np.sin(angle) * apart,
        )
        value, excess = density(apart)
        momentum = momentum + angle / 2 * excess
    chance = np.exp(np.minimum(0.0, value - 0.5 * (momentum**2).sum(axis=0) - energy))
    at = np.where(generator.random(len(chance)) < chance, mean + sd * apart, state.at)
    return state._replace(at=at), float(chance.mean())


def _widened(
    orders: Orders,
    axes: Array,
    law: Callable[[Array], tuple[Array, Array]],
    state: State,
    generator: np.random.Generator,
) -> State:
    """The state after a draw of τ given where θ stands within a normal law that depends on τ.

    It is one of a few values about the present one. Each has its posterior probability, and the present one a random
    place among them, so that the step is as probable as its reverse.
    """
    mean, sd = law(state.tau)
    apart = (state.at - mean) / sd
    spacing = np.exp(generator.uniform(-0.5 * log(8 * len(apart)), log(WIDEST)))
    place = np.arange(PLACES)[:, None] - generator.integers(PLACES, size=CHAINS)
    taus, logs, tried = state.tau * np.exp(spacing * place), [], []
    for tau in taus:
        mean, sd = law(tau)
        at = mean + sd * apart
        prior = _log_prior(np.log(tau)) - len(at) * np.log(tau) - 0.5 * (at**2).sum(axis=0) / tau**2
        # The last term: θ = mean + sd · apart stretches with τ, and a density has to be told.
        logs.append(orders.value(axes @ at, state.delay) + prior + np.log(sd).sum(axis=0))
        tried.append(at)
    chosen = np.argmax(np.array(logs) + generator.gumbel(size=taus.shape), axis=0)  # a draw, by Gumbel's trick
    at = np.array(tried)[chosen, :, np.arange(CHAINS)].T
    return state._replace(tau=taus[chosen, np.arange(CHAINS)], at=at)


def _drawn_tau(at: Array, generator: np.random.Generator) -> Array:
    """One τ per chain given the effects, on nodes finer than the narrowest peak and shifted at random."""
    count, size = len(at), (at**2).sum(axis=0)
    step = min(0.1, 0.6 / sqrt(2 * count))
    low, high = 0.5 * log(size.min() / count) - 4, max(0.0, 0.5 * log(size.max() / count)) + 8
    nodes = np.arange(low, high, step)[:, None] + step * generator.random(len(size))
    logs = _log_prior(nodes) - count * nodes - 0.5 * size * np.exp(-2 * nodes)
    chosen = np.argmax(logs + generator.gumbel(size=nodes.shape), axis=0)
    return np.asarray(np.exp(nodes[chosen, np.arange(len(size))]))


def _delayed(orders: Orders, theta: Array, state: State, generator: np.random.Generator) -> State:
    """The state after a draw of the v of every tie given θ: one of a few values about the present one, as for τ."""
    spacing = np.exp(generator.uniform(log(0.2), log(WIDEST)))
    first = generator.integers(PLACES, size=state.delay.shape)
    tried = [state.delay * np.exp(spacing * (place - first)) for place in range(PLACES)]
    logs = np.array([orders.tie_values(theta, each) + np.log(each) - each for each in tried])
    chosen = np.argmax(logs + generator.gumbel(size=logs.shape), axis=0)
    return state._replace(delay=np.take_along_axis(np.array(tried), chosen[None], axis=0)[0])


def _log_prior(log_tau: Array) -> Array:
    """Log density of log τ under the half-Student prior of τ."""
    return np.asarray(log_tau - (DF + 1) / 2 * np.log1p(np.exp(2 * log_tau) / DF))


def _error(effects: Array) -> float:
    """What bounds the error of a probability: some standard errors of those that move most between the chains.

    Two are looked at for each pair: that the difference exceeds its median, and that its size does, which hangs on τ.
    """
    found = []
    for first, second in combinations(range(effects.shape[2]), 2):
        apart = effects[:, :, first] - effects[:, :, second]  # steps x chains
        found += [(each > np.median(each)).mean(axis=0) for each in (apart, np.abs(apart))]
    return error_between_chains(np.array(found).T)
