"""Who is better than whom: the probability that the model of the row is practically better than that of the column."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from betterthan.answers.comparisons import Comparisons
from betterthan.answers.ranked import Ranked
from betterthan.arrays import Array
from betterthan.errors import ArgumentError
from betterthan.figures import room
from betterthan.figures.given_ranking import given_ranking
from betterthan.figures.heat import GAP, columns_that_fit, heat
from betterthan.figures.layout import caption, cell, rows_that_fit, widest, word_size
from betterthan.figures.style import drawing, only, palette, rest_of
from betterthan.results.ranking import Ranking
from betterthan.results.rope import RopeLike

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST = 30
"""More models than this are not drawn; the figure says how many are left out."""


def better_matrix(
    found: Ranked | Ranking | Comparisons, *, rope: RopeLike | None = None, ax: Axes | None = None
) -> Axes:
    """Draw the matrix of P(row is practically better than column), best model first.

    Parameters:
        found: a ranking, several comparisons (by what their verdicts rest on: the ranking, or each pair alone), or the
            posterior of several models that a procedure returned.
        rope: the region of practical equivalence of every pair; None takes that of the ranking.
        ax: matplotlib axes to draw on; new ones if None.
    """
    only(found, (Ranked, Comparisons, Ranking), "better_matrix")
    names, shares, threshold = _shares(found, rope)
    count = min(MOST, len(names))
    with drawing(ax, height=0.9 + 0.2 * count) as axes:
        numbers = [str(place) for place in range(1, count + 1)]
        shown = min(rows_that_fit(axes, count, besides=62), columns_that_fit(axes, names, numbers))
        rows, columns = _numbered(axes, names[:shown])
        fits, width = heat(axes, shares[:shown, :shown], rows, columns, strong=threshold)
        for place in range(shown):
            axes.text(place, place, "–", ha="center", va="center", color=palette().dim, fontsize=word_size(axes))
        caption(
            axes,
            f"probability that the row is practically better than the column{rest_of(shown, len(names), 'models')}",
            f"{'bold' if fits else 'the fuller the colour, the more probable; dot'}: at least {threshold:g}",
            points=width,
        )
    return axes


def _shares(found: Ranked | Ranking | Comparisons, rope: RopeLike | None) -> tuple[tuple[str, ...], Array, float]:
    """Names, matrix with a diagonal of NaN, and the probability that a verdict needs."""
    if not isinstance(found, Comparisons):
        given = given_ranking(found, "better_matrix", rope)
        return given.names, given.better(), given.threshold
    if rope is not None:
        raise ArgumentError("`rope=` is for a ranking or a posterior; comparisons have theirs.")
    ranked = found.ranked if found.by_joint else None
    if ranked is not None:  # what the verdicts rest on
        return _shares(ranked, None)
    names, shares = found.better()
    if np.isnan(shares).all():
        raise ArgumentError(f"`{found.procedure}` has no posterior, so no model is better with any probability.")
    thresholds = [pair.decision.threshold for pair in found.comparisons if pair.decision is not None]
    return names, shares, thresholds[0] or 0.95


def _numbered(axes: Axes, names: tuple[str, ...]) -> tuple[list[str], list[str]]:
    """Names of the rows and columns; columns too narrow for names have numbers, which the rows then have too."""
    size = word_size(axes)
    beside = min(0.36 * cell(axes)[0], widest(names, size)) + 20
    if max(room.extent(name, size=size) for name in names) + 2 * GAP <= (cell(axes)[0] - beside) / len(names):
        return list(names), list(names)
    return [f"{place}  {name}" for place, name in enumerate(names, 1)], [
        str(place) for place in range(1, len(names) + 1)
    ]
