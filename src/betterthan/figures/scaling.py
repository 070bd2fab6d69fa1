"""What more units of the same kind would say: the three probabilities, and below them the p-value (Williams 2026)."""

from __future__ import annotations

from math import floor, isfinite, log10
from typing import TYPE_CHECKING

import numpy as np

from betterthan.answers.scaling import Scaling
from betterthan.arrays import Array
from betterthan.figures import regions
from betterthan.figures.layout import caption, cell, short_names, widest, word_size
from betterthan.figures.stack import STRIP, TOP, spread_ticks, stacked, verdict_strip, verdict_words
from betterthan.figures.style import drawing, only, palette
from betterthan.phrases import counted
from betterthan.vocabulary import REGIONS
from betterthan.words.numbers import number

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LOWEST, PANEL = -0.95, 0.8
"""Where the panel of p-values stands, and its height."""
LEAST = 1e-6
"""Smaller p-values are drawn at the bottom of their panel."""


def scaling(found: Scaling, *, ax: Axes | None = None) -> Axes:
    """Draw the three probabilities over the number of units, and the p-value in a panel below them.

    Parameters:
        found: what `bt.scaling` gave.
        ax: matplotlib axes to draw on; new ones if None.
    """
    only(found, Scaling, "scaling")
    with drawing(ax, height=4.0) as axes:
        points = cell(axes)[0] - _beside(axes, found) - 30
        x, shares, verdicts = np.log10(found.factors), found.probabilities, found.verdicts
        if len(x) == 1:  # one size alone is drawn as a bar
            x, shares, verdicts = np.array([x[0] - 0.1, x[0] + 0.1]), shares * 2, verdicts * 2
        stacked(axes, x, shares)
        verdict_strip(axes, x, verdicts, verdict_words(found.first, found.second), points=points)
        _p_values(axes, x, found)
        _sizes(axes, found, points)
        now = _now(found)
        if now is not None:
            printed = regions.printed(found.probabilities[now])
            beside = (cell(axes)[0] - points - 12, 0.0)
            regions.header(axes, found.first, found.second, printed, _says(found), beside=beside)
        axes.set(xlim=(x[0], x[-1]), ylim=(LOWEST - 0.02, TOP - 0.02))
        axes.spines[:].set_visible(False)
        caption(
            axes,
            f"{_growing(found)}; below it the number of units",
            "" if now is None else "above: the probabilities at the present size",
            _deciding(found),
            _limit(found),
            points=points,
        )
    return axes


def _decades(found: Scaling) -> int:
    """How many powers of ten the panel of p-values has."""
    return max(2, -floor(log10(max(LEAST, min(found.p_values)))))


def _marks(found: Scaling) -> tuple[Array, list[str]]:
    """The p-values that have a tick, and their labels."""
    decades = _decades(found)
    marks = np.array([10.0**-k for k in range(0, decades + 1, 1 if decades < 4 else 2)])
    texts = [number(mark).replace("e−0", "e−") for mark in marks]
    if min(found.p_values) < LEAST and marks[-1] <= LEAST:
        texts[-1] = f"≤ {texts[-1]}"
    return marks, texts


def _beside(axes: Axes, found: Scaling) -> float:
    """Width of the labels of the vertical axis."""
    return widest(_marks(found)[1], word_size(axes))


def _p_values(axes: Axes, x: Array, found: Scaling) -> None:
    """The p-value on a logarithmic scale, in a panel of its own below the probabilities."""
    size, decades, (marks, texts) = word_size(axes), _decades(found), _marks(found)
    p = np.maximum(found.p_values, LEAST)

    def height(value: Array) -> Array:
        return np.asarray(LOWEST + PANEL * (1 + np.log10(value) / decades))

    axes.fill_between([x[0], x[-1]], LOWEST, LOWEST + PANEL, color=palette().fill["equivalent"], alpha=0.25, lw=0)
    axes.plot(x, height(np.repeat(p, 2) if len(p) == 1 else p), color=palette().ink, lw=1.2, marker="o", ms=2.5)
    usual = float(height(np.array(0.05)))
    axes.plot([x[0], x[-1]], [usual, usual], color=palette().dim, lw=0.8, ls=":")
    axes.annotate(
        "0.05", (x[-1], usual), xytext=(-2, 1), textcoords="offset points", ha="right", va="bottom", fontsize=size,
        color=palette().dim,
    )  # fmt: skip
    axes.set_yticks([0, 0.5, 1, *height(marks)], ["0", "0.5", "1", *texts], fontsize=size)
    for middle, label in ((0.5, "probability"), (LOWEST + PANEL / 2, "p-value")):
        axes.annotate(
            label, (0, middle), xycoords=("axes fraction", "data"), xytext=(-_beside(axes, found) - 10, 0),
            textcoords="offset points", rotation=90, ha="right", va="center", fontsize=size, annotation_clip=False,
        )  # fmt: skip


def _sizes(axes: Axes, found: Scaling, points: float) -> None:
    """Ticks at the sizes that were looked at, labels where they fit, and the size that decides."""
    size, x = word_size(axes), np.log10(found.factors)
    labels = [f"{number(k)}\n{units:,}" for k, units in zip(found.factors, found.units, strict=True)]
    kept = spread_ticks(x, labels, points=points, size=size, always=_now(found))
    axes.set_xticks(x, [label if j in kept else "" for j, label in enumerate(labels)], fontsize=size)
    if isfinite(found.needed) and x[0] <= log10(found.needed) <= x[-1]:
        decides = log10(found.needed)
        axes.plot([decides, decides], [LOWEST, STRIP], color=palette().ink, lw=1.0, ls=(0, (4, 3)))


def _now(found: Scaling) -> int | None:
    """Which of the sizes is the present one, if it is among them."""
    return found.factors.index(1.0) if 1.0 in found.factors else None


def _growing(found: Scaling) -> str:
    """What the horizontal axis is; where two kinds are crossed, which of them grows."""
    return "size as a multiple of the present one" if found.fixed is None else f"multiple of the present {found.grows}"


def _deciding(found: Scaling) -> str:
    if not isfinite(found.needed):
        return "no number of such units decides"
    units = counted(found.needed_units or round(found.needed * found.units[-1] / found.factors[-1]), "unit")
    if found.needed < found.factors[0]:
        return f"{units} would decide already"
    multiple = f"{number(found.needed)} times the present ({units})"
    if found.needed > found.factors[-1]:
        return f"beyond the axis: the least size that decides, {multiple}"
    return f"dashed: the least size that decides, {multiple}"


def _says(found: Scaling) -> regions.Says:
    return regions.probable(0.5 if found.rope.scale == "phi" else 0.0, found.rope)


def _limit(found: Scaling) -> str:
    """Folds share training data: endlessly many of them do not say everything."""
    if found.limit is None:
        return ""
    shares, says = regions.printed(found.limit), _says(found)
    first, second = short_names([found.first, found.second], 80, 8)
    words = {"first": says.first.format(first), "equivalent": says.middle, "second": says.second.format(second)}
    return f"endlessly many {'folds' if found.fixed is None else found.grows}: " + ", ".join(
        f"{words[region]} {shares[region]}" for region in REGIONS
    )
