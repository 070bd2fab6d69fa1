"""Score table: models x tasks as a paper prints them, the best marked by verdict."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from betterthan.answers.document import Documented
from betterthan.answers.tabular import Tabular
from betterthan.answers.told import Told, paper_table

Mark: TypeAlias = Literal["best", "tied", ""]
"""`best`: decidedly better than all others on the task; `tied`: not decidedly worse than the best mean."""


NO_MARK: Mark = ""


@dataclass(frozen=True)
class ScoreTable(Documented, Tabular, Told):
    """Mean scores of models on tasks, with marks.

    Parameters:
        models: the columns.
        tasks: the rows.
        means: tasks x models, in original units; None where a model has no score.
        marks: tasks x models.
        average_ranks: mean rank of each model over the tasks, 1 for the best.
        overall: mean over the tasks that a model has; None if they are not on one scale.
        adjusted: the same as least squares expects it over all tasks; equal to the mean where no score is missing.
        counts: number of tasks that each model has scores on.
        rule: what the marks mean, in a sentence.
        notes: what was dropped, averaged or assumed.
        higher_is_better: False if the scores are losses.
    """

    models: tuple[str, ...]
    tasks: tuple[str, ...]
    means: tuple[tuple[float | None, ...], ...]
    marks: tuple[tuple[Mark, ...], ...]
    average_ranks: tuple[float, ...]
    overall: tuple[float | None, ...]
    adjusted: tuple[float | None, ...]
    counts: tuple[int, ...]
    rule: str
    notes: tuple[str, ...] = ()
    higher_is_better: bool = True

    def __repr__(self) -> str:
        return f"<ScoreTable of {len(self.models)} models on {len(self.tasks)} tasks>"

    def __str__(self) -> str:
        return self.to_markdown()

    def to_rows(self) -> list[dict[str, Any]]:
        """One flat row per cell: task, model, mean, mark."""
        return [
            {"task": task, "model": model, "mean": mean, "mark": mark}
            for task, means, marks in zip(self.tasks, self.means, self.marks, strict=True)
            for model, mean, mark in zip(self.models, means, marks, strict=True)
        ]

    def to_markdown(self, *, digits: int = 3) -> str:
        """The table as Markdown: **best**, _tied_.

        Parameters:
            digits: decimals of the scores.
        """
        return paper_table(self, "markdown", digits)

    def to_latex(self, *, digits: int = 3) -> str:
        r"""The table as LaTeX with booktabs: best in bold, tied underlined.

        Parameters:
            digits: decimals of the scores.
        """
        return paper_table(self, "latex", digits)
