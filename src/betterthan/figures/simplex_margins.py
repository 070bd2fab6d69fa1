"""The two marginals of the posterior of the three shares: each model against equivalence (Benavoli 2017, Fig. 11)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from betterthan.figures import regions, room
from betterthan.figures.layout import caption, cell, short_names, word_size
from betterthan.figures.panels import grid
from betterthan.figures.simplex import cloud, shares_of, winner_of
from betterthan.figures.style import drawing, palette
from betterthan.vocabulary import REGIONS, Region
from betterthan.words.numbers import share_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from betterthan.answers.comparison import Comparison
    from betterthan.arrays import Array
    from betterthan.results.hierarchical import HierarchicalPosterior
    from betterthan.results.region import RegionPosterior
    from betterthan.results.rope import RopeLike


def simplex_margins(
    found: Comparison | RegionPosterior | HierarchicalPosterior, *, rope: RopeLike | None = None, ax: Axes | None = None
) -> Axes:
    """Draw two panels, one per model: its share among tasks against the share of equivalence.

    Parameters:
        found: a comparison by `bayes_sign`, `bayes_signed_rank` or a hierarchical procedure, or what one returned.
        rope: the region of practical equivalence; None takes that of the comparison.
        ax: matplotlib axes within which the panels are drawn; new ones if None.
    """
    asked, drawn = shares_of(found, rope, figure="simplex_margins")
    left, _, right = regions.FROM_LEFT
    winner = winner_of(asked)
    with drawing(ax, height=3.4) as axes:
        for panel, region in zip(grid(axes, 1, 2, gaps=(0.22, 0.0), below=24), (left, right), strict=True):
            names = short_names((asked.first, asked.second), 0.8 * cell(panel)[0], word_size(panel) + 1, bold=True)
            _panel(panel, drawn, region, names[0 if region == "first" else 1], share_of(region, winner))
        caption(
            axes, "shares among tasks; above: probability of the largest share",
            f"{regions.rope_words(asked.rope)}, equivalent the largest: {share_of('equivalent', winner)}; "
            f"{len(drawn):,} draws", points=cell(axes)[0] - 50,
        )  # fmt: skip
    return axes


def _panel(panel: Axes, drawn: Array, region: Region, name: str, share: str) -> None:
    size = word_size(panel)
    at = drawn[:, [REGIONS.index(region), REGIONS.index("equivalent")]]
    cloud(panel, at, drawn, (0.0, 1.0, 0.0, 1.0))
    panel.plot([0, 1], [1, 0], color=palette().ink, lw=1.0, zorder=1)
    for x, y in (((1 / 3, 0.5), (1 / 3, 0.5)), ((1 / 3, 0.5), (1 / 3, 0.0)), ((1 / 3, 0.0), (1 / 3, 0.5))):
        panel.plot(x, y, color=palette().dim, lw=0.8, ls=(0, (4, 3)), zorder=1)
    panel.set(xlim=(0, 1), ylim=(0, 1))
    panel.set_aspect("equal", adjustable="box")
    panel.set_xticks(np.array([0, 0.5, 1]), ["0", "0.5", "1"])
    panel.set_yticks(np.array([0, 0.5, 1]), ["0", "0.5", "1"])
    room.ticked(panel, x=False, size=size)
    panel.set_title(
        f"{name}\nmost probable {share}", fontsize=size + 1, fontweight="bold", color=palette().text[region],
    )  # fmt: skip
    panel.set_xlabel(
        f"share {'above' if region == 'first' else 'below'} the rope", fontsize=size, color=palette().text[region]
    )
    panel.set_ylabel("share inside the rope", fontsize=size, color=palette().text["equivalent"])
