"""Every task after partial pooling: what it says given all the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from betterthan.report.blocks import Blocks, Items, Table
from betterthan.words.columns import digits_of
from betterthan.words.numbers import shares
from betterthan.words.sides import outcome_columns

if TYPE_CHECKING:
    from betterthan.answers.comparison import Comparison

APART = (
    "After partial pooling each task borrows from the others; each task alone has its own scores only. So the two may "
    "decide different tasks."
)
KEYS = ("task", "n", "raw", "shrunken", "interval", "first", "equivalent", "second")


def pooled_tasks(comparison: Comparison) -> Blocks:
    """One row per task, where the posterior pools tasks."""
    pooled = comparison.pooled_tasks
    if not pooled:
        return ()
    shared = comparison.posterior is not None and comparison.posterior.parameter.null != 0
    digits = digits_of([value for task, _ in pooled for value in (task.raw, task.mean)], [task for task, _ in pooled])
    rows = tuple(
        (
            task.name,
            *((f"{round(task.n * task.raw):,}",) if shared else ()),
            f"{task.n:,}",
            digits.of(task.raw),
            digits.of(task.mean),
            digits.ends(task),
            *shares(p),
        )
        for task, p in pooled
    )
    keys = (KEYS[0], "won", *KEYS[1:]) if shared else KEYS
    before = (KEYS[0], *(_of_shares(comparison) if shared else KEYS[1:3]), "shrunken", f"{100 * comparison.level:g}%")
    columns = (*before, *outcome_columns(comparison.first, comparison.second))
    clearest = tuple(sorted(range(len(pooled)), key=lambda j: -max(pooled[j].probabilities)))
    title, spare = "Tasks after partial pooling", before[1:-2]
    table = Table(title, columns, rows, key="pooled-tasks", column_keys=keys, spare=spare, order=clearest)
    return (table, Items("About pooled tasks", (APART,), key="pooled-tasks-apart")) if comparison.tasks else (table,)


def _of_shares(comparison: Comparison) -> tuple[str, str, str]:
    """What is known of a task alone, where the first model's share of the disagreements is pooled."""
    return f"won by {comparison.first}", "disagreements", "share"
