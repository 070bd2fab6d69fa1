"""Designs of one task: cases, clusters, folds, seeds, predictions, and two of them crossed."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt

import numpy as np

from betterthan.arrays import Array
from betterthan.data.predictions import Predictions
from betterthan.simulation.classifier_pair import cross_validated, data_sets
from betterthan.simulation.verdicts.design import TWO_SIDED, Design, Draw, above, folds, right_or_wrong, units

TEN, HUNDRED = np.arange(10), np.arange(100)
SHARE = sqrt(0.0025 / 1.01)
"""The lead over 1/2 at which φ lies on its default bound, 0.1 sqrt(φ(1-φ))."""
SD_OF_TRAINED_FOLDS = 0.0569
"""What `sd_of_trained_folds` gives."""
OF_CELLS = sqrt(0.02**2 + 0.1**2 + 0.1**2)
OF_CLUSTERS = sqrt(0.05**2 + 0.1**2 / 6)
OF_CLUSTER_CELLS = sqrt(0.02**2 + 0.05**2 + 0.1**2 / 5)
RARE = (
    "a sample does not show rare, large differences that are not in it: with a lead on the bound, one data set in "
    "twenty has none of them, and `bayes_agreement` errs in as many; one in seven has a single one, of which the t law "
    "of `bayes_t` makes too little; the report then warns that the differences are not normal"
)
NO_ROPE = "two-sided: without a rope a verdict needs 0.95 on one side, and each side errs in at most 5%"


def trained_folds(rng: np.random.Generator, lead: float) -> Array:
    """Two classifiers (Corani 2017, Appendix 6.1), trained and tested by 10x10 cross-validation of 500 instances."""
    return above(rng, cross_validated(data_sets(1, rng, difference=lead), rng).ravel())


def sd_of_trained_folds() -> float:
    """Standard deviation of a single fold's difference, over 2,000 data sets."""
    rng = np.random.default_rng(14)
    return float(np.mean([cross_validated(data_sets(1, rng), rng).std(ddof=1) for _ in range(2000)]))


def crossed(seeds: int, cases: int, *, of_seed: float, of_case: float, rest: float) -> Draw:
    """Every seed is scored on every case."""

    def draw(rng: np.random.Generator, lead: float) -> Array:
        seed, case = rng.normal(0, of_seed, (seeds, 1)), rng.normal(0, of_case, (1, cases))
        return above(rng, (lead + seed + case + rng.normal(0, rest, (seeds, cases))).ravel())

    return draw


def clusters_of_five(rng: np.random.Generator, lead: float) -> Array:
    """4 seeds, each scored on 12 clusters of 5 cases."""
    seed, cluster = rng.normal(0, 0.02, (4, 1, 1)), rng.normal(0, 0.05, (1, 12, 1))
    return above(rng, (lead + seed + cluster + rng.normal(0, 0.1, (4, 12, 5))).ravel())


def clusters_of_six(rng: np.random.Generator, lead: float) -> Array:
    """20 clusters of 6 cases."""
    return above(rng, (lead + rng.normal(0, 0.05, (20, 1)) + rng.normal(0, 0.1, (20, 6))).ravel())


def hardly_different(rng: np.random.Generator, lead: float) -> Array:
    """Scores that are the same but for a few cases, which the first model wins by 1."""
    second = np.zeros(298)
    return np.stack([(rng.random(298) < lead) + second, second]) + rng.normal(0, 1e-3, 298).round(4)


def two_samples(rng: np.random.Generator, lead: float) -> Array:
    """8 seeds of each model."""
    return rng.normal([[0.6 + lead], [0.6]], 0.01, (2, 8))


def outputs(rng: np.random.Generator, lead: float) -> Array:
    """Truth, and what the two models give of 300 cases; the lead is one of the positive cases' mean."""
    truth = (rng.random(300) < 0.4).astype(int)
    shared = rng.standard_normal(300)
    given = [sqrt(0.5) * (shared + rng.standard_normal(300)) + shift * truth for shift in (1.0 + lead, 1.0)]
    return np.stack([truth, *given])


def predicted(drawn: Array) -> Predictions:
    """What `outputs` drew, as predictions."""
    return Predictions(("m0", "m1"), drawn[0].astype(int), (drawn[1], drawn[2]), "score", ("0", "1"), "1")


RIGHT_OR_WRONG = Design(
    "200 0/1 cases",
    "200 cases, right or wrong, no rope given (share of the disagreements)",
    "the models disagree on a case with probability 0.2",
    lambda rng, lead: right_or_wrong(rng, np.full(200, 0.5 + lead)),
    keys={"case": np.arange(200)},
    bound=SHARE,
    outside=0.25,
)
CLUSTERS = Design(
    "20 clusters",
    "20 clusters of 6 cases",
    "normal: sd 0.05 over clusters, 0.1 within",
    clusters_of_six,
    keys={"cluster": np.repeat(np.arange(20), 6), "case": np.arange(120)},
    bound=0.1 * OF_CLUSTERS,
    outside=0.06,
    why=TWO_SIDED.format("0.45 of it"),
)
FOLDS = Design(
    "10x10 folds",
    "10 x 10 folds",
    "normal differences, sd 0.02, that correlate by 0.1",
    lambda rng, lead: above(rng, lead + folds(rng, 1, 100, 0.02).ravel()),
    keys={"repeat": np.repeat(TEN, 10), "fold": np.tile(TEN, 10)},
    bound=0.1 * 0.02 * sqrt(0.9),  # what folds share does not show in their sd
    outside=0.02,
    why=TWO_SIDED.format("0.3 of it"),
)

DESIGNS = (
    Design(
        "50 cases",
        "50 cases, real-valued scores",
        "normal differences, sd 0.1",
        units(50, 0.1),
        keys={"case": np.arange(50)},
        bound=0.01,
        outside=0.05,
    ),
    Design(
        "298 cases, hardly a difference",
        "298 cases, scores within [0, 1] that hardly ever differ, rope 0.01",
        "the first model wins a case by 1 with a probability that is its lead; all others are the same",
        hardly_different,
        keys={"case": np.arange(298)},
        bound=0.01,
        outside=0.05,
        rope=0.01,
        why=RARE,
        most={"equivalent": 0.21},
    ),
    RIGHT_OR_WRONG,
    replace(
        RIGHT_OR_WRONG,
        name="200 0/1 cases, rope",
        words="200 cases, right or wrong, rope 0.01 (accuracy)",
        draw=lambda rng, lead: right_or_wrong(rng, np.full(200, 0.5 + lead / 0.4)),
        bound=0.01,
        outside=0.1,
        rope=0.01,
        why=TWO_SIDED.format("0.3 of it"),
    ),
    CLUSTERS,
    replace(
        CLUSTERS,
        name="20 clusters, cases",
        words="20 clusters of 6 cases, every case counts alike",
        bound=0.1 * sqrt(0.05**2 + 0.1**2),
        options={"weight": "cases"},
        why="",
    ),
    Design(
        "AUROC of 300 cases",
        "AUROC of 300 cases, no rope given",
        "normal outputs that correlate by 0.5 and lie 1 sd higher where the truth is 1; the lead is added to that",
        outputs,
        given=predicted,
        outside=0.6,
        options={"metric": "auroc"},
        why=NO_ROPE,
    ),
    FOLDS,
    replace(
        FOLDS,
        name="10x10 folds, trained",
        words="10 x 10 folds of classifiers that were trained",
        truth="the two classifiers of Corani 2017, Appendix 6.1, on 500 instances",
        draw=trained_folds,
        bound=0.1 * SD_OF_TRAINED_FOLDS,
        outside=0.05,
    ),
    Design(
        "5 seeds",
        "5 seeds",
        "normal differences, sd 0.01",
        units(5, 0.01),
        keys={"seed": np.arange(5)},
        bound=0.001,
        outside=0.02,
        why=TWO_SIDED.format("0.2 of it"),
    ),
    Design(
        "8 and 8 seeds",
        "8 seeds of each model, not shared",
        "normal scores, sd 0.01",
        two_samples,
        keys={"seed": np.arange(16)},
        bound=0.001,
        outside=0.02,
        why=TWO_SIDED.format("0.2 of it"),
    ),
    Design(
        "3 seeds x 100 cases",
        "3 seeds, each scored on 100 cases",
        "normal: sd 0.02 over seeds, 0.1 over cases, 0.1 the rest",
        crossed(3, 100, of_seed=0.02, of_case=0.1, rest=0.1),
        keys={"seed": np.repeat(np.arange(3), 100), "case": np.tile(HUNDRED, 3)},
        bound=0.1 * OF_CELLS,
        outside=0.1,
    ),
    Design(
        "4 seeds x 12 clusters",
        "4 seeds, each scored on 12 clusters of 5 cases",
        "normal: sd 0.02 over seeds, 0.05 over clusters, 0.1 the rest",
        clusters_of_five,
        keys={
            "seed": np.repeat(np.arange(4), 60),
            "cluster": np.tile(np.repeat(np.arange(12), 5), 4),
            "case": np.tile(np.arange(60), 4),
        },
        bound=0.1 * OF_CLUSTER_CELLS,
        outside=0.1,
    ),
)
