"""The scores of two models on the same units: who wins, and how alike their scores are (Williams 2026, app. A)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from betterthan.arrays import Array, IntArray
from betterthan.data.moments import Pairing, original_units
from betterthan.data.protocol import PAIRED, Paired
from betterthan.data.summaries import PairedSummary
from betterthan.data.tables import PairedTable
from betterthan.errors import ArgumentError
from betterthan.figures import regions, room
from betterthan.figures.layout import caption, cell, short_names, word_size
from betterthan.figures.style import drawing, only, palette
from betterthan.results.rope import Rope
from betterthan.vocabulary import Region
from betterthan.words.facts import pairing as what_pairing_did

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST_POINTS = 2000
"""More distinct points than this are gathered on a lattice."""
LATTICE = 50
FEW, MANY = (3.4, 17.0), (1.5, 6.0)
"""Diameters of a mark for one unit and for the largest number of units, where there are few marks or many."""
MARKS: dict[Region, str] = {"first": "o", "equivalent": "s", "second": "^"}


class Scored(NamedTuple):
    """What is drawn: original scores of units, how many units each stands for, and what pairing saved."""

    scores: Array
    counts: IntArray
    differences: Array
    saved: Pairing | None
    unit: str


def pairing(table: Paired, *, ax: Axes | None = None) -> Axes:
    """Draw the first model's score against the second's; several tasks are drawn by their mean scores.

    Points that fall together are drawn as one whose area grows with their number.

    Parameters:
        table: paired scores of two models, or the counts of 0/1 scores.
        ax: matplotlib axes to draw on; new ones if None.
    """
    only(table, PAIRED, "pairing")
    found = _scored(table.by_task() if len(table.tasks) > 1 else table)
    inside = regions.region_of(found.differences, Rope(0.0, 0.0))
    gathered = {
        region: _gathered(found.scores[holds], found.counts[holds]) for region, holds in inside.items() if holds.any()
    }
    diameters = _diameters([counts for _, counts in gathered.values()])
    with drawing(ax, width=4.4, height=4.2) as axes:
        for (region, (points, counts)), sizes in zip(gathered.items(), diameters, strict=True):
            _mark(axes, points, sizes, region)
            if table.binary and len(table.tasks) == 1:
                _number(axes, points, counts)
        won = {region: f"{int(found.counts[holds].sum()):,}" for region, holds in inside.items()}
        regions.header(axes, table.models[0], table.models[1], won, regions.ZERO, beside=_beside(axes))
        _frame(axes, found.scores)
        _label(axes, table, found)
    return axes


def _scored(table: Paired) -> Scored:
    """The units of one task, or the four outcomes that stand for them."""
    if isinstance(table, PairedSummary):
        if not table.binary:
            raise ArgumentError("`figures.pairing` draws single scores, and of these only sums are known.")
        cells = table.cells()
        outcomes = np.array([[1.0, 1.0], [1.0, 0.0], [0.0, 1.0], [0.0, 0.0]])
        counts = np.array([cells.n11, cells.n10, cells.n01, cells.n00])
        seen, unit = counts > 0, "case"
        outcomes, counts = outcomes[seen], counts[seen]
        original = original_units(outcomes, True, table.higher_is_better)
        return Scored(original, counts, outcomes[:, 0] - outcomes[:, 1], table.pairing(), unit)
    if not isinstance(table, PairedTable):
        raise ArgumentError("`figures.pairing` draws scores, and of these models only the differences are known.")
    if len(table.models) != 2:
        raise ArgumentError(
            f"`figures.pairing` draws two models; this table has {len(table.models)}. Choose with `table.two(a, b)`."
        )
    once = np.ones(len(table.scores), dtype=np.int64)
    unit = table.design.unit.singular
    return Scored(table.original(table.scores), once, table.differences(), table.pairing(), unit)


def _gathered(scores: Array, counts: IntArray) -> tuple[Array, IntArray]:
    """Distinct points, second model's score first, and how many units lie on each."""
    points, times = _distinct(scores[:, ::-1], counts)
    if len(points) <= MOST_POINTS:
        return points, times
    middle, apart = points.mean(axis=1), points[:, 1] - points[:, 0]
    step = np.ptp(points) / LATTICE
    apart = np.sign(apart) * (np.floor(np.abs(apart) / step) + 0.5) * step  # never onto the diagonal
    middle = step * np.round(middle / step)
    return _distinct(np.stack([middle - apart / 2, middle + apart / 2], axis=1), times)


def _distinct(points: Array, counts: IntArray) -> tuple[Array, IntArray]:
    distinct, place = np.unique(points, axis=0, return_inverse=True)
    return distinct, np.bincount(place, counts).astype(np.int64)


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


def _label(axes: Axes, table: Paired, found: Scored) -> None:
    size, (width, height) = word_size(axes), cell(axes)
    room.ticked(axes, y=True, size=size)
    better = "score" if table.higher_is_better else "loss"
    up, across = (
        f"{better} of {name} per {found.unit}" for name in short_names(table.models, 0.4 * min(width, height), size)
    )
    axes.set_ylabel(room.wrapped(up, 0.6 * height, size=size), fontsize=size, color=palette().ink)
    caption(axes, across, _saved(found.saved), points=width - 50)


def _saved(saved: Pairing | None) -> str:
    if saved is None:
        return "the correlation is not defined: scores or differences are constant"
    return what_pairing_did(saved)
