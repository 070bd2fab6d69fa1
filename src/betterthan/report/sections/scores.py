"""The scores of models on tasks, the best marked."""

from __future__ import annotations

from betterthan.answers.score_table import NO_MARK, Mark, ScoreTable
from betterthan.report.blocks import Blocks, Marked
from betterthan.words.direction import direction

DIGITS = 3
"""Decimals of the scores."""


def scores(table: ScoreTable) -> Blocks:
    """The tasks, then, over several, the mean and the average rank of each model."""
    return (marked(table),)


def marked(table: ScoreTable, digits: int = DIGITS) -> Marked:
    """The block, with so many decimals."""
    rows: list[tuple[str, ...]] = [
        (task or "mean", *("–" if mean is None else f"{mean:.{digits}f}" for mean in means))
        for task, means in zip(table.tasks, table.means, strict=True)
    ]
    gaps = min(table.counts) < len(table.tasks)
    if gaps:
        rows.append(("tasks", *(f"{count:,} of {len(table.tasks):,}" for count in table.counts)))
    if len(table.tasks) > 1 and None not in table.adjusted:  # of one task it stands there already
        rows.append(("adjusted mean" if gaps else "mean", *(f"{mean:.{digits}f}" for mean in table.adjusted)))
    if len(table.tasks) > 1:
        rows.append(("average rank", *(f"{rank:.2f}" for rank in table.average_ranks)))
    caption = f"{direction(table.higher_is_better)} {table.rule}"
    plain: tuple[Mark, ...] = tuple(NO_MARK for _ in table.models)
    below = len(rows) - len(table.tasks)
    marks = (*table.marks, *(plain for _ in range(below)))
    return Marked("Scores", ("task", *table.models), tuple(rows), marks, below, caption, key="scores")
