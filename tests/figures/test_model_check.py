"""The model check: densities on one scale, one for each prior, and a stroke for every task."""

from __future__ import annotations

import numpy as np
import pytest
from every_figure import can_be_read, same_bytes, shows
from two_models import TASKS, hierarchical, shares_of_disagreements, signed_rank, sizes

import betterthan as bt
from betterthan import figures
from betterthan.errors import ArgumentError

test_it_can_be_read = can_be_read(sizes, lambda size, ax: figures.model_check(hierarchical(size), ax=ax))
test_what_it_shows = shows(lambda: figures.model_check(hierarchical("ordinary")))
test_the_same_comparison_gives_the_same_bytes = same_bytes(lambda: figures.model_check(hierarchical("ordinary")))


@sizes
def test_every_curve_is_a_density_and_every_task_has_a_stroke(size):
    axes = figures.model_check(hierarchical(size))
    *densities, strokes = axes.lines
    assert len(densities) == 3  # the estimates, and one more task under the two priors of the paper
    for line in densities:
        assert np.trapezoid(line.get_ydata(), line.get_xdata()) == pytest.approx(1, abs=0.03)
    assert len(strokes.get_xdata()) == TASKS[size]


def test_each_prior_has_the_prediction_of_a_comparison_made_with_it():
    found = hierarchical("ordinary")
    *_, dots, _ = figures.model_check(found, priors=["kruschke"]).lines
    again = bt.compare(found.table, rope=0.01, procedure="bayes_hierarchical_t", prior="kruschke").result
    x = np.linspace(-0.05, 0.05, 21)
    drawn = np.interp(x, *dots.get_data())
    assert drawn == pytest.approx(again.next_task.density(x), rel=0.01)
    own = np.interp(x, *figures.model_check(found, priors=()).lines[1].get_data())
    assert np.abs(drawn - own).max() > 0.05  # and it is another one


def test_the_caption_says_which_stroke_is_which_prior():
    words = figures.model_check(hierarchical("ordinary"), priors=["kruschke", "corani"]).get_xlabel()
    assert "line: prior corani; dots: prior kruschke" in words.replace("\n", " ")
    assert "prior" not in figures.model_check(hierarchical("ordinary"), priors=()).get_xlabel()


def test_priors_are_named_and_few():
    with pytest.raises(ArgumentError, match=r"There is no prior `kruskal`. Did you mean `kruschke`\?"):
        figures.model_check(hierarchical("tiny"), priors=["kruskal"])
    with pytest.raises(ArgumentError, match=r"tells 4 priors apart; got 5.*Name fewer"):
        figures.model_check(hierarchical("tiny"), priors=["kruschke", "baycomp", "juarez-steel", "a"])


def test_there_is_none_for_other_models():
    with pytest.raises(ArgumentError, match="models shares of disagreements"):
        figures.model_check(shares_of_disagreements("ordinary"))
    with pytest.raises(ArgumentError, match=r"draws the posterior of a hierarchical t-test; got `bayes_signed_rank`"):
        figures.model_check(signed_rank("ordinary"))
