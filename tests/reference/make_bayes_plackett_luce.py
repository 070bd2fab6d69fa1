"""Makes `bayes_plackett_luce.json`: long runs of an independent sampler on the model as it is written down.

    P(order) = ∏_k exp(θ_(k)) / Σ_{l ≥ k} exp(θ_(l)),    θ_i ~ N(0, τ²),    τ ~ half-Student(4 df, scale 1)

The probability of ranks with ties is the sum over all orders that the ties leave open, each written out; nothing of
the project is imported. Needs pymc and nutpie, which the project does not:

    python -m venv /tmp/pymc-env && /tmp/pymc-env/bin/pip install pymc nutpie
    /tmp/pymc-env/bin/python tests/reference/make_bayes_plackett_luce.py uci54.csv [name …]

Runs of single data sets replace their entries in the file. About ten minutes on one core. Of `uci54.csv` (accuracies of
five classifiers on 54 data sets, see Benavoli et al. 2017) only posterior figures are kept.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations, product
from pathlib import Path

import numpy as np
import nutpie
import pymc as pm
import pytensor.tensor as pt
from make_bayes_joint import figures, largest_errors, renewed, rounded, versions

FILE = Path(__file__).with_name("bayes_plackett_luce.json")
CHAINS, DRAWS, TUNE = 4, 25_000, 2_000
ROPE = 0.2
"""In log-odds."""


@dataclass(frozen=True)
class Case:
    """Ranks (tasks x models, 1 is best, NaN is missing) and whether the file may hold them."""

    name: str
    ranks: np.ndarray
    stored: bool = True


def cases(uci54):
    return [
        Case("uci54", ranked(uci54), stored=False),
        Case("5 models, 40 tasks", ranked(raced(1, 40, 5, 0.8))),
        Case("ties", ranked(np.round(raced(2, 25, 6, 1.0)))),
        Case("missing models", ranked(with_gaps(raced(3, 30, 8, 0.7), 4))),
        Case("3 models, the same order on 5 tasks", np.tile([1.0, 2.0, 3.0], (5, 1))),
        Case("10 equal models", ranked(raced(5, 12, 10, 0.0))),
    ]


def raced(seed, tasks, models, tau):
    """Minus the logs of exponential times of arrival: larger is better, and their order is Plackett–Luce."""
    rng = np.random.default_rng(seed)
    theta = rng.normal(0, tau, models)
    return theta - np.log(rng.exponential(size=(tasks, models)))


def with_gaps(scores, seed):
    return np.where(np.random.default_rng(seed).random(scores.shape) < 0.4, np.nan, scores)


def ranked(scores):
    """1 for the largest score of the row; equal for equal scores (to 12 digits); NaN where there is none."""
    rows = []
    for row in scores:
        seen = sorted({round(value, 12) for value in row if not np.isnan(value)}, reverse=True)
        rows.append([np.nan if np.isnan(value) else 1 + seen.index(round(value, 12)) for value in row])
    return np.array(rows)


def open_orders(row):
    """All orders of the models that the ranks of a task leave open, best first."""
    present = [model for model, rank in enumerate(row) if not np.isnan(rank)]
    groups = [[model for model in present if row[model] == rank] for rank in sorted({row[model] for model in present})]
    return [sum(parts, ()) for parts in product(*(permutations(group) for group in groups))]


def log_likelihood(ranks, theta):
    """Sum over tasks of the log of the summed probabilities of the open orders; tasks with equally many go together."""
    models, total = ranks.shape[1], 0.0
    listed = [open_orders(row) for row in ranks]
    for count in {len(orders) for orders in listed}:
        order = np.array(  # tasks x orders x places, padded with a model of worth 0
            [
                [(*each, *[models] * (models - len(each))) for each in orders]
                for orders in listed
                if len(orders) == count
            ]
        )
        there = order < models
        worth = pt.concatenate([pt.exp(theta), [0.0]])[order]
        left = sum(worth[:, :, None, k] * (np.arange(models) <= k) for k in range(models))
        log_worth = pt.concatenate([theta, [0.0]])[order]
        chance = pt.where(there, log_worth - pt.log(pt.where(there, left, 1.0)), 0.0).sum(axis=2)
        total += pt.logsumexp(chance, axis=1).sum()
    return total


def sampled_effects(case):
    """Draws of the θ_i, chains x draws x models."""
    with pm.Model() as model:
        tau = pm.HalfStudentT("tau", nu=4, sigma=1)
        theta = pm.Deterministic("theta", tau * pm.Normal("unscaled", 0.0, 1.0, shape=case.ranks.shape[1]))
        pm.Potential("orders", log_likelihood(case.ranks, theta))
    compiled = nutpie.compile_pymc_model(model)
    trace = nutpie.sample(
        compiled, draws=DRAWS, tune=TUNE, chains=CHAINS, cores=1, seed=11, target_accept=0.98, progress_bar=False
    )
    print(case.name, "divergences", int(trace.sample_stats["diverging"].sum()), flush=True)
    return np.asarray(trace.posterior["theta"])


def entry(case):
    found, errors = figures(sampled_effects(case), ROPE)
    bounded = ("best", "pairs", "effect means, in their sds")  # sds of heavy tails converge slowly
    largest = largest_errors(case.name, found, errors, bounded=bounded)
    ranks = [[None if np.isnan(value) else int(value) for value in row] for row in case.ranks.tolist()]
    return {
        "name": case.name,
        "rope": ROPE,
        **({"ranks": ranks} if case.stored else {}),
        "expect": {name: [rounded(value) for value in values] for name, values in found.items()},
        "largest standard error": {name: rounded(value) for name, value in largest.items()},
    }


def main():
    made_by = {"draws": f"{CHAINS} x {DRAWS}", **versions("pymc", "nutpie", "numpy")}
    renewed(FILE, "bayes_plackett_luce", made_by, cases, entry)


if __name__ == "__main__":
    main()
