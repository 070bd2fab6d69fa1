"""A classical test of several models at once: on all of them, on task means where it needs one score per task."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from betterthan.answers.joint_test import JointTest
from betterthan.asking.notes import LOSSES, averaged_tasks, few_draws
from betterthan.asking.own_means import cut_off, own_figures
from betterthan.asking.scope import by_chance, not_covered
from betterthan.data.ranges import score_limits
from betterthan.errors import ArgumentError, NeedsNotMet
from betterthan.judging.question import question_of_several
from betterthan.judging.ropes import INCOMMENSURATE, no_means, scale_ratio
from betterthan.numerics.threads import one_blas_thread
from betterthan.phrases import counted, listing, unknown_name
from betterthan.procedures import Procedure, named
from betterthan.procedures.options import checked_options, refuse_unknown

if TYPE_CHECKING:
    from betterthan.asking.settings import Settings
    from betterthan.data.tables import PairedTable
    from betterthan.results.null_test import NullTest
    from betterthan.vocabulary import Adjustment

USUAL_ADJUSTMENT: Adjustment = "holm"


def takes_several_at_once(procedure: str | None) -> bool:
    """Whether a procedure is a classical test that takes more than two models at once.

    Parameters:
        procedure: its name; None if none was asked for.
    """
    if procedure is None:
        return False
    chosen = named(procedure)
    return chosen.needs.takes_several and not chosen.ranks


@one_blas_thread
def all_tested(
    table: PairedTable,
    settings: Settings,
    *,
    pairs: str | None = None,
    adjust: Adjustment = USUAL_ADJUSTMENT,
    per_task: bool = False,
) -> JointTest:
    """What a test of several models says of all models of a table.

    Parameters:
        table: paired scores of more than two models.
        settings: what the user asked for; the procedure is one for which `takes_several_at_once`.
        pairs: which pairs to tell: `all`, `best`, or the name of the reference model; None if nothing was asked.
        adjust: how the p-values of the pairs are adjusted for their number.
        per_task: whether to repeat the test within each task.
    """
    chosen = named(settings.procedure or "")
    _refuse_what_it_lacks(chosen, adjust)
    if pairs not in (None, "all", "best", *table.models):
        raise ArgumentError(unknown_name("reference model", pairs or "", (*table.models, "all", "best")))
    found = _tested(table, chosen, settings, adjust)
    if pairs is not None and not found.test.pairs:
        raise ArgumentError(
            f"`{chosen.name}` tests all models at once and no pairs: leave `pairs=` out{_or_use(chosen.post_hoc)}."
        )
    tasks, left_out = _within_tasks(table, chosen, settings, adjust) if per_task else ((), ())
    notes = (*found.notes, *_unused(chosen, settings), *_pair_notes(found, pairs), *left_out)
    return replace(found, which=pairs or "all", tasks=tasks, notes=notes, table=table)


def _tested(table: PairedTable, chosen: Procedure[Any, Any], settings: Settings, adjust: Adjustment) -> JointTest:
    """The test of one table, whatever else is asked for."""
    taken, averaged = _taken(table, chosen)
    refuse_unknown(chosen, settings.options)
    filled = {"level": settings.level, "adjust": adjust}
    own = {name: value for name, value in filled.items() if name in chosen.options}
    test: NullTest = chosen(taken, **{**own, **checked_options(chosen, settings.options)})
    single = taken.by_task() if len(taken.tasks) > 1 else taken
    figures = {model.name: model for model in own_figures(single, settings.level)}
    assumed = () if chosen.notes is None else chosen.notes(taken)
    losses = () if table.higher_is_better else (LOSSES,)
    return JointTest(
        question=question_of_several(table, chosen),
        models=tuple(figures[effect.name] for effect in test.best_first),
        test=test,
        n_units=taken.n_units,
        unit=taken.facts.unit.plural,
        adjustment=adjust if "adjust" in chosen.options else None,
        level=settings.level,
        higher_is_better=table.higher_is_better,
        notes=(
            *not_covered(table.facts),
            *table.notes,
            *losses,
            *no_means(table),
            *averaged,
            *cut_off((model.interval for model in figures.values()), score_limits(single)),
            *_scale_notes(table, test),
            *assumed,
            *few_draws(test),
        ),
    )


def _scale_notes(table: PairedTable, test: NullTest) -> tuple[str, ...]:
    """That a mean over tasks is that of the largest scores, where their sizes differ and the test goes by size."""
    ratio = scale_ratio(table) if len(table.tasks) > 1 and test.effects_are == "effect" else 1.0
    if ratio <= INCOMMENSURATE:
        return ()
    return (
        f"The size of the scores differs {ratio:,.0f}-fold between tasks, so that the tasks with the largest scores "
        "decide: take a test of ranks, or one task at a time.",
    )


def _taken(table: PairedTable, chosen: Procedure[Any, Any]) -> tuple[PairedTable, tuple[str, ...]]:
    """The table, or one mean score per task where the procedure takes no more, which is said."""
    lacks = chosen.needs.unmet(table)
    if len(table.tasks) > 1 and table.n_units > len(table.tasks) and (lacks or chosen.needs.tasks == "any"):
        means = table.by_task()
        if chosen.needs.unmet(means) is None:
            return means, averaged_tasks(table, chosen)
    if lacks is not None:
        raise NeedsNotMet(f"`{chosen.name}` needs {lacks}")
    return table, ()


def _within_tasks(
    table: PairedTable, chosen: Procedure[Any, Any], settings: Settings, adjust: Adjustment
) -> tuple[tuple[JointTest, ...], tuple[str, ...]]:
    """The test within each task; tasks that are left out for one reason share a note."""
    parts, left_out = [], dict[str, list[str]]()
    for task in table.tasks if len(table.tasks) > 1 else ():
        try:
            part = _tested(table.select_tasks([task]), chosen, settings, adjust)
            parts.append(replace(part, task=task, notes=()))
        except NeedsNotMet as error:
            left_out.setdefault(str(error), []).append(task)
    notes = tuple(
        f"{counted(len(tasks), 'task')} ({listing(tasks)}) left out of the per-task table: {reason}"
        for reason, tasks in left_out.items()
    )
    return tuple(parts), notes


def _refuse_what_it_lacks(chosen: Procedure[Any, Any], adjust: Adjustment) -> None:
    if adjust != USUAL_ADJUSTMENT and "adjust" not in chosen.options:
        raise ArgumentError(
            f"`{chosen.name}` has no p-values of pairs to adjust, or adjusts them by itself: leave "
            f"`adjust={adjust}` out{_or_use(chosen.post_hoc)}."
        )


def _or_use(others: tuple[str, ...]) -> str:
    return f", or use {' or '.join(f'`{name}`' for name in others)}" if others else ""


def _unused(chosen: Procedure[Any, Any], settings: Settings) -> tuple[str, ...]:
    """What was asked for that a test of a hypothesis has no use for."""
    given = {
        "`rope=`": settings.rope is not None,
        "`threshold=`": settings.threshold is not None,
        "`rule=`": settings.rule != "threshold",
        "`reading=`": settings.reading is not None,
    }
    names = [name for name, is_given in given.items() if is_given]
    if not names:
        return ()
    return (
        f"{' and '.join(names)} made no difference: `{chosen.name}` is a classical test, which asks whether there is "
        "any difference, however small, and gives no probabilities to decide by.",
    )


def _pair_notes(found: JointTest, pairs: str | None) -> tuple[str, ...]:
    count = len(found.test.pairs)
    if not count:
        return ()
    how = {None: "allow for all pairs by themselves", "none": "are not adjusted for their number"}
    adjusted = how.get(found.adjustment, f"are adjusted for their number ({found.adjustment})")
    told = f", of which those with {_reference(found, pairs)} are told," if pairs not in (None, "all") else ""
    chance = by_chance(count, "one for each pair", found.level) if found.adjustment == "none" else ()
    return (f"The p-values of the {counted(count, 'pair')}{told} {adjusted}.", *chance)


def _reference(found: JointTest, pairs: str | None) -> str:
    return f"the best, `{found.models[0].name}`," if pairs == "best" else f"`{pairs}`"
