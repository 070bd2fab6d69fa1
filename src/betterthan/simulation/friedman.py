"""Friedman's three functions as problems of two classes (Friedman 1991; Corani 2017, sec. 4.7 and its Table 4).

    F#1: y = 10 sin(π x1 x2) + 20 (x3 - 0.5)² + 10 x4 + 5 x5 + ε        ten features, uniform on [0, 1]
    F#2: y = √(x1² + (x2 x3 - 1/(x2 x4))²) + ε                          x1 on [0, 100], x2 on [40π, 560π],
    F#3: y = arctan((x2 x3 - 1/(x2 x4))/x1) + ε                         x3 on [0, 1], x4 on [1, 11]

The class is whether y exceeds its median. As in the authors' program, that is estimated once for each function, from
10,000 instances with the least noise; with more noise classes are not quite even. Twenty more features may be noise.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import product
from math import pi

import numpy as np

from betterthan.arrays import Array, BoolArray

NOISE = {1: (0.5, 1.0, 2.0), 2: (62.5, 125.0, 250.0), 3: (0.05, 0.1, 0.2)}
"""Standard deviations of ε, function by function: half, once and twice that of Friedman."""
SIZES = (30, 100, 1000)
FURTHER = (0, 20)
LOW, HIGH = np.array([0, 40 * pi, 0, 1]), np.array([100, 560 * pi, 1, 11])
"""Bounds of the features of F#2 and F#3."""


@dataclass(frozen=True)
class Problem:
    """One of the 54 settings of Table 4.

    Parameters:
        function: 1, 2 or 3.
        noise: standard deviation of ε.
        size: instances of a data set.
        further: features that are noise.
    """

    function: int
    noise: float
    size: int
    further: int

    def __str__(self) -> str:
        return f"F#{self.function}, σ = {self.noise:g}, n = {self.size:,}, {self.further} further features"


PROBLEMS = tuple(
    Problem(function, noise, size, further)
    for function, noises in NOISE.items()
    for noise, size, further in product(noises, SIZES, FURTHER)
)


def instances(problem: Problem, rng: np.random.Generator, *, size: int | None = None) -> tuple[Array, BoolArray]:
    """Features (instances x features) and classes of a new data set.

    Parameters:
        problem: the setting.
        rng: source of random numbers.
        size: instances; None takes the setting's.
    """
    x, y = _responses(problem.function, problem.noise, problem.size if size is None else size, rng)
    return np.hstack([x, rng.standard_normal((len(x), problem.further))]), y > _median(problem.function)


@cache
def _median(function: int) -> float:
    return float(np.median(_responses(function, NOISE[function][0], 10_000, np.random.default_rng(function))[1]))


def _responses(function: int, noise: float, size: int, rng: np.random.Generator) -> tuple[Array, Array]:
    x = rng.random((size, 10)) if function == 1 else LOW + (HIGH - LOW) * rng.random((size, 4))
    return x, FUNCTIONS[function](x) + noise * rng.standard_normal(size)


def _first(x: Array) -> Array:
    return 10 * np.sin(pi * x[:, 0] * x[:, 1]) + 20 * (x[:, 2] - 0.5) ** 2 + 10 * x[:, 3] + 5 * x[:, 4]


def _second(x: Array) -> Array:
    return np.hypot(x[:, 0], _inner(x))


def _third(x: Array) -> Array:
    return np.asarray(np.arctan(_inner(x) / x[:, 0]))


def _inner(x: Array) -> Array:
    return x[:, 1] * x[:, 2] - 1 / (x[:, 1] * x[:, 3])


FUNCTIONS = {1: _first, 2: _second, 3: _third}
