"""Intervals of highest density at several levels, against the rope (Benavoli 2017, Fig. 5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from betterthan.answers.comparison import Comparison
from betterthan.figures import regions, room
from betterthan.figures.given import Given, given
from betterthan.figures.layout import caption, cell, word_size
from betterthan.figures.style import drawing, palette
from betterthan.judging.rules.hdi import by_hdi
from betterthan.results.difference import DifferencePosterior
from betterthan.results.hierarchical import HierarchicalPosterior
from betterthan.results.rope import Rope, RopeLike
from betterthan.vocabulary import Verdict

if TYPE_CHECKING:
    from matplotlib.axes import Axes

OneNumber: TypeAlias = DifferencePosterior | HierarchicalPosterior

LEVELS = (0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99)
INSTEAD = "a difference, such as a Bayesian t-test, or of a hierarchical procedure"


def hdi_levels(
    found: Comparison | OneNumber,
    *,
    rope: RopeLike | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw the interval of highest density at several levels; it has a region's colour where it lies wholly in it.

    Of a hierarchical posterior the mean over tasks is drawn.

    Parameters:
        found: a comparison, or what a procedure returned.
        rope: the region of practical equivalence; None takes that of the comparison.
        ax: matplotlib axes to draw on; new ones if None.
    """
    asked: Given[OneNumber] = given(
        found, DifferencePosterior, HierarchicalPosterior, rope=rope, figure="hdi_levels", instead=INSTEAD
    )
    drawn = asked.result.main_law
    with drawing(ax, height=3.0) as axes:
        for row, level in enumerate(LEVELS):
            _bar(axes, row, drawn, level, asked.rope)
        axes.axvspan(asked.rope.low, asked.rope.high, color=palette().fill["equivalent"], alpha=0.35, lw=0)
        regions.bounds(axes, asked.rope)
        axes.axvline(drawn.law.mean, color=palette().dim, lw=0.8)
        regions.header(
            axes, asked.first, asked.second, regions.printed(drawn.probabilities(asked.rope)),
            regions.probable(drawn.parameter.null, asked.rope), beside=(36, 0),
        )  # fmt: skip
        axes.set_yticks(range(len(LEVELS)), [f"{100 * level:g}%" for level in LEVELS])
        axes.set_ylabel("level of the interval", fontsize=word_size(axes), color=palette().ink)
        axes.margins(x=0.08)
        room.ticked(axes, size=word_size(axes))
        caption(
            axes, f"{drawn.parameter.name}: intervals of highest density, and {regions.rope_words(asked.rope)}",
            points=cell(axes)[0] - 50,
        )  # fmt: skip
    return axes


def _bar(axes: Axes, row: int, drawn: DifferencePosterior, level: float, rope: Rope) -> None:
    inside = drawn.interval(level)
    verdict: Verdict = by_hdi(drawn, rope, level)
    colour = palette().ink if verdict == "undecided" else palette().text[verdict]
    axes.plot([inside.low, inside.high], [row, row], color=colour, lw=2.6, solid_capstyle="butt", zorder=3)
    for end in (inside.low, inside.high):
        axes.plot([end, end], [row - 0.2, row + 0.2], color=colour, lw=1.4, zorder=3)
