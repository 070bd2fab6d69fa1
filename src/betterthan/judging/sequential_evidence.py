"""Evidence that may be looked at after every unit: e-values in the place of probabilities.

A claim stands at 1 - 1/e, so that it reaches the threshold when e reaches 1/(1 - threshold).
"""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING

import numpy as np

from betterthan.errors import NeedsNotMet
from betterthan.judging.gate_claims import Claims
from betterthan.judging.gate_evidence import Evidence, differences_of, reach_for, refuse_wide
from betterthan.numerics.betting import log_e_value, log_wealth, lower_bound

if TYPE_CHECKING:
    from betterthan.arrays import Array
    from betterthan.data.protocol import Comparable
    from betterthan.data.ranges import Reach
    from betterthan.results.rope import Rope

WITHOUT_MARGIN = (
    "Without a margin the e-value tests whether wins and losses are equally frequent: it can show that one model is "
    "better, and can never show that two equal models are not worse. Give a rope for that."
)
ANY_TIME = (
    "These numbers may be looked at after every new case, and the run stopped at any look. Ordinary verdicts, "
    "probabilities and p-values are made for one look at a number of cases that was fixed before."
)


def sequential_evidence(table: Comparable, rope: Rope, worst_loss: float | None) -> Evidence:
    """The evidence of independent units of one task, at any look.

    Parameters:
        table: the scores of two models, the new one first.
        rope: the region of practical equivalence, in units of the score.
        worst_loss: as in `evidence_of`.
    """
    values, counts = differences_of(table)
    n, unit = int(counts.sum()), table.facts.unit.plural
    if table.binary and not rope.width:
        lost, won = (int(counts[values == side].sum()) for side in (-1.0, 1.0))
        found = _of_e_value(lost, won)
        notes = (ANY_TIME, WITHOUT_MARGIN)
        return Evidence(rule="e-value", claims=lambda k: found if k == 1 else None, unit=unit, n=n, notes=notes)
    reach = reach_for(table, values, worst_loss)
    if reach is None:
        raise NeedsNotMet(
            "A sequential gate bets on scores with a range, and that of these is not known: say what a score can be "
            "with `range=(LOW, HIGH)`, or the most that one unit can lose with `worst_loss=L`."
        )
    refuse_wide(rope, reach)
    return Evidence(
        rule="betting",
        claims=lambda k: _of_bets(values, k * counts, rope, reach.width),
        unit=unit,
        n=n,
        reach=reach,
        notes=(ANY_TIME,),
    )


def confidence_sequence(table: Comparable, reach: Reach, threshold: float) -> tuple[float, float]:
    """Ends of the difference that hold at all looks together, each with probability `threshold`.

    Parameters:
        table: the scores.
        reach: how far one unit can move the two models apart.
        threshold: such as 0.95.
    """
    values, counts = differences_of(table)
    low = lower_bound(values, counts, -reach.width, 1 / (1 - threshold))
    high = -lower_bound(-values, counts, -reach.width, 1 / (1 - threshold))
    return low, high


def _of_e_value(lost: int, won: int) -> Claims:
    sure = _sure(log_e_value(lost, won))
    ahead, behind = (sure, 0.0) if won > lost else (0.0, sure) if lost > won else (0.0, 0.0)
    return Claims(not_worse=ahead, worse=behind, better=ahead, not_better=behind, equivalent=0.0)


def _of_bets(values: Array, counts: Array, rope: Rope, width: float) -> Claims:
    def higher(bound: float) -> float:
        return _sure(log_wealth(values, counts, bound, -width))

    def lower(bound: float) -> float:
        return _sure(log_wealth(-values, counts, -bound, -width))

    return Claims(
        not_worse=higher(rope.low),
        worse=lower(rope.low),
        better=higher(rope.high),
        not_better=lower(rope.high),
        equivalent=min(higher(rope.low), lower(rope.high)),
    )


def _sure(log_e: float) -> float:
    return float(np.clip(1 - exp(min(-log_e, 0.0)), 0.0, 1.0))
