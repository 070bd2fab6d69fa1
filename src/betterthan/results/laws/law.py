"""What every probability law of one number answers.

A law is a frozen record of sufficient statistics; it answers `cdf`, `sf`, `density`, `quantile`, `mean` and `sd`, and
turns into a dict and back. Only `scipy.special` is used by laws: `scipy.stats` costs a second to import.
"""

from __future__ import annotations

from typing import Any, Protocol, TypeAlias

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
