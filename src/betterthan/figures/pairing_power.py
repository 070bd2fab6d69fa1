"""What pairing buys: the standard error of the difference, paired and unpaired (Williams 2026, appendix A)."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from betterthan.arrays import Array
from betterthan.data.protocol import PAIRED, Paired
from betterthan.errors import ArgumentError
from betterthan.figures import room
from betterthan.figures.layout import caption, cell, word_size
from betterthan.figures.style import drawing, only, palette
from betterthan.words.numbers import number

if TYPE_CHECKING:
    from matplotlib.axes import Axes


class Spread(NamedTuple):
    """Standard errors of the two models' means, their correlation, the number of units and what one is."""

    first: float
    second: float
    correlation: float
    variance_ratio: float
    n: int
    unit: str

    def paired(self, correlation: Array | float) -> Array:
        """Standard error of the mean difference at a correlation of the scores."""
        larger, smaller = max(self.first, self.second), min(self.first, self.second)
        share = smaller / larger  # squares of 1e300 would leave the range
        return np.asarray(larger * np.sqrt(np.maximum(1 + share**2 - 2 * correlation * share, 0.0)))


def pairing_power(table: Paired, *, ax: Axes | None = None) -> Axes:
    """Draw the standard error of the mean difference against the correlation of the scores, with this table's point.

    At a correlation of 0 pairing saves nothing: that is the standard error of two independent samples.

    Parameters:
        table: paired scores of two models, or their sums; several tasks are drawn by their mean scores.
        ax: matplotlib axes to draw on; new ones if None.
    """
    spread = _spread(table)
    unpaired, paired = float(spread.paired(0.0)), float(spread.paired(spread.correlation))
    with drawing(ax, width=4.6, height=3.2) as axes:
        size = word_size(axes)
        lowest = min(0.0, np.floor(10 * spread.correlation) / 10)
        correlations = 1 - (1 - lowest) * np.linspace(1, 0, 201) ** 2  # dense where the curve is steep
        axes.plot(correlations, spread.paired(correlations), color=palette().ink, lw=1.4)
        axes.plot([lowest, 1], [unpaired, unpaired], color=palette().fill["second"], lw=1.4, ls=(0, (4, 3)))
        axes.plot([spread.correlation] * 2, [paired, unpaired], color=palette().dim, lw=1.0)
        axes.plot(spread.correlation, paired, "o", color=palette().fill["first"], ms=7, zorder=3)
        axes.set_title(
            f"paired {number(paired, 3)}", loc="left", fontsize=size + 1, fontweight="bold",
            color=palette().text["first"],
        )  # fmt: skip
        axes.set_title(
            f"unpaired {number(unpaired, 3)}", loc="right", fontsize=size + 1, fontweight="bold",
            color=palette().text["second"],
        )  # fmt: skip
        top = max(unpaired, paired, float(spread.paired(lowest)))
        axes.set(xlim=(lowest, 1.0), ylim=(0, 1.08 * top))
        room.ticked(axes, y=True, size=size)
        axes.set_ylabel("standard error", fontsize=size, color=palette().ink)
        caption(axes, "correlation of the two models' scores", _remark(spread), points=cell(axes)[0] - 50)
    return axes


def _spread(table: Paired) -> Spread:
    only(table, PAIRED, "pairing_power")
    if len(table.models) != 2:
        raise ArgumentError(
            f"`figures.pairing_power` draws two models; this table has {len(table.models)}. "
            "Choose with `table.two(a, b)`."
        )
    single = table.by_task() if len(table.tasks) > 1 else table
    saved, models = single.pairing(), single.model_scores()
    if saved is None or not models:
        raise ArgumentError("What pairing saves cannot be told: the models' own scores are unknown or do not vary.")
    first, second = (model.sd / sqrt(model.n) for model in models)
    unit = single.facts.unit.plural
    return Spread(first, second, saved.correlation, saved.variance_ratio, models[0].n, unit)


def _remark(spread: Spread) -> str:
    """How many independent units would say as much as the paired ones."""
    here, ratio = f"here {number(spread.correlation)}", spread.variance_ratio
    if ratio < 1:
        return f"{here}: pairing multiplies the variance by {number(1 / ratio)}"
    times = f"{number(ratio)} times as many {spread.unit} as these {spread.n:,}"
    return f"{here}: unpaired, each model would need {times}"
