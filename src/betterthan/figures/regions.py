"""The three regions in a picture: their names and figures above it, their colours under a curve, the rope's bounds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from betterthan.arrays import Array, BoolArray
from betterthan.figures import room
from betterthan.figures.layout import cell, short_names, word_size
from betterthan.figures.style import HATCHES, palette
from betterthan.phrases import visible
from betterthan.results.probabilities import Probabilities
from betterthan.results.rope import Rope
from betterthan.vocabulary import REGIONS, Region
from betterthan.words.numbers import number, share_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FROM_LEFT: tuple[Region, Region, Region] = ("second", "equivalent", "first")
"""The regions from left to right: the first model is better above the rope."""
GAP = 10.0
"""Points between two names."""


def region_of(values: Array, rope: Rope) -> dict[Region, BoolArray]:
    """Which values lie in which region; the bounds belong to the rope, up to rounding.

    Parameters:
        values: values of the parameter.
        rope: the rope.
    """
    slack = 1e-9 * max(abs(rope.low), abs(rope.high))  # as for a point mass on a bound
    below, above = values < rope.low - slack, values > rope.high + slack
    return dict(zip(FROM_LEFT, (below, ~(below | above), above), strict=True))


def printed(probabilities: Probabilities) -> dict[Region, str]:
    """The three probabilities as text, by region.

    Parameters:
        probabilities: the three probabilities.
    """
    return {region: share_of(region, probabilities) for region in REGIONS}


def header(
    axes: Axes,
    first: str,
    second: str,
    figures: Mapping[Region, str],
    *,
    middle: str = "equivalent",
    beside: tuple[float, float] = (0.0, 0.0),
) -> None:
    """Name the three regions above the axes, each with its figure.

    Parameters:
        axes: the axes.
        first: name of the first model.
        second: name of the second model.
        figures: what is printed of each region.
        middle: what the region between the two is called.
        beside: points to the left and right of the axes that labels take; the names stand above these too.
    """
    size = word_size(axes) + 1
    centre = max(room.extent(line, size=size, bold=True) for line in (middle, figures["equivalent"]))
    side = (0.96 * cell(axes)[0] - centre) / 2 - GAP
    first, second = _better((first, second), side, size)
    labels = {"first": first, "equivalent": middle, "second": second}
    shifts = (-beside[0], (beside[1] - beside[0]) / 2, beside[1])
    for j, (align, region) in enumerate(zip(("left", "center", "right"), FROM_LEFT, strict=True)):
        axes.annotate(
            f"{labels[region]}\n{figures[region]}", (j / 2, 1.02), xycoords="axes fraction", xytext=(shifts[j], 0),
            textcoords="offset points", ha=align, va="bottom", fontweight="bold", fontsize=size,
            color=palette().text[region], annotation_clip=False,
        )  # fmt: skip


def _better(names: tuple[str, str], points: float, size: float) -> tuple[str, ...]:
    """`nbc better` on one line, or the names on lines of their own where there is little room; never the same twice."""
    words = tuple(f"{visible(name)} better" for name in names)
    if max(room.extent(each, size=size, bold=True) for each in words) <= points:
        return words
    return tuple(f"{name}\nbetter" for name in short_names(names, points, size, bold=True))


def under(axes: Axes, x: Array, y: Array, rope: Rope, *, base: float = 0.0) -> None:
    """Fill the area under a curve in the colours of the regions, exactly up to the rope's bounds.

    Parameters:
        axes: the axes.
        x: increasing values of the parameter.
        y: heights of the curve above the base.
        rope: the rope.
        base: where the curve stands.
    """
    ends = ((-np.inf, rope.low), (rope.low, rope.high), (rope.high, np.inf))
    for region, (low, high) in zip(FROM_LEFT, ends, strict=True):
        inside = np.clip(np.sort(np.concatenate([x, [low, high]])), max(low, x[0]), min(high, x[-1]))
        if inside[-1] > inside[0]:
            axes.fill_between(
                inside, base, base + np.interp(inside, x, y), facecolor=palette().fill[region], lw=0,
                hatch=HATCHES[region], edgecolor=palette().paper,
            )  # fmt: skip


def bounds(axes: Axes, rope: Rope) -> None:
    """The rope's two bounds as dashed lines; one if it has no width.

    Parameters:
        axes: the axes.
        rope: the rope.
    """
    for bound in {rope.low: None, rope.high: None}:
        axes.axvline(bound, color=palette().ink, lw=0.8, ls=(0, (4, 3)))


def rope_words(rope: Rope) -> str:
    """`rope [-0.01, 0.01]`, which is not broken within its brackets.

    Parameters:
        rope: the rope.
    """
    return f"rope [{number(rope.low)},\N{NO-BREAK SPACE}{number(rope.high)}]"
