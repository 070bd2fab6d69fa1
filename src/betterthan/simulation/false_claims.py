"""False claims among many equal models: how often is somebody told that one of them is better than another?"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from betterthan.arrays import Array
from betterthan.numerics.multiplicity import adjust
from betterthan.procedures import (
    bayes_joint,
    bayes_t,
    friedman,
    model_confidence_set,
    nemenyi,
    paired_t,
    westfall_young,
    wilcoxon,
)
from betterthan.simulation.setting import Drawn, Setting
from betterthan.simulation.study import Study

THRESHOLD = 0.95
DRAWS = 999


@dataclass(frozen=True)
class Equal:
    """One repetition: equal models on tasks of different difficulty; rope 0, so that any claim is false."""

    models: int
    tasks: int

    def __call__(self, rng: np.random.Generator) -> Drawn:
        scores = rng.normal(0, 3, (self.tasks, 1)) + rng.normal(0, 1, (self.tasks, self.models))
        apart = [scores[:, i] - scores[:, j] for i, j in combinations(range(self.models), 2)]
        claimed = {
            "bayes_joint": bayes_joint.from_scores(scores).law.better(0.0).max() >= THRESHOLD,
            "bayes_t, every pair": max(_surest(each) for each in apart) >= THRESHOLD,
            **_pairs_alone(apart),
            **_tests_of_all(scores, int(rng.integers(2**31))),
        }
        return {name: float(each) for name, each in claimed.items()}


def _surest(differences: Array) -> float:
    found = bayes_t.from_differences(differences).direction()
    return max(found.first, found.second)


def _pairs_alone(apart: list[Array]) -> dict[str, bool]:
    claims = {}
    for test in (paired_t, wilcoxon):
        p_values = np.array([test.from_differences(each).p_value for each in apart])
        claims[f"{test.name}, every pair"] = bool(p_values.min() <= 1 - THRESHOLD)
        claims[f"{test.name}, Holm"] = bool(adjust(p_values).min() <= 1 - THRESHOLD)
    return claims


def _tests_of_all(scores: Array, seed: int) -> dict[str, bool]:
    steps_down = westfall_young.from_scores(scores, draws=DRAWS, rng=seed)
    best = model_confidence_set.from_scores(scores, draws=DRAWS, rng=seed)
    return {
        "friedman": friedman.from_scores(scores).rejects(THRESHOLD),
        "nemenyi, any pair": min(pair.p_adjusted for pair in nemenyi.from_scores(scores).pairs) <= 1 - THRESHOLD,
        "westfall_young, any pair": min(pair.p_adjusted for pair in steps_down.pairs) <= 1 - THRESHOLD,
        "model_confidence_set leaves one out": len(best.confidence_set(THRESHOLD) or ()) < scores.shape[1],
    }


KEPT = dict.fromkeys(("bayes_joint", "paired_t, Holm", "wilcoxon, Holm", "westfall_young, any pair"), (0.0, 0.05))
EXPECTED = dict.fromkeys(KEPT, "at most 0.05") | {"friedman": "0.05", "nemenyi, any pair": "0.05"}

STUDIES = {
    "false-claims": Study(
        "False claims among many equal models",
        tuple(
            Setting(f"{models} models, {tasks} tasks", Equal(models, tasks), EXPECTED, KEPT, at=models)
            for models, tasks in ((3, 30), (6, 30), (20, 30))
        ),
        (
            "Shares of data sets in which at least one model is claimed to be better than another, although all are "
            "equal; rope 0. Effects that are learnt from each other need no correction for the number of pairs "
            "(Gelman, Hill and Yajima 2012); verdicts on each pair alone do.",
        ),
    )
}
