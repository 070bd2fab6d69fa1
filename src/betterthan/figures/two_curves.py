"""Two models as curves over the same cases, with a band for their difference."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from betterthan.answers.comparison import Comparison
from betterthan.arrays import Array
from betterthan.data.metric_table import MetricTable
from betterthan.errors import ArgumentError
from betterthan.figures.layout import caption, cell, word_size
from betterthan.figures.style import drawing, palette, shortened
from betterthan.numerics.case_weights import dirichlet_weights
from betterthan.procedures.shared.metric_draws import in_order

if TYPE_CHECKING:
    from matplotlib.axes import Axes

PLACES = np.linspace(0.0, 1.0, 201)
DRAWS = 400
LEVEL = 0.95

Curve: TypeAlias = Callable[[Array, Array, Array, Array], Array]


def table_of(found: Comparison | MetricTable, figure: str) -> MetricTable:
    """The predictions of two models with scores, or why there are none."""
    table = found.table if isinstance(found, Comparison) else found
    if not isinstance(table, MetricTable) or table.metric.takes != "score" or len(table.models) != 2:
        raise ArgumentError(
            f"`figures.{figure}` draws two models by their scores of two classes: compare predictions by `auroc` or "
            "`average-precision`."
        )
    return table


def two_curves(table: MetricTable, curve: Curve, ax: Axes | None, *, x: str, y: str, chance: bool) -> Axes:
    """Draw both curves; the band is the second's curve plus what the difference may be.

    Parameters:
        table: predictions of two models.
        curve: what is drawn.
        ax: matplotlib axes to draw on; new ones if None.
        x: what the horizontal axis shows.
        y: what the vertical axis shows.
        chance: whether to draw the diagonal, which chance alone would give.
    """
    ordered, own = in_order(table), np.ones((1, len(table.predictions)))
    truth = ordered.predictions.truth
    first, second = (curve(truth, output, own, PLACES)[0] for output in ordered.outputs)
    low, high = second + _band(ordered, curve)
    with drawing(ax, width=4.6, height=4.2) as axes:
        axes.fill_between(
            PLACES, np.clip(low, 0, 1), np.clip(high, 0, 1), color=palette().fill["equivalent"], alpha=0.6, lw=0
        )
        if chance:
            axes.plot([0, 1], [0, 1], color=palette().dim, lw=0.8, ls=":")
        axes.plot(PLACES, first, color=palette().fill["first"], lw=1.8, label=shortened(table.models[0]))
        axes.plot(PLACES, second, color=palette().fill["second"], lw=1.8, ls="--", label=shortened(table.models[1]))
        axes.set_xlim(0, 1)
        axes.set_ylim(0, 1.02)
        axes.set_ylabel(y, fontsize=word_size(axes), color=palette().ink)
        axes.legend(frameon=False, fontsize=word_size(axes), loc="best")
        axes.tick_params(labelsize=word_size(axes))
        caption(
            axes,
            f"{x}, {len(table.predictions):,} cases",
            f"band: the dashed curve plus the {100 * LEVEL:g}% interval of the difference",
            "where the dashed curve leaves it, the two differ",
            points=cell(axes)[0] - 50,
        )
    return axes


def _band(table: MetricTable, curve: Curve) -> Array:
    """Lower and upper end of the difference at each place, by the Bayesian bootstrap."""
    truth, cases, apart = table.predictions.truth, len(table.predictions), []
    for weights in dirichlet_weights(cases, DRAWS, np.random.default_rng(0), clusters=table.clusters):
        first, second = (curve(truth, output, weights, PLACES) for output in table.outputs)
        apart.append(first - second)
    return np.asarray(np.quantile(np.concatenate(apart), [(1 - LEVEL) / 2, (1 + LEVEL) / 2], axis=0))
