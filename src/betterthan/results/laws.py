"""Probability laws of one number: what a `DifferencePosterior` is made of.

A law is a frozen record of sufficient statistics; it answers `cdf`, `sf`, `density`, `quantile`, `mean` and `sd`, and
turns into a dict and back. Only `scipy.special` is used: `scipy.stats` costs a second to import.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import inf, isclose, log, pi, sqrt
from typing import Any, ClassVar, Protocol, TypeAlias

import numpy as np
from scipy.special import betainc, betaincc, betaincinv, betaln, gammaln, stdtr, stdtrit

from betterthan.arrays import Array

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
        cubic = (
            low * (1 + 2 * t) * (1 - t) ** 2
            + high * t**2 * (3 - 2 * t)
            + width * t * (1 - t) * (slopes[cell] * (1 - t) - slopes[cell + 1] * t)
        )
        inside = np.clip(cubic, np.minimum(low, high), np.maximum(low, high))
        return np.where(x < self.x[0], ends[0], np.where(x > self.x[-1], ends[1], inside))


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
        """The same law on 400 nodes: good to 1e-8, and bisection on it costs no incomplete beta functions."""
        widest = float(self.tau.max())
        reach = 12 * self.sd
        x = np.linspace(max(-widest, self.mean - reach), min(widest, self.mean + reach), 400)
        return Tabulated(x, self.density(x), self.cdf(x), self.mean, self.sd)

    def to_dict(self) -> dict[str, Any]:
        nodes = {"tau": self.tau.tolist(), "weights": self.weights.tolist()}
        return {"kind": self.kind, "a": self.a, "b": self.b, **nodes}

    def _mixed(self, tail: Callable[[Array], Array], x: ArrayLike) -> Array:
        """P(tau (1 - 2 phi) <= x) = P(phi >= (1 - x/tau)/2), averaged over tau."""
        phi = np.clip((1 - np.asarray(x, dtype=np.float64)[..., None] / self.tau) / 2, 0.0, 1.0)
        return np.asarray(tail(phi) @ self.weights)


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
    kinds: dict[str, type[Any]] = {law.kind: law for law in (Point, StudentT, Beta, Tabulated, ScaledBetaMixture)}
    fields = {
        key: np.array(value) if isinstance(value, list) else value for key, value in record.items() if key != "kind"
    }
    law: Law = kinds[record["kind"]](**fields)
    return law


def is_at(value: float, bound: float) -> bool:
    """Whether a point mass sits on a bound, up to rounding.

    Parameters:
        value: where the mass is.
        bound: the bound.
    """
    return isclose(value, bound, rel_tol=1e-9, abs_tol=1e-300)
