"""A table of probabilities in which the colour is the fuller the more probable, with figures where they fit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.collections import PatchCollection
from matplotlib.colors import to_rgba
from matplotlib.patches import Rectangle

from betterthan.arrays import Array
from betterthan.figures import room
from betterthan.figures.layout import cell, label_rows, widest, word_size
from betterthan.figures.style import palette

if TYPE_CHECKING:
    from matplotlib.axes import Axes

NUMBER = "<.01"
"""The widest figure in a cell."""
FULL = 0.6
"""Words on a colour that is fuller than this have the colour of the paper."""
GAP = 2.0
"""Points between the words of neighbouring cells."""


def short_share(share: float) -> str:
    """A probability in as little room as possible; never 0 or 1, as in `wording.probability`.

    Parameters:
        share: the probability.

    >>> short_share(0.5), short_share(0.0012), short_share(0.9991), short_share(1.0)
    ('.50', '<.01', '>.99', '>.99')
    """
    if share < 0.005:
        return "<.01"
    return ">.99" if share >= 0.995 else f"{share:.2f}"[1:]


def columns_that_fit(axes: Axes, rows: Sequence[str], columns: Sequence[str]) -> int:
    """How many columns can be told apart beside the names of the rows, at least one.

    Parameters:
        axes: the axes.
        rows: names of the rows.
        columns: names of the columns, the last of which may be much wider than the others.
    """
    size = word_size(axes)
    beside = min(0.36 * cell(axes)[0], widest(rows, size)) + 20
    pitch = (widest(columns[:-1], size) + widest(columns, size)) / 2 + GAP
    return max(1, min(len(columns), int((cell(axes)[0] - beside) / pitch)))


def heat(
    axes: Axes, shares: Array, rows: Sequence[str], columns: Sequence[str], *, strong: float, blank: float = 0.0
) -> tuple[bool, float]:
    """Draw the table; whether the figures fitted into its cells, and the width of its columns together.

    Parameters:
        axes: the axes.
        shares: rows x columns: probabilities, NaN where there is none.
        rows: names of the rows.
        columns: names of the columns.
        strong: figures from here on are bold, or marked by a dot if there is no room for figures.
        blank: figures below this are left out.
    """
    size, width = word_size(axes), label_rows(axes, rows)
    axes.set(xlim=(-0.5, len(columns) - 0.5), ylim=(len(rows) - 0.5, -0.5))
    axes.set_xticks(range(len(columns)), columns, fontsize=size, color=palette().ink)
    axes.tick_params(axis="x", length=0, top=False, bottom=False, labeltop=True, labelbottom=False)
    axes.spines[:].set_visible(False)
    told = [(row, column) for row, column in np.ndindex(shares.shape) if not np.isnan(shares[row, column])]
    full = [min(1.0, float(shares[at])) for at in told]  # a sum of weights may round above 1
    axes.add_collection(
        PatchCollection(
            [Rectangle((column - 0.5, row - 0.5), 1, 1) for row, column in told],
            facecolors=[to_rgba(palette().fill["first"], opacity) for opacity in full],
            edgecolors=palette().paper,
            linewidths=0.8,
        )
    )
    fits = room.extent(NUMBER, size=size, bold=True) + GAP <= width / len(columns)
    for row, column in told:
        share = float(shares[row, column])
        if share >= (blank if fits else strong):
            _write(axes, (column, row), share, size, strong=strong, figure=fits)
    return fits, width


def _write(axes: Axes, at: tuple[int, int], share: float, size: float, *, strong: float, figure: bool) -> None:
    axes.text(
        *at, short_share(share) if figure else "•", ha="center", va="center", fontsize=size,
        fontweight="bold" if share >= strong else "normal",
        color=palette().paper if share > FULL else palette().ink,
    )  # fmt: skip
