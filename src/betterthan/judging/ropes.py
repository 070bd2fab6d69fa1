"""Ropes: the user's, relative ones, and the one for those who gave none; whether one rope can serve all tasks."""

from __future__ import annotations

from dataclasses import replace
from math import isfinite
from numbers import Real
from typing import Any

import numpy as np

from betterthan.data.protocol import Comparable, Paired
from betterthan.data.tables import PairedTable
from betterthan.errors import ArgumentError
from betterthan.procedures import Procedure
from betterthan.results.ranking import Ranking
from betterthan.results.rope import RelativeRope, Rope, RopeLike, as_rope

INCOMMENSURATE = 100.0
"""Scores whose size differs more than this between tasks are hardly on one scale."""


def scale_ratio(table: Paired) -> float:
    """How much the size of the scores differs between tasks; shares, all within [0, 1], are on one scale.

    Parameters:
        table: paired scores of several tasks, or their sums.
    """
    single = table.by_task()
    if not isinstance(single, PairedTable) or not (np.abs(single.scores) > 1).any():
        return 1.0
    means = single.scores
    size = np.nanmean(np.abs(means), axis=1)
    return float(size.max() / size[size > 0].min())


def refuse_mixed_scales(rope: Rope, table: Comparable) -> None:
    """Percent scores with a fraction rope, or the reverse, answer a question that nobody asked.

    Parameters:
        rope: a rope that was given as one number.
        table: the scores.
    """
    models = [model for model in table.model_scores() if isfinite(model.mean)]
    if not models or rope.high == 0 or not table.higher_is_better:
        return
    means = [abs(model.mean) for model in models]
    told = " and ".join(f"{mean:.4g}" for mean in means) if len(means) == 2 else f"{min(means):.4g} to {max(means):.4g}"
    insist = f"If you mean it, give both bounds: `rope=({rope.low:g}, {rope.high:g})`."
    if min(means) > 10 and max(means) <= 100 and max(model.sd for model in models) > 1 and rope.high <= 0.05:
        raise ArgumentError(
            f"The scores look like percent (means {told}) and the rope ±{rope.high:g} "
            f"like a fraction. Did you mean `rope={100 * rope.high:g}`? {insist}"
        )
    if max(means) <= 1 and rope.high >= 1 and max(model.sd for model in models) <= 1:
        raise ArgumentError(
            f"The scores look like fractions (means {told}) and the rope ±{rope.high:g} "
            f"like percent. Did you mean `rope={rope.high / 100:g}`? {insist}"
        )


def pooled_rope(found: Ranking) -> Rope:
    """The rope for those who gave none: one for all pairs, from the pooled standard deviation of the differences.

    Parameters:
        found: the joint posterior.
    """
    if found.spread is None:
        return Rope(0.0, 0.0, "none: any difference counts")
    return default_rope(0.0, found.spread, found.spread)


EFFECT_SIZE = 0.1
"""Half-width of the default rope in standard deviations: half of Cohen's small effect (Kruschke 2015)."""


POOLED = "effect size: 0.1 standard deviations of the differences, pooled over all pairs"


def default_rope(null: float, sd: float, pooled_sd: float | None) -> Rope:
    """The rope for those who gave none; among several models one for all pairs, where it is in units of the score."""
    if pooled_sd is None or null != 0.0:
        return effect_size_rope(null, sd)
    return replace(effect_size_rope(null, pooled_sd), source=POOLED)


def effect_size_rope(null: float, sd: float) -> Rope:
    """The rope for those who gave none: null ± 0.1 standard deviations.

    Parameters:
        null: the parameter's value when the models are equal.
        sd: standard deviation of the differences.
    """
    half = EFFECT_SIZE * sd
    return Rope(null - half, null + half, "effect size: 0.1 standard deviations about no difference")


def user_rope(rope: RopeLike | RelativeRope | None, table: Comparable, chosen: Procedure[Any, Any]) -> Rope | None:
    """The rope that the user gave, in the units of the scores; None if there is none."""
    if rope is None:
        return None
    if isinstance(rope, RelativeRope):
        return rope.resolve(error=_error_of_second(table), model=table.models[1])
    made = as_rope(rope)
    if isinstance(rope, Real) and chosen.rope_scale != "log-odds":  # a pair or a Rope is taken as it is
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
