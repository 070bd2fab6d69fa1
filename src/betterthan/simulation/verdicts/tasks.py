"""Designs of several tasks, with one score of each or with many."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt

import numpy as np

from betterthan.arrays import Array
from betterthan.simulation.verdicts.design import TWO_SIDED, Design, Draw, above, folds, right_or_wrong, units
from betterthan.simulation.verdicts.one_task import NO_ROPE, SHARE

TEN, HUNDRED = np.arange(10), np.arange(100)
SCALES = 10.0 ** np.arange(-2, 4, 0.5)
"""Of 12 tasks whose scores cannot be compared."""
OF_TASKS = sqrt(0.02**2 + 0.03**2 * (0.1 + 0.9 / 10))
OF_TASKS_OF_CELLS = sqrt(0.02**2 + 0.02**2 / 3 + 0.05**2 / 20 + 0.1**2 / 60)


def single_scores(tasks: int, why: str = "") -> Design:
    """One score on each of so many tasks."""
    return Design(
        f"{tasks} tasks",
        f"{tasks} tasks, one score each",
        "normal differences, sd 0.02 over tasks",
        units(tasks, 0.02),
        keys={"task": np.arange(tasks)},
        bound=0.002,
        outside=0.02,
        why=why,
    )


def seeds_of_tasks(seeds: int, spread: float, outside: float, why: str = "") -> Design:
    """12 tasks, each trained with so many seeds."""
    return Design(
        f"12 tasks x {seeds} seeds",
        f"12 tasks, {seeds} seeds each",
        f"normal: sd 0.02 over tasks, {spread:g} over seeds",
        within(12, seeds, of_tasks=0.02, rest=spread),
        keys={"task": np.repeat(np.arange(12), seeds), "seed": np.tile(np.arange(seeds), 12)},
        bound=0.1 * sqrt(0.02**2 + spread**2 / seeds),
        outside=outside,
        why=why,
    )


def on_scales(repeats: int) -> Draw:
    """Scores of every task on a scale of its own; differences are normal with sd 1 on it."""

    def draw(rng: np.random.Generator, lead: float) -> Array:
        scale = np.repeat(SCALES, repeats)
        second = 20 + rng.standard_normal(len(scale))
        return scale * np.stack([second + lead + rng.standard_normal(len(scale)), second])

    return draw


def within(tasks: int, scores: int, *, of_tasks: float, rest: float) -> Draw:
    """Several scores on each of so many tasks."""

    def draw(rng: np.random.Generator, lead: float) -> Array:
        return above(rng, (lead + rng.normal(0, of_tasks, (tasks, 1)) + rng.normal(0, rest, (tasks, scores))).ravel())

    return draw


def crossed_within(rng: np.random.Generator, lead: float) -> Array:
    """8 tasks, 3 seeds x 20 cases each."""
    task, seed = rng.normal(0, 0.02, (8, 1, 1)), rng.normal(0, 0.02, (8, 3, 1))
    return above(rng, (lead + task + seed + rng.normal(0, 0.05, (8, 1, 20)) + rng.normal(0, 0.1, (8, 3, 20))).ravel())


def clusters_within(rng: np.random.Generator, lead: float) -> Array:
    """8 tasks, 10 clusters of 3 cases each."""
    task, cluster = rng.normal(0, 0.02, (8, 1, 1)), rng.normal(0, 0.03, (8, 10, 1))
    return above(rng, (lead + task + cluster + rng.normal(0, 0.05, (8, 10, 3))).ravel())


def hundred_cases(rng: np.random.Generator, lead: float) -> Array:
    """10 tasks, each with its own share of the disagreements that the first model wins."""
    centre = 0.5 + lead
    return right_or_wrong(rng, np.repeat(rng.beta(20 * centre, 20 * (1 - centre), 10), 100))


def hundred_cases_in_points(rng: np.random.Generator, lead: float) -> Array:
    """As `hundred_cases`, where the lead is one of accuracy."""
    return hundred_cases(rng, lead / 0.4)


RIGHT_OR_WRONG = Design(
    "10 tasks x 100 0/1 cases",
    "10 tasks, 100 cases each, right or wrong, no rope given (share of the disagreements)",
    "the models disagree with probability 0.2; shares of the disagreements from Beta laws with a + b = 20",
    hundred_cases,
    keys={"task": np.repeat(TEN, 100), "case": np.tile(HUNDRED, 10)},
    bound=SHARE,
    outside=0.2,
)

DESIGNS = (
    single_scores(5, TWO_SIDED.format("0.2 of it")),
    single_scores(10),
    single_scores(20),
    single_scores(50),
    Design(
        "12 tasks on 12 scales",
        "12 tasks, one score each, scores up to 300,000 times as large",
        "normal differences, sd 1 on the scale of each task",
        on_scales(1),
        keys={"task": np.arange(12)},
        outside=1.5,
        why=NO_ROPE,
    ),
    Design(
        "12 tasks on 12 scales x 20 cases",
        "12 tasks, 20 cases each, scores up to 300,000 times as large",
        "normal differences, sd 1 on the scale of each task, of single cases",
        on_scales(20),
        keys={"task": np.repeat(np.arange(12), 20), "case": np.tile(np.arange(20), 12)},
        outside=0.5,
        why=NO_ROPE,
    ),
    Design(
        "2 tasks x 50 cases",
        "2 tasks, 50 cases each",
        "normal differences, sd 0.1, on both tasks alike",
        units(100, 0.1),
        keys={"task": np.repeat([0, 1], 50), "case": np.tile(np.arange(50), 2)},
        outside=0.04,
        why=NO_ROPE,
    ),
    Design(
        "8 tasks x 3 seeds x 20 cases",
        "8 tasks, 3 seeds x 20 cases each",
        "normal: sd 0.02 over tasks and over seeds, 0.05 over cases, 0.1 the rest",
        crossed_within,
        keys={
            "task": np.repeat(np.arange(8), 60),
            "seed": np.tile(np.repeat(np.arange(3), 20), 8),
            "case": np.tile(np.arange(20), 24),
        },
        bound=0.1 * OF_TASKS_OF_CELLS,
        outside=0.04,
    ),
    Design(
        "8 tasks x 10 clusters",
        "8 tasks, 10 clusters of 3 cases each",
        "normal: sd 0.02 over tasks, 0.03 over clusters, 0.05 within",
        clusters_within,
        keys={
            "task": np.repeat(np.arange(8), 30),
            "cluster": np.tile(np.repeat(TEN, 3), 8),
            "case": np.tile(np.arange(30), 8),
        },
        bound=0.1 * sqrt(0.02**2 + 0.03**2 / 10 + 0.05**2 / 30),
        outside=0.04,
        why=TWO_SIDED.format("0.3 of it"),
    ),
    seeds_of_tasks(2, 0.01, 0.02),
    seeds_of_tasks(5, 0.02, 0.025, TWO_SIDED.format("0.35 of it")),
    Design(
        "20 tasks x 10 folds",
        "20 tasks, 10 folds each",
        "normal: sd 0.02 over tasks, 0.03 over folds that correlate by 0.1",
        lambda rng, lead: above(rng, (lead + rng.normal(0, 0.02, (20, 1)) + folds(rng, 20, 10, 0.03)).ravel()),
        keys={"task": np.repeat(np.arange(20), 10), "fold": np.tile(TEN, 20)},
        bound=0.1 * OF_TASKS,
        outside=0.02,
    ),
    RIGHT_OR_WRONG,
    replace(
        RIGHT_OR_WRONG,
        name="10 tasks x 100 0/1 cases, rope",
        words="10 tasks, 100 cases each, right or wrong, rope 0.01 (accuracy)",
        draw=hundred_cases_in_points,
        bound=0.01,
        outside=0.08,
        rope=0.01,
    ),
)
