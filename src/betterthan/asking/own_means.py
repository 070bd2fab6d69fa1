"""Each model's own figures: its mean score with an interval that fits how the units arose."""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np
from scipy.special import betaincinv, stdtrit

from betterthan.answers.parts import ModelFigures, OwnFigures
from betterthan.data.ranges import Limits, score_limits
from betterthan.data.tables import PairedTable
from betterthan.judging.ropes import mixed_scales
from betterthan.phrases import joined
from betterthan.procedures.shared.crossed_table import error_of_mean
from betterthan.results.interval import Interval

if TYPE_CHECKING:
    from betterthan.arrays import Array
    from betterthan.data.moments import ModelScore
    from betterthan.data.protocol import Comparable


CUT = "Scores between 0 and 1 are taken as shares, so that the interval of a mean ends at {}."
"""What is said where nobody said what a score can be."""


def model_figures(table: Comparable, level: float, whole: Comparable | None = None) -> tuple[ModelFigures, ...]:
    """Each model's own figures; the interval of a mean ends where there can be no scores.

    Parameters:
        table: their scores, paired or not.
        level: coverage of the intervals.
        whole: the scores of all models, which say what a score can be; None if these are all.
    """
    if isinstance(table, PairedTable) and (table.facts.crossed or table.facts.clustered):
        columns = zip(table.model_scores(), table.scores.T, strict=True)
        made = tuple(_dependent_figures(model, table, column, level) for model, column in columns)
    else:
        made = tuple(_figures(model, table, level) for model in table.model_scores())
    ends = score_limits(table if whole is None else whole)
    return tuple(model._replace(interval=kept_within(model.interval, ends)) for model in made)


def kept_within(interval: Interval, ends: Limits | None) -> Interval:
    """The interval of a mean, which ends where there can be no scores.

    Parameters:
        interval: the interval.
        ends: between what the mean lies, where that is known.
    """
    return interval if ends is None else interval.within(ends.low, ends.high)


def cut_off(intervals: Iterable[Interval | None], ends: Limits | None) -> tuple[str, ...]:
    """A note where intervals were cut off at what was only assumed.

    Parameters:
        intervals: those of the means.
        ends: between what the means lie.
    """
    if ends is None or not ends.assumed:
        return ()
    found = [each for each in intervals if each is not None and each.low < each.high]
    at = {"0": any(each.low == 0 for each in found), "1": any(each.high == 1 for each in found)}
    places = [place for place, cut in at.items() if cut]
    return (CUT.format(joined(places)),) if places else ()


def own_figures(table: Comparable, level: float) -> tuple[OwnFigures, ...]:
    """Each model's own figures for a comparison, without means over tasks that are not on one scale.

    Parameters:
        table: their scores, paired or not, one unit of each task.
        level: coverage of the intervals.
    """
    if mixed_scales(table):
        return tuple(OwnFigures(model.name, model.n, None, None, None) for model in table.model_scores())
    return tuple(OwnFigures(*figures) for figures in model_figures(table, level))


def share_interval(mean: float, n: int, level: float) -> Interval:
    """The interval of a share of n cases, from a uniform prior.

    Parameters:
        mean: the share.
        n: the number of cases.
        level: coverage of the interval.
    """
    right = mean * n
    low, high = betaincinv(1 + right, 1 + n - right, np.array([(1 - level) / 2, (1 + level) / 2]))
    return Interval(float(low), float(high), level, "equal-tailed")


def _figures(model: ModelScore, table: Comparable, level: float) -> ModelFigures:
    """A model's own mean with an interval: beta for 0/1 scores, Student's t otherwise, wider for folds."""
    name, n, mean, sd = model
    tails = np.array([(1 - level) / 2, (1 + level) / 2])
    shared = (table.design.test_fraction or 0.0) if isinstance(table, PairedTable) else 0.0
    if table.binary:
        return ModelFigures(name, n, mean, sd, share_interval(mean, n, level))
    reach = float(stdtrit(n - 1, tails[1])) * sd * sqrt(1 / n + shared / (1 - shared)) if n > 1 else float("nan")
    return ModelFigures(name, n, mean, sd, Interval(mean - reach, mean + reach, level, "confidence"))


def _dependent_figures(model: ModelScore, table: PairedTable, scores: Array, level: float) -> ModelFigures:
    """A model's own mean with an interval that allows for what units share."""
    name, n, mean, sd = model
    error, df = error_of_mean(table, scores)
    reach = float(stdtrit(df, (1 + level) / 2)) * error if df > 0 else float("nan")
    return ModelFigures(name, n, mean, sd, Interval(mean - reach, mean + reach, level, "confidence"))
