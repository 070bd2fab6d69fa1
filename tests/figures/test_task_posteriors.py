"""Small multiples of the tasks' posteriors: all on one scale, each with its most probable region."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from every_figure import can_be_read, same_bytes, shows
from looks import assert_readable
from many_models import texts
from two_models import hierarchical, sizes, tasks

import betterthan as bt
from betterthan import figures
from betterthan.answers.comparison import Comparison
from betterthan.errors import ArgumentError


@cache
def per_task(size: str) -> Comparison:
    return bt.compare(tasks(size), rope=0.01, per_task=True)


test_it_can_be_read = can_be_read(sizes, lambda size, ax: figures.task_posteriors(per_task(size), ax=ax), height=3.6)
test_what_it_shows = shows(lambda: figures.task_posteriors(per_task("tiny")))
test_the_same_comparison_gives_the_same_bytes = same_bytes(lambda: figures.task_posteriors(per_task("ordinary")))


def test_every_task_has_its_name_and_its_largest_probability():
    found = per_task("ordinary")
    printed = texts(figures.task_posteriors(found))
    for part in found.tasks:
        share = printed[printed.index(part.task) + 1]
        assert float(share.strip("<>")) == pytest.approx(max(part.probabilities), abs=1e-3)


def test_above_stands_how_many_tasks_are_decided():
    found = per_task("ordinary")
    header = [text.split("\n")[-1] for text in texts(figures.task_posteriors(found)) if "\n" in text]
    verdicts = [part.decision.verdict for part in found.tasks]
    assert header == [str(verdicts.count(region)) for region in ("second", "equivalent", "first")]


def test_of_many_tasks_the_clearest_are_shown():
    found = per_task("huge")
    axes = figures.task_posteriors(found)
    assert "(60 of 500 tasks shown)" in axes.get_xlabel().replace("\n", " ")
    shares = [float(text.strip("<>")) for text in texts(axes) if text[0] in "0123456789<>"]
    assert len(shares) == 60
    assert min(shares) >= sorted((max(part.probabilities) for part in found.tasks), reverse=True)[60] - 1e-3


def test_counts_have_posteriors_of_shares():
    found = bt.compare(bt.examples.example("code-switching"), per_task=True)
    axes = figures.task_posteriors(found)
    assert_readable(axes)
    assert "each with its own rope" in axes.get_xlabel()


def test_a_task_without_variation_has_what_it_leaves_open():
    """Five scores that differ by 0.02 leave c ± τ with τ ~ Beta(1, 6): above the rope is 1 - (1 - 0.01)^6 / 2."""
    rng = np.random.default_rng(0)
    second = rng.uniform(0.6, 0.9, 15).round(2)
    first = second + np.concatenate([np.full(5, 0.02), rng.normal(0, 0.02, 10).round(2)])
    table = bt.pair_arrays(first, second, task=np.repeat(["a", "b", "c"], 5), independent=True)
    axes = figures.task_posteriors(bt.compare(table, rope=0.01, per_task=True))
    assert_readable(axes)
    printed = texts(axes)
    assert printed[printed.index("a") + 1] == f"{1 - 0.99**6 / 2:.3f}"


def test_without_comparisons_of_tasks_there_is_nothing_to_draw():
    with pytest.raises(ArgumentError, match="per_task=True"):
        figures.task_posteriors(hierarchical("ordinary"))
    with pytest.raises(ArgumentError, match=r"draws Comparison; got list"):
        figures.task_posteriors([])
