"""Moments, counts and gains: numbers in which paired scores are summed up."""

from __future__ import annotations

from math import frexp, isfinite, sqrt
from typing import NamedTuple

import numpy as np

from betterthan.arrays import Array, IntArray
from betterthan.data.rounding import TOO_LARGE, is_lost, lost, whole
from betterthan.errors import PairingError
from betterthan.numerics.ties import ROUNDING


def moments(values: Array) -> Moments:
    """Mean, sd and number; a spread that is only rounding noise counts as none.

    Parameters:
        values: one number per unit.

    >>> moments(np.array([0.3 - 0.2, 0.1, 0.1]))
    Moments(mean=0.1, sd=0.0, n=3)
    """
    values = np.asarray(values, dtype=np.float64)
    n, largest = len(values), float(np.abs(values).max(initial=0.0))
    # squares of 1e-300 or 1e300 would leave the range
    power = 2.0 ** min(-frexp(largest)[1], 1000) if largest > 0 else 1.0
    scaled = values * power
    if n == 0 or np.ptp(scaled) <= ROUNDING * largest * power:
        return _nearly_constant(values)
    return Moments(float(scaled.mean()) / power, float(scaled.std(ddof=1)) / power, n)


def _nearly_constant(values: Array) -> Moments:
    """Values that are apart by noise only; whole numbers, whose differences are exact, by what they are apart."""
    if not len(values) or not whole(values):
        return Moments(float(np.median(values)) if len(values) else 0.0, 0.0, len(values))
    apart = values - values[0]
    return Moments(float(values[0] + apart.mean()), float(apart.std(ddof=1)) if apart.any() else 0.0, len(values))


class Moments(NamedTuple):
    """Mean, standard deviation (n - 1) and number of the differences."""

    mean: float
    sd: float
    n: int


class Cells(NamedTuple):
    """The four outcomes of two 0/1 scores. The first digit is the first model: `n10`, first right and second wrong."""

    n00: int
    n01: int
    n10: int
    n11: int

    @property
    def n(self) -> int:
        return sum(self)

    @property
    def discordant(self) -> int:
        return self.n01 + self.n10


class TaskSums(NamedTuple):
    """Per task: name, number of differences, their mean and the sum of their squared deviations."""

    names: tuple[str, ...]
    n: IntArray
    mean: Array
    ss: Array


class ModelScore(NamedTuple):
    """One model's own scores in short, in their original units."""

    name: str
    n: int
    mean: float
    sd: float


class Pairing(NamedTuple):
    """What pairing bought: correlation of the two models' scores, and the factor by which it cut the variance."""

    correlation: float
    variance_ratio: float


def difference_of_means(first: Moments, second: Moments) -> float:
    """First minus second; rounding noise is set to exactly 0.

    Parameters:
        first: the first model's scores in short.
        second: the second model's.

    >>> difference_of_means(Moments(0.1 + 0.2, 0.0, 3), Moments(0.3, 0.0, 3))
    0.0
    """
    difference = first.mean - second.mean
    size = max(abs(first.mean), abs(second.mean))
    if not isfinite(difference) or is_lost(difference, size):
        raise PairingError(lost(difference, size) if isfinite(difference) else TOO_LARGE)
    return difference if abs(difference) > ROUNDING * size else 0.0


def original_units(oriented: Array, binary: bool, higher_is_better: bool) -> Array:
    """Oriented scores, turned back: 0/1 losses were read as 1 - loss, other losses as their negative.

    Parameters:
        oriented: oriented scores, or means of them.
        binary: whether the scores are 0/1.
        higher_is_better: False if the scores were losses.
    """
    if higher_is_better:
        return oriented
    return 1 - oriented if binary else 0.0 - oriented


def pairing_gain(square_first: float, square_second: float, square_difference: float) -> Pairing | None:
    """What pairing saved: Var(X) + Var(Y) over Var(X - Y) (Williams 2026, appendix A).

    Parameters:
        square_first: sum of squared deviations of the first model's scores.
        square_second: the same of the second model's.
        square_difference: the same of the differences.

    >>> pairing_gain(10.0, 10.0, 2.0).variance_ratio
    10.0
    """
    if square_first <= 0 or square_second <= 0 or square_difference <= 0:
        return None
    total = square_first + square_second
    product = (total - square_difference) / 2
    return Pairing(product / sqrt(square_first) / sqrt(square_second), total / square_difference)
