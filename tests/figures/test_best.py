"""The figure of P(best)."""

from __future__ import annotations

import pytest
from looks import assert_readable, data_of
from many_models import axes_of, looks, ranked, sizes

from betterthan import figures
from betterthan.errors import ArgumentError


@sizes
@looks
def test_it_can_be_read(size, width, theme):
    with figures.in_theme(theme):
        assert_readable(figures.best(ranked(size), ax=axes_of(width)))


def test_what_it_shows(snapshot):
    assert data_of(figures.best(ranked("ordinary"))) == snapshot


def test_the_same_ranking_gives_the_same_bytes():
    one, two = (figures.svg_of(figures.best(ranked("ordinary"))) for _ in range(2))
    assert one == two


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
