"""Evidence for a gate: which rule the scores allow, and what it says of the new model, now and with k times the units.

Scores with a range: Dirichlet(1, …, 1) weights on the n differences, and on one more at the whole range (Gaffke's
bound; for 0/1 scores without wins Clopper and Pearson's). Without a range: Student's t and Hall's, both. Over several
tasks: the posterior over tasks, at every place of its prior. Each speaks of independent units, or is refused.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import isnan
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np

from betterthan.data.paired_units import PairedUnits
from betterthan.data.ranges import GIVE, Reach, score_limits
from betterthan.data.summaries import PairedSummary
from betterthan.data.tables import TwoSamples
from betterthan.data.units import CLUSTERED_CASES, FOLDS, RUNS, TASKS
from betterthan.errors import ArgumentError, NeedsNotMet
from betterthan.judging.gate_claims import NOTHING, Claims, Tail, claims_of
from betterthan.judging.question import LEAST_TASKS
from betterthan.numerics.dirichlet_mean import grouped
from betterthan.numerics.dirichlet_tail import above
from betterthan.numerics.skewed_t import LEAST_DIFFERENT, both_above
from betterthan.phrases import counted, number, sentence_case

if TYPE_CHECKING:
    from betterthan.arrays import Array
    from betterthan.data.protocol import Comparable
    from betterthan.results.protocol import Posterior
    from betterthan.results.rope import Rope

GateRule: TypeAlias = Literal["worst case", "skewed t", "tasks", "betting", "e-value"]
"""By which rule a gate answers."""

AS_SEEN = "scores are taken to lie between 0 and 1, as all that were seen do"
NO_WORST_LOSS = "The worst loss of one unit has no part in a gate about tasks like these."
MOST_DISTINCT = 5_000
"""More distinct differences than this are split between the points of a lattice, keeping the mean."""


@dataclass(frozen=True, kw_only=True)
class Evidence:
    """What the scores say, and by which rule.

    Parameters:
        rule: the rule.
        claims: what may be claimed with k times as many units like these; None where that is not known.
        unit: what one unit is.
        n: number of units.
        reach: how far one unit can move the two models apart; None if nobody knows.
        barred: why nothing can be claimed; None if something can.
        notes: what was assumed.
    """

    rule: GateRule
    claims: Callable[[float], Claims | None]
    unit: str
    n: int
    reach: Reach | None = None
    barred: str | None = None
    notes: tuple[str, ...] = ()

    @property
    def now(self) -> Claims:
        """What may be claimed of the units that there are."""
        return NOTHING if self.barred else self.claims(1.0) or NOTHING


def evidence_of(table: Comparable, rope: Rope, worst_loss: float | None) -> Evidence:
    """The evidence of independent units of one task, or of units that never differ over several.

    Parameters:
        table: the scores of two models, the new one first.
        rope: the region of practical equivalence, in units of the score.
        worst_loss: the most that one unit can lose or win, as the user says; None takes the whole range.
    """
    values, counts = differences_of(table)
    n, unit = int(counts.sum()), table.facts.unit.plural
    reach = reach_for(table, values, worst_loss)
    if reach is None:
        return _by_t(values, counts, rope, unit)
    refuse_wide(rope, reach)
    assumed = (f"{sentence_case(reach.source)}.",) if reach.assumed else ()
    found = _with_worst_case(values, counts, rope, reach)
    return Evidence(rule="worst case", claims=found, unit=unit, n=n, reach=reach, notes=assumed)


def refuse_dependent(table: Comparable) -> None:
    """Refuse units that are not independent draws, or of which single differences are not known.

    Parameters:
        table: the scores of two models on one task.
    """
    facts = table.facts
    if isinstance(table, TwoSamples):
        raise NeedsNotMet(
            "A gate compares two runs on the same cases; these share none. Run both on one list of cases."
        )
    if facts.unit == FOLDS or facts.crossed:
        raise NeedsNotMet(
            f"A gate holds its level for independent units, and these are {facts.unit.listed}, {_shared(table)}; or "
            "use `bt.compare`, which promises less."
        )
    if facts.unit == CLUSTERED_CASES:
        raise NeedsNotMet(
            'A gate speaks of the mean over clusters, whose means are independent: leave `weight="cases"` out.'
        )


def _shared(table: Comparable) -> str:
    """Why they are not independent, and what to do."""
    facts = table.facts
    if not facts.crossed:
        return "which share training data: give scores per case"
    trained = [each for each in facts.unit.crosses if each in RUNS]
    if len(trained) != 1:
        return "which share levels: give scores per case"
    (runs,) = trained
    return (
        f"where all scores of one {runs.singular} are alike: take {runs.plural} for repeats of one run with "
        f'`repeat="{runs.key}"`, which averages them and speaks of these {runs.plural} alone'
    )


def differences_of(table: Comparable) -> tuple[Array, Array]:
    """The distinct differences, new minus baseline, and how often each is there.

    Parameters:
        table: the scores of two models.
    """
    if isinstance(table, PairedUnits):
        values, times = np.unique(table.differences(), return_counts=True)
        return values, times.astype(np.float64)
    if isinstance(table, PairedSummary) and table.binary:
        cells = table.cells()
        lost_tied_won = np.array([cells.n01, cells.n00 + cells.n11, cells.n10], dtype=np.float64)
        seen = lost_tied_won > 0
        return np.array([-1.0, 0.0, 1.0])[seen], lost_tied_won[seen]
    raise NeedsNotMet(
        "A gate needs the single differences; only their sums are known here. Give the score of each case."
    )


def reach_for(table: Comparable, values: Array, worst_loss: float | None) -> Reach | None:
    """How far one unit can move the two models apart: as the user says, by the range of the scores, or unknown.

    Parameters:
        table: the scores.
        values: the differences.
        worst_loss: as in `evidence_of`.
    """
    if worst_loss is not None:
        seen = float(np.abs(values).max())
        if not 0 < worst_loss < np.inf or seen > worst_loss * (1 + 1e-12):
            raise ArgumentError(
                f"`worst_loss={worst_loss:g}` is the most that one unit can lose or win: a positive number, at least "
                f"the largest difference seen, which is {number(seen)} here."
            )
        return Reach(float(worst_loss), "the worst loss that you gave", assumed=False)
    found = score_limits(table)
    if found is None:
        return None
    if table.score_range is not None:
        source = f"the range from {found.low:g} to {found.high:g} that you gave"
    else:
        source = AS_SEEN if found.assumed else "the scores are 0 or 1, or means of such"
    return Reach(found.high - found.low, source, found.assumed)


def refuse_wide(rope: Rope, reach: Reach) -> None:
    """Refuse a rope that no difference can leave.

    Parameters:
        rope: the rope.
        reach: how far a unit can move the models apart.
    """
    if max(-rope.low, rope.high) >= reach.width:
        raise ArgumentError(
            f"The rope {rope.bounds} is as wide as a score can be ({number(reach.width)}, {reach.source}): nothing "
            "could ever fail. Give a smaller rope."
        )


def _with_worst_case(values: Array, counts: Array, rope: Rope, reach: Reach) -> Callable[[float], Claims]:
    """Gaffke's bound, on either side."""
    if len(values) > MOST_DISTINCT:
        values, counts = grouped(np.repeat(values, counts.astype(np.int64)))

    def tail(bound: float, k: float) -> Tail:
        lost, won = (
            above(np.append(values, extra), np.append(k * counts, 1.0), bound) for extra in (-reach.width, reach.width)
        )
        return Tail(lost, won)

    return lambda k: claims_of(tail(rope.low, k), tail(rope.high, k))


def _by_t(values: Array, counts: Array, rope: Rope, unit: str) -> Evidence:
    """Without a range a sample does not show what losses there can be: both statistics must agree."""
    differences = np.repeat(values, counts.astype(np.int64))
    n, different = len(differences), int(counts[values != 0].sum())

    def claims(k: float) -> Claims:
        tails = [both_above(differences, bound, n=k * n) for bound in (rope.low, rope.high)]
        return claims_of(*(Tail(*tail) for tail in tails))

    barred = None
    if different < LEAST_DIFFERENT:
        barred = (
            f"only {different:,} of {n:,} {unit} differ, and without a range at least {LEAST_DIFFERENT} must; {GIVE}"
        )
    elif isnan(claims(1.0).not_worse):
        barred = f"all {counted(n, 'difference')} are the same, which says nothing about others; {GIVE}"
    rare = (
        "What a score can be is not known, so losses that are rarer or larger than those seen are not covered: "
        f"{GIVE}, or how much one of them can lose with `worst_loss=L`."
    )
    return Evidence(rule="skewed t", claims=claims, unit=unit, n=n, barred=barred, notes=(rare,))


def evidence_over_tasks(
    table: Comparable, posterior: Posterior, rope: Rope, claims: Callable[[float], Claims | None], *, worst_loss: bool
) -> Evidence:
    """The evidence of several tasks about tasks like these.

    Parameters:
        table: the scores of two models.
        posterior: what they say of such tasks.
        rope: the region of practical equivalence, in units of the score.
        claims: what may be claimed with k times as many tasks.
        worst_loss: whether the user said how much one unit can lose, which is of no use here.
    """
    n = len(table.tasks)
    limits = score_limits(table)
    if limits is not None:
        source = AS_SEEN if limits.assumed else "by the range of the scores"
        refuse_wide(rope, Reach(limits.high - limits.low, source, limits.assumed))
    barred = None if posterior.takes_rope else _no_margin(n)
    notes = (NO_WORST_LOSS,) if worst_loss else ()
    return Evidence(rule="tasks", claims=claims, unit=TASKS.plural, n=n, barred=barred, notes=notes)


def _no_margin(tasks: int) -> str:
    """Why a gate with a margin cannot be about tasks like these, and what to do."""
    why = "their scores are hardly on one scale, so that no margin fits all of these tasks"
    if tasks < LEAST_TASKS:
        why = f"two tasks do not say how tasks differ, which takes at least {LEAST_TASKS}"
    return f"{why}; `per_task=True` makes each a gate of its own, and `task=` looks at one"


def claims_over_tasks(posterior: Posterior, rope: Rope) -> Claims:
    """What a posterior over tasks says, by the reading that its verdict rests on and at every place of its prior.

    Parameters:
        posterior: the posterior.
        rope: the rope.
    """
    conditions = posterior.conditions(rope)
    main = posterior.reading(rope, posterior.rests_on)
    places = [main, *(each.probabilities for each in conditions if each.name == "prior")]
    single = [each.probabilities.equivalent for each in conditions if "equivalent" in each.regions]
    return Claims(
        not_worse=min(each.first + each.equivalent for each in places),
        worse=min(each.second for each in places),
        better=min(each.first for each in places),
        not_better=min(each.equivalent + each.second for each in places),
        equivalent=min([main.equivalent, *single]),
    )
