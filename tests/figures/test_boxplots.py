"""Boxplots: quartiles where they belong, tasks in the order of their medians, and how many are left out."""

from __future__ import annotations

import numpy as np
import pytest
from every_figure import can_be_read, same_bytes, shows
from looks import assert_readable
from many_models import long_name, texts
from two_models import cases, same, sizes, tasks

import betterthan as bt
from betterthan import figures
from betterthan.data.pairing import pair_differences
from betterthan.data.tables import PairedTable
from betterthan.errors import ArgumentError

RNG = np.random.default_rng(5)
MODELS = {
    "ordinary": PairedTable(("a", "b", "c", "d"), RNG.normal(0.7, 0.1, (40, 4))),
    "tiny": PairedTable(("a", "b", "c"), RNG.normal(0.7, 0.1, (3, 3))),
    "huge": PairedTable(tuple(long_name(j) for j in range(50)), RNG.normal(0.7, 0.1, (500, 50))),
}


test_it_can_be_read = can_be_read(
    sizes,
    lambda size, ax: figures.boxplots(tasks(size), rope=0.01, ax=ax),
    lambda size, ax: figures.boxplots(MODELS[size], ax=ax),
)
test_what_it_shows = shows(lambda: figures.boxplots(tasks("ordinary"), rope=0.01))
test_the_same_table_gives_the_same_bytes = same_bytes(lambda: figures.boxplots(MODELS["ordinary"]))


def test_boxes_reach_from_quartile_to_quartile():
    values = cases("ordinary").differences()
    (box,) = figures.boxplots(cases("ordinary")).patches
    assert [box.get_x(), box.get_x() + box.get_width()] == pytest.approx(np.quantile(values, [0.25, 0.75]))


def test_whiskers_end_at_the_last_value_within_reach_and_the_rest_are_marked():
    values = np.array([0.0, 1.0, 2.0, 3.0, 4.0, 20.0])
    axes = figures.boxplots(pair_differences(values))
    whiskers = [line.get_xdata() for line in axes.lines if len(line.get_xdata()) == 2 and np.ptp(line.get_ydata()) == 0]
    assert [x[0] for x in whiskers][:1] == [0.0]
    assert whiskers[1][1] == 4.0
    assert [list(line.get_xdata()) for line in axes.lines if line.get_marker() == "o"] == [[20.0]]


def test_tasks_stand_in_the_order_of_their_medians():
    table = tasks("ordinary")
    codes, d = table.factors["task"].codes, table.differences()
    medians = {name: np.median(d[codes == j]) for j, name in enumerate(table.tasks)}
    labels = [label.get_text() for label in figures.boxplots(table).get_yticklabels()]
    assert labels == sorted(medians, key=lambda name: -medians[name])


def test_of_many_tasks_both_ends_are_shown():
    axes = figures.boxplots(tasks("huge"), rope=0.01)
    assert "(39 of 500 tasks shown)" in axes.get_xlabel().replace("\n", " ")
    assert [label.get_text() for label in axes.get_yticklabels()].count("…") == 1
    medians = sum(int(text.split("\n")[-1]) for text in texts(axes)[:3])
    assert medians == 500


def test_tasks_with_one_unit_make_one_box():
    axes = figures.boxplots(tasks("ordinary").by_task(), rope=0.01)
    assert [label.get_text() for label in axes.get_yticklabels()] == ["all tasks"]
    assert "12 tasks" in axes.get_xlabel()


def test_losses_are_drawn_as_losses_the_lowest_first():
    table = PairedTable(("bad", "good"), np.array([[-3.0, -1.0], [-4.0, -2.0]]), higher_is_better=False)
    axes = figures.boxplots(table, of="scores")
    assert [label.get_text() for label in axes.get_yticklabels()] == ["good", "bad"]
    assert axes.patches[0].get_x() == pytest.approx(1.25)
    assert "the lower the better" in axes.get_xlabel()


def test_unpaired_scores_and_gaps_are_drawn():
    unpaired = figures.boxplots(bt.unpaired_arrays([0.1, 0.2, 0.3], [0.2, 0.2, 0.1, 0.3]))
    assert len(unpaired.patches) == 2
    seeds = {"task": ["s", "s", "t", "t"] * 2, "seed": range(8), "model": ["a", "b"] * 4, "score": np.arange(8.0)}
    assert "score per task" in figures.boxplots(bt.unpaired(bt.read(seeds), "a", "b")).get_xlabel()
    gaps = np.array([[0.1, np.nan, 0.3], [0.2, 0.4, 0.1]])
    assert len(figures.boxplots(PairedTable(("a", "b", "c"), gaps)).patches) == 3


@pytest.mark.parametrize("table", [same(), pair_differences([0.25] * 4), pair_differences([1e-200, 3e-200, -1e-200])])
def test_odd_differences_are_drawn(table):
    assert_readable(figures.boxplots(table, rope=0.1))


def test_what_cannot_be_drawn_is_refused():
    with pytest.raises(
        ArgumentError, match=r"`figures.boxplots` draws PairedTable or PairedDifferences or UnpairedTable; got dict"
    ):
        figures.boxplots({})
    with pytest.raises(ArgumentError, match="`of` is `differences` or `scores`"):
        figures.boxplots(cases("tiny"), of="models")
    with pytest.raises(ArgumentError, match="only the differences are known"):
        figures.boxplots(pair_differences([0.1, 0.2]), of="scores")
    with pytest.raises(ArgumentError, match="unpaired scores have none"):
        figures.boxplots(bt.unpaired_arrays([0.1, 0.2], [0.3, 0.1]), of="differences")
