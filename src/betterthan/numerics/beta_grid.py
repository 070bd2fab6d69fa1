"""The posterior of the hierarchical beta-binomial model on nodes of (logit μ, η); see `hierarchical_beta`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import log

import numpy as np
from scipy.special import expit, log_expit, logit

from betterthan.arrays import Array, IntArray
from betterthan.numerics.beta_functions import log_rising
from betterthan.numerics.searches import last_holding, peak_of

NEGLIGIBLE = 23.0
"""The grid ends where the posterior has fallen to e^-23 = 1e-10 of its height."""
REACH = 20.0
"""Widths on either side of the mode of μ at fixed η; tails there are exponential, of the order of e^-20 or less."""
BLUR = 0.5
"""The least width of a beta, in distances of nodes: at 1/2 a sum over nodes differs from the integral by 1% of one."""


@dataclass(frozen=True, eq=False)
class Counts:
    """The disagreements, and the distinct values of them that the likelihood needs.

    Parameters:
        won: disagreements that are won, per task.
        lost: those that are lost.
    """

    won: IntArray
    lost: IntArray

    @cached_property
    def distinct(self) -> tuple[tuple[Array, Array], ...]:
        """Distinct values and how many tasks have them, of won, lost and their sum."""
        columns = (np.unique(each, return_counts=True) for each in (self.won, self.lost, self.won + self.lost))
        return tuple((values.astype(np.float64), counts.astype(np.float64)) for values, counts in columns)

    def log_posterior(self, x: Array, eta: Array) -> Array:
        """Log density in (logit μ, η), up to a constant.

        Parameters:
            x: logit μ.
            eta: η, of the same shape.
        """
        precision = (
            1 / np.maximum(eta, 1e-150) ** 2
        )  # a + b; its limit at η = 0, all tasks alike, is reached long before
        log_mu, log_rest = log_expit(x), log_expit(-x)
        sizes = precision * np.exp(log_mu), precision * np.exp(log_rest), precision
        rising = [log_rising(z, *each) for z, each in zip(sizes, self.distinct, strict=True)]
        wins = (self.won.sum() + 1) * log_mu + (self.lost.sum() + 1) * log_rest  # + 1: dμ = μ(1 - μ) d logit μ
        return np.asarray(wins + rising[0] + rising[1] - rising[2])

    def profile(self, eta: Array) -> tuple[Array, Array, Array]:
        """At each η the mode of logit μ, the width about it, and the log density there.

        Parameters:
            eta: values of η.
        """
        x, width = self._guess(eta)
        for _ in range(50):  # six are enough
            step = 0.2 * width  # within the parabola, and wide enough for its differences to keep their digits
            below, here, above = (self.log_posterior(x + shift, eta) for shift in (-step, 0.0, step))
            slope, bend = (above - below) / (2 * step), (above - 2 * here + below) / step**2
            width = np.where(bend < 0, 1 / np.sqrt(np.maximum(-bend, 1e-6)), width)
            move = np.clip(slope * width**2, -2 * width, 2 * width)  # Newton, where its parabola can be trusted
            x = x + move
            if (np.abs(move) < 0.01 * width).all():
                break
        return x, width, self.log_posterior(x, eta)

    def _guess(self, eta: Array) -> tuple[Array, Array]:
        """The mean of the shares, each weighted as if its variance were μ(1 - μ)(1/n + ω - ω/n), ω = η²/(1 + η²)."""
        n = (self.won + self.lost).astype(np.float64)
        like = eta[:, None] ** 2 / (1 + eta[:, None] ** 2)
        weights = 1 / (1 + (np.maximum(n, 1.0) - 1) * like)
        wins, total = (weights * self.won).sum(axis=1) + 1, (weights * n).sum(axis=1) + 2
        share = wins / total  # + 1 and + 2: never 0 or 1, whose log odds are infinite
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
        weights[0] *= (
            0.5 if self.t[0] == 0 else 1.0
        )  # half of the even sum over the whole line: t = 0 counts once in it
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
        # The logarithm is nearly a parabola and has no flanks that a polynomial could overshoot below 0.
        down, across = _between(len(self.t), rows), _between(self.x.shape[1], columns)
        return Grid(down @ self.t, self.scale, down @ self.x @ across.T, down @ self.logs @ across.T)

    def below(self, x: Array) -> Array:
        """Probability of each row up to its own x.

        Parameters:
            x: logit μ, one for each row.
        """
        at = x[:, None]  # every row has its own nodes: no searchsorted for all
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
        # 1/(a + b) is η²; the variance it gives, μ(1 - μ)η², grows by that of a node that fills its cell in μ.
        variance = self.eta[chosen // self.x.shape[1]] ** 2 + (BLUR * spacing) ** 2 * mu * rest
        weights = self.weights.ravel()[chosen]
        return weights / weights.sum(), mu / variance, rest / variance


def scouted(counts: Counts) -> tuple[float, float, float]:
    """Where the posterior of η begins (0 unless it has died out there), a scale that resolves it, where it ends.

    Parameters:
        counts: the disagreements.
    """

    def height(log_eta: Array) -> Array:
        """Log posterior of η by Laplace's method: the peak over μ times its width."""
        _, width, top = counts.profile(np.exp(log_eta))
        return np.asarray(top + np.log(width))

    # As a density of log η (+ log η), which has a peak even if that of η is flat down to 0.
    typical = peak_of(lambda log_eta: height(log_eta) + log_eta, log(1e-9), log(1e4), rounds=4)
    at_zero, at_typical = height(np.array([-np.inf, typical]))
    least = at_typical + typical - NEGLIGIBLE
    start = np.array([typical])
    # 14 halvings of 30 or 60 find a scale to 0.4%: it only places nodes.
    flat = float(last_holding(lambda x: np.abs(height(x) - at_zero) < 0.5, start - 30, start, 14)[0])
    ends = float(np.exp(last_holding(lambda x: height(x) + x > least, start, start + 60, 14)[0]))
    if at_zero + flat > least:  # what is flat near 0 matters: begin there, resolve where it leaves its value at 0
        return 0.0, float(np.exp(flat)), ends
    begins = float(np.exp(last_holding(lambda x: height(x) + x < least, start - 30, start, 14)[0]))
    return begins, float(np.exp(typical)), ends


def integrated(counts: Counts, begins: float, scale: float, ends: float, factor: int) -> Grid:
    """Rows of nodes in logit μ for every η.

    Parameters:
        counts: the disagreements.
        begins: least η.
        scale: unit of η: below it nodes are evenly spaced in η, above in log η.
        ends: greatest η.
        factor: multiplies the number of nodes in both directions.
    """
    low, high = np.arcsinh(begins / scale), np.arcsinh(ends / scale)
    # Numbers of steps are even, so that every other node is again a rule with the same ends: it tells the error.
    t = np.linspace(low, high, 2 * factor * max(24, int((high - low) / 0.25)) + 1)
    u = np.arcsinh(REACH) * np.linspace(-1, 1, 36 * factor + 1)
    eta = scale * np.sinh(t)
    mode, width, _ = counts.profile(eta)
    x = mode[:, None] + width[:, None] * np.sinh(u)
    logs = counts.log_posterior(x, np.broadcast_to(eta[:, None], x.shape))
    # dη d logit μ = scale cosh t · width cosh u dt du
    return Grid(t, scale, x, logs + np.log(width * np.cosh(t))[:, None] + np.log(np.cosh(u)))


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
