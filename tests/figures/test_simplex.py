"""The triangle of shares and its margins: every draw is in it, each corner has its model and its probability."""

from __future__ import annotations

import numpy as np
import pytest
from looks import assert_readable, data_of
from many_models import axes_of, looks, texts
from two_models import alike, cases, hierarchical, shares_of_disagreements, signed_rank, sizes

import betterthan as bt
from betterthan import figures
from betterthan.errors import ArgumentError

DRAW = pytest.mark.parametrize("draw", [figures.simplex, figures.simplex_margins])


@DRAW
@sizes
@looks
def test_it_can_be_read(draw, size, width, theme):
    with figures.in_theme(theme):
        for found in (signed_rank(size), hierarchical(size), shares_of_disagreements(size)):
            assert_readable(draw(found, ax=axes_of(width)))


@DRAW
def test_what_it_shows(draw, snapshot):
    axes = draw(signed_rank("ordinary"))
    assert [data_of(each) for each in (axes, *axes.child_axes)] == snapshot


@DRAW
@pytest.mark.parametrize("found", [signed_rank, hierarchical])
def test_the_same_comparison_gives_the_same_bytes(draw, found):
    one, two = (figures.svg_of(draw(found("ordinary"))) for _ in range(2))
    assert one == two


def hexagons(axes):
    """Centres of the hexagons and the weight of each, up to a factor."""
    (cloud,) = [each for each in axes.collections if len(each.get_offsets()) and each.get_offsets().any()]
    strength = np.array([colour[3] for colour in cloud.get_facecolor()])
    return np.asarray(cloud.get_offsets()), ((strength - 0.25) / 0.75) ** 2


def test_the_cloud_lies_where_the_mean_shares_are():
    found = signed_rank("ordinary")
    at, weight = hexagons(figures.simplex(found))
    first, equivalent, _ = found.result.shares.mean(axis=0)
    expected = np.array([first + equivalent / 2, equivalent * np.sqrt(3) / 2])
    assert (weight[:, None] * at).sum(axis=0) / weight.sum() == pytest.approx(expected, abs=0.01)


@pytest.mark.parametrize("size", ["ordinary", "huge"])
def test_corners_are_labelled_with_what_the_comparison_found(size):
    found = signed_rank(size)
    words = " ".join(texts(figures.simplex(found)))
    for share in found.result.winner:
        assert f"{share:.3f}" in words or "<0.001" in words or ">0.999" in words
    if size == "ordinary":
        assert "nbc\nmost probable" in words
        assert "aode\nmost probable" in words


def test_the_first_model_is_on_the_right_of_shares_of_disagreements_too():
    axes = figures.simplex(shares_of_disagreements("ordinary"))
    left = min(axes.texts, key=lambda text: text.get_position()[0])
    assert left.get_text().startswith("LLM")
    left = min(figures.simplex(signed_rank("ordinary")).texts, key=lambda text: text.get_position()[0])
    assert left.get_text().startswith("aode")


def test_the_margins_are_those_of_the_shares():
    found = signed_rank("ordinary")
    left, right = figures.simplex_margins(found).child_axes
    for panel, share in ((left, 2), (right, 0)):
        at, weight = hexagons(panel)
        expected = found.result.shares[:, [share, 1]].mean(axis=0)
        assert (weight[:, None] * at).sum(axis=0) / weight.sum() == pytest.approx(expected, abs=0.015)


@DRAW
def test_models_that_hardly_differ_are_drawn_in_one_corner(draw):
    assert_readable(draw(bt.compare(alike(), rope=0.01, procedure="bayes_sign")))


def test_a_rope_may_be_asked_only_of_a_hierarchical_posterior():
    posterior = hierarchical("ordinary").result
    assert texts(figures.simplex(posterior, rope=0.001)) != texts(figures.simplex(posterior, rope=0.05))
    with pytest.raises(ArgumentError, match="cannot answer for"):
        figures.simplex(signed_rank("ordinary"), rope=0.5)


def test_shares_are_the_main_figure_of_their_procedures():
    assert "shares of the regions" in signed_rank("ordinary").plot().get_xlabel()


@DRAW
def test_only_shares_are_drawn(draw):
    with pytest.raises(ArgumentError, match=r"draws the posterior of a Bayesian sign.*got `bayes_t`"):
        draw(bt.compare(cases("ordinary")))
