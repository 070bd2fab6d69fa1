"""The figure of effects: every model with its interval, the mean before shrinkage, and how many are left out."""

from __future__ import annotations

import numpy as np
import pytest
from every_figure import can_be_read, shows
from many_models import ranked, scores, sizes, texts

import betterthan as bt
from betterthan import figures
from betterthan.errors import ArgumentError

test_it_can_be_read = can_be_read(sizes, lambda size, ax: figures.effects(ranked(size), ax=ax))
test_what_it_shows = shows(lambda: figures.effects(ranked("ordinary")))


def test_the_same_ranking_gives_the_same_bytes():
    assert figures.svg(ranked("ordinary")) == figures.svg(ranked("ordinary"))


def test_hollow_marks_are_the_means_without_shrinkage():
    found = ranked("ordinary")
    means = np.array([model.mean for model in found.models])
    hollow = [line.get_xdata()[0] for line in figures.effects(found).lines if line.get_markerfacecolor() == "none"]
    assert hollow == pytest.approx(list(means - means.mean()), abs=1e-9)
    drawn = [line.get_xdata()[0] for line in figures.effects(found).lines if line.get_marker() == "o"]
    assert {round(model.effect, 12) for model in found.models} <= {round(x, 12) for x in drawn}


def test_a_ranking_without_shrinkage_has_no_hollow_marks():
    found = bt.rank(scores("ordinary"), rope=0.01, procedure="bayes_anova")
    axes = figures.effects(found)
    assert not [line for line in axes.lines if line.get_markerfacecolor() == "none"]
    assert "hollow" not in axes.get_xlabel()


def test_without_a_rope_there_is_no_band():
    found = bt.rank(scores("ordinary"), rope=0.0)
    assert "band" not in figures.effects(found).get_xlabel()
    assert "none better than another" in figures.critical_difference(found, groups="tiers").get_xlabel()


def test_a_model_that_was_never_best_in_the_draws_may_still_be_the_best():
    assert "<0.001" in texts(figures.effects(ranked("huge")))
    assert "0" not in texts(figures.effects(ranked("huge")))


def test_it_says_how_many_models_are_left_out():
    assert "(40 of 50 models shown)" in figures.effects(ranked("huge")).get_xlabel().replace("\n", " ")


def test_only_rankings_are_drawn():
    with pytest.raises(ArgumentError, match=r"`figures.effects` draws Ranked or Ranking; got list"):
        figures.effects([1, 2])
