"""Weights of the cases of a test set, drawn in blocks: Dirichlet, multinomial, without one unit, or swapped.

A unit is a case, or a cluster, all of whose cases have one weight. Blocks are small enough for the processor's cache,
and are stored case by case, which is how sums over groups read them. They are drawn whole, so that the first draws are
the same however many there are.

References: Efron (1979); Rubin (1981) for Dirichlet weights.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

import numpy as np

from betterthan.arrays import Array, IntArray
from betterthan.errors import ArgumentError
from betterthan.numerics.metrics.metric import Weighted
from betterthan.numerics.telling import tell
from betterthan.numerics.threads import one_blas_thread

AT_ONCE = 500_000
"""Weights of a block, 4 MB."""


@one_blas_thread
def over_draws(metrics: Sequence[Weighted], blocks: Iterable[Array]) -> Array:
    """Draws x metrics: each of them with the same weights."""
    return np.concatenate([np.column_stack([metric(weights) for metric in metrics]) for weights in blocks])


def dirichlet_weights(
    cases: int, draws: int, rng: np.random.Generator, *, clusters: IntArray | None = None
) -> Iterator[Array]:
    """Blocks of draws x cases, Dirichlet(1, …, 1) on the units but for their scale: standard exponentials.

    Parameters:
        cases: how many there are.
        draws: how many draws.
        rng: where they come from.
        clusters: the cluster 0 … C-1 of each case; without it, each case is a unit.
    """
    units = _units(cases, clusters)
    return _blocks(cases, draws, clusters, lambda count: rng.standard_exponential((units, count)))


def multinomial_counts(
    cases: int,
    draws: int,
    rng: np.random.Generator,
    *,
    strata: IntArray | None = None,
    clusters: IntArray | None = None,
) -> Iterator[Array]:
    """Blocks of draws x cases: how often each case is drawn if as many units are drawn as there are, with replacement.

    Parameters:
        cases: how many there are.
        draws: how many draws.
        rng: where they come from.
        strata: the stratum of each unit, such as its class; from each as many are drawn as it has.
        clusters: the cluster 0 … C-1 of each case; without it, each case is a unit.
    """
    units = _units(cases, clusters)
    members = [np.arange(units)] if strata is None else [np.flatnonzero(strata == each) for each in np.unique(strata)]

    def drawn(count: int) -> Array:
        counts = np.empty((units, count))
        for stratum in members:
            counts[stratum] = _counts(len(stratum), count, rng)
        return counts

    return _blocks(cases, draws, clusters, drawn)


def leave_one_out(cases: int, *, clusters: IntArray | None = None) -> Iterator[Array]:
    """Blocks of draws x cases: the first draw is without the first unit, and so on, as a jackknife needs them.

    Parameters:
        cases: how many there are.
        clusters: the cluster 0 … C-1 of each case; without it, each case is a unit.
    """
    units, left_out = _units(cases, clusters), 0

    def drawn(count: int) -> Array:
        nonlocal left_out
        weights = np.ones((units, count))
        out = np.arange(left_out, min(left_out + count, units))
        weights[out, out - left_out] = 0
        left_out += count
        return weights

    return _blocks(cases, units, clusters, drawn)


def swaps(cases: int, draws: int, rng: np.random.Generator, *, clusters: IntArray | None = None) -> Iterator[Array]:
    """Blocks of draws x 2·cases for a permutation of two models: which of the two outputs is in the first's place.

    Of a test set in which every case stands twice, first with the output of one model, then with that of the other,
    these weights give the metric of the first after the swaps, and 1 minus them that of the second.

    Parameters:
        cases: how many there are.
        draws: how many draws.
        rng: where they come from.
        clusters: the cluster 0 … C-1 of each case, whose cases are swapped together.
    """
    units = _units(cases, clusters)
    twice = np.arange(cases) if clusters is None else clusters
    # The second copy of a case has units of its own, whose weights are 1 minus those of the first.
    twice = np.concatenate([twice, units + twice])

    def drawn(count: int) -> Array:
        stays = rng.integers(2, size=(units, count)).astype(np.float64)
        return np.concatenate([stays, 1 - stays])

    return _blocks(2 * cases, draws, twice, drawn)


def _units(cases: int, clusters: IntArray | None) -> int:
    return cases if clusters is None else int(np.max(clusters)) + 1


def _blocks(cases: int, draws: int, units: IntArray | None, drawn: Callable[[int], Array]) -> Iterator[Array]:
    """Blocks of draws x cases from blocks of units x draws, whose last one is cut."""
    if draws < 1:
        raise ArgumentError(f"`draws` must be at least 1; got {draws}.")
    step = max(1, AT_ONCE // cases)
    for start in range(0, draws, step):
        tell(start, draws)
        weights = drawn(step)[:, : draws - start]  # drawn whole and then cut: see above
        yield (np.ascontiguousarray(weights) if units is None else weights[units]).T
    tell(draws, draws)


def _counts(n: int, draws: int, rng: np.random.Generator) -> IntArray:
    """n x draws: how often each of n is drawn in n times."""
    # One number for case and draw, so that a single count serves all draws.
    places = rng.integers(n, size=(n, draws)) * draws + np.arange(draws)
    return np.bincount(places.ravel(), minlength=n * draws).reshape(n, draws)
