"""The table that an author pastes: scores of models on tasks, as Markdown or LaTeX."""

from __future__ import annotations

from betterthan.answers.score_table import NO_MARK, Mark, ScoreTable
from betterthan.report.render.latex import escape
from betterthan.report.render.markdown import escape as escape_markdown
from betterthan.report.render.text import text as render_text
from betterthan.report.report import Items, Report, Table

SCORES = ("The table that a paper prints", "Mean scores of the models on the tasks.")
SIGNS: dict[Mark, str] = {"best": "*", "tied": "°", "": ""}
MARKDOWN: dict[Mark, str] = {"best": "**{}**", "tied": "_{}_", "": "{}"}
LATEX: dict[Mark, str] = {"best": "\\textbf{{{}}}", "tied": "\\underline{{{}}}", "": "{}"}


def markdown(table: ScoreTable, digits: int) -> str:
    """The table as Markdown.

    Parameters:
        table: the scores.
        digits: decimals of the scores.
    """
    names = [escape_markdown(name) for name in ("task", *table.models)]
    rows = [
        [escape_markdown(row[0]), *(MARKDOWN[mark].format(cell) for cell, mark in zip(row[1:], marks, strict=True))]
        for row, marks in _cells(table, digits)
    ]
    lines = [names, ["---", *("---:" for _ in table.models)], *rows]
    body = "\n".join("| " + " | ".join(line) + " |" for line in lines)
    rule = table.rule.replace("Underlined", "Italic")
    return f"{body}\n\n{escape_markdown(rule)}\n"


def latex(table: ScoreTable, digits: int) -> str:
    """The table as LaTeX with booktabs.

    Parameters:
        table: the scores.
        digits: decimals of the scores.
    """
    rows = [
        " & ".join([escape(row[0]), *(LATEX[mark].format(cell) for cell, mark in zip(row[1:], marks, strict=True))])
        for row, marks in _cells(table, digits)
    ]
    head = " & ".join(escape(name) for name in ("task", *table.models))
    body, feet = " \\\\\n".join(rows[: len(table.tasks)]), " \\\\\n".join(rows[len(table.tasks) :])
    return (
        f"% {table.rule}\n\\begin{{tabular}}{{l{'r' * len(table.models)}}}\n\\toprule\n{head} \\\\\n\\midrule\n"
        f"{body} \\\\\n\\midrule\n{feet} \\\\\n\\bottomrule\n\\end{{tabular}}\n"
    )


def text(table: ScoreTable, digits: int = 3) -> str:
    """The table as plain text, 80 columns wide.

    Parameters:
        table: the scores.
        digits: decimals of the scores.
    """
    return render_text(Report(*SCORES, (block(table, digits), Items("Marks", (signed_rule(table),))), ()))


def block(table: ScoreTable, digits: int = 3) -> Table:
    """The table as a block of a report, with signs for marks.

    Parameters:
        table: the scores.
        digits: decimals of the scores.
    """
    rows = tuple(
        (row[0], *(f"{cell} {SIGNS[mark]}".strip() for cell, mark in zip(row[1:], marks, strict=True)))
        for row, marks in _cells(table, digits)
    )
    return Table("Scores", ("task", *table.models), rows, divisible=True)


def signed_rule(table: ScoreTable) -> str:
    """What the signs mean.

    Parameters:
        table: the scores.
    """
    return table.rule.replace("Bold", SIGNS["best"]).replace("Underlined", SIGNS["tied"])


def _cells(table: ScoreTable, digits: int) -> list[tuple[list[str], tuple[Mark, ...]]]:
    """Rows of text with their marks: the tasks, then the mean and the average rank."""
    rows: list[tuple[list[str], tuple[Mark, ...]]] = [
        ([task, *("–" if mean is None else f"{mean:.{digits}f}" for mean in means)], marks)
        for task, means, marks in zip(table.tasks, table.means, table.marks, strict=True)
    ]
    plain = tuple(NO_MARK for _ in table.models)
    rows.append((["mean", *(f"{mean:.{digits}f}" for mean in table.overall)], plain))
    rows.append((["average rank", *(f"{rank:.2f}" for rank in table.average_ranks)], plain))
    return rows
