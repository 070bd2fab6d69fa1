"""How the chance of a verdict and of a test grows with the number of units."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from betterthan.answers.plan import Plan
from betterthan.figures.layout import caption, cell, word_size
from betterthan.figures.stack import spread_ticks
from betterthan.figures.style import drawing, only, palette
from betterthan.phrases import joined, number

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from betterthan.answers.plan import Size

LINES = (
    ("verdict", "solid", "power of the verdict", "first", "-", 1.8),
    ("assurance", "dashed", "its assurance over the pilot", "first", (0, (5, 2)), 1.8),
    ("test", "thin", "power of the two-sided test", "ink", "-", 0.9),
    ("test_assurance", "thin dashed", "its assurance", "ink", (0, (5, 2)), 0.9),
)
"""What is drawn, by the name in a point of the curve, in the order of the caption."""
TICKS = 7
"""Numbers of units that have a tick, besides those that are needed."""


def plan(found: Plan, *, ax: Axes | None = None) -> Axes:
    """Draw power and assurance of the verdict and of the test over the number of units.

    Parameters:
        found: what `bt.plan` gave.
        ax: matplotlib axes to draw on; new ones if None.
    """
    only(found, Plan, "plan")
    with drawing(ax, height=3.4) as axes:
        x = np.log10([point.n for point in found.curve])
        said = []
        for name, how, words, colour, dashes, width in LINES:
            values = [getattr(point, name) for point in found.curve]
            if values[0] is None:
                continue
            shade = palette().ink if colour == "ink" else palette().fill["first"]
            axes.plot(x, values, color=shade, lw=width, ls=dashes)
            said.append(f"{how}: {words}")
        axes.plot(x[[0, -1]], [found.power] * 2, color=palette().dim, lw=0.8, ls=":")
        for each in _sizes(found):
            if each.needed is not None:
                place = np.log10(each.needed)
                axes.plot([place, place], [0, found.power], color=palette().dim, lw=0.8, ls=":")
        _ticks(axes, found)
        axes.set(ylim=(0, 1.02), xlim=(x[0], x[-1]))
        size = word_size(axes)
        axes.set_yticks([0, 0.5, found.power, 1], ["0", "0.5", number(found.power), "1"], fontsize=size)
        axes.set_ylabel("chance", fontsize=size)
        axes.spines[["top", "right"]].set_visible(False)
        caption(axes, f"number of {found.unit}", *said, _needed(found))
    return axes


def _sizes(found: Plan) -> tuple[Size, ...]:
    """The numbers of the verdict; without a rope, those of the test."""
    assured = found.assurance
    if found.verdict is not None:
        return (found.verdict, *([assured.verdict] if assured is not None and assured.verdict is not None else []))
    return (found.test, *([assured.test] if assured is not None else []))


def _needed(found: Plan) -> str:
    names = ("power", "assurance")
    parts = [
        f"{name} {'never' if size.needed is None else f'{size.needed:,}'}"
        for name, size in zip(names, _sizes(found), strict=False)
    ]
    of = "the verdict" if found.verdict is not None else "the test"
    return f"dotted: {number(found.power)}, which {of} reaches at: {joined(parts)}"


def _ticks(axes: Axes, found: Plan) -> None:
    """Ticks at numbers that were looked at, labels where they fit."""
    points = found.curve
    chosen = [points[round(j)] for j in np.linspace(0, len(points) - 1, TICKS)]
    x, labels = np.log10([point.n for point in chosen]), [f"{point.n:,}" for point in chosen]
    kept = spread_ticks(x, labels, points=cell(axes)[0] - 40, size=word_size(axes), always=None)
    axes.set_xticks(x, [label if j in kept else "" for j, label in enumerate(labels)], fontsize=word_size(axes))
