"""Report -> Markdown."""

from __future__ import annotations

from dataclasses import replace

from betterthan.answers.score_table import Mark
from betterthan.report.blocks import (
    Bar,
    Block,
    Facts,
    Items,
    Live,
    Marked,
    Picture,
    Report,
    Section,
    Source,
    Table,
    Verdict,
)
from betterthan.report.render.marks import CODE, pieces
from betterthan.words.numbers import shares

MARKS: dict[Mark, str] = {"best": "**{}**", "tied": "_{}_", "": "{}"}


def markdown(report: Report) -> str:
    """The report as Markdown."""
    return f"{_report(report, '#')}\n"


def _report(report: Report, marks: str) -> str:
    """A report, or a section of one, below a heading with so many marks; its parts have one more."""
    parts = [
        f"{marks} {escape(report.title)}",
        escape(report.question),
        *(_block(block, f"{marks}#") for block in report.plain),
    ]
    return "\n\n".join(part for part in parts if part)


def _block(block: Block, marks: str) -> str:
    match block:
        case Verdict(sentence=sentence):
            return f"**{escape(sentence)}**"
        case Bar(labels=labels, probabilities=p, heading=heading):
            return f"{escape(heading)}\n\n{_table(labels, (shares(p),))}".strip()
        case Facts(title=title, rows=rows):
            return f"{marks} {escape(title)}\n\n{_table(('', ''), rows)}"
        case Table(title=title, columns=columns, rows=rows):
            return f"{marks} {escape(title)}\n\n{_table(columns, rows)}" if rows else ""
        case Marked(title=title):
            return f"{marks} {escape(title)}\n\n{marked_table(block)}"
        case Items(title=title, items=items):
            return f"{marks} {escape(title)}\n\n" + "\n".join(f"- {_prose(item)}" for item in items)
        case Source(title=title, text=text):
            return f"{marks} {escape(title)}\n\n```\n{text}\n```"
        case Section(report=report):
            return _report(replace(report, title=block.heading), marks)
        case Picture() | Live():
            return ""


def marked_table(block: Marked) -> str:
    """A table of scores: the best in bold, those tied with it in italics, and what that means."""
    rows = [
        [escape(row[0]), *(MARKS[mark].format(cell) for cell, mark in zip(row[1:], marks, strict=True))]
        for row, marks in zip(block.rows, block.marks, strict=True)
    ]
    lines = [[escape(name) for name in block.columns], ["---", *("---:" for _ in block.columns[1:])], *rows]
    body = "\n".join("| " + " | ".join(line) + " |" for line in lines)
    return f"{body}\n\n{escape(block.rule.replace('Underlined', 'Italic'))}"


def _table(columns: tuple[str, ...], rows: tuple[tuple[str, ...], ...]) -> str:
    lines = [columns, tuple("---" for _ in columns), *rows]
    return "\n".join("| " + " | ".join(escape(cell) for cell in line) + " |" for line in lines)


def escape(text: str) -> str:
    """Text in which Markdown sees no marks outside of `code`, where a backslash would show; bars always end a cell.

    >>> escape("a|b_c")
    'a\\\\|b\\\\_c'
    """
    parts = CODE.split(text)  # outside, inside, outside, …
    return "".join(_plain(part) if number % 2 == 0 else _code(part) for number, part in enumerate(parts))


def _prose(text: str) -> str:
    """A sentence with its citations, which are in Pandoc's form already."""
    return "".join(escape(piece) if keys is None else piece for piece, keys in pieces(text))


def _code(text: str) -> str:
    barred = text.replace("|", "\\|")
    return f"`{barred}`"


def _plain(text: str) -> str:
    for mark in ("\\", "|", "*", "_", "<", "#", "[", "`", "~", "&"):
        text = text.replace(mark, f"\\{mark}")
    return text
