"""Reliability diagram: what each model told, against what came."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from betterthan.data.predictions import Predictions
from betterthan.errors import ArgumentError
from betterthan.figures.layout import caption, cell, word_size
from betterthan.figures.style import drawing, only, palette, shortened
from betterthan.numerics.calibration.reliability import reliability_points
from betterthan.vocabulary import REGIONS

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from betterthan.vocabulary import Region

SIDES: tuple[Region, ...] = ("first", "second", "equivalent")
MARKS = ("o", "D", "s")


def reliability(predictions: Predictions, *, bins: int = 10, level: float = 0.95, ax: Axes | None = None) -> Axes:
    """Draw the share of positive cases among those with similar probabilities, with intervals, for up to three models.

    Parameters:
        predictions: probabilities of two classes.
        bins: number of groups of similar probabilities, with about equally many cases each.
        level: coverage of the intervals.
        ax: matplotlib axes to draw on; new ones if None.
    """
    only(predictions, Predictions, "reliability")
    if predictions.kind != "probabilities" or len(predictions.classes) != 2:
        raise ArgumentError("`figures.reliability` draws probabilities of two classes.")
    cluster = predictions.factors["cluster"].codes if "cluster" in predictions.factors else None
    positive, shown = predictions.truth == 1, predictions.models[: len(REGIONS)]
    with drawing(ax, width=4.6, height=4.2) as axes:
        axes.plot([0, 1], [0, 1], color=palette().dim, lw=0.8, ls=":")
        for model, side, mark in zip(shown, SIDES, MARKS, strict=False):
            points = reliability_points(
                np.asarray(predictions.output(model)), positive, weight=predictions.weight, cluster=cluster, bins=bins,
                level=level,
            )  # fmt: skip
            told, came = [point.told for point in points], [point.came for point in points]
            axes.vlines(told, [p.low for p in points], [p.high for p in points], color=palette().fill[side], lw=1.0)
            axes.plot(told, came, mark, ls="-", color=palette().fill[side], lw=1.0, ms=4, label=shortened(model))
        axes.set_xlim(0, 1)
        axes.set_ylim(0, 1)
        axes.set_ylabel("share of positive cases", fontsize=word_size(axes), color=palette().ink)
        axes.legend(frameon=False, fontsize=word_size(axes), loc="upper left")
        axes.tick_params(labelsize=word_size(axes))
        caption(
            axes,
            f"predicted probability, {len(predictions):,} cases",
            f"bars: {100 * level:g}% intervals; dotted: perfectly calibrated",
            points=cell(axes)[0] - 50,
        )
    return axes
