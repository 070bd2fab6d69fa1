"""The scores of two models on the same units: who wins, and how alike their scores are (Williams 2026, app. A)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from betterthan.arrays import Array, IntArray
from betterthan.errors import ArgumentError
from betterthan.figures import regions, room
from betterthan.figures.given import original_scores
from betterthan.figures.layout import caption, cell, word_size
from betterthan.figures.style import drawing, only, palette
from betterthan.pairing import PairedTable
from betterthan.results import Region
from betterthan.rope import Rope
from betterthan.summaries import Pairing
from betterthan.wording import number

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST_POINTS = 2000
"""More distinct points than this are gathered on a lattice."""
LATTICE = 50
FEW, MANY = (3.4, 17.0), (1.5, 6.0)
"""Diameters of a mark for one unit and for the largest number of units, where there are few marks or many."""
MARKS: dict[Region, str] = {"first": "o", "equivalent": "s", "second": "^"}


def pairing(table: PairedTable, *, ax: Axes | None = None) -> Axes:
    """Draw the first model's score against the second's; several tasks are drawn by their mean scores.

    Points that fall together are drawn as one whose area grows with their number.

    Parameters:
        table: paired scores of two models.
        ax: matplotlib axes to draw on; new ones if None.
    """
    single = _paired(table)
    assert single.scores is not None
    scores = original_scores(table, single.scores)
    inside = regions.region_of(single.differences(), Rope(0.0, 0.0))
    gathered = {region: _gathered(scores[holds]) for region, holds in inside.items() if holds.any()}
    diameters = _diameters([counts for _, counts in gathered.values()])
    with drawing(ax, width=4.4, height=4.2) as axes:
        for (region, (points, counts)), sizes in zip(gathered.items(), diameters, strict=True):
            _mark(axes, points, sizes, region)
            if table.binary:
                _number(axes, points, counts)
        won = {region: f"{int(holds.sum()):,}" for region, holds in inside.items()}
        regions.header(axes, table.models[0], table.models[1], won, middle="equal", beside=_beside(axes))
        _frame(axes, scores)
        _label(axes, table, single)
    return axes


def _paired(table: PairedTable) -> PairedTable:
    """The units that are drawn: of several tasks their means."""
    only(table, PairedTable, "pairing")
    if table.scores is None:
        raise ArgumentError("`figures.pairing` draws scores, and of these models only the differences are known.")
    if len(table.models) != 2:
        raise ArgumentError(
            f"`figures.pairing` draws two models; this table has {len(table.models)}. Choose with `table.two(a, b)`."
        )
    return table.by_task() if len(table.tasks) > 1 else table


def _gathered(scores: Array) -> tuple[Array, IntArray]:
    """Distinct points, second model's score first, and how many units lie on each."""
    turned = scores[:, ::-1]
    points, counts = np.unique(turned, axis=0, return_counts=True)
    if len(points) <= MOST_POINTS:
        return points, counts
    middle, apart = turned.mean(axis=1), turned[:, 1] - turned[:, 0]
    step = np.ptp(turned) / LATTICE
    apart = np.sign(apart) * (np.floor(np.abs(apart) / step) + 0.5) * step  # never onto the diagonal
    middle = step * np.round(middle / step)
    return np.unique(np.stack([middle - apart / 2, middle + apart / 2], axis=1), axis=0, return_counts=True)


def _diameters(counts: list[IntArray]) -> list[Array]:
    """Diameters that grow with the root of the number of units, as far as there is room."""
    most, marks = max(int(each.max()) for each in counts), sum(len(each) for each in counts)
    least, largest = MANY if marks > MOST_POINTS / 4 else FEW
    if least * most**0.5 <= largest:
        return [np.asarray(least * np.sqrt(each)) for each in counts]
    return [np.asarray(least + (largest - least) * np.sqrt(each / most)) for each in counts]


def _mark(axes: Axes, points: Array, diameters: Array, region: Region) -> None:
    axes.scatter(
        points[:, 0], points[:, 1], s=diameters**2, marker=MARKS[region], color=palette().fill[region], alpha=0.75,
        lw=0.3, edgecolor=palette().ink, zorder=3,
    )  # fmt: skip


def _number(axes: Axes, points: Array, counts: IntArray) -> None:
    """The number of units on each of the four outcomes of 0/1 scores, beside their mark."""
    for (x, y), count in zip(points, counts, strict=True):
        side = 1 if x < 0.5 else -1
        axes.annotate(
            f"{count:,}", (x, y), xytext=(side * 12, 0), textcoords="offset points", va="center",
            ha="left" if side > 0 else "right", fontsize=word_size(axes),
        )  # fmt: skip


def _beside(axes: Axes) -> tuple[float, float]:
    """Points to the left and right of the square, which is as large as its labels and the words around it let it be."""
    (width, height), labels = cell(axes), 45.0
    free = max(0.0, width - labels - (height - 85)) / 2
    return labels + free - 12, free


def _frame(axes: Axes, scores: Array) -> None:
    low, high = float(scores.min()), float(scores.max())
    margin = 0.07 * (high - low) or 0.05 * abs(high) or 1.0
    ends = (low - margin, high + margin)
    axes.plot(ends, ends, color=palette().dim, lw=0.8, zorder=1)
    axes.set(xlim=ends, ylim=ends, aspect="equal")


def _label(axes: Axes, table: PairedTable, single: PairedTable) -> None:
    size, (width, height) = word_size(axes), cell(axes)
    room.ticked(axes, y=True, size=size)
    better = "score" if table.higher_is_better else "loss"
    unit = single.design.unit.removesuffix("s")
    up, across = (
        f"{better} of {room.fitted(name, 0.4 * room_for, size=size)} per {unit}"
        for name, room_for in ((table.models[0], height), (table.models[1], width))
    )
    axes.set_ylabel(room.wrapped(up, 0.6 * height, size=size), fontsize=size, color=palette().ink)
    caption(axes, across, _saved(single.pairing()), points=width - 50)


def _saved(saved: Pairing | None) -> str:
    if saved is None:
        return "the correlation is not defined: scores or differences are constant"
    return f"correlation {number(saved.correlation)}; pairing divides the variance by {number(saved.variance_ratio)}"
