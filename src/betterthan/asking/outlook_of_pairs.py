"""Outlook of several pairs: which undecided one more units of the same kind would decide first, and how many."""

from __future__ import annotations

from typing import TYPE_CHECKING

from betterthan.answers.outlook import Outlook, PairsOutlook
from betterthan.asking.outlook import ON_SINGLE_TASKS, if_narrower, if_narrower_by_rule, outlook
from betterthan.asking.settings import Settings
from betterthan.data.units import TASKS
from betterthan.procedures import named

if TYPE_CHECKING:
    from betterthan.answers.comparison import Comparison
    from betterthan.answers.comparisons import Comparisons
    from betterthan.asking.joint_verdicts import Jointly
    from betterthan.data.tables import PairedTable
    from betterthan.judging.verdict import Decision
    from betterthan.results.protocol import Posterior
    from betterthan.results.rope import Rope

NEAREST = 12
"""So many undecided pairs are looked at, those nearest to a verdict: a law of the joint model takes its time."""
NONE_NARROWS = "what was asked of these pairs has no law that would narrow with more units"


def outlook_of_pairs(found: Comparisons, table: PairedTable, joint: Jointly | None) -> PairsOutlook | None:
    """What would be decided first; None if all pairs are decided, or have no verdict.

    Parameters:
        found: the pairs.
        table: the scores of all models.
        joint: what the verdicts rest on; None where each pair decides by itself.
    """
    undecided = [pair for pair in found.clearest if pair.decision is not None and pair.decision.verdict == "undecided"]
    if not undecided:
        return None
    best: tuple[tuple[bool, int], Comparison, Outlook] | None = None  # a verdict comes before equality on average
    why = NONE_NARROWS
    for pair in undecided[:NEAREST]:
        ahead = _of_pair(pair, table, joint)
        if ahead is None:
            continue
        near = (ahead.unknown is not None, ahead.needed[0].needed if ahead.needed else 0)
        if ahead.needed and (best is None or near < best[0]):
            best = near, pair, ahead
        why = ahead.never or ahead.unknown or why
    if best is None:
        first, second = undecided[0].first, undecided[0].second
        return PairsOutlook(len(undecided), first, second, "undecided", None, why)
    _, pair, ahead = best
    return PairsOutlook(len(undecided), pair.first, pair.second, ahead.verdict, ahead.needed[0], ahead.unknown)


def _of_pair(pair: Comparison, table: PairedTable, joint: Jointly | None) -> Outlook | None:
    """What a law that narrows would say of one pair; None without one."""
    decision, (posterior, rope) = pair.decision, _judged_by(pair, joint)
    if decision is None or posterior is None or rope is None or posterior.main_law is None:
        return None
    growth = None if posterior is not pair.posterior else named(pair.procedure).growth
    if growth is not None and growth.limited and len(table.tasks) == 1:
        return _with_a_floor(pair, table, decision)
    law = posterior.main_law
    if decision.rule == "threshold" and decision.threshold is not None:
        found = if_narrower(table, posterior, law, rope, decision.threshold)
    else:
        matrix = None if pair.given is None else pair.given.loss_matrix
        found = if_narrower_by_rule(table, posterior, law, rope, decision, matrix)
    if found.verdict == "equivalent" and (table.facts.tasks > 1 or table.facts.unit == TASKS):
        return Outlook("undecided", found.needed, unknown=ON_SINGLE_TASKS, roughly=True)
    return found


def _with_a_floor(pair: Comparison, table: PairedTable, decision: Decision) -> Outlook | None:
    """Of a pair that decides by itself, where no number of units narrows the law beyond a floor."""
    settings = Settings(
        rope=pair.rope,
        rule=decision.rule,
        threshold=decision.threshold,
        loss_matrix=None if pair.given is None else pair.given.loss_matrix,
    )
    two = table.two(pair.first, pair.second)
    return outlook(two, named(pair.procedure), pair.result, pair.rope, decision, settings)


def _judged_by(pair: Comparison, joint: Jointly | None) -> tuple[Posterior | None, Rope | None]:
    """What the verdict rests on, and its rope."""
    if joint is None or pair.joint is None:
        return pair.posterior, pair.rope
    return joint.ranked.result.pair(pair.first, pair.second), joint.rope(pair.rope)
