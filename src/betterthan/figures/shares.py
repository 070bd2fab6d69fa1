"""Histogram of the posterior of θ, the shares of the three regions among tasks (Benavoli 2017, Fig. 10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from betterthan.answers.comparison import Comparison
from betterthan.figures import regions, room
from betterthan.figures.given import Given, given
from betterthan.figures.layout import caption, word_size
from betterthan.figures.style import HATCHES, drawing, palette, shortened
from betterthan.results.region import RegionPosterior
from betterthan.vocabulary import REGIONS, Region

if TYPE_CHECKING:
    from matplotlib.axes import Axes

BINS = [share / 50 for share in range(51)]
SIDES: tuple[Region, Region] = ("second", "first")
INSTEAD = "a Bayesian sign or signed-rank test"


def shares(found: Comparison | RegionPosterior, *, ax: Axes | None = None) -> Axes:
    """Draw how θ is distributed: without a rope the first model's share, with one all three shares.

    Parameters:
        found: a comparison by `bayes_sign` or `bayes_signed_rank`, or what one of them returned.
        ax: matplotlib axes to draw on; new ones if None.
    """
    asked = given(found, RegionPosterior, figure="shares", instead=INSTEAD)
    with drawing(ax) as axes:
        (_all_three if asked.result.shares[:, 1].any() else _against_half)(axes, asked)
        regions.header(axes, asked.first, asked.second, regions.printed(asked.result.winner), regions.LIKELIEST)
        axes.set(xlim=(0, 1), yticks=[])
        axes.spines["left"].set_visible(False)
        room.ticked(axes, size=word_size(axes))
    return axes


def _against_half(axes: Axes, asked: Given[RegionPosterior]) -> None:
    """θ_second is the rest: the draws on either side of 1/2 say which model is better."""
    drawn = asked.result.shares[:, 0]
    for region, inside in zip(SIDES, (drawn < 0.5, drawn >= 0.5), strict=True):
        axes.hist(
            drawn[inside], BINS, color=palette().fill[region], hatch=HATCHES[region], edgecolor=palette().paper, lw=0.5
        )
    axes.axvline(0.5, color=palette().ink, lw=0.8, ls=(0, (4, 3)))
    better = f"θ: share of tasks on which {shortened(asked.first)} is better"
    caption(axes, f"{better}; above: probability that the share exceeds 1/2")


def _all_three(axes: Axes, asked: Given[RegionPosterior]) -> None:
    for region, drawn in zip(REGIONS, asked.result.shares.T, strict=True):
        axes.hist(
            drawn, BINS, histtype="stepfilled", facecolor=palette().fill[region], hatch=HATCHES[region], alpha=0.75,
            edgecolor=palette().text[region], lw=1.2,
        )  # fmt: skip
    caption(
        axes, "θ: share of tasks in each region; above: probability that the share is the largest",
        regions.rope_words(asked.rope),
    )  # fmt: skip
