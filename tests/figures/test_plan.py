"""The figure of a plan: power and assurance over the number of units."""

from __future__ import annotations

import numpy as np
import pytest
from looks import assert_readable
from many_models import axes_of, looks

import betterthan as bt
from betterthan import figures
from betterthan.errors import ArgumentError

RNG = np.random.default_rng(1)
PILOT = RNG.normal(0.03, 0.1, 60)
RECORDS = {
    "pilot": lambda: bt.plan(PILOT, np.zeros(60), independent=True, rope=0.01),
    "numbers": lambda: bt.plan(sd=0.1, effect=0.001, rope=0.0005),
    "test alone": lambda: bt.plan(sd=0.1, effect=0.5),
    "never": lambda: bt.plan(sd=0.3, effect=0.03, rope=0.01, icc=0.2, clusters=30),
    "width": lambda: bt.plan(sd=0.1, goal="width", width=0.01),
}


@pytest.mark.parametrize("kind", RECORDS)
@looks
def test_it_can_be_read(kind, width, theme):
    with figures.in_theme(theme):
        assert_readable(RECORDS[kind]().plot(ax=axes_of(width, 3.4)))


def test_a_line_for_each_chance_and_marks_at_the_numbers_that_are_needed():
    found = RECORDS["pilot"]()
    axes = found.plot()
    drawn = [line.get_ydata() for line in axes.lines]
    for name in ("verdict", "assurance", "test", "test_assurance"):
        assert any(np.array_equal(each, [getattr(point, name) for point in found.curve]) for each in drawn)
    marked = {round(10 ** line.get_xdata()[0]) for line in axes.lines if len(line.get_xdata()) == 2}
    assert {found.verdict.needed, found.assurance.verdict.needed} <= marked


@pytest.mark.parametrize("kind", RECORDS)
def test_ticks_are_round_numbers_within_the_curve(kind):
    found = RECORDS[kind]()
    axes = found.plot()
    ticks = [round(10**x) for x in axes.get_xticks()]
    assert len(ticks) >= 2
    assert all(str(tick).rstrip("0") in ("1", "2", "5") for tick in ticks)
    assert found.curve[0].n <= ticks[0]
    assert ticks[-1] <= found.curve[-1].n


def words_below(axes) -> str:
    return " ".join(" ".join(text.get_text() for text in [axes.xaxis.label, *axes.figure.texts, *axes.texts]).split())


def test_the_caption_says_what_reaches_the_chance_with_how_many():
    found = RECORDS["pilot"]()
    power, assured = found.verdict.needed, found.assurance.verdict.needed
    assert f"dotted: 0.8, with {power:,} cases (power) or {assured:,} (assurance)" in words_below(found.plot())
    assert "dotted: 0.8, with no number of cases" in words_below(RECORDS["never"]().plot())
    alone = RECORDS["test alone"]()
    assert f"dotted: 0.8, with {alone.test.needed} cases" in words_below(alone.plot())


def test_it_draws_plans_only():
    with pytest.raises(ArgumentError):
        figures.plan(bt.compare([0.1, 0.2, 0.4], [0.1, 0.3, 0.2], independent=True))
