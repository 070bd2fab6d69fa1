"""The posterior of the three shares in a triangle, with the region that is the largest (Benavoli 2017, Figs. 11-13)."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from matplotlib.colors import to_rgb

from betterthan.figures import regions, room
from betterthan.figures.given import Given, given
from betterthan.figures.layout import caption, cell, short_names, word_size
from betterthan.figures.style import drawing, palette
from betterthan.results.hierarchical import HierarchicalPosterior
from betterthan.results.region import RegionPosterior
from betterthan.vocabulary import REGIONS, Region

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from betterthan.answers.comparison import Comparison
    from betterthan.arrays import Array
    from betterthan.results.probabilities import Probabilities
    from betterthan.results.rope import RopeLike

OfShares: TypeAlias = RegionPosterior | HierarchicalPosterior

DRAWS = 4000
"""Draws of a hierarchical posterior; the others come with theirs."""
HEIGHT = sqrt(3) / 2
HEXAGONS = 44
"""Number of hexagons along an edge."""
INSTEAD = "a Bayesian sign or signed-rank test or a hierarchical procedure"


def simplex(found: Comparison | OfShares, *, rope: RopeLike | None = None, ax: Axes | None = None) -> Axes:
    """Draw the shares of the three regions among tasks as a cloud in a triangle: the nearer a corner, the larger.

    The share of the cloud in the field of a corner is the reading `winner`, printed there.

    Parameters:
        found: a comparison by one of these procedures, or what one of them returned.
        rope: the region of practical equivalence; None takes that of the comparison.
        ax: matplotlib axes to draw on; new ones if None.
    """
    asked, drawn = shares_of(found, rope, figure="simplex")
    with drawing(ax, width=4.4, height=3.9) as axes:
        triangle(axes, drawn)
        _corner_names(axes, asked)
        axes.set(xticks=[], yticks=[])
        axes.set_aspect("equal")
        axes.set_frame_on(False)
        caption(
            axes, "shares of the regions among tasks; at the corners: probability of the largest share",
            f"{regions.rope_words(asked.rope)}; {len(drawn):,} draws",
        )  # fmt: skip
    return axes


def shares_of(found: Comparison | OfShares, rope: RopeLike | None, *, figure: str) -> tuple[Given[OfShares], Array]:
    """The posterior with its names and rope, and draws of the three shares.

    Parameters:
        found: a comparison, or what a procedure returned.
        rope: the rope; None takes that of the comparison.
        figure: name of the figure.
    """
    asked: Given[OfShares] = given(
        found, RegionPosterior, HierarchicalPosterior, rope=rope, figure=figure, instead=INSTEAD
    )
    return asked, asked.result.region_shares(asked.rope, draws=DRAWS)


def has_shares(pair: Comparison) -> bool:
    """Whether a comparison has a posterior of the three shares, and a rope.

    Parameters:
        pair: the comparison.
    """
    return pair.rope is not None and "winner" in pair.readings


def winner_of(asked: Given[OfShares]) -> Probabilities:
    """The reading that says which share is the largest.

    Parameters:
        asked: the posterior with its rope.
    """
    return asked.result.reading(asked.rope, "winner")


def triangle(
    axes: Axes, drawn: Array, *, at: tuple[float, float] = (0.0, 0.0), edge: float = 1.0, along: int = HEXAGONS
) -> None:
    """The triangle with its fields and the cloud of the draws.

    Parameters:
        axes: the axes.
        drawn: the three shares of each draw.
        at: where its lower left corner is.
        edge: how long an edge is.
        along: number of hexagons along it.
    """
    left, bottom = at
    places = np.array([[0.0, 0.0], [edge / 2, edge * HEIGHT], [edge, 0.0]]) + at
    corners = dict(zip(regions.FROM_LEFT, places, strict=True))
    _fields(axes, corners)
    extent = (left, left + edge, bottom, bottom + edge * HEIGHT)
    cloud(axes, drawn @ np.array([corners[region] for region in REGIONS]), drawn, extent, along=along)


def cloud(
    axes: Axes, at: Array, drawn: Array, extent: tuple[float, float, float, float], *, along: int = HEXAGONS
) -> None:
    """Hexagons that are the stronger the more draws they hold, in the colour of the region that is the largest there.

    Parameters:
        axes: the axes.
        at: place of each draw.
        drawn: its three shares.
        extent: left, right, bottom and top of what is drawn.
        along: number of hexagons from left to right.
    """
    largest = drawn.argmax(axis=1)
    hexagons = axes.hexbin(*at.T, gridsize=along, extent=extent, mincnt=1, linewidths=0, zorder=2, clip_on=False)
    counts, centres = np.asarray(hexagons.get_array()), np.asarray(hexagons.get_offsets())
    nearest = np.array([largest[((at - centre) ** 2).sum(axis=1).argmin()] for centre in centres])
    rgb = [to_rgb(palette().text[REGIONS[index]]) for index in nearest]
    strength = (0.25 + 0.75 * np.sqrt(counts / counts.max())).tolist()
    hexagons.set_array(None)
    hexagons.set_facecolor([(*colour, alpha) for colour, alpha in zip(rgb, strength, strict=True)])


def _fields(axes: Axes, corners: dict[Region, Array]) -> None:
    """The triangle, and in it the fields in which a region is the largest."""
    middle = np.mean(list(corners.values()), axis=0)
    for region, corner in corners.items():
        one, other = ((corner + corners[name]) / 2 for name in REGIONS if name != region)
        axes.fill(*np.array([corner, one, middle, other]).T, color=palette().fill[region], alpha=0.16, lw=0, zorder=0)
        axes.plot(*np.array([middle, one + other - corner]).T, color=palette().dim, lw=0.8, ls=(0, (4, 3)), zorder=1)
    axes.plot(*np.array([*corners.values(), next(iter(corners.values()))]).T, color=palette().ink, lw=1.0, zorder=1)


def _corner_names(axes: Axes, asked: Given[OfShares]) -> None:
    """Name the corners inside the axes; room for the names is left free around the triangle."""
    size, (width, height) = word_size(axes) + 1, cell(axes)
    line = 1.3 * size
    edge = min(0.9 * width, (height - 3.5 * line - 6 * word_size(axes)) / HEIGHT)  # of the triangle, in points
    beside = (0.96 * width - edge) / 2
    printed = regions.printed(winner_of(asked))
    left, _, right = regions.FROM_LEFT
    names = short_names((asked.first, asked.second), 0.48 * width - 6, size, bold=True)
    for region, corner, outwards in ((left, 0.0, -1), (right, 1.0, 1)):
        lines = (names[0 if region == "first" else 1], f"most probable {printed[region]}")
        half = max(room.extent(each, size=size, bold=True) for each in lines) / 2
        out = outwards * (half if half <= min(beside, edge / 2 - 6) else beside) / edge
        _corner(axes, "\n".join(lines), (corner + out, -6 / edge), region, ha=("left", "right")[outwards > 0], va="top")
    top = f"equivalent {printed['equivalent']}"
    _corner(axes, top, (0.5, HEIGHT + 4 / edge), "equivalent", ha="center", va="bottom")
    axes.set_xlim(-beside / edge, 1 + beside / edge)
    axes.set_ylim(-(6 + 2 * line) / edge, HEIGHT + (4 + line) / edge)


def _corner(axes: Axes, text: str, at: tuple[float, float], region: Region, *, ha: str, va: str) -> None:
    size = word_size(axes) + 1
    axes.text(*at, text, color=palette().text[region], fontweight="bold", fontsize=size, ha=ha, va=va)
