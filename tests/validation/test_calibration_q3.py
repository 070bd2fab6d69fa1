"""Are the hierarchical procedures what they claim to be? Calibration over the prior, coverage of the next task.

Slow; run with `make validate`.
"""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from betterthan.procedures import bayes_hierarchical_mcnemar, bayes_hierarchical_t

pytestmark = pytest.mark.validation

DELTA0, SIGMA0, SIGMA = (-0.1, 0.1), 0.05, 0.1
TASKS, SCORES = 8, 6


def uniform(ranks: list[float]) -> float:
    return float(stats.chisquare(np.histogram(ranks, bins=20, range=(0, 1))[0]).pvalue)


def test_simulation_based_calibration_of_bayes_hierarchical_t():
    """Everything drawn from the prior `corani` with proper bounds: the posterior's value at the truth is uniform."""
    rng = np.random.default_rng(20)
    ranks: dict[str, list[float]] = {"δ0": [], "δ_1": [], "next δ": []}
    for _ in range(500):
        delta0, sigma0 = rng.uniform(*DELTA0), rng.uniform(0, SIGMA0)
        nu = 1 + rng.gamma(rng.uniform(0.5, 5)) / rng.uniform(0.05, 0.15)
        delta = delta0 + sigma0 * rng.standard_t(nu, TASKS + 1)
        scores = rng.normal(delta[:TASKS, None], rng.uniform(0, SIGMA, TASKS)[:, None], (TASKS, SCORES))
        mean = scores.mean(axis=1)
        posterior = bayes_hierarchical_t.from_summary(
            n=[SCORES] * TASKS, mean=mean, ss=((scores - mean[:, None]) ** 2).sum(axis=1),
            delta0=DELTA0, sigma0=SIGMA0, sigma=SIGMA, prior="corani",
        )  # fmt: skip
        ranks["δ0"].append(posterior.readings((delta0, delta0))["population"].second)
        ranks["δ_1"].append(posterior.task_probabilities((delta[0], delta[0]))[0].second)
        ranks["next δ"].append(posterior.readings((delta[TASKS], delta[TASKS]))["next_task"].second)
    assert {name: p for name, each in ranks.items() if (p := uniform(each)) <= 0.01} == {}


@pytest.mark.parametrize(("tasks", "disagreements"), [(30, 60), (11, 250)])
def test_coverage_of_the_next_task_by_bayes_hierarchical_mcnemar(tasks, disagreements):
    """Its prior, uniform in the mean and in (a + b)^(-1/2), is improper: coverage over a stretch of it instead."""
    rng = np.random.default_rng(tasks)
    runs, covered, covered_task = 400, 0, 0
    for _ in range(runs):
        mean, size = rng.uniform(0.2, 0.8), rng.uniform(0.05, 0.6) ** -2
        phi = rng.beta(mean * size, (1 - mean) * size, tasks + 1)
        n10 = rng.binomial(disagreements, phi[:tasks])
        cells = {str(i): (0, int(disagreements - n), int(n), 0) for i, n in enumerate(n10)}
        posterior = bayes_hierarchical_mcnemar.from_cells(cells)
        # The posterior of one more task, at its φ: first wins above.
        above = posterior.readings((phi[tasks], phi[tasks]))["next_task"].first
        covered += 0.025 <= above <= 0.975
        above = posterior.task_probabilities((phi[0], phi[0]))[0].first
        covered_task += 0.025 <= above <= 0.975
    limit = 4 * (0.95 * 0.05 / runs) ** 0.5
    assert abs(covered / runs - 0.95) <= limit
    assert abs(covered_task / runs - 0.95) <= limit
