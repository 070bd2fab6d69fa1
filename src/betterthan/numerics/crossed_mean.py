"""The mean of a complete table of rows x columns, both random: its posterior as a mixture of normal laws.

Model: d_jk = μ + a_j + b_k + ε_jk, J rows and K columns, with variances v_a, v_b, v_ε. In terms of λ_a = v_ε + K v_a
and λ_b = v_ε + J v_b the likelihood falls into four factors,

    N(d̄; μ, (λ_a + λ_b - v_ε)/(JK)) · λ_a^(-(J-1)/2) e^(-SS_a/2λ_a) · λ_b^(-(K-1)/2) e^(-SS_b/2λ_b)
        · v_ε^(-(J-1)(K-1)/2) e^(-SS_ε/2v_ε)

so that with a flat prior μ given the variances is normal about d̄. Given v_ε, the two q = log(λ/v_ε) ≥ 0 are
independent, with log density -α q - x e^(-q), α half the degrees of freedom and x = SS/2v_ε, plus what the prior adds.
Each is integrated by Gauss's rule in √q, or in the root of a variable w like it (see `_FactorLaw`): an exponential
tail becomes a normal one, and the half-Cauchy prior, which has a pole of order 1/2 at q = 0, becomes smooth. log(1/v_ε)
is integrated by Gauss's rule as well. The 100,000 or so nodes of the variance of μ are then brought together: in each
narrow bin of its logarithm two nodes have the first four moments of all.

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
FARTHEST = 120.0  # no w that counts lies farther from its peak: the slowest tail, e^(-q/2), is negligible after 60
SCAN = 161  # points on that stretch: a tenth of a width apart at the peak, logarithmically in the tails
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
    reach = NEGLIGIBLE / low  # to the left such a law falls as e^(low · e), to the right faster than a normal one
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
    # log of v_ε/(JK MS_ε): the variance of μ is that times the total.
    unit = np.broadcast_to((log(crossing.half / (crossing.rows * crossing.columns)) - e)[:, None, None], both.shape)
    log_v, mass = _brought_together(np.log(total[kept]) + unit[kept], both[kept])
    return MeanNodes(np.exp(log_v / 2), mass, 0.0, shares)


def _factor_nodes(factor: _Factor, e: Array, half: float, prior: CrossedPrior, density: float) -> _Nodes:
    """Nodes of q for each e, by Gauss's rule in √w over the stretch in which the density is not negligible."""
    law = _FactorLaw.given(factor, e, half, prior)
    scan = law.scan()
    low, high = _stretch(scan, law.log_density(scan), has_mean_variance(factor.alpha, prior))
    t, step = _gauss(float(((high - low) / law.finest).max()), density)
    root = low + (high - low) * t  # √w
    logs = law.log_density(root**2) + np.log(root * step * (high - low))  # dw = 2√w d√w
    top = logs.max(axis=1, keepdims=True)
    weight = np.exp(logs - top)
    total = weight.sum(axis=1, keepdims=True)
    return _Nodes(law.q_at(root**2), weight / total, (top + np.log(total))[:, 0])


class _FactorLaw(NamedTuple):
    """The law of q = log(λ/v_ε) ≥ 0 of the rows or columns given v_ε, in the variable w; a row for each v_ε.

    The changes of variable, one after the other:

        e   = log((J-1)(K-1) MS_ε/2v_ε)     stands for v_ε: its posterior is near log-gamma, whatever the scale
        q   = log(λ/v_ε)                    ≥ 0, for λ = v_ε + per_level σ² ≥ v_ε; its log-likelihood is -α q - x e^(-q)
        w   = log(1 + (e^q - 1)/finer)      the same in the unit in which the prior of σ² varies: σ² = unit (e^w - 1)
        √w                                  over which Gauss's rule runs

    q alone would do for the prior of Box and Tiao, which is uniform in q: there finer = 1 and w = q. Half-Cauchy varies
    where σ is about 1, in units of √MS_ε; that may be far below the σ² = v_ε/per_level at which q begins to grow, and
    then w takes σ² = 1 for its unit. The root is taken because in w the half-Cauchy prior has a pole, w^(-1/2), which
    dw = 2√w d√w cancels, and because the tail e^(-αw) becomes a normal one, for which Gauss's rule needs fewer nodes.

    Attributes:
        alpha: α, half the degrees of freedom of the sum of squares.
        x: SS/2v_ε.
        log_spread: log of v_ε/per_level in units of MS_ε: of the σ² that doubles λ.
        finer: unit of σ² in w over that of q; 1, or MS_ε/(v_ε/per_level) where that is less.
        prior: as in `crossed_mean`.
    """

    alpha: float
    x: Array
    log_spread: Array
    finer: Array
    prior: CrossedPrior

    @classmethod
    def given(cls, factor: _Factor, e: Array, half: float, prior: CrossedPrior) -> _FactorLaw:
        """The law for each e; v_ε = half · MS_ε · e^(-e)."""
        alpha, square, per_level = factor
        x = (square / (2 * half) * np.exp(e))[:, None]
        log_spread = log(half / per_level) - e[:, None]
        finer = np.exp(-np.maximum(log_spread, 0.0)) if prior == "half-cauchy" else np.ones_like(x)
        return cls(alpha, x, log_spread, finer, prior)

    def q_at(self, w: Array) -> Array:
        return np.asarray(np.log1p(self.finer * np.expm1(w)))

    def log_density(self, w: Array) -> Array:
        """Likelihood times prior: uniform in q, which is w then, or half-Cauchy as a density of w."""
        q = self.q_at(w)
        prior_part = _half_cauchy(w, self.log_spread) if self.prior == "half-cauchy" else 0.0
        return np.asarray(-self.alpha * q - self.x * np.exp(-q) + prior_part)

    def scan(self) -> Array:
        """Values of w from far below to far above the peak, evenly spaced within its width and in logarithm beyond."""
        away = self._width * np.sinh(np.arcsinh(FARTHEST / self._width) * np.linspace(-1, 1, SCAN))
        return np.asarray(np.maximum(self._peak + away, TINY))

    @property
    def finest(self) -> Array:
        """The width of the peak in √w, the unit of the rule's step."""
        return np.asarray(np.minimum(np.sqrt(self._peak + self._width) - np.sqrt(self._peak), WIDEST))

    @property
    def _peak(self) -> Array:
        """The w of the likelihood's peak, e^q = x/α, or 0 where that lies below q = 0."""
        return np.asarray(np.log1p((np.maximum(self.x / self.alpha, 1.0) - 1) / self.finer))

    @property
    def _width(self) -> Array:
        """About 1/√(second derivative) at a peak inside, 1/slope at one that is cut at q = 0."""
        return np.asarray(1 / (sqrt(self.alpha) + np.maximum(self.alpha - self.x, 0.0)))


def _half_cauchy(w: Array, log_spread: Array) -> Array:
    """Log density that the prior of σ gives to w: σ² = unit (e^w - 1), and dσ ∝ √unit e^w/√(e^w - 1) dw."""
    log_unit = np.minimum(log_spread, 0.0)
    log_excess = w + np.log(-np.expm1(-w))  # log(e^w - 1), which neither overflows nor cancels
    return np.asarray(log_unit / 2 + w - log_excess / 2 - np.logaddexp(0.0, log_unit + log_excess))


def has_mean_variance(alpha: float, prior: CrossedPrior) -> bool:
    """Whether λ has a posterior mean: its density falls as λ^(-α-1), half-Cauchy as λ^(-α-3/2).

    Parameters:
        alpha: half the degrees of freedom of its sum of squares.
        prior: as in `crossed_mean`.
    """
    return alpha > 1 or (prior == "half-cauchy" and alpha > 0.5)


def _stretch(scan: Array, logs: Array, with_mean: bool) -> tuple[Array, Array]:
    """Ends of √w between which the density, and the density times λ where that has a mean, is not negligible."""
    logs = logs + np.log(scan) / 2  # a density of √w
    keep = logs >= logs.max(axis=1, keepdims=True) - NEGLIGIBLE
    if with_mean:
        logs = logs + scan  # times λ ∝ e^w in the tail
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
    # Gauss's rule of two nodes for a law of mean 0 and sd 1 with that skewness: z² - skew · z - 1 = 0.
    skew = np.divide(third, sd * variance, out=np.zeros_like(sd), where=variance > TINY)
    root = np.sqrt(4 + skew**2)
    nodes = [mean + sd * (skew + side * root) / 2 for side in (-1, 1)]
    shares = [mass * (1 - side * skew / root) / 2 for side in (-1, 1)]
    return np.concatenate(nodes), np.concatenate(shares) / mass.sum()
