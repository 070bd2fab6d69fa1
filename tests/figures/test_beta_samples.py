"""The population of a hierarchical McNemar model: draws of (a, b), and φ of one more task."""

from __future__ import annotations

import numpy as np
import pytest
from every_figure import can_be_read, same_bytes
from looks import data_of
from many_models import texts
from two_models import hierarchical, shares_of_disagreements, sizes

from betterthan import figures
from betterthan.errors import ArgumentError

test_it_can_be_read = can_be_read(
    sizes, lambda size, ax: figures.beta_samples(shares_of_disagreements(size), ax=ax), height=4.6
)


def test_what_it_shows(snapshot):
    axes = figures.beta_samples(shares_of_disagreements("ordinary"))
    assert [data_of(each, digits=3) for each in axes.child_axes] == snapshot


test_the_same_comparison_gives_the_same_bytes = same_bytes(
    lambda: figures.beta_samples(shares_of_disagreements("ordinary"))
)


def test_the_draws_lie_where_the_paper_has_them():
    """Williams (2026) sec. 6.2: log(a + b) varies between 3 and 8 about its mode of 5.28; a and b are nearly equal."""
    drawn, _ = figures.beta_samples(shares_of_disagreements("ordinary")).child_axes
    across, up = drawn.lines[0].get_data()
    heights, edges = np.histogram(up, np.arange(2, 12, 0.5))
    assert edges[heights.argmax()] == pytest.approx(5.28, abs=0.6)
    assert ((up > 3) & (up < 8)).mean() > 0.85
    assert np.median(across) == pytest.approx(-0.085, abs=0.02)  # the second model has an edge


def test_beside_stands_the_next_task():
    _, predicted = figures.beta_samples(shares_of_disagreements("ordinary")).child_axes
    printed = [float(text.split("\n")[-1]) for text in texts(predicted)]
    assert printed == pytest.approx([0.210, 0.737, 0.053], abs=0.003)  # Williams (2026), sec. 6.2; LLM left


def test_only_shares_of_disagreements_are_drawn():
    with pytest.raises(ArgumentError, match="draws the posterior of a hierarchical procedure for 0/1 scores"):
        figures.beta_samples(hierarchical("ordinary"))
