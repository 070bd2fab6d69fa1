"""The matrix of P(row better than column)."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from every_figure import can_be_read, same_bytes, shows
from many_models import axes_of, ranked, scores, sizes, texts

import betterthan as bt
from betterthan import figures
from betterthan.errors import ArgumentError
from betterthan.figures.heat import short_share

test_it_can_be_read = can_be_read(sizes, lambda size, ax: figures.better_matrix(ranked(size), ax=ax))
test_what_it_shows = shows(lambda: figures.better_matrix(ranked("ordinary")))
test_the_same_ranking_gives_the_same_bytes = same_bytes(lambda: figures.better_matrix(ranked("ordinary")))


def test_every_cell_holds_its_probability_and_the_fuller_the_colour_the_larger_it_is():
    found = ranked("ordinary")
    axes = figures.better_matrix(found)
    cells = {tuple(map(int, text.get_position())): text for text in axes.texts}
    for (column, row), text in cells.items():
        if row == column:
            assert text.get_text() == "–"
        else:
            assert text.get_text() == short_share(found.better[row][column])
            assert (text.get_fontweight() == "bold") == (found.better[row][column] >= found.threshold)
    opacities = axes.collections[0].get_facecolors()[:, 3]
    off_diagonal = [found.better[j][k] for j in range(6) for k in range(6) if j != k]
    assert opacities == pytest.approx(off_diagonal)


def test_where_numbers_do_not_fit_a_dot_marks_what_reaches_the_threshold():
    found = ranked("huge")
    axes = figures.better_matrix(found, ax=axes_of(3.4))
    shown = len(axes.get_yticks())
    reached = sum(found.better[j][k] >= found.threshold for j in range(shown) for k in range(shown) if j != k)
    assert texts(axes).count("•") == reached > 0
    assert f"({shown} of 50 models shown)" in axes.get_xlabel().replace("\n", " ")


def test_pairs_that_were_not_compared_are_empty():
    found = bt.compare(scores("ordinary"), rope=0.01, pairs="model-0", procedure="bayes_t")
    names, shares = found.better()
    axes = figures.better_matrix(found)
    assert len(axes.collections[0].get_paths()) == (~np.isnan(shares)).sum() == 10
    assert axes.get_yticklabels()[0].get_text() == names[0]


def test_classical_comparisons_have_no_probabilities():
    found = bt.compare(scores("ordinary"), procedure="wilcoxon")
    with pytest.raises(ArgumentError, match="`wilcoxon` has no posterior"):
        figures.better_matrix(found)


def test_comparisons_without_a_joint_ranking_are_drawn_as_a_matrix():
    found = replace(bt.compare(scores("tiny"), rope=0.01, procedure="bayes_t"), ranked=None)
    assert "row is practically better" in found.plot().get_xlabel()


def test_only_rankings_and_comparisons_are_drawn():
    with pytest.raises(ArgumentError, match="draws Ranked or Comparisons or Ranking; got tuple"):
        figures.better_matrix((1, 2))
