"""Coverage and calibration of every posterior: where in it does the truth lie?

A repetition draws a truth and data of it, and asks for the posterior probability below the truth. Where the truth comes
from the procedure's own prior, that is uniform: the interval of 95% holds it in 95% of repetitions, that of 50% in
half, and the median lies above it in half. Priors that are improper cannot be drawn from; then the truth stands still,
and what is due is the coverage of the intervals: exact for the t laws, and near or above the level for the others.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from typing import TypeAlias

import numpy as np

from betterthan.procedures import (
    bayes_agreement,
    bayes_anova,
    bayes_bootstrap,
    bayes_clustered_t,
    bayes_correlated_t,
    bayes_crossed,
    bayes_hierarchical_mcnemar,
    bayes_hierarchical_t,
    bayes_joint,
    bayes_mcnemar,
    bayes_plackett_luce,
    bayes_poisson_binomial,
    bayes_robust_t,
    bayes_sign,
    bayes_signed_rank,
    bayes_t,
    bayes_welch,
)
from betterthan.results.region import RegionPosterior
from betterthan.simulation.setting import Drawn, Setting
from betterthan.simulation.study import Study

WIDE, HALF, ABOVE = "truth in the 95% interval", "truth in the 50% interval", "truth above the median"
DUE = {WIDE: 0.95, HALF: 0.5, ABOVE: 0.5}
REPETITIONS = 1000
Asked: TypeAlias = Callable[[np.random.Generator], Drawn]


def at(below: float) -> Drawn:
    """What is counted, from the posterior probability below the truth."""
    return {
        WIDE: float(abs(below - 0.5) <= 0.475),
        HALF: float(abs(below - 0.5) <= 0.25),
        ABOVE: float(below > 0.5),
    }


# One task.


def of_t(rng: np.random.Generator) -> Drawn:
    """10 normal differences with mean 0."""
    return at(float(bayes_t.from_differences(rng.standard_normal(10)).cdf(0.0)))


def of_normal_gamma(rng: np.random.Generator) -> Drawn:
    """1/σ² ~ Gamma(3, 2) and Δ ~ N(0.2, 2σ²): the prior is proper."""
    spread = 1 / sqrt(rng.gamma(3.0, 1 / 2.0))
    truth = rng.normal(0.2, sqrt(2.0) * spread)
    found = bayes_t.from_differences(rng.normal(truth, spread, 8), normal_gamma=(0.2, 2.0, 3.0, 2.0))
    return at(float(found.cdf(truth)))


def of_robust_t(rng: np.random.Generator) -> Drawn:
    """25 differences from a t law about 0."""
    return at(float(bayes_robust_t.from_differences(rng.standard_t(3, 25)).cdf(0.0)))


def of_bootstrap(rng: np.random.Generator) -> Drawn:
    """100 differences from a t law about 0."""
    return at(float(bayes_bootstrap.from_differences(rng.standard_t(5, 100)).cdf(0.0)))


@dataclass(frozen=True)
class Counted:
    """`bayes_mcnemar` of 60 cases, whose probabilities come from its prior."""

    points: bool

    def __call__(self, rng: np.random.Generator) -> Drawn:
        theta = rng.dirichlet([1.0, 1.0, 1.0, 1.0])
        n00, n01, n10, n11 = map(int, rng.multinomial(60, theta))
        scale, truth = ("points", theta[2] - theta[1]) if self.points else ("phi", theta[2] / (theta[1] + theta[2]))
        found = bayes_mcnemar.from_cells(n00=n00, n01=n01, n10=n10, n11=n11, scale=scale)
        return at(float(found.cdf(truth)))


def of_agreement(rng: np.random.Generator) -> Drawn:
    """Three cases, and a share of disagreements that is uniform; data in which the models differ are drawn anew."""
    share = rng.random()
    while (rng.random(3) < share).any():
        share = rng.random()
    truth = share if rng.random() < 0.5 else -share
    return at(float(bayes_agreement.from_summary(mean=0.0, n=3, reach=1.0).cdf(truth)))


def of_clusters(rng: np.random.Generator) -> Drawn:
    """10 clusters of 6 cases; half of the variance is what a cluster shares."""
    cluster = np.repeat(np.arange(10), 6)
    values = rng.standard_normal(10)[cluster] + rng.standard_normal(60)
    return at(float(bayes_clustered_t.from_differences(values, clusters=cluster).cdf(0.0)))


# Learning algorithms on one task.


def of_folds(rng: np.random.Generator) -> Drawn:
    """30 folds, any two of which have correlation 0.1."""
    values = sqrt(0.1) * rng.standard_normal() + sqrt(0.9) * rng.standard_normal(30)
    return at(float(bayes_correlated_t.from_differences(values, test_fraction=0.1).cdf(0.0)))


def of_samples(rng: np.random.Generator) -> Drawn:
    """5 and 8 seeds; given the spreads that were seen, the true ones and the means come from the posterior's prior."""
    spreads = [s * sqrt((n - 1) / rng.chisquare(n - 1)) for s, n in ((1.0, 5), (2.0, 8))]
    one, other = (rng.normal(0.0, spread / sqrt(n)) for spread, n in zip(spreads, (5, 8), strict=True))
    return at(float(bayes_welch.from_summary(first=(one, 1.0, 5), second=(other, 2.0, 8)).cdf(0.0)))


def of_crossed(rng: np.random.Generator) -> Drawn:
    """6 seeds x 40 cases; the spread of either comes from a half-Cauchy law of the residual's scale."""
    row, column = np.abs(rng.standard_cauchy(2))
    shared = row * rng.standard_normal((6, 1)) + column * rng.standard_normal(40)
    return at(
        float(bayes_crossed.from_differences(shared + rng.standard_normal((6, 40)), prior="half-cauchy").cdf(0.0))
    )


# Several models.


def of_anova(rng: np.random.Generator) -> Drawn:
    """4 models on 20 units whose residuals are correlated in any way."""
    root = rng.standard_normal((4, 4)) * rng.uniform(0.2, 2.0, 4)
    found = bayes_anova.from_scores(rng.standard_normal((20, 4)) @ root, residual="unstructured")
    return at(float(found.pair("1", "2").cdf(0.0)))


def of_joint(rng: np.random.Generator) -> Drawn:
    """6 models on 10 tasks: effects of spread τ, half-Cauchy; residuals of a spread that is uniform on a log scale."""
    effects = rng.normal(0.0, abs(rng.standard_cauchy()), 6)
    scores = effects + rng.normal(0.0, 5.0, (10, 1)) + rng.normal(0.0, 10 ** rng.uniform(-1, 1), (10, 6))
    found = bayes_joint.from_scores(scores, residual="common", prior_scale=1.0)
    return at(float(found.pair("1", "2").cdf(effects[0] - effects[1])))


def of_plackett_luce(rng: np.random.Generator) -> Drawn:
    """4 models on 8 tasks: worths of spread |t_4|, orders by exponential races."""
    worth = rng.normal(0.0, abs(rng.standard_t(4)), 4)
    times = rng.exponential(size=(8, 4)) / np.exp(worth)
    found = bayes_plackett_luce.from_ranks(times, draws=1000)
    return at(float(found.pair("1", "2").cdf(worth[0] - worth[1])))


# Several tasks.

TASKS, SCORES = 8, 6
DELTA0, SIGMA0, SIGMA = (-0.1, 0.1), 0.05, 0.1
"""Bounds of a proper prior, which the model honours."""


@dataclass(frozen=True)
class Hierarchical:
    """`bayes_hierarchical_t`: all that the prior `corani` has, with proper bounds; asked about δ0 or the next task."""

    reading: str

    def __call__(self, rng: np.random.Generator) -> Drawn:
        delta0, sigma0 = rng.uniform(*DELTA0), rng.uniform(0.0, SIGMA0)
        nu = 1 + rng.gamma(rng.uniform(0.5, 5.0)) / rng.uniform(0.05, 0.15)
        delta = delta0 + sigma0 * rng.standard_t(nu, TASKS + 1)
        scores = rng.normal(delta[:TASKS, None], rng.uniform(0.0, SIGMA, TASKS)[:, None], (TASKS, SCORES))
        mean = scores.mean(axis=1)
        ss = ((scores - mean[:, None]) ** 2).sum(axis=1)
        found = bayes_hierarchical_t.from_summary(
            n=[SCORES] * TASKS, mean=mean, ss=ss, delta0=DELTA0, sigma0=SIGMA0, sigma=SIGMA, prior="corani"
        )
        truth = float(delta0 if self.reading == "population" else delta[TASKS])
        return at(found.reading((truth, truth), self.reading).second)


def of_hierarchical_counts(rng: np.random.Generator) -> Drawn:
    """11 tasks of 250 disagreements; the next task's share is asked for. The prior is improper: a stretch of it."""
    mean, size = rng.uniform(0.2, 0.8), rng.uniform(0.05, 0.6) ** -2
    share = rng.beta(mean * size, (1 - mean) * size, 12)
    wins = rng.binomial(250, share[:11])
    found = bayes_hierarchical_mcnemar.from_cells({str(i): (0, 250 - int(n), int(n), 0) for i, n in enumerate(wins)})
    return at(found.reading((float(share[11]), float(share[11])), "next_task").second)


def of_majority(rng: np.random.Generator) -> Drawn:
    """9 tasks of 20 disagreements; the outcomes are few, so the truth's place among them is drawn."""
    share = rng.random(8)
    wins = rng.binomial(20, share)
    found = bayes_poisson_binomial.from_cells({str(i): (0, 20 - int(n), int(n), 0) for i, n in enumerate(wins)})
    first, tie, second = found.majority
    won = (share > 0.5).sum()
    below, here = (second + tie, first) if won > 4 else (0.0, second) if won < 4 else (second, tie)
    return at(below + rng.random() * here)


def of_median(rng: np.random.Generator) -> Drawn:
    """30 differences with median 0."""
    return _holds_0(bayes_sign.from_differences(rng.standard_normal(30), rope=0.1))


def of_pseudomedian(rng: np.random.Generator) -> Drawn:
    """30 differences that are symmetric about 0."""
    return _holds_0(bayes_signed_rank.from_differences(rng.standard_normal(30), rope=0.1, draws=2000))


def _holds_0(found: RegionPosterior) -> Drawn:
    """The law of a median sits on single values: its interval only."""
    ends = found.interval(0.95)
    return {WIDE: float(ends is not None and ends.low <= 0 <= ends.high)}


@dataclass(frozen=True)
class Posterior:
    """A posterior, and how the truth and the data of it are drawn.

    Parameters:
        procedure: its name.
        words: the experiment.
        asked: one repetition.
        wide: between which the coverage of the 95% interval has to lie.
        half: and that of the 50% interval.
        due: which shares are due at all.
    """

    procedure: str
    words: str
    asked: Asked
    wide: tuple[float, float] = (0.95, 0.95)
    half: tuple[float, float] = (0.5, 0.5)
    due: tuple[str, ...] = (WIDE, HALF, ABOVE)

    def setting(self) -> Setting:
        """What the study simulates."""
        limits = {name: bounds for name, bounds in self._bounds.items() if name in self.due}
        expected = {
            name: f"{low:.3g}" if low == high else f"{low:.3g} to {high:.3g}" for name, (low, high) in limits.items()
        }
        return Setting(f"{self.procedure}: {self.words}", self.asked, expected, limits)

    @property
    def _bounds(self) -> dict[str, tuple[float, float]]:
        return {WIDE: self.wide, HALF: self.half, ABOVE: (0.5, 0.5)}


POSTERIORS = (
    Posterior("bayes_t", "10 cases", of_t),
    Posterior("bayes_t", "8 cases, Normal–Gamma prior", of_normal_gamma),
    Posterior("bayes_robust_t", "25 cases, t law with ν = 3", of_robust_t, wide=(0.94, 0.96), half=(0.48, 0.52)),
    Posterior("bayes_bootstrap", "100 cases, t law with ν = 5", of_bootstrap, wide=(0.93, 0.95), half=(0.47, 0.5)),
    Posterior("bayes_mcnemar", "60 cases, share of the disagreements", Counted(points=False)),
    Posterior("bayes_mcnemar", "60 cases, accuracy", Counted(points=True)),
    Posterior("bayes_agreement", "3 cases without a difference", of_agreement),
    Posterior("bayes_clustered_t", "10 clusters of 6 cases", of_clusters),
    Posterior("bayes_correlated_t", "30 folds", of_folds),
    Posterior("bayes_welch", "5 and 8 seeds", of_samples),
    Posterior("bayes_crossed", "6 seeds x 40 cases", of_crossed, wide=(0.94, 0.96), half=(0.48, 0.52)),
    Posterior(
        "bayes_anova",  # of a single pair its law is wider than Student's with 19 df: that with 17, times √(19/17)
        "4 models, 20 units",
        of_anova,
        wide=(0.9620, 0.9620),
        half=(0.5249, 0.5249),
    ),
    Posterior("bayes_joint", "6 models, 10 tasks", of_joint),
    Posterior("bayes_plackett_luce", "4 models, 8 tasks", of_plackett_luce),
    Posterior("bayes_hierarchical_t", "8 tasks, δ0", Hierarchical("population")),
    Posterior("bayes_hierarchical_t", "8 tasks, the next task", Hierarchical("next_task")),
    Posterior(
        "bayes_hierarchical_mcnemar",
        "11 tasks, the next task",
        of_hierarchical_counts,
        wide=(0.93, 0.97),
        half=(0.47, 0.54),
    ),
    Posterior("bayes_poisson_binomial", "8 tasks", of_majority),
    Posterior("bayes_sign", "30 tasks", of_median, wide=(0.95, 0.98), due=(WIDE,)),
    Posterior("bayes_signed_rank", "30 tasks", of_pseudomedian, wide=(0.93, 0.96), due=(WIDE,)),
)

STUDIES = {
    "posteriors": Study(
        "Coverage and calibration of every posterior",
        tuple(each.setting() for each in POSTERIORS),
        (
            "Where the truth can be drawn from the procedure's own prior, or the law is a t law, the shares are due "
            "exactly; of the others, whose priors are improper or whose laws are approximate, they are due within the "
            "bounds of the column.",
        ),
        repetitions=REPETITIONS,
    )
}
