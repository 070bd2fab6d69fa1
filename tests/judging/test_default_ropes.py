"""The rope of those who gave none, in every design, against the formula written out in NumPy."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import numpy as np
import pytest
from scipy.special import betaln, expit

import betterthan as bt

RNG = np.random.default_rng(25)
CASES, SEEDS, TASKS = 24, 6, 8


def long(scores: np.ndarray, **keys: np.ndarray) -> dict[str, np.ndarray]:
    """Models x units as a long table; the last model leads, so that no order of columns helps."""
    names = [f"m{j}" for j in range(len(scores))]
    return {
        "model": np.repeat(names, scores.shape[1]),
        **{name: np.tile(labels, len(scores)) for name, labels in keys.items()},
        "score": scores.ravel(),
    }


def real(models: int, units: int, spread: float = 0.05) -> np.ndarray:
    return 0.6 + RNG.normal(0, spread, (models, units)) + 0.01 * np.arange(models)[:, None]


def wrong_or_right(models: int, units: int) -> np.ndarray:
    return (RNG.random((models, units)) < 0.6).astype(float)


def sd(values: np.ndarray) -> float:
    """The standard deviation with n - 1, from its definition."""
    return float(np.sqrt(((values - values.mean()) ** 2).sum() / (values.size - 1)))


def means_by(values: np.ndarray, labels: np.ndarray) -> np.ndarray:
    return np.array([values[..., labels == label].mean(axis=-1) for label in np.unique(labels)]).T


ONE = real(2, CASES)
CLUSTER = np.arange(CASES) % 7
FOLD = np.arange(10)
CROSSED = {"seed": np.repeat(np.arange(SEEDS), 5), "case": np.tile(np.arange(5), SEEDS)}
GRID = real(2, SEEDS * 5)
TASK = np.repeat(np.arange(TASKS), 5)
IN_TASKS = real(2, TASKS * 5) + np.tile(0.1 * RNG.normal(size=TASKS), 5)[: TASKS * 5]
SINGLE = real(2, TASKS)
BINARY = wrong_or_right(2, CASES)
THREE = real(3, TASKS)
GAPS = THREE.copy()
GAPS[2, 0] = np.nan
BINARY_TASKS = wrong_or_right(2, 20 * TASKS)
TASK_OF_CASE = np.repeat(np.arange(TASKS), 20)
OWN = real(2, 7)


def only_one_right(scores: np.ndarray) -> tuple[int, int]:
    """Cases on which only the second, and only the first, is right."""
    return int(((scores[0] == 0) & (scores[1] == 1)).sum()), int(((scores[0] == 1) & (scores[1] == 0)).sum())


def half_width_of_phi() -> float:
    """0.1 √(φ̄(1-φ̄)), φ̄ the mean of Beta(n01 + 1, n10 + 1)."""
    n01, n10 = only_one_right(BINARY)
    mean = (n01 + 1) / (n01 + n10 + 2)
    return 0.1 * float(np.sqrt(mean * (1 - mean)))


def half_width_of_hierarchical_phi() -> float:
    """The same with φ̄ = E[a/(a+b)], by sums over a plain grid that is uniform in μ = a/(a+b) and (a+b)^(-1/2)."""
    mu = expit(np.linspace(-5, 5, 801))[:, None]
    eta = np.linspace(0.002, 3, 1500)[None, :]
    a, b = mu / eta**2, (1 - mu) / eta**2
    log = np.log(mu * (1 - mu)) + np.zeros_like(eta)  # of the step from μ to its logit
    for task in range(TASKS):
        n01, n10 = only_one_right(BINARY_TASKS[:, task == TASK_OF_CASE])
        log = log + betaln(a + n01, b + n10) - betaln(a, b)
    weight = np.exp(log - log.max())
    mean = float((weight * mu).sum() / weight.sum())
    return 0.1 * float(np.sqrt(mean * (1 - mean)))


def pooled(scores: np.ndarray) -> float:
    """Root of the mean variance of the differences of all pairs, each on the units that both have."""
    apart = [scores[i] - scores[j] for i, j in combinations(range(len(scores)), 2)]
    return float(np.sqrt(np.mean([sd(each[~np.isnan(each)]) ** 2 for each in apart])))


def of_two_samples(first: np.ndarray, second: np.ndarray) -> float:
    squares = ((first - first.mean()) ** 2).sum() + ((second - second.mean()) ** 2).sum()
    return float(np.sqrt(squares / (len(first) + len(second) - 2)))


def without_gaps(scores: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    there = ~np.isnan(scores["score"])
    return {name: values[there] for name, values in scores.items()}


def own_seeds() -> dict[str, np.ndarray]:
    return {**long(OWN), "seed": np.arange(OWN.size)}


ROPES: dict[str, tuple[Callable[[], object], str, float]] = {
    "cases": (lambda: bt.compare(long(ONE, case=np.arange(CASES))), "bayes_t", 0.1 * sd(ONE[0] - ONE[1])),
    "losses": (
        lambda: bt.compare(long(ONE, case=np.arange(CASES)), higher_is_better=False),
        "bayes_t",
        0.1 * sd(ONE[0] - ONE[1]),
    ),
    "percent": (
        lambda: bt.compare(long(100 * ONE, case=np.arange(CASES))),
        "bayes_t",
        10 * sd(ONE[0] - ONE[1]),
    ),
    "sums of cases": (
        lambda: bt.compare(bt.summarize(bt.read(long(ONE, case=np.arange(CASES))))),
        "bayes_t",
        0.1 * sd(ONE[0] - ONE[1]),
    ),
    "clusters": (
        lambda: bt.compare(long(ONE, case=np.arange(CASES), cluster=CLUSTER)),
        "bayes_t",
        0.1 * sd(means_by(ONE[0] - ONE[1], CLUSTER)),
    ),
    "cases in clusters": (
        lambda: bt.compare(long(ONE, case=np.arange(CASES), cluster=CLUSTER), weight="cases"),
        "bayes_clustered_t",
        0.1 * sd(ONE[0] - ONE[1]),
    ),
    "0/1 cases in clusters": (
        lambda: bt.compare(long(BINARY, case=np.arange(CASES), cluster=CLUSTER), weight="cases"),
        "bayes_clustered_t",
        0.1 * sd(BINARY[0] - BINARY[1]),
    ),
    "folds": (
        lambda: bt.compare(long(ONE[:, :10], fold=FOLD)),
        "bayes_correlated_t",
        0.1 * sd(ONE[0, :10] - ONE[1, :10]),
    ),
    "seeds": (
        lambda: bt.compare(long(ONE[:, :SEEDS], seed=np.arange(SEEDS))),
        "bayes_t",
        0.1 * sd(ONE[0, :SEEDS] - ONE[1, :SEEDS]),
    ),
    "seeds of their own": (lambda: bt.compare(own_seeds()), "bayes_welch", 0.1 * of_two_samples(*OWN)),
    "seeds and cases": (lambda: bt.compare(long(GRID, **CROSSED)), "bayes_crossed", 0.1 * sd(GRID[0] - GRID[1])),
    "tasks, one score": (
        lambda: bt.compare(long(SINGLE, task=np.arange(TASKS))),
        "bayes_signed_rank",
        0.1 * sd(SINGLE[0] - SINGLE[1]),
    ),
    "few tasks, one score": (
        lambda: bt.compare(long(SINGLE[:, :5], task=np.arange(5))),
        "bayes_t",
        0.1 * sd(SINGLE[0, :5] - SINGLE[1, :5]),
    ),
    "tasks, several scores": (
        lambda: bt.compare(long(IN_TASKS, task=TASK, case=np.arange(TASK.size))),
        "bayes_hierarchical_t",
        0.1 * sd(means_by(IN_TASKS[0] - IN_TASKS[1], TASK)),
    ),
    "sums of tasks": (
        lambda: bt.compare(bt.summarize(bt.read(long(IN_TASKS, task=TASK, case=np.arange(TASK.size))))),
        "bayes_hierarchical_t",
        0.1 * sd(means_by(IN_TASKS[0] - IN_TASKS[1], TASK)),
    ),
    "tasks by a named procedure": (
        lambda: bt.compare(long(IN_TASKS, task=TASK, case=np.arange(TASK.size)), procedure="bayes_sign"),
        "bayes_sign",
        0.1 * sd(means_by(IN_TASKS[0] - IN_TASKS[1], TASK)),
    ),
    "0/1": (lambda: bt.compare(long(BINARY, case=np.arange(CASES))), "bayes_mcnemar", half_width_of_phi()),
    "0/1 losses": (
        lambda: bt.compare(long(1 - BINARY, case=np.arange(CASES)), higher_is_better=False),
        "bayes_mcnemar",
        half_width_of_phi(),
    ),
    "0/1 tasks": (
        lambda: bt.compare(long(BINARY_TASKS, task=TASK_OF_CASE, case=np.arange(TASK_OF_CASE.size))),
        "bayes_hierarchical_mcnemar",
        half_width_of_hierarchical_phi(),
    ),
    "ranking": (lambda: bt.rank(long(THREE, task=np.arange(TASKS))), "bayes_joint", 0.1 * pooled(THREE)),
    "ranking of two": (
        lambda: bt.rank(long(SINGLE, task=np.arange(TASKS))),
        "bayes_joint",
        0.1 * sd(SINGLE[0] - SINGLE[1]),
    ),
    "ranking with a gap": (
        lambda: bt.rank(without_gaps(long(GAPS, task=np.arange(TASKS)))),
        "bayes_joint",
        0.1 * pooled(GAPS),
    ),
    "ranking on different scales": (
        lambda: bt.rank(long(THREE * 10.0 ** np.arange(TASKS), task=np.arange(TASKS))),
        "bayes_plackett_luce",
        0.1 * np.pi / np.sqrt(3),
    ),
    "tasks on different scales": (
        lambda: bt.compare(long(SINGLE * 10.0 ** np.arange(TASKS), task=np.arange(TASKS))),
        "bayes_sign",
        0.0,
    ),
}


@pytest.mark.parametrize("name", ROPES)
def test_the_default_rope_is_its_formula(name):
    make, procedure, half_width = ROPES[name]
    found = make()
    assert found.procedure == procedure
    null = 0.5 if procedure in ("bayes_mcnemar", "bayes_hierarchical_mcnemar") else 0.0
    within = 2e-6 if procedure == "bayes_hierarchical_mcnemar" else 1e-12
    bounds = (null - half_width, null + half_width)
    assert (found.rope.low, found.rope.high) == pytest.approx(bounds, rel=1e-9, abs=within)
    assert found.rope.source.startswith("default")


def test_all_pairs_of_several_models_have_the_rope_of_the_ranking():
    found = bt.compare(long(THREE, task=np.arange(TASKS)))
    ropes = {(each.rope.low, each.rope.high) for each in (*found.comparisons, found.ranked)}
    assert len(found.comparisons) == 3
    for low, high in ropes:
        assert (low, high) == pytest.approx((-0.1 * pooled(THREE), 0.1 * pooled(THREE)), rel=1e-9)
