"""The figure of simulation studies: over an axis, or row by row."""

from __future__ import annotations

import pytest
from every_figure import can_be_read, same_bytes, shows

from betterthan import figures
from betterthan.answers.validation import Finding, Validation
from betterthan.errors import ArgumentError

POWER, ROPE = "first model claimed to be better", "mean probability of the rope"


def over_an_axis() -> list[Finding]:
    """Two quantities at three places, of data sets of two sizes."""
    return [
        Finding("power", f"δ0 = {at:g}, {size:,} instances", quantity, printed, ours + shift, 0.02, 500, at)
        for size, shift in ((1000, 0.0), (500, -0.1))
        for at, ours, printed in ((0.015, 0.7, "about .74"), (0.02, 0.9, ""), (0.03, 0.98, "about 1"))
        for quantity in (POWER, ROPE)
    ]


def row_by_row(count: int = 6) -> list[Finding]:
    """Coverage of several procedures, one of which is off."""
    return [
        Finding(
            "coverage", f"procedure {j}, a setting with many words", "covered", ".95",
            0.9 if j == 1 else 0.95, 0.003, 4000, None, 0.94, 0.96,
        )
        for j in range(count)
    ]  # fmt: skip


STUDIES = {
    "ordinary": (*over_an_axis(), *row_by_row()),
    "rows": tuple(row_by_row()),
    "tiny": tuple(over_an_axis()[:1]),
    "huge": tuple(row_by_row(200)),
}
sizes = pytest.mark.parametrize("size", STUDIES)


def found(size: str) -> Validation:
    return Validation(0, STUDIES[size])


test_it_can_be_read = can_be_read(sizes, lambda size, ax: figures.validation(found(size), ax=ax))
test_what_it_shows = shows(lambda: figures.validation(found("rows")))
test_the_same_findings_give_the_same_bytes = same_bytes(lambda: figures.validation(found("ordinary")))


def test_a_panel_for_every_quantity_and_a_diamond_for_what_was_published():
    power, rope = found("ordinary").plot().child_axes
    assert [power.get_title(loc="left"), rope.get_title(loc="left")] == [POWER, ROPE]
    diamonds = [(*line.get_xdata(), *line.get_ydata()) for line in power.lines if line.get_marker() == "D"]
    assert diamonds == [(0.015, 0.74), (0.03, 1.0)]
    drawn = next(line for line in power.lines if line.get_marker() == "o")
    assert list(drawn.get_ydata()) == [0.7, 0.9, 0.98]


def test_words_say_what_is_varied_and_which_marks_are_what():
    words = found("ordinary").plot().get_xlabel().replace("\n", " ")
    assert "across: δ0" in words
    assert "circles: 1,000 instances; squares: 500 instances" in words
    assert "2 studies were run, this is the first" in words


def test_rows_show_where_a_number_has_to_lie_and_whether_it_does():
    axes = figures.validation(found("ordinary"), study="coverage")
    bands = [tuple(line.get_xdata()) for line in axes.lines if line.get_linewidth() == 6]
    assert bands == [(0.94, 0.96)] * 6
    colours = [line.get_color() for line in axes.lines if line.get_marker() == "o"]
    assert len(set(colours)) == 2
    assert colours[1] != colours[0] == colours[2]
    assert "band: where it has to lie" in axes.get_xlabel()


def test_what_cannot_be_drawn_is_refused():
    with pytest.raises(ArgumentError, match="draws Validation"):
        figures.validation("power")
    with pytest.raises(ArgumentError, match="coverage"):
        figures.validation(found("ordinary"), study="covrage")
