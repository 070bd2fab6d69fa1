"""Scaling: what the same scores would say if there were k times as many units (Williams 2026, TMLR version)."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, inf
from typing import TYPE_CHECKING, Any

from betterthan.answers.scaling import Scaling
from betterthan.data.arguments import plain_arguments
from betterthan.data.tables import UnpairedTable
from betterthan.errors import ArgumentError
from betterthan.judging.rules.threshold import by_threshold, check_threshold
from betterthan.numerics.threads import one_blas_thread
from betterthan.procedures import REGISTRY, Procedure, named
from betterthan.results.laws.point import is_at

if TYPE_CHECKING:
    from betterthan.answers.comparison import Comparison
    from betterthan.data.protocol import Comparable
    from betterthan.procedures.facts import AtSize
    from betterthan.results.kinds import PairResult
    from betterthan.results.rope import Rope

FACTORS = (0.5, 1.0, 2.0, 3.0, 5.0, 7.5, 10.0, 15.0, 20.0, 30.0, 50.0, 100.0)


LIMIT = 1e9
"""A verdict that needs more than this many times the units is not within reach."""


@plain_arguments
@one_blas_thread
def scaling(comparison: Comparison, *, factors: Sequence[float] = FACTORS, threshold: float = 0.95) -> Scaling:
    """What k times as many units of the same kind would say; of two independent samples both grow.

    Parameters:
        comparison: one by a procedure that rests on sums, such as `bayes_t`, with its scores; its rope is used.
        factors: the multiples k.
        threshold: probability that a verdict needs.
    """
    check_threshold(threshold)
    chosen = named(comparison.procedure)
    at = _at_size(comparison.scores_for("Scaling"), chosen, comparison.result)
    rope = comparison.rope
    if rope is None:
        raise ArgumentError(f"Scaling needs a rope; this comparison by `{comparison.procedure}` has none.")
    made = [at(factor) for factor in factors]
    probabilities = tuple(posterior.probabilities(rope) for posterior, _ in made)
    return Scaling(
        comparison.first,
        comparison.second,
        comparison.procedure,
        tuple(factors),
        tuple(max(2, round(factor * comparison.n_units)) for factor in factors),
        probabilities,
        tuple(test().p_value for _, test in made),
        tuple(by_threshold(each, threshold) for each in probabilities),
        _needed(at, comparison, rope, threshold),
        at(LIMIT).posterior.probabilities(rope) if chosen.growth and chosen.growth.limited else None,
        rope,
        threshold,
        comparison.higher_is_better,
    )


def _at_size(data: Comparable, chosen: Procedure[Any, Any], result: PairResult) -> AtSize:
    """The posterior and the test as functions of k, from the sufficient statistics."""
    if chosen.growth is None:
        those = ", ".join(f"`{name}`" for name, each in REGISTRY.items() if each.growth is not None)
        raise ArgumentError(
            f"Scaling needs a procedure that rests on sums ({those}); this comparison used `{chosen.name}`."
        )
    table = data.by_task() if isinstance(data, UnpairedTable) and chosen.needs.paired else data
    single = table.by_task() if len(table.tasks) > 1 else table
    return chosen.growth.at_size(single, result)


def _needed(at: AtSize, comparison: Comparison, rope: Rope, threshold: float) -> float:
    """The smallest k that decides, by bisection: with m and s fixed, the mass on m's side of a bound grows with k."""
    posterior = at(1.0).posterior
    if not posterior.sd > 0:
        return 1.0
    if is_at(posterior.mean, rope.low) or is_at(posterior.mean, rope.high):
        return inf

    def decides(k: float) -> bool:
        return by_threshold(at(k).posterior.probabilities(rope), threshold) != "undecided"

    low, high = 2 / comparison.n_units, 1.0
    while not decides(high):
        low, high = high, 2 * high
        if high > LIMIT:
            return inf
    n = comparison.n_units
    small, large = ceil(low * n), ceil(high * n)
    while large - small > max(1, large // 10_000):
        middle = (small + large) // 2
        small, large = (small, middle) if decides(middle / n) else (middle, large)
    return large / n
