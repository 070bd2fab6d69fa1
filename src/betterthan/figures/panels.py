"""Several panels within one pair of axes, so that a figure of several parts still is one thing to place."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def grid(axes: Axes, rows: int, columns: int, *, gaps: tuple[float, float], below: float = 4.0) -> list[Axes]:
    """Panels in rows and columns, row by row from the top.

    Parameters:
        axes: the axes that hold them; only their label is drawn.
        rows: how many rows.
        columns: how many columns.
        gaps: between two columns and two rows, as shares of the whole.
        below: points that the labels of the lowest panels need.
    """
    axes.xaxis.labelpad = below
    axes.set(xticks=[], yticks=[])
    axes.set_frame_on(False)
    width = (1 - gaps[0] * (columns - 1)) / columns
    height = (1 - gaps[1] * (rows - 1)) / rows
    return [
        axes.inset_axes((column * (width + gaps[0]), 1 - height - row * (height + gaps[1]), width, height))
        for row in range(rows)
        for column in range(columns)
    ]
