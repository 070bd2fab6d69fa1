"""Report -> terminal text, readable at 80 columns, without colour and when piped."""

from __future__ import annotations

from dataclasses import replace
from io import StringIO
from typing import TYPE_CHECKING

from betterthan.report.blocks import Bar, Block, Facts, Items, Live, Marked, Picture, Report, Source, Table, Verdict
from betterthan.report.render.marks import signed, signed_rule
from betterthan.vocabulary import REGIONS
from betterthan.words.numbers import shares

if TYPE_CHECKING:
    from rich.console import Console

FILL = {"first": "█", "equivalent": "░", "second": "▒"}
"""Three fills that differ without colour."""
COLOUR = {"first": "blue", "equivalent": "white", "second": "yellow", "undecided": "default"}
MOST_ROWS = 1_000
"""Rows of a table that are printed: nobody reads more of them here, and 10,000 take ten seconds."""
HIDDEN = ("checks", "methods")
"""Keys of the blocks that the terminal leaves to the other forms; failed checks are among the warnings."""


def text(report: Report, *, width: int = 80) -> str:
    """The report as plain text."""
    from rich.console import Console

    out = StringIO()
    print_report(report, Console(file=out, width=width, no_color=True, highlight=False, emoji=False))
    return out.getvalue()


def print_report(report: Report, console: Console) -> None:
    """Print the report on a console."""
    console.print(report.title, style="bold", markup=False)
    console.print(report.question, style="dim", markup=False)
    for block in report.plain:
        if block.key not in HIDDEN:
            _print_block(block, console)


def _print_block(block: Block, console: Console) -> None:
    match block:
        case Verdict(sentence=sentence, verdict=verdict):
            console.print()
            console.print(sentence, style=f"bold {COLOUR[verdict]}", markup=False)
        case Bar():
            _print_bar(block, console)
        case Facts(title=title, rows=rows):
            _print_heading(title, console)
            _print_rows(rows, console)
        case Table():
            print_table(block, console)
        case Marked():
            print_table(signed(block), console)
            console.print(signed_rule(block), markup=False)
        case Items(title=title, items=items):
            _print_heading(title, console)
            _print_rows(tuple(("•", item) for item in items), console)
        case Source(title=title, text=source):
            _print_heading(title, console)
            console.print(source, markup=False)
        case Picture() | Live():
            pass


def _print_heading(title: str, console: Console) -> None:
    console.print()
    console.print(title, style="bold underline", markup=False)


def _print_bar(bar: Bar, console: Console) -> None:
    from rich.text import Text

    if bar.heading:
        console.print(bar.heading, style="dim", markup=False)
    width = min(console.width, 76)
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
    from rich.table import Table as Grid
    from rich.text import Text

    grid = Grid.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=len(max((name for name, _ in rows), key=len, default="")) < 40)
    grid.add_column(overflow="fold")
    for name, value in rows:
        grid.add_row(Text(name), Text(value))
    console.print(grid)


def print_table(table: Table, console: Console) -> None:
    """Print a table with its title."""
    if not table.rows:
        return
    _print_heading(table.title, console)
    for part in _parts(replace(table, rows=table.rows[:MOST_ROWS]), console.width):
        _print_grid(part, console)
    if len(table.rows) > MOST_ROWS:
        console.print(f"{len(table.rows) - MOST_ROWS:,} more rows; a page (.html) has them all.", markup=False)


def _parts(table: Table, width: int) -> list[Table]:
    """The columns that fit side by side, the first one repeated in every part."""
    if not table.divisible:
        return [table]
    lines = (table.columns, *table.rows)
    widths = [max(len(line[j]) for line in lines) + 2 for j in range(len(table.columns))]
    widths[0] = min(widths[0], _widest_name(width))
    parts: list[list[int]] = [[]]
    for j in range(1, len(widths)):
        if parts[-1] and widths[0] + sum(widths[k] for k in parts[-1]) + widths[j] > width:
            parts.append([])
        parts[-1].append(j)
    return [
        replace(table, columns=_chosen(table.columns, part), rows=tuple(_chosen(row, part) for row in table.rows))
        for part in parts
    ]


def _widest_name(width: int) -> int:
    """Longer names are broken, so that there is room for numbers."""
    return 2 * width // 5


def _chosen(line: tuple[str, ...], part: list[int]) -> tuple[str, ...]:
    return (line[0], *(line[j] for j in part))


def _print_grid(table: Table, console: Console) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table as Grid
    from rich.text import Text

    grid = Grid(box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0), show_edge=False)
    for j, name in enumerate(table.columns):
        narrow = _widest_name(console.width) if table.divisible and j == 0 else None
        grid.add_column(Text(name), overflow="fold", max_width=narrow)
    for row in table.rows:
        grid.add_row(*(Text(cell) for cell in row))
    console.print(grid)
