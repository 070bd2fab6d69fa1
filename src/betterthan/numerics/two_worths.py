"""The posterior of the log-odds δ between two models of which one was ahead on each task, integrated.

    p(δ) ∝ P(δ) · Λ(δ)^wins · Λ(-δ)^losses,    P(δ) = ∫ N(δ; 0, 2τ²) p(τ) dτ,    τ ~ half-Student(4, scale 1)

Λ being the logistic function: the Plackett–Luce model of two (`plackett_luce`). P has a logarithmic peak at 0, where τ
may be as small as it likes. So δ is cut into cells whose width falls towards 0 in proportion to δ, and which are
narrow where the likelihood is; Gauss's rule in each of them knows P from a trapezoid sum over log τ, which converges
geometrically.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log, sqrt

import numpy as np
from scipy.special import log_expit

from betterthan.arrays import Array

DF = 4.0
"""Degrees of freedom of the half-Student prior of τ."""
ORDER = 8
"""Nodes of Gauss's rule in a cell."""
LEAST, MOST, CELLS = -34.0, 13.0, 376
"""Ends of log |δ|, and cells between them: eight for every factor e."""
NEAR, STEPS = 12.0, 97
"""Reach of the cells about the peak of the likelihood, in its standard errors, and their edges."""
LOG_TAU = np.arange(-44.0, 22.0, 0.1)
"""Nodes of log τ: the integrand falls like exp(-δ²/4τ²) below δ, and like τ^-5 above 1."""
ROUNDING = 1e-9
"""Edges that are closer, relatively, are one."""
BLOCK = 2_000
"""Values of δ at which P is computed at once."""


@dataclass(frozen=True, eq=False)
class TwoWorths:
    """The posterior of δ.

    Attributes:
        wins: tasks on which the first model was ahead.
        losses: tasks on which the second was.
        edges: edges of the cells of δ, increasing.
        below: probability below each edge, and `above` it; both, so that neither tail is lost to rounding.
        above: the same from the other end.
        log_total: log of the integral of what `_log_density` gives.
        mean: the posterior mean.
        sd: the posterior standard deviation.
        error: largest change of a probability at an edge when Gauss's rule has half as many nodes.
    """

    wins: float
    losses: float
    edges: Array
    below: Array
    above: Array
    log_total: float
    mean: float
    sd: float
    error: float

    def cdf(self, x: Array) -> Array:
        """P(δ ≤ x).

        Parameters:
            x: where, a row of values.
        """
        return self._up_to(x, self.below, 0)

    def sf(self, x: Array) -> Array:
        """P(δ > x).

        Parameters:
            x: where, a row of values.
        """
        return self._up_to(x, self.above, 1)

    def density(self, x: Array) -> Array:
        """The density at x, which is infinite at 0: there, that of the nearest edge.

        Parameters:
            x: where, a row of values.
        """
        # Infinite at 0, as a logarithm is: so near to it there is no mass that anybody could see.
        apart = np.where(np.abs(x) < np.exp(LEAST), np.exp(LEAST), x)
        return np.asarray(np.exp(_log_density(apart, self.wins, self.losses) - self.log_total))

    def _up_to(self, x: Array, known: Array, side: int) -> Array:
        """The probability on one side of x: that of the whole cells, and what is on this side in the cell of x."""
        inside = np.clip(x, self.edges[0], self.edges[-1])
        cell = np.clip(np.searchsorted(self.edges, inside, side="right") - 1, 0, len(self.edges) - 2)
        ends = np.stack([self.edges[cell], inside] if side == 0 else [inside, self.edges[cell + 1]])
        nodes, weights = _gauss(ends[0], ends[1], ORDER)
        part = (np.exp(_log_density(nodes, self.wins, self.losses) - self.log_total) * weights).sum(axis=-1)
        return np.asarray(np.clip(known[cell + side] + part, 0.0, 1.0))


def two_worths(wins: float, losses: float) -> TwoWorths:
    """The posterior of the log-odds that the first of two models is ahead.

    Parameters:
        wins: tasks on which it was.
        losses: tasks on which the other one was.
    """
    edges = _edges(wins, losses)
    logs, nodes, weights = _cells(edges, wins, losses, ORDER)
    peak = logs.max()  # taken out before exp, as many tasks leave the range of numbers
    mass = (np.exp(logs - peak) * weights).sum(axis=1)
    total = mass.sum()
    share = mass / total
    log_total = float(peak + np.log(total))
    density = np.exp(logs - log_total) * weights
    mean = float((density * nodes).sum())
    below, above = np.append(0.0, np.cumsum(share)), np.append(np.cumsum(share[::-1])[::-1], 0.0)
    half_logs, _, half_weights = _cells(edges, wins, losses, ORDER // 2)
    half = (np.exp(half_logs - peak) * half_weights).sum(axis=1)
    error = float(np.abs(np.append(0.0, np.cumsum(half / half.sum())) - below).max())
    sd = sqrt(float((density * (nodes - mean) ** 2).sum()))
    return TwoWorths(wins, losses, edges, below, above, log_total, mean, sd, error)


def _edges(wins: float, losses: float) -> Array:
    away = np.exp(np.linspace(LEAST, MOST, CELLS + 1))
    peak = log((wins + 0.5) / (losses + 0.5))  # of the likelihood; the halves keep it finite where all are won
    error = sqrt(1 / (wins + 0.5) + 1 / (losses + 0.5))
    near = peak + error * np.linspace(-NEAR, NEAR, STEPS)
    edges = np.sort(np.concatenate([-away, [0.0], away, near[np.abs(near) > away[0]]]))
    return np.asarray(edges[np.append(True, np.diff(edges) > ROUNDING * np.abs(edges[1:]))])


def _cells(edges: Array, wins: float, losses: float, order: int) -> tuple[Array, Array, Array]:
    """Log density, nodes and weights of Gauss's rule, cells x nodes."""
    nodes, weights = _gauss(edges[:-1], edges[1:], order)
    return _log_density(nodes, wins, losses), nodes, weights


def _gauss(low: Array, high: Array, order: int) -> tuple[Array, Array]:
    nodes, weights = np.polynomial.legendre.leggauss(order)
    half = (high - low)[..., None] / 2
    return (high + low)[..., None] / 2 + half * nodes, half * weights


def _log_density(delta: Array, wins: float, losses: float) -> Array:
    """Log of prior times likelihood, up to a constant."""
    flat = np.ravel(delta)
    prior = np.concatenate([_prior(flat[start : start + BLOCK]) for start in range(0, flat.size, BLOCK)])
    return np.asarray(np.log(prior.reshape(delta.shape)) + wins * log_expit(delta) + losses * log_expit(-delta))


def _prior(delta: Array) -> Array:
    """∫ N(δ; 0, 2τ²) p(τ) dτ, up to a constant; of log τ, the 1/τ of the normal density cancels dτ = τ d log τ."""
    heights = (1 + np.exp(2 * LOG_TAU) / DF) ** (-(DF + 1) / 2)
    # Sums, not matrix products: their last digits do not depend on how many values stand beside each other.
    return np.asarray((np.exp(-((delta[:, None] / np.exp(LOG_TAU)) ** 2) / 4) * heights).sum(axis=1))
