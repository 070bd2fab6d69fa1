"""Report -> LaTeX: a booktabs table and a sentence for the methods section."""

from __future__ import annotations

from collections.abc import Sequence

from betterthan.answers.score_table import Mark
from betterthan.report.blocks import Bar, Block, Facts, Items, Marked, Report, Table
from betterthan.report.render.marks import pieces
from betterthan.words.citations import keys_in
from betterthan.words.numbers import shares

SPECIAL = {
    "\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_", "{": r"\{", "}": r"\}",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": r"$<$", ">": r"$>$", "±": r"$\pm$", "φ": r"$\varphi$",
    "χ": r"$\chi$", "²": r"$^2$", "⁺": r"$^+$", "δ": r"$\delta$", "σ": r"$\sigma$", "ν": r"$\nu$", "₀": r"$_0$",
    "∞": r"$\infty$", "Δ": r"$\Delta$", "≤": r"$\le$", "≥": r"$\ge$", "’": "'", "\n": " ",
    "−": "$-$", "…": r"\ldots{}", "√": r"$\surd$", "`": r"\textasciigrave{}", "|": r"\textbar{}", "ρ": r"$\rho$",
    "λ": r"$\lambda$", "μ": r"$\mu$", "ε": r"$\varepsilon$", "α": r"$\alpha$", "β": r"$\beta$", "τ": r"$\tau$",
    "∝": r"$\propto$",
}  # fmt: skip
TABLES = {
    "ranking", "pairs", "tasks", "groups", "tally", "not-rejected", "rejected", "means", "spread", "baseline", "ropes",
    "sizes", "model-means",
}  # fmt: skip
"""Keys of the tables that a paper would print."""
RESULTS = ("result", "against")
"""Keys of the facts that it would print."""
MARKS: dict[Mark, str] = {"best": "\\textbf{{{}}}", "tied": "\\underline{{{}}}", "": "{}"}


def latex(report: Report) -> str:
    """The report as a LaTeX table with its methods sentence; needs the packages booktabs and natbib."""
    rows: list[tuple[str, ...]] = [(f"\\multicolumn{{2}}{{l}}{{{escape(report.title)}}}",)]
    for block in report.plain:
        if isinstance(block, Bar):
            rows += [("reading", escape(block.reading))] if block.reading else []
            rows += [
                (escape(f"P({label})"), escape(share))
                for label, share in zip(block.labels, shares(block.probabilities), strict=True)
            ]
        elif isinstance(block, Facts) and block.key in RESULTS:
            rows += [(escape(name), escape(value)) for name, value in block.rows]
        elif isinstance(block, Facts):
            rows += [(escape(name), escape(value)) for name, value in block.rows if name == "test"]
    body = " \\\\\n".join(" & ".join(row) for row in rows)
    summary = f"\\begin{{tabular}}{{ll}}\n\\toprule\n{body} \\\\\n\\bottomrule\n\\end{{tabular}}\n"
    parts = [_table(block) for block in report.plain if isinstance(block, Table) and block.key in TABLES]
    parts += [marked_table(block) for block in report.plain if isinstance(block, Marked)]
    return "\n".join([*([summary] if len(rows) > 1 else []), *parts, *_methods(report), *_told(report)])


def escape(text: str) -> str:
    """Text in which LaTeX sees no commands.

    >>> escape("a_b & 50%")
    'a\\\\_b \\\\& 50\\\\%'
    """
    escaped = "".join(SPECIAL.get(letter, letter) for letter in text).replace(r"$\chi$$^2$", r"$\chi^2$")
    return f"{{}}{escaped}" if text.startswith(("[", "*")) else escaped  # else the option of the row break before it


def marked_table(block: Marked) -> str:
    """A table of scores: the best in bold, those tied with it underlined; a comment says so."""
    rows = [
        " & ".join([escape(row[0]), *(MARKS[mark].format(cell) for cell, mark in zip(row[1:], marks, strict=True))])
        for row, marks in zip(block.rows, block.marks, strict=True)
    ]
    head = " & ".join(escape(name) for name in block.columns)
    last = len(rows) - block.feet
    body, feet = (" \\\\\n".join(part) for part in (rows[:last], rows[last:]))
    below = f"\\midrule\n{feet} \\\\\n" if feet else ""
    return (
        f"% {block.rule}\n\\begin{{tabular}}{{l{'r' * (len(block.columns) - 1)}}}\n\\toprule\n{head} \\\\\n\\midrule\n"
        f"{body} \\\\\n{below}\\bottomrule\n\\end{{tabular}}\n"
    )


def _table(block: Table) -> str:
    lines = [" & ".join(escape(cell) for cell in row) for row in (block.columns, *block.rows)]
    body = " \\\\\n".join([lines[0] + " \\\\ \\midrule\n" + lines[1], *lines[2:]])
    columns = "l" + "r" * (len(block.columns) - 1)
    title = f"\\multicolumn{{{len(block.columns)}}}{{l}}{{{escape(block.title)}}}"
    return f"\\begin{{tabular}}{{{columns}}}\n\\toprule\n{title} \\\\\n{body} \\\\\n\\bottomrule\n\\end{{tabular}}\n"


def _methods(report: Report) -> list[str]:
    """The paragraph, each method cited where it is named; what it does not name is cited at its end."""
    sentences = [block.items[0] for block in report.plain if isinstance(block, Items) and block.key == "methods"]
    return [f"{_prose(sentence)}{_citep(_uncited(report, sentence))}\n" for sentence in sentences]


def _uncited(report: Report, sentence: str) -> tuple[str, ...]:
    return tuple(key for key in report.cites if key not in keys_in(sentence))


def _citep(keys: tuple[str, ...]) -> str:
    return f"~\\citep{{{','.join(keys)}}}" if keys else ""


def _prose(text: str) -> str:
    return "".join(escape(piece) if keys is None else _citep(keys) for piece, keys in pieces(text))


def _told(report: Report) -> list[str]:
    """What else every form tells: assumptions, settings, warnings and notes, as paragraphs below the tables."""
    parts = [told for block in report.plain for told in _paragraph(block)]
    return ["\n".join(["{\\small\\raggedright", *parts, "\\par}\n"])] if parts else []


def _paragraph(block: Block) -> list[str]:
    if isinstance(block, Items) and block.key != "methods":
        return [_titled(block.title, [_prose(item) for item in block.items])]
    if isinstance(block, Facts) and block.key not in RESULTS:
        return [_titled(block.title, [f"{escape(name)}: {_prose(value)};" for name, value in block.rows])]
    if isinstance(block, Table) and block.key == "checks":
        lines = [escape(f"{name}: {', '.join(filter(None, rest))};") for name, *rest in block.rows]
        return [_titled(block.title, lines)]
    return []


def _titled(title: str, sentences: Sequence[str]) -> str:
    return f"\\paragraph{{{escape(title)}.}} " + " ".join(sentences)
