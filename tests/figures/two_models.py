"""What the tests of figures of two models share: tables and comparisons of three sizes."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

import betterthan as bt
from betterthan.answers.comparison import Comparison
from betterthan.data.moments import Cells
from betterthan.data.pairing import pair_differences
from betterthan.data.summaries import PairedSummary
from betterthan.data.tables import PairedTable

TASKS = {"ordinary": 12, "tiny": 3, "huge": 500}

sizes = pytest.mark.parametrize("size", TASKS)


def names(size: str) -> tuple[str, str]:
    """Long names where the input is huge, one of them of the widest letters."""
    if size != "huge":
        return "nbc", "aode"
    return "a-model-with-a-rather-long-name-that-says-how-it-was-trained".ljust(80, "x"), "W" * 80


def task_names(size: str) -> list[str]:
    long = "a-task-with-a-rather-long-name-" + 40 * "y"
    return [f"{long if size == 'huge' else 'task'}-{j:03d}" for j in range(TASKS[size])]


@cache
def tasks(size: str) -> PairedTable:
    """Five scores of both models on each task."""
    rng, count = np.random.default_rng(2), TASKS[size]
    first = np.repeat(rng.uniform(0.6, 0.9, count), 5) + rng.normal(0, 0.02, 5 * count)
    second = first - np.repeat(rng.normal(0.005, 0.02, count), 5) + rng.normal(0, 0.01, 5 * count)
    labels = np.repeat(task_names(size), 5)
    columns = dict(zip(names(size), (first.round(4), second.round(4)), strict=True))
    return bt.pair(bt.read({"task": labels, "case": np.arange(5 * count), **columns}), *names(size))


@cache
def cases(size: str) -> PairedTable:
    """Scores on the cases of one task; those of the huge one have long tails and are many."""
    rng, count = np.random.default_rng(3), {"ordinary": 60, "tiny": 3, "huge": 50_000}[size]
    second = rng.normal(0, 1, count)
    apart = rng.standard_t(2, count) if size == "huge" else rng.normal(0.1, 0.4, count)
    return bt.pair_arrays(second + apart, second, models=names(size), independent=True)


@cache
def hierarchical(size: str) -> Comparison:
    """Differences over tasks, by `bayes_hierarchical_t`."""
    return bt.compare(tasks(size), rope=0.01, procedure="bayes_hierarchical_t")


@cache
def shares_of_disagreements(size: str) -> Comparison:
    """Counts over tasks, by `bayes_hierarchical_mcnemar`."""
    if size == "ordinary":
        return bt.compare(bt.examples.example("code-switching"), procedure="bayes_hierarchical_mcnemar")
    counts = np.random.default_rng(4).integers(5, 60, (TASKS[size], 2))
    cells = {task: Cells(20, int(a), int(b), 100) for task, (a, b) in zip(task_names(size), counts, strict=True)}
    summary = PairedSummary.from_cells(cells, models=names(size))
    return bt.compare(summary, procedure="bayes_hierarchical_mcnemar")


@cache
def signed_rank(size: str, rope: float = 0.01) -> Comparison:
    return bt.compare(tasks(size), rope=rope, procedure="bayes_signed_rank")


def same(count: int = 5) -> PairedTable:
    """Two models that do not differ at all."""
    return pair_differences(np.zeros(count), task=[f"task-{j}" for j in range(count)])


def alike(count: int = 5) -> PairedTable:
    """Two models that hardly differ: by less than any rope here, on every task."""
    return pair_differences(0.0001 * np.arange(count), task=[f"task-{j}" for j in range(count)])
