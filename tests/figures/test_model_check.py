"""The model check: two densities on one scale, and a stroke for every task."""

from __future__ import annotations

import numpy as np
import pytest
from looks import assert_readable, data_of
from many_models import axes_of, looks
from two_models import TASKS, hierarchical, shares_of_disagreements, signed_rank, sizes

from betterthan import figures
from betterthan.errors import ArgumentError


@sizes
@looks
def test_it_can_be_read(size, width, theme):
    with figures.in_theme(theme):
        assert_readable(figures.model_check(hierarchical(size), ax=axes_of(width)))


def test_what_it_shows(snapshot):
    assert data_of(figures.model_check(hierarchical("ordinary"))) == snapshot


def test_the_same_comparison_gives_the_same_bytes():
    one, two = (figures.svg_of(figures.model_check(hierarchical("ordinary"))) for _ in range(2))
    assert one == two


@sizes
def test_both_curves_are_densities_and_every_task_has_a_stroke(size):
    axes = figures.model_check(hierarchical(size))
    estimated, predicted, strokes = axes.lines
    for line in (estimated, predicted):
        assert np.trapezoid(line.get_ydata(), line.get_xdata()) == pytest.approx(1, abs=0.03)
    assert len(strokes.get_xdata()) == TASKS[size]


def test_there_is_none_for_other_models():
    with pytest.raises(ArgumentError, match="models shares of disagreements"):
        figures.model_check(shares_of_disagreements("ordinary"))
    with pytest.raises(ArgumentError, match=r"draws the posterior of a hierarchical t-test; got `bayes_signed_rank`"):
        figures.model_check(signed_rank("ordinary"))
