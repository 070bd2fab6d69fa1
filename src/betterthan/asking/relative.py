"""Relative difference: by which share the first model makes fewer errors, or has a lower loss, than the second."""

from __future__ import annotations

from math import isfinite, sqrt
from typing import TYPE_CHECKING, Literal

from betterthan.data.tables import PairedTable, TwoSamples, UnpairedTable
from betterthan.data.units import FOLDS, TASKS
from betterthan.judging.relative import Relative
from betterthan.numerics.ratio import Ratio, ratio_of_means, ratio_of_paired_shares
from betterthan.procedures.shared.crossed_table import error_of_mean
from betterthan.results.interval import Interval

if TYPE_CHECKING:
    from betterthan.data.moments import Cells, ModelScore
    from betterthan.data.protocol import Comparable, Paired


def relative_difference(table: Comparable, level: float, test_fraction: float | None = None) -> Relative | None:
    """The relative difference of two models on one task; None where scores are neither 0/1 nor positive losses.

    Parameters:
        table: their scores, paired or not.
        level: coverage of the interval.
        test_fraction: share of the data that a fold is tested on, if the table does not say.
    """
    if len(table.tasks) > 1 or table.facts.unit == TASKS or not table.model_scores():
        return None
    of: Literal["errors", "loss"] = "errors" if _of_shares(table) else "loss"
    if of == "loss" and table.higher_is_better:
        return None
    ratio = _ratio(table, level, test_fraction)
    if ratio is None:
        return None
    return Relative(of, 1 - ratio.value, Interval(1 - ratio.high, 1 - ratio.low, level, "confidence"))


def _dependent(table: Comparable) -> bool:
    """Whether the units share what a standard error must allow for, other than training data."""
    return table.facts.crossed or table.facts.clustered


def _of_shares(table: Comparable) -> bool:
    known = table.of_binary if isinstance(table, (PairedTable, UnpairedTable)) else None
    return table.binary if known is None else known


def _ratio(table: Comparable, level: float, test_fraction: float | None) -> Ratio | None:
    if not isinstance(table, TwoSamples) and table.binary and not _dependent(table):
        return _of_cells(table.cells(), level)
    first, second = table.model_scores()[:2]
    errors = _error(first, table), _error(second, table)
    if min(errors) <= 0 or min(first.n, second.n) < 2:
        return None
    if isinstance(table, TwoSamples):
        return _of_samples(first, second, errors, level)
    return _of_pairs(table, first, second, errors, level, test_fraction)


def _of_cells(cells: Cells, level: float) -> Ratio | None:
    """Errors on the same cases; the second model must have made one."""
    if cells.n00 + cells.n10 == 0:
        return None
    return ratio_of_paired_shares(cells.n00, cells.n01, cells.n10, level)


def _error(model: ModelScore, table: Comparable) -> float:
    """The mean error: of 0/1 scores that are no losses, what is lacking to 1."""
    return 1 - model.mean if table.higher_is_better else model.mean


def _of_samples(first: ModelScore, second: ModelScore, errors: tuple[float, float], level: float) -> Ratio | None:
    parts = [(each.sd / error) ** 2 / each.n for each, error in zip((first, second), errors, strict=True)]
    total = sum(parts)
    if total == 0:
        return None
    df = total**2 / sum(part**2 / (each.n - 1) for part, each in zip(parts, (first, second), strict=True))  # Welch
    return ratio_of_means(*errors, sqrt(total), df, level)


def _of_pairs(
    table: Paired,
    first: ModelScore,
    second: ModelScore,
    errors: tuple[float, float],
    level: float,
    test_fraction: float | None,
) -> Ratio | None:
    one, other = errors
    if isinstance(table, PairedTable) and _dependent(table):
        scores = table.scores[:, :2] / errors  # turned scores have the same spread as errors
        error, df = error_of_mean(table, scores[:, 0] - scores[:, 1])
    else:
        # the variance of x/m1 - y/m2, from those of x, y and x - y, without losing digits where x and y hardly differ
        square = (1 / one - 1 / other) * (first.sd**2 / one - second.sd**2 / other)
        square += table.moments().sd ** 2 / (one * other)
        share = test_fraction if test_fraction is not None else table.facts.test_fraction
        if table.facts.unit == FOLDS and share is None:
            return None
        shared = (share or 0.0) / (1 - (share or 0.0)) if table.facts.unit == FOLDS else 0.0
        error, df = sqrt(max(square, 0.0) * (1 / first.n + shared)), first.n - 1
    return ratio_of_means(one, other, error, df, level) if isfinite(error) and error > 0 else None
