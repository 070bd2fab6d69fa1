"""How the chance of a verdict and of a test grows with the number of units."""

from __future__ import annotations

from math import floor, log10
from typing import TYPE_CHECKING

import numpy as np

from betterthan.answers.plan import Plan
from betterthan.figures.layout import caption, cell, word_size
from betterthan.figures.stack import spread_ticks
from betterthan.figures.style import drawing, only, palette
from betterthan.phrases import number
from betterthan.words.plan import counted

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
ROUND = (1, 2, 5)
"""Numbers of units that have a tick, times powers of ten."""
FEW = 2
"""With fewer round numbers in its range, the axis names its ends."""


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
    """`dotted: 0.8, with 199 cases (power) or 499 (assurance)`."""
    first, *others = _sizes(found)
    reached = f"no number of {found.unit}" if first.needed is None else counted(first.needed, found.unit)
    if others:
        also = "no number" if others[0].needed is None else f"{others[0].needed:,}"
        reached = f"{reached} (power) or {also} (assurance)"
    return f"dotted: {number(found.power)}, with {reached}"


def _ticks(axes: Axes, found: Plan) -> None:
    """Ticks at round numbers, labels where they fit."""
    low, high = found.curve[0].n, found.curve[-1].n
    decades = range(floor(log10(low)), floor(log10(high)) + 1)
    chosen = [step * 10**k for k in decades for step in ROUND if low <= step * 10**k <= high]
    chosen = chosen if len(chosen) >= FEW else [low, high]
    x, labels = np.log10(chosen), [f"{each:,}" for each in chosen]
    kept = spread_ticks(x, labels, points=cell(axes)[0] - 40, size=word_size(axes), always=None)
    axes.set_xticks(x, [label if j in kept else "" for j, label in enumerate(labels)], fontsize=word_size(axes))
