"""Probability laws of several numbers at once: what a `Ranking` is made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from typing import Any, ClassVar, Protocol

import numpy as np

from betterthan.arrays import Array
from betterthan.results.laws import Law, Point, StudentT


class JointLaw(Protocol):
    """The joint law of one effect per model; only their differences carry meaning."""

    @property
    def kind(self) -> str:
        """The name under which the law is stored."""

    @property
    def mean(self) -> Array:
        """The expectation of each effect."""

    def marginal(self, model: int) -> Law:
        """The law of one model's effect."""

    def difference(self, first: int, second: int) -> Law:
        """The law of the difference of two models' effects."""

    def draws(self, count: int, rng: np.random.Generator) -> Array:
        """Draws of all effects together, draws x models."""

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers that make up the law."""


@dataclass(frozen=True)
class MultivariateT:
    """Student's t in several dimensions; directions without scale are fixed.

    Parameters:
        df: degrees of freedom.
        location: one value per model.
        scale: models x models, positive semidefinite.
    """

    df: float
    location: tuple[float, ...]
    scale: tuple[tuple[float, ...], ...]
    kind: ClassVar[str] = "multivariate_t"

    @property
    def mean(self) -> Array:
        return np.array(self.location)

    def marginal(self, model: int) -> Law:
        """The law of one model's effect.

        Parameters:
            model: its number.
        """
        return self._projected(np.eye(len(self.location))[model])

    def difference(self, first: int, second: int) -> Law:
        """The law of the difference of two models' effects.

        Parameters:
            first: number of the model that is subtracted from.
            second: number of the other.
        """
        unit = np.eye(len(self.location))
        return self._projected(unit[first] - unit[second])

    def draws(self, count: int, rng: np.random.Generator) -> Array:
        """Draws of all effects together, draws x models.

        Parameters:
            count: how many.
            rng: where they come from.
        """
        values, vectors = np.linalg.eigh(np.array(self.scale))
        root = vectors * np.sqrt(np.maximum(values, 0.0))
        normal = rng.standard_normal((count, len(values))) @ root.T
        return np.asarray(self.mean + normal / np.sqrt(rng.chisquare(self.df, (count, 1)) / self.df))

    def to_dict(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "df": self.df,
            "location": list(self.location),
            "scale": [list(r) for r in self.scale],
        }

    @classmethod
    def from_dict(cls, record: Mapping[str, Any]) -> MultivariateT:
        """The law that `to_dict` turned into a record.

        Parameters:
            record: what `to_dict` gave.
        """
        return cls(record["df"], tuple(record["location"]), tuple(tuple(row) for row in record["scale"]))

    def _projected(self, weights: Array) -> Law:
        """The law of a weighted sum; one without spread is a point."""
        location, scale = float(weights @ self.mean), np.array(self.scale)
        variance, largest = float(weights @ scale @ weights), float(np.abs(scale).max())
        if variance <= 1e-24 * largest:
            return Point(location)
        return StudentT(self.df, location, sqrt(variance))


def joint_law_from_dict(record: Mapping[str, Any]) -> JointLaw:
    """The joint law that `to_dict` turned into a record.

    Parameters:
        record: what `to_dict` gave.
    """
    return {MultivariateT.kind: MultivariateT.from_dict}[record["kind"]](record)
