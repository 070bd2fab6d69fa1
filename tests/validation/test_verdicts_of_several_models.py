"""How often do the verdicts on a page of several models find a difference that is not there?

With six equal models on 20 tasks, pairs alone do in a third to a half of the data sets, by what they are judged, and
the joint model in a few of a hundred. Slow; run with `make validate`.
"""

from __future__ import annotations

from itertools import combinations
from math import sqrt

import numpy as np
import pytest

import betterthan as bt
from betterthan.procedures import bayes_joint, bayes_t

pytestmark = pytest.mark.validation

RUNS, PAGES, MODELS, TASKS = 1000, 20, 6, 20
LIMIT, THRESHOLD = 0.05, 0.95
NAMES = tuple(f"model {j}" for j in range(MODELS))


def drawn(rng: np.random.Generator) -> np.ndarray:
    """Scores of equal models on tasks of different difficulty."""
    return rng.normal(0.8, 0.05, (TASKS, 1)) + rng.normal(0, 0.02, (TASKS, MODELS))


def half_width(scores: np.ndarray) -> float:
    """The default rope: 0.1 sd of the differences, pooled over all pairs."""
    return 0.1 * sqrt(np.mean([np.var(scores[:, i] - scores[:, j], ddof=1) for i, j in combinations(range(MODELS), 2)]))


def claims(scores: np.ndarray) -> set[tuple[str, str]]:
    """Who is better than whom, by the joint model: what the page rests its verdicts on."""
    better = bayes_joint.from_scores(scores, models=NAMES).law.better(half_width(scores))
    return {(NAMES[i], NAMES[j]) for i, j in np.argwhere(better >= THRESHOLD)}


def claimed_alone(scores: np.ndarray) -> bool:
    """Whether some pair alone would be decided for one model, by the closed form on its differences."""
    rope = half_width(scores)
    pairs = [bayes_t.from_differences(scores[:, i] - scores[:, j]) for i, j in combinations(range(MODELS), 2)]
    return any(max(pair.probabilities(rope).first, pair.probabilities(rope).second) >= THRESHOLD for pair in pairs)


def test_six_equal_models():
    rng, false, alone = np.random.default_rng(14), 0, 0
    for _ in range(RUNS):
        scores = drawn(rng)
        false += bool(claims(scores))
        alone += claimed_alone(scores)
    print(f"at least one false claim: {false / RUNS:.3f} of the pages, {alone / RUNS:.3f} by pairs alone")
    assert false / RUNS <= LIMIT + 2 * sqrt(LIMIT * (1 - LIMIT) / RUNS)
    assert alone / RUNS >= 0.25  # what the joint model is there for


def test_the_page_says_what_was_counted():
    """Pairs and tiers of `compare`, of equal models and of one that is better."""
    rng, seen = np.random.default_rng(15), set()
    for run in range(PAGES):
        scores = drawn(rng) + np.eye(MODELS)[0] * (0.02 if run % 2 else 0.0)
        columns = {name: scores[:, j].tolist() for j, name in enumerate(NAMES)}
        found = bt.compare(bt.read({"task": [f"task {j}" for j in range(TASKS)], **columns}))
        decided = {
            (pair.first, pair.second) if pair.verdict == "first" else (pair.second, pair.first)
            for pair in found.comparisons
            if pair.verdict in ("first", "second")
        }
        assert decided == claims(scores)
        tied = {frozenset(pair) for tier in found.ranked.tiers for pair in combinations(tier, 2)}
        assert {frozenset(pair) for pair in combinations(NAMES, 2)} - tied == {frozenset(pair) for pair in decided}
        seen |= decided
    assert seen
