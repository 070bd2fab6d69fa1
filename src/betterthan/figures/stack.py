"""The three probabilities as stacked areas over an axis, and a strip that says which verdict they allow where."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

import numpy as np

from betterthan.arrays import Array
from betterthan.figures import room
from betterthan.figures.layout import short_names, word_size
from betterthan.figures.style import HATCHES, palette
from betterthan.results.probabilities import Probabilities
from betterthan.vocabulary import REGIONS, Verdict

if TYPE_CHECKING:
    from matplotlib.axes import Axes

STRIP = 1.07
"""Where the strip of verdicts stands, above areas of height 1; its words stand on it."""
TOP = 1.34
"""Height of the areas with strip and words."""


def stacked(axes: Axes, x: Array, shares: Sequence[Probabilities], *, base: float = 0.0) -> None:
    """Fill a band of height 1 with the three probabilities: first, equivalent, second from below.

    Parameters:
        axes: the axes.
        x: where the probabilities are known, increasing.
        shares: the probabilities.
        base: where the band stands.
    """
    edges = base + np.cumsum([[0.0, *each] for each in shares], axis=1)
    for number, region in enumerate(REGIONS):
        axes.fill_between(
            x, edges[:, number], edges[:, number + 1], facecolor=palette().fill[region], hatch=HATCHES[region],
            edgecolor=palette().paper, lw=0.6,
        )  # fmt: skip


def verdict_words(first: str, second: str) -> dict[Verdict, str]:
    """What a strip says for each verdict about two models."""
    first, second = short_names([first, second], 80, 8)
    return {
        "first": f"decided for {first}",
        "equivalent": "equivalent",
        "second": f"decided for {second}",
        "undecided": "undecided",
    }


def verdict_strip(
    axes: Axes, x: Array, verdicts: Sequence[Verdict], names: Mapping[Verdict, str], *, points: float, base: float = 0.0
) -> None:
    """A line above the areas for every run of one verdict, with the verdict in words where they fit.

    Between two runs, where the verdict changes somewhere, there is no line.

    Parameters:
        axes: the axes.
        x: where the verdicts are known, increasing.
        verdicts: the verdicts.
        names: what each is called.
        points: width of the axes from the first x to the last.
        base: where the areas stand.
    """
    size, scale = word_size(axes), points / (x[-1] - x[0])
    begin = 0
    for verdict, members in groupby(verdicts):
        end = begin + len(list(members)) - 1
        colour = palette().dim if verdict == "undecided" else palette().fill[verdict]
        style = {"lw": 1.0, "ls": ":"} if verdict == "undecided" else {"lw": 3.5}
        axes.plot(x[[begin, end]], [base + STRIP] * 2, color=colour, solid_capstyle="butt", marker="|", ms=5, **style)
        if room.extent(names[verdict], size=size) + 4 <= scale * _free(x, begin, end):
            ink = palette().dim if verdict == "undecided" else palette().text[verdict]
            middle = (x[begin] + x[end]) / 2
            axes.text(middle, base + STRIP + 0.05, names[verdict], ha="center", va="bottom", fontsize=size, color=ink)
        begin = end + 1


def _free(x: Array, begin: int, end: int) -> float:
    """How wide the words of a run may be: half of the way to its neighbours belongs to it."""
    left = x[begin] - (x[begin] + x[begin - 1]) / 2 if begin > 0 else 0.0
    right = (x[end] + x[end + 1]) / 2 - x[end] if end + 1 < len(x) else 0.0
    return float(x[end] - x[begin] + 2 * min(left, right))


def spread_ticks(
    x: Array, labels: Sequence[str], *, points: float, size: float, always: int | None = None
) -> list[int]:
    """Which ticks to label so that no two labels touch, from the left.

    Parameters:
        x: where the ticks are, increasing.
        labels: their labels.
        points: width of the axes from the first tick to the last.
        size: size of the letters.
        always: number of a tick that is labelled in any case.
    """
    scale = points / ((x[-1] - x[0]) or 1.0)
    kept = [] if always is None else [always]
    for j in range(len(x)):
        if all(scale * abs(x[j] - x[k]) > (_width(labels[j], size) + _width(labels[k], size)) / 2 + 5 for k in kept):
            kept.append(j)
    return sorted(kept)


def _width(label: str, size: float) -> float:
    return max(room.extent(line, size=size) for line in label.split("\n"))
