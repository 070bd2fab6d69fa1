"""How much fits: words and ticks in the room that axes have. Everything is in points, 72 to the inch."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, TypeVar

from matplotlib.font_manager import FontProperties
from matplotlib.textpath import text_to_path
from matplotlib.ticker import Formatter, MaxNLocator

from betterthan.figures.style import palette

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Item = TypeVar("Item")
BETWEEN = "…"
"""The name of a row that stands for those between the first and the last."""
TICK = 44.0
"""Points between ticks with labels such as -0.0015."""


def width(axes: Axes) -> float:
    """Width of the axes; of new axes, before the layout makes place for labels.

    Parameters:
        axes: the axes.
    """
    return float(axes.bbox.width * 72 / axes.figure.dpi)


def height(axes: Axes) -> float:
    """Height of the axes, like `width`.

    Parameters:
        axes: the axes.
    """
    return float(axes.bbox.height * 72 / axes.figure.dpi)


@lru_cache(maxsize=4096)
def extent(text: str, *, size: float, bold: bool = False) -> float:
    """Width of one line of text.

    Parameters:
        text: the line.
        size: of the letters.
        bold: whether they are bold.
    """
    font = FontProperties(size=size, weight="bold" if bold else "normal")
    return float(text_to_path.get_text_width_height_descent(text, font, ismath=False)[0])


def fitted(text: str, points: float, *, size: float, bold: bool = False) -> str:
    """The text, cut to a width if it has to be.

    Parameters:
        text: one line.
        points: the width that there is.
        size: of the letters.
        bold: whether they are bold.

    >>> fitted("a-model-with-a-name-that-goes-on", 60, size=8)
    'a-model-wit…'
    """
    if extent(text, size=size, bold=bold) <= points:
        return text
    kept = len(text)
    while kept > 1 and extent(text[:kept] + "…", size=size, bold=bold) > points:
        kept -= 1
    return text[:kept] + "…"


def wrapped(text: str, points: float, *, size: float) -> str:
    """The text in as many lines as it needs, each cut to the width if a single word is too long.

    Parameters:
        text: words; a line break in it stays.
        points: the width that there is.
        size: of the letters.

    >>> wrapped("share of the disagreements", 70, size=8)
    'share of the\\ndisagreements'
    """
    lines = []
    for paragraph in text.split("\n"):
        line = ""
        for word in paragraph.split(" "):
            longer = f"{line} {word}" if line else word
            if line and extent(longer, size=size) > points:
                lines.append(line)
                longer = word
            line = longer
        lines.append(line)
    return "\n".join(fitted(line, points, size=size) for line in lines)


def both_ends(items: Sequence[Item], count: int) -> list[Item | None]:
    """Sorted items, or where there is no room for all the first and the last of them, with None between.

    Parameters:
        items: sorted items.
        count: how many rows there are.

    >>> both_ends([1, 2, 3, 4, 5, 6, 7], 5), both_ends([1, 2], 5)
    ([1, 2, None, 6, 7], [1, 2])
    """
    if len(items) <= count:
        return list(items)
    last = max(1, (count - 1) // 2)
    return [*items[: max(1, count - 1 - last)], None, *items[len(items) - last :]]


class Plain(Formatter):
    """Tick labels with as few digits as tell the ticks apart, and no factor in the corner."""

    def __call__(self, x: float, pos: int | None = None) -> str:
        """The label of one tick.

        Parameters:
            x: where.
            pos: which.
        """
        return self.format_ticks([x])[0]

    def format_ticks(self, values: list[float]) -> list[str]:
        """The labels of all ticks.

        Parameters:
            values: where they are.
        """
        step = min((abs(b - a) for a, b in pairwise(values)), default=0.0)
        largest = max((abs(x) for x in values), default=0.0)
        near = 1e-3 * (step or largest)
        form = "f" if 1e-4 <= largest < 1e7 else "g"
        for digits in range(17):
            labels = ["0" if abs(x) <= near else f"{x:.{digits}{form}}" for x in values]
            if all(abs(float(label) - x) <= near for label, x in zip(labels, values, strict=True)):
                break
        return [label.replace("-", "−") for label in labels]


def ticked(
    axes: Axes,
    *,
    x: bool = True,
    y: bool = False,
    whole: bool = False,
    size: float = 8.0,
    points: float | None = None,
) -> None:
    """Ticks with room between them, in the colours of the theme.

    Parameters:
        axes: the axes.
        x: whether the horizontal axis gets ticks at round numbers.
        y: whether the vertical one does.
        whole: whether the vertical one counts something.
        size: of their labels.
        points: width of the axes without their labels, where these take much of it.
    """
    across, up = (points or width(axes)) / TICK, height(axes) / (3 * size)
    for wanted, axis, most in ((x, axes.xaxis, across), (y, axes.yaxis, up)):
        if wanted:
            counts = whole and axis is axes.yaxis
            nbins, steps = max(2, min(8, int(most))), [1, 2, 5, 10] if counts else [1, 2, 2.5, 5, 10]
            axis.set_major_locator(MaxNLocator(nbins=nbins, steps=steps, integer=counts))
            axis.set_major_formatter(Plain())
    axes.tick_params(labelsize=size, color=palette().ink, labelcolor=palette().ink)
