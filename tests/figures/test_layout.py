"""Names that are cut stay different and fit; words are broken where there is no room."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from many_models import axes_of, long_name

from betterthan.figures.layout import caption, cell, rows_that_fit, short_names, widest, word_size

NAMES = st.lists(st.text("abc-1é", min_size=1, max_size=60), min_size=1, max_size=30, unique=True)


@given(NAMES, st.floats(60, 200))
def test_cut_names_are_different_and_fit(names, points):
    cut = short_names(names, points, 8)
    assert len(set(cut)) == len(names)
    assert widest(cut, 8) <= points or max(len(name) for name in cut) <= 5


def test_names_that_fit_are_not_touched():
    assert short_names(["nbc", "aode"], 100, 8) == ["nbc", "aode"]


def test_names_that_differ_only_in_the_middle_are_numbered():
    names = ["x" * 30 + str(j) + "y" * 30 for j in range(3)]
    cut = short_names(names, 60, 8)
    assert len(set(cut)) == 3


def test_names_that_differ_at_the_end_are_cut_in_the_middle():
    names = [long_name(j).rstrip("x") for j in range(3)]
    assert [name[-3:] for name in short_names(names, 80, 8)] == ["000", "001", "002"]


def test_the_room_of_axes_is_that_of_their_figure():
    axes = axes_of(3.4, 2.0)
    assert [round(side) for side in cell(axes)] == [245, 144]
    assert word_size(axes) == 7
    assert rows_that_fit(axes, 100, besides=39) == 10


def test_long_remarks_are_broken():
    axes = axes_of(3.4)
    caption(axes, "a label", "a remark that goes on and on " * 4, points=150)
    assert max(widest([line], 7) for line in axes.get_xlabel().split("\n")) <= 150
