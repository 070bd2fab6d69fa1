"""Probability laws of one number: what a `DifferencePosterior` is made of.

A law is a frozen record of sufficient statistics; it answers `cdf`, `sf`, `density`, `quantile`, `mean` and `sd`, and
turns into a dict and back. Only `scipy.special` is used: `scipy.stats` costs a second to import.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from math import hypot, inf, isclose, log, pi, sqrt
from typing import Any, ClassVar, Protocol, TypeAlias

import numpy as np
from scipy.special import betainc, betaincc, betaincinv, betaln, gammaln, ndtr, stdtr, stdtrit

from betterthan.arrays import Array
from betterthan.numerics.behrens_fisher import Nodes, halved, mixing_nodes
from betterthan.numerics.crossed_mean import CrossedPrior, MeanNodes, crossed_mean, has_mean_variance
from betterthan.numerics.shrunken_effects import effect_nodes

ArrayLike: TypeAlias = Array | float


class Law(Protocol):
    """A probability law on the real line."""

    @property
    def kind(self) -> str:
        """The name under which the law is stored."""

    @property
    def mean(self) -> float:
        """The expectation, NaN if there is none."""

    @property
    def sd(self) -> float:
        """The standard deviation, infinite if there is none."""

    def cdf(self, x: ArrayLike) -> Array:
        """P(X <= x)."""

    def sf(self, x: ArrayLike) -> Array:
        """P(X > x), accurate in the upper tail."""

    def density(self, x: ArrayLike) -> Array:
        """The density at x."""

    def quantile(self, p: ArrayLike) -> Array:
        """The x with P(X <= x) = p."""

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers that make up the law."""


@dataclass(frozen=True)
class Point:
    """All mass on one value."""

    at: float
    kind: ClassVar[str] = "point"

    @property
    def mean(self) -> float:
        return self.at

    @property
    def sd(self) -> float:
        return 0.0

    def cdf(self, x: ArrayLike) -> Array:
        return np.where(np.asarray(x) >= self.at, 1.0, 0.0)

    def sf(self, x: ArrayLike) -> Array:
        return 1.0 - self.cdf(x)

    def density(self, x: ArrayLike) -> Array:
        return np.where(np.asarray(x) == self.at, inf, 0.0)

    def quantile(self, p: ArrayLike) -> Array:
        return np.full(np.shape(p), self.at)

    def to_dict(self) -> dict[str, Any]:
        return {"kind": self.kind, "at": self.at}


@dataclass(frozen=True)
class StudentT:
    """Student's t with location and scale."""

    df: float
    location: float
    scale: float
    kind: ClassVar[str] = "student_t"

    @property
    def mean(self) -> float:
        return self.location

    @property
    def sd(self) -> float:
        return self.scale * sqrt(self.df / (self.df - 2)) if self.df > 2 else inf

    def cdf(self, x: ArrayLike) -> Array:
        return np.asarray(stdtr(self.df, (np.asarray(x) - self.location) / self.scale))

    def sf(self, x: ArrayLike) -> Array:
        return np.asarray(stdtr(self.df, (self.location - np.asarray(x)) / self.scale))

    def density(self, x: ArrayLike) -> Array:
        z = (np.asarray(x) - self.location) / self.scale
        constant = gammaln((self.df + 1) / 2) - gammaln(self.df / 2) - 0.5 * log(self.df * pi) - log(self.scale)
        return np.asarray(np.exp(constant - (self.df + 1) / 2 * np.log1p(z**2 / self.df)), dtype=np.float64)

    def quantile(self, p: ArrayLike) -> Array:
        return np.asarray(self.location + self.scale * stdtrit(self.df, p), dtype=np.float64)

    def to_dict(self) -> dict[str, Any]:
        return {"kind": self.kind, "df": self.df, "location": self.location, "scale": self.scale}


@dataclass(frozen=True)
class Beta:
    """The beta law on [0, 1]."""

    a: float
    b: float
    kind: ClassVar[str] = "beta"

    @property
    def mean(self) -> float:
        return self.a / (self.a + self.b)

    @property
    def sd(self) -> float:
        return sqrt(self.a * self.b / (self.a + self.b + 1)) / (self.a + self.b)

    def cdf(self, x: ArrayLike) -> Array:
        return np.asarray(betainc(self.a, self.b, np.clip(x, 0.0, 1.0)))

    def sf(self, x: ArrayLike) -> Array:
        return np.asarray(betaincc(self.a, self.b, np.clip(x, 0.0, 1.0)))

    def density(self, x: ArrayLike) -> Array:
        x = np.asarray(x, dtype=np.float64)
        inside = (x > 0) & (x < 1)
        safe = np.where(inside, x, 0.5)
        logs = (self.a - 1) * np.log(safe) + (self.b - 1) * np.log1p(-safe) - betaln(self.a, self.b)
        return np.where(inside, np.exp(logs), 0.0)

    def quantile(self, p: ArrayLike) -> Array:
        return np.asarray(betaincinv(self.a, self.b, p))

    def to_dict(self) -> dict[str, Any]:
        return {"kind": self.kind, "a": self.a, "b": self.b}


@dataclass(frozen=True, eq=False)
class Tabulated:
    """A law known by its density and distribution function at increasing nodes.

    Between nodes the distribution function is the cubic that has the tabulated values and slopes; beyond the nodes
    there is nothing.
    """

    x: Array
    pdf: Array
    cumulative: Array
    mean: float
    sd: float
    kind: ClassVar[str] = "tabulated"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tabulated) and self.to_dict() == other.to_dict()

    def cdf(self, x: ArrayLike) -> Array:
        return self._interpolated(np.asarray(x, dtype=np.float64), self.cumulative, self.pdf, (0.0, 1.0))

    def sf(self, x: ArrayLike) -> Array:
        return self._interpolated(np.asarray(x, dtype=np.float64), self._upper, -self.pdf, (1.0, 0.0))

    def density(self, x: ArrayLike) -> Array:
        return np.asarray(np.interp(x, self.x, self.pdf, left=0.0, right=0.0))

    def quantile(self, p: ArrayLike) -> Array:
        return bisected(self.cdf, p, (float(self.x[0]), float(self.x[-1])))

    def to_dict(self) -> dict[str, Any]:
        columns = {"x": self.x.tolist(), "pdf": self.pdf.tolist(), "cumulative": self.cumulative.tolist()}
        return {"kind": self.kind, **columns, "mean": self.mean, "sd": self.sd}

    @cached_property
    def _upper(self) -> Array:
        return 1.0 - self.cumulative

    def _interpolated(self, x: Array, values: Array, slopes: Array, ends: tuple[float, float]) -> Array:
        """Cubic Hermite interpolation, kept between the two values of its cell."""
        cell = np.clip(np.searchsorted(self.x, x, side="right") - 1, 0, len(self.x) - 2)
        width = self.x[cell + 1] - self.x[cell]
        t = np.clip((x - self.x[cell]) / width, 0.0, 1.0)
        low, high = values[cell], values[cell + 1]
        steepest = 3 * np.abs(high - low) / width  # steeper ends make the cubic turn back (Fritsch and Carlson 1980)
        left, right = (np.clip(slopes[end], -steepest, steepest) for end in (cell, cell + 1))
        cubic = (
            low * (1 + 2 * t) * (1 - t) ** 2
            + high * t**2 * (3 - 2 * t)
            + width * t * (1 - t) * (left * (1 - t) - right * t)
        )
        inside = np.clip(cubic, np.minimum(low, high), np.maximum(low, high))
        return np.where(x < self.x[0], ends[0], np.where(x > self.x[-1], ends[1], inside))


def _reach(mean: float, sd: float, low: float, high: float) -> tuple[float, float]:
    """Twelve standard deviations about the mean, within bounds."""
    return max(low, mean - 12 * sd), min(high, mean + 12 * sd)


@dataclass(frozen=True, eq=False)
class ScaledBetaMixture:
    """The law of tau (1 - 2 phi), phi ~ Beta(a, b), with tau on weighted nodes in (0, 1].

    This is the difference of two accuracies, theta10 - theta01, whose cells are Dirichlet: phi and tau are
    independent, and given tau the difference is a beta variable stretched to [-tau, tau].
    """

    a: float
    b: float
    tau: Array
    weights: Array
    kind: ClassVar[str] = "scaled_beta_mixture"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ScaledBetaMixture) and self.to_dict() == other.to_dict()

    @property
    def mean(self) -> float:
        return float(self.weights @ self.tau) * (self.b - self.a) / (self.a + self.b)

    @property
    def sd(self) -> float:
        total = self.a + self.b
        mean_square = ((self.b - self.a) / total) ** 2 + 4 * self.a * self.b / (total**2 * (total + 1))
        return sqrt(max(0.0, float(self.weights @ self.tau**2) * mean_square - self.mean**2))

    def cdf(self, x: ArrayLike) -> Array:
        return self._mixed(lambda phi: np.asarray(betaincc(self.a, self.b, phi)), x)

    def sf(self, x: ArrayLike) -> Array:
        return self._mixed(lambda phi: np.asarray(betainc(self.a, self.b, phi)), x)

    def density(self, x: ArrayLike) -> Array:
        phi = (1 - np.asarray(x, dtype=np.float64)[..., None] / self.tau) / 2
        return np.asarray((Beta(self.a, self.b).density(phi) / (2 * self.tau)) @ self.weights)

    def quantile(self, p: ArrayLike) -> Array:
        return self._table.quantile(p)

    @cached_property
    def _table(self) -> Tabulated:
        """The same law on nodes that are even in place and in probability: bisection on it costs little.

        The law of phi is itself taken from a table, since the mixture asks for it at every pair of nodes.
        """
        beta, p = Beta(self.a, self.b), np.linspace(0.0, 1.0, 1001)
        phi = np.unique(np.concatenate([np.linspace(*_reach(beta.mean, beta.sd, 0.0, 1.0), 1000), beta.quantile(p)]))
        tabulated = Tabulated(phi, beta.density(phi), beta.cdf(phi), beta.mean, beta.sd)
        widest = float(self.tau.max())
        even = np.linspace(*_reach(self.mean, self.sd, -widest, widest), 300)
        x = np.unique(np.concatenate([even, np.interp(p[::4], self._mixed(tabulated.sf, even), even)]))
        return Tabulated(x, self.density(x), self._mixed(tabulated.sf, x), self.mean, self.sd)

    def to_dict(self) -> dict[str, Any]:
        nodes = {"tau": self.tau.tolist(), "weights": self.weights.tolist()}
        return {"kind": self.kind, "a": self.a, "b": self.b, **nodes}

    def _mixed(self, tail: Callable[[Array], Array], x: ArrayLike) -> Array:
        """P(tau (1 - 2 phi) <= x) = P(phi >= (1 - x/tau)/2), averaged over tau."""
        phi = np.clip((1 - np.asarray(x, dtype=np.float64)[..., None] / self.tau) / 2, 0.0, 1.0)
        return np.asarray(tail(phi) @ self.weights)


@dataclass(frozen=True, eq=False)
class NormalMixture:
    """Normal laws with weights: what is left of a hierarchical model when its variances are integrated on nodes."""

    weights: Array
    means: Array
    sds: Array
    kind: ClassVar[str] = "normal_mixture"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, NormalMixture) and self.to_dict() == other.to_dict()

    @property
    def mean(self) -> float:
        return float(self.weights @ self.means)

    @property
    def sd(self) -> float:
        return sqrt(float(self.weights @ (self.sds**2 + (self.means - self.mean) ** 2)))

    def cdf(self, x: ArrayLike) -> Array:
        return np.asarray(ndtr(self._standardised(x)) @ self.weights)

    def sf(self, x: ArrayLike) -> Array:
        return np.asarray(ndtr(-self._standardised(x)) @ self.weights)

    def density(self, x: ArrayLike) -> Array:
        z = self._standardised(x)
        return np.asarray((np.exp(-0.5 * z**2) / (sqrt(2 * pi) * self.sds)) @ self.weights)

    def quantile(self, p: ArrayLike) -> Array:
        return self.tabulated.quantile(p)

    @cached_property
    def tabulated(self) -> Tabulated:
        """The same law on 400 nodes, dense about its mean and sparse in its tails: bisection on it costs little."""
        reach = max(float(np.abs(self.means - self.mean).max() + 8 * self.sds.max()), 40 * self.sd)
        x = self.mean + self.sd / 4 * np.sinh(np.linspace(-1, 1, 400) * np.arcsinh(4 * reach / self.sd))
        return Tabulated(x, self.density(x), self.cdf(x), self.mean, self.sd)

    def to_dict(self) -> dict[str, Any]:
        columns = {"weights": self.weights.tolist(), "means": self.means.tolist(), "sds": self.sds.tolist()}
        return {"kind": self.kind, **columns}

    def _standardised(self, x: ArrayLike) -> Array:
        return np.asarray((np.asarray(x, dtype=np.float64)[..., None] - self.means) / self.sds)


@dataclass(frozen=True)
class ShrunkenSum:
    """A weighted sum of effects that are drawn from one normal law; see `integration.shrunken_effects`.

    Parameters:
        loadings: weight of each axis in the sum.
        estimates: one per axis of independent errors.
        variances: error variance of each.
        df: degrees of freedom of the error variance.
        prior_scale: scale of the half-Cauchy prior of the spread of the effects.
    """

    loadings: tuple[float, ...]
    estimates: tuple[float, ...]
    variances: tuple[float, ...]
    df: float
    prior_scale: float
    kind: ClassVar[str] = "shrunken_sum"

    @property
    def mean(self) -> float:
        return self._mixture.mean

    @property
    def sd(self) -> float:
        return self._mixture.sd

    def cdf(self, x: ArrayLike) -> Array:
        return self._mixture.cdf(x)

    def sf(self, x: ArrayLike) -> Array:
        return self._mixture.sf(x)

    def density(self, x: ArrayLike) -> Array:
        return self._mixture.density(x)

    def quantile(self, p: ArrayLike) -> Array:
        return self._mixture.quantile(p)

    def to_dict(self) -> dict[str, Any]:
        columns = {name: list(getattr(self, name)) for name in ("loadings", "estimates", "variances")}
        return {"kind": self.kind, **columns, "df": self.df, "prior_scale": self.prior_scale}

    @cached_property
    def _mixture(self) -> NormalMixture:
        nodes, loadings = (
            effect_nodes(self.estimates, self.variances, self.df, self.prior_scale),
            np.array(self.loadings),
        )
        return NormalMixture(nodes.weights, nodes.means @ loadings, np.sqrt(nodes.variances @ loadings**2))


@dataclass(frozen=True)
class BehrensFisher:
    """The difference of two independent Student variables with scales of their own, about a location.

    Given how the two variances share their uncertainty it is Student's t with df1 + df2 degrees of freedom; see
    `integration.behrens_fisher`.
    """

    location: float
    df1: float
    scale1: float
    df2: float
    scale2: float
    kind: ClassVar[str] = "behrens_fisher"

    @property
    def mean(self) -> float:
        return self.location

    @property
    def sd(self) -> float:
        return hypot(*(StudentT(df, 0.0, scale).sd for df, scale in self._parts))

    @cached_property
    def error(self) -> float:
        """Largest change of a probability when every other node is left out; the full rule is far closer."""
        away = hypot(self.scale1, self.scale2) / self._unit * np.array([0.0, 0.3, 0.6, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0])
        return float(np.abs(self._tail(away, self._nodes) - self._tail(away, halved(self._nodes))).max())

    def cdf(self, x: ArrayLike) -> Array:
        return self._tail(-self._standardised(x), self._nodes)

    def sf(self, x: ArrayLike) -> Array:
        return self._tail(self._standardised(x), self._nodes)

    def density(self, x: ArrayLike) -> Array:
        return self._density(self._standardised(x)) / self._unit

    def quantile(self, p: ArrayLike) -> Array:
        p = np.asarray(p, dtype=np.float64)
        tail = np.minimum(p, 1 - p)
        away = np.where(tail > 0, self._away(np.maximum(tail, 1e-100)), inf)  # nobody asks for the tails beyond
        return np.asarray(self.location + np.where(p < 0.5, -away, away) * self._unit)

    def to_dict(self) -> dict[str, Any]:
        first, second = {"df1": self.df1, "scale1": self.scale1}, {"df2": self.df2, "scale2": self.scale2}
        return {"kind": self.kind, "location": self.location, **first, **second}

    @property
    def _parts(self) -> tuple[tuple[float, float], tuple[float, float]]:
        return (self.df1, self.scale1), (self.df2, self.scale2)

    @property
    def _unit(self) -> float:
        """The larger scale, in which the rest is computed: squares of 1e300 would leave the range."""
        return max(self.scale1, self.scale2)

    @cached_property
    def _nodes(self) -> Nodes:
        return mixing_nodes(self.df1, self.df2)

    def _standardised(self, x: ArrayLike) -> Array:
        with np.errstate(over="ignore"):  # a rope may be 1e300 times as wide as the law
            return np.asarray((np.asarray(x, dtype=np.float64) - self.location) / self._unit)

    def _scales(self, nodes: Nodes) -> Array:
        """Scale of the Student law at each node."""
        one, other = self.scale1 / self._unit, self.scale2 / self._unit
        return np.asarray(np.sqrt(one**2 * nodes.first + other**2 * nodes.second))

    def _tail(self, away: Array, nodes: Nodes) -> Array:
        """Probability of a value more than `away` above the location."""
        return np.asarray(stdtr(self.df1 + self.df2, -away[..., None] / self._scales(nodes)) @ nodes.weights)

    def _density(self, away: Array) -> Array:
        scales = self._scales(self._nodes)
        z = np.clip(away[..., None], -1e150, 1e150) / scales
        return np.asarray((StudentT(self.df1 + self.df2, 0.0, 1.0).density(z) / scales) @ self._nodes.weights)

    def _away(self, tail: Array) -> Array:
        """How far above the location a tail of this probability begins, by Newton's rule on its logarithm.

        It lies between two bounds. Where each variable stays below its own value for tail/2, their sum stays below the
        sum of these values; and beyond the value that one of them exceeds with probability 2 tail, the other adds as
        often as it subtracts.
        """
        laws = [StudentT(df, 0.0, scale / self._unit) for df, scale in self._parts]
        low = np.maximum.reduce([-law.quantile(np.minimum(2 * tail, 0.5)) for law in laws])
        high = -sum(law.quantile(tail / 2) for law in laws)
        away = low
        for _ in range(100):  # ten are enough
            found = np.maximum(self._tail(away, self._nodes), 1e-300)
            low, high = np.where(found > tail, away, low), np.where(found > tail, high, away)
            moved = away + found * np.log(found / tail) / np.maximum(self._density(away), 1e-300)
            moved = np.where((moved >= low) & (moved <= high), moved, 0.5 * (low + high))
            if (np.abs(moved - away) <= 1e-14 * np.maximum(moved, 1.0)).all():
                break
            away = moved
        return np.asarray(moved)


@dataclass(frozen=True)
class CrossedMean:
    """The mean of a table of rows x columns, both random: a mixture of normal laws; see `integration.crossed_mean`.

    Parameters:
        location: mean of the table.
        rms_rows: root mean square of the rows, √MS_a.
        rms_columns: of the columns, √MS_b.
        rms_residual: of the residual, √MS_ε, above 0.
        rows: number of rows.
        columns: number of columns.
        prior: `box-tiao` or `half-cauchy`.
    """

    location: float
    rms_rows: float
    rms_columns: float
    rms_residual: float
    rows: int
    columns: int
    prior: CrossedPrior
    kind: ClassVar[str] = "crossed_mean"

    @cached_property
    def nodes(self) -> MeanNodes:
        """The law about its location, in units of the residual root mean square."""
        a, b = ((root / self.rms_residual) ** 2 for root in (self.rms_rows, self.rms_columns))
        return crossed_mean(self.rows, self.columns, a, b, prior=self.prior)

    @property
    def mean(self) -> float:
        return self.location

    @property
    def sd(self) -> float:
        if not has_mean_variance((min(self.rows, self.columns) - 1) / 2, self.prior):
            return inf
        return self.rms_residual * sqrt(float(self.nodes.weight @ self.nodes.scale**2))

    def cdf(self, x: ArrayLike) -> Array:
        return self._below(self._away(x))

    def sf(self, x: ArrayLike) -> Array:
        return self._below(-self._away(x))

    def density(self, x: ArrayLike) -> Array:
        return self._height(self._away(x)) / self.rms_residual

    def quantile(self, p: ArrayLike) -> Array:
        return np.asarray(self.location + self.rms_residual * self._table.quantile(p))

    def to_dict(self) -> dict[str, Any]:
        return {"kind": self.kind, **asdict(self)}

    @cached_property
    def _table(self) -> Tabulated:
        """The law about 0 in units of the residual, on 600 nodes: dense in the middle, for its tails may be long."""
        typical = float(np.exp(self.nodes.weight @ np.log(self.nodes.scale)))
        reach = np.arcsinh(8 * float(self.nodes.scale.max()) / typical)
        x = typical * np.sinh(np.linspace(-reach, reach, 600))
        return Tabulated(x, self._height(x), self._below(x), 0.0, self.sd / self.rms_residual)

    def _away(self, x: ArrayLike) -> Array:
        with np.errstate(over="ignore"):  # a rope may be 1e300 times as wide as the law
            return np.asarray((np.asarray(x, dtype=np.float64) - self.location) / self.rms_residual)

    def _below(self, away: Array) -> Array:
        return np.asarray(ndtr(away[..., None] / self.nodes.scale) @ self.nodes.weight)

    def _height(self, away: Array) -> Array:
        z = np.minimum(np.abs(away[..., None] / self.nodes.scale), 1e3)  # beyond, it is 0 and z² may leave the range
        return np.asarray((np.exp(-0.5 * z**2) / self.nodes.scale) @ self.nodes.weight / sqrt(2 * pi))


def bisected(cdf: Callable[[ArrayLike], Array], p: ArrayLike, bounds: tuple[float, float]) -> Array:
    """Quantiles of any law by bisection.

    Parameters:
        cdf: the distribution function.
        p: the probabilities.
        bounds: values between which all quantiles lie.
    """
    p = np.asarray(p, dtype=np.float64)
    low, high = np.full(p.shape, bounds[0]), np.full(p.shape, bounds[1])
    for _ in range(60):  # 2^-60 of the range: below rounding
        middle = 0.5 * (low + high)
        below = cdf(middle) < p
        low, high = np.where(below, middle, low), np.where(below, high, middle)
    return np.asarray(0.5 * (low + high))


def law_from_dict(record: Mapping[str, Any]) -> Law:
    """The law that `to_dict` turned into a record.

    Parameters:
        record: what `to_dict` gave.
    """
    if record["kind"] == ShrunkenSum.kind:
        return ShrunkenSum(**{key: _frozen(value) for key, value in record.items() if key != "kind"})
    laws = (Point, StudentT, Beta, Tabulated, ScaledBetaMixture, NormalMixture, BehrensFisher, CrossedMean)
    kinds: dict[str, type[Any]] = {law.kind: law for law in laws}
    fields = {
        key: np.array(value) if isinstance(value, list) else value for key, value in record.items() if key != "kind"
    }
    law: Law = kinds[record["kind"]](**fields)
    return law


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def is_at(value: float, bound: float) -> bool:
    """Whether a point mass sits on a bound, up to rounding.

    Parameters:
        value: where the mass is.
        bound: the bound.
    """
    return isclose(value, bound, rel_tol=1e-9, abs_tol=1e-300)
