"""What a picture must not do, measured: words that overlap, words that are cut off. And its data, for snapshots."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.text import Text
from matplotlib.transforms import Bbox


def words(figure: Figure) -> list[tuple[str, Bbox]]:
    """Every visible text of a figure with the pixels that it covers."""
    renderer = FigureCanvasAgg(figure).get_renderer()
    figure.draw(renderer)
    outside = _outside(figure)
    found = []
    for text in figure.findobj(Text):
        if text.get_visible() and text.get_text().strip() and id(text) not in outside:
            found.append((text.get_text(), text.get_window_extent(renderer)))
    return found


def _outside(figure: Figure) -> set[int]:
    """Tick labels outside of the axes' limits exist but are not drawn."""
    found = set()
    for axes in figure.findobj(Axes):
        for axis in (axes.xaxis, axes.yaxis):
            low, high = sorted(axis.get_view_interval())
            shown = axes.axison and axis.get_visible()
            for tick in (*axis.get_major_ticks(), *axis.get_minor_ticks()):
                if not (shown and low <= tick.get_loc() <= high):
                    found |= {id(tick.label1), id(tick.label2)}
            if not shown:
                found |= {id(axis.label), id(axis.get_offset_text())}
    return found


def overlapping(figure: Figure, *, slack: float = 1.0) -> list[tuple[str, str]]:
    """Pairs of texts that cover each other by more than `slack` pixels in both directions."""
    found = []
    for (one, a), (other, b) in combinations(words(figure), 2):
        wide = min(a.x1, b.x1) - max(a.x0, b.x0)
        high = min(a.y1, b.y1) - max(a.y0, b.y0)
        if wide > slack and high > slack:
            found.append((one, other))
    return found


def clipped(figure: Figure, *, slack: float = 1.0) -> list[str]:
    """Texts that leave the figure."""
    width, height = figure.canvas.get_width_height()
    return [
        text
        for text, box in words(figure)
        if box.x0 < -slack or box.y0 < -slack or box.x1 > width + slack or box.y1 > height + slack
    ]


def assert_readable(axes: Axes) -> None:
    """No words overlap, none are cut off."""
    figure = axes.figure
    assert isinstance(figure, Figure)
    assert not overlapping(figure)
    assert not clipped(figure)


ROUNDING = 1e-10


def stable(values: np.ndarray, digits: int) -> list[float]:
    """Values to so many significant digits, the same on every processor although these disagree about the last digits.

    What is only rounding beside the other values is 0. A value half-way between two printed ones, as evenly spaced
    points often are, would be rounded up or down by its last digit: all are moved away from 0 by a little more than
    that, and half-way is always up.
    """
    noise = ROUNDING * np.abs(values).max(initial=0.0)
    moved = np.where(np.abs(values) <= noise, 0.0, values * (1 + ROUNDING))
    return [float(f"{value:.{digits}g}") for value in moved]


def data_of(axes: Axes, digits: int = 4) -> dict[str, Any]:
    """What the axes show, as rounded numbers and words: for snapshots that depend neither on pixels nor on rounding."""

    def rounded(values: Any) -> list[float]:
        flat = np.asarray(values, dtype=float).ravel()
        return stable(flat, digits)[:: max(1, len(flat) // 12)]

    ticks = (axes.get_xticklabels(), axes.get_yticklabels())
    return {
        "lines": [[rounded(line.get_xdata()), rounded(line.get_ydata())] for line in axes.lines],
        "filled": [len(collection.get_paths()) for collection in axes.collections],
        "bars": [rounded([patch.get_x(), patch.get_width(), patch.get_height()]) for patch in axes.patches
                 if hasattr(patch, "get_width")],
        "texts": [text.get_text() for text in axes.texts],
        "labels": [axes.get_xlabel(), axes.get_ylabel(), axes.get_title()],
        "ticks": [[label.get_text() for label in labels] for labels in ticks],
    }  # fmt: skip
