"""Weights of tasks under a Dirichlet process, drawn in blocks, and drawn once for all pairs that can share them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import NamedTuple

import numpy as np

from betterthan.arrays import Array

BLOCK = 2**17
"""Weights that are drawn at a time: a megabyte stays in cache."""
MOST_SHARED = 2**27
"""Numbers that are kept for other pairs, at most: a gigabyte."""


class Drawn(NamedTuple):
    """Some draws: weights of the points and their running sums from 0 (points x draws), and the prior weight."""

    weights: Array
    sums: Array
    prior: Array


_SHARED: ContextVar[dict[tuple[object, ...], list[Drawn]] | None] = ContextVar("shared weights", default=None)


@contextmanager
def shared_weights() -> Iterator[None]:
    """Within it, comparisons on the same number of tasks take the same draws of the weights, drawn only once."""
    token = _SHARED.set({})
    try:
        yield
    finally:
        _SHARED.reset(token)


def blocks(
    counts: Array, strength: float, draws: int, rng: np.random.Generator, *, grouped: bool = False
) -> Iterable[Drawn]:
    """The draws in blocks. The weights belong to places in the order of the differences, so other pairs can share them.

    Tied differences have a weight of their own law and are drawn anew. Groups of neighbours are few, and the same under
    every rope: they are shared by their counts.
    """
    shared = _SHARED.get()
    tied = (counts > 1).any() and not grouped
    if shared is None or tied or 2 * draws * len(counts) > MOST_SHARED:
        return _draw(counts, strength, draws, rng)
    key = (counts.tobytes(), strength, draws, str(rng.bit_generator.state))
    if key not in shared:
        shared.clear()  # those of one number of tasks at a time: they fill memory
        shared[key] = list(_draw(counts, strength, draws, rng))
    return shared[key]


def _draw(counts: Array, strength: float, draws: int, rng: np.random.Generator) -> Iterator[Drawn]:
    size = min(draws, max(1, BLOCK // len(counts)))
    tied = np.flatnonzero(counts > 1)
    for start in range(0, draws, size):
        block = rng.standard_exponential((min(size, draws - start), len(counts)))
        if len(tied):
            block[:, tied] += rng.standard_gamma(counts[tied] - 1, (len(block), len(tied)))
        weights = np.ascontiguousarray(block.T)  # sums over points then run along whole rows
        yield Drawn(weights, running_sums(weights), rng.standard_gamma(strength, len(block)))


def running_sums(weights: Array) -> Array:
    """The sums of the first 0, 1, 2, … weights of each draw."""
    sums = np.zeros((len(weights) + 1, weights.shape[1]))
    np.cumsum(weights, axis=0, out=sums[1:])
    return sums
