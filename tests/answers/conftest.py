"""One of every record that a user can hold."""

from __future__ import annotations

import numpy as np
import pytest

import betterthan as bt


def scores():
    """Three models on five tasks, with four seeds each."""
    rng = np.random.default_rng(3)
    columns = {"model": [], "task": [], "seed": [], "score": []}
    for name, level in (("a", 0.0), ("b", 0.1), ("c", 0.4)):
        for task in range(5):
            for seed in range(4):
                row = {"model": name, "task": f"t{task}", "seed": seed, "score": float(rng.normal(level + task, 0.1))}
                for key, value in row.items():
                    columns[key].append(value)
    return bt.read(columns, model="model", task="task", seed="seed", score="score")


def two_metrics():
    """Two models on thirty cases, with an accuracy and a loss of each."""
    rng = np.random.default_rng(9)
    accuracy, loss = rng.normal(0.8, 0.05, 60), rng.normal(12.0, 1.0, 60)
    return {"model": ["a", "b"] * 30, "case": [j // 2 for j in range(60)], "acc": accuracy, "rmse": loss}


def pair():
    """Thirty differences of two models."""
    rng = np.random.default_rng(5)
    return bt.pair_arrays(rng.normal(0.8, 0.05, 30), rng.normal(0.78, 0.05, 30), independent=True)


MADE = {
    "Comparison": lambda: bt.compare(pair(), rope=0.01),
    "Comparisons": lambda: bt.compare(scores(), rope=0.05),
    "ByMetric": lambda: bt.compare(two_metrics(), metric=["acc", "rmse"], rope={"acc": 0.01}),
    "JointTest": lambda: bt.compare(scores(), procedure="anova", per_task=True),
    "Ranked": lambda: bt.rank(scores(), rope=0.05),
    "SeedTable": lambda: bt.seed_table(scores(), "a", rope=0.05),
    "ScoreTable": lambda: bt.score_table(scores(), rope=0.05),
    "DecisionTable": lambda: bt.decision_table(scores(), rope=0.05),
    "ModelMeans": lambda: bt.model_means(scores()),
    "Sensitivity": lambda: bt.sensitivity(bt.compare(pair(), rope=0.01)),
    "Scaling": lambda: bt.scaling(bt.compare(pair(), rope=0.01)),
}


@pytest.fixture(scope="session")
def records():
    """Every record by the name of its type, made once."""
    return {name: make() for name, make in MADE.items()}


@pytest.fixture(params=MADE)
def record(records, request):
    """Each of them in turn."""
    return records[request.param]
