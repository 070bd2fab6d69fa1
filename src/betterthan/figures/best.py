"""The probability that each model is the best of all, most probable first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from betterthan.answers.ranked import Ranked
from betterthan.figures import room
from betterthan.figures.given_ranking import given_ranking
from betterthan.figures.layout import MOST_MODELS, caption, label_rows, rows_that_fit, word_size
from betterthan.figures.style import drawing, palette, rest_of
from betterthan.phrases import probability
from betterthan.results.ranking import Ranking

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def best(ranked: Ranked | Ranking, *, ax: Axes | None = None) -> Axes:
    """Draw one bar per model: the probability that it is the best of these models.

    Parameters:
        ranked: a ranking, or the posterior of several models that a procedure returned.
        ax: matplotlib axes to draw on; new ones if None.
    """
    models = sorted(given_ranking(ranked, "best").models, key=lambda model: -model.best)
    with drawing(ax, height=0.9 + 0.2 * min(MOST_MODELS, len(models))) as axes:
        shown = models[: rows_that_fit(axes, min(MOST_MODELS, len(models)), besides=60)]
        width = label_rows(axes, [model.name for model in shown])
        axes.barh(range(len(shown)), [model.best for model in shown], 0.62, color=palette().fill["first"])
        for row, model in enumerate(shown):
            axes.annotate(
                probability(model.best), (model.best, row), xytext=(3, 0), textcoords="offset points", va="center",
                fontsize=word_size(axes),
            )  # fmt: skip
        axes.set(xlim=(0, 1.12), xticks=(0, 0.25, 0.5, 0.75, 1))
        axes.xaxis.set_major_formatter(room.Plain())
        axes.tick_params(axis="x", labelsize=word_size(axes))
        left = sum(model.best for model in models[len(shown) :])
        caption(
            axes,
            f"probability of being the best{rest_of(len(shown), len(models), 'models')}",
            f"the models not shown together: {probability(left)}" if len(shown) < len(models) else "",
            points=width,
        )
    return axes
