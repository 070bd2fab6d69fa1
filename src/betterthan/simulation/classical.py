"""Type I error and power of every classical test, each under the null from which its law is derived.

A repetition draws two experiments: in one the models are equally good, in the other the first one leads. Where size or
power has a closed form, it stands beside ours; it comes from SciPy's laws, not from the tests.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from typing import Any, TypeAlias

import numpy as np
from scipy.special import ndtr

from betterthan.arrays import Array, IntArray
from betterthan.data.measuring import measured
from betterthan.data.predictions import Predictions
from betterthan.procedures import (
    anova,
    bootstrap,
    clustered_t,
    cochran_q,
    correlated_t,
    delong,
    f_5x2cv,
    friedman,
    mcnemar,
    model_confidence_set,
    nemenyi,
    paired_t,
    pairwise_wilcoxon,
    permutation,
    quasi_f,
    sign,
    t_5x2cv,
    tost,
    welch_t,
    westfall_young,
    wilcoxon,
)
from betterthan.results.null_test import NullTest
from betterthan.simulation.classifier_pair import cross_validated, data_sets
from betterthan.simulation.setting import Drawn, Setting
from betterthan.simulation.study import Study

LEVEL = 0.95
SIZE, POWER = "rejects, equal models", "rejects, first model leads"
REPETITIONS = 4000
DRAWS = 999
"""Of a bootstrap, and of random swaps."""
Draw: TypeAlias = Callable[[np.random.Generator, float], Any]
Bounds: TypeAlias = tuple[float, float]


# What is drawn; `lead` is by how much the first model leads.


def differences(n: int) -> Draw:
    """So many independent normal differences."""
    return lambda rng, lead: rng.normal(lead, 1.0, n)


def cells(rng: np.random.Generator, lead: float) -> dict[str, int]:
    """200 cases, on three in ten of which exactly one of the two is right."""
    counts = rng.multinomial(200, [0.1, 0.15 - lead / 2, 0.15 + lead / 2, 0.6])
    return dict(zip(("n00", "n01", "n10", "n11"), map(int, counts), strict=True))


def folds(rng: np.random.Generator, lead: float) -> Array:
    """100 folds, any two of which have correlation 0.1."""
    return lead + sqrt(0.1) * rng.standard_normal() + sqrt(0.9) * rng.standard_normal(100)


def halves(rng: np.random.Generator, lead: float) -> Array:
    """5 x 2 folds, all independent."""
    return rng.normal(lead, 1.0, (5, 2))


def crossed(rng: np.random.Generator, lead: float) -> Array:
    """6 training sets x 40 cases; a third of a residual's spread is shared within either."""
    shared = 0.3 * rng.standard_normal((6, 1)) + 0.3 * rng.standard_normal(40)
    return np.asarray(lead + shared + rng.standard_normal((6, 40)))


def samples(rng: np.random.Generator, lead: float) -> tuple[Array, Array]:
    """10 seeds of each model; the second one's scores vary twice as much."""
    return rng.normal(lead, 1.0, 10), rng.normal(0.0, 2.0, 10)


def clustered(rng: np.random.Generator, lead: float) -> tuple[Array, IntArray]:
    """20 clusters of 6 cases; half of the variance is what a cluster shares."""
    cluster = np.repeat(np.arange(20), 6)
    return lead + rng.standard_normal(20)[cluster] + rng.standard_normal(120), cluster


def scores(rng: np.random.Generator, lead: float) -> Array:
    """5 models on 20 tasks of different difficulty."""
    drawn = rng.normal(0.0, 2.0, (20, 1)) + rng.standard_normal((20, 5))
    drawn[:, 0] += lead
    return drawn


def right_or_wrong(rng: np.random.Generator, lead: float) -> Array:
    """4 classifiers on 200 cases that differ in difficulty."""
    ease = rng.normal(0.5, 1.0, (200, 1)) + np.array([lead, 0.0, 0.0, 0.0])
    return np.asarray(rng.random((200, 4)) < ndtr(ease), dtype=np.float64)


def outputs(rng: np.random.Generator, lead: float) -> Any:
    """AUROC over 200 cases, two in five positive; what the models give of a case has correlation 0.5."""
    truth = (rng.random(200) < 0.4).astype(int)
    shared = rng.standard_normal(200)
    given = [sqrt(0.5) * (shared + rng.standard_normal(200)) + shift * truth for shift in (1.0 + lead, 1.0)]
    return measured(Predictions(("a", "b"), truth, tuple(given), "score", ("0", "1"), "1"), "auroc")


# What each test says of it.


def first_differs(test: NullTest) -> bool:
    """Whether any pair is told apart: models are equal, or the first one leads."""
    return min(pair.p_adjusted for pair in test.pairs) <= 1 - LEVEL


def leaves_one_out(test: NullTest) -> bool:
    """Whether a confidence set is not that of all models."""
    return len(test.confidence_set(LEVEL) or ()) < len(test.effects)


def of_differences(test: Any, **options: Any) -> Callable[[Any, np.random.Generator], bool]:
    """Whether a test of differences rejects."""
    return lambda drawn, rng: bool(test.from_differences(drawn, **options).rejects(LEVEL))


def of_scores(
    test: Any, says: Callable[[NullTest], bool], **options: Any
) -> Callable[[Any, np.random.Generator], bool]:
    """What is said of a test of units x models."""
    return lambda drawn, rng: says(test.from_scores(drawn, **options))


def rejected(test: NullTest) -> bool:
    """Whether it rejects that all models are equal."""
    return test.rejects(LEVEL)


@dataclass(frozen=True)
class Tested:
    """A classical test in an experiment that it was made for.

    Parameters:
        test: its name.
        words: the experiment, and the test's variant where it has several.
        drawn: data of the experiment.
        rejects: whether the test rejects, which may draw numbers, too.
        lead: of the first model where power is looked at.
        size: between which its type I error has to lie.
        power: its power, where that is known.
        null: the first model's lead under the null.
    """

    test: str
    words: str
    drawn: Draw
    rejects: Callable[[Any, np.random.Generator], bool]
    lead: float
    size: Bounds = (0.05, 0.05)
    power: float | None = None
    null: float = 0.0

    @property
    def name(self) -> str:
        """The test and the experiment."""
        return f"{self.test}: {self.words}"

    def setting(self) -> Setting:
        """What the study simulates."""
        low, high = self.size
        expected = {SIZE: f"{low:.3g}" if low == high else f"{low:.3g} to {high:.3g}"}
        limits = {SIZE: self.size}
        if self.power is not None:
            expected[POWER], limits[POWER] = f"{self.power:.3f}", (self.power, self.power)
        return Setting(self.name, Once(self.name), expected, limits)


@dataclass(frozen=True)
class Once:
    """One repetition, found by its name: functions cannot be sent to other processes."""

    name: str

    def __call__(self, rng: np.random.Generator) -> Drawn:
        tested = BY_NAME[self.name]
        return {
            quantity: float(tested.rejects(tested.drawn(rng, lead), rng))
            for quantity, lead in ((SIZE, tested.null), (POWER, tested.lead))
        }


def of_cells(variant: Any) -> Callable[[Any, np.random.Generator], bool]:
    """Whether a variant of McNemar's test rejects."""
    return lambda drawn, rng: mcnemar.from_cells(**drawn, variant=variant).rejects(LEVEL)


MCNEMAR = {
    "exact": (0.03744, 0.70340),
    "corrected": (0.03661, 0.70039),
    "mid-p": (0.04928, 0.74249),
    "uncorrected": (0.04940, 0.74276),
}
"""Size and power of the variants where the models disagree with probability 0.3 on each of 200 cases."""

TESTS = (
    Tested("paired_t", "30 cases", differences(30), of_differences(paired_t), 0.5, power=0.75396),
    Tested("wilcoxon", "30 cases", differences(30), of_differences(wilcoxon), 0.5, size=(0.04971, 0.04971)),
    Tested("sign", "30 cases", differences(30), of_differences(sign), 0.5, size=(0.04277, 0.04277), power=0.54836),
    Tested(
        "permutation", "12 cases", differences(12), of_differences(permutation, draws=2**12), 1.0, size=(0.0498, 0.0498)
    ),
    Tested(
        "tost",
        "80 cases, rope ±0.5, on its bound; then at 0",
        differences(80),
        of_differences(tost, rope=(-0.5, 0.5)),
        0.0,
        null=0.5,
    ),
    *(
        Tested("mcnemar", f"200 cases, {variant}", cells, of_cells(variant), 0.1, size=(size, size), power=power)
        for variant, (size, power) in MCNEMAR.items()
    ),
    Tested(
        "clustered_t",
        "20 clusters of 6 cases",
        clustered,
        lambda drawn, rng: clustered_t.from_differences(drawn[0], clusters=drawn[1]).rejects(LEVEL),
        0.7,
        power=0.78503,
    ),
    Tested("delong", "200 cases", outputs, lambda drawn, rng: delong(drawn).rejects(LEVEL), 0.4, size=(0.04, 0.06)),
    Tested(
        "bootstrap",
        "AUROC of 200 cases",
        outputs,
        lambda drawn, rng: bootstrap(drawn, draws=DRAWS, rng=rng).rejects(LEVEL),
        0.4,
        size=(0.04, 0.065),
    ),
    Tested(
        "permutation",
        "AUROC of 200 cases",
        outputs,
        lambda drawn, rng: permutation(drawn, draws=DRAWS, rng=rng).rejects(LEVEL),
        0.4,
        size=(0.04, 0.06),
    ),
    Tested("correlated_t", "10 x 10 folds", folds, of_differences(correlated_t, test_fraction=0.1), 1.0, power=0.85070),
    Tested("t_5x2cv", "5 x 2 folds", halves, of_differences(t_5x2cv), 3.0, size=(0.02814, 0.02814)),
    Tested("f_5x2cv", "5 x 2 folds", halves, of_differences(f_5x2cv), 3.0, size=(0.01750, 0.01750)),
    Tested("quasi_f", "6 training sets x 40 cases", crossed, of_differences(quasi_f), 0.5, size=(0.02, 0.056)),
    Tested(
        "welch_t",
        "10 seeds each, the second model's twice as spread",
        samples,
        lambda drawn, rng: welch_t.from_scores(*drawn).rejects(LEVEL),
        2.0,
        size=(0.045, 0.055),
    ),
    Tested("anova", "5 models, 20 tasks", scores, of_scores(anova, rejected), 0.8, power=0.69696),
    Tested("friedman", "5 models, 20 tasks", scores, of_scores(friedman, rejected), 0.8, size=(0.04, 0.055)),
    Tested(
        "nemenyi", "5 models, 20 tasks, any pair", scores, of_scores(nemenyi, first_differs), 0.8, size=(0.03, 0.05)
    ),
    Tested(
        "pairwise_wilcoxon",
        "5 models, 20 tasks, any pair",
        scores,
        of_scores(pairwise_wilcoxon, first_differs),
        0.8,
        size=(0.02, 0.05),
    ),
    Tested(
        "westfall_young",
        "5 models, 20 tasks, any pair",
        scores,
        lambda drawn, rng: first_differs(westfall_young.from_scores(drawn, draws=DRAWS, rng=int(rng.integers(2**31)))),
        0.8,
    ),
    Tested(
        "model_confidence_set",
        "5 models, 20 tasks, leaves one out",
        scores,
        lambda drawn, rng: leaves_one_out(
            model_confidence_set.from_scores(drawn, draws=DRAWS, rng=int(rng.integers(2**31)))
        ),
        0.8,
        size=(0.0, 0.12),
    ),
    Tested(
        "cochran_q", "4 classifiers, 200 cases", right_or_wrong, of_scores(cochran_q, rejected), 0.5, size=(0.04, 0.055)
    ),
)
BY_NAME = {each.name: each for each in TESTS}


# Folds of classifiers that were trained.

OF_FOLDS = {"paired_t": ".55", "correlated_t": ".04", "t_5x2cv": "", "f_5x2cv": ""}
"""Rejections of equal classifiers, and what is known of them: far too many, and about the level."""


def trained(rng: np.random.Generator) -> Drawn:
    """One data set of two equal classifiers, cross-validated 10 x 10 and 5 x 2.

    Parameters:
        rng: source of random numbers.
    """
    data = data_sets(1, rng)
    ten_by_ten = cross_validated(data, rng).ravel()
    five_by_two = cross_validated(data, rng, repeats=5, folds=2)[0]
    tests = (
        paired_t.from_differences(ten_by_ten),
        correlated_t.from_differences(ten_by_ten, test_fraction=0.1),
        t_5x2cv.from_differences(five_by_two),
        f_5x2cv.from_differences(five_by_two),
    )
    return {name: float(test.rejects(LEVEL)) for name, test in zip(OF_FOLDS, tests, strict=True)}


STUDIES = {
    "classical-tests": Study(
        "Type I error and power of every classical test",
        tuple(each.setting() for each in TESTS),
        (
            "Every test rejects at 0.05. Where the models are equal it has to do so in 5% of experiments or, if its "
            "law is discrete or approximate, as often as the column says; what is known to three digits comes from "
            "the laws of the statistics. A test of several models is counted if it tells any pair apart: its pairs are "
            "adjusted together. A model confidence set rests on a bootstrap, which makes too little of the noise in 20 "
            "tasks.",
        ),
        repetitions=REPETITIONS,
    ),
    "trained-folds": Study(
        "Tests of two equal classifiers that were trained on folds",
        (
            Setting(
                "500 instances", trained, dict(OF_FOLDS), {name: (0.0, 0.06) for name in OF_FOLDS if name != "paired_t"}
            ),
        ),
        (
            "The pair of classifiers of Corani 2017, Appendix 6.1. Folds share training data: the plain t-test is far "
            "too sure of itself, the tests that were made for folds are not.",
        ),
        repetitions=REPETITIONS,
    ),
}
