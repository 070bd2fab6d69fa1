"""Rows with names, and words below the axes, cut or broken to the room that there is. Everything is in points."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence
from typing import TYPE_CHECKING

from betterthan.figures import room
from betterthan.figures.style import least_letters, palette, shortened
from betterthan.phrases import cut, visible

if TYPE_CHECKING:
    from matplotlib.axes import Axes

NARROW = 320.0
"""In less room than this, words are set in 7 points, the least that can be read, instead of 8."""
LINE = 1.5
"""Distance of two rows of words, as a multiple of their size."""
BOLDER = 1.2
"""Bold letters are at most so many times as wide as others."""
LEAST = 4
"""Names are not cut to fewer letters."""

MOST_MODELS = 40
"""More models than this are not drawn one by one; the figure says how many are left out."""


def cell(axes: Axes) -> tuple[float, float]:
    """Width and height that axes have for themselves and their labels.

    Parameters:
        axes: the axes, before or after they were laid out.
    """
    figure = axes.figure
    inside, around = axes.get_position(), figure.subplotpars
    width = min(1.0, inside.width / (around.right - around.left)) * figure.bbox.width * 72 / figure.dpi
    height = min(1.0, inside.height / (around.top - around.bottom)) * figure.bbox.height * 72 / figure.dpi
    return float(width), float(height)


def inside(axes: Axes) -> float:
    """Width of axes without labels beside them: a figure that lays itself out widens them to their cell.

    Parameters:
        axes: the axes.
    """
    return room.width(axes) if axes.figure.get_layout_engine() is None else cell(axes)[0] - 8


def word_size(axes: Axes) -> float:
    """The size of names and remarks.

    Parameters:
        axes: the axes.
    """
    return max(7.0 if cell(axes)[0] < NARROW else 8.0, least_letters())


def widest(texts: Sequence[str], size: float) -> float:
    """The width of the widest of some lines.

    Parameters:
        texts: single lines.
        size: of the letters.
    """
    return max((room.extent(text, size=size) for text in texts), default=0.0)


def rows_that_fit(axes: Axes, count: int, *, besides: float, pitch: float = LINE) -> int:
    """How many of the rows can be told apart, at least one.

    Parameters:
        axes: the axes.
        count: how many rows there are.
        besides: height that is taken by other things.
        pitch: distance of two rows, as a multiple of the size of their names.
    """
    each = pitch * word_size(axes)
    return max(1, min(count, int((cell(axes)[1] - besides) / each + 1e-9)))


def short_names(names: Sequence[str], points: float, size: float, *, bold: bool = False) -> list[str]:
    """Names cut to a width, different names to different ones: at the end, or in the middle if only the ends differ.

    Parameters:
        names: names of models or tasks.
        points: the width that there is.
        size: of the letters.
        bold: whether they are bold.

    >>> short_names(["a-long-name-for-a-model-1", "a-long-name-for-a-model-2", "b"], 65, 8)
    ['a-long-n…del-1', 'a-long-n…del-2', 'b']
    """
    names = [cut(visible(name)) for name in names]
    points = points / BOLDER if bold else points
    limits = range(LEAST + 1, max((len(name) for name in names), default=0) + 1)
    return _cut(names, LEAST + bisect(limits, points, key=lambda limit: widest(_cut(names, limit), size)))


def label_rows(axes: Axes, names: Sequence[str], *, share: float = 0.36) -> float:
    """Name the rows 0, 1, … from the top down; the width that is left beside the names.

    Parameters:
        axes: the axes.
        names: one name per row.
        share: largest share of the width that names may take.
    """
    width, size = cell(axes)[0], word_size(axes)
    shown = short_names(names, share * width, size)
    axes.set_yticks(range(len(shown)), shown, fontsize=size, color=palette().ink)
    axes.tick_params(axis="y", length=0)
    axes.set_ylim(len(shown) - 0.4, -0.6)
    return width - widest(shown, size) - 12


def caption(axes: Axes, label: str, *remarks: str, points: float | None = None) -> None:
    """Say below the axes what they show, and how to read it.

    Parameters:
        axes: the axes.
        label: what the horizontal axis shows.
        remarks: each begins a line; one that is too long is broken.
        points: the width that there is; None takes that of the axes with their labels.
    """
    size = word_size(axes)
    width = 0.96 * (cell(axes)[0] if points is None else points)
    lines = [room.wrapped(visible(text), width, size=size) for text in (label, *remarks) if text]
    axes.set_xlabel("\n".join(lines), fontsize=size, color=palette().ink)


def _cut(names: Sequence[str], limit: int) -> list[str]:
    """Cut at the end; names that would then be the same are cut in the middle, or numbered."""
    ends = [shortened(name, limit) for name in names]
    found = [_middle(name, limit) if ends.count(end) > 1 else end for name, end in zip(names, ends, strict=True)]
    seen: dict[str, int] = {}
    for j, short in enumerate(found):
        seen[short] = seen.get(short, 0) + 1
        if seen[short] > 1:
            number = f"…{seen[short]}"
            found[j] = short[: max(1, limit - len(number))] + number
    return found


def _middle(name: str, limit: int) -> str:
    tail = (limit - 1) * 2 // 5
    return name if len(name) <= limit else f"{name[: limit - 1 - tail]}…{name[len(name) - tail :]}"
