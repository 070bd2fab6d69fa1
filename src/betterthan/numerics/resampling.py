"""Bootstrap samples of units: independent ones, or blocks of neighbours where the order of the units carries meaning.

Blocks keep the dependence between neighbouring units. The moving-block bootstrap draws blocks of one length; the
stationary bootstrap draws lengths from a geometric law with that mean and goes round from the last unit to the first.

References: Künsch (1989); Politis and Romano (1994).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias, get_args

import numpy as np

from betterthan.arrays import Array, IntArray
from betterthan.errors import ArgumentError
from betterthan.numerics.threads import one_blas_thread
from betterthan.phrases import unknown_name

Blocks: TypeAlias = Literal["stationary", "moving"]

AT_ONCE = 4_000_000
"""So many drawn units are held at a time."""


@one_blas_thread
def resampled_means(values: Array, indices: Iterator[IntArray]) -> Array:
    """Draws x columns: the means of the rows that each draw holds.

    Parameters:
        values: units x columns.
        indices: arrays of draws x units, as `resampled_units` gives them.
    """
    means = []
    for drawn in indices:
        places = drawn + len(values) * np.arange(len(drawn))[:, None]
        counts = np.bincount(places.ravel(), minlength=len(drawn) * len(values)).reshape(len(drawn), -1)
        means.append(counts @ values / drawn.shape[1])
    return np.concatenate(means)


def resampled_units(
    n: int, draws: int, rng: np.random.Generator, *, block: float = 1, blocks: Blocks = "stationary"
) -> Iterator[IntArray]:
    """Numbers of the units that are drawn, some draws at a time.

    Parameters:
        n: how many units there are, and how many each draw has.
        draws: how many draws.
        rng: where they come from.
        block: length of the blocks; 1 draws the units independently.
        blocks: `stationary` or `moving`.
    """
    if draws < 1:
        raise ArgumentError(f"`draws` must be at least 1; got {draws}.")
    if blocks not in get_args(Blocks):
        raise ArgumentError(unknown_name("kind of block", blocks, get_args(Blocks)))
    if not 1 <= block <= n:
        raise ArgumentError(f"`block` is a length from 1 to the number of units, {n:,}; got {block:g}.")
    if blocks == "moving" and block != int(block):
        raise ArgumentError(f"Moving blocks have a whole number of units; got {block:g}.")
    step = max(1, AT_ONCE // n)
    for start in range(0, draws, step):
        count = min(step, draws - start)
        if block == 1:
            yield rng.integers(n, size=(count, n))
        elif blocks == "moving":
            yield _moving(n, count, int(block), rng)
        else:
            yield _stationary(n, count, block, rng)


def _moving(n: int, count: int, block: int, rng: np.random.Generator) -> IntArray:
    starts = rng.integers(n - block + 1, size=(count, -(-n // block), 1))
    return np.asarray((starts + np.arange(block)).reshape(count, -1)[:, :n])


def _stationary(n: int, count: int, block: float, rng: np.random.Generator) -> IntArray:
    fresh = rng.random((count, n)) < 1 / block
    fresh[:, 0] = True
    place = np.arange(n)
    begun = np.maximum.accumulate(np.where(fresh, place, 0), axis=1)  # where the block of each place began
    starts = np.take_along_axis(rng.integers(n, size=(count, n)), begun, axis=1)
    return np.asarray((starts + place - begun) % n)
