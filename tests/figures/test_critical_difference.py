"""The critical-difference diagram: bars join exactly the models that are not separated, and nothing overlaps."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from every_figure import same_bytes
from looks import assert_readable, data_of
from many_models import axes_of, looks, ranked, scores, sizes, texts

import betterthan as bt
from betterthan import figures
from betterthan.errors import ArgumentError
from betterthan.judging.tiers import tie_groups
from betterthan.procedures import nemenyi


def bars(axes) -> list[tuple[float, float]]:
    """The thick lines."""
    return sorted(tuple(np.sort(line.get_xdata())) for line in axes.lines if line.get_linewidth() == 2.6)


@sizes
@looks
@pytest.mark.parametrize("options", [{}, {"groups": "tiers"}, {"groups": "tiers", "scale": "effect"}], ids=str)
def test_it_can_be_read(size, width, theme, options):
    with figures.in_theme(theme):
        assert_readable(figures.critical_difference(ranked(size), ax=axes_of(width), **options))


@pytest.mark.parametrize("width", [None, 3.4])
def test_thirty_models_can_be_read(width):
    rng = np.random.default_rng(5)
    found = nemenyi.from_scores(rng.normal(size=(40, 30)) + np.linspace(1, 0, 30), models=[f"m{j}" for j in range(30)])
    axes = figures.critical_difference(found, ax=axes_of(width, 4.2))
    assert_readable(axes)
    assert sum(line.get_color() == figures.style.palette().dim for line in axes.lines) == 30


@pytest.mark.parametrize("groups", ["ranks", "tiers"])
def test_what_it_shows(groups, snapshot):
    assert data_of(figures.critical_difference(ranked("ordinary"), groups=groups)) == snapshot


test_the_same_ranking_gives_the_same_bytes = same_bytes(lambda: figures.critical_difference(ranked("ordinary")))


@pytest.mark.parametrize("seed", range(5))
def test_bars_join_the_largest_groups_without_a_separated_pair(seed):
    """The groups from the ranks alone are those that the p-values of the pairs give."""
    rng = np.random.default_rng(seed)
    test = nemenyi.from_scores(rng.normal(size=(25, 8)) + np.linspace(0, 1.5, 8), models=tuple("abcdefgh"))
    order = sorted(test.effects, key=lambda effect: effect.estimate)
    names = [effect.name for effect in order]
    apart = np.zeros((8, 8), dtype=bool)
    for pair in test.pairs:
        apart[names.index(pair.first), names.index(pair.second)] = pair.p_adjusted < 0.05
    at = {effect.name: effect.estimate for effect in order}
    groups = [group for group in tie_groups(names, apart) if len(group) > 1]
    expected = sorted((at[group[0]], at[group[-1]]) for group in groups)
    drawn = bars(figures.critical_difference(test))
    assert len(drawn) == len(expected) > 1
    for bar, (low, high) in zip(drawn, expected, strict=True):
        assert bar == pytest.approx((low, high), abs=0.02 * 7)


def test_models_with_the_same_rank_stand_at_the_same_place():
    values = np.array([[3.0, 3.0, 1.0], [2.0, 2.0, 1.0], [5.0, 5.0, 4.0], [2.0, 2.0, 0.0]])
    axes = figures.critical_difference(nemenyi.from_scores(values, models=("a", "b", "c")))
    starts = [line.get_xdata()[0] for line in axes.lines if len(line.get_xdata()) == 3]
    assert sorted(starts) == [1.5, 1.5, 3.0]


def test_a_tier_that_passes_a_model_it_does_not_hold_has_dots_on_its_members():
    found = ranked("ordinary")
    names = [model.name for model in found.models]
    split = replace(found, tiers=((names[0], names[2]), (names[1],), (names[3], names[4], names[5])))
    axes = figures.critical_difference(split, groups="tiers")
    places = {model.name: model.place for model in found.models}
    dots = [list(line.get_xdata()) for line in axes.lines if line.get_marker() == "o"]
    assert dots == [[places[names[0]], places[names[2]]]]
    assert len(bars(axes)) == 1


def test_the_critical_difference_is_that_of_the_test():
    values = np.random.default_rng(1).normal(size=(54, 5))
    axes = figures.critical_difference(nemenyi.from_scores(values))
    assert "critical difference 0.83" in texts(axes)  # 2.728 √(5·6/(6·54)), Demšar (2006)
    ruler = next(line for line in axes.lines if line.get_linewidth() == 1.4)
    assert np.ptp(ruler.get_xdata()) == pytest.approx(0.8301, abs=1e-3)


def test_a_critical_difference_longer_than_the_axis_says_so():
    axes = figures.critical_difference(nemenyi.from_scores(np.array([[1.0, 2.0, 3.0], [2.0, 3.0, 1.0]])))
    assert any("longer than the axis" in text for text in texts(axes))


def test_what_has_no_nemenyi_test_is_drawn_with_its_tiers():
    rows = [(m, t, 0.1 * j + 0.01 * i * j) for j, m in enumerate("abc") for i, t in enumerate("12345") if m + t != "b2"]
    model, task, score = (list(column) for column in zip(*rows, strict=True))
    found = bt.rank(bt.read({"model": model, "task": task, "score": score}), rope=0.01)
    with pytest.raises(ArgumentError, match="no Nemenyi test"):
        figures.critical_difference(found)
    assert "expected place" in figures.critical_difference(found, groups="tiers").get_xlabel()


def test_what_cannot_be_drawn_is_refused():
    found = ranked("ordinary")
    with pytest.raises(ArgumentError, match="no kind of group `tier`"):
        figures.critical_difference(found, groups="tier")
    with pytest.raises(ArgumentError, match="about average ranks"):
        figures.critical_difference(found, scale="effect")
    with pytest.raises(ArgumentError, match="no scale `rank`"):
        figures.critical_difference(found, groups="tiers", scale="rank")
    with pytest.raises(ArgumentError, match="`nemenyi` has no tie groups"):
        figures.critical_difference(found.tests[-1], groups="tiers")
    with pytest.raises(ArgumentError, match="draws Ranked or NullTest"):
        figures.critical_difference(scores("ordinary"))
