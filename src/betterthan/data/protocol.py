"""What the tables have in common, and the questions that are asked of any of them."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np

from betterthan.arrays import Array, IntArray
from betterthan.data.design import Design
from betterthan.data.factors import Factor
from betterthan.data.summaries import PairedSummary
from betterthan.data.tables import PairedTable, UnpairedTable
from betterthan.data.units import CASES, TASKS, Unit
from betterthan.numerics.ties import ROUNDING

Paired: TypeAlias = PairedTable | PairedSummary
"""What a procedure is given: the units themselves, or their sums."""


Comparable: TypeAlias = PairedTable | PairedSummary | UnpairedTable
"""What can be compared: paired scores, their sums, or two independent samples."""


class TaskSums(NamedTuple):
    """Per task: name, number of differences, their mean and the sum of their squared deviations."""

    names: tuple[str, ...]
    n: IntArray
    mean: Array
    ss: Array


def task_sums(table: Paired) -> TaskSums:
    """What the hierarchical models need of a table.

    Parameters:
        table: paired scores of several tasks, or their sums.
    """
    if isinstance(table, PairedSummary):
        return TaskSums(table.tasks, table.n, table.difference_means, table.difference_squares)
    differences, means = table.differences(), table.task_means()
    codes = table.factors["task"].codes if "task" in table.factors else np.zeros(len(differences), dtype=np.int64)
    apart = differences - means[codes]
    n, ss = np.bincount(codes), np.bincount(codes, apart**2)
    noise = n * (ROUNDING * np.abs(means)) ** 2  # equal differences whose mean is off by rounding
    return TaskSums(table.tasks, n, means, np.where(ss > noise, ss, 0.0))


def unit_of(table: Comparable) -> Unit:
    """What one unit of a table is.

    Parameters:
        table: any table; sums are those of cases.
    """
    if isinstance(table, PairedSummary):
        return CASES
    return table.unit if isinstance(table, UnpairedTable) else table.design.unit


def one_unit_per_task(table: Comparable) -> PairedTable:
    """One unit per task: its mean scores.

    Parameters:
        table: scores of several tasks, or their sums.
    """
    if not isinstance(table, PairedSummary):
        return table.by_task()
    return PairedTable(
        table.models,
        table.means,
        design=Design(TASKS, {"task": len(table.tasks)}),
        factors={"task": Factor(np.arange(len(table.tasks)), table.tasks)},
        higher_is_better=table.higher_is_better,
        notes=table.notes,
        of_binary=table.binary,
    )
