"""Sources of variation: a complete table of scores split into the parts that its factors explain.

The table has one axis per factor, the models last. Every set of axes is a source: a single axis is a main effect, two
are an interaction, all of them the residual. The part of a set is the table's mean over the other axes, less the parts
of all smaller sets; the parts are orthogonal, so that their sums of squares add up.

Parts in which the models take part are computed from the scores ahead of the first model, the others from the mean of
the models: what all models share, however large, then costs the comparison no digits.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import frexp, inf, prod
from typing import NamedTuple, TypeAlias

import numpy as np

from betterthan.arrays import Array
from betterthan.numerics.ties import ROUNDING

Axes: TypeAlias = tuple[int, ...]


class Source(NamedTuple):
    """Degrees of freedom and mean square of one source of variation."""

    df: float
    mean_square: float


@dataclass(frozen=True)
class Variation:
    """A table split into its parts.

    Parameters:
        unit: what the parts are measured in, a power of two: squares of scores like 1e300 would leave the range.
        parts: the part of each set of axes, with length 1 along the others.
        shape: of the table.
    """

    unit: float
    parts: dict[Axes, Array]
    shape: tuple[int, ...]

    def source(self, *axes: int) -> Source:
        """Degrees of freedom and mean square (in squares of the unit) of one set of axes.

        Parameters:
            axes: the axes, in increasing order.
        """
        part = self.parts[axes]
        df, copies = prod(self.shape[axis] - 1 for axis in axes), prod(self.shape) / part.size
        return Source(float(df), copies * float((part**2).sum()) / df)

    @property
    def effects(self) -> Array:
        """How far each model lies above the mean of the models, in the unit."""
        return np.asarray(self.parts[len(self.shape) - 1,].ravel())

    @property
    def residuals(self) -> Array:
        """What is left of each score when every other part is taken off, in the unit."""
        return self.parts[tuple(range(len(self.shape)))]


def variation(scores: Array) -> Variation:
    """Split a table into its parts.

    Parameters:
        scores: complete, one axis per factor, each at least 2 long; the models on the last one.

    >>> split = variation(np.array([[1, 3, 4], [2, 2, 3], [2, 5, 6], [3, 4, 4], [3, 5, 6]]))
    >>> [round(split.source(*axes).mean_square * split.unit**2, 4) for axes in ((1,), (0,), (0, 1))]
    [7.4667, 3.1, 0.55]
    """
    values = np.asarray(scores, dtype=np.float64)
    # A power of two divides without rounding.
    unit = 2.0 ** max(frexp(float(np.abs(values).max()))[1], -1000) if values.any() else 1.0
    scaled = values / unit
    ahead = _ahead_of_first(scaled)
    models = values.ndim - 1
    shared = _parts(scaled.mean(axis=-1, keepdims=True), noise=ROUNDING / 100 * float(np.abs(scaled).max()))
    own = _parts(ahead, noise=ROUNDING * float(np.abs(ahead).max()))
    return Variation(
        unit, {axes: (own if models in axes else shared)[axes] for axes in _sets_of_axes(values.ndim)}, values.shape
    )


class Epsilons(NamedTuple):
    """How far the contrasts are from having one common variance: 1 if they do, 1/(models - 1) at worst.

    Attributes:
        greenhouse_geisser: the estimate of Greenhouse and Geisser (1959), which is too small in small samples.
        huynh_feldt: the correction of Huynh and Feldt (1976), at most 1; None where it is 0/0.
    """

    greenhouse_geisser: float
    huynh_feldt: float | None


def epsilons(residuals: Array) -> Epsilons | None:
    """Box's epsilon, by which the degrees of freedom of F shrink; None where the residuals are all 0.

    Parameters:
        residuals: units x models, without the means of units and models.

    >>> columns = [[2.2, 3.1, 4.3, 4.1, 7.2], [1.1, 2.5, 4.1, 5.2, 6.4], [8.2, 4.5, 3.4, 6.2, 7.2]]
    >>> found = epsilons(variation(np.array(columns).T).residuals)         # the example of pingouin.epsilon
    >>> round(found.greenhouse_geisser, 2), round(found.huynh_feldt, 2)
    (0.56, 0.62)
    """
    units, contrasts = residuals.shape[0], residuals.shape[1] - 1
    largest = float(np.abs(residuals).max())
    if largest == 0:
        return None
    # ε̂ = (Σ λ)²/(p Σ λ²), λ the eigenvalues of the covariance of the contrasts: traces give both without finding them.
    products = (residuals / largest).T @ (residuals / largest)
    found = min(1.0, float(np.trace(products)) ** 2 / (contrasts * float((products**2).sum())))
    above, below = units * contrasts * found - 2, units - 1 - contrasts * found
    if below <= ROUNDING * units:  # ever fewer units than contrasts: the covariance has no direction left to compare
        return Epsilons(found, 1.0 if above > ROUNDING * units else None)
    return Epsilons(found, min(1.0, above / (contrasts * below)))


def ratio(above: float, below: float) -> float:
    """A quotient of mean squares: 0 for 0/0, infinite where only the lower one is 0.

    Parameters:
        above: the upper mean square.
        below: the lower one.
    """
    if below > 0:
        return above / below
    return 0.0 if above == 0 else inf


def satterthwaite(*terms: tuple[float, Source]) -> Source:
    """A weighted sum of mean squares with the degrees of freedom of the χ² law that has its first two moments.

    Parameters:
        terms: weight (1 or -1) and mean square of each.
    """
    total = sum(weight * source.mean_square for weight, source in terms)
    spread = sum(source.mean_square**2 / source.df for _, source in terms)
    return Source(total**2 / spread if spread > 0 else terms[0][1].df, total)


def pooled(*sources: Source) -> Source:
    """Several sources taken as one: their sums of squares and degrees of freedom add up.

    Parameters:
        sources: the sources.
    """
    df = sum(source.df for source in sources)
    return Source(df, sum(source.df * source.mean_square for source in sources) / df)


def _ahead_of_first(scaled: Array) -> Array:
    """Each model's scores less those of the first model; rounding noise is set to exactly 0."""
    # Relative to the scores themselves: equal scores that were computed in another order are equal.
    size = np.abs(scaled).reshape(-1, scaled.shape[-1]).max(axis=0)
    ahead = scaled - scaled[..., :1]
    return np.where(np.abs(ahead) <= ROUNDING * np.maximum(size, size[0]), 0.0, ahead)


def _parts(values: Array, noise: float) -> dict[Axes, Array]:
    """The part of every set of axes; one that is rounding noise throughout is 0."""
    every = range(values.ndim)
    parts: dict[Axes, Array] = {(): np.asarray(values.mean(keepdims=True))}
    for axes in _sets_of_axes(values.ndim):
        others = tuple(axis for axis in every if axis not in axes)
        smaller = [parts[part] for size in range(len(axes)) for part in combinations(axes, size)]
        part = values.mean(axis=others, keepdims=True) - sum(smaller)
        parts[axes] = part if np.abs(part).max() > noise else np.zeros_like(part)
    return parts


def _sets_of_axes(count: int) -> list[Axes]:
    return [axes for size in range(1, count + 1) for axes in combinations(range(count), size)]
