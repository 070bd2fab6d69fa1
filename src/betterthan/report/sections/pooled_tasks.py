"""Every task after partial pooling: what it says given all the others."""

from __future__ import annotations

from betterthan.answers.comparison import Comparison
from betterthan.report.blocks import Blocks, Table
from betterthan.results.hierarchical import HierarchicalPosterior
from betterthan.words.numbers import number, shares

COLUMNS = ("task", "n", "raw", "shrunken", "95%", "first", "equivalent", "second")


def pooled_tasks(comparison: Comparison) -> Blocks:
    """One row per task of a hierarchical posterior."""
    result, rope = comparison.result, comparison.rope
    if not isinstance(result, HierarchicalPosterior) or rope is None:
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
        for task, p in zip(result.task_estimates, result.task_probabilities(rope), strict=True)
    )
    return (Table("Tasks after partial pooling", COLUMNS, rows, key="pooled-tasks", column_keys=COLUMNS),)
