"""Paired scores: every unit on its side of the diagonal, and what pairing saves."""

from __future__ import annotations

import numpy as np
import pytest
from looks import assert_readable, data_of
from many_models import axes_of, looks, texts
from two_models import cases, names, sizes, tasks

import betterthan as bt
from betterthan import figures
from betterthan.data.moments import Cells
from betterthan.data.pairing import pair_arrays, pair_differences
from betterthan.data.summaries import PairedSummary
from betterthan.data.tables import PairedTable
from betterthan.errors import ArgumentError

RNG = np.random.default_rng(6)
BINARY = pair_arrays(RNG.integers(0, 2, 400), RNG.integers(0, 2, 400))
SAME = pair_arrays([0.1, 0.2, 0.3], [0.1, 0.2, 0.3], independent=True)


@sizes
@looks
def test_it_can_be_read(size, width, theme):
    with figures.in_theme(theme):
        for table in (tasks(size), cases(size), BINARY):
            assert_readable(figures.pairing(table, ax=axes_of(width, 3.4)))
            assert_readable(figures.pairing_power(table, ax=axes_of(width)))


@pytest.mark.parametrize("draw", [figures.pairing, figures.pairing_power])
def test_what_it_shows(draw, snapshot):
    assert data_of(draw(tasks("ordinary"))) == snapshot


@pytest.mark.parametrize("draw", [figures.pairing, figures.pairing_power])
def test_the_same_table_gives_the_same_bytes(draw):
    one, two = (figures.svg_of(draw(cases("ordinary"))) for _ in range(2))
    assert one == two


@sizes
def test_each_mark_is_on_the_side_of_its_winner(size):
    second, first = (np.asarray(each.get_offsets()) for each in figures.pairing(cases(size)).collections)
    assert (second[:, 1] < second[:, 0]).all()
    assert (first[:, 1] > first[:, 0]).all()
    if size == "ordinary":
        assert len(first) == (cases(size).differences() > 0).sum()


def test_of_losses_the_lower_wins():
    table = PairedTable(("a", "b"), -np.exp(RNG.normal(size=(30, 2))), higher_is_better=False)
    axes = figures.pairing(table)
    second, first = (np.asarray(each.get_offsets()) for each in axes.collections)
    assert (first[:, 1] < first[:, 0]).all()
    assert (second[:, 0] > 0).all()
    assert axes.get_ylabel() == "loss of a per case"


def test_0_and_1_are_numbered():
    cells = BINARY.cells()
    printed = [int(text) for text in texts(figures.pairing(BINARY)) if text.isdigit()]
    assert sorted(printed) == sorted(cells)


def test_what_pairing_saves_is_printed():
    saved = cases("ordinary").pairing()
    words = figures.pairing(cases("ordinary")).get_xlabel().replace("\n", " ")
    assert f"scores correlate at {saved.correlation:.2f}" in words
    assert f"variance of the difference by {100 * (1 - 1 / saved.variance_ratio):.0f}%" in words
    assert "is not defined" in figures.pairing(SAME).get_xlabel()


@pytest.mark.parametrize("table", [cases("ordinary"), tasks("ordinary"), BINARY, tasks("ordinary").by_task()])
def test_the_point_is_the_standard_error_of_the_differences(table):
    single = table.by_task() if len(table.tasks) > 1 else table
    axes = figures.pairing_power(table)
    (point,) = [line for line in axes.lines if line.get_marker() == "o"]
    d, n = single.differences(), single.n_units
    assert point.get_ydata()[0] == pytest.approx(d.std(ddof=1) / np.sqrt(n))
    unpaired = np.sqrt(single.scores.var(axis=0, ddof=1).sum() / n)
    assert f"unpaired {unpaired:.3g}" in (axes.get_title(loc="right"))


def test_sums_tell_the_same_as_scores():
    cells = PairedSummary.from_cells({"": Cells(*BINARY.cells())})
    assert data_of(figures.pairing_power(cells)) == data_of(figures.pairing_power(BINARY))


def test_pairing_may_cost():
    x = RNG.normal(size=50)
    axes = figures.pairing_power(pair_arrays(x, -x + RNG.normal(0, 0.1, 50), independent=True))
    assert "multiplies the variance" in axes.get_xlabel().replace("\n", " ")
    assert axes.get_xlim()[0] < -0.9


@pytest.mark.parametrize("scale", [1e-200, 1e100])
def test_any_scale_is_drawn(scale):
    table = pair_arrays(*(scale * cases("ordinary").scores.T), models=names("huge"))
    assert_readable(figures.pairing(table, ax=axes_of(3.4, 3.4)))
    assert_readable(figures.pairing_power(table, ax=axes_of(3.4)))


def test_counts_are_drawn_as_the_scores_that_they_count():
    """A million cases known by their four counts need no million points."""
    cells = Cells(n00=200_000, n01=100_000, n10=150_000, n11=550_000)
    axes = figures.pairing(PairedSummary.from_cells({"": cells}, models=("a", "b")))
    written = [text.get_text() for text in axes.texts]
    assert {"200,000", "100,000", "150,000", "550,000"} <= set(written)
    few = Cells(n00=2, n01=1, n10=3, n11=4)
    first, second = np.repeat([[1, 1], [1, 0], [0, 1], [0, 0]], [4, 3, 1, 2], axis=0).T
    one = figures.pairing(PairedSummary.from_cells({"": few}, models=("a", "b")))
    other = figures.pairing(pair_arrays(first, second, models=("a", "b"), independent=True))
    assert data_of(one) == data_of(other)


def test_counts_of_losses_are_losses():
    first, second = np.repeat([[1, 1], [1, 0], [0, 1], [0, 0]], [4, 3, 1, 2], axis=0).T
    cases = [str(j) for j in range(10)]
    scores = bt.read({"case": cases, "a": first.tolist(), "b": second.tolist()}, higher_is_better=False)
    one, other = figures.pairing(bt.summarize(scores)), figures.pairing(bt.pair(scores))
    assert data_of(one) == data_of(other)


def test_what_cannot_be_drawn_is_refused():
    with pytest.raises(ArgumentError, match="only the differences are known"):
        figures.pairing(pair_differences([0.1, 0.2]))
    with pytest.raises(ArgumentError, match="are unknown or do not vary"):
        figures.pairing_power(pair_differences([0.1, 0.2]))
    with pytest.raises(ArgumentError, match="are unknown or do not vary"):
        figures.pairing_power(SAME)
    with pytest.raises(
        ArgumentError, match=r"`figures.pairing` draws PairedTable or PairedDifferences or PairedSummary; got Unp"
    ):
        figures.pairing(bt.unpaired_arrays([0.1, 0.2], [0.3, 0.1]))
    three = PairedTable(("a", "b", "c"), RNG.normal(size=(4, 3)))
    for draw in (figures.pairing, figures.pairing_power):
        with pytest.raises(ArgumentError, match="draws two models; this table has 3"):
            draw(three)
