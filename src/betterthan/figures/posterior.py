"""Posterior density of the difference, with the rope and the three regions (Williams 2026, Figs. 1b, 2b, 3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from betterthan.answers.comparison import Comparison
from betterthan.arrays import Array
from betterthan.errors import ArgumentError
from betterthan.figures import regions, room
from betterthan.figures.curve import woven
from betterthan.figures.given import TURNED, Given, given
from betterthan.figures.layout import caption, word_size
from betterthan.figures.style import drawing, palette
from betterthan.results.difference import DifferencePosterior
from betterthan.results.hierarchical import HierarchicalPosterior
from betterthan.results.kinds import POSTERIORS
from betterthan.results.rope import Rope, RopeLike
from betterthan.words.facts import on_one_more_task
from betterthan.words.numbers import shares
from betterthan.words.sides import outcome_columns

if TYPE_CHECKING:
    from matplotlib.axes import Axes


WHICH = "a difference, such as a Bayesian t-test, or of a hierarchical procedure"
INSTEAD = "Bayesian t-tests and hierarchical procedures have one; `figures.simplex` draws shares of regions"


def posterior(
    found: Comparison | DifferencePosterior | HierarchicalPosterior,
    *,
    rope: RopeLike | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw the posterior of the difference, with the rope and the probability of each region.

    Parameters:
        found: a comparison by a Bayesian procedure, or what such a procedure or a rung of it returned; of a
            hierarchical one the mean over tasks is drawn, or one more task if the verdict rests on that.
        rope: the region of practical equivalence; None takes that of the comparison.
        ax: matplotlib axes to draw on; new ones if None.
    """
    drawn = drawn_law(found) if isinstance(found, Comparison) else _alone(found)
    if drawn is None or (isinstance(found, Comparison) and found.rope is None):
        raise ArgumentError(f"{_who(found)} has no posterior density to draw; {INSTEAD}.")
    asked: Given[DifferencePosterior | HierarchicalPosterior] = given(
        found, DifferencePosterior, HierarchicalPosterior, rope=rope, figure="posterior", instead=WHICH
    )
    one_more = (
        isinstance(found, Comparison) and found.own_decision is not None and found.own_decision.reading == "next_task"
    )
    areas = asked.result.reading(asked.rope, "next_task" if one_more else asked.result.rests_on)
    with drawing(ax) as axes:
        density(axes, drawn, asked.rope)
        says = regions.probable(drawn.parameter.null, asked.rope)
        regions.header(axes, asked.first, asked.second, regions.printed(areas), says)
        label = on_one_more_task(drawn.parameter) if one_more else drawn.parameter.name
        losses = isinstance(found, Comparison) and not found.higher_is_better
        turned = TURNED if losses and not drawn.parameter.null else ""  # a share of wins is none of losses
        caption(axes, f"{label}{turned}", _verdict(found) if isinstance(found, Comparison) and rope is None else "")
        _rope_below(axes, asked.rope)
    return axes


def _alone(found: DifferencePosterior | HierarchicalPosterior) -> DifferencePosterior | None:
    """The law of the estimate of what a procedure or a rung returned; None if that is no posterior, or has none."""
    return found.main_law if type(found) in POSTERIORS.values() else None


def drawn_law(found: Comparison) -> DifferencePosterior | None:
    """The law that is drawn: the one that the verdict rests on, or else that of the estimate; None if there is none."""
    posterior, decision = found.posterior, found.own_decision
    if posterior is None or decision is None:
        return None
    return posterior.law_of(decision.reading) or posterior.main_law


def density(axes: Axes, drawn: DifferencePosterior, rope: Rope) -> None:
    """The curve, its regions and the rope; a law that is a single point is a line with a head.

    Parameters:
        axes: the axes.
        drawn: the posterior.
        rope: the rope.
    """
    x = _places(drawn, rope)
    if drawn.sd == 0:
        colour = palette().fill[drawn.probabilities(rope).largest]
        axes.plot([drawn.mean, drawn.mean], [0, 0.9], color=colour, lw=3, solid_capstyle="butt")
        axes.plot(drawn.mean, 0.9, "o", color=colour, ms=8)
        top = 1.0
    else:
        y = drawn.density(x)
        y = np.where(np.isfinite(y), y, 0.0)
        axes.plot(x, y, color=palette().ink, lw=1.2)
        regions.under(axes, x, y, rope)
        top = float(y.max()) or 1.0
    regions.bounds(axes, rope)
    axes.set(yticks=[], xlim=(x[0], x[-1]), ylim=(0, 1.05 * top))
    axes.spines["left"].set_visible(False)
    room.ticked(axes, size=word_size(axes))


def _places(drawn: DifferencePosterior, rope: Rope) -> Array:
    """Nearly all of the posterior, and the rope: dense where the posterior is, however far from the rope."""
    low, high = (float(end) for end in drawn.quantile(np.array([0.002, 0.998])))
    left, right = min(low, rope.low), max(high, rope.high)
    margin = 0.06 * (right - left) or 0.1 * abs(right) or 1.0
    frame = left - margin, right + margin
    wide = 0.3 * (high - low)
    return woven(frame, np.linspace(max(low - wide, frame[0]), min(high + wide, frame[1]), 601), even=201)


def _verdict(comparison: Comparison) -> str:
    """The probabilities that the verdict rests on, where they are not the areas that are drawn."""
    decision = comparison.own_decision
    if decision is None or decision.reading != "winner":
        return ""
    names = outcome_columns(comparison.first, comparison.second)
    said = ", ".join(f"{name} {share}" for name, share in zip(names, shares(decision.probabilities), strict=True))
    return f"areas: population; verdict ({decision.reading}, the most probable outcome): {said}"


def _rope_below(axes: Axes, rope: Rope) -> None:
    """The rope in words, under the label of the axis."""
    size, lines = word_size(axes), axes.get_xlabel().count("\n") + 1
    axes.annotate(
        regions.rope_words(rope), (0.5, 0.0), xycoords="axes fraction", xytext=(0, -13 - size - 1.5 * size * lines),
        textcoords="offset points", ha="center", va="top", fontsize=size, annotation_clip=False,
    )  # fmt: skip


def _who(found: object) -> str:
    return f"`{found.procedure}`" if isinstance(found, Comparison) else f"A {type(found).__name__}"
