"""Means of several models with intervals for comparing them and intervals for each mean alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from betterthan.answers.model_means import ModelMeans
from betterthan.figures import room
from betterthan.figures.layout import MOST_MODELS, caption, label_rows, rows_that_fit, word_size
from betterthan.figures.style import drawing, only, palette, rest_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def model_means(means: ModelMeans, *, ax: Axes | None = None) -> Axes:
    """Draw each model's mean, its within-unit interval, and in a lighter tone its ordinary interval.

    Parameters:
        means: what `bt.model_means` gave.
        ax: matplotlib axes to draw on; new ones if None.
    """
    only(means, (ModelMeans,), "model_means")
    count = min(MOST_MODELS, len(means.models))
    with drawing(ax, height=1.5 + 0.2 * count) as axes:
        shown = means.models[: rows_that_fit(axes, count, besides=104)]
        width = label_rows(axes, [model.name for model in shown])
        for row, (model, within) in enumerate(zip(shown, means.within, strict=False)):
            own = [model.interval.low, model.interval.high]
            axes.plot(own, [row, row], color=palette().fill["equivalent"], lw=1.8, solid_capstyle="butt")
            axes.plot(
                [within.low, within.high], [row, row], color=palette().fill["first"], lw=4.5, solid_capstyle="butt"
            )
            axes.plot(model.mean, row, "o", color=palette().ink, ms=4)
        room.ticked(axes, size=word_size(axes))
        better = "" if means.higher_is_better else ", the lower the better"
        percent = f"{100 * means.level:g}%"
        caption(
            axes,
            f"mean over {means.n_units:,} {means.unit}{better}{rest_of(len(shown), len(means.models), 'models')}",
            f"thick: {percent} within-unit interval (Loftus and Masson), to compare the models",
            f"thin: ordinary {percent} interval of each mean alone, with the spread between {means.unit}",
            points=width,
        )
    return axes
