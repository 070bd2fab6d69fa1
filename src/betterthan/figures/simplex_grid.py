"""A triangle for every pair of models: which region has the largest share of tasks (Benavoli 2017, Fig. 12)."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from betterthan.answers.comparisons import Comparisons
from betterthan.errors import ArgumentError
from betterthan.figures import regions
from betterthan.figures.layout import caption, cell, short_names, word_size
from betterthan.figures.simplex import HEIGHT, INSTEAD, has_shares, shares_of, triangle, winner_of
from betterthan.figures.style import drawing, only, palette, rest_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from betterthan.answers.comparison import Comparison
    from betterthan.vocabulary import Region

COLUMNS = 4
PANEL = 104.0
"""Points that a triangle needs at least from left to right, with its words."""
BELOW = 52.0
"""Points for the words below all triangles."""
HEXAGONS = 26
"""Number of hexagons along an edge: fewer than in a triangle of its own."""
LINES = 4.2
"""Height of the words of a triangle and of the gap to the next, in lines: one above it, two below."""


class Panels(NamedTuple):
    """How many triangles there are, the room of each with its words and their letters; all in points."""

    rows: int
    columns: int
    wide: float
    high: float
    size: float

    @property
    def edge(self) -> float:
        """Length of an edge."""
        return min(0.84 * self.wide, (self.high - LINES * self.size) / HEIGHT)

    @property
    def out(self) -> float:
        """From the middle of a triangle to where the words on its sides begin."""
        return min(0.47 * self.wide, self.edge / 2 + 2 * self.size)

    def place(self, number: int) -> tuple[float, float]:
        """The middle of the lower edge, from the upper left corner of all."""
        row, column = divmod(number, self.columns)
        return (column + 0.5) * self.wide, -row * self.high - 1.5 * self.size - self.edge * HEIGHT


def simplex_grid(found: Comparisons, *, ax: Axes | None = None) -> Axes:
    """Draw for every pair the shares of the three regions among tasks as a cloud in a triangle.

    The numbers are the reading `winner` of each pair alone: the probability that the share of a region is the largest.

    Parameters:
        found: comparisons of several models by `bayes_sign`, `bayes_signed_rank` or a hierarchical procedure.
        ax: matplotlib axes within which the triangles are drawn; new ones if None.
    """
    only(found, Comparisons, "simplex_grid")
    pairs = [pair for pair in found.comparisons if has_shares(pair)]
    if not pairs:
        raise ArgumentError(f"`figures.simplex_grid` draws posteriors of {INSTEAD}; got `{found.procedure}`.")
    with drawing(ax, width=6.5, height=_height(len(pairs))) as axes:
        panels = _panels(axes, len(pairs))
        room = panels.rows * panels.columns
        clearest = [pair for pair in found.clearest if has_shares(pair)][:room]
        shown = pairs if len(pairs) <= room else clearest
        models = [model.name for model in found.models]
        names = dict(zip(models, short_names(models, panels.out - 2, panels.size, bold=True), strict=True))
        for number, pair in enumerate(shown):
            _panel(axes, pair, names, panels.edge, panels.place(number), panels.out)
        axes.set(xlim=(0, panels.columns * panels.wide), ylim=(-panels.rows * panels.high, 0), xticks=[], yticks=[])
        axes.set_aspect("equal")
        axes.set_frame_on(False)
        caption(
            axes,
            f"shares of the regions among tasks, each pair alone{rest_of(len(shown), len(pairs), 'pairs')}",
            f"at the corners: probability of the largest share, at the top equivalence; {_rope_words(pairs)}",
        )
    return axes


def _height(count: int) -> float:
    """Inches that new axes have."""
    rows, columns = _even(count, COLUMNS)
    edge = 0.8 * min(6.5 * 72 / columns, 1.6 * PANEL)
    return (rows * (edge * HEIGHT + 10 * LINES) + BELOW) / 72


def _even(count: int, most: int) -> tuple[int, int]:
    """Rows, and columns of which the last row has as few empty ones as possible."""
    rows = ceil(count / most)
    return rows, ceil(count / rows)


def _panels(axes: Axes, count: int) -> Panels:
    """As many triangles as fit."""
    width, height, size = 0.96 * cell(axes)[0], cell(axes)[1] - BELOW, word_size(axes)
    rows, columns = _even(count, max(1, min(COLUMNS, int(width / PANEL))))
    rows = max(1, min(rows, int(height / (0.7 * PANEL * HEIGHT + LINES * size))))
    return Panels(rows, columns, width / columns, height / rows, size)


def _panel(
    axes: Axes, pair: Comparison, names: dict[str, str], edge: float, at: tuple[float, float], out: float
) -> None:
    """One triangle, with both models and their probabilities below their corners and that of equivalence above."""
    asked, drawn = shares_of(pair, None, figure="simplex_grid")
    (middle, bottom), printed = at, regions.printed(winner_of(asked))
    triangle(axes, drawn, at=(middle - edge / 2, bottom), edge=edge, along=HEXAGONS)
    second, first = f"{names[pair.second]}\n{printed['second']}", f"{names[pair.first]}\n{printed['first']}"
    _write(axes, second, (middle - out, bottom - 3), "second", ha="left", va="top")
    _write(axes, printed["equivalent"], (middle, bottom + edge * HEIGHT + 2), "equivalent", ha="center", va="bottom")
    _write(axes, first, (middle + out, bottom - 3), "first", ha="right", va="top")


def _write(axes: Axes, text: str, at: tuple[float, float], region: Region, *, ha: str, va: str) -> None:
    size = word_size(axes)
    axes.text(*at, text, color=palette().text[region], fontweight="bold", fontsize=size, ha=ha, va=va)


def _rope_words(pairs: list[Comparison]) -> str:
    ropes = {pair.rope for pair in pairs if pair.rope is not None}
    return regions.rope_words(ropes.pop()) if len(ropes) == 1 else "each pair with its own rope"
