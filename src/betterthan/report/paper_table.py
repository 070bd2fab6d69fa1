"""The table that an author pastes: scores of models on tasks, as Markdown or LaTeX."""

from __future__ import annotations

from betterthan.answers.score_table import ScoreTable
from betterthan.report.render.latex import PREAMBLE
from betterthan.report.render.latex import marked_table as as_latex
from betterthan.report.render.markdown import marked_table as as_markdown
from betterthan.report.sections.scores import marked
from betterthan.report.visible import all_visible


def markdown(table: ScoreTable, digits: int) -> str:
    """The table as Markdown, with so many decimals."""
    return f"{as_markdown(all_visible(marked(table, digits)))}\n"


def latex(table: ScoreTable, digits: int) -> str:
    """The table as LaTeX with booktabs, with so many decimals."""
    return f"{PREAMBLE}{as_latex(all_visible(marked(table, digits)))}"
