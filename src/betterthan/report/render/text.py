"""Report -> terminal text, readable at 80 columns, without colour and when piped."""

from __future__ import annotations

from dataclasses import dataclass, replace
from io import StringIO
from itertools import zip_longest
from typing import TYPE_CHECKING

from betterthan.phrases import joined
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
from betterthan.report.render.grid import Grid, grids
from betterthan.report.render.lines import padded, room, wrapped
from betterthan.report.render.marks import signed, signed_rule
from betterthan.vocabulary import REGIONS
from betterthan.words.numbers import shares

if TYPE_CHECKING:
    from rich.console import Console

FILL = {"first": "█", "equivalent": "░", "second": "▒"}
"""Three fills that differ without colour."""
COLOUR = {"first": "blue", "equivalent": "white", "second": "yellow", "undecided": "default"}
MOST_ROWS = 1_000
"""Rows of a table in a text file: nobody reads more of them there."""
MOST_OF_NAMES = 42
"""Percent of the width that the names of facts take at most."""
LONGEST_RULE = 76
"""Letters of the rule above a section, which is as long as a bar."""
MOST_NAMED = 6
"""Columns that are named where they are not shown."""
HIDDEN = ("methods",)
"""Keys of the blocks that the terminal leaves to the other forms."""
FIRST = ("verdict", "shares", "first_notes", "pairs-in-short")
"""Keys of the blocks of a section that a screen shows; the others are where the rest of long tables is."""
BRIEF = ("checks",)
"""Keys of the tables that the terminal tells in a line for each status; what failed is among the warnings."""


@dataclass(frozen=True)
class Screen:
    """What of a table is shown where people read the first screen, and where the rest is."""

    rows: int
    rest: str
    """How to see everything: `-o report.html, or --all`."""

    def told(self, rows: int, columns: tuple[str, ...]) -> str:
        """What is not shown, and how to see it.

        >>> Screen(20, "--all").told(34, ()), Screen(20, "--all").told(0, ("p", "place"))
        ('34 more: --all', 'more columns (p and place): --all')
        """
        more = [f"{rows:,} more"] if rows > 0 else []
        named = f"more columns ({joined(columns)})" if len(columns) <= MOST_NAMED else f"{len(columns):,} more columns"
        return f"{', '.join([*more, *([named] if columns else [])])}: {self.rest}"

    def first(self, parts: list[Grid]) -> tuple[list[Grid], tuple[str, ...]]:
        """Of a table that is too wide as many parts as fit; and the columns of those that do not."""
        most = max(1, 2 * self.rows // len(parts[0].body))
        return parts[:most], tuple(name for part in parts[most:] for name in part.names)


def text(report: Report, *, width: int = 80) -> str:
    """The report as plain text."""
    from rich.console import Console

    out = StringIO()
    print_report(report, Console(file=out, width=width, no_color=True, highlight=False, emoji=False))
    return out.getvalue()


def print_report(report: Report, console: Console, screen: Screen | None = None) -> None:
    """Print the report on a console; whole, if it is not for a screen."""
    _print_wrapped(report.title, console, "bold")
    _print_wrapped(report.question, console, "dim")
    _print_blocks(report, console, screen)


def _print_blocks(report: Report, console: Console, screen: Screen | None) -> None:
    for block in report.plain:
        if block.key not in HIDDEN:
            _print_block(block, console, screen)


def _print_section(section: Section, console: Console, screen: Screen | None) -> None:
    """All of a section; on a screen what is read first, and where the rest is."""
    report = section.report
    _print(f"\n{'━' * min(console.width, LONGEST_RULE)}", console)
    _print_wrapped(section.heading, console, "bold")
    _print_wrapped(report.question, console, "dim")
    if screen is None:
        _print_blocks(report, console, screen)
        return
    first = tuple(block for block in report.plain if block.key in FIRST)
    _print_blocks(replace(report, blocks=first), console, screen)
    _print_wrapped(f"its tables and notes: {screen.rest}", console, "dim")


def _print_block(block: Block, console: Console, screen: Screen | None) -> None:
    match block:
        case Verdict(sentence=sentence, verdict=verdict):
            console.print()
            _print_wrapped(sentence, console, f"bold {COLOUR[verdict]}")
        case Bar():
            _print_bar(block, console)
        case Facts(title=title, rows=rows):
            _print_heading(title, console)
            _print_rows(rows, console)
        case Table(key=key) if key in BRIEF:
            _print_heading(block.title, console)
            _print_rows(_by_status(block), console)
        case Table():
            print_table(block, console, screen)
        case Marked():
            print_table(signed(block), console, screen)
            _print_wrapped(signed_rule(block), console)
        case Items(title=title, items=items):
            _print_heading(title, console)
            _print_rows(tuple(("•", item) for item in items), console)
        case Source(title=title, text=source):
            _print_heading(title, console)
            console.print(source, markup=False)
        case Section():
            _print_section(block, console, screen)
        case Picture() | Live():
            pass


def _by_status(table: Table) -> tuple[tuple[str, str], ...]:
    """The checks in short: what passed, what failed, and what was not checked and why."""
    found: dict[str, list[str]] = {}
    for name, status, _, remark in table.rows:
        found.setdefault(status, []).append(f"{name} ({remark})" if remark else name)
    return tuple((status, ", ".join(names)) for status, names in found.items())


def _print_heading(title: str, console: Console) -> None:
    console.print()
    _print_wrapped(title, console, "bold underline")


def _print_bar(bar: Bar, console: Console) -> None:
    from rich.text import Text

    if bar.heading:
        _print_wrapped(bar.heading, console, "dim")
    width = min(console.width, LONGEST_RULE)
    cells = _shares(tuple(bar.probabilities), width)
    line = Text()
    for region, count in zip(REGIONS, cells, strict=True):
        line.append(FILL[region] * count, style=COLOUR[region])
    console.print(line)
    for region, share, label in zip(REGIONS, shares(bar.probabilities), bar.labels, strict=True):
        console.print(Text(f"{FILL[region]} {share:>6}  {label}"))


def _shares(probabilities: tuple[float, ...], width: int) -> list[int]:
    """Whole cells that add up to the width: the largest remainders are rounded up."""
    exact = [share * width for share in probabilities]
    cells = [int(share) for share in exact]
    order = sorted(range(len(exact)), key=lambda j: exact[j] - cells[j], reverse=True)
    for j in order[: width - sum(cells)]:
        cells[j] += 1
    return cells


def _print_rows(rows: tuple[tuple[str, str], ...], console: Console) -> None:
    """Names with their values, which are wrapped beside them."""
    longest = max((room(name) for name, _ in rows), default=0)
    names = min(longest, MOST_OF_NAMES * console.width // 100)
    for name, value in rows:
        left, right = wrapped(name, names), wrapped(value, max(1, console.width - names - 2))
        for one, other in zip_longest(left, right, fillvalue=""):
            _print(f"{padded(one, names)}  {other}".rstrip(), console)


def _print(line: str, console: Console, style: str = "") -> None:
    """One line as it is; rich would break it again."""
    console.print(line, style=style, markup=False, soft_wrap=True)


def _print_wrapped(text: str, console: Console, style: str = "") -> None:
    for line in wrapped(text, console.width):
        _print(line, console, style)


def print_table(table: Table, console: Console, screen: Screen | None = None) -> None:
    """Print a table with its title; on a screen only what is read there, and where the rest is."""
    if not table.rows:
        return
    _print_heading(table.title, console)
    most = MOST_ROWS if screen is None else screen.rows
    parts, left_out = grids(_most_important(table, most), console.width, whole=screen is None)
    if screen is not None:
        parts, too_wide = screen.first(parts)
        left_out += too_wide
    for part in parts:
        for line in part.heading:
            _print(line, console, "bold")
        for line in part.body:
            _print(line, console)
    if screen is not None and (left_out or len(table.rows) > most + table.feet):
        _print_wrapped(screen.told(len(table.rows) - most - table.feet, left_out), console, "dim")
    elif len(table.rows) > most:
        _print(f"{len(table.rows) - MOST_ROWS:,} more rows; a page (.html) has them all.", console)


def _most_important(table: Table, most: int) -> Table:
    """The rows that matter most, the first of them on top, and the feet; all of a table that is short enough."""
    rows = range(len(table.rows) - table.feet)
    if len(rows) <= most:
        return table
    shown = (table.order or rows)[:most]
    return replace(table, rows=(*(table.rows[j] for j in shown), *table.rows[len(rows) :]))
