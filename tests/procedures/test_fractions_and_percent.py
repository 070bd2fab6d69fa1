"""The same scores in fractions and in percent have the same posterior over tasks."""

from __future__ import annotations

import numpy as np
import pytest

import betterthan as bt
from betterthan.data.design import Design
from betterthan.data.factors import factor
from betterthan.data.pairing import pair_differences
from betterthan.data.tables import PairedTable
from betterthan.data.units import unit_called
from betterthan.numerics.full_score import full_score
from betterthan.procedures import bayes_hierarchical_t

READINGS = ("population", "next_task", "winner")


def folds(tasks: int, digits: int = 3, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    level = rng.uniform(0.6, 0.9, tasks)[:, None, None]
    scores = np.round(level + rng.normal(0, 0.02, (tasks, 10, 2)) + rng.normal(0, 0.01, (tasks, 1, 2)), digits)
    return scores.reshape(-1, 2), np.repeat(np.arange(tasks), 10)


def table(
    scores: np.ndarray,
    task: np.ndarray,
    n_test: int | None = None,
    *,
    losses: bool = False,
    declared: tuple[float, float] | None = None,
) -> PairedTable:
    design = Design(unit_called("folds"), {"fold": 10}, n_train=None if n_test is None else 9 * n_test, n_test=n_test)
    factors = {"task": factor(task)}
    return PairedTable(("a", "b"), -scores if losses else scores, design, factors, not losses, score_range=declared)


def probabilities(data: PairedTable, rope: float) -> list[float]:
    found = bayes_hierarchical_t(data, test_fraction=0.1).readings((-rope, rope))
    return [share for name in READINGS for share in found[name]]


@pytest.mark.parametrize("losses", [False, True])
@pytest.mark.parametrize("tasks", [3, 4, 12])
def test_percent_are_fractions(tasks, losses):
    scores, task = folds(tasks)
    expect = probabilities(table(scores, task, losses=losses), 0.01)
    assert probabilities(table(100 * scores, task, losses=losses), 1.0) == pytest.approx(expect, abs=1e-6)


@pytest.mark.parametrize("n_test", [None, 250])
def test_so_they_are_with_a_task_without_variation(n_test):
    scores, task = folds(3, digits=2)
    scores[task == 1] = (0.84, 0.86)
    expect = probabilities(table(scores, task, n_test), 0.01)
    percent = np.round(100 * scores, 6)
    assert probabilities(table(percent, task, n_test), 1.0) == pytest.approx(expect, abs=1e-6)


@pytest.mark.parametrize("losses", [False, True])
@pytest.mark.parametrize("n_test", [None, 250])
def test_scores_with_a_declared_range_are_fractions_of_it(n_test, losses):
    scores, task = folds(3, digits=2)
    scores[task == 1] = (0.84, 0.86)
    expect = probabilities(table(scores, task, n_test, losses=losses), 0.01)
    wide = table(np.round(1000 * scores, 6), task, n_test, losses=losses, declared=(0, 1000))
    assert probabilities(wide, 10.0) == pytest.approx(expect, abs=1e-6)


def test_a_declared_range_bounds_the_mean_difference_in_sums_and_differences_too():
    scores, task = folds(3)
    both = 1000 * scores
    rows = {"task": task, "case": np.arange(len(task)), "a": both[:, 0], "b": both[:, 1]}
    read = bt.read(rows, range=(200, 1200))
    only = pair_differences(both[:, 0] - both[:, 1], task=task, range=(200, 1200))
    for each in (bt.pair(read), bt.summarize(read), only):
        assert bayes_hierarchical_t(each).inputs["hyper"]["delta0"] == [-1000, 1000]


def test_other_scores_are_bounded_by_their_largest_difference():
    scores, task = folds(3)
    found = bayes_hierarchical_t(table(1000 * scores, task), test_fraction=0.1)
    largest = 1000 * np.ptp(scores, axis=1).max()
    assert found.inputs["hyper"]["delta0"] == pytest.approx([-largest, largest])


@pytest.mark.parametrize(
    ("scores", "full"),
    [
        ([0.0, 1.0], 1), ([-0.3, 0.6], 1), ([1.0, 1.0], 1), ([-0.9, 0.9], None), ([0.4, 1.2], 100), ([0.0, 100.0], 100),
        ([71.0, 100.5], None), ([-3.0, -1.0], None), ([-1.0, 50.0], None),
    ],
)  # fmt: skip
def test_what_a_score_can_be_at_most(scores, full):
    assert full_score(np.array(scores)) == full
