"""The figure of a classical test of several models."""

from __future__ import annotations

from functools import cache

import pytest
from every_figure import can_be_read, same_bytes
from many_models import scores, sizes

import betterthan as bt
from betterthan import figures
from betterthan.errors import ArgumentError


@cache
def joint(size: str, procedure: str) -> bt.JointTest:
    return bt.compare(scores(size), procedure=procedure)


test_it_can_be_read = can_be_read(
    sizes,
    lambda size, ax: figures.model_effects(joint(size, "anova"), ax=ax),
    lambda size, ax: figures.model_effects(joint(size, "model_confidence_set"), ax=ax),
)
test_ranks_can_be_read = can_be_read(
    sizes, lambda size, ax: figures.critical_difference(joint(size, "friedman"), ax=ax)
)
test_the_same_test_gives_the_same_bytes = same_bytes(lambda: figures.model_effects(joint("ordinary", "anova")))


def test_effects_and_intervals_are_those_of_the_test():
    found = joint("ordinary", "anova")
    lines = [line for line in figures.draw(found).lines if len(line.get_xdata()) == 2]
    expected = [(effect.interval.low, effect.interval.high) for effect in found.test.best_first]
    assert [tuple(line.get_xdata()) for line in lines] == expected


def test_models_outside_the_confidence_set_are_hollow():
    found = joint("ordinary", "model_confidence_set")
    points = [line for line in figures.draw(found).lines if len(line.get_xdata()) == 1]
    filled = [point.get_markerfacecolor() == point.get_markeredgecolor() for point in points]
    assert filled == [effect.name in found.confidence_set for effect in found.test.best_first]
    assert 0 < sum(filled) < len(filled)


@pytest.mark.parametrize(("procedure", "bars"), [("nemenyi", True), ("friedman", False)])
def test_a_test_of_ranks_is_drawn_as_a_critical_difference_diagram(procedure, bars):
    axes = figures.draw(joint("ordinary", procedure))
    words = axes.get_xlabel().replace("\n", " ")
    assert "average rank on 20 tasks, 1 for the best" in words
    assert ("bar: not separated by Nemenyi's test at the 5% level" in words) == bars
    assert ("no bars: this test does not say which models differ" in words) != bars
    assert "models shown" not in words


def test_only_tests_of_several_models_are_drawn():
    with pytest.raises(ArgumentError, match="draws JointTest; got Scores"):
        figures.model_effects(scores("ordinary"))
