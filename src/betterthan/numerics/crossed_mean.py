"""The mean of a complete table of rows x columns, both random: its posterior as a mixture of normal laws.

Model: d_jk = μ + a_j + b_k + ε_jk, J rows and K columns, with variances v_a, v_b, v_ε. In terms of λ_a = v_ε + K v_a
and λ_b = v_ε + J v_b the likelihood falls into four factors,

    N(d̄; μ, (λ_a + λ_b - v_ε)/(JK)) · λ_a^(-(J-1)/2) e^(-SS_a/2λ_a) · λ_b^(-(K-1)/2) e^(-SS_b/2λ_b)
        · v_ε^(-(J-1)(K-1)/2) e^(-SS_ε/2v_ε)

so that with a flat prior μ given the variances is normal about d̄. Given v_ε, the two q = log(λ/v_ε) ≥ 0 are
independent, with log density -α q - x e^(-q), α half the degrees of freedom and x = SS/2v_ε, plus what the prior adds.
Each is integrated by Gauss's rule in √w, w = q: an exponential tail becomes a normal one, and the half-Cauchy prior,
which has a pole of order 1/2 at q = 0, becomes smooth. (Where that prior is narrower than v_ε/K, the unit in which q
measures σ², MS_ε is the unit of w instead.) log(1/v_ε) is integrated by Gauss's rule as well. The 100,000 or so nodes
of the variance of μ are then brought together: in each narrow bin of its logarithm two nodes have the first four
moments of all.

The error is the difference from the same integral with 0.7 times as many nodes per axis: a bound rather than a guess,
since the finer integral is far closer.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from math import ceil, exp, log, sqrt
from typing import Literal, NamedTuple, TypeAlias

import numpy as np
from scipy.special import ndtr

from betterthan.arrays import Array, BoolArray

CrossedPrior: TypeAlias = Literal["box-tiao", "half-cauchy"]

NEGLIGIBLE = 30.0  # a density e^-30 of its peak
FARTHEST = 120.0  # no q that counts lies farther from its peak: α ≥ 1/2, and half-Cauchy tails fall as e^(-q)
WIDEST = 0.25  # √q is never resolved less finely: the variance of μ may turn from one λ to the other in a tail
WIDEST_E = 0.7  # nor is e: with few residual degrees of freedom its density may have two peaks
NODES_PER_WIDTH = 2.0
FEWEST, MOST = 12, 480
TINY = 1e-14
NOTHING = 1e-22  # a weight that is left out
BIN, BEND = 0.05, 4.0  # width of a bin of log variance, and the distance from the centre at which bins begin to widen
BIN_ERROR = 1e-8  # of a probability, by two nodes per bin


@dataclass(frozen=True)
class MeanNodes:
    """The posterior of μ - d̄, as Σ weight N(0, scale²).

    Attributes:
        scale: standard deviations, in units of the residual root mean square.
        weight: their weights, which sum to 1.
        error: bound of the error of a probability.
        shares: how much of the variance of μ is due to rows, to columns and to the residual, on average.
    """

    scale: Array
    weight: Array
    error: float
    shares: tuple[float, float, float]


class _Factor(NamedTuple):
    """λ of the rows or of the columns: half its degrees of freedom, SS/MS_ε, and the scores in one level's mean."""

    alpha: float
    square: float
    per_level: int


class _Nodes(NamedTuple):
    """For each v_ε the nodes of q, their weights, and the log of the integral."""

    q: Array
    weight: Array
    log_total: Array


@dataclass(frozen=True)
class _Crossing:
    """The sufficient statistics and the prior; e = log((J-1)(K-1) MS_ε/2v_ε) stands for v_ε."""

    rows: int
    columns: int
    factors: tuple[_Factor, _Factor]
    prior: CrossedPrior

    @property
    def half(self) -> float:
        """Half the residual degrees of freedom."""
        return (self.rows - 1) * (self.columns - 1) / 2

    def at(self, e: Array, density: float) -> tuple[Array, _Nodes, _Nodes]:
        """Log density of e, and the nodes of both factors."""
        a, b = (_factor_nodes(factor, e, self.half, self.prior, density) for factor in self.factors)
        return (self.rows * self.columns - 1) / 2 * e - np.exp(e) + a.log_total + b.log_total, a, b


class _Stretch(NamedTuple):
    """Where the density of e is not negligible, and the width of its peak."""

    left: float
    right: float
    width: float


def crossed_mean(
    rows: int, columns: int, square_rows: float, square_columns: float, *, prior: CrossedPrior = "box-tiao"
) -> MeanNodes:
    """The posterior of the mean about its estimate.

    Parameters:
        rows: number of rows J, at least 2.
        columns: number of columns K, at least 2.
        square_rows: mean square of the rows over the residual one, MS_a/MS_ε.
        square_columns: the same of the columns, MS_b/MS_ε.
        prior: `box-tiao`, 1/(v_ε λ_a λ_b) where λ_a, λ_b > v_ε, or `half-cauchy`, 1/v_ε and half-Cauchy laws of scale
            √MS_ε for the standard deviations of rows and columns.
    """
    first = _Factor((rows - 1) / 2, square_rows * (rows - 1), columns)
    second = _Factor((columns - 1) / 2, square_columns * (columns - 1), rows)
    crossing = _Crossing(rows, columns, (first, second), prior)
    stretch = _residual_stretch(crossing)
    made, coarse = (_integrated(crossing, stretch, share * NODES_PER_WIDTH) for share in (1.0, 0.7))
    points = np.array([0.1, 0.3, 0.6, 1.0, 1.5, 2.0, 3.0, 5.0, 20.0]) * np.exp(made.weight @ np.log(made.scale))
    away = ndtr(points[:, None] / made.scale) @ made.weight - ndtr(points[:, None] / coarse.scale) @ coarse.weight
    return replace(made, error=BIN_ERROR + float(np.abs(away).max()))


def _residual_stretch(crossing: _Crossing) -> _Stretch:
    """The density of e rises at least like that of a log-gamma law of shape `low`, and falls like one of `high`."""
    low, high = crossing.half, (crossing.rows * crossing.columns - 1) / 2
    reach = NEGLIGIBLE / low
    scan = np.linspace(log(low) - reach - sqrt(2 * reach), log(high) + sqrt(2 * NEGLIGIBLE / high), 160)
    logs = crossing.at(scan, 1.0)[0]
    left, right = (float(end[0, 0]) for end in _ends(scan[None], (logs >= logs.max() - NEGLIGIBLE)[None]))
    return _Stretch(left, right, min(exp(-float(scan[logs.argmax()]) / 2), WIDEST_E))


def _integrated(crossing: _Crossing, stretch: _Stretch, density: float) -> MeanNodes:
    left, right, width = stretch
    t, step = _gauss((right - left) / width, density)
    e = left + (right - left) * t
    logs, a, b = crossing.at(e, density)
    weight = np.exp(logs - logs.max()) * step
    both = (weight / weight.sum())[:, None, None] * a.weight[:, :, None] * b.weight[:, None, :]
    of_rows, of_columns = np.expm1(a.q)[:, :, None], np.expm1(b.q)[:, None, :]
    total = 1 + of_rows + of_columns  # (λ_a + λ_b - v_ε)/v_ε
    share = both / total
    shares = (float((share * of_rows).sum()), float((share * of_columns).sum()), float(share.sum()))
    kept = both > NOTHING
    unit = np.broadcast_to((log(crossing.half / (crossing.rows * crossing.columns)) - e)[:, None, None], both.shape)
    log_v, mass = _brought_together(np.log(total[kept]) + unit[kept], both[kept])
    return MeanNodes(np.exp(log_v / 2), mass, 0.0, shares)


def _factor_nodes(factor: _Factor, e: Array, half: float, prior: CrossedPrior, density: float) -> _Nodes:
    """Nodes of q for each e, by Gauss's rule in √w over the stretch in which the density is not negligible."""
    alpha, square, per_level = factor
    x = (square / (2 * half) * np.exp(e))[:, None]
    log_spread = log(half / per_level) - e[:, None]  # log of v_ε/per_level, in units of MS_ε
    finer = np.exp(-np.maximum(log_spread, 0.0)) if prior == "half-cauchy" else np.ones_like(x)

    def q_at(w: Array) -> Array:
        return np.log1p(finer * np.expm1(w))

    def log_density(w: Array) -> Array:
        q = q_at(w)
        prior_part = _half_cauchy(w, log_spread) if prior == "half-cauchy" else 0.0
        return np.asarray(-alpha * q - x * np.exp(-q) + prior_part)

    peak = np.log1p((np.maximum(x / alpha, 1.0) - 1) / finer)
    width = 1 / (sqrt(alpha) + np.maximum(alpha - x, 0.0))
    away = width * np.sinh(np.arcsinh(FARTHEST / width) * np.linspace(-1, 1, 161))
    scan = np.maximum(peak + away, TINY)
    low, high = _stretch(scan, log_density(scan), has_mean_variance(alpha, prior))
    finest = np.minimum(np.sqrt(peak + width) - np.sqrt(peak), WIDEST)
    t, step = _gauss(float(((high - low) / finest).max()), density)
    root = low + (high - low) * t
    logs = log_density(root**2) + np.log(root * step * (high - low))
    top = logs.max(axis=1, keepdims=True)
    weight = np.exp(logs - top)
    total = weight.sum(axis=1, keepdims=True)
    return _Nodes(q_at(root**2), weight / total, (top + np.log(total))[:, 0])


def _half_cauchy(w: Array, log_spread: Array) -> Array:
    """Log density that the prior of σ gives to w: σ² = unit (e^w - 1), and dσ ∝ √unit e^w/√(e^w - 1) dw."""
    log_unit = np.minimum(log_spread, 0.0)
    log_excess = w + np.log(-np.expm1(-w))  # log(e^w - 1)
    return np.asarray(log_unit / 2 + w - log_excess / 2 - np.logaddexp(0.0, log_unit + log_excess))


def has_mean_variance(alpha: float, prior: CrossedPrior) -> bool:
    """Whether λ has a posterior mean: its density falls as λ^(-α-1), half-Cauchy as λ^(-α-3/2).

    Parameters:
        alpha: half the degrees of freedom of its sum of squares.
        prior: as in `crossed_mean`.
    """
    return alpha > 1 or (prior == "half-cauchy" and alpha > 0.5)


def _stretch(scan: Array, logs: Array, with_mean: bool) -> tuple[Array, Array]:
    """Ends of √q between which the density, and the density times λ where that has a mean, is not negligible."""
    logs = logs + np.log(scan) / 2  # a density of √q
    keep = logs >= logs.max(axis=1, keepdims=True) - NEGLIGIBLE
    if with_mean:
        logs = logs + scan
        keep |= logs >= logs.max(axis=1, keepdims=True) - NEGLIGIBLE
    low, high = _ends(scan, keep)
    return np.sqrt(low), np.sqrt(high)


def _ends(scan: Array, keep: BoolArray) -> tuple[Array, Array]:
    """In each row the first and the last value to keep, or rather the next one beyond."""
    last = scan.shape[1] - 1
    first = np.maximum(keep.argmax(axis=1, keepdims=True) - 1, 0)
    final = np.minimum(last - keep[:, ::-1].argmax(axis=1, keepdims=True) + 1, last)
    return np.take_along_axis(scan, first, axis=1), np.take_along_axis(scan, final, axis=1)


def _gauss(widths: float, density: float) -> tuple[Array, Array]:
    """Gauss's rule on [0, 1] for an integrand that extends over so many of its widths."""
    return _rule(min(FEWEST + 4 * ceil(density * widths / 4), MOST))


@cache
def _rule(count: int) -> tuple[Array, Array]:
    nodes, weights = np.polynomial.legendre.leggauss(count)
    return (nodes + 1) / 2, weights / 2


def _brought_together(log_v: Array, weight: Array) -> tuple[Array, Array]:
    """Two nodes for each bin of log v, with the first four moments of those in the bin; bins widen in the tails."""
    centre = float(weight @ log_v)
    place = np.floor(np.arcsinh((log_v - centre) / BEND) * BEND / BIN).astype(np.int64)
    _, place = np.unique(place, return_inverse=True)
    mass = np.bincount(place, weight)
    mean = np.bincount(place, weight * log_v) / mass
    away = log_v - mean[place]
    variance = np.bincount(place, weight * away**2) / mass
    sd = np.sqrt(variance)
    third = np.bincount(place, weight * away**3) / mass
    skew = np.divide(third, sd * variance, out=np.zeros_like(sd), where=variance > TINY)
    root = np.sqrt(4 + skew**2)
    nodes = [mean + sd * (skew + side * root) / 2 for side in (-1, 1)]
    shares = [mass * (1 - side * skew / root) / 2 for side in (-1, 1)]
    return np.concatenate(nodes), np.concatenate(shares) / mass.sum()
