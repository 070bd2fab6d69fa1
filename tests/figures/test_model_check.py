"""The model check: two densities on one scale, and a stroke for every task."""

from __future__ import annotations

import numpy as np
import pytest
from every_figure import can_be_read, same_bytes, shows
from two_models import TASKS, hierarchical, shares_of_disagreements, signed_rank, sizes

from betterthan import figures
from betterthan.errors import ArgumentError

test_it_can_be_read = can_be_read(sizes, lambda size, ax: figures.model_check(hierarchical(size), ax=ax))
test_what_it_shows = shows(lambda: figures.model_check(hierarchical("ordinary")))
test_the_same_comparison_gives_the_same_bytes = same_bytes(lambda: figures.model_check(hierarchical("ordinary")))


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
