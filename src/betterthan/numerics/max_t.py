"""Westfall and Young's step-down max-T: p-values of several tests at once, from the signs of whole units.

Every row is the vector of differences of all pairs on one unit. Its sign is flipped as a whole, which keeps how the
pairs depend on each other, and leaves the joint law of those pairs alone that are symmetric about 0, whatever the
others do (subset pivotality). With the tests in the order of their statistics, T_1 ≥ T_2 ≥ … ≥ T_m,

    p_j = share of flips in which max(T_j, …, T_m) is at least what T_j is in the data
    adjusted p_j = max_{i ≤ j} p_i

The statistic is |Σ d|/√(Σ d²), of which |t| is the same increasing function for every pair, as flips leave Σ d² alone.

References: Westfall and Young (1993), algorithm 4.1; Ge, Dudoit and Speed (2003), box 2; Romano and Wolf (2005).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from betterthan.arrays import Array
from betterthan.numerics.ties import ROUNDING

BLOCK = 4_000_000
"""Numbers per temporary array."""


class MaxT(NamedTuple):
    """What all flips say: per test its p-value alone and adjusted; how many flips there were, and whether all."""

    p_values: Array
    adjusted: Array
    flips: int
    exact: bool


def max_t(differences: Array, *, draws: int, rng: np.random.Generator) -> MaxT:
    """The step-down p-values of all columns.

    Parameters:
        differences: units x tests.
        draws: number of random flips; with 2ⁿ ≤ draws all flips are taken.
        rng: of the random flips.
    """
    n, tests = differences.shape
    scaled = differences / np.maximum(np.abs(differences).max(axis=0), np.finfo(float).tiny)
    scaled = scaled / np.maximum(np.sqrt((scaled**2).sum(axis=0)), np.finfo(float).tiny)
    seen = np.abs(scaled.sum(axis=0))
    order = np.argsort(-seen, kind="stable")
    exact = n < draws.bit_length()
    wanted = seen[order] - n * ROUNDING
    alone, together, flips = np.zeros(tests), np.zeros(tests), 0
    for signs in _all_signs(n, tests) if exact else _random_signs(n, tests, draws, rng):
        found = np.abs(signs @ scaled[:, order])
        alone += (found >= wanted).sum(axis=0)
        together += (np.maximum.accumulate(found[:, ::-1], axis=1)[:, ::-1] >= wanted).sum(axis=0)
        flips += len(signs)
    more = 0 if exact else 1  # the data themselves are one draw more
    p_values, adjusted = np.empty(tests), np.empty(tests)
    p_values[order] = (alone + more) / (flips + more)
    adjusted[order] = np.maximum.accumulate((together + more) / (flips + more))
    return MaxT(p_values, adjusted, flips, exact)


def _all_signs(n: int, tests: int) -> Iterator[Array]:
    """Every row of n signs that begins with a plus: the others give the same sizes."""
    count = 2 ** (n - 1)
    step = max(1, BLOCK // (n + tests))
    for start in range(0, count, step):
        numbers = np.arange(start, min(start + step, count))
        bits = (numbers[:, None] >> np.arange(n - 1)) & 1
        yield np.concatenate([np.ones((len(numbers), 1)), 1.0 - 2.0 * bits], axis=1)


def _random_signs(n: int, tests: int, draws: int, rng: np.random.Generator) -> Iterator[Array]:
    step = max(1, BLOCK // (n + tests))
    for start in range(0, draws, step):
        yield np.asarray(1.0 - 2.0 * rng.integers(0, 2, (min(step, draws - start), n)), dtype=np.float64)
