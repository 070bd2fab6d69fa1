"""Tables for LaTeX that fit: no line is wider than that of an article, no table higher than its page.

Sentences are wrapped; what is too wide is set in smaller letters, then names are wrapped, too, then the columns that
can be spared stand below, behind the first one once more. How wide a text will be is reckoned from the letters of
Computer Modern, at least as wide as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import floor
from typing import NamedTuple

from betterthan.report.render.alignment import of_numbers
from betterthan.report.render.lines import NO_BREAK, unbroken
from betterthan.report.render.tex import escape, known, pieces_of

LINE = 345.0
"""Points: the line of the class `article` in letters of 10 points."""
MOST_LINES = 40
"""Lines of a table: it does not break between pages."""
WORDY = 18
"""From this length on a cell of several words is a sentence."""
LEAST_TEXT = 90.0
"""Points that a sentence keeps."""
WIDE_HEADING = 90.0
"""Points that a heading may take beyond the words that it is made of, if there is room."""
WIDTHS = {
    11.7: "…", 10.3: "W—", 9.2: "M", 8.4: "mw%#@", 7.8: "&<>=+−±×≤≥≈∞√∝→", 5.3: "0123456789~^\\{}_/?$χφ–\"`",
    4.0: "frstj()-I²⁺₀", 3.4: NO_BREAK, 2.9: "il.,:;!'|[] ",
}  # fmt: skip
OF_LETTER = {letter: width for width, letters in WIDTHS.items() for letter in letters}
"""Points of a letter of 10 points."""
CAPITAL, SMALL, CODED = 7.9, 5.6, 32.0
"""Points of other letters, and of the number of one that LaTeX does not have."""

Written = Callable[[int, int, str], str]
"""From row, column and text to the cell as LaTeX has it."""


class Size(NamedTuple):
    """Letters, how wide they are beside those of 10 points, and half of the gap between two columns."""

    command: str
    scale: float
    gap: float


SIZES = (Size("", 1.0, 6.0), Size("\\small", 0.93, 5.0), Size("\\footnotesize", 0.86, 4.0))


@dataclass(frozen=True)
class Column:
    """One column, and how much room it takes in letters of 10 points."""

    number: int
    heading: str
    cells: tuple[str, ...]
    numeric: bool
    wordy: bool
    """Whether it holds sentences."""
    width: float

    @property
    def wraps(self) -> bool:
        """Whether a cell needs more than one line."""
        return not self.numeric and max(map(width_of, self.cells)) > self.width

    def least(self, *, names_too: bool) -> float:
        """How narrow it can be: numbers stay whole, and so do names, if they can."""
        if self.wordy:
            return max(LEAST_TEXT, _longest(self.heading), *map(_longest, self.cells))
        return max(_longest(self.heading), *map(_longest if names_too and not self.numeric else width_of, self.cells))


def tabular(
    heading: Sequence[str],
    rows: Sequence[Sequence[str]],
    *,
    spare: Sequence[str] = (),
    feet: int = 0,
    written: Written | None = None,
) -> str:
    """A table, in as many parts as it needs.

    `heading`: empty names if there is none. `spare`: columns that stand below first, if not all fit side by side.
    `feet`: how many of the last rows sum up the others. `written`: how a cell is escaped and marked.
    """
    cells = zip(*(map(unbroken, row) for row in rows), strict=True)
    columns = [_column(j, *each) for j, each in enumerate(zip(heading, cells, strict=True))]
    size, parts = _fitted(columns, spare)
    tell = written or (lambda _row, _column, text: escape(text))
    ends = {len(rows) - feet} if feet else set()
    told = [_part(part, block, ends, size, tell) for part in parts for block in _blocks(part, len(rows))]
    return "\n".join(told)


def width_of(text: str) -> float:
    """Points that a text takes in letters of 10 points."""
    return sum(map(_of_letter, text))


def _of_letter(letter: str) -> float:
    if letter in OF_LETTER:
        return OF_LETTER[letter]
    if not known(letter):
        return CODED
    return CAPITAL if letter.isupper() else SMALL


def _longest(text: str) -> float:
    """The widest part of a text that does not break."""
    return max((width_of(piece) for word in text.split(" ") for piece in pieces_of(word)), default=0.0)


def _column(number: int, heading: str, cells: tuple[str, ...]) -> Column:
    numeric = of_numbers([cell.replace(NO_BREAK, " ") for cell in cells])
    wordy = not numeric and any(len(cell) > WORDY and cell.count(" ") > 2 for cell in cells)
    named = max(_longest(heading), min(WIDE_HEADING, width_of(heading)))
    return Column(number, heading, cells, numeric, wordy, max(named, *map(width_of, cells)))


def _fitted(columns: list[Column], spare: Sequence[str]) -> tuple[Size, list[list[Column]]]:
    """The largest letters in which all columns stand side by side; else the smallest, in several parts."""
    for names_too in (False, True):
        for size in SIZES:
            fitted = _narrowed(columns, size, names_too=names_too)
            if fitted is not None:
                return size, [fitted]
    last = dict(zip(reversed(spare), range(1, len(spare) + 1), strict=True))  # what is spared first stands last
    by_weight = sorted(columns, key=lambda column: last.get(column.heading, 0))
    return SIZES[-1], _parted(by_weight, SIZES[-1])


def _narrowed(columns: list[Column], size: Size, *, names_too: bool) -> list[Column] | None:
    """The columns, the emptiest made narrower until all of them fit; None if they cannot."""
    room = (LINE - 2 * size.gap * (len(columns) - 1)) / size.scale
    least = [column.least(names_too=names_too) for column in columns]
    if sum(least) > room:
        return None
    widths, text = [column.width for column in columns], [sum(map(width_of, column.cells)) for column in columns]
    while sum(widths) > room:
        j = min((j for j in range(len(widths)) if widths[j] > least[j]), key=lambda j: text[j] / widths[j])
        widths[j] = max(least[j], widths[j] - 1.0)
    return [replace(column, width=width) for column, width in zip(columns, widths, strict=True)]


def _parted(columns: list[Column], size: Size) -> list[list[Column]]:
    """As many columns as fit in each part, the first one in all of them."""
    name, *others = columns
    parts: list[list[Column]] = [[name]]
    for column in others:
        if len(parts[-1]) > 1 and _narrowed([*parts[-1], column], size, names_too=True) is None:
            parts.append([name])
        parts[-1].append(column)
    return [_narrowed(part, size, names_too=True) or part for part in parts]


def _blocks(part: list[Column], rows: int) -> Iterator[range]:
    """The rows of a part, as many as one page has room for."""
    begin = lines = 0
    for i in range(rows):
        height = max(len(_wrapped(column.cells[i], column.width)) if column.wraps else 1 for column in part)
        if lines + height > MOST_LINES:
            yield range(begin, i)
            begin, lines = i, 0
        lines += height
    yield range(begin, rows)


def _wrapped(text: str, width: float) -> list[str]:
    """The text in lines of at most this width."""
    lines = [""]
    for word in text.split(" "):
        for place, piece in enumerate(pieces_of(word)):
            before = " " if lines[-1] and not place else ""
            if lines[-1] and width_of(f"{lines[-1]}{before}{piece}") > width:
                lines.append(piece)
            else:
                lines[-1] += f"{before}{piece}"
    return lines


def _part(part: list[Column], block: range, ends: set[int], size: Size, tell: Written) -> str:
    """One `tabular`; the heading stands above every one of them."""
    lines = [*_heading(part), *(line for i in block for line in _row(part, i, ends - {block[0]}, tell))]
    kinds = "".join("r" if column.numeric else _paragraph(column, size) if column.wraps else "l" for column in part)
    body = "\n".join(
        [f"\\begin{{tabular}}{{@{{}}{kinds}@{{}}}}", "\\toprule", *lines, "\\bottomrule", "\\end{tabular}"]
    )
    if not size.command:
        return f"\\noindent{body}\\par\\medskip\n"
    return f"{{{size.command}\\setlength{{\\tabcolsep}}{{{size.gap:g}pt}}\\noindent{body}\\par}}\\medskip\n"


def _paragraph(column: Column, size: Size) -> str:
    share = floor(1000 * column.width * size.scale / LINE) / 1000
    return f"p{{{share:.3f}\\linewidth}}"


def _heading(part: list[Column]) -> list[str]:
    """Its lines, the last ones side by side; none where no column has a name."""
    if not any(column.heading for column in part):
        return []
    told = [_wrapped(column.heading, column.width) for column in part]
    height = max(map(len, told))
    above = zip(*([""] * (height - len(lines)) + lines for lines in told), strict=True)
    return [*(_line(map(escape, line), part) for line in above), "\\midrule"]


def _row(part: list[Column], i: int, ends: set[int], tell: Written) -> Iterator[str]:
    if i in ends:
        yield "\\midrule"
    yield _line((tell(i, column.number, column.cells[i]) for column in part), part)


def _line(cells: Iterable[str], part: list[Column]) -> str:
    """A row; a cell that is wrapped keeps `\\\\` to itself, so that the row ends with the longer command."""
    told = (f"\\raggedright {cell}" if column.wraps else cell for column, cell in zip(part, cells, strict=True))
    return " & ".join(told) + (r" \tabularnewline" if any(column.wraps for column in part) else r" \\")
