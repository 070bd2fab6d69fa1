"""The population of a hierarchical McNemar model: draws of (a, b), and φ of one more task (Williams 2026, Fig. 4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from betterthan.answers.comparison import Comparison
from betterthan.figures import regions, room
from betterthan.figures.beta_draws import DRAWS, beyond, population_of_shares
from betterthan.figures.given import Given
from betterthan.figures.layout import caption, cell, word_size
from betterthan.figures.panels import grid
from betterthan.figures.posterior import density
from betterthan.figures.style import drawing, palette
from betterthan.results.hierarchical import HierarchicalPosterior
from betterthan.results.rope import RopeLike

if TYPE_CHECKING:
    from matplotlib.axes import Axes

STACKED = 320.0
"""In less room than this the panels stand one above the other."""


def beta_samples(
    found: Comparison | HierarchicalPosterior, *, rope: RopeLike | None = None, ax: Axes | None = None
) -> Axes:
    """Draw the posterior of the law Beta(a, b) of φ over tasks, and beside it φ of one more task.

    φ is the share of the disagreements that the first model wins; the paper draws the second's.

    Parameters:
        found: a comparison by `bayes_hierarchical_mcnemar`, or what it returned.
        rope: the region of practical equivalence of φ; None takes that of the comparison.
        ax: matplotlib axes within which the panels are drawn; new ones if None.
    """
    asked = population_of_shares(found, rope, figure="beta_samples")
    with drawing(ax, width=7.0, height=3.2) as axes:
        width, height = cell(axes)
        above = min(0.6, 80 / max(height - 60, 1.0))  # room for the caption of one panel and the header of the other
        drawn, predicted = (
            grid(axes, 2, 1, gaps=(0.0, above)) if width < STACKED else grid(axes, 1, 2, gaps=(0.16, 0.0))
        )
        _parameters(drawn, asked)
        _next(predicted, asked)
    return axes


def _parameters(panel: Axes, asked: Given[HierarchicalPosterior]) -> None:
    """Draws in the coordinates (log a/b, log(a + b)): where tasks lie, and how alike they are."""
    drawn = asked.result.drawn(draws=DRAWS)
    across, up = np.log(drawn["mu"]) - np.log1p(-drawn["mu"]), -2 * np.log(drawn["eta"])
    panel.plot(across, up, "o", color=palette().fill["first"], ms=1.6, alpha=0.4, mew=0)
    panel.axvline(0.0, color=palette().dim, lw=0.8, ls=(0, (4, 3)))
    reach = 1.1 * float(np.quantile(np.abs(across), 0.995))
    low, high = np.quantile(up, [0.002, 0.98])
    frame = (-reach, reach), (float(low) - 0.5, float(high))
    panel.set(xlim=frame[0], ylim=frame[1])
    room.ticked(panel, y=True, size=word_size(panel))
    panel.set_ylabel("log(a + b): how alike", fontsize=word_size(panel), color=palette().ink)
    counted = f"{DRAWS:,} draws, {beyond(across, up, *frame)} of them beyond the frame"
    caption(panel, "log(a/b); above 0 the first model wins more", counted)


def _next(panel: Axes, asked: Given[HierarchicalPosterior]) -> None:
    density(panel, asked.result.next_task, asked.rope)
    regions.header(
        panel, asked.first, asked.second, regions.printed(asked.result.readings(asked.rope)["next_task"]),
        regions.DISAGREEMENTS, beside=(30, 0),
    )  # fmt: skip
    caption(panel, "φ on one more task", regions.rope_words(asked.rope))
