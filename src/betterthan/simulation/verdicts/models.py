"""Designs of several models: the first leads the others, which are equal."""

from __future__ import annotations

from math import sqrt

import numpy as np

from betterthan.arrays import Array
from betterthan.simulation.verdicts.design import Design, folds

TEN = np.arange(10)
POOLED_LESS = (
    "partial pooling holds the claims about all pairs together at 5% only among models that are equal: one that leads "
    "by far widens the law that the effects are drawn from, so that the others are pooled less, and of their pairs "
    "one is claimed falsely in up to 10% of data sets"
)


def six_models(rng: np.random.Generator, lead: float) -> Array:
    """20 tasks of different difficulty."""
    scores = rng.normal(0.6, 0.1, 20) + rng.normal(0, 0.02, (6, 20))
    scores[0] += lead
    return np.asarray(scores)


def four_on_scales(rng: np.random.Generator, lead: float) -> Array:
    """Exponential races with log worths of which the first is higher, on a scale of each of 12 tasks."""
    speed = 1 / rng.exponential(size=(4, 12))
    speed[0] *= np.exp(lead)
    return speed * 10.0 ** np.arange(-3, 3, 0.5)


def four_of_folds(rng: np.random.Generator, lead: float) -> Array:
    """Folds of each model, which correlate; the first model leads."""
    scores = 0.6 + np.concatenate([folds(rng, 1, 100, 0.02) for _ in range(4)])
    scores[0] += lead
    return np.asarray(scores)


def four_classifiers(rng: np.random.Generator, lead: float) -> Array:
    """Right or wrong on 300 cases, of which half are right whatever the model."""
    right = rng.random((4, 300)) < np.array([[0.6 + 2 * lead], [0.6], [0.6], [0.6]])
    return np.where(rng.random(300) < 0.5, 1.0, right)


DESIGNS = (
    Design(
        "6 models x 20 tasks",
        "6 models on 20 tasks",
        "normal: sd 0.02 for every model on every task",
        six_models,
        keys={"task": np.arange(20)},
        bound=0.1 * 0.02 * sqrt(2),
        outside=0.03,
        models=6,
        why=POOLED_LESS,
    ),
    Design(
        "4 models x 12 tasks on 12 scales",
        "4 models on 12 tasks, scores up to 300,000 times as large",
        "exponential races; the lead is one of log worth",
        four_on_scales,
        keys={"task": np.arange(12)},
        bound=0.1 * np.pi / sqrt(3),
        outside=2.5,
        models=4,
        why=POOLED_LESS,
    ),
    Design(
        "4 models x 10x10 folds",
        "4 models, 10 x 10 folds",
        "normal scores, sd 0.02, that correlate by 0.1",
        four_of_folds,
        keys={"repeat": np.repeat(TEN, 10), "fold": np.tile(TEN, 10)},
        bound=0.1 * 0.02 * sqrt(2 * 0.9),
        outside=0.04,
        models=4,
    ),
    Design(
        "4 models x 300 0/1 cases",
        "4 models on 300 cases, right or wrong",
        "half of the cases are right for all; on the others the models are right with probability 0.6, the first by "
        "twice its lead more often",
        four_classifiers,
        keys={"case": np.arange(300)},
        bound=0.01,
        outside=0.12,
        models=4,
    ),
)
