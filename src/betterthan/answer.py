"""Answer: the walk for one pair of models, from its paired scores to a comparison."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from numbers import Real
from typing import Any

from betterthan.checks import (
    LEAST_TO_RESAMPLE,
    TIED_SHARE,
    Check,
    checks,
    normality_failed,
    refuse_mixed_scales,
    sample_checks,
    task_checks,
    tied_share,
    too_many_ties,
)
from betterthan.comparison import Comparison
from betterthan.decision import Rule, decide
from betterthan.effects import effect_sizes, sample_effects
from betterthan.errors import ArgumentError, NeedsNotMet
from betterthan.notes import posterior_notes, table_notes
from betterthan.own_figures import model_figures
from betterthan.procedures import Procedure, bayes_correlated_t, named
from betterthan.procedures.crossed_table import has_crossed_units, levels_in_words
from betterthan.question import Question, question
from betterthan.rank import IN_LOG_ODDS
from betterthan.results import (
    MajorityPosterior,
    NullTest,
    PairResult,
    Ranking,
    RegionPosterior,
)
from betterthan.rope import RelativeRope, Rope, RopeLike, as_rope
from betterthan.tables import Comparable, Paired, PairedTable, UnpairedTable, one_unit_per_task, unit_of

EFFECT_SIZE = 0.1
"""Half-width of the default rope in standard deviations: half of Cohen's small effect (Kruschke 2015)."""

POOLED = "effect size: 0.1 standard deviations of the differences, pooled over all pairs"

FOR_ANY = ("draws", "rng")
"""Options that any procedure may be given: those that draw nothing have no use for them."""


@dataclass(frozen=True)
class Settings:
    """What the user asked for, besides the scores; see `compare`.

    Among several models, `spread` is the pooled standard deviation that gives all pairs the same default rope, and
    `joint` the posterior of a procedure that models them all at once.
    """

    rope: RopeLike | RelativeRope | None
    procedure: str | None
    rule: Rule
    threshold: float
    loss: Sequence[Sequence[float]]
    reading: str | None
    level: float
    options: dict[str, Any]
    spread: float | None = None
    joint: Ranking | None = None


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
    single = one_unit_per_task(table) if len(table.tasks) > 1 else table
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
        clustering=table.design.clustering if isinstance(table, PairedTable) else None,
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
    single = one_unit_per_task(table) if len(table.tasks) > 1 else table
    whole = chosen.needs.tasks == "several" or chosen.needs.binary  # task means are not 0/1: let it say so
    result, rope = _run(table if whole else single, chosen, settings)
    blank = Comparison(
        first=table.models[0],
        second=table.models[1],
        question=asked,
        result=result,
        n_units=single.n_units,
        unit=_unit(single),
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
    return f"cells of {levels_in_words(table)}" if has_crossed_units(table) else unit_of(table)


def _run(table: Comparable, chosen: Procedure[Any, Any], settings: Settings) -> tuple[PairResult, Rope | None]:
    given = _options(chosen, settings.options, strict=True)
    if "level" in chosen.options:
        given["level"] = settings.level
    user = _user_rope(settings.rope, table, chosen)
    if "rope" in chosen.options and chosen.needs.tasks == "one" and not isinstance(table, UnpairedTable):
        rope = user or _default_rope(0.0, table.moments().sd, settings)
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
        return result, _default_rope(null, result.spread or 0.0, settings)
    return result, user if user.low <= null <= user.high else Rope(null + user.low, null + user.high)


def _default_rope(null: float, sd: float, settings: Settings) -> Rope:
    """One rope for all pairs of several models, where it is in units of the score."""
    if settings.spread is None or null != 0.0:
        return effect_size_rope(null, sd)
    return replace(effect_size_rope(null, settings.spread), source=POOLED)


def effect_size_rope(null: float, sd: float) -> Rope:
    """The rope for those who gave none: null ± 0.1 standard deviations.

    Parameters:
        null: the parameter's value when the models are equal.
        sd: standard deviation of the differences.
    """
    half = EFFECT_SIZE * sd
    return Rope(null - half, null + half, "effect size: 0.1 standard deviations about no difference")


def _options(chosen: Procedure[Any, Any], options: dict[str, Any], *, strict: bool) -> dict[str, Any]:
    unknown = [name for name in options if name not in (*chosen.options, *FOR_ANY)]
    if unknown and strict and not (chosen.counterpart and set(unknown) <= set(named(chosen.counterpart).options)):
        takes = ", ".join(f"`{name}`" for name in chosen.options) or "no options"
        raise ArgumentError(f"`{chosen.name}` has no option `{unknown[0]}`; it takes {takes}.")
    return {name: value for name, value in options.items() if name in chosen.options}


def _user_rope(rope: RopeLike | RelativeRope | None, table: Comparable, chosen: Procedure[Any, Any]) -> Rope | None:
    if rope is None:
        return None
    if isinstance(rope, RelativeRope):
        return rope.resolve(error=_error_of_second(table), model=table.models[1])
    made = as_rope(rope)
    if isinstance(rope, Real) and chosen.name not in IN_LOG_ODDS:  # a pair or a Rope is taken as it is
        refuse_mixed_scales(made, table)
    return made


def _error_of_second(table: Comparable) -> float:
    """The second model's error: the score itself if it is a loss, else its distance from 1."""
    if not table.model_scores():
        raise ArgumentError("A relative rope needs the models' own scores; this table has differences only.")
    mean = table.model_scores()[1].mean
    if not table.higher_is_better:
        return mean
    if not 0 <= mean <= 1:
        raise ArgumentError(
            f"A relative rope is a fraction of the error 1 - score, so scores must lie in [0, 1]; "
            f"`{table.models[1]}` has mean {mean:.4g}. Give the rope in units of the score."
        )
    return 1 - mean


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
