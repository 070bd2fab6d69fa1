"""Do scores with several columns that vary give intervals that hold what they promise?

Slow; run with `make validate`. Limits are four standard errors of the simulation.
"""

from __future__ import annotations

import numpy as np
import pytest

import betterthan as bt
from betterthan.judging.decision import decide
from betterthan.results.difference import DifferencePosterior

pytestmark = pytest.mark.validation

SEEDS, CLUSTERS, CASES = 5, 40, 5


def scores_of_equal_models(rng: np.random.Generator) -> dict[str, np.ndarray]:
    """Two models of the same quality: luck of seeds, of clusters of cases, and of single scores."""
    seed, cluster, case = (axis.ravel() for axis in np.indices((SEEDS, CLUSTERS, CASES)))
    noise = rng.normal(0, 0.05, SEEDS)[seed] + rng.normal(0, 0.1, CLUSTERS)[cluster] + rng.normal(0, 0.3, len(seed))
    columns = {"seed": seed, "cluster": cluster, "case": cluster * CASES + case}
    both = {name: np.tile(values, 2) for name, values in columns.items()}
    model, score = np.repeat(["a", "b"], len(seed)), np.concatenate([0.7 + noise, np.full_like(noise, 0.7)])
    return {**both, "model": model, "score": score}


def test_seeds_beside_clusters():
    """Seen with this seed: 0.958 covered, a false claim in 0.067; with one mean per cluster over all seeds 0.805."""
    rng = np.random.default_rng(13)
    runs, made, before = 600, [], []
    for _ in range(runs):
        table = bt.pair(bt.read(scores_of_equal_models(rng)))
        made.append(bt.procedures.bayes_crossed(table))
        by_cluster = np.bincount(table.factors["cluster"].codes, table.differences()) / SEEDS
        before.append(bt.procedures.bayes_t.from_differences(by_cluster))
    covered, claims = shares(made)
    assert covered >= 0.95 - 4 * (0.95 * 0.05 / runs) ** 0.5, covered
    assert claims <= 0.10, claims  # a verdict needs 0.95, on either side
    covered, claims = shares(before)
    assert covered <= 0.85, covered
    assert claims >= 0.20, claims


def shares(posteriors: list[DifferencePosterior]) -> tuple[float, float]:
    """How often the 95% interval holds the truth, and how often one of the equal models is called better."""
    below = np.array([float(posterior.cdf(0.0)) for posterior in posteriors])
    claims = [decide(posterior, 0.0).verdict in ("first", "second") for posterior in posteriors]
    return float(np.mean(np.abs(below - 0.5) <= 0.475)), float(np.mean(claims))
