"""Score table -> report: the table that a paper prints."""

from __future__ import annotations

from betterthan.answers.further import Further
from betterthan.answers.score_table import ScoreTable
from betterthan.phrases import counted
from betterthan.report.blocks import Report, in_order
from betterthan.report.sections.notes import first_notes, notes
from betterthan.report.sections.scores import scores
from betterthan.words.direction import direction


def report_of_scores(table: ScoreTable, _: Further | None = None) -> Report:
    """The table, its marks and notes."""
    title, of_tasks = f"{len(table.models)} models", len(table.tasks) > 1 or table.tasks[0]
    title += f" on {counted(len(table.tasks), 'task')}" if of_tasks else ""
    on_tasks = " on the tasks" if of_tasks else ""
    about = f"Mean scores of the models{on_tasks}. {direction(table.higher_is_better)}"
    blocks = in_order(first_notes(table.notes), scores(table), notes(table.notes))
    return Report(title, about, blocks, ("betterthan",))
