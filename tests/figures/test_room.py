"""What fits: widths of words as they are drawn, ticks that can be told apart at any scale, rows at both ends."""

from __future__ import annotations

import numpy as np
import pytest
from looks import assert_readable, words
from matplotlib.figure import Figure

from betterthan.figures import room


@pytest.mark.parametrize("bold", [False, True])
@pytest.mark.parametrize("text", ["a-model", "W" * 12, "difference per task, 54 tasks"])
def test_the_width_of_words_is_that_on_paper(text, bold):
    figure = Figure(figsize=(6, 1), dpi=300)  # coarse pixels round letters up
    figure.text(0, 0.5, text, fontsize=9, fontweight="bold" if bold else "normal")
    ((_, box),) = words(figure)
    assert room.extent(text, size=9, bold=bold) == pytest.approx(box.width * 72 / figure.dpi, rel=0.05)


@pytest.mark.parametrize("points", [20, 60, 200])
def test_a_name_is_cut_to_its_room(points):
    name = "a-model-with-a-rather-long-name"
    cut = room.fitted(name, points, size=8)
    assert room.extent(cut, size=8) <= points
    assert cut == name or cut.endswith("…")


def test_words_are_broken_between_words():
    text = "the share of the disagreements\nwon by the first model"
    broken = room.wrapped(text, 90, size=8)
    assert broken.replace("\n", " ") == text.replace("\n", " ")
    assert max(room.extent(line, size=8) for line in broken.split("\n")) <= 90
    assert room.wrapped("W" * 80, 90, size=8).endswith("…")


@pytest.mark.parametrize(
    ("values", "labels"),
    [
        ([-0.01, 0.0, 0.01], ["−0.01", "0", "0.01"]),
        ([0.1, 0.2, 0.30000000000000004], ["0.1", "0.2", "0.3"]),
        ([100.0001, 100.0002], ["100.0001", "100.0002"]),
        ([0, 20000, 40000], ["0", "20000", "40000"]),
        ([1e-8, 1.5e-8], ["1e−08", "1.5e−08"]),
        ([0, 1e300], ["0", "1e+300"]),
        ([0.0], ["0"]),
        ([], []),
    ],
)
def test_tick_labels_have_as_few_digits_as_tell_them_apart(values, labels):
    assert room.Plain().format_ticks(values) == labels


@pytest.mark.parametrize("scale", [1e-200, 1e-9, 1.0, 1e5, 1e200])
@pytest.mark.parametrize("width", [2.0, 6.0])
def test_ticks_do_not_crowd(scale, width):
    axes = Figure(figsize=(width, 2), layout="constrained").add_subplot()
    axes.plot(scale * np.array([-1.234, 2.345]), scale * np.array([3.1, 3.2]))
    room.ticked(axes, y=True)
    assert_readable(axes)
    assert len(axes.get_xticks()) >= 2


def test_a_gap_stands_for_the_rows_in_the_middle():
    assert room.both_ends(range(500), 40)[19:22] == [19, None, 481]
    assert len(room.both_ends(range(500), 40)) == 40
    assert room.both_ends(range(40), 40) == list(range(40))
    assert room.both_ends(range(10), 1) == [0, None, 9]
