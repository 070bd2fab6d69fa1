"""Does the model fit? The predicted law of one more task beside the tasks' shrunken estimates (Corani 2017, Fig. 7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from betterthan.answers.comparison import Comparison
from betterthan.arrays import Array
from betterthan.errors import ArgumentError
from betterthan.figures import room
from betterthan.figures.given import given
from betterthan.figures.layout import caption, word_size
from betterthan.figures.style import drawing, palette
from betterthan.numerics.hyper_prior import NU_PRIORS
from betterthan.phrases import counted, listing, unknown_name
from betterthan.results.hierarchical import HierarchicalPosterior

if TYPE_CHECKING:
    from matplotlib.axes import Axes

PUBLISHED = ("corani", "juarez-steel")
"""The priors of ν that the paper draws."""
STROKES: dict[str, Any] = {
    "line": "-",
    "dots": (0, (1, 1.4)),
    "dots and dashes": (0, (7, 2, 1, 2)),
    "long dashes": (0, (10, 3)),
}
"""The prior of the comparison has the line; so many priors can be told apart."""


class Predicted(NamedTuple):
    """The density of one more task's difference under one prior."""

    prior: str
    x: Array
    density: Array


def model_check(
    found: Comparison | HierarchicalPosterior, *, priors: Sequence[str] | None = None, ax: Axes | None = None
) -> Axes:
    """Draw the predictive density of one more task's difference and the density of the shrunken estimates.

    Where the two differ much, the law of the tasks is not the Student law that the model takes it for. Where the
    predictions differ among priors of its degrees of freedom, the tasks say too little about its tails.

    Parameters:
        found: a comparison by `bayes_hierarchical_t`, or what it returned.
        priors: names of priors beside that of the comparison; None takes those of the paper, `()` none.
        ax: matplotlib axes to draw on; new ones if None.
    """
    asked = given(found, HierarchicalPosterior, figure="model_check", instead="a hierarchical t-test")
    own = asked.result.model_check()
    x, estimated = own["difference"], own["shrunken estimates"]
    means = np.array([task.mean for task in asked.result.task_estimates])
    predicted = [_predicted(each) for each in _under(asked.result, PUBLISHED if priors is None else priors)]
    with drawing(ax) as axes:
        size, top = word_size(axes) + 1, float(max(each.max() for each in (estimated, *(p.density for p in predicted))))
        axes.fill_between(x, estimated, color=palette().fill["equivalent"], alpha=0.7, lw=0)
        axes.plot(x, estimated, color=palette().dim, lw=1.6, ls=(0, (4, 2)))
        for each, stroke in zip(predicted, STROKES.values(), strict=False):
            axes.plot(each.x, each.density, color=palette().ink, lw=1.6, ls=stroke)
        axes.plot(means, np.full(len(means), -0.04 * top), "|", color=palette().dim, ms=6)
        tasks = counted(len(means), "task")
        axes.set_title(f"dashed: {tasks}, shrunken", loc="left", fontsize=size, color=palette().dim)
        axes.set_title("line: one more task", loc="right", fontsize=size, color=palette().ink)
        axes.set(xlim=(x[0], x[-1]), ylim=(-0.08 * top, 1.05 * top), yticks=[])
        axes.spines["left"].set_visible(False)
        room.ticked(axes, size=word_size(axes))
        strokes = "strokes: the shrunken estimates, smoothed to the dashed density"
        caption(axes, "difference on a task", _key(predicted), strokes)
    return axes


def _under(own: HierarchicalPosterior, priors: Sequence[str]) -> list[HierarchicalPosterior]:
    """The posterior, and the same tasks under each other prior."""
    names = dict.fromkeys((_name(own), *([priors] if isinstance(priors, str) else priors)))
    if len(names) > len(STROKES):
        raise ArgumentError(
            f"`figures.model_check` tells {len(STROKES)} priors apart; got {len(names)}: {listing(names)}. Name fewer."
        )
    return [_answered(own, name) for name in names]


def _answered(own: HierarchicalPosterior, prior: str) -> HierarchicalPosterior:
    found = own.under(prior)
    if found is None:
        raise ArgumentError(unknown_name("prior", prior, tuple(NU_PRIORS)))
    return found


def _predicted(posterior: HierarchicalPosterior) -> Predicted:
    densities = posterior.model_check()
    return Predicted(_name(posterior), densities["difference"], densities["next task"])


def _name(posterior: HierarchicalPosterior) -> str:
    return posterior.prior.partition(":")[0]


def _key(predicted: Sequence[Predicted]) -> str:
    """Which stroke is which prior."""
    if len(predicted) == 1:
        return ""
    return "; ".join(f"{stroke}: prior {each.prior}" for each, stroke in zip(predicted, STROKES, strict=False))
