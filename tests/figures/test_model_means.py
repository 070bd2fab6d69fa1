"""The figure of means with two kinds of interval."""

from __future__ import annotations

import pytest
from every_figure import can_be_read
from looks import data_of
from many_models import scores, sizes

import betterthan as bt
from betterthan import figures
from betterthan.errors import ArgumentError

test_it_can_be_read = can_be_read(sizes, lambda size, ax: figures.model_means(bt.model_means(scores(size)), ax=ax))


def test_what_it_shows(snapshot):
    assert data_of(bt.model_means(scores("ordinary")).plot()) == snapshot


def test_the_same_scores_give_the_same_bytes():
    one, two = (figures.svg(bt.model_means(scores("ordinary"))) for _ in range(2))
    assert one == two


def test_the_thick_line_is_the_within_unit_interval_and_the_thin_one_the_ordinary_one():
    found = bt.model_means(scores("ordinary"))
    lines = [line for line in found.plot().lines if len(line.get_xdata()) == 2]
    thick = [tuple(line.get_xdata()) for line in lines if line.get_linewidth() > 4]
    thin = [tuple(line.get_xdata()) for line in lines if line.get_linewidth() < 4]
    assert thick == [(within.low, within.high) for within in found.within]
    assert thin == [(model.interval.low, model.interval.high) for model in found.models]


def test_words_say_which_interval_is_which():
    words = bt.model_means(scores("ordinary")).plot().get_xlabel().replace("\n", " ")
    assert "thick: 95% within-unit interval (Loftus and Masson), to compare the models" in words
    assert "thin: ordinary 95% interval of each mean alone" in words


def test_losses_are_named():
    columns = {"case": list(range(5)), "a": [1.5, 2, 4, 3, 5], "b": [2.5, 2, 3, 5, 4]}
    losses = bt.read(columns, higher_is_better=False)
    assert "the lower the better" in bt.model_means(losses).plot().get_xlabel()


def test_only_means_are_drawn():
    with pytest.raises(ArgumentError, match="draws ModelMeans; got Scores"):
        figures.model_means(scores("ordinary"))
