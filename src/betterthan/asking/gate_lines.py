"""Lines of a gate: one answer for all scores, or one for every task that has its own."""

from __future__ import annotations

from dataclasses import replace
from math import ceil
from typing import TYPE_CHECKING, Any

import numpy as np

from betterthan.answers.gate import GateLine
from betterthan.asking.one_pair import Place, answer
from betterthan.asking.settings import Settings
from betterthan.data.paired_units import PairedUnits
from betterthan.data.units import unit_called
from betterthan.errors import NeedsNotMet
from betterthan.judging.gate_claims import Claims, Tail, claims_of
from betterthan.judging.gate_evidence import (
    Evidence,
    claims_over_tasks,
    evidence_of,
    evidence_over_tasks,
    refuse_dependent,
)
from betterthan.judging.gate_reasons import NEVER, claim_in_words, sureness, what_decides
from betterthan.judging.sequential_evidence import confidence_sequence, sequential_evidence
from betterthan.numerics.multiplicity import adjust
from betterthan.results.interval import Interval
from betterthan.results.region import builder_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from betterthan.answers.comparison import Comparison
    from betterthan.asking.gate_policy import Terms
    from betterthan.data.protocol import Comparable
    from betterthan.results.protocol import Posterior
    from betterthan.results.rope import Rope
    from betterthan.vocabulary import Outcome, Requirement

FURTHEST = 10_000
"""A decision that needs more than this many times the units is out of reach."""
MOST_TASKS = 500
"""More tasks than this are not tried where the posterior must be built again: nobody has so many."""
DRAWS = 10_000
"""Draws with which other numbers of tasks are tried."""


def line_of(
    table: Comparable, terms: Terms, *, sequential: bool, task: str | None = None, metric: str | None = None
) -> tuple[GateLine, tuple[str, ...]]:
    """One gate, and what was assumed.

    Parameters:
        table: the scores of the new model and of the baseline.
        terms: what is asked, all of it said.
        sequential: whether looks are repeated.
        task: the task that it is about, if it is one of several gates.
        metric: the metric, likewise.
    """
    rope, requirement, threshold = _said(terms)
    comparison = beside(table, rope, threshold)
    evidence = _evidence(table, comparison, rope, terms.worst_loss, sequential=sequential)
    claims = evidence.now
    outcome = claims.outcome(requirement, threshold)
    size = _needed(evidence, requirement, threshold) if outcome == "undecided" else None
    line = GateLine(
        outcome=outcome,
        reason=_reason(table, evidence, rope, requirement, threshold, size),
        requirement=requirement,
        rope=rope,
        threshold=threshold,
        tier=terms.tier or "block",
        rule=evidence.rule,
        claims=claims,
        n=evidence.n,
        unit=evidence.unit,
        task=task,
        metric=metric,
        reach=evidence.reach,
        needed=size,
        sequence=_sequence(table, evidence, threshold),
        comparison=comparison,
    )
    return line, evidence.notes


def beside(table: Comparable, rope: Rope, threshold: float) -> Comparison:
    """The ordinary comparison, which stands beside a gate.

    Parameters:
        table: the scores of the new model and of the baseline.
        rope: the region of practical equivalence.
        threshold: what its verdict needs.
    """
    only = (table.tasks[0] or None) if len(table.tasks) == 1 else None
    return answer(table, Settings(rope=rope, threshold=threshold), Place(task=only, table=table))


def _said(terms: Terms) -> tuple[Rope, Requirement, float]:
    """The terms that every gate has; `settled` has seen to it that they are there."""
    if terms.rope is None or terms.require is None or terms.threshold is None:
        raise NeedsNotMet("A gate needs a rope, a requirement and a threshold.")
    return terms.rope, terms.require, terms.threshold


def _evidence(
    table: Comparable, comparison: Comparison, rope: Rope, worst_loss: float | None, *, sequential: bool
) -> Evidence:
    posterior, several = comparison.posterior, len(table.tasks) > 1
    if sequential and several:
        raise NeedsNotMet(
            "A sequential gate looks at one task after every case, and these scores have several: choose one with "
            "`task=`."
        )
    if several and posterior is not None and not table.alike:
        claims = _over_tasks(table, posterior, rope)
        return evidence_over_tasks(table, posterior, rope, claims, worst_loss=worst_loss is not None)
    units = table.by_task() if several and not table.facts.unit.independent else table
    refuse_dependent(units)
    return (sequential_evidence if sequential else evidence_of)(units, rope, worst_loss)


def _over_tasks(table: Comparable, posterior: Posterior, rope: Rope) -> Callable[[float], Claims | None]:
    """What k times as many tasks like these would say, roughly."""
    law, middle = posterior.main_law, posterior.estimate
    differences = np.sort(table.by_task().differences()) if isinstance(table, PairedUnits) else None

    def claims(k: float) -> Claims | None:
        if k == 1:
            return claims_over_tasks(posterior, rope)
        if law is not None and middle is not None:  # a law about the same middle, narrower by the root of k
            tails = [1 - float(law.cdf(np.array([middle + (b - middle) * k**0.5]))[0]) for b in (rope.low, rope.high)]
            return claims_of(*(Tail(tail, tail) for tail in tails))
        if differences is None or not posterior.can_vary:
            return None
        size = round(k * len(differences))
        if size > MOST_TASKS:
            return None
        again = np.quantile(differences, (np.arange(size) + 0.5) / size, method="inverted_cdf")
        inputs: dict[str, Any] = {**posterior.to_dict()["inputs"], "differences": again}
        inputs |= {"draws": min(inputs["draws"], DRAWS)} if "draws" in inputs else {}
        return claims_over_tasks(builder_of(posterior.procedure)(rope=rope, **inputs), rope)

    return claims


def _needed(evidence: Evidence, requirement: Requirement, threshold: float) -> int | None:
    """The smallest number of units like these that decides, to within half a percent; None if it is out of reach."""
    if evidence.barred:
        return None

    def decides(size: int) -> bool:
        claims = evidence.claims(size / evidence.n)
        return claims is not None and claims.outcome(requirement, threshold) != "undecided"

    low, high = evidence.n, evidence.n + 1
    while not decides(high):
        low, high = high, ceil(1.5 * high)
        if high > FURTHEST * evidence.n or evidence.claims(high / evidence.n) is None:
            return None
    while high - low > max(1, high // 200):
        middle = (low + high) // 2
        low, high = (low, middle) if decides(middle) else (middle, high)
    return high


def _reason(
    table: Comparable, evidence: Evidence, rope: Rope, requirement: Requirement, threshold: float, size: int | None
) -> str:
    claims = evidence.now
    outcome = claims.outcome(requirement, threshold)
    claim = claim_in_words(table.models[0], table.models[1], rope, requirement, outcome)
    if evidence.barred:
        return f"{claim}: {evidence.barred}"
    sure = sureness(claims, requirement, outcome, threshold, unit_called(evidence.unit).counted(evidence.n))
    never = None if evidence.claims(2.0) is None else NEVER
    later = claims if size is None else evidence.claims(size / evidence.n) or claims
    then = later.outcome(requirement, threshold)
    decides = what_decides(size, evidence.n, evidence.unit, then, never) if outcome == "undecided" else ""
    return f"{claim}: {sure}{decides}"


def _sequence(table: Comparable, evidence: Evidence, threshold: float) -> Interval | None:
    """Ends that hold at all looks together, where bets are made."""
    if evidence.rule != "betting" or evidence.reach is None:
        return None
    return Interval(*confidence_sequence(table, evidence.reach, threshold), 2 * threshold - 1, "confidence")


def without_terms(terms: Terms, reason: str, *, outcome: Outcome, task: str | None, metric: str | None) -> GateLine:
    """A gate that is decided before anything is computed, such as one about a task that is missing.

    Parameters:
        terms: what is asked, all of it said.
        reason: why it is decided.
        outcome: how.
        task: the task that it is about.
        metric: the metric.
    """
    rope, requirement, threshold = _said(terms)
    return GateLine(outcome, reason, requirement, rope, threshold, terms.tier or "block", task=task, metric=metric)


def by_holm(lines: Sequence[GateLine]) -> tuple[GateLine, ...]:
    """The gates, with fails and `better` held to Holm's adjustment for their number.

    A pass of `not-worse` or `equivalent` needs none: where all must pass, a worse model gets through no more often than
    through one gate.

    Parameters:
        lines: the gates.
    """
    fails = _adjusted([_sure(line, "fail") for line in lines])
    passes = _adjusted([_sure(line, "pass") if line.requirement == "better" else None for line in lines])
    return tuple(map(_held, lines, fails, passes))


def _sure(line: GateLine, outcome: Outcome) -> float | None:
    """How sure one may be of an outcome; None where nothing was computed."""
    if line.claims is None or line.requirement is None:
        return None
    return line.claims.passing(line.requirement) if outcome == "pass" else line.claims.failing(line.requirement)


def _adjusted(sure: Sequence[float | None]) -> list[float | None]:
    """1 - p, adjusted, for those that there are."""
    there = [j for j, each in enumerate(sure) if each is not None]
    found: list[float | None] = [None] * len(sure)
    for j, p in zip(there, adjust([1 - (sure[j] or 0.0) for j in there], "holm").tolist(), strict=True):
        found[j] = 1 - p
    return found


def _held(line: GateLine, fail: float | None, better: float | None) -> GateLine:
    sure = fail if line.outcome == "fail" else better if line.outcome == "pass" else None
    if sure is None or sure >= line.threshold:
        return line
    told = f"; as one of several gates, Holm's method makes {sure:.3f} of that: undecided"
    return replace(line, outcome="undecided", reason=line.reason + told)
