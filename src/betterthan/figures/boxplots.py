"""Boxplots of the differences on each task, or of the scores of several models (Corani 2017, Figs. 6 and 8)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

import numpy as np

from betterthan.arrays import Array
from betterthan.data.paired_units import PairedUnits
from betterthan.data.tables import PairedDifferences, PairedTable, UnpairedTable
from betterthan.errors import ArgumentError
from betterthan.figures import regions, room
from betterthan.figures.given import as_rope_of, differences_of
from betterthan.figures.layout import caption, cell, label_rows, rows_that_fit, word_size
from betterthan.figures.style import HATCHES, drawing, only, palette, rest_of
from betterthan.numerics.distinct import distinct
from betterthan.results.rope import Rope, RopeLike
from betterthan.vocabulary import REGIONS, Region

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Of: TypeAlias = Literal["differences", "scores"]
MOST = 40
"""More boxes than this are not drawn; the figure says how many are left out."""
MOST_OUTLIERS = 50
"""Of each box at most this many single values are drawn on either side, the outermost first."""


class Box(NamedTuple):
    """One row: a name and its values."""

    name: str
    values: Array

    @property
    def median(self) -> float:
        return float(np.median(self.values))


def boxplots(
    table: PairedUnits | UnpairedTable, *, of: Of | None = None, rope: RopeLike | None = None, ax: Axes | None = None
) -> Axes:
    """Draw boxes from quartile to quartile, with whiskers to the last value within 1.5 times their distance.

    Boxes of differences have the colour of the region in which their median lies; the largest median comes first.

    Parameters:
        table: paired or unpaired scores.
        of: `differences` of two models, one box per task, or `scores`, one box per model; None takes the differences
            of two paired models, else the scores.
        rope: the region of practical equivalence of the differences.
        ax: matplotlib axes to draw on; new ones if None.
    """
    only(table, (PairedTable, PairedDifferences, UnpairedTable), "boxplots")
    if of is None:
        of = "differences" if isinstance(table, PairedUnits) and len(table.models) == 2 else "scores"
    if of not in ("differences", "scores"):
        raise ArgumentError(f"`of` is `differences` or `scores`; got {of!r}.")
    if of == "scores":
        return _scores(table, ax)
    return _differences(table, as_rope_of(rope), ax)


def _differences(table: PairedUnits | UnpairedTable, rope: Rope, ax: Axes | None) -> Axes:
    boxes, what = _by_task(table)
    with drawing(ax, height=1.8 + 0.2 * min(MOST, len(boxes))) as axes:
        shown, points = _rows(axes, room.both_ends(boxes, rows_that_fit(axes, min(MOST, len(boxes)), besides=100)))
        regions.bounds(axes, rope)
        counts = {region: f"{sum(_region(box, rope) == region for box in boxes):,}" for region in REGIONS}
        for row, box in shown:
            region = _region(box, rope)
            _box(axes, row, box.values, palette().fill[region], HATCHES[region])
        left = cell(axes)[0] - points - 12
        regions.header(axes, table.models[0], table.models[1], counts, regions.spread(rope), beside=(left, 0.0))
        room.ticked(axes, size=word_size(axes), points=points)
        medians = "above: number of medians" if len(boxes) > 1 else "above: where the median lies"
        caption(
            axes, what + rest_of(len(shown), len(boxes), "tasks"), medians,
            regions.rope_words(rope) if rope.width else "", points=points,
        )  # fmt: skip
    return axes


def _by_task(table: PairedUnits | UnpairedTable) -> tuple[list[Box], str]:
    """A box for each task that has several units; else one box for all."""
    if isinstance(table, UnpairedTable) or len(table.models) > 2 or table.n_units < 2 * len(table.tasks):
        found = differences_of(table, figure="boxplots")
        return [Box(f"all {found.unit}", found.values)], f"difference per {found.unit.singular}, {found.count}"
    values, unit = table.differences(), table.design.unit
    if len(table.tasks) == 1:
        return [Box(table.tasks[0] or f"all {unit}", values)], f"difference per {unit.singular}"
    codes = table.factors["task"].codes
    boxes = [Box(name, values[codes == code]) for code, name in enumerate(table.tasks)]
    return sorted(boxes, key=lambda box: -box.median), f"difference per {unit.singular}"


def _region(box: Box, rope: Rope) -> Region:
    inside = regions.region_of(np.array([box.median]), rope)
    return next(region for region, holds in inside.items() if holds[0])


def _scores(table: PairedUnits | UnpairedTable, ax: Axes | None) -> Axes:
    boxes, unit = _by_model(table)
    boxes.sort(key=lambda box: box.median, reverse=table.higher_is_better)
    with drawing(ax, height=1.2 + 0.2 * min(MOST, len(boxes))) as axes:
        shown, points = _rows(axes, boxes[: rows_that_fit(axes, min(MOST, len(boxes)), besides=60)])
        for row, box in shown:
            _box(axes, row, box.values, palette().fill["equivalent"], "")
        room.ticked(axes, size=word_size(axes), points=points)
        better = "" if table.higher_is_better else ", the lower the better"
        caption(axes, f"score per {unit}{better}{rest_of(len(shown), len(boxes), 'models')}", points=points)
    return axes


def _by_model(table: PairedUnits | UnpairedTable) -> tuple[list[Box], str]:
    single = table.by_task() if len(table.tasks) > 1 else table
    if isinstance(single, UnpairedTable):
        columns = [single.first, single.second]
    elif isinstance(single, PairedTable):
        columns = list(single.scores.T)
    else:
        raise ArgumentError('Of these models only the differences are known; draw `of="differences"`.')
    seen = [column[~np.isnan(column)] for column in columns]
    boxes = [Box(name, single.original(values)) for name, values in zip(table.models, seen, strict=True)]
    return [box for box in boxes if len(box.values)], single.facts.unit.singular


def _rows(axes: Axes, rows: Sequence[Box | None]) -> tuple[list[tuple[int, Box]], float]:
    """The boxes with their rows, which get names, and the width that is left beside the names."""
    points = label_rows(axes, [room.BETWEEN if box is None else box.name for box in rows])
    return [(row, box) for row, box in enumerate(rows) if box is not None], points


def _box(axes: Axes, row: int, values: Array, colour: str, hatch: str) -> None:
    low, middle, high = (float(each) for each in np.quantile(values, [0.25, 0.5, 0.75]))
    inside = values[(values >= low - 1.5 * (high - low)) & (values <= high + 1.5 * (high - low))]
    for start, end in ((min(inside.min(), low), low), (high, max(inside.max(), high))):  # quartiles lie between values
        axes.plot([start, end], [row, row], color=palette().ink, lw=0.9)
    axes.barh(row, high - low, 0.6, low, color=colour, hatch=hatch, edgecolor=palette().ink, lw=0.7)
    axes.plot([middle, middle], [row - 0.3, row + 0.3], color=palette().ink, lw=1.8, solid_capstyle="butt")
    below, above = distinct(values[values < inside.min()]), distinct(values[values > inside.max()])
    outliers = np.concatenate([below[:MOST_OUTLIERS], above[-MOST_OUTLIERS:]])
    axes.plot(outliers, np.full(len(outliers), row), "o", mfc="none", mec=palette().dim, ms=2.5, mew=0.6)
