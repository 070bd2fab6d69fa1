"""Ropes: the user's, relative ones, and the one for those who gave none; whether one rope can serve all tasks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import isfinite
from numbers import Real
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from betterthan.data.protocol import Comparable
from betterthan.data.tables import PairedTable, TwoSamples
from betterthan.data.units import CLUSTERED_CASES, DIFFERENCES
from betterthan.errors import ArgumentError
from betterthan.numerics.full_score import PERCENT, full_score
from betterthan.procedures import Procedure
from betterthan.results.ranking import Ranking
from betterthan.results.rope import DEFAULT, SCALES, RelativeRope, Rope, RopeLike, as_rope, rope_from_text

if TYPE_CHECKING:
    from betterthan.procedures.facts import ScaleOfRope
    from betterthan.vocabulary import RopeScale

NO_OPTIONS: Mapping[str, Any] = MappingProxyType({})

INCOMMENSURATE = 100.0
"""Scores whose size differs more than this between tasks are hardly on one scale."""


def scale_ratio(table: Comparable) -> float:
    """How much the size of the scores differs between tasks; shares, all within [0, 1], are on one scale.

    Parameters:
        table: scores of several tasks, or their sums.
    """
    single = table.by_task()
    if not isinstance(single, PairedTable) or not (np.abs(single.scores) > 1).any():
        return 1.0
    means = single.scores
    size = np.nanmean(np.abs(means), axis=1)
    with np.errstate(over="ignore"):  # infinitely often is often enough
        return float(size.max() / size[size > 0].min())


def mixed_scales(table: Comparable) -> bool:
    """Whether the scores of several tasks are hardly on one scale, so that no mean over them means anything.

    Parameters:
        table: the scores, paired or not.
    """
    return len(table.tasks) > 1 and scale_ratio(table) > INCOMMENSURATE


def no_means(table: Comparable) -> tuple[str, ...]:
    """Why an answer has no means over tasks, where it has none.

    Parameters:
        table: the scores, paired or not.
    """
    if not mixed_scales(table):
        return ()
    ratio = f"{scale_ratio(table):,.0f}-fold"
    return (
        f"The size of the scores differs {ratio} between tasks: means over them would say nothing, and are not given.",
    )


def refuse_mixed_scales(rope: Rope, table: Comparable) -> None:
    """Percent scores with a fraction rope, or the reverse, answer a question that nobody asked.

    Parameters:
        rope: a rope that was given as one number.
        table: the scores.
    """
    models = [model for model in table.model_scores() if isfinite(model.mean)]
    if not models or rope.high == 0:
        return
    means = [abs(model.mean) for model in models]
    told = " and ".join(f"{mean:.4g}" for mean in means) if len(means) == 2 else f"{min(means):.4g} to {max(means):.4g}"
    scores = "scores" if table.higher_is_better else "losses"
    insist = f"If you mean it, give both bounds: `rope=({rope.low:g}, {rope.high:g})`."
    full, sd = full_score(np.array(means)), max(model.sd for model in models)
    if full == PERCENT and min(means) > 10 and sd > 1 and rope.high <= 0.05:
        raise ArgumentError(
            f"The {scores} look like percent (means {told}) and the rope ±{rope.high:g} "
            f"like a fraction. Did you mean `rope={100 * rope.high:g}`? {insist}"
        )
    if full == 1 and rope.high >= 1 and sd <= 1:
        raise ArgumentError(
            f"The {scores} look like fractions (means {told}) and the rope ±{rope.high:g} "
            f"like percent. Did you mean `rope={rope.high / 100:g}`? {insist}"
        )


EFFECT_SIZE = 0.1
"""Half-width of the default rope in standard deviations: half of Cohen's small effect (Kruschke 2015)."""

POOLED = "the differences, pooled over all pairs"
ONE_POINT = Rope(-0.01, 0.01, f"{DEFAULT}one percentage point, assumed")
LOGISTIC = "the logistic law that the log-odds belong to"
ONE_DISAGREEMENT = "a single disagreement, the root of φ(1−φ)"


def pooled_rope(found: Ranking, table: PairedTable, chosen: Procedure[Any, Any]) -> Rope:
    """The rope of a ranking for those who gave none: one for all pairs.

    Parameters:
        found: the joint posterior.
        table: the scores that it was made of.
        chosen: the procedure that made it.
    """
    if found.spread is None:
        return Rope(0.0, 0.0, f"{DEFAULT}any difference counts")
    return log_odds_rope(found.spread) if chosen.rope_scale == "log-odds" else rope_of_all(table, found.spread)


def rope_of_all(table: PairedTable, spread: float) -> Rope:
    """The rope for those who gave none, one for all pairs of several models, in units of the score.

    Of 0/1 scores, one percentage point, as Benavoli et al. (2017) and Corani et al. (2017) take it for accuracies: 0.1
    standard deviations of their differences would be about four.

    Parameters:
        table: the scores of several models.
        spread: standard deviation of their differences, pooled over all pairs.
    """
    return ONE_POINT if table.zero_one else effect_size_rope(0.0, spread, POOLED)


def assumed_rope(assumed: Rope | None, chosen: Procedure[Any, Any], options: Mapping[str, Any]) -> Rope | None:
    """The rope that all pairs share where the user gave none, if the procedure takes one on that scale.

    Parameters:
        assumed: the rope of all pairs; None if there is none.
        chosen: the procedure that is to use it.
        options: its options.
    """
    return assumed if assumed is not None and scale_taken(assumed.scale, chosen, options) == assumed.scale else None


def log_odds_rope(sd: float) -> Rope:
    """The rope of a model of ranks, which knows nothing of the size of the scores.

    Parameters:
        sd: standard deviation of the law of the log-odds.
    """
    return replace(effect_size_rope(0.0, sd, LOGISTIC), scale="log-odds")


def default_rope(
    table: Comparable,
    sd: float,
    chosen: Procedure[Any, Any],
    *,
    null: float = 0.0,
) -> Rope:
    """The rope of two models for those who gave none.

    Parameters:
        table: the scores, one unit of each task.
        sd: the standard deviation that it is taken from.
        chosen: the procedure that is to use it.
        null: the parameter's value when the models are equal.
    """
    if chosen.rope_scale == "log-odds":
        return log_odds_rope(sd)
    if null != 0.0:
        return replace(effect_size_rope(null, sd, ONE_DISAGREEMENT), scale="phi")
    if chosen.counts and mixed_scales(table):
        return Rope(0.0, 0.0, f"{DEFAULT}any difference counts, since the tasks are on different scales")
    return effect_size_rope(null, sd, _what_spreads(table))


def effect_size_rope(null: float, sd: float, of: str) -> Rope:
    """The rope for those who gave none: null ± 0.1 standard deviations.

    Parameters:
        null: the parameter's value when the models are equal.
        sd: the standard deviation.
        of: what it is the standard deviation of, in words.
    """
    half = EFFECT_SIZE * sd
    if half == 0:
        return Rope(null, null, f"{DEFAULT}any difference counts, since {of} have no spread to take a rope from")
    return Rope(null - half, null + half, f"{DEFAULT}{EFFECT_SIZE:g} standard deviations of {of}")


def _what_spreads(table: Comparable) -> str:
    """What the standard deviation of the differences is about."""
    unit = table.facts.unit
    if isinstance(table, TwoSamples):
        return f"single {unit.plural}, pooled over the two models"
    if len(table.tasks) > 1:
        return "the differences of the task means"
    if unit == DIFFERENCES:
        return "the differences"
    if unit == CLUSTERED_CASES:
        return "the differences on single cases"
    return f"the differences on single {unit.plural if not unit.crosses else f'pairs of {unit.listed}'}"


def user_rope(
    rope: RopeLike | RelativeRope | None,
    table: Comparable,
    chosen: Procedure[Any, Any],
    options: Mapping[str, Any] = NO_OPTIONS,
) -> Rope | None:
    """The rope that the user gave, on a scale that the procedure takes; None if there is none.

    Parameters:
        rope: as the user gave it.
        table: the scores.
        chosen: the procedure that is to use it.
        options: options of the procedure, one of which may choose the scale.
    """
    given = rope_from_text(rope) if isinstance(rope, str) else rope
    if given is None:
        return None
    if isinstance(given, RelativeRope):
        _refuse_other_scale("A relative rope", "score", chosen, options, table)
        return given.resolve(error=error_of_second(table), model=table.models[1])
    made = as_rope(given)
    _refuse_other_scale(f"The rope {made.bounds}", made.scale, chosen, options, table)
    if isinstance(given, Real) and chosen.rope_scale != "none":  # a pair or a Rope is taken as it is
        refuse_mixed_scales(made, table)
    return made if made.scale == "phi" or chosen.rope_scale == "none" else about(made, 0.0)


def asked_in_words(rope: RopeLike | RelativeRope | None) -> str:
    """What was asked for, where every task or pair has a rope of its own.

    Parameters:
        rope: as the user gave it; None if there is none.
    """
    given = rope_from_text(rope) if isinstance(rope, str) else rope
    if given is None:
        return f"{EFFECT_SIZE:g} standard deviations of the differences of each pair; you gave none"
    if isinstance(given, RelativeRope):
        return f"{100 * given.fraction:g}% of the error of the second model of each pair"
    return as_rope(given).in_words()


def scale_taken(rope: RopeScale, chosen: Procedure[Any, Any], options: Mapping[str, Any] = NO_OPTIONS) -> ScaleOfRope:
    """The scale on which the procedure would take a rope that is given on some scale.

    Parameters:
        rope: the scale of the rope.
        chosen: the procedure.
        options: its options.
    """
    points = bool(chosen.in_points) and all(options.get(name, word) == word for name, word in chosen.in_points.items())
    return "score" if points and rope == "score" else chosen.rope_scale


def _refuse_other_scale(
    what: str, scale: RopeScale, chosen: Procedure[Any, Any], options: Mapping[str, Any], table: Comparable
) -> None:
    """A rope in units of the score says nothing about log-odds, nor the reverse."""
    taken = scale_taken(scale, chosen, options)
    if taken == "none":
        return
    if taken == scale:
        return
    example = {"score": "`rope=0.01`", "log-odds": '`rope="0.2log-odds"`', "phi": '`rope="0.05phi"`'}[taken]
    only_order = taken == "log-odds" and mixed_scales(table)
    why = (
        f" Only the order counts, as scores differ {scale_ratio(table):,.0f}-fold between tasks." if only_order else ""
    )
    raise ArgumentError(
        f"{what} is {SCALES[scale]}, but the rope of `{chosen.name}` is {SCALES[taken]}.{why} "
        f"Give one on that scale, as in {example}, or give none."
    )


def about(rope: Rope, null: float) -> Rope:
    """The rope on the parameter's own scale; one that leaves out equal models must have been confirmed.

    Parameters:
        rope: the user's: bounds of the parameter, or of its difference from the null.
        null: the parameter's value when the models are equal.
    """
    if rope.low <= null <= rope.high or rope.shifted:
        return rope
    if rope.low <= 0 <= rope.high:
        return replace(rope, low=null + rope.low, high=null + rope.high)
    raise ArgumentError(
        f"The rope {rope.bounds} does not contain {null:g}, no difference: models that are exactly equal would not "
        "count as equivalent. If you mean it, say so with `shifted=True`; for a rope about no difference give a "
        f"half-width, as in `rope={max(abs(rope.low - null), abs(rope.high - null)):g}`."
    )


def error_of_second(table: Comparable) -> float:
    """The second model's error: the score itself if it is a loss, else its distance from 1."""
    if not table.model_scores():
        raise ArgumentError("A relative rope needs the models' own scores; this table has differences only.")
    mean = table.model_scores()[1].mean
    if not table.higher_is_better:
        if mean < 0:
            raise ArgumentError(
                f"A relative rope is a fraction of the loss, which must not be negative; `{table.models[1]}` has mean "
                f"{mean:.4g}. Give the rope in units of the score."
            )
        return mean
    if not 0 <= mean <= 1:
        raise ArgumentError(
            f"A relative rope is a fraction of the error 1 - score, so scores must lie in [0, 1]; "
            f"`{table.models[1]}` has mean {mean:.4g}. Give the rope in units of the score."
        )
    return 1 - mean
