"""What the models of several models at once have in common: models that are copies, and tasks that join them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from betterthan.arrays import Array, IntArray
from betterthan.data.protocol import Paired
from betterthan.data.summaries import PairedSummary
from betterthan.errors import ArgumentError, NeedsNotMet
from betterthan.numerics.ties import ROUNDING
from betterthan.phrases import counted, listing

SAME_SCORE = 1e-9
"""Differences of scores within this share of the largest are equal when rows are sorted."""


def units_unmet(table: Paired) -> str | None:
    """What is lacking if only the sums of one task are known; of several tasks they are enough.

    Parameters:
        table: the paired table or summary.
    """
    if isinstance(table, PairedSummary) and len(table.tasks) == 1:
        return "the score of every unit; this table is known by its sums only. `bayes_t` and `paired_t` need no more."
    return None


def by_differences(scores: Array) -> IntArray:
    """The numbers of the rows in the order of how the models differ on them.

    What is drawn for each row then does not depend on how a file happens to be sorted.

    Parameters:
        scores: tasks x models, NaN where a model has no score; every task has one.
    """
    apart = scores - np.nanmean(scores, axis=1, keepdims=True)
    size = float(np.nanmax(np.abs(apart), initial=0.0)) or 1.0
    keys = np.round(apart / size / SAME_SCORE)  # means that differ by rounding must not change places
    return np.lexsort(keys.T[::-1])


def distinct(scores: Array) -> tuple[list[int], list[int]]:
    """Models with the same scores everywhere count as one: the first of each kind, and the kind of each model.

    Parameters:
        scores: tasks x models, NaN where a model has no score.
    """
    size = np.nanmax(np.abs(scores), initial=0.0) or 1.0
    patterns = [column.tobytes() for column in np.round(scores.T / size / ROUNDING) + 0.0]
    kinds = {pattern: kind for kind, pattern in enumerate(dict.fromkeys(patterns))}
    return [patterns.index(pattern) for pattern in kinds], [kinds[pattern] for pattern in patterns]


def model_names(models: Sequence[str], columns: int) -> tuple[str, ...]:
    """Names of the models: numbers from 1 if there are none.

    Parameters:
        models: names, perhaps none.
        columns: how many models there are.
    """
    if isinstance(models, str) or (models and len(models) != columns):
        names = repr(models) if isinstance(models, str) else counted(len(models), "name")
        raise ArgumentError(f"{names} for {columns} columns of scores: give one to each.")
    return tuple(models) or tuple(str(number + 1) for number in range(columns))


def refuse_disconnected(scores: Array, models: Sequence[str], procedure: str) -> None:
    """Say which models no chain of common tasks joins to the first.

    Parameters:
        scores: tasks x models, NaN where a model has no score.
        models: their names.
        procedure: what refuses.
    """
    present = ~np.isnan(scores)
    reached = np.arange(len(models)) == 0
    for _ in models:
        reached = present[present[:, reached].any(axis=1)].any(axis=0) | reached
    if reached.all():
        return
    apart = [name for name, joined in zip(models, reached, strict=True) if not joined]
    raise NeedsNotMet(
        f"`{procedure}` needs models that common tasks join, directly or through others; {listing(apart)} "
        f"share no task with {listing([name for name in models if name not in apart])}. Compare the groups apart, "
        "or run a model of one group on a task of the other."
    )
