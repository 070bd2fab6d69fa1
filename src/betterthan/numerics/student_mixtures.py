"""Student-t laws as mixtures of normal laws, which turns convolutions and posteriors of two of them into sums.

Two mixtures meet in the hierarchical correlated t-test (Corani 2017, eq. 3-4 and 2):

    · the likelihood of a task's δ. With τ = 1/σ² and τ's law ∝ τ^(df/2-1) exp(-SS τ/(2(1-ρ))), τ ≥ 1/bound²,

          x | δ, σ ~ MVN(1 δ, σ² M_ρ), σ ~ U(0, bound)   ⇒   likelihood(δ) ∝ E_τ N(δ; mean, (1+(n-1)ρ)/(n τ))

      a Student law with df = n - 2 if the bound is far away. `task_likelihoods` holds nodes in log τ.
    · the law of δ among tasks, t(ν, δ0, σ0) = E_v N(δ; δ0, v), σ0²/v ~ Gamma(ν/2, rate ν/2). `variance_weights` spreads
      it over one lattice of log v that serves all σ0 and ν.

Both integrals are trapezoid sums in a logarithm, which converge geometrically.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from scipy.special import gammainc, gammaincc, gammaln

from betterthan.arrays import Array, IntArray

NEGLIGIBLE = 20.0  # a density e^-20 of its peak
STENCIL = 8  # points of the local interpolation polynomial
SUBDIVISION = 8  # of the lattice of log v, for nearly normal Student laws
NU_CEILING = 1.5e4  # the subdivided lattice carries laws up to here; beyond, t is normal to 1e-4
TINY = 1e-300


@dataclass(frozen=True)
class TaskLikelihoods:
    """For every task the likelihood of its δ, as Σ_j weight_ij N(δ; mean_i, variance_ij).

    Attributes:
        mean: means of the scores, one per task.
        scale: scales of the Student laws.
        df: their degrees of freedom, n - 2.
        log_cut: log of τ's lower end in units of df (1-ρ)/SS.
        variance: tasks x nodes.
        weight: tasks x nodes, up to a factor per task.
    """

    mean: Array
    scale: Array
    df: Array
    log_cut: Array
    variance: Array
    weight: Array

    def __len__(self) -> int:
        return len(self.mean)

    def chosen(self, which: IntArray | slice) -> TaskLikelihoods:
        """The likelihoods of some of the tasks."""
        return TaskLikelihoods(*(getattr(self, name)[which] for name in self.__dataclass_fields__))

    def blocks(self, size: int) -> Iterator[TaskLikelihoods]:
        """The likelihoods in groups of at most so many tasks, at least one."""
        size = max(1, size)
        for start in range(0, len(self), size):
            yield self.chosen(slice(start, start + size))

    def log_density(self, delta: Array) -> Array:
        """Log likelihood at δ (tasks x points), in closed form, up to a constant per task."""
        misfit = ((delta - self.mean[:, None]) / self.scale[:, None]) ** 2
        shape = (self.df[:, None] + 1) / 2
        logs = -shape * np.log1p(misfit / self.df[:, None])
        cut = np.exp(np.minimum(self.log_cut, 600.0))[:, None] * (self.df[:, None] + misfit) / 2
        if cut.max() > 1e-9:
            logs = logs + np.log(np.maximum(gammaincc(shape, cut), TINY))
        return np.asarray(logs)


def task_likelihoods(n: Array, mean: Array, ss: Array, rho: Array, *, bound: float) -> TaskLikelihoods:
    """Likelihoods of the δ_i given the sufficient statistics of each task.

    Parameters:
        n: numbers of scores, at least 3.
        mean: means of the scores.
        ss: sums of squared deviations from the mean, above 0.
        rho: correlations of the scores within a task.
        bound: largest σ_i.
    """
    df = n - 2.0
    sigma2 = ss / ((1 - rho) * df)
    log_cut = np.log(sigma2) - 2 * np.log(bound)
    scale = np.sqrt(sigma2 * (1 + (n - 1) * rho) / n)
    log_w, weight = _log_precision_nodes(df, log_cut)
    return TaskLikelihoods(mean, scale, df, log_cut, scale[:, None] ** 2 * np.exp(-log_w), weight)


def _log_precision_nodes(df: Array, cut: Array) -> tuple[Array, Array]:
    """Nodes and weights of log w, w ~ Gamma(df/2, rate df/2) cut below at e^cut, tasks x nodes.

    The trapezoid rule runs over y with log w = cut + κ log(1 + e^(y/κ)): far above the cut this is log w itself, at the
    cut the integrand dies off smoothly. κ and the step are fractions of the width of the integrand.
    """
    shape = (df + 1) / 2  # of the integrand: the normal density brings another √w
    slope = np.maximum(np.exp(np.minimum(cut, 600.0)) - 1, 0) * shape  # how fast it falls at the cut, if it does
    width = 1 / (np.sqrt(shape) + slope)
    lowest, highest = _support(shape, cut)
    kappa = 1.2 * width
    start = np.maximum(lowest - cut, -0.7 * NEGLIGIBLE * kappa)
    span = highest - cut - start
    step = (1.1 - 0.3 / shape) * width
    count = int(np.ceil((span / step).max())) + 1
    y = start[:, None] + span[:, None] * np.linspace(0.0, 1.0, count)
    log_w = cut[:, None] + kappa[:, None] * np.logaddexp(0.0, y / kappa[:, None])
    log_jacobian = -np.logaddexp(0.0, -y / kappa[:, None])
    logs = df[:, None] / 2 * (log_w - np.expm1(log_w)) + log_jacobian
    return log_w, np.exp(logs - logs.max(axis=1, keepdims=True))


def _support(shape: Array, cut: Array) -> tuple[Array, Array]:
    """Where shape (u - e^u) is within NEGLIGIBLE of its peak on u ≥ cut, by Newton steps from outside.

    The lower end reaches further: large distances ask for small precisions.
    """
    peak = np.maximum(cut, 0.0)
    level = shape * (peak - np.exp(np.minimum(peak, 600.0))) - NEGLIGIBLE
    low = level / shape - 0.5  # u - e^u < u
    high = peak + np.sqrt(2 * NEGLIGIBLE / shape) + 1e-3
    for _ in range(6):
        low = low - (shape * (low - np.exp(low)) - level) / (shape * (1 - np.exp(low)))
        high = high - (shape * (high - np.exp(high)) - level) / (shape * (1 - np.exp(high)))
    return low, high


def variance_weights(log_v: Array, log_sigma2: Array, nu: Array) -> Array:
    """Weights of a lattice of log v with which Σ_k weight_k N(δ; δ0, v_k) is t(ν, δ0, σ0): lattice x σ0 x ν.

    What lies beyond the lattice is given to its ends, so all columns sum to 1; σ0 = 0 is all at the lower end.

    Parameters:
        log_v: evenly spaced, increasing.
        log_sigma2: log σ0² for each ν, σ0 x ν.
        nu: degrees of freedom.
    """
    step = log_v[1] - log_v[0]
    nu = np.minimum(nu, NU_CEILING)
    smooth = nu * step**2 < 2.6  # the trapezoid rule then errs by less than 1e-6
    weights = np.empty((len(log_v), *log_sigma2.shape))
    weights[:, :, smooth] = _trapezoid_weights(log_v, log_sigma2[:, smooth], nu[smooth])
    if not smooth.all():
        fine = np.linspace(log_v[0], log_v[-1], (len(log_v) - 1) * SUBDIVISION + 1)
        narrow = _trapezoid_weights(fine, log_sigma2[:, ~smooth], nu[~smooth])
        matrix = interpolation(np.arange(len(fine)) / SUBDIVISION, len(log_v))
        weights[:, :, ~smooth] = np.tensordot(matrix, narrow, axes=(0, 0))
    return weights


def _trapezoid_weights(log_v: Array, log_sigma2: Array, nu: Array) -> Array:
    step = log_v[1] - log_v[0]
    half = nu / 2
    u = log_v[:, None, None] - log_sigma2
    logs = half * np.log(half) - gammaln(half) - half * (u + np.exp(-np.maximum(u, -50.0)))
    weights = step * np.exp(np.minimum(logs, 600.0))
    weights[0] += gammaincc(half, half * np.exp(np.minimum(step / 2 - u[0], 600.0)))
    weights[-1] += gammainc(half, half * np.exp(np.minimum(-step / 2 - u[-1], 600.0)))
    return np.asarray(weights / weights.sum(axis=0))


def interpolation(points: Array, count: int) -> Array:
    """Matrix that takes values at 0, 1, …, count - 1 to values of the local interpolation polynomial at the points.

    Parameters:
        points: where to; between 0 and count - 1.
        count: number of values.
    """
    start, basis = stencil(points, count)
    matrix = np.zeros((len(points), count))
    np.put_along_axis(matrix, start[:, None] + np.arange(basis.shape[1]), basis, axis=1)
    return matrix


def stencil(points: Array, count: int) -> tuple[IntArray, Array]:
    """First index of the stencil of each point, and the Lagrange basis polynomials there (points x stencil).

    Parameters:
        points: where to, of any shape.
        count: number of values at 0, 1, …
    """
    size = min(STENCIL, count)
    start = np.clip(np.floor(points).astype(np.int64) - size // 2 + 1, 0, count - size)
    away = (points - start)[..., None] - np.arange(size)
    basis = np.empty(away.shape)
    for k in range(size):
        others = np.delete(np.arange(size), k)
        basis[..., k] = away[..., others].prod(axis=-1) / float(np.prod(k - others))
    return start, np.asarray(basis)
