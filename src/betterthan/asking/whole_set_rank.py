"""Several models ranked by a metric of the whole test set, from draws that are the same for all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np

from betterthan.answers.parts import AskedFor, plain_options
from betterthan.answers.ranked import Ranked, RankedModel
from betterthan.asking.scope import not_covered
from betterthan.asking.whole_set import DIRECTION_ONLY, NO_ROPE, asked_draws, rope_of_metric
from betterthan.errors import ArgumentError
from betterthan.judging.question import joint_procedure, question_of_metric
from betterthan.judging.ropes import scale_taken
from betterthan.judging.rules.threshold import check_threshold
from betterthan.judging.tiers import tie_groups
from betterthan.numerics.monte_carlo import error_of_shares
from betterthan.numerics.ranks import average_ranks, wins_ties_losses
from betterthan.procedures import named
from betterthan.procedures.shared.metric_draws import PRIOR, posterior_draws
from betterthan.results.diagnostics import Diagnostics
from betterthan.results.interval import check_level
from betterthan.results.joint_laws import DrawnEffects
from betterthan.results.ranking import Ranking

if TYPE_CHECKING:
    from betterthan.arrays import Array
    from betterthan.asking.settings import Settings
    from betterthan.data.metric_table import MetricTable
    from betterthan.data.tables import PairedTable


JOINTLY = (
    "The joint model of all models takes the metric of each model on each task as one score, however many cases it "
    "rests on."
)


def ranked_by_metric(table: MetricTable, settings: Settings) -> Ranked:
    """The ranking of several models by a metric, from draws that are the same for all.

    Parameters:
        table: predictions of several models on one task, with a metric.
        settings: what the user asked for.
    """
    threshold, level = settings.separates, settings.level
    check_threshold(threshold)
    check_level(level)
    region = rope_of_metric(settings.rope)
    if region.low != -region.high:
        raise ArgumentError(f"The rope of a ranking is symmetric; got {region.bounds}. Give a half-width.")
    found = _posterior(table, settings)
    needed = 1 - (1 - threshold) / comb(len(table.models), 2)
    order = np.argsort(-table.oriented(table.values), kind="stable")
    better = np.where(np.eye(len(order), dtype=bool), 0.0, found.law.better(region.high))[np.ix_(order, order)]
    tiers = tie_groups([table.models[j] for j in order], better >= needed)
    return Ranked(
        tuple(_ranked_model(table, found, int(j), tiers, level) for j in order),
        found,
        region,
        needed,
        tuple(tuple(row) for row in better.tolist()),
        tiers,
        (),
        table.n_units,
        table.unit.plural,
        (*not_covered(table.facts), *table.notes),
        AskedFor(settings.procedure, settings.rope is not None, None, plain_options(settings.options), threshold),
        table.higher_is_better,
        table.metric.title,
    )


def _posterior(table: MetricTable, settings: Settings) -> Ranking:
    seed: Any = settings.options.get("rng")
    values, undefined = posterior_draws(table, asked_draws(settings), seed)
    effects = values - values.mean(axis=1, keepdims=True)
    return Ranking(
        table.models,
        DrawnEffects(effects),
        question_of_metric(table).procedure or "",
        f"difference of the {table.metric.title}",
        PRIOR,
        diagnostics=Diagnostics(
            f"Monte Carlo: weights of the {table.unit}",
            error=error_of_shares(np.array([0.5]), len(values)),
            figures={"draws": float(len(values)), "undefined draws": float(undefined)},
        ),
    )


def _ranked_model(
    table: MetricTable, found: Ranking, model: int, tiers: Sequence[tuple[str, ...]], level: float
) -> RankedModel:
    name, single = table.models[model], _as_one_unit(table)
    wins, ties, losses = (int(count) for count in wins_ties_losses(single).sum(axis=1)[model])
    value, effect = float(table.values[model]), found.marginals()[model]
    return RankedModel(
        name,
        table.n_units,
        value,
        value,
        effect.mean,
        effect.interval(level),
        found.best()[name],
        found.average_ranks()[name],
        float(average_ranks(single)[model]),
        wins,
        ties,
        losses,
        tuple(number + 1 for number, tier in enumerate(tiers) if name in tier),
    )


def _as_one_unit(table: MetricTable) -> Array:
    """The whole test set is one unit, on which a model is ahead of another or not."""
    return table.oriented(table.values)[None, :]


def settings_over_tasks(by_task: PairedTable, settings: Settings) -> Settings:
    """The same, with the rope of a metric where none was given; a model of ranks alone has a rope of its own.

    Parameters:
        by_task: the metric of each model on each task.
        settings: what the user asked for.
    """
    joint = named(settings.procedure or joint_procedure(by_task))
    ranks_only = joint.ranks and scale_taken("score", joint) != "score"
    return settings if settings.rope is not None or ranks_only else replace(settings, rope=NO_ROPE)


def told_over_tasks(asked: Settings) -> tuple[str, ...]:
    """What the joint model took, and where only the direction is said.

    Parameters:
        asked: as `settings_over_tasks` gave it.
    """
    return (JOINTLY, DIRECTION_ONLY) if asked.rope is NO_ROPE else (JOINTLY,)
