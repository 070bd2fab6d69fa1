"""Every task after partial pooling: what it says given all the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from betterthan.report.blocks import Blocks, Table
from betterthan.words.numbers import number, shares

if TYPE_CHECKING:
    from betterthan.answers.comparison import Comparison

COLUMNS = ("task", "n", "raw", "shrunken", "95%", "first", "equivalent", "second")


def pooled_tasks(comparison: Comparison) -> Blocks:
    """One row per task, where the posterior pools tasks."""
    pooled = comparison.pooled_tasks
    if not pooled:
        return ()
    rows = tuple(
        (
            task.name,
            f"{task.n:,}",
            number(task.raw),
            number(task.mean),
            f"[{number(task.low)}, {number(task.high)}]",
            *shares(p),
        )
        for task, p in pooled
    )
    return (Table("Tasks after partial pooling", COLUMNS, rows, key="pooled-tasks", column_keys=COLUMNS),)
