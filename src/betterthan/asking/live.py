"""Live: the numbers with which a page answers for another rope by itself, without Python and without a network.

A rope is varied by a factor k: its bounds are null + k (low - null) and null + k (high - null). A posterior of one
difference carries its quantiles, from which any rope is answered; one that has to be integrated anew for each rope
carries its three probabilities at the factors of a grid, and the slider stops at these. Of several models the pairs are
answered, by what their verdicts rest on: the joint model, or each pair alone. Where the user wants no rope, the slider
starts at 0 and moves by tenths of the posterior's spread.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from scipy.special import expit

from betterthan.answers.further import (
    LiveDensity,
    LiveGrid,
    LiveNumbers,
    LivePoint,
    LiveQuantiles,
    LiveRow,
    LiveTable,
    RopeUnit,
    Three,
)
from betterthan.asking.joint_verdicts import for_equivalence, from_matrix
from betterthan.judging.rules.table import rule_named
from betterthan.procedures.shared.weights import shared_weights
from betterthan.results.kinds import at_rope
from betterthan.results.rope import Rope
from betterthan.vocabulary import REGIONS

if TYPE_CHECKING:
    from betterthan.answers.comparison import Comparison
    from betterthan.answers.comparisons import Comparisons
    from betterthan.answers.ranked import Ranked
    from betterthan.arrays import Array
    from betterthan.data.tables import PairedTable
    from betterthan.results.condition import Condition
    from betterthan.results.probabilities import Probabilities
    from betterthan.results.protocol import Posterior
    from betterthan.vocabulary import Region

FACTORS = (*(j / 20 for j in range(41)), *(j / 4 for j in range(9, 17)), 4.5, 5.0, 6.0, 7.0, 8.0, 10.0)
"""Factors of the rope at which a posterior without quantiles is answered."""
FURTHEST = 13.8
"""Quantiles are carried at probabilities with evenly spaced logits up to this one, a millionth from 1."""
NODES = 401
TASK_NODES = 101
"""Quantiles that are carried: of the main posterior, and of every task's."""
MOST_TASKS = 2_000
"""Tables of more tasks are not recomputed by the page."""
COARSE = (0.0, 0.1, 0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 7.0, 10.0)
MANY_UNITS = 200
"""The factors for pairs that are integrated anew, and for posteriors of regions with more units than this."""
MOST_PAIRS, MOST_INTEGRATED, MOST_BY_JOINT = 1_000, 60, 300
"""How many pairs a page recomputes: with quantiles, integrated anew, and by the joint model."""


def live_numbers(comparison: Comparison) -> LiveNumbers | None:
    """What the page needs; None where there is nothing to move (no rope, another rule than the threshold)."""
    posterior, rope, decision = comparison.posterior, comparison.rope, comparison.decision
    if posterior is None or rope is None or decision is None or decision.threshold is None:
        return None
    if not rule_named(decision.rule).can_vary or not posterior.can_vary or decision.rests_on != "pair":
        return None
    none = _is_none(rope, posterior)
    unit = _tenth(posterior) if none else _unit(rope, posterior)
    slow = posterior.built_for is not None and comparison.n_units > MANY_UNITS
    factors = COARSE if slow else FACTORS
    with shared_weights():
        row = live_row(posterior, unit, decision.reading, nodes=NODES, factors=factors)
    if row is None:
        return None
    tables = _tables(comparison, unit, shared=unit if none else None)
    return LiveNumbers(
        null=posterior.parameter.null,
        unit=unit,
        start=0.0 if none else 1.0,
        factors=factors,
        stepped=isinstance(row, LiveGrid),
        apart=any(each.unit != unit for rows in tables.values() for each in rows if each is not None),
        threshold=decision.threshold,
        row=replace(row, own=_three(decision.probabilities)),
        tables=tables,
    )


def live_numbers_of_pairs(found: Comparisons) -> LiveNumbers | None:
    """What the page needs for the table of pairs; None where nothing can be moved, or with too many pairs."""
    parts = found.clearest
    decision, posterior = parts[0].decision, parts[0].posterior
    if decision is None or decision.threshold is None or posterior is None or not rule_named(decision.rule).can_vary:
        return None
    if decision.rests_on == "joint":
        return _live_by_joint(found, decision.threshold)
    stepped = not all(_has_quantiles(part.posterior) for part in parts)
    if len(parts) > (MOST_INTEGRATED if stepped else MOST_PAIRS):
        return None
    factors = COARSE if stepped else FACTORS
    none = all(part.rope is None or part.posterior is None or _is_none(part.rope, part.posterior) for part in parts)
    shared = max(_tenth(part.posterior) for part in parts if part.posterior is not None) if none else None
    with shared_weights():
        rows = tuple(_part(part, shared, factors) for part in parts)
    units = {row.unit for row in rows if row is not None}
    if not units:
        return None
    return LiveNumbers(
        null=posterior.parameter.null,
        unit=units.pop() if len(units) == 1 else None,
        start=0.0 if none else 1.0,
        factors=factors,
        stepped=stepped,
        apart=False,
        threshold=decision.threshold,
        row=None,
        tables={"pairs": rows},
    )


def _live_by_joint(found: Comparisons, threshold: float) -> LiveNumbers | None:
    """The pairs as the joint model answers them, where all have its rope and the scores are there to confirm them."""
    ranked, parts, table = found.ranked, found.clearest, found.table
    if ranked is None or table is None or len(parts) > MOST_BY_JOINT or any(_apart(part, ranked) for part in parts):
        return None
    none, tenth = not ranked.rope.width, 0.1 * (ranked.result.spread or 0.0) or 0.1
    unit = (-tenth, tenth) if none else (ranked.rope.low, ranked.rope.high)
    names, law = {name: j for j, name in enumerate(ranked.result.models)}, ranked.result.law
    better = [np.clip(law.better(k * unit[1]), 0.0, 1.0).tolist() for k in COARSE]
    with shared_weights():
        rows = []
        for part in parts:
            shares = [from_matrix(each, names[part.first], names[part.second]) for each in better]
            row = _grid(shares, unit)
            rows.append(_confirmed(row, shares, part, table.two(part.first, part.second), ranked.procedure))
    return LiveNumbers(
        null=0.0,
        unit=unit,
        start=0.0 if none else 1.0,
        factors=COARSE,
        stepped=True,
        apart=False,
        threshold=threshold,
        row=None,
        tables={"pairs": tuple(rows)},
    )


def _apart(part: Comparison, ranked: Ranked) -> bool:
    """Whether the joint model judges a pair by another rope than the others."""
    own, ours = part.rope, ranked.rope
    return own is not None and own.scale == ours.scale and (own.low, own.high) != (ours.low, ours.high)


def _confirmed(
    row: LiveGrid, shares: Sequence[Probabilities], part: Comparison, pair: PairedTable, joint: str
) -> LiveGrid:
    """The grid with what equivalence must also pass at each factor at which it could be claimed."""
    single = pair.by_task() if len(pair.tasks) > 1 else pair
    least = [
        _least_at(k, row.unit, part, single, joint) if each.equivalent > 0.5 else (1.0, "")
        for k, each in zip(COARSE, shares, strict=True)
    ]
    own = None if part.joint is None else _three(part.joint)
    return replace(
        row,
        confirmed=tuple((1.0, round(share, 5), 1.0) for share, _ in least),
        held_back_by=tuple(("", name, "") for _, name in least),
        own=own,
    )


def _least_at(k: float, unit: RopeUnit, part: Comparison, single: PairedTable, joint: str) -> tuple[float, str]:
    """The least probability of equivalence among the conditions at k times the rope, and its name."""
    if part.posterior is None or part.rope is None:
        return 1.0, ""
    own = _unit(part.rope, part.posterior) if part.rope.width else unit  # that of the joint model may be in log-odds
    rope = _rope(part.posterior, own, k)
    posterior = at_rope(part.posterior.knowing(single.differences()), rope)
    return _least(tuple(for_equivalence(single, posterior, rope, joint)), "equivalent")


def live_density(comparison: Comparison, numbers: LiveNumbers) -> LiveDensity | None:
    """The density that the page shades as its slider moves; None for a posterior without one."""
    found, unit = comparison.posterior, numbers.unit
    if found is None or unit is None:
        return None
    reading = comparison.decision.reading if comparison.decision else found.rests_on
    drawn = found.law_of(reading) or found.main_law
    if drawn is None or drawn.sd == 0:
        return None
    null = drawn.parameter.null
    ends = drawn.quantile(np.array([0.005, 0.995])) - null
    low, high = min(float(ends[0]), 1.3 * unit[0]), max(float(ends[1]), 1.3 * unit[1])
    density = np.nan_to_num(drawn.density(np.linspace(low, high, 241) + null), posinf=0.0)
    heights = density / (float(density.max()) or 1.0)
    one_more_task = reading == "next_task" and found.law_of(reading) is not None
    return LiveDensity(low, high, tuple(heights.tolist()), drawn.parameter, one_more_task)


def live_row(
    posterior: Posterior,
    unit: RopeUnit,
    reading: str,
    *,
    nodes: int = TASK_NODES,
    factors: tuple[float, ...] = FACTORS,
) -> LiveRow | None:
    """One posterior in the form in which the page asks it; None if it cannot be asked about another rope."""
    quantiles = posterior.quantiles(expit(np.linspace(-FURTHEST, FURTHEST, nodes)))
    if quantiles is not None:
        return _carried(posterior, quantiles, unit)
    if not posterior.can_vary:
        return None
    asked = [(at_rope(posterior, rope), rope) for rope in (_rope(posterior, unit, k) for k in factors)]
    row = _grid([each.reading(rope, reading) for each, rope in asked], unit)
    return row if reading != posterior.rests_on else _conditioned(row, asked)


def _conditioned(row: LiveGrid, asked: Sequence[tuple[Posterior, Rope]]) -> LiveGrid:
    """The grid with what a claim must also pass at each factor."""
    found = [each.conditions(rope) for each, rope in asked]
    if not any(found):
        return row
    least = [tuple(_least(conditions, region) for region in REGIONS) for conditions in found]
    return replace(
        row,
        confirmed=tuple((round(a, 5), round(b, 5), round(c, 5)) for (a, _), (b, _), (c, _) in least),
        held_back_by=tuple((a, b, c) for (_, a), (_, b), (_, c) in least),
        outside=tuple(round(1 - each.reading(rope, "next_task").equivalent, 4) for each, rope in asked),
    )


def _least(conditions: Sequence[Condition], region: Region) -> tuple[float, str]:
    """The least probability of a region among the conditions of its claim, and the condition; 1 where it has none."""
    asked = [(each.probabilities.of(region), each.name) for each in conditions if region in each.regions]
    return min(asked, default=(1.0, ""))


def _carried(posterior: Posterior, quantiles: Array, unit: RopeUnit) -> LiveQuantiles | LivePoint:
    """Quantiles of a law; of one that is all at one value, that value."""
    x = quantiles - posterior.parameter.null
    if np.ptp(x) == 0:
        return LivePoint(float(x[0]), posterior.identical, unit)
    return LiveQuantiles(tuple(float(f"{value:.7g}") for value in x), unit)


def _has_quantiles(posterior: Posterior | None) -> bool:
    return posterior is not None and posterior.quantiles(0.5) is not None


def _grid(shares: Sequence[Probabilities], unit: RopeUnit) -> LiveGrid:
    return LiveGrid(tuple(_three(each, digits=5) for each in shares), unit)


def _three(p: Probabilities, *, digits: int | None = None) -> Three:
    first, equivalent, second = (share if digits is None else round(share, digits) for share in p)
    return first, equivalent, second


def _is_none(rope: Rope, posterior: Posterior) -> bool:
    """Whether any difference counts."""
    return rope.low == rope.high == posterior.parameter.null


def _unit(rope: Rope, posterior: Posterior) -> RopeUnit:
    """The rope as differences from the null."""
    return rope.low - posterior.parameter.null, rope.high - posterior.parameter.null


def _tenth(posterior: Posterior) -> RopeUnit:
    """A tenth of the spread to both sides: of the posterior (half of its middle two thirds), or of the differences."""
    law = posterior.main_law
    middle = None if law is None else law.quantile(np.array([1 / 6, 5 / 6]))  # a standard deviation may be infinite
    spread = posterior.spread if middle is None else float(np.ptp(middle)) / 2
    tenth = 0.1 * (spread or 0.0) or 0.1
    return -tenth, tenth


def _rope(posterior: Posterior, unit: RopeUnit, k: float) -> Rope:
    null = posterior.parameter.null
    return Rope(null + k * unit[0], null + k * unit[1])


def _tables(
    comparison: Comparison, unit: RopeUnit, *, shared: RopeUnit | None
) -> dict[LiveTable, tuple[LiveRow | None, ...]]:
    """Per table of tasks, every row in the form in which the page asks it."""
    tables: dict[LiveTable, tuple[LiveRow | None, ...]] = {}
    if 0 < len(comparison.tasks) <= MOST_TASKS:
        tables["tasks"] = tuple(
            _part(part, shared) if _has_quantiles(part.posterior) else None for part in comparison.tasks
        )
    posterior = comparison.posterior
    if posterior is not None and 0 < len(comparison.pooled_tasks) <= MOST_TASKS:
        columns = [posterior.pooled_tasks(_rope(posterior, unit, k)) for k in FACTORS]
        rows = ([task.probabilities for task in row] for row in zip(*columns, strict=True))
        tables["pooled-tasks"] = tuple(_grid(row, unit) for row in rows)
    return tables


def _part(part: Comparison, shared: RopeUnit | None, factors: tuple[float, ...] = FACTORS) -> LiveRow | None:
    """A row of a table: the comparison within one task, or of one pair."""
    posterior, rope, decision = part.posterior, part.rope, part.decision
    if posterior is None or rope is None or decision is None:
        return None
    row = live_row(posterior, shared or _unit(rope, posterior), decision.reading, factors=factors)
    return None if row is None else replace(row, own=_three(decision.probabilities))
