"""The law over tasks that a hierarchical model has found: its parameters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from betterthan.report.blocks import Blocks, Table
from betterthan.words.columns import digits_of

if TYPE_CHECKING:
    from betterthan.answers.comparison import Comparison
    from betterthan.results.hierarchical import TaskLawParameter

COLUMNS = ("parameter", "what it is", "mean", "median")
KEYS = ("parameter", "about", "mean", "median", "interval")


def task_law(comparison: Comparison) -> Blocks:
    """One row per parameter, where tasks have a law; each has a scale, and so digits, of its own."""
    found = () if comparison.posterior is None else comparison.posterior.task_law(comparison.level)
    if not found:
        return ()
    columns = (*COLUMNS, f"{100 * comparison.level:g}% equal-tailed interval")
    rows = tuple(_row(each) for each in found)
    return (Table("Law over tasks", columns, rows, key="task-law", column_keys=KEYS, spare=(COLUMNS[1],)),)


def _row(each: TaskLawParameter) -> tuple[str, ...]:
    digits = digits_of([each.median], [each])
    mean = "infinite" if each.mean is None else digits.of(each.mean)
    return each.name, each.about, mean, digits.of(each.median), digits.ends(each)
