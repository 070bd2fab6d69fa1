"""Does the model fit? The predicted law of one more task beside the tasks' shrunken estimates (Corani 2017, Fig. 7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from betterthan.answers.comparison import Comparison
from betterthan.figures import room
from betterthan.figures.given import given
from betterthan.figures.layout import caption, word_size
from betterthan.figures.style import drawing, palette
from betterthan.phrases import counted
from betterthan.results.hierarchical import HierarchicalPosterior

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def model_check(found: Comparison | HierarchicalPosterior, *, ax: Axes | None = None) -> Axes:
    """Draw the predictive density of one more task's difference and the density of the shrunken estimates.

    Where the two differ much, the law of the tasks is not the Student law that the model takes it for.

    Parameters:
        found: a comparison by `bayes_hierarchical_t`, or what it returned.
        ax: matplotlib axes to draw on; new ones if None.
    """
    asked = given(found, HierarchicalPosterior, figure="model_check", instead="a hierarchical t-test")
    densities = asked.result.model_check()
    x, predicted, estimated = densities["difference"], densities["next task"], densities["shrunken estimates"]
    means = np.array([task.mean for task in asked.result.task_estimates])
    with drawing(ax) as axes:
        size, top = word_size(axes) + 1, float(max(predicted.max(), estimated.max()))
        axes.fill_between(x, estimated, color=palette().fill["equivalent"], alpha=0.7, lw=0)
        axes.plot(x, estimated, color=palette().dim, lw=1.6, ls=(0, (4, 2)))
        axes.plot(x, predicted, color=palette().ink, lw=1.6)
        axes.plot(means, np.full(len(means), -0.04 * top), "|", color=palette().dim, ms=6)
        tasks = counted(len(means), "task")
        axes.set_title(f"dashed: {tasks}, shrunken", loc="left", fontsize=size, color=palette().dim)
        axes.set_title("line: one more task", loc="right", fontsize=size, color=palette().ink)
        axes.set(xlim=(x[0], x[-1]), ylim=(-0.08 * top, 1.05 * top), yticks=[])
        axes.spines["left"].set_visible(False)
        room.ticked(axes, size=word_size(axes))
        caption(axes, "difference on a task", "strokes: the shrunken estimates, smoothed to the dashed density")
    return axes
