"""The probability of each place for each model, best first."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

import numpy as np

from betterthan.answers.ranked import Ranked
from betterthan.figures.given_ranking import given_ranking
from betterthan.figures.heat import columns_that_fit, heat
from betterthan.figures.layout import caption, rows_that_fit
from betterthan.figures.style import drawing, rest_of
from betterthan.results.ranking import Ranking

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST = 30
"""More models than this are not drawn; the figure says how many are left out."""
BLANK = 0.005
"""Smaller probabilities are not printed: a table full of <.01 would hide the others."""


def rank_distribution(ranked: Ranked | Ranking, *, ax: Axes | None = None) -> Axes:
    """Draw a table of models and places: how probable it is that the model takes the place.

    Parameters:
        ranked: a ranking, or the posterior of several models that a procedure returned.
        ax: matplotlib axes to draw on; new ones if None.
    """
    given = given_ranking(ranked, "rank_distribution")
    names, places = given.names, given.result.rank_distribution[given.order]
    count = min(MOST, len(names))
    with drawing(ax, height=0.9 + 0.2 * count) as axes:
        columns = [*(str(place) for place in range(1, count)), f"{count}+"]
        shown = min(rows_that_fit(axes, count, besides=62), columns_that_fit(axes, names, columns))
        later = places[:shown, shown - 1 :].sum(axis=1, keepdims=True)
        shares = np.hstack([places[:shown, : shown - 1], later])
        columns = [*columns[: shown - 1], f"{shown}+" if shown < len(names) else str(shown)]
        fits, width = heat(axes, shares, names[:shown], columns, strong=inf, blank=BLANK)
        caption(
            axes,
            f"probability of each place, 1 for the best{rest_of(shown, len(names), 'models')}",
            f"empty: below {BLANK:g}" if fits else "the fuller the colour, the more probable",
            points=width,
        )
    return axes
