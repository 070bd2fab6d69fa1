"""The figure of tasks decided twice: its counts are those of the tally."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from looks import assert_readable, data_of
from many_models import axes_of, long_name, looks, texts

import betterthan as bt
from betterthan import figures
from betterthan.data.examples import example
from betterthan.errors import ArgumentError


@cache
def table(size):
    tasks, names = {"ordinary": (12, ("ours", "theirs")), "tiny": (3, ("ours", "theirs"))}.get(
        size, (500, (long_name(0), long_name(1)))
    )
    rng = np.random.default_rng(6)
    effects = np.repeat(rng.normal(0, 0.03, tasks), 10)
    second = rng.normal(0.7, 0.02, 10 * tasks)
    first = second + effects + rng.normal(0, 0.02, 10 * tasks)
    keys = {"task": np.repeat([f"task-{i}" for i in range(tasks)], 10), "fold": np.tile(range(10), tasks)}
    return bt.decision_table(bt.read({**keys, names[0]: first, names[1]: second}), rope=0.01)


@pytest.mark.parametrize("size", ["ordinary", "tiny", "huge"])
@looks
def test_it_can_be_read(size, width, theme):
    with figures.in_theme(theme):
        assert_readable(figures.per_task_decisions(table(size), ax=axes_of(width, 3.2)))


def test_what_it_shows(snapshot):
    assert data_of(table("ordinary").plot()) == snapshot


def test_the_same_table_gives_the_same_bytes():
    assert figures.svg(table("ordinary")) == figures.svg(table("ordinary"))


def test_the_counts_are_those_of_the_table():
    counts = table("ordinary").counts()
    left = [text.get_text() for text in table("ordinary").plot().texts if text.get_ha() == "left"][::-1]
    first, equivalent, second, undecided = counts.rejected
    assert left == [
        f"p ≤ 0.05: {counts.rejected.total} tasks",
        f"● decided for ours {first}",
        f"■ equivalent {equivalent}",
        f"▲ decided for theirs {second}",
        f"○ undecided {undecided}",
    ]


def test_every_task_is_a_mark_filled_where_it_is_decided():
    found = table("huge")
    marks = [line for line in found.plot().lines if line.get_marker() in ("o", "s", "^")]
    hollow = sum(len(line.get_xdata()) for line in marks if line.get_markerfacecolor() == "none")
    assert sum(len(line.get_xdata()) for line in marks) == len(found.tasks) == 500
    assert hollow == sum(task.verdict == "undecided" for task in found.tasks)
    assert min(line.get_xdata().min() for line in marks) >= 1e-4


def test_several_pairs_are_drawn_together():
    rng = np.random.default_rng(0)
    keys = {"task": np.repeat(["s", "t"], 10), "fold": np.tile(range(10), 2)}
    found = bt.decision_table(bt.read({**keys, **{name: rng.normal(size=20) for name in "abc"}}), rope=0.1)
    assert "p > 0.05: 6 tasks" in texts(found.plot())
    assert any(text.startswith("● decided for first") for text in texts(found.plot()))


def test_a_comparison_that_was_repeated_within_each_task():
    found = bt.compare(example("code-switching"), per_task=True, rope=0.01)
    counts = found.tally
    assert f"p ≤ 0.05: {counts.rejected.total} tasks" in texts(figures.per_task_decisions(found))


def test_what_has_no_tasks_is_refused():
    with pytest.raises(ArgumentError, match="per_task=True"):
        figures.per_task_decisions(bt.compare(example("code-switching"), rope=0.01))
    with pytest.raises(ArgumentError, match="draws DecisionTable or Comparison"):
        figures.per_task_decisions(None)
