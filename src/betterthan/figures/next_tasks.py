"""Sampled laws of one more task's difference, and the region that each favours (Corani 2017, Fig. 1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from betterthan.answers.comparison import Comparison
from betterthan.arrays import Array
from betterthan.errors import ArgumentError
from betterthan.figures import regions, room
from betterthan.figures.curve import woven
from betterthan.figures.given import given
from betterthan.figures.layout import caption, cell, word_size
from betterthan.figures.style import drawing, palette
from betterthan.phrases import counted
from betterthan.results.difference import DifferencePosterior
from betterthan.results.hierarchical import HierarchicalPosterior
from betterthan.results.rope import Rope, RopeLike
from betterthan.words.facts import on_one_more_task
from betterthan.words.numbers import shares

if TYPE_CHECKING:
    from matplotlib.axes import Axes

INSTEAD = "a hierarchical procedure"
MOST = 20


def next_tasks(
    found: Comparison | HierarchicalPosterior,
    *,
    draws: int = 3,
    rope: RopeLike | None = None,
    rng: int | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw laws of the next task under some draws of the population's parameters, each with its three probabilities.

    The share of all draws in which a region is the most probable one is the reading `winner`, printed above.

    Parameters:
        found: a comparison by a hierarchical procedure, or what one of them returned.
        draws: how many laws to draw, up to 20.
        rope: the region of practical equivalence; None takes that of the comparison.
        rng: seed of the draws; None is 0.
        ax: matplotlib axes to draw on; new ones if None.
    """
    if not 1 <= draws <= MOST:
        raise ArgumentError(f"`draws` lies between 1 and {MOST}; got {draws}.")
    asked = given(found, HierarchicalPosterior, rope=rope, figure="next_tasks", instead=INSTEAD)
    laws, bounds = asked.result.next_laws(draws=draws, rng=rng), asked.rope
    parameter = asked.result.parameter
    with drawing(ax, height=1.2 + 0.6 * draws) as axes:
        low, high = _frame(asked.result.next_task, bounds)
        right = room.extent(" / ".join(["0.000"] * 3), size=word_size(axes)) + 6
        points = cell(axes)[0] - right - 14
        for row, law in enumerate(laws):
            _row(axes, draws - 1 - row, law, bounds, (low, high))
        regions.bounds(axes, bounds)
        regions.header(
            axes, asked.first, asked.second, regions.printed(asked.result.readings(bounds)["winner"]),
            regions.LIKELIEST, beside=(0, right),
        )  # fmt: skip
        axes.set(xlim=(low, high), ylim=(-0.05, draws), yticks=[])
        axes.spines["left"].set_visible(False)
        room.ticked(axes, size=word_size(axes), points=points)
        of_law = f"{regions.rope_words(bounds)}; {counted(draws, 'draw')} of its law"
        likeliest = "above: how often a region is the most probable"
        caption(axes, on_one_more_task(parameter), of_law, likeliest, points=points)
    return axes


def _frame(predicted: DifferencePosterior, rope: Rope) -> tuple[float, float]:
    """Nearly all of the predictive law, and the rope."""
    ends = predicted.quantile(np.array([0.02, 0.98]))
    low, high = min(float(ends[0]), rope.low), max(float(ends[1]), rope.high)
    return low - 0.1 * (high - low), high + 0.1 * (high - low)


def _row(axes: Axes, base: int, law: DifferencePosterior, rope: Rope, frame: tuple[float, float]) -> None:
    x = _places(law, frame)
    y = law.density(x)
    y = 0.85 * y / y.max()
    regions.under(axes, x, y, rope, base=base)
    axes.plot(x, base + y, color=palette().ink, lw=1.0)
    p = law.probabilities(rope)
    words = dict(zip(("first", "equivalent", "second"), shares(p), strict=True))
    axes.annotate(
        " / ".join(words[region] for region in regions.FROM_LEFT), (1.0, base + 0.15),
        xycoords=("axes fraction", "data"), xytext=(6, 0), textcoords="offset points", fontsize=word_size(axes),
        color=palette().text[p.largest], annotation_clip=False,
    )  # fmt: skip


def _places(law: DifferencePosterior, frame: tuple[float, float]) -> Array:
    """The whole frame, and dense where the law is narrow."""
    return woven(frame, law.quantile(np.linspace(0.001, 0.999, 151)), even=101)
