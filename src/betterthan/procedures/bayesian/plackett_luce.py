"""Which of several models ranks best, if only the order of the models on each task counts?

Model: every model i has a worth exp(θ_i). On each task the best is i with a probability in proportion to its worth, the
next best likewise among the others, and so on (Plackett–Luce):

    P(order) = ∏_k exp(θ_(k)) / Σ_{l ≥ k} exp(θ_(l)),    θ_i ~ N(0, τ²),    τ ~ half-Student(4 df, scale 1)

An effect is a log-worth, of which only differences carry meaning: exp(θ_i - θ_j) are the odds that i ranks ahead of j
on a task, whichever other models are there. Scores may be on another scale on every task: nothing changes if those of a
task are put through any increasing function. Models that are missing on a task are left out of its order. A tie is an
order that is not known: the probability of all orders that it leaves open. Models with the same score on every task
count as one.

The common law of the θ_i shrinks them towards each other, as in `bayes_joint`. (A half-Cauchy law of τ would leave the
mean of a difference infinite where the order is the same on every task; with 4 degrees of freedom mean and sd exist.)

A rope is in log-odds. By default it is ±0.18: one tenth of π/√3, the standard deviation of the difference of two
models' latent performances (whose law is logistic), as in the usual conversion of log-odds to Cohen's d (Chinn 2000).
Within it a model ranks ahead of the other on 45% to 55% of the tasks.

The posterior of two models is integrated. Of three or more it is drawn, and probabilities are shares of the draws; the
stated error, three standard errors of the probability that differs most between 50 chains, holds for all of them.

When not to use it: scores on one scale, whose size it throws away (use `bayes_joint`); two models (use `bayes_sign`).

References: Plackett (1975); Luce (1959); Hunter (2004); Chinn (2000); Gelman (2006) for priors of τ.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import pi, sqrt

import numpy as np

from betterthan.arrays import Array
from betterthan.data.protocol import Paired
from betterthan.errors import ArgumentError
from betterthan.numerics.plackett_luce import plackett_luce
from betterthan.numerics.ties import ROUNDING
from betterthan.procedures.facts import Ranks
from betterthan.procedures.needs import Needs
from betterthan.procedures.registry import procedure
from betterthan.procedures.shared.blocks import score_rows
from betterthan.procedures.shared.checked import Draws, PlainSeed, ScoreArray
from betterthan.procedures.shared.common_tasks import distinct, model_names, refuse_disconnected, units_unmet
from betterthan.results.diagnostics import Diagnostics
from betterthan.results.joint_laws import DIGITS, DrawnEffects, JointLaw, TwoWorths
from betterthan.results.ranking import Ranking, by_name

PRIOR = "log-worths from one normal law, its sd half-Student with 4 degrees of freedom and scale 1"
SPREAD = pi / sqrt(3)
"""Standard deviation of the logistic law: of the difference of two exponential arrival times, in logs."""


@procedure(
    title="the Bayesian Plackett–Luce model",
    needs=Needs(models=(2, None), tasks="any", complete=False, further=units_unmet, differences="some"),
    cites=("plackett1975", "luce1959", "hunter2004", "chinn2000", "gelman2006"),
    cost="Monte Carlo",
    least_draws=100,
    counterpart="sign",
    ranks=Ranks(pools=True),
    rope_scale="log-odds",
    counts=True,
)
def bayes_plackett_luce(table: Paired, *, draws: int = 6000, rng: int = 0) -> Ranking:
    """Joint posterior of the log-worths of several models, from their order on each task (or case).

    Parameters:
        table: paired scores of two or more models; several scores per task are averaged.
        draws: draws of the posterior of three or more models; that of two is integrated.
        rng: seed.

    >>> scores = np.array([[82, 79, 76], [.91, .88, .86], [7.3, 7.1, 6.9], [65, 67, 63], [8.4, 8.2, np.nan]])
    >>> found = bayes_plackett_luce.from_scores(scores, models=("a", "b", "c"))
    >>> found.best()["a"] > 0.7, found.pair("a", "c").mean > 0
    (True, True)
    """
    return from_scores(score_rows(table), models=table.models, draws=draws, rng=rng)


def from_scores(scores: ScoreArray, *, models: Sequence[str] = (), draws: Draws = 6000, rng: PlainSeed = 0) -> Ranking:
    """From one score of each model on each task (tasks x models, larger is better, NaN where there is none); options as
    in `bayes_plackett_luce`.
    """
    values = np.asarray(scores, dtype=np.float64)
    if values.ndim != 2 or values.shape[1] < 2 or np.isinf(values).any():
        raise ArgumentError(f"Orders are taken from a table of finite scores, tasks x models; got {values.shape}.")
    return from_ranks(_ranks(values), models=models, draws=draws, rng=rng)


def from_ranks(ranks: ScoreArray, *, models: Sequence[str] = (), draws: Draws = 6000, rng: PlainSeed = 0) -> Ranking:
    """From the place of each model on each task (1 is best, ties are equal, NaN where a model is missing); options as
    in `bayes_plackett_luce`.
    """
    places = np.asarray(ranks, dtype=np.float64)
    if places.ndim != 2 or places.shape[1] < 2 or np.isinf(places).any():
        raise ArgumentError(f"Ranks are a table of finite numbers, tasks x models; got shape {places.shape}.")
    if draws < 1:
        raise ArgumentError(f"`draws` is at least 1; got {draws}.")
    names = model_names(models, places.shape[1])
    refuse_disconnected(places, names, "bayes_plackett_luce")
    order = by_name(names)
    places = places[:, order]
    first_of, copy_of = distinct(places)
    law, diagnostics = _posterior(places[:, first_of], copy_of, draws, rng)
    return Ranking(
        names,
        law.of(np.argsort(order)),
        "bayes_plackett_luce",
        parameter="log-odds of ranking ahead",
        prior=PRIOR,
        spread=SPREAD,
        seed=rng,
        diagnostics=diagnostics,
    )


def _ranks(scores: Array) -> Array:
    """Places of the models on each task; scores that differ by rounding only are equal."""
    order = np.argsort(-scores, axis=1, kind="stable")  # the missing ones come last
    placed = np.take_along_axis(scores, order, axis=1)
    noise = ROUNDING * np.nanmax(np.abs(scores), axis=1, initial=0.0, keepdims=True)
    steps = np.ones(scores.shape)
    steps[:, 1:] = -np.diff(placed, axis=1) > noise
    ranks = np.empty_like(scores)
    np.put_along_axis(ranks, order, np.cumsum(steps, axis=1), axis=1)
    return np.where(np.isnan(scores), np.nan, ranks)


def _posterior(ranks: Array, copy_of: list[int], draws: int, rng: int) -> tuple[JointLaw, Diagnostics]:
    """The law of the effects, given the places of the distinct models; of two of them, integrated."""
    figures = {"tasks": float(len(ranks)), "missing scores": float(np.isnan(ranks[:, copy_of]).sum())}
    if ranks.shape[1] == 1:  # models that are all the same
        return DrawnEffects(np.zeros((1, len(copy_of)))), Diagnostics("closed form", None, figures)
    if ranks.shape[1] == 2:
        return _of_two(ranks, copy_of, figures)
    found = plackett_luce(ranks[~np.isnan(ranks).all(axis=1)], draws=draws, rng=rng)
    effects = found.effects[:, copy_of]
    law = DrawnEffects(np.round(effects - effects.mean(axis=1, keepdims=True), DIGITS))
    low, middle, high = (float(value) for value in np.quantile(found.tau, (0.025, 0.5, 0.975)))
    figures |= {"draws": float(len(effects)), "accepted moves": found.accepted}
    figures |= {"τ, 2.5%": low, "τ, 50.0%": middle, "τ, 97.5%": high}
    return law, Diagnostics("Monte Carlo: Hamiltonian steps, many chains", found.error, figures)


def _of_two(ranks: Array, copy_of: list[int], figures: dict[str, float]) -> tuple[JointLaw, Diagnostics]:
    """Two models: only who was ahead how often counts; ties and gaps say nothing."""
    wins, losses = (float((ranks[:, j] < ranks[:, 1 - j]).sum()) for j in (0, 1))
    away = np.where(np.array(copy_of) == 0, 1.0, 0.0)
    law = TwoWorths(wins, losses, tuple((away - away.mean()).tolist()))
    return law, Diagnostics("quadrature", law.best(np.random.default_rng(0)).error, figures)
