"""Blocks: what a report is made of. Each has a key, by which it is found; its title is words for people."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from betterthan.answers.further import LiveNumbers
    from betterthan.answers.score_table import Mark
    from betterthan.results.probabilities import Probabilities


@dataclass(frozen=True, kw_only=True)
class Keyed:
    """What all blocks have."""

    key: str
    """Unique within a report (but for pictures, which nothing looks for), and the same in all versions."""
    page_only: bool = False
    """Whether only a page shows it; text, Markdown and LaTeX leave it out."""


@dataclass(frozen=True)
class Verdict(Keyed):
    """The sentence that everything else supports."""

    sentence: str
    verdict: str
    key: str = field(default="verdict", kw_only=True)


@dataclass(frozen=True)
class Bar(Keyed):
    """The three probabilities, to be shown as a bar."""

    labels: tuple[str, str, str]
    """What the first, the second and the third are the probabilities of."""
    probabilities: Probabilities
    reading: str = ""
    """The reading that they are, where there are several."""
    heading: str = ""
    key: str = field(default="shares", kw_only=True)


@dataclass(frozen=True)
class Facts(Keyed):
    """Names with values."""

    title: str
    rows: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Table(Keyed):
    """A table with a heading row."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    column_keys: tuple[str, ...] = ()
    """By which the page finds the cells that follow its slider; empty where none does."""
    verdicts: tuple[str, ...] = ()
    """What is said of each row, by which a page colours it; empty where nothing is."""
    spare: tuple[str, ...] = ()
    """Columns that a narrow terminal leaves out, in this order, until the others fit."""
    order: tuple[int, ...] = ()
    """The rows in the order in which they matter, for a terminal that cannot show all; empty: as they are."""
    feet: int = 0
    """How many of the last rows sum up the others, and are always shown."""
    sides: tuple[tuple[str, str], ...] = ()
    """The two models of each row, by which a page names them; empty where no verdict follows its slider."""

    def without_empty_columns(self) -> Table:
        """The same without the columns that say nothing, such as the interval of a procedure that has none."""
        kept = [j for j in range(len(self.columns)) if any(row[j] for row in self.rows)]
        keys = tuple(self.column_keys[j] for j in kept) if self.column_keys else ()
        rows = tuple(tuple(row[j] for j in kept) for row in self.rows)
        return replace(self, columns=tuple(self.columns[j] for j in kept), rows=rows, column_keys=keys)


@dataclass(frozen=True)
class Marked(Keyed):
    """A table of scores in which the best are marked, and what the marks mean."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    marks: tuple[tuple[Mark, ...], ...]
    """Of every row, for all columns but the first."""
    feet: int
    """How many of the last rows sum up the others."""
    rule: str


@dataclass(frozen=True)
class Items(Keyed):
    """Sentences, one below the other."""

    title: str
    items: tuple[str, ...]


@dataclass(frozen=True)
class Source(Keyed):
    """Text to copy."""

    title: str
    text: str


@dataclass(frozen=True)
class Picture(Keyed):
    """A figure as SVG, with words for those who cannot see it."""

    title: str
    svg: str
    description: str
    key: str = field(default="picture", kw_only=True)


class Tick(NamedTuple):
    """A number on an axis, and where it is, from 0 at the left to 1 at the right."""

    at: float
    label: str


@dataclass(frozen=True)
class LiveFigure:
    """The density above the slider, on the unit square, with the range that it spans."""

    points: str
    low: float
    high: float
    ticks: tuple[Tick, ...]
    null: Tick | None
    """No difference; None if it is outside of the range."""
    name: str
    remark: str


@dataclass(frozen=True)
class LiveWords:
    """The sentences that page.js fills in as the slider moves."""

    verdicts: dict[str, str]
    """The sentences of which a verdict is made, by what they say, with places for share and so on."""
    counts: str
    """How many rows have which verdict; empty where they are not counted."""
    whose: str = ""
    """Who chose the threshold of the comparison: `threshold` or `your threshold`."""
    practically: str = ""
    """What stands before `better` where the rope has a width."""
    labels: tuple[str, ...] = ()
    """What the parts of the bar are called, with a place for it."""


@dataclass(frozen=True)
class Live(Keyed):
    """A slider for the rope; only a page can show it."""

    title: str
    numbers: LiveNumbers
    words: LiveWords
    figure: LiveFigure | None
    most: float
    """Largest position of the slider."""
    step: float
    at: float
    """Position of the slider for the rope of the comparison."""
    moves: str = ""
    """What of the page follows the slider, where it is not all of it."""
    key: str = field(default="slider", kw_only=True)


@dataclass(frozen=True)
class Section(Keyed):
    """A report on a part of what was asked, with a verdict of its own, below a heading."""

    title: str
    report: Report
    """Its keys are its own: they may be those of the whole."""

    @property
    def heading(self) -> str:
        """What it is about, and who was compared."""
        return f"{self.title}: {self.report.title}"


Block: TypeAlias = Verdict | Bar | Facts | Table | Marked | Items | Source | Picture | Live | Section
Blocks: TypeAlias = tuple[Block, ...]


@dataclass(frozen=True)
class Report:
    """A report: title and blocks, in the order in which they are read."""

    title: str
    question: str
    """Which question it answers, and why so."""
    blocks: Blocks
    cites: tuple[str, ...]
    """Keys of the bibliography."""

    @property
    def plain(self) -> Blocks:
        """The blocks that every form shows."""
        return tuple(block for block in self.blocks if not block.page_only)


def in_order(*sections: Iterable[Block]) -> Blocks:
    """The blocks of the sections, one after the other."""
    return tuple(chain(*sections))


def on_page(section: Iterable[Block]) -> Blocks:
    """The blocks of a section that only a page shows."""
    return tuple(replace(block, page_only=True) for block in section)
