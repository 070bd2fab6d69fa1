"""The table of places."""

from __future__ import annotations

import numpy as np
import pytest
from every_figure import can_be_read, same_bytes, shows
from many_models import axes_of, ranked, sizes

from betterthan import figures
from betterthan.errors import ArgumentError


def opacities(axes) -> np.ndarray:
    return axes.collections[0].get_facecolors()[:, 3].reshape(len(axes.get_yticks()), -1)


test_it_can_be_read = can_be_read(sizes, lambda size, ax: figures.rank_distribution(ranked(size), ax=ax))
test_what_it_shows = shows(lambda: figures.rank_distribution(ranked("ordinary")))
test_the_same_ranking_gives_the_same_bytes = same_bytes(lambda: figures.rank_distribution(ranked("ordinary")))


@sizes
def test_every_row_sums_to_one_although_late_places_are_put_together(size):
    axes = figures.rank_distribution(ranked(size), ax=axes_of(3.4))
    assert opacities(axes).sum(axis=1) == pytest.approx(1)
    last = axes.get_xticklabels()[-1].get_text()
    assert last.endswith("+") == (size == "huge")


def test_rows_are_in_the_order_of_the_ranking():
    found = ranked("ordinary")
    first_place = opacities(figures.rank_distribution(found))[:, 0]
    assert first_place == pytest.approx([model.best for model in found.models])


def test_only_rankings_are_drawn():
    with pytest.raises(ArgumentError, match="draws Ranked"):
        figures.rank_distribution(None)
