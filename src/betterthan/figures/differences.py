"""Raw differences, as bars and smoothed, with the rope (Benavoli 2017, Figs. 1-3, 9; Williams 2026, Figs. 1a, 2a)."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

import numpy as np

from betterthan.arrays import Array
from betterthan.data.protocol import Comparable
from betterthan.figures import regions, room
from betterthan.figures.given import as_rope_of, differences_of
from betterthan.figures.layout import caption, cell, word_size
from betterthan.figures.style import HATCHES, drawing, palette
from betterthan.numerics.distinct import distinct
from betterthan.results.rope import Rope, RopeLike

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST_BINS = 60
FEW_VALUES = 7
"""Up to this many distinct differences each has a bar of its own."""
BESIDE = 50.0
"""Points that the labels of the vertical axis take."""
MOST_KERNELS = 2000
"""Of more differences than this the smoothed density is made from quantiles."""
SINGLE = 200
"""Up to this many differences each is marked by a stroke."""
FAR = 8.0
"""Of many differences, those further than this many interquartile ranges from the middle half are only counted."""


def differences(table: Comparable, *, rope: RopeLike | None = None, ax: Axes | None = None) -> Axes:
    """Draw how the differences are distributed, with their smoothed density, and how many lie in each region.

    Several tasks are drawn by their mean differences; for the units of one task select it first.

    Parameters:
        table: paired scores of two models, or differences.
        rope: the region of practical equivalence in units of the scores; None counts any difference.
        ax: matplotlib axes to draw on; new ones if None.
    """
    found, bounds = differences_of(table, figure="differences"), as_rope_of(rope)
    with drawing(ax) as axes:
        points = cell(axes)[0] - BESIDE
        low, high = _frame(found.values, bounds)
        shown = found.values[(found.values >= low) & (found.values <= high)]
        top, width = _bars(axes, shown, bounds)
        smooth = len(distinct(shown)) > FEW_VALUES
        if smooth:
            top = max(top, _curve(axes, shown, width))
        if len(shown) <= SINGLE:
            axes.plot(shown, np.full(len(shown), -0.03 * top), "|", color=palette().ink, ms=5)
        regions.bounds(axes, bounds)
        inside = regions.region_of(found.values, bounds)
        counts = {region: f"{int(holds.sum()):,}" for region, holds in inside.items()}
        says = regions.spread(bounds)
        regions.header(axes, table.models[0], table.models[1], counts, says, beside=(0.7 * BESIDE, 0.0))
        axes.set_ylim(-0.06 * top, 1.05 * top)
        room.ticked(axes, y=True, whole=True, size=word_size(axes))
        axes.set_ylabel(f"number of {found.unit}", fontsize=word_size(axes), color=palette().ink)
        beyond = len(found.values) - len(shown)
        left_out = f" ({beyond:,} far outside not drawn)" if beyond else ""
        in_words = "" if rope is None else regions.rope_words(bounds)
        remark = "line: their density, smoothed" if smooth else ""
        caption(axes, f"{found.name}, {found.count}{left_out}", in_words, remark, points=points)
    return axes


def _frame(values: Array, rope: Rope) -> tuple[float, float]:
    """The range that is drawn: nearly all differences, and the rope."""
    low, high = (float(end) for end in np.quantile(values, [0.25, 0.75]))
    reach = FAR * (high - low)
    many = len(values) > SINGLE and reach > 0
    kept = values[(values >= low - reach) & (values <= high + reach)] if many else values
    return min(float(kept.min()), rope.low), max(float(kept.max()), rope.high)


def _bars(axes: Axes, values: Array, rope: Rope) -> tuple[float, float]:
    """Bars stacked by region; none crosses a bound of a rope that is not narrow. The largest height, and the width."""
    single = distinct(values)
    edges = _around(single, rope) if len(single) <= FEW_VALUES else _edges(values, rope)
    inside, floors = regions.region_of(values, rope), np.zeros(len(edges) - 1)
    for region in ("equivalent", "first", "second"):
        counts = np.histogram(values[inside[region]], edges)[0]
        drawn = counts > 0
        axes.bar(
            edges[:-1][drawn], counts[drawn], np.diff(edges)[drawn], bottom=floors[drawn], align="edge",
            color=palette().fill[region], hatch=HATCHES[region], edgecolor=palette().paper, lw=0.5,
        )  # fmt: skip
        floors = floors + counts
    margin = 0.02 * (max(edges[-1], rope.high) - min(edges[0], rope.low))
    axes.set_xlim(min(edges[0], rope.low) - margin, max(edges[-1], rope.high) + margin)
    return float(floors.max()), float(edges[1] - edges[0])


def _curve(axes: Axes, values: Array, width: float) -> float:
    """The kernel density of the differences, as high as bars of this width, and its highest point.

    Normal kernels with the bandwidth of Silverman (1986, eq. 3.31); of many differences their quantiles.
    """
    some = np.quantile(values, (np.arange(MOST_KERNELS) + 0.5) / MOST_KERNELS) if len(values) > MOST_KERNELS else values
    low, high = np.quantile(some, [0.25, 0.75])
    spread = min(float(np.std(some, ddof=1)), float(high - low) / 1.34) or float(np.std(some, ddof=1))
    bandwidth = 0.9 * spread * len(values) ** -0.2
    x = np.linspace(*axes.get_xlim(), 301)
    kernels = np.exp(-0.5 * ((x[:, None] - some) / bandwidth) ** 2)
    y = kernels.mean(axis=1) / (bandwidth * np.sqrt(2 * np.pi)) * len(values) * width
    axes.plot(x, y, color=palette().ink, lw=1.2)
    return float(y.max())


def _around(single: Array, rope: Rope) -> Array:
    """Narrow bins about single values."""
    span = max(single[-1], rope.high) - min(single[0], rope.low)
    gap = float(np.diff(single).min()) if len(single) > 1 else float(span)
    half = min(0.4 * gap, span / 24) or 0.1 * abs(float(single[0])) or 0.1
    return np.asarray(np.stack([single - half, single + half], axis=1).ravel())


def _edges(values: Array, rope: Rope) -> Array:
    """Bins by the rule of Freedman and Diaconis; a rope that is wide enough begins and ends with a bin."""
    low, high = float(values.min()), float(values.max())
    quartiles = np.quantile(values, [0.25, 0.75])
    wanted = 2 * float(quartiles[1] - quartiles[0]) / len(values) ** (1 / 3)
    step = min(max(wanted, (high - low) / MOST_BINS), (high - low) / 5)
    if rope.width >= step / 2:
        step = rope.width / ceil(rope.width / step)
    first, last = np.floor((low - rope.low) / step - 1e-9), np.ceil((high - rope.low) / step + 1e-9)
    return np.asarray(rope.low + step * np.arange(first, last + 1))
