"""How often somebody is told that one of several equal models is better than another."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from betterthan.numerics.multiplicity import adjust
from betterthan.procedures import bayes_joint, bayes_t, paired_t, wilcoxon

MODELS, TASKS, THRESHOLD = 20, 30, 0.95


def false_claims(*, simulations: int, seed: int, tests: bool = True) -> dict[str, float]:
    """Share of data sets with at least one false claim among the pairs of 20 equal models on 30 tasks, by procedure.

    Rope 0: any decided pair is a false claim. Tests claim at p <= 0.05.
    """
    rng, found = np.random.default_rng(seed), []
    for _ in range(simulations):
        scores = rng.normal(0, 3, (TASKS, 1)) + rng.normal(0, 1, (TASKS, MODELS))
        apart = [scores[:, i] - scores[:, j] for i, j in combinations(range(MODELS), 2)]
        alone = [bayes_t.from_differences(d).direction() for d in apart]
        joint = bayes_joint.from_scores(scores).law.better(0.0)
        found.append(
            {
                "bayes_joint": joint.max() >= THRESHOLD,
                "bayes_t, every pair": max(max(p.first, p.second) for p in alone) >= THRESHOLD,
                **(_by_tests(apart) if tests else {}),
            }
        )
    return {name: float(np.mean([each[name] for each in found])) for name in found[0]}


def _by_tests(apart: list[np.ndarray]) -> dict[str, bool]:
    claims = {}
    for test in (paired_t, wilcoxon):
        p_values = np.array([test.from_differences(d).p_value for d in apart])
        claims[test.name] = p_values.min() <= 1 - THRESHOLD
        claims[f"{test.name}, Holm"] = adjust(p_values).min() <= 1 - THRESHOLD
    return claims
