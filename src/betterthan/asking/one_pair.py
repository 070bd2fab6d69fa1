"""Answer: the walk for one pair of models, from its paired scores to a comparison."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from betterthan.answers.comparison import Comparison
from betterthan.asking.notes import posterior_notes, table_notes
from betterthan.asking.own_means import model_figures
from betterthan.asking.settings import FOR_ANY, Settings
from betterthan.data.paired_units import PairedUnits
from betterthan.data.protocol import Comparable, Paired
from betterthan.data.tables import UnpairedTable
from betterthan.errors import ArgumentError, NeedsNotMet
from betterthan.judging.checks.check import Check
from betterthan.judging.checks.differences import LEAST_TO_RESAMPLE
from betterthan.judging.checks.paired import checks, normality_failed, tied_share, too_many_ties
from betterthan.judging.checks.samples import sample_checks
from betterthan.judging.checks.tasks import task_checks
from betterthan.judging.decision import decide
from betterthan.judging.effects import effect_sizes, sample_effects
from betterthan.judging.question import Question, question
from betterthan.judging.ropes import default_rope, user_rope
from betterthan.numerics.ties import TIED_SHARE
from betterthan.procedures import Procedure, bayes_correlated_t, named
from betterthan.procedures.shared.crossed_table import has_crossed_units, levels_in_words
from betterthan.results.kinds import PairResult
from betterthan.results.majority import MajorityPosterior
from betterthan.results.null_test import NullTest
from betterthan.results.ranking import Ranking
from betterthan.results.region import RegionPosterior
from betterthan.results.rope import Rope


def answer(table: Comparable, settings: Settings) -> Comparison:
    """One question about two models, answered.

    Parameters:
        table: their scores, paired or not.
        settings: what the user asked for.
    """
    if isinstance(table, UnpairedTable):
        return answer(table.by_task(), settings) if len(table.tasks) > 1 else _of_two_samples(table, settings)
    asked = question(table, rope_given=settings.rope is not None)
    chosen = _chosen(asked, settings)
    single = table.by_task() if len(table.tasks) > 1 else table
    across = chosen.needs.tasks == "several"
    made = task_checks(table) if across else checks(single)
    main = _single(table, chosen, asked, settings)
    also = () if across else _beside(single, made, asked, settings)
    return replace(
        main,
        models=model_figures(single, settings.level),
        effects=effect_sizes(single),
        checks=made,
        also=also,
        pairing=single.pairing(),
        clustering=table.design.clustering if isinstance(table, PairedUnits) else None,
        notes=(*table_notes(table, chosen, main.result, main.rope), *main.notes),
    )


def decided(table: Paired, settings: Settings) -> Comparison:
    """The verdict on two models alone, without checks, effect sizes and the models' own figures.

    Parameters:
        table: their paired scores.
        settings: what the user asked for.
    """
    asked = question(table, rope_given=settings.rope is not None)
    return _single(table, _chosen(asked, settings), asked, settings)


def _of_two_samples(table: UnpairedTable, settings: Settings) -> Comparison:
    """The same for scores that are not paired, where there are no differences and pairing saved nothing."""
    asked = question(table)
    chosen = _chosen(asked, settings)
    chosen.check(table)
    main = _single(table, chosen, asked, settings)
    return replace(
        main,
        models=model_figures(table, settings.level),
        effects=sample_effects(table),
        checks=sample_checks(table),
        notes=(*table_notes(table, chosen, main.result, main.rope), *main.notes),
    )


def _chosen(asked: Question, settings: Settings) -> Procedure[Any, Any]:
    if settings.procedure is not None:
        return named(settings.procedure)
    if asked.procedure is None and "test_fraction" in settings.options:
        return bayes_correlated_t  # all that was lacking is how much training data the folds share
    if asked.procedure is None:
        raise NeedsNotMet(asked.reason)
    return named(asked.procedure)


def _beside(table: Paired, made: tuple[Check, ...], asked: Question, settings: Settings) -> tuple[Comparison, ...]:
    """Where the differences are not normal, the procedure that does not need them to be."""
    if asked.procedure != "bayes_t" or settings.procedure is not None:
        return ()
    if tied_share(made) > TIED_SHARE:  # a robust location would collapse onto the most frequent difference
        names = ("bayes_bootstrap",) if too_many_ties(made) and table.n_units >= LEAST_TO_RESAMPLE else ()
    else:
        names = ("bayes_robust_t",) if normality_failed(made) else ()
    fitting = [named(name) for name in names if named(name).needs.unmet(table) is None]
    return tuple(_single(table, each, asked, replace(settings, reading=None)) for each in fitting)


def _single(table: Comparable, chosen: Procedure[Any, Any], asked: Question, settings: Settings) -> Comparison:
    """One procedure on one table, decided."""
    single = table.by_task() if len(table.tasks) > 1 else table
    whole = chosen.needs.tasks == "several" or chosen.needs.binary  # task means are not 0/1: let it say so
    result, rope = _run(table if whole else single, chosen, settings)
    blank = Comparison(
        first=table.models[0],
        second=table.models[1],
        question=asked,
        result=result,
        n_units=single.n_units,
        unit=_unit(single),
        paired=chosen.needs.paired,
        rope=rope,
        level=settings.level,
    )
    if isinstance(result, NullTest):
        return blank
    decision = decide(
        result,
        rope or 0.0,  # a posterior of wins takes no rope
        reading=settings.reading,
        rule=settings.rule,
        threshold=settings.threshold,
        loss=settings.loss,
    )
    return replace(
        blank,
        decision=decision,
        classical=_classical(single, chosen, settings),
        notes=posterior_notes(result, rope, settings.threshold, single.n_units, decision.verdict),
    )


def _unit(table: Comparable) -> str:
    return f"cells of {levels_in_words(table)}" if has_crossed_units(table) else table.facts.unit.plural


def _run(table: Comparable, chosen: Procedure[Any, Any], settings: Settings) -> tuple[PairResult, Rope | None]:
    given = _options(chosen, settings.options, strict=True)
    if "level" in chosen.options:
        given["level"] = settings.level
    user = user_rope(settings.rope, table, chosen)
    if "rope" in chosen.options and chosen.needs.tasks == "one" and not isinstance(table, UnpairedTable):
        rope = user or default_rope(0.0, table.moments().sd, settings.spread)
        return chosen(table, rope=rope, **given), rope
    if "scale" in chosen.options and user is not None:
        given.setdefault("scale", "points")
    found = settings.joint or chosen(table, **given)
    result = found.pair(*table.models[:2]) if isinstance(found, Ranking) else found
    if isinstance(result, (NullTest, MajorityPosterior)):
        return result, None
    if isinstance(result, RegionPosterior):
        return result, result.rope
    null = result.parameter.null
    if user is None:
        return result, default_rope(null, result.spread or 0.0, settings.spread)
    return result, user if user.low <= null <= user.high else Rope(null + user.low, null + user.high)


def _options(chosen: Procedure[Any, Any], options: dict[str, Any], *, strict: bool) -> dict[str, Any]:
    unknown = [name for name in options if name not in (*chosen.options, *FOR_ANY)]
    if unknown and strict and not (chosen.counterpart and set(unknown) <= set(named(chosen.counterpart).options)):
        takes = ", ".join(f"`{name}`" for name in chosen.options) or "no options"
        raise ArgumentError(f"`{chosen.name}` has no option `{unknown[0]}`; it takes {takes}.")
    return {name: value for name, value in options.items() if name in chosen.options}


def _classical(table: Comparable, chosen: Procedure[Any, Any], settings: Settings) -> NullTest | None:
    if chosen.counterpart is None:
        return None
    counterpart = named(chosen.counterpart)
    if counterpart.needs.lacking(table) is not None:
        return None
    given = _options(counterpart, settings.options, strict=False)
    if "level" in counterpart.options:
        given["level"] = settings.level
    test: NullTest = counterpart(table, **given)
    return test
