"""Scaling: what the same scores would say if there were k times as many units (Williams 2026, TMLR version)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil, inf, isfinite
from typing import TYPE_CHECKING, Any, NamedTuple

from betterthan.answers.scaling import Scaling
from betterthan.answers.task_scaling import TaskScaling
from betterthan.asking.whole_set_scaling import HOLDS, growing_metric
from betterthan.data.arguments import plain_arguments
from betterthan.data.tables import UnpairedTable
from betterthan.data.units import CLUSTERS
from betterthan.errors import ArgumentError
from betterthan.judging.rules.threshold import by_threshold, check_threshold
from betterthan.numerics.threads import one_blas_thread
from betterthan.procedures import REGISTRY, Procedure, named
from betterthan.procedures.shared.crossed_table import has_crossed_units
from betterthan.results.laws.point import is_at

if TYPE_CHECKING:
    from betterthan.answers.comparison import Comparison
    from betterthan.data.paired_units import PairedUnits
    from betterthan.data.protocol import Comparable
    from betterthan.procedures.facts import AtSize, Growth
    from betterthan.results.kinds import PairResult
    from betterthan.results.probabilities import Probabilities
    from betterthan.results.rope import Rope

FACTORS = (0.5, 1.0, 2.0, 3.0, 5.0, 7.5, 10.0, 15.0, 20.0, 30.0, 50.0, 100.0)


LARGEST = 1e6
"""The largest multiple that may be asked for."""

BOTH = "both"
MOST_GROWN = 1e9
"""Beyond so many times the cases a verdict by a metric is not within reach."""


@plain_arguments
@one_blas_thread
def scaling(
    comparison: Comparison, *, factors: Sequence[float] = FACTORS, threshold: float = 0.95, grow: str = BOTH
) -> Scaling:
    """What k times as many units of the same kind would say; of two independent samples both grow.

    Parameters:
        comparison: one by a procedure that rests on sums, such as `bayes_t`, with its scores; or by a metric of the
            whole test set, whose posterior keeps its shape and narrows with the root of k. Its rope is used.
        factors: the multiples k.
        threshold: probability that a verdict needs.
        grow: where two kinds are crossed, as in seeds x cases, of which there is k times as many: `seeds`, `cases` or
            `both`.
    """
    table = None if comparison.metric is not None else comparison.scores_for("Scaling")
    return _scaled(comparison, table, _checked(factors), threshold, grow)


@plain_arguments
@one_blas_thread
def task_scaling(comparison: Comparison, *, factors: Sequence[float] = (10.0,), threshold: float = 0.95) -> TaskScaling:
    """What k times as many units would say on each of several tasks.

    Parameters:
        comparison: one over several tasks, made with `per_task=True`, with its scores; the rope of each task is used.
        factors: the multiples k.
        threshold: probability that a verdict needs.
    """
    table, multiples = comparison.scores_for("Scaling"), _checked(factors)
    if not comparison.tasks:
        raise ArgumentError(
            "Scaling of each task needs a comparison of each: compare several tasks with `per_task=True`."
        )
    made = [
        _scaled(
            part, None if part.metric is not None else table.select_tasks([part.task or ""]), multiples, threshold, BOTH
        )
        for part in comparison.tasks
    ]
    notes = tuple(note for note in comparison.notes if "left out of the per-task table" in note)
    return TaskScaling(
        comparison.first, comparison.second, multiples, tuple(made), comparison.level, float(threshold), notes
    )


def _checked(factors: Sequence[float]) -> tuple[float, ...]:
    """The multiples, if they are some."""
    try:
        found = tuple(float(factor) for factor in factors)
    except (TypeError, ValueError):
        raise ArgumentError(
            f"The multiples of the size are a list of numbers, as in [6, 15]; got {factors!r}."
        ) from None
    if not found or not all(0 < factor <= LARGEST for factor in found):
        shown = ", ".join(f"{factor:g}" for factor in found) or "none"
        raise ArgumentError(f"The multiples of the size lie above 0 and up to {LARGEST:,.0f}; got {shown}.")
    return found


def _scaled(
    comparison: Comparison, table: Comparable | None, factors: tuple[float, ...], threshold: float, grow: str
) -> Scaling:
    check_threshold(threshold)
    chosen, rope = named(comparison.procedure), comparison.rope
    grown = _growing_metric(comparison) if table is None else growing(table, chosen, comparison.result, grow)
    if rope is None:
        raise ArgumentError(f"Scaling needs a rope; this comparison by `{comparison.procedure}` has none.")
    made = [grown.at(factor) for factor in factors]
    probabilities = tuple(posterior.probabilities(rope) for posterior, _ in made)
    needed = _needed(grown, rope, threshold)
    return Scaling(
        comparison.first,
        comparison.second,
        comparison.procedure,
        factors,
        tuple(grown.units(factor) for factor in factors),
        probabilities,
        tuple(test().p_value for _, test in made),
        tuple(by_threshold(each, threshold) for each in probabilities),
        needed,
        grown.shares(grown.most, rope) if grown.limited else None,
        rope,
        float(threshold),
        comparison.higher_is_better,
        grown.words,
        grown.fixed,
        grown.units(needed) if isfinite(needed) else None,
        comparison.task,
        grown.units(1.0),
        HOLDS if table is None else "mean and sd" if chosen.growth is None else chosen.growth.holds,
        None if comparison.given is None else comparison.given.weight,
    )


class Growing(NamedTuple):
    """How a table grows.

    Parameters:
        at: the posterior and the test as functions of k, from the sufficient statistics.
        words: what there is k times as many of.
        kinds: the same as kinds of units, with the number of each now.
        units: the number of units as a function of k.
        limited: whether endlessly many would still leave doubt.
        most: beyond this k a verdict is not within reach.
        fixed: of what there is not more, where two kinds are crossed and one of them grows.
    """

    at: AtSize
    words: str
    kinds: tuple[tuple[str, int], ...]
    units: Callable[[float], int]
    limited: bool
    most: float
    fixed: str | None = None

    @property
    def levels(self) -> int:
        """How many there are now, of the kind of which there are most."""
        return max(now for _, now in self.kinds)

    def shares(self, k: float, rope: Rope) -> Probabilities:
        """The three probabilities at k times the size.

        Parameters:
            k: the multiple.
            rope: the region of practical equivalence.
        """
        return self.at(k).posterior.probabilities(rope)


def growing(data: Comparable, chosen: Procedure[Any, Any], result: PairResult, grow: str = BOTH) -> Growing:
    """How a table grows, for a procedure that rests on sums.

    Parameters:
        data: the scores.
        chosen: the procedure.
        result: what it returned.
        grow: as in `scaling`.
    """
    if chosen.growth is None:
        those = ", ".join(f"`{name}`" for name, each in REGISTRY.items() if each.growth is not None)
        raise ArgumentError(
            f"Scaling needs a procedure that rests on sums ({those}); this comparison used `{chosen.name}`."
        )
    table = data.by_task() if isinstance(data, UnpairedTable) and chosen.needs.paired else data
    single = table.by_task() if len(table.tasks) > 1 else table
    growth, (unit, n) = chosen.growth, _grows(single)
    if has_crossed_units(single):
        return _growing_crossed(single, growth, result, grow)
    if grow not in (BOTH, unit):
        raise ArgumentError(
            f"`grow` is for two kinds that are crossed; the units of this table are {single.facts.unit}."
        )
    if why := growth.stuck(single):
        raise ArgumentError(f"{why[0].upper()}{why[1:]}.")
    at = growth.at_size(single, result)
    return Growing(at, unit, ((unit, n),), lambda k: max(2, round(k * n)), bool(growth.limited), growth.most)


def _growing_metric(comparison: Comparison) -> Growing:
    """A metric of the whole test set, of which there would be k times as many cases or clusters."""
    n, unit = comparison.n_units, comparison.unit
    at = growing_metric(comparison)
    return Growing(at, unit, ((unit, n),), lambda k: max(2, round(k * n)), False, MOST_GROWN)


def _grows(table: Comparable) -> tuple[str, int]:
    """What there may be more of, and how many there are: of cases in clusters, the clusters."""
    facts = table.facts
    return (facts.unit.plural, facts.n) if facts.clusters is None else (CLUSTERS.plural, facts.clusters)


def _growing_crossed(table: PairedUnits, growth: Growth, result: PairResult, grow: str) -> Growing:
    """Two kinds crossed, such as seeds x cases, of which one grows or both."""
    names = [unit.plural for unit in table.design.unit.crosses]
    rows, columns = (len(table.factors[unit.key].names) for unit in table.design.unit.crosses)
    if grow == BOTH:
        return Growing(
            growth.at_size(table, result),
            " and ".join(names),
            ((names[0], rows), (names[1], columns)),
            lambda k: max(2, round(k * rows)) * max(2, round(k * columns)),
            False,
            growth.most,
        )
    ways = {names[0]: (growth.rows, rows, columns, names[1]), names[1]: (growth.columns, columns, rows, names[0])}
    if grow not in ways:
        raise ArgumentError(f"`grow` is {', '.join(f'`{name}`' for name in names)} or `{BOTH}`; got {grow!r}.")
    made, levels, others, fixed = ways[grow]
    if made is None:
        raise ArgumentError(f"This procedure does not say what more {grow} alone would show: leave `grow` out.")
    return Growing(
        made(table, result),
        grow,
        ((grow, levels),),
        lambda k: max(2, round(k * levels)) * others,
        True,
        growth.most,
        fixed,
    )


def _needed(grown: Growing, rope: Rope, threshold: float) -> float:
    """The smallest k that decides, by bisection: with m and s fixed, the mass on m's side of a bound grows with k."""
    posterior = grown.at(1.0).posterior
    if not posterior.sd > 0:
        return 1.0
    if is_at(posterior.mean, rope.low) or is_at(posterior.mean, rope.high):
        return inf

    def decides(k: float) -> bool:
        return by_threshold(grown.shares(k, rope), threshold) != "undecided"

    n = grown.levels
    low, high = 2 / n, 1.0
    while not decides(high):
        low, high = high, 2 * high
        if high > grown.most:
            return inf
    small, large = ceil(low * n), ceil(high * n)
    while large - small > max(1, large // 10_000):
        middle = (small + large) // 2
        small, large = (small, middle) if decides(middle / n) else (middle, large)
    return large / n
