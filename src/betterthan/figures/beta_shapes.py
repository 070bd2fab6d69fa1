"""Draws of a against b, the population of a hierarchical McNemar model (Williams 2026, Fig. 4a)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from matplotlib.ticker import FixedLocator, NullLocator

from betterthan.answers.comparison import Comparison
from betterthan.figures import room
from betterthan.figures.beta_draws import DRAWS, beyond, population_of_shares
from betterthan.figures.layout import caption, cell, word_size
from betterthan.figures.style import drawing, palette
from betterthan.results.hierarchical import HierarchicalPosterior

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WITHIN = 0.978
"""Share of the draws within the frame, as in the paper, which leaves 221 of 10,000 out: a + b has a very long tail."""


def beta_shapes(found: Comparison | HierarchicalPosterior, *, ax: Axes | None = None) -> Axes:
    """Draw the posterior of a and b, where φ of a task has the law Beta(a, b), and count the draws beyond the frame.

    φ is the share of the disagreements that the first model wins; the paper's is the second's, so its a is our b.
    `beta_samples` shows the same draws by log(a/b) and log(a + b).

    Parameters:
        found: a comparison by `bayes_hierarchical_mcnemar`, or what it returned.
        ax: matplotlib axes to draw on; new ones if None.
    """
    asked = population_of_shares(found, figure="beta_shapes")
    drawn = asked.result.drawn(draws=DRAWS)
    both = np.maximum(drawn["eta"], 1e-6) ** -2  # a + b; infinite where all tasks are alike
    a, b = both * drawn["mu"], both * (1 - drawn["mu"])
    frame = (0.9 * float(min(a.min(), b.min())), float(np.quantile(np.maximum(a, b), WITHIN)))
    with drawing(ax, width=4.4, height=4.2) as axes:
        axes.plot(a, b, "o", color=palette().fill["first"], ms=1.8, alpha=0.4, mew=0)
        axes.plot(frame, frame, color=palette().dim, lw=0.8, ls=(0, (4, 3)))
        axes.set(xscale="log", yscale="log", xlim=frame, ylim=frame)
        axes.set_aspect("equal")
        _ticked(axes, frame)
        axes.set_ylabel("b", fontsize=word_size(axes), color=palette().ink)
        caption(
            axes, "a; right of the dashed line, where a = b, the first model wins more",
            f"{DRAWS:,} draws, {beyond(a, b, frame, frame)} of them beyond the frame", points=cell(axes)[0] - 40,
        )  # fmt: skip
    return axes


def _ticked(axes: Axes, frame: tuple[float, float]) -> None:
    """Ticks at powers of ten, or at round numbers where the frame holds less than two of them."""
    room.ticked(axes, y=True, size=word_size(axes))
    powers = [10.0**power for power in range(-8, 13) if frame[0] <= 10.0**power <= frame[1]]
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_minor_locator(NullLocator())
        if len(powers) > 1:
            axis.set_major_locator(FixedLocator(powers[:: len(powers) // 6 + 1]))
