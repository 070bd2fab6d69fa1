"""Report -> LaTeX: the verdict and the numbers in tables, a sentence for the methods section, and what else is told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from betterthan.answers.score_table import Mark
from betterthan.report.blocks import Bar, Block, Facts, Items, Marked, Report, Section, Table, Verdict
from betterthan.report.render.marks import pieces
from betterthan.report.render.tabular import tabular
from betterthan.report.render.tex import escape
from betterthan.words.citations import BY_BETTERTHAN, keys_in
from betterthan.words.numbers import shares

TABLES = {
    "readings", "models", "brier", "pooled-tasks", "tasks", "tally", "groups", "group-means", "ranking", "pairs",
    "pairs-alone", "variation", "not-rejected", "rejected", "means", "spread", "baseline", "ropes", "sizes",
    "model-means", "scores", "metrics",
}  # fmt: skip
"""Keys of the tables that a paper may print."""
RESULTS = ("result", "against")
"""Keys of the facts that it would print."""
MARKS: dict[Mark, str] = {"best": "\\textbf{{{}}}", "tied": "\\underline{{{}}}", "": "{}"}
PREAMBLE = r"""% Needs \usepackage{booktabs} in the preamble.
"""
"""Of a table alone."""
CITING = r"""% Needs \usepackage{booktabs,natbib,url} in the preamble.
% Where this is to stand: \input{FILE}, FILE being the name of this file.
% Where the references are to stand: \bibliographystyle{plainnat} and \bibliography{ENTRIES}. What is cited here comes
% out as ENTRIES.bib when the same answer is written to a file of this name.
"""


def latex(report: Report) -> str:
    """The report in LaTeX; a comment at its top says what it needs."""
    return "\n".join([CITING, *_parts(report)])


def _parts(report: Report) -> Iterator[str]:
    """Summary, tables, paragraphs and sections, as far as there are some."""
    parts = [_summary(report), *(_table(block) for block in report.plain), *_methods(report), *_told(report)]
    yield from filter(None, parts)
    for section in _sections(report):
        yield f"\\subsection*{{{escape(section.heading)}}}\n"
        yield from _parts(section.report)


def _sections(report: Report) -> list[Section]:
    return [block for block in report.plain if isinstance(block, Section)]


def marked_table(block: Marked) -> str:
    """A table of scores: the best in bold, those tied with it underlined, and what that means below."""

    def written(row: int, column: int, cell: str) -> str:
        return MARKS[block.marks[row][column - 1]].format(escape(cell)) if column else escape(cell)

    table = tabular(block.columns, block.rows, feet=block.feet, written=written)
    return f"{table}\n{{\\small\\raggedright\\noindent {escape(block.rule)}\\par}}\n"


def _summary(report: Report) -> str:
    """The answer in one table: the verdict, its probabilities, and the result in numbers; nothing where none is."""
    rows = [row for block in report.plain for row in _summed_up(block)]
    return f"{_title(report.title)}{tabular(('', ''), rows)}" if rows else ""


def _summed_up(block: Block) -> Iterator[tuple[str, str]]:
    if isinstance(block, Verdict):
        yield "verdict", block.sentence
    elif isinstance(block, Bar):
        if block.reading:
            yield "reading", block.reading
        for label, share in zip(block.labels, shares(block.probabilities), strict=True):
            yield f"P({label})", share
    elif isinstance(block, Facts):
        yield from (row for row in block.rows if block.key in RESULTS or row[0] == "test")


def _table(block: Block) -> str:
    """A table that a paper may print, below its title."""
    if not isinstance(block, (Table, Marked)) or block.key not in TABLES or not block.rows:
        return ""
    if isinstance(block, Marked):
        return f"{_title(block.title)}{marked_table(block)}"
    return f"{_title(block.title)}{tabular(block.columns, block.rows, spare=block.spare, feet=block.feet)}"


def _title(text: str) -> str:
    return f"{{\\raggedright\\noindent\\textbf{{{escape(text)}}}\\par}}\\nopagebreak\\smallskip\n"


def _methods(report: Report) -> list[str]:
    """The paragraph, each method cited where it is named; what it does not name is cited at its end."""
    sentences = [block.items[0] for block in report.plain if isinstance(block, Items) and block.key == "methods"]
    sentences = sentences or [f"Computed by {BY_BETTERTHAN}."]
    return [f"{{\\sloppy {_prose(told)}{_citep(_uncited(report, told))}\\par}}\n" for told in sentences]


def _uncited(report: Report, sentence: str) -> tuple[str, ...]:
    """What neither the sentence cites nor a section, which has a sentence of its own."""
    cited = {key for section in _sections(report) for key in section.report.cites}.union(keys_in(sentence))
    return tuple(key for key in report.cites if key not in cited)


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
        return [_titled(block.title, [f"{escape(name)}: {_prose(value)}" for name, value in block.rows])]
    if isinstance(block, Table) and block.key == "checks":
        lines = [escape(f"{name}: {', '.join(filter(None, rest))}") for name, *rest in block.rows]
        return [_titled(block.title, lines)]
    return []


def _titled(title: str, sentences: Sequence[str]) -> str:
    """Sentences end with a full stop; what is none, with a semicolon."""
    told = " ".join(told if told.endswith((".", "?")) else f"{told};" for told in sentences)
    return f"\\paragraph{{{escape(title)}.}} {told.removesuffix(';')}"
