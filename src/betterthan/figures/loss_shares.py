"""Where a difference of losses comes from: its cumulative share over the cases, the largest differences first."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from betterthan.data.protocol import Comparable
from betterthan.errors import ArgumentError
from betterthan.figures.given import differences_of
from betterthan.figures.layout import caption, cell, word_size
from betterthan.figures.style import drawing, palette
from betterthan.numerics.concentration import carried
from betterthan.words.numbers import number

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def loss_shares(table: Comparable, *, ax: Axes | None = None) -> Axes:
    """Draw the sum of the differences over the cases with the largest ones, as a share of the whole.

    Parameters:
        table: paired scores of two models.
        ax: matplotlib axes to draw on; new ones if None.
    """
    found = differences_of(table, figure="loss_shares")
    ordered = found.values[np.argsort(-np.abs(found.values), kind="stable")]
    whole, cases = float(ordered.sum()), len(ordered)
    if cases < 2 or whole == 0:
        raise ArgumentError("`figures.loss_shares` needs at least two differences that do not sum to 0.")
    share = np.append(0.0, np.cumsum(ordered) / whole)
    few = carried(found.values, max(1, cases // 100))
    with drawing(ax, width=4.8, height=3.4) as axes:
        axes.axhline(1.0, color=palette().dim, lw=0.8, ls=":")
        axes.axhline(0.0, color=palette().dim, lw=0.8)
        axes.plot(np.arange(cases + 1) / cases, share, color=palette().fill["first"], lw=1.8)
        axes.plot(few.count / cases, few.share, "o", color=palette().fill["second"], ms=5)
        axes.set_xlim(0, 1)
        axes.set_ylabel("share of the difference", fontsize=word_size(axes), color=palette().ink)
        axes.tick_params(labelsize=word_size(axes))
        caption(
            axes,
            f"share of the {found.unit.counted(cases)}, the largest differences first",
            f"the {few.count:,} largest carry {few.share:.0%} of the mean difference, {number(whole / cases)}",
            points=cell(axes)[0] - 50,
        )
    return axes
