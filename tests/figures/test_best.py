"""The figure of P(best)."""

from __future__ import annotations

import pytest
from every_figure import can_be_read, same_bytes, shows
from many_models import axes_of, ranked, sizes

from betterthan import figures
from betterthan.errors import ArgumentError

test_it_can_be_read = can_be_read(sizes, lambda size, ax: figures.best(ranked(size), ax=ax))
test_what_it_shows = shows(lambda: figures.best(ranked("ordinary")))
test_the_same_ranking_gives_the_same_bytes = same_bytes(lambda: figures.best(ranked("ordinary")))


def test_bars_are_the_probabilities_and_those_left_out_are_summed():
    found = ranked("huge")
    axes = figures.best(found, ax=axes_of(3.4, 1.5))
    lengths = [bar.get_width() for bar in axes.patches]
    assert lengths == sorted((model.best for model in found.models), reverse=True)[: len(lengths)]
    words = axes.get_xlabel().replace("\n", " ")
    assert f"({len(lengths)} of 50 models shown)" in words
    assert "the models not shown together: <0.001" in words


def test_only_rankings_are_drawn():
    with pytest.raises(ArgumentError, match="draws Ranked"):
        figures.best("nbc")
