"""Every task after partial pooling: what it says given all the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from betterthan.report.blocks import Blocks, Table
from betterthan.words.columns import digits_of
from betterthan.words.numbers import shares

if TYPE_CHECKING:
    from betterthan.answers.comparison import Comparison

COLUMNS = ("task", "n", "raw", "shrunken", "95%", "first", "equivalent", "second")


def pooled_tasks(comparison: Comparison) -> Blocks:
    """One row per task, where the posterior pools tasks."""
    pooled = comparison.pooled_tasks
    if not pooled:
        return ()
    digits = digits_of([value for task, _ in pooled for value in (task.raw, task.mean)], [task for task, _ in pooled])
    rows = tuple(
        (task.name, f"{task.n:,}", digits.of(task.raw), digits.of(task.mean), digits.ends(task), *shares(p))
        for task, p in pooled
    )
    clearest = tuple(sorted(range(len(pooled)), key=lambda j: -max(pooled[j].probabilities)))
    title, spare = "Tasks after partial pooling", ("n", "raw")
    return (Table(title, COLUMNS, rows, key="pooled-tasks", column_keys=COLUMNS, spare=spare, order=clearest),)
