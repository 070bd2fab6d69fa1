"""Draws of a against b, and how many of them lie beyond the frame."""

from __future__ import annotations

import re

import numpy as np
import pytest
from every_figure import can_be_read, same_bytes, shows
from two_models import hierarchical, shares_of_disagreements, sizes

from betterthan import figures
from betterthan.errors import ArgumentError

test_it_can_be_read = can_be_read(
    sizes, lambda size, ax: figures.beta_shapes(shares_of_disagreements(size), ax=ax), height=3.4
)
test_what_it_shows = shows(lambda: figures.beta_shapes(shares_of_disagreements("ordinary")))
test_the_same_comparison_gives_the_same_bytes = same_bytes(
    lambda: figures.beta_shapes(shares_of_disagreements("ordinary"))
)


def counted(axes):
    drawn, out = re.search(r"([\d,]+) draws, (\d+) of them beyond", axes.get_xlabel().replace("\n", " ")).groups()
    return int(drawn.replace(",", "")), int(out)


@sizes
def test_the_draws_beyond_the_frame_are_counted(size):
    axes = figures.beta_shapes(shares_of_disagreements(size))
    a, b = axes.lines[0].get_data()
    (left, right), (bottom, top) = axes.get_xlim(), axes.get_ylim()
    within = (a >= left) & (a <= right) & (b >= bottom) & (b <= top)
    assert counted(axes) == (len(a), (~within).sum())
    assert 0 < (~within).sum() < 0.03 * len(a)


def test_the_draws_are_those_of_the_posterior():
    """Williams (2026), sec. 6.2: a and b are nearly equal, the mean of a/(a + b), there b/(a + b), is 0.521."""
    a, b = figures.beta_shapes(shares_of_disagreements("ordinary")).lines[0].get_data()
    share = b / (a + b)
    assert share.mean() == pytest.approx(0.521, abs=0.003)
    heights, edges = np.histogram(np.log(a + b), np.arange(2, 12, 0.5))
    assert edges[heights.argmax()] == pytest.approx(5.28, abs=0.6)


def test_it_is_drawn_by_name():
    assert shares_of_disagreements("ordinary").plot("beta_shapes").get_ylabel() == "b"


def test_only_shares_of_disagreements_are_drawn():
    with pytest.raises(ArgumentError, match=r"`figures.beta_shapes` draws the posterior of a hierarchical procedure"):
        figures.beta_shapes(hierarchical("ordinary"))
