"""Answer: the walk for one pair of models, from its paired scores to a comparison."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from betterthan.answers.comparison import Comparison, Group
from betterthan.answers.parts import AtOnePoint, Folding
from betterthan.asking.classical import classical_beside
from betterthan.asking.notes import posterior_notes, table_notes, unused_draws, unused_rope
from betterthan.asking.own_means import cut_off, own_figures
from betterthan.asking.relative import relative_difference
from betterthan.asking.scope import not_covered, of_claim, of_parts
from betterthan.data.clusters import Clustering
from betterthan.data.moments import Cells, Pairing
from betterthan.data.paired_units import PairedUnits
from betterthan.data.ranges import score_limits
from betterthan.data.summaries import UnpairedSummary
from betterthan.data.tables import TwoSamples, UnpairedTable
from betterthan.data.units import FOLDS
from betterthan.errors import NeedsNotMet, NotConverged
from betterthan.judging.checks.check import Check
from betterthan.judging.checks.paired import advised, checks, failed_assumption, fitting_robust
from betterthan.judging.checks.samples import sample_checks
from betterthan.judging.checks.tasks import task_checks
from betterthan.judging.decision import decide
from betterthan.judging.effects import EffectSize, effect_sizes, sample_effects
from betterthan.judging.question import made_for, question_of
from betterthan.judging.ropes import about, assumed_rope, default_rope, mixed_scales, user_rope
from betterthan.procedures import Procedure, named
from betterthan.procedures.options import checked_options, refuse_unknown
from betterthan.procedures.shared.crossed_table import has_crossed_units, levels_in_words
from betterthan.results.rope import Rope

if TYPE_CHECKING:
    from betterthan.answers.outlook import Outlook
    from betterthan.asking.settings import Settings
    from betterthan.data.protocol import Comparable, Paired
    from betterthan.judging.asked import Question
    from betterthan.judging.verdict import Decision
    from betterthan.results.kinds import PairResult, Result
    from betterthan.results.null_test import NullTest


@dataclass(frozen=True)
class Found:
    """What one procedure says of two models.

    Parameters:
        table: their scores, paired or not.
        single: the same with one unit for each of several tasks.
        asked: the question.
        chosen: the procedure.
        result: what it returned.
        rope: the region of practical equivalence; None for procedures without one.
        settings: what the user asked for.
        decision: the verdict; None for a classical procedure.
    """

    table: Comparable
    single: Comparable
    asked: Question
    chosen: Procedure[Any, Any]
    result: PairResult
    rope: Rope | None
    settings: Settings
    decision: Decision | None = None

    @cached_property
    def classical(self) -> NullTest | None:
        """The classical test beside a Bayesian result."""
        if self.decision is None:
            return None
        return classical_beside(self.single, self.chosen, self.settings.level, self.settings.options)

    @cached_property
    def notes(self) -> tuple[str, ...]:
        """What limits the verdict; looked for where somebody reads it."""
        decision, result = self.decision, self.result
        if decision is None or result.family == "test":
            return ()
        return (
            *unused_rope(self.settings.rope, self.rope),
            *unused_draws(self.settings.options, result, self.classical),
            *posterior_notes(self.single, self.chosen, result, self.rope, decision.threshold, decision.verdict),
            *of_claim(self.single, self.chosen, result, self.rope, decision),
        )


@dataclass(frozen=True)
class Place:
    """Where a comparison stands: as a part of another, or as the whole of its parts. See `Comparison`."""

    task: str | None = None
    group: Group | None = None
    tasks: tuple[Comparison, ...] = ()
    groups: tuple[Comparison, ...] = ()
    notes: tuple[str, ...] = ()
    outlook: Outlook | None = None
    table: Comparable | None = None


class Judged(NamedTuple):
    """What the scores themselves say, whichever procedure is asked."""

    effects: tuple[EffectSize, ...]
    checks: tuple[Check, ...]
    also: tuple[Comparison, ...] = ()
    pairing: Pairing | None = None
    clustering: Clustering | None = None


ALONE = Place()
ONE_POINT = 0.01
"""One percentage point of accuracy: the rope of Benavoli (2017) and Corani (2017)."""


def answer(table: Comparable, settings: Settings, place: Place = ALONE) -> Comparison:
    """One question about two models, answered.

    Parameters:
        table: their scores, paired or not.
        settings: what the user asked for.
        place: what else the comparison holds.
    """
    return comparison_of(found_in(table, settings), settings, place)


def decided(table: Paired, settings: Settings) -> Decision | None:
    """The verdict on two models alone, without what is told beside it; None by a classical procedure.

    Parameters:
        table: their paired scores.
        settings: what the user asked for.
    """
    return found_in(table, settings).decision


def found_in(table: Comparable, settings: Settings, *, again: Callable[[], Comparable] | None = None) -> Found:
    """What the procedure that was asked for, or else the one that fits, says of a table.

    Parameters:
        table: the scores of two models, paired or not; unpaired scores of several tasks are paired by task.
        settings: what the user asked for.
        again: makes the same table once more, for what is only looked for when it is read; None keeps this one.
    """
    known = table.by_task() if isinstance(table, UnpairedTable) and len(table.tasks) > 1 else table
    asked = question_of(
        table,
        settings.rope is not None or settings.assumed is not None,
        settings.options.get("test_fraction") is not None,
        again=again or (lambda: known),
    )
    chosen = _chosen(asked, settings)
    if isinstance(known, TwoSamples):
        chosen.check(known)
    return _said(known, chosen, asked, settings)


def comparison_of(found: Found, settings: Settings, place: Place = ALONE) -> Comparison:
    """The whole comparison, of what a procedure found and of what else the scores say.

    Parameters:
        found: what the procedure says.
        settings: what the user asked for.
        place: what else the comparison holds.
    """
    table, single = found.table, found.single
    judged = _of_two_samples(table) if isinstance(table, TwoSamples) else _of_pairs(table, found, settings)
    own = own_figures(single, settings.level)
    return Comparison(
        first=table.models[0],
        second=table.models[1],
        question=found.asked,
        result=found.result,
        n_units=single.n_units,
        unit=_unit(single),
        paired=found.chosen.needs.paired,
        task=place.task,
        group=place.group,
        models=own,
        rope=found.rope,
        decision=found.decision,
        outlook=place.outlook,
        effects=judged.effects,
        relative=relative_difference(table, settings.level, found.result.diagnostics.figures.get("test fraction")),
        checks=judged.checks,
        classical=found.classical,
        also=judged.also,
        tasks=place.tasks,
        groups=place.groups,
        pairing=judged.pairing,
        clustering=judged.clustering,
        median_difference=_median(single),
        cells=_cells(table),
        at_one_point=_at_one_point(found, settings, place),
        folding=_folding(found, settings),
        averaged=table.facts.averaged,
        level=settings.level,
        higher_is_better=table.higher_is_better,
        notes=(
            *_scope(found, place, settings.level),
            *_table_notes(found),
            *cut_off((model.interval for model in own), score_limits(single)),
            *found.notes,
            *place.notes,
        ),
        given=settings.given(),
        table=place.table,
    )


def _median(table: Comparable) -> float | None:
    """The median of single differences on one scale; that of 0/1 scores would be 0, or else 1 or -1."""
    if not isinstance(table, PairedUnits) or table.binary or mixed_scales(table):
        return None
    return float(np.median(table.differences()))


def _cells(table: Comparable) -> Cells | None:
    """The four counts of paired 0/1 scores."""
    if isinstance(table, TwoSamples) or not table.binary or has_crossed_units(table):
        return None
    return table.cells()


def _at_one_point(found: Found, settings: Settings, place: Place) -> AtOnePoint | None:
    """What the same scores say in accuracy points, where nobody gave a rope and the answer is about disagreements."""
    part = place.table is None  # of tasks, of subgroups, of several models
    if part or settings.rope is not None or found.rope is None or found.rope.scale != "phi":
        return None
    points = found.chosen.in_points  # else the procedure that the question has for a rope in points
    name, options = (found.chosen.name, settings.options) if points else (None, {})
    given = {option: value for option, value in options.items() if option not in points}
    within = replace(settings, rope=ONE_POINT, procedure=name, reading=None, options=given)
    try:
        said = found_in(found.table, within)
    except (NeedsNotMet, NotConverged):
        return None
    if said.rope is None or said.decision is None:
        return None
    return AtOnePoint(said.chosen.name, said.rope, said.decision.reading, said.decision.probabilities)


def _folding(found: Found, settings: Settings) -> Folding | None:
    """How folds arose; what they share matters to a procedure that takes it."""
    facts, takes = found.table.facts, "test_fraction" in found.chosen.options
    if facts.unit != FOLDS:
        return None
    design = found.table.design if isinstance(found.table, PairedUnits) else None
    folds = None if design is None else design.folds
    asked = settings.options.get("test_fraction")
    if not takes:
        return Folding(facts.repeats, folds, None, None)
    if asked is not None or design is None:
        return Folding(facts.repeats, folds, facts.test_fraction if asked is None else float(str(asked)), "given")
    by_size = design.share is not None or (design.n_train is not None and design.n_test is not None)
    return Folding(facts.repeats, folds, facts.test_fraction, "sizes" if by_size else "folds")


def _scope(found: Found, place: Place, level: float) -> tuple[str, ...]:
    """How far the claim reaches, and those about single tasks beside it."""
    facts, these = found.table.facts, found.decision is not None and found.decision.reading == "majority"
    alone = not_covered(found.table.facts, these_tasks=True) if place.tasks and facts.tasks > 1 and not these else ()
    whole = not_covered(facts, these_tasks=these)
    return (
        *whole,
        *(f"Of each task alone: {sentence[0].lower()}{sentence[1:]}" for sentence in alone if sentence not in whole),
        *of_parts(place.tasks, "task", level),
        *of_parts(place.groups, "subgroup", level),
    )


def _table_notes(found: Found) -> tuple[str, ...]:
    return table_notes(found.table, found.chosen, found.result, found.classical, found.rope)


def verdict_of(found: Found, *, told: bool = True) -> Comparison:
    """The comparison that holds what the procedure says, and no more.

    Parameters:
        found: what it says.
        told: whether with the classical test and what limits the verdict.
    """
    return Comparison(
        first=found.table.models[0],
        second=found.table.models[1],
        question=found.asked,
        result=found.result,
        n_units=found.single.n_units,
        unit=_unit(found.single),
        paired=found.chosen.needs.paired,
        rope=found.rope,
        decision=found.decision,
        classical=found.classical if told else None,
        level=found.settings.level,
        higher_is_better=found.table.higher_is_better,
        notes=found.notes if told else (),
    )


def _of_pairs(table: Paired, found: Found, settings: Settings) -> Judged:
    single = table.by_task() if len(table.tasks) > 1 else table
    across = found.chosen.needs.tasks == "several"
    mixed = mixed_scales(single)
    looked = () if mixed and found.chosen.counts else checks(single)  # of differences on one scale
    made = task_checks(table) if across else advised(looked, found.chosen, single)
    return Judged(
        effect_sizes(single, one_scale=not mixed),
        made,
        () if across else _beside(single, made, found, settings),
        None if mixed else single.pairing(),
        table.clustering() if isinstance(table, PairedUnits) and not mixed else None,
    )


def _of_two_samples(table: UnpairedTable | UnpairedSummary) -> Judged:
    """Without pairs there are no differences to check, and pairing saved nothing."""
    return Judged(sample_effects(table), sample_checks(table))


def _chosen(asked: Question, settings: Settings) -> Procedure[Any, Any]:
    if settings.procedure is not None:
        return named(settings.procedure)
    if asked.procedure is None:
        raise NeedsNotMet(asked.reason)
    return named(asked.procedure)


def _beside(table: Paired, made: tuple[Check, ...], found: Found, settings: Settings) -> tuple[Comparison, ...]:
    """What was made for just this design; and where an assumption fails, the first procedure that does without it."""
    if settings.procedure is not None:
        return ()
    robust = [each.procedure for each in fitting_robust(found.chosen, failed_assumption(made), made, table)]
    beside = [named(name) for name in (*made_for(table), *robust[:1])]
    within = replace(settings, reading=None, options={})
    fitting = [each for each in beside if each.needs.unmet(table) is None]
    return tuple(verdict_of(_said(table, each, found.asked, within)) for each in fitting)


def _said(table: Comparable, chosen: Procedure[Any, Any], asked: Question, settings: Settings) -> Found:
    """One procedure on one table, decided."""
    single = table.by_task() if len(table.tasks) > 1 else table
    whole = chosen.needs.tasks == "several" or chosen.takes_all_units
    whole = whole or chosen.needs.binary  # task means are not 0/1: let it say so
    result, rope = _run(table if whole else single, chosen, settings)
    if result.family == "test":
        return Found(table, single, asked, chosen, result, rope, settings)
    decision = decide(
        result,
        rope or 0.0,  # a posterior of wins takes no rope
        reading=settings.reading,
        rule=settings.rule,
        threshold=settings.threshold,
        loss_matrix=settings.loss_matrix,
    )
    return Found(table, single, asked, chosen, result, rope, settings, decision)


def _unit(table: Comparable) -> str:
    return f"cells of {levels_in_words(table)}" if has_crossed_units(table) else table.facts.unit.plural


def _run(table: Comparable, chosen: Procedure[Any, Any], settings: Settings) -> tuple[PairResult, Rope | None]:
    refuse_unknown(chosen, settings.options)
    given = checked_options(chosen, settings.options)
    if "level" in chosen.options:
        given["level"] = settings.level
    user = user_rope(settings.rope, table, chosen, settings.options) or assumed_rope(settings.assumed, chosen, given)
    if chosen.needs_rope and not isinstance(table, TwoSamples):
        rope = user or default_rope(table, table.moments().sd, chosen)
        return chosen(table, rope=rope, **given), rope
    if user is not None:
        points = chosen.in_points if user.scale == "score" else {}
        given = {**({"rope": user} if "rope" in chosen.options else {}), **points, **given}
    found: Result = settings.joint or chosen(table, **given)
    result: PairResult = found.pair(*table.models[:2]) if found.family == "ranking" else found
    if result.family == "test" or not result.takes_rope:
        return result, None
    if result.built_for is not None:
        return result, result.built_for
    null = result.parameter.null
    if user is None:
        return result, default_rope(table, result.spread or 0.0, chosen, null=null)
    return result, about(user, null)
