"""Checks of a comparison over several tasks."""

from __future__ import annotations

from betterthan.data.protocol import Paired
from betterthan.judging.checks.check import Check, looked_at
from betterthan.judging.checks.differences import FEW_UNITS


def task_checks(table: Paired) -> tuple[Check, ...]:
    """The checks of a comparison over several tasks.

    Parameters:
        table: paired scores of several tasks, or their sums.
    """
    _, n, _, _ = table.task_sums()
    few_tasks = "fewer than 10 tasks: the population of tasks is only roughly known; add tasks"
    few_scores = "fewer than 5 scores on a task: its own spread is hardly known; score more"
    return (
        looked_at("number of tasks", len(n) >= FEW_UNITS, float(len(n)), few_tasks),
        looked_at("scores per task", int(n.min()) >= 5, float(n.min()), few_scores),
    )
