"""rank: several models at once, from one joint model: places, tiers, and who is better than whom."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np

from betterthan.answers.parts import AskedFor, plain_options
from betterthan.answers.ranked import Ranked, RankedModel
from betterthan.asking.classical import classical_beside
from betterthan.asking.given import Given, Said, asked_or_measured, weight_of
from betterthan.asking.notes import averaged_tasks, few_draws
from betterthan.asking.scope import not_covered
from betterthan.asking.scored import Scoring, with_rope_advice
from betterthan.asking.settings import Settings
from betterthan.data.arguments import plain_arguments
from betterthan.data.comparable import with_own_scores
from betterthan.data.metric_table import MetricTable
from betterthan.data.pairing import pair_all
from betterthan.data.scores import Scores
from betterthan.data.units import TASKS
from betterthan.errors import ArgumentError
from betterthan.judging.question import joint_procedure
from betterthan.judging.question import question as question_of_table
from betterthan.judging.ropes import mixed_scales, no_means, pooled_rope, user_rope
from betterthan.judging.rules.threshold import check_threshold
from betterthan.judging.tiers import tie_groups
from betterthan.numerics.adjusted_means import adjusted_means
from betterthan.numerics.ranks import average_ranks, wins_ties_losses
from betterthan.numerics.threads import one_blas_thread
from betterthan.procedures import REGISTRY, Procedure, named
from betterthan.procedures.options import OptionValue, checked_options, options_of, refuse_unknown
from betterthan.results.interval import check_level
from betterthan.results.rope import RelativeRope, Rope, RopeLike, as_rope, rope_from_text

if TYPE_CHECKING:
    from betterthan.arrays import Array, IntArray
    from betterthan.data.chosen_loss import Costs, LossLike
    from betterthan.data.measuring import MetricLike
    from betterthan.data.reading.sources.mapping import MappingLike
    from betterthan.data.tables import PairedTable
    from betterthan.results.null_test import NullTest
    from betterthan.results.ranking import Ranking
    from betterthan.vocabulary import Missing, Repeats, Weight


@partial(plain_arguments, options_of=options_of)
def rank(
    data: Given,
    *,
    models: Sequence[str] = (),
    rope: RopeLike | RelativeRope | None = None,
    procedure: str | None = None,
    task: str | Sequence[str] | None = None,
    threshold: float = 0.95,
    level: float = 0.95,
    missing: Missing = "error",
    repeats: Repeats = "error",
    folds: int | None = None,
    cv: int | None = None,
    independent: bool = False,
    n_train: float | None = None,
    n_test: float | None = None,
    higher_is_better: bool | None = None,
    range: tuple[float, float] | None = None,  # noqa: A002 (what users call it)
    metric: MetricLike | None = None,
    loss: LossLike | None = None,
    cost: Costs | None = None,
    truth: Sequence[str] | str | None = None,
    weight: Weight | None = None,
    mapping: MappingLike | None = None,
    **options: OptionValue,
) -> Ranked:
    """Which of several models is best, which are tied, and how sure can one be?

    Parameters:
        data: what `bt.read` or `bt.predictions` gave, a paired table of several models, or anything that `bt.read`
            takes; with `loss=`, what `bt.predictions` takes.
        models: names of the models; all of them if none is named.
        rope: the region of practical equivalence of every pair; None takes 0.1 pooled standard deviations.
        procedure: a procedure that ranks, such as `bayes_joint`; None takes the one that fits.
        task: one or several tasks to look at.
        threshold: probability that separates two models.
        level: coverage of the intervals.
        missing: as in `pair`; a model that has no score at all on a task is no obstacle.
        repeats: as in `pair`.
        folds: as in `compare`.
        cv: as in `compare`.
        independent: as in `compare`.
        n_train: as in `compare`.
        n_test: as in `compare`.
        higher_is_better: as in `compare`.
        range: as in `compare`.
        metric: as in `compare`; it has no default rope.
        loss: as in `compare`.
        cost: as in `compare`.
        truth: as in `compare`.
        weight: as in `compare`.
        mapping: as in `compare`.
        options: options of the procedure, such as `residual`.
    """
    said = Said(
        folds=folds,
        cv=cv,
        independent=independent,
        n_train=n_train,
        n_test=n_test,
        higher_is_better=higher_is_better,
        range=range,
        scoring=Scoring(loss=loss, cost=cost, truth=truth, metric=metric),
        weight=weight,
        mapping=mapping,
    )
    given = asked_or_measured(data, asker="rank", said=said)
    if isinstance(given, MetricTable):
        measured = _chosen_models(given if task is None else given.select_tasks(_listed(task)), models)
        return _by_metric(
            measured, Settings(rope=rope, procedure=procedure, threshold=threshold, level=level, options=options)
        )
    scored = with_rope_advice(with_own_scores(given, "rank"), rope)
    selected = scored if task is None else scored.select_tasks(_listed(task))
    table = pair_all(selected, models, missing=missing, repeats=repeats) if isinstance(selected, Scores) else selected
    return rank_table(table, rope=rope, procedure=procedure, threshold=threshold, level=level, **options)


def _by_metric(table: MetricTable, settings: Settings) -> Ranked:
    """The ranking by a metric; over several tasks by the joint model, which takes one number of each on each."""
    from betterthan.asking.whole_set_rank import ranked_by_metric, settings_over_tasks, told_over_tasks

    if len(table.tasks) == 1:
        return ranked_by_metric(table, settings)
    by_task = table.by_task()
    asked = settings_over_tasks(by_task, settings)
    found = rank_table(
        by_task,
        rope=asked.rope,
        procedure=settings.procedure,
        threshold=settings.separates,
        level=settings.level,
        **settings.options,
    )
    given = None if found.given is None else found.given._replace(rope=settings.rope is not None)
    return replace(found, notes=(*found.notes, *told_over_tasks(asked)), given=given)


def _listed(task: str | Sequence[str]) -> list[str]:
    return [task] if isinstance(task, str) else list(task)


def _chosen_models(table: MetricTable, models: Sequence[str]) -> MetricTable:
    return table.of_models(tuple(models)) if models else table


def asked_again(found: Ranked) -> Ranked:
    """The same ranking, with all that follows from its posterior computed again.

    Parameters:
        found: a ranking, perhaps read from a document.
    """
    posterior = found.result
    order = [posterior.models.index(model.name) for model in found.models]
    better = np.where(np.eye(len(order), dtype=bool), 0.0, _better(posterior, found.rope))[np.ix_(order, order)]
    tiers = tie_groups([model.name for model in found.models], better >= found.threshold)
    best, places, effects = posterior.best(), posterior.average_ranks(), posterior.marginals()
    models = tuple(
        model._replace(
            effect=effects[j].mean,
            interval=effects[j].interval(model.interval.level),
            best=best[model.name],
            place=places[model.name],
            tiers=_tiers_of(model.name, tiers),
        )
        for j, model in zip(order, found.models, strict=True)
    )
    return replace(found, models=models, better=tuple(tuple(row) for row in better.tolist()), tiers=tiers)


def _tiers_of(name: str, tiers: tuple[tuple[str, ...], ...]) -> tuple[int, ...]:
    return tuple(number + 1 for number, tier in enumerate(tiers) if name in tier)


@one_blas_thread
def rank_table(
    table: PairedTable,
    *,
    rope: RopeLike | RelativeRope | None = None,
    procedure: str | None = None,
    threshold: float = 0.95,
    level: float = 0.95,
    **options: OptionValue,
) -> Ranked:
    """The ranking of the models of a paired table.

    Parameters:
        table: paired scores of two or more models, perhaps with gaps.
        rope: as in `rank`.
        procedure: as in `rank`.
        threshold: as in `rank`.
        level: as in `rank`.
        options: options of the procedure.
    """
    chosen = named(procedure or joint_procedure(table))
    check_threshold(threshold)
    check_level(level)
    if not chosen.ranks:
        those = ", ".join(f"`{name}`" for name, each in REGISTRY.items() if each.ranks)
        raise ArgumentError(f"`{chosen.name}` does not rank models; use {those}.")
    refuse_unknown(chosen, options)
    single = table.by_task() if len(table.tasks) > 1 else table
    user = user_rope(_one_rope(rope), single, chosen)
    found: Ranking = chosen(table, **checked_options(chosen, options))
    region = user or pooled_rope(found, table, chosen)
    needed = threshold if chosen.pools else 1 - (1 - threshold) / comb(len(found.models), 2)
    order = np.argsort(-found.law.mean, kind="stable")
    better = np.where(np.eye(len(order), dtype=bool), 0.0, _better(found, region))[np.ix_(order, order)]
    names = tuple(found.models[j] for j in order)
    tiers = tie_groups(names, better >= needed)
    return Ranked(
        _ranked_models(found, single, order, tiers, level),
        found,
        region,
        needed,
        tuple(tuple(row) for row in better.tolist()),
        tiers,
        _tests(chosen, table, level),
        single.n_units,
        single.design.unit.plural,
        (
            *not_covered(table.facts),
            *table.notes,
            *_orientation(table),
            *no_means(table),
            *averaged_tasks(table, chosen),
            *few_draws(found),
            *test_notes(chosen, table),
        ),
        AskedFor(procedure, rope is not None, None, plain_options(options), threshold, weight=weight_of(table)),
        table.higher_is_better,
    )


def _one_rope(rope: RopeLike | RelativeRope | None) -> RopeLike | None:
    """A rope that can be the same for every pair, whichever model is first."""
    given = rope_from_text(rope) if isinstance(rope, str) else rope
    if isinstance(given, RelativeRope):
        raise ArgumentError(
            f"A ranking has one rope for all pairs, and {100 * given.fraction:g}% of the error differs from model to "
            "model. Give it in units of the score, as in `rope=0.01`."
        )
    region = None if given is None else as_rope(given)
    if region is not None and region.low != -region.high:
        raise ArgumentError(
            f"The rope of a ranking is symmetric, since every model is first and second in turn; got [{region.low:g}, "
            f"{region.high:g}]. Give a half-width, as in `rope=0.01`."
        )
    return given


def _better(found: Ranking, rope: Rope) -> Array:
    return np.clip(found.law.better(rope.high), 0.0, 1.0)  # sums of weights may exceed 1 by rounding


def _ranked_models(
    found: Ranking, table: PairedTable, order: IntArray, tiers: tuple[tuple[str, ...], ...], level: float
) -> tuple[RankedModel, ...]:
    counts, ranks = wins_ties_losses(table.scores).sum(axis=1), average_ranks(table.scores)
    best, places, effects = found.best(), found.average_ranks(), found.marginals()
    mixed, made = mixed_scales(table), []
    adjusted = table.original(adjusted_means(table.scores))
    for j in order:
        name, scores = found.models[j], table.scores[:, j]
        wins, ties, losses = (int(count) for count in counts[j])
        made.append(
            RankedModel(
                name,
                int((~np.isnan(scores)).sum()),
                None if mixed else float(table.original(np.asarray(np.nanmean(scores)))),
                None if mixed else float(adjusted[j]),
                effects[j].mean,
                effects[j].interval(level),
                best[name],
                places[name],
                float(ranks[j]),
                wins,
                ties,
                losses,
                _tiers_of(name, tiers),
            )
        )
    return tuple(made)


def _tests(chosen: Procedure[Any, Any], table: PairedTable, level: float) -> tuple[NullTest, ...]:
    """The classical tests of all models at once, where the table meets their needs; of two, the one of `compare`."""
    if len(table.models) == 2:
        single = table.by_task() if len(table.tasks) > 1 else table
        fits = question_of_table(table).procedure
        test = None if fits is None else classical_beside(single, named(fits), level)
        return () if test is None else (test,)
    fitting = [each for each in _beside(chosen, table) if each.needs.unmet(table) is None]
    return tuple(each(table, **({"level": level} if "level" in each.options else {})) for each in fitting)


def _beside(chosen: Procedure[Any, Any], table: PairedTable) -> tuple[Procedure[Any, Any], ...]:
    """The tests that are shown beside a ranking: of 0/1 scores others than of ranks."""
    if chosen.ranks is None:
        return ()
    one_by_one = table.facts.binary and (len(table.tasks) == 1 or table.design.unit == TASKS)
    names = chosen.ranks.tests_of_binary if one_by_one and len(table.models) > 2 else chosen.ranks.tests
    return tuple(named(name) for name in names)


def test_notes(chosen: Procedure[Any, Any], table: PairedTable) -> tuple[str, ...]:
    """Which classical tests of all models stand beside a ranking and which do not, why, and what weakens them.

    Parameters:
        chosen: the procedure that ranks.
        table: the scores.
    """
    if len(table.models) == 2:
        return ()
    beside = _beside(chosen, table)
    unmet = {each.name: lacking for each in beside if (lacking := each.needs.unmet(table)) is not None}
    names = " and ".join(f"`{name}`" for name in unmet)
    reasons = " ".join(dict.fromkeys(lacking.what() for lacking in unmet.values()))
    left_out = (f"Left out: {names}, which would need {reasons}",) if unmet else ()
    instead = tuple(each.stands_for for each in beside if each.stands_for)
    own = (each.notes(table) for each in beside if each.notes is not None and each.name not in unmet)
    return (*left_out, *instead, *dict.fromkeys(note for notes in own for note in notes))


def _orientation(table: PairedTable) -> tuple[str, ...]:
    if table.higher_is_better:
        return ()
    return ("The scores are losses: effects are turned so that positive means better.",)
