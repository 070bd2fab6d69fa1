"""The figure of seeds: every score is there, no dot covers another, the baseline is marked."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from looks import assert_readable, data_of
from many_models import axes_of, long_name, looks

import betterthan as bt
from betterthan import figures
from betterthan.errors import ArgumentError
from betterthan.figures.seeds import HALF, swarm

SIZES = {"ordinary": (4, 10, 1), "tiny": (3, 3, 1), "one seed": (3, 1, 1), "tasks": (3, 10, 2), "many": (3, 500, 1)}
SIZES["huge"] = (50, 20, 1)


@cache
def table(size, baseline=True, higher_is_better=True):
    models, seeds, tasks = SIZES[size]
    rng = np.random.default_rng(4)
    rows = [
        (
            long_name(j) if size == "huge" else f"model-{j}",
            f"task-{task}",
            seed,
            round(rng.normal(0.7 + 0.01 * j, 0.02), 3),
        )
        for task in range(tasks)
        for j in range(models)
        for seed in range(seeds)
    ]
    columns = dict(zip(("model", "task", "seed", "accuracy"), map(list, zip(*rows, strict=True)), strict=True))
    scores = bt.read(columns, higher_is_better=higher_is_better)
    return bt.seed_table(scores, baseline=scores.models[0] if baseline else None)


def dots(axes):
    return [line for line in axes.lines if line.get_marker() == "o"]


@pytest.mark.parametrize("size", SIZES)
@looks
def test_it_can_be_read(size, width, theme):
    with figures.in_theme(theme):
        assert_readable(figures.seeds(table(size), ax=axes_of(width)))


def test_what_it_shows(snapshot):
    assert data_of(table("ordinary").plot()) == snapshot


def test_the_same_table_gives_the_same_bytes():
    assert figures.svg(table("ordinary")) == figures.svg(table("ordinary"))


def test_every_score_is_drawn():
    found = table("ordinary")
    drawn = sorted(float(x) for line in dots(found.plot()) for x in line.get_xdata())
    assert drawn == sorted(score.score for row in found.rows for score in row.scores)


def test_the_best_mean_comes_first_and_losses_the_other_way_round():
    upwards = [label.get_text() for label in table("ordinary").plot().get_yticklabels()]
    losses = table("ordinary", higher_is_better=False).plot()
    assert [label.get_text() for label in losses.get_yticklabels()] == upwards[::-1]
    assert "the lower the better" in losses.get_xlabel()


def test_the_mean_of_the_baseline_is_a_line_through_the_rows_of_its_task():
    found = table("tasks")
    dashed = [line for line in found.plot().lines if line.get_linestyle() == "--"]
    assert [line.get_xdata()[0] for line in dashed] == [row.mean for row in found.rows if row.model == "model-0"]
    assert [list(line.get_ydata()) for line in dashed] == [[-0.5, 2.5], [2.5, 5.5]]


def test_without_a_baseline_there_is_no_line():
    axes = table("ordinary", baseline=False).plot()
    assert not [line for line in axes.lines if line.get_linestyle() == "--"]
    assert "baseline" not in axes.get_xlabel()


def test_a_baseline_that_would_be_left_out_is_drawn_last():
    axes = figures.seeds(table("huge"), ax=axes_of(3.4))
    labels = [label.get_text() for label in axes.get_yticklabels()]
    assert len(labels) < 50
    assert [line for line in axes.lines if line.get_linestyle() == "--"]
    assert f"({len(labels)} of 50 rows shown)" in axes.get_xlabel().replace("\n", " ")


@given(st.lists(st.floats(0, 1), min_size=1, max_size=30))
def test_no_two_dots_cover_each_other_unless_the_row_is_full(values):
    values = np.array(values)
    aside = swarm(values, diameter=0.01, step=HALF / 20, reach=HALF)
    places = 2 * 20 + 1
    for j in range(len(values)):
        for k in range(j):
            near = np.abs(values - values[j]) < 0.01
            assert aside[j] != aside[k] or abs(values[j] - values[k]) >= 0.01 or near.sum() > places
    assert np.abs(aside).max() <= HALF + 1e-9


def test_only_a_seed_table_is_drawn():
    with pytest.raises(ArgumentError, match="draws SeedTable"):
        figures.seeds({})
