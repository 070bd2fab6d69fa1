"""The three regions in a picture: their names and figures above it, their colours under a curve, the rope's bounds."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

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


class Says(NamedTuple):
    """What the figures of the three regions say, `{}` standing for the model: one picture, one meaning."""

    first: str
    middle: str
    second: str


DECIDED = Says("decided for {}", "equivalent", "decided for {}")
ROPE = Says("{}: above the rope", "inside the rope", "{}: below the rope")
ZERO = Says("{}: above 0", "equal", "{}: below 0")
LIKELIEST = Says("{} most probable", "equivalent", "{} most probable")
"""Of the reading `winner`, which is no probability of being better."""
DISAGREEMENTS = Says("{} wins more", "about equal", "{} wins more")


def probable(null: float, rope: Rope) -> Says:
    """What the probabilities of a posterior say: of disagreements, or of a difference, with a rope or without.

    Parameters:
        null: that of the parameter; 1/2 of a share of disagreements.
        rope: the rope.
    """
    if null:
        return DISAGREEMENTS
    practically = "practically " if rope.width else ""
    return Says(f"{{}} {practically}better", "equivalent", f"{{}} {practically}better")


def spread(rope: Rope) -> Says:
    """What counts of differences say.

    Parameters:
        rope: the rope; one without width counts any difference.
    """
    return ROPE if rope.width else ZERO


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
    says: Says,
    *,
    beside: tuple[float, float] = (0.0, 0.0),
) -> None:
    """Name the three regions above the axes, each with its figure.

    Parameters:
        axes: the axes.
        first: name of the first model.
        second: name of the second model.
        figures: what is printed of each region.
        says: what the figures say.
        beside: points to the left and right of the axes that labels take; the names stand above these too.
    """
    size = word_size(axes) + 1
    width = 0.96 * cell(axes)[0]
    middle = _lines(says.middle, width / 4, size)
    centre = max(room.extent(line, size=size, bold=True) for line in (*middle.split("\n"), figures["equivalent"]))
    first, second = _named((first, second), (says.first, says.second), (width - centre) / 2 - GAP, size)
    labels = {"first": first, "equivalent": middle, "second": second}
    shifts = (-beside[0], (beside[1] - beside[0]) / 2, beside[1])
    for j, (align, region) in enumerate(zip(("left", "center", "right"), FROM_LEFT, strict=True)):
        axes.annotate(
            f"{labels[region]}\n{figures[region]}", (j / 2, 1.02), xycoords="axes fraction", xytext=(shifts[j], 0),
            textcoords="offset points", ha=align, va="bottom", fontweight="bold", fontsize=size,
            color=palette().text[region], annotation_clip=False,
        )  # fmt: skip


def _named(names: tuple[str, str], says: tuple[str, str], points: float, size: float) -> tuple[str, ...]:
    """`nbc: above 0` on one line, or the names on lines of their own where room is scarce; never the same twice."""
    words = tuple(said.format(visible(name)) for said, name in zip(says, names, strict=True))
    if max(room.extent(each, size=size, bold=True) for each in words) <= points:
        return words
    short = short_names(names, points, size, bold=True)
    apart = (re.sub(r"\s*(\{\}:?)\s*", "\n\\1\n", said).strip() for said in says)
    lines = ("\n".join(_lines(line, points, size) for line in said.split("\n")) for said in apart)
    return tuple(said.format(name) for said, name in zip(lines, short, strict=True))


def _lines(words: str, points: float, size: float) -> str:
    """On one line, or a line for each word where that is too wide."""
    return words if room.extent(words, size=size, bold=True) <= points else words.replace(" ", "\n")


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
