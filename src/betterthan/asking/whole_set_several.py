"""Predictions by a metric of the whole test set: two models on one task or several, or several models at once."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from betterthan.answers.comparison import Comparison
from betterthan.answers.comparisons import Comparisons
from betterthan.asking.all_pairs import OfPairs, compare_pairs, pairs_of
from betterthan.asking.comparisons import with_adjusted
from betterthan.asking.joint_verdicts import looked_at, stricter
from betterthan.asking.one_pair import Place, comparison_of, found_in
from betterthan.asking.outlook import outlook
from betterthan.asking.scope import not_covered
from betterthan.asking.whole_set import (
    DIRECTION_ONLY,
    FROM_TASKS,
    NO_ROPE,
    compared_by_metric,
    drawn_by_task,
    own_metrics,
    summed_by_task,
    within_groups_by_metric,
    within_tasks_by_metric,
)
from betterthan.asking.whole_set_rank import JOINTLY, ranked_by_metric, settings_over_tasks
from betterthan.data.matching import choose_models
from betterthan.errors import ArgumentError

if TYPE_CHECKING:
    from betterthan.asking.settings import Family, Settings
    from betterthan.data.metric_table import MetricTable


def compared_predictions(
    table: MetricTable,
    names: tuple[str, ...],
    settings: Settings,
    family: Family,
    *,
    every_pair: bool,
    per_task: bool,
    by: str | None,
) -> Comparison | Comparisons:
    """Two models by a metric, or several.

    Parameters:
        table: predictions with a metric.
        names: the models that were named.
        settings: what the user asked for.
        family: which pairs, where there are several models.
        every_pair: whether pairs were asked for.
        per_task: whether to repeat the comparison within each task.
        by: a column; the comparison is repeated within each of its values.
    """
    if every_pair and names:
        raise ArgumentError(f"`pairs` and `first` contradict each other: compare one pair, or {family.pairs}.")
    if not every_pair and (names or len(table.models) == 2):
        return pair_by_metric(table, names, settings, per_task=per_task, by=by)
    if by is not None:
        raise ArgumentError("Subgroups (`by`) are for one pair: name it with `first=` and `second=`.")
    if len(table.tasks) > 1:
        return pairs_over_tasks(table, family, settings, per_task=per_task)
    return pairs_by_metric(table, family, settings)


def refuse_against(against: float | None) -> None:
    """Refuse a published number, of which only the mean of single scores can be the other side.

    Parameters:
        against: the number, if one was given.
    """
    if against is not None:
        raise ArgumentError(
            "`against=` compares a mean of scores with a published number; a metric of the whole test set is none."
        )


def pair_by_metric(
    table: MetricTable, names: tuple[str, ...], settings: Settings, *, per_task: bool, by: str | None
) -> Comparison:
    """Two models by a metric, with their tasks and subgroups.

    Parameters:
        table: predictions with a metric.
        names: the two models; none need be named if there are two.
        settings: what the user asked for.
        per_task: whether to repeat the comparison within each task.
        by: a column; the comparison is repeated within each of its values.
    """
    pair = table.two(*choose_models(table.models, names, table.predictions.source))
    groups = within_groups_by_metric(pair, by, settings) if by is not None else None
    notes = () if groups is None else groups.notes
    parts = () if groups is None else groups.comparisons
    if len(pair.tasks) == 1:
        found = compared_by_metric(pair, settings, task=pair.tasks[0] or None)
        return replace(found, groups=parts, notes=(*found.notes, *notes))
    tasks = within_tasks_by_metric(pair, settings) if per_task else None
    summed = summed_by_task(pair, drawn_by_task(pair, settings), (pair.models[0], pair.models[1]))
    assumed = replace(settings, assumed=NO_ROPE)
    across = found_in(summed, assumed)
    place = Place(
        tasks=() if tasks is None else tasks.comparisons,
        groups=parts,
        notes=(*_of_direction(assumed), *(() if tasks is None else tasks.notes), *notes),
        outlook=outlook(across.single, across.chosen, across.result, across.rope, across.decision, settings),
        table=summed,
    )
    return comparison_of(across, settings, place)


def _of_direction(settings: Settings) -> tuple[str, ...]:
    return (DIRECTION_ONLY,) if (settings.rope or settings.assumed) is NO_ROPE else ()


def pairs_by_metric(table: MetricTable, family: Family, settings: Settings) -> Comparisons:
    """Every pair of a family by a metric, and the ranking of all models.

    Parameters:
        table: predictions of several models on one task, with a metric.
        family: which pairs.
        settings: what the user asked for.
    """
    order = np.argsort(-table.oriented(table.values), kind="stable")
    chosen = pairs_of(table.models, family.pairs, best=table.models[order[0]])
    count = looked_at(table.models, len(chosen), family.pairs)
    alone = replace(settings, threshold=stricter(settings, count))
    found = []
    for done, names in enumerate(chosen):
        found.append(replace(compared_by_metric(table.two(*names), alone, alone=False), given=settings.given()))
        if family.progress is not None:
            family.progress(done + 1, len(chosen))
    models = own_metrics(table, settings)
    return Comparisons(
        question=found[0].question,
        models=tuple(models[j] for j in order),
        comparisons=with_adjusted(tuple(found), family.adjustment),
        pairs=family.pairs,
        adjustment=family.adjustment,
        ranked=ranked_by_metric(table, settings),
        level=settings.level,
        higher_is_better=table.higher_is_better,
        metric=table.metric.title,
        notes=tuple(dict.fromkeys((*not_covered(table.facts), *found[0].notes[1:], *_of_pairs(count, alone)))),
    )


def pairs_over_tasks(table: MetricTable, family: Family, settings: Settings, *, per_task: bool) -> Comparisons:
    """Every pair of a family by a metric over several tasks, and the ranking by the metric of each task.

    Parameters:
        table: predictions of several models on several tasks, with a metric.
        family: which pairs.
        settings: what the user asked for.
        per_task: whether to repeat each comparison within each task.
    """
    drawn = drawn_by_task(table, settings)
    by_task = table.by_task()
    asked = settings_over_tasks(by_task, settings)
    ways = OfPairs(
        lambda first, second: summed_by_task(table, drawn, (first, second)),
        lambda _, pair, within: within_tasks_by_metric(
            table.of_models(pair.models), replace(within, rope=settings.rope)
        ),
    )
    found = compare_pairs(by_task, family, asked, per_task=per_task, of_pairs=ways)
    jointly = (JOINTLY,) if found.ranked is not None else ()
    told = (*_of_direction(asked), FROM_TASKS.format(title=table.metric.title), *jointly)
    pairs = tuple(replace(pair, given=settings.given()) for pair in found.comparisons)
    return replace(found, comparisons=pairs, notes=tuple(dict.fromkeys((*found.notes, *told))))


def _of_pairs(count: int, alone: Settings) -> tuple[str, ...]:
    if count == 1 or alone.threshold is None:
        return ()
    return (
        f"{count:,} pairs were looked at, each alone, so a claim about one of them needs the probability "
        f"{alone.threshold:.6g}.",
    )
