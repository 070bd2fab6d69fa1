"""Two models by a metric of the whole test set: the walk of `one_pair`, where no single case has a score."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from betterthan.answers.comparison import Comparison, Group, Parts
from betterthan.answers.parts import OwnFigures
from betterthan.arrays import Array
from betterthan.asking.classical import classical_beside
from betterthan.asking.notes import LOSSES, few_draws
from betterthan.asking.outlook import outlook
from betterthan.asking.scope import not_covered, of_parts
from betterthan.data.metric_table import MetricTable
from betterthan.data.summaries import PairedSummary
from betterthan.errors import ArgumentError, NeedsNotMet
from betterthan.judging.brier import brier_of
from betterthan.judging.decision import decide
from betterthan.judging.question import question_of_metric
from betterthan.judging.ropes import asked_in_words
from betterthan.phrases import unknown_name
from betterthan.procedures import Procedure, named
from betterthan.procedures.options import checked_options, refuse_unknown
from betterthan.procedures.shared.metric_draws import posterior_draws
from betterthan.results.interval import Interval
from betterthan.results.rope import DEFAULT, RelativeRope, Rope, as_rope, rope_from_text

if TYPE_CHECKING:
    from betterthan.asking.settings import Settings
    from betterthan.results.rope import RopeLike

NO_ROPE = Rope(0.0, 0.0, f"{DEFAULT}a metric of the whole test set has no default")
DIRECTION_ONLY = (
    "No rope was given, and a metric of the whole test set has no default one: this says which model is better, not "
    "whether the difference matters. Give the difference that is too small to matter, as in `rope=0.01`."
)
FROM_TASKS = (
    "On each task the difference of the {title} and its posterior standard deviation come from the Bayesian bootstrap; "
    "the model over tasks takes them as the mean of so many cases and its standard error."
)


def compared_by_metric(
    table: MetricTable, settings: Settings, *, task: str | None = None, group: Group | None = None, alone: bool = True
) -> Comparison:
    """Two models on one task by a metric.

    Parameters:
        table: their predictions with the metric.
        settings: what the user asked for.
        task: the task, for a part of a comparison over several.
        group: the subgroup, for a part of a comparison.
        alone: whether the comparison is no part of another, so that it keeps the predictions for pictures.
    """
    asked = question_of_metric(table)
    chosen = named(settings.procedure or asked.procedure or "")
    rope = rope_of_metric(settings.rope)
    result = chosen(table, **_options(chosen, settings))
    test = result.family == "test"
    decision = None if test else decide(
        result, rope, reading=settings.reading, rule=settings.rule, threshold=settings.threshold,
        loss_matrix=settings.loss_matrix,
    )  # fmt: skip
    classical = None if test else classical_beside(table, chosen, settings.level, settings.options)
    measured: Any = table  # of which an outlook asks no more than of scores
    ahead = outlook(measured, chosen, result, rope, decision, settings) if alone else None
    losses = () if table.higher_is_better else (LOSSES,)
    direction = (DIRECTION_ONLY,) if settings.rope is None and not test else ()
    return Comparison(
        first=table.models[0],
        second=table.models[1],
        question=asked,
        result=result,
        n_units=table.n_units,
        unit=table.unit.plural,
        task=task,
        group=group,
        models=own_metrics(table, settings),
        rope=None if test else rope,
        decision=decision,
        outlook=ahead,
        classical=classical,
        brier=brier_of(table.predictions, table.models) if table.metric.takes == "probabilities" else (),
        metric=table.metric.title,
        level=settings.level,
        higher_is_better=table.higher_is_better,
        notes=(
            *not_covered(table.facts),
            *table.notes,
            *losses,
            *direction,
            *_undefined(result.diagnostics.figures, table),
            *few_draws(result),
        ),
        given=settings.given(),
        table=table if alone else None,
    )


def within_tasks_by_metric(table: MetricTable, settings: Settings) -> Parts:
    """The comparison within each task.

    Parameters:
        table: predictions of two models on several tasks with a metric.
        settings: what the user asked for.
    """
    within = replace(settings, procedure=None, reading=None, options={})
    parts, notes = [], []
    for task in table.tasks:
        try:
            parts.append(compared_by_metric(table.select_tasks([task]), within, task=task, alone=False))
        except (NeedsNotMet, ArgumentError) as error:
            notes.append(f"Task `{task}` was left out of the per-task table: {error}")
    return Parts(tuple(parts), (*notes, *of_parts(tuple(parts), "task", settings.level)))


def within_groups_by_metric(table: MetricTable, by: str, settings: Settings) -> Parts:
    """The comparison within each value of a column.

    Parameters:
        table: predictions of two models with a metric.
        by: the column.
        settings: what the user asked for.
    """
    factors = table.predictions.factors
    if by not in factors:
        raise ArgumentError(unknown_name("column", by, tuple(factors)))
    parts = []
    notes = [f"Subgroups (`{by}`) are exploratory: the more of them one looks at, the more will stand out by chance."]
    for value in factors[by].names:
        try:
            part = compared_by_metric(table.within(by, value), settings, group=Group(by, value), alone=False)
            parts.append(part)
        except (NeedsNotMet, ArgumentError) as error:
            notes.append(f"Subgroup {by} = {value} was left out: {error}")
    return Parts(tuple(parts), (*notes, *of_parts(tuple(parts), "subgroup", settings.level)))


class TaskDraws(NamedTuple):
    """Of one task, the metric of each model, turned so that larger is better, and its draws by the Bayesian bootstrap.

    Attributes:
        n: cases, or clusters of them.
        values: one for each model.
        draws: draws x models.
    """

    n: int
    values: Array
    draws: Array


def drawn_by_task(table: MetricTable, settings: Settings) -> tuple[TaskDraws, ...]:
    """The metric of all models on each task, drawn with weights that are the same for all of them.

    Parameters:
        table: predictions on several tasks with a metric.
        settings: what the user asked for; its draws and seed.
    """
    parts = [table.select_tasks([task]) for task in table.tasks]
    draws, seed = asked_draws(settings), _seed(settings)
    return tuple(
        TaskDraws(part.n_units, table.oriented(part.values), posterior_draws(part, draws, seed).values)
        for part in parts
    )


def summed_by_task(table: MetricTable, drawn: Sequence[TaskDraws], models: tuple[str, str]) -> PairedSummary:
    """Several tasks as a model over tasks takes them: of each, the difference and its posterior spread.

    Parameters:
        table: predictions on several tasks with a metric.
        drawn: what `drawn_by_task` gave for it.
        models: two of its models.
    """
    two = [table.models.index(name) for name in models]
    n = np.array([task.n for task in drawn])
    means = np.stack([task.values[two] for task in drawn])
    sds = np.array([float((task.draws[:, two[0]] - task.draws[:, two[1]]).std(ddof=1)) for task in drawn])
    own = np.stack([task.draws[:, two].std(axis=0, ddof=1) for task in drawn])
    return PairedSummary(
        models,
        table.tasks,
        n,
        means,
        (n * (n - 1))[:, None] * own**2,  # the sd of a mean is s/√n
        means[:, 0] - means[:, 1],
        n * (n - 1) * sds**2,
        higher_is_better=table.higher_is_better,
        notes=(*table.notes, FROM_TASKS.format(title=table.metric.title)),
        unit=table.unit,
        measured=table.in_words,
    )


def own_metrics(table: MetricTable, settings: Settings) -> tuple[OwnFigures, ...]:
    """The metric of each model, with an interval by the Bayesian bootstrap; a single number has no sd.

    Parameters:
        table: predictions with a metric.
        settings: what the user asked for: the level of the intervals, draws and seed.
    """
    level = settings.level
    tails = [(1 - level) / 2, (1 + level) / 2]
    drawn = table.oriented(posterior_draws(table, asked_draws(settings), _seed(settings)).values)
    low, high = np.sort(np.quantile(drawn, tails, axis=0), axis=0)
    least, most = table.metric.extent or (-np.inf, np.inf)
    return tuple(
        OwnFigures(
            name, table.n_units, float(value), None,
            Interval(max(least, float(low[j])), min(most, float(high[j])), level, "equal-tailed"),
        )
        for j, (name, value) in enumerate(zip(table.models, table.values, strict=True))
    )  # fmt: skip


def rope_of_metric(given: RopeLike | RelativeRope | None) -> Rope:
    """The user's rope, in units of the metric; without one, any difference counts.

    Parameters:
        given: as the user gave it.
    """
    if given is None:
        return NO_ROPE
    read = rope_from_text(given) if isinstance(given, str) else given
    if isinstance(read, RelativeRope) or as_rope(read).scale != "score":
        raise ArgumentError(
            f"The rope of a metric of the whole test set is in its own units, as in `rope=0.01`; got "
            f"{asked_in_words(read)}."
        )
    return as_rope(read)


def _options(chosen: Procedure[Any, Any], settings: Settings) -> dict[str, Any]:
    refuse_unknown(chosen, settings.options)
    given = checked_options(chosen, settings.options)
    return {**given, "level": settings.level} if "level" in chosen.options else given


def _undefined(figures: Any, table: MetricTable) -> tuple[str, ...]:
    undefined, draws = figures.get("undefined draws", 0), figures.get("draws", 0)
    if not undefined:
        return ()
    return (
        f"In {undefined:,.0f} of {undefined + draws:,.0f} draws the {table.metric.title} is undefined "
        f"({table.metric.undefined or 'not a number'}); these are left out.",
    )


def asked_draws(settings: Settings) -> int | None:
    """How many draws the user asked for; none where that is left to the size of the test set.

    Parameters:
        settings: what the user asked for.
    """
    draws = settings.options.get("draws")
    return None if draws is None else int(str(draws))


def _seed(settings: Settings) -> Any:
    return settings.options.get("rng")
