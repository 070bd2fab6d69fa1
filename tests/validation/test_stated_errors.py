"""Does the error that a result states bound the true one? Against exact sums, adaptive quadrature and far longer runs.

For every procedure that states an error: random designs, and for each the largest distance of any probability (or p)
that it gives from an independent or far finer computation. The stated error is to be larger in 95% of designs or more.
"""

from __future__ import annotations

from fractions import Fraction
from math import prod

import numpy as np
import pytest
from scipy import integrate, special, stats

from betterthan.numerics import best_of_several, crossed_mean
from betterthan.numerics.hierarchical_t import hierarchical_t
from betterthan.numerics.student_location import student_location
from betterthan.procedures import (
    bayes_bootstrap,
    bayes_crossed,
    bayes_hierarchical_mcnemar,
    bayes_hierarchical_t,
    bayes_joint,
    bayes_mcnemar,
    bayes_plackett_luce,
    bayes_robust_t,
    bayes_sign,
    bayes_signed_rank,
    bayes_welch,
    model_confidence_set,
    permutation,
)
from betterthan.procedures.shared.crossed_table import CrossedSums
from betterthan.results.laws.tabulated import Tabulated

pytestmark = pytest.mark.validation
DESIGNS = {"exact": 60, "quadrature": 40, "drawn": 40, "long": 20}


def largest(one, other) -> float:
    return float(np.abs(np.asarray(one, dtype=float) - np.asarray(other, dtype=float)).max())


# Exact sums and quadrature of our own


def bootstrap(rng):
    """P(Σ w d > x) = Σ_{d_i > x} (d_i - x)^(n-1) / Π_{j≠i} (d_i - d_j), in fractions."""
    values = np.round(rng.standard_t(rng.choice([3, 30]), rng.integers(5, 25)), 6)
    found = bayes_bootstrap.from_differences(values)
    d = [Fraction(repr(value)) for value in values.tolist()]
    errors = []
    for p in (0.01, 0.11, 0.23, 0.5, 0.77, 0.95):
        at = float(found.law.quantile(p))
        x = Fraction(at)
        above = sum(
            ((each - x) ** (len(d) - 1) / prod(each - other for other in d if other != each) for each in d if each > x),
            start=Fraction(0),
        )
        errors.append(largest(found.law.sf(at), float(above)))
    return found.diagnostics.error, max(errors)


def mcnemar_points(rng):
    n, alpha = int(rng.choice([10, 50, 300])), float(rng.choice([0.1, 0.5, 1.0, 3.0]))
    cells = rng.multinomial(n, rng.dirichlet([1, 1, 1, 4]))
    found = bayes_mcnemar.from_cells(
        n00=int(cells[0]), n01=int(cells[1]), n10=int(cells[2]), n11=int(cells[3]), alpha=(alpha,) * 4, scale="points"
    )
    errors = []
    for rope in (0.005, 0.02, 0.1):
        first = above_by_quadrature(cells[2] + alpha, cells[1] + alpha, cells[0] + cells[3] + 2 * alpha, rope)
        second = above_by_quadrature(cells[1] + alpha, cells[2] + alpha, cells[0] + cells[3] + 2 * alpha, rope)
        got = found.probabilities(rope)
        errors.append(largest((got.first, got.second), (first, second)))
    return found.diagnostics.error + 1e-9, max(errors)


def above_by_quadrature(won, lost, agreed, r):
    """P(τ (1 - 2φ) > r), over φ, whose law has a singular end where fewer than one case is lost, prior included."""

    def beyond(phi):
        return (1 - phi) ** (won - 1) * special.betaincc(won + lost, agreed, min(1.0, r / (1 - 2 * phi)))

    found = integrate.quad(beyond, 0, (1 - r) / 2, limit=400, weight="alg", wvar=(lost - 1, 0), epsabs=0, epsrel=1e-9)
    return found[0] / special.beta(lost, won)


def welch(rng):
    samples = [
        (float(rng.normal()), float(np.exp(rng.normal())), int(rng.integers(2, 12))),
        (float(rng.normal()), float(np.exp(rng.normal())), int(rng.integers(2, 12))),
    ]
    found = bayes_welch.from_summary(first=samples[0], second=samples[1])
    laws = [stats.t(n - 1, mean, sd / np.sqrt(n)) for mean, sd, n in samples]
    errors = [
        largest(
            found.law.sf(x),
            integrate.quad(lambda u, x=x: laws[0].sf(x + laws[1].ppf(u)), 0, 1, limit=400, epsabs=1e-9, epsrel=1e-9)[0],
        )
        for x in (-0.3, 0.1, 1.0)
    ]
    return (found.diagnostics.error or 0.0) + 1e-8, max(errors)


def sign(rng):
    """P(the largest of three gamma variables is the first), as one integral of the laws of the others."""
    values = rng.normal(rng.normal(0, 0.5), 1.0, rng.integers(3, 30))
    found = bayes_sign.from_differences(values, rope=0.3)
    counts = [(values > 0.3).sum(), (np.abs(values) <= 0.3).sum() + 1, (values < -0.3).sum()]
    winner = [
        0.0 if own == 0 else integrate.quad(
            lambda x, own=own, j=j: stats.gamma.pdf(x, own)
            * prod(stats.gamma.cdf(x, other) for k, other in enumerate(counts) if k != j and other > 0),
            0, 120, limit=400, epsabs=1e-11, points=[1, 5, 20],
        )[0]
        for j, own in enumerate(counts)
    ]  # fmt: skip
    return found.diagnostics.error + 1e-9, largest(found.reading(0.3, "winner"), winner)


def hierarchical_mcnemar(rng):
    """Uniform in μ and η = (a + b)^(-1/2): the midpoint rule on a square."""
    tasks = int(rng.integers(3, 9))
    share = rng.beta(*(rng.choice([2, 20]) * np.array([0.5, 0.5])), tasks)
    n = rng.integers(4, 60, tasks)
    n01 = rng.binomial(n, share)
    if not ((n01 > 0) & (n01 < n)).any():
        n01[0], n[0] = 1, max(2, n[0])
    cells = {f"t{j}": (5, int(n01[j]), int(n[j] - n01[j]), 20) for j in range(tasks)}
    found = bayes_hierarchical_mcnemar.from_cells(cells)
    u = (np.arange(1200) + 0.5) / 1200
    mu, eta = u[:, None], np.tan(u * np.pi / 2)[None]
    a, b = mu / eta**2, (1 - mu) / eta**2
    logs = sum(special.betaln(a + x, b + m - x) - special.betaln(a, b) for x, m in zip(n01, n, strict=True))
    weights = np.exp(logs - logs.max()) * (1 + eta**2)
    below = np.cumsum(weights.sum(axis=1)) / weights.sum()
    edges = np.arange(1, 1201) / 1200
    inside = (below > 0.001) & (below < 0.999)
    return found.diagnostics.error + 1e-6, largest(found.population.cdf(edges[inside]), below[inside])


# Far finer or longer runs


def robust_t(rng):
    values = rng.standard_t(rng.choice([1.5, 4, 30]), rng.integers(4, 40))
    found, fine = bayes_robust_t.from_differences(values), student_location(values, resolution=3)
    law = Tabulated(fine.grid, np.exp(fine.log_density), fine.cdf, fine.mean, fine.sd)
    x = np.asarray(found.law.quantile(np.linspace(0.01, 0.99, 41)))
    return found.diagnostics.error, largest(found.law.cdf(x), law.cdf(x))


def crossed(rng):
    rows, columns = int(rng.integers(2, 8)), int(rng.integers(3, 40))
    sums = rng.chisquare(rows - 1), rng.chisquare(columns - 1), rng.chisquare((rows - 1) * (columns - 1))
    given = CrossedSums(
        0.1, float(sums[0] * rng.choice([1, 9])), float(sums[1] * rng.choice([1, 9])), float(sums[2]), rows, columns
    )
    found = bayes_crossed.from_summary(
        mean=given.mean, ss_rows=given.ss_rows, ss_columns=given.ss_columns, ss_residual=given.ss_residual,
        rows=rows, columns=columns,
    )  # fmt: skip
    before = crossed_mean.NODES_PER_WIDTH
    x = np.asarray(found.law.quantile(np.linspace(0.01, 0.99, 41)))
    stated, own = found.diagnostics.error, found.law.cdf(x)
    try:
        crossed_mean.NODES_PER_WIDTH = 3 * before
        fine = type(found.law).from_dict(found.law.to_dict())
        return stated, largest(own, fine.cdf(x))
    finally:
        crossed_mean.NODES_PER_WIDTH = before


def hierarchical(rng):
    tasks, n = int(rng.integers(3, 9)), int(rng.choice([3, 5, 10]))
    between = rng.choice([0, 0.01, 0.05])
    scores = rng.normal(rng.normal(0, 0.02), between, tasks)[:, None] + rng.normal(0, 0.03, (tasks, n))
    means = scores.mean(axis=1)
    ss = ((scores - means[:, None]) ** 2).sum(axis=1)
    found = bayes_hierarchical_t.from_summary(n=[n] * tasks, mean=means, ss=ss)
    hyper = found.model.surface.prior
    arrays = (np.full(tasks, n), means, ss, np.zeros(tasks))
    return found, hierarchical_t(*arrays, hyper=hyper, resolution=2.0)


def hierarchical_population(rng):
    found, fine = hierarchical(rng)
    errors = [
        largest(getattr(found.model, reading)(-rope, rope), getattr(fine, reading)(-rope, rope))
        for reading in ("population", "next_task")
        for rope in (0.003, 0.01, 0.03)
    ]
    return found.diagnostics.error, max(errors)


def hierarchical_tasks(rng):
    found, fine = hierarchical(rng)
    places = [found.model.tasks.quantile(p) for p in np.linspace(0.02, 0.98, 13)]
    return found.task_error, max(largest(found.model.tasks.cdf(x), fine.tasks.cdf(x)) for x in places)


def signed_rank(rng):
    values = rng.normal(rng.normal(0, 0.5), 1.0, rng.integers(4, 15))
    found = bayes_signed_rank.from_differences(values, rope=0.3, rng=1)
    long = bayes_signed_rank.from_differences(values, rope=0.3, rng=2, draws=2_000_000)
    errors = [largest(found.reading(0.3, name), long.reading(0.3, name)) for name in ("population", "winner")]
    return found.diagnostics.error, max(*errors, largest(found.direction(), long.direction()))


def rankings(found, long, *, ropes):
    """Largest distances of the probabilities of pairs and of being the best."""
    pairs = max(largest(found.law.better(rope), long.law.better(rope)) for rope in ropes)
    return max(pairs, largest(list(found.best().values()), list(long.best().values())))


def several(rng):
    models = int(rng.integers(3, 6))
    return rng.normal(rng.normal(0, 0.4, models), 1.0, (int(rng.integers(6, 30)), models))


def plackett_luce(rng):
    scores = several(rng)
    found = bayes_plackett_luce.from_scores(scores)
    return found.diagnostics.error, rankings(
        found, bayes_plackett_luce.from_scores(scores, draws=150_000, rng=5), ropes=(0.0, 0.18)
    )


def joint_robust(rng):
    scores = several(rng)
    found = bayes_joint.from_scores(scores, residual="robust")
    long = bayes_joint.from_scores(scores, residual="robust", draws=80_000, rng=5)
    return found.best_error, rankings(found, long, ropes=(0.0, 0.1))


def joint_best(rng):
    """P(best) with 64 times as many points."""
    scores = several(rng)
    found = bayes_joint.from_scores(scores)
    stated, own = found.best_error, list(found.best().values())
    before = best_of_several.LEAST_POINTS, best_of_several.MOST_WORK
    try:
        best_of_several.LEAST_POINTS, best_of_several.MOST_WORK = 2**16, 2**22
        fine = bayes_joint.from_scores(scores, rng=9)
        return stated, largest(own, list(fine.best().values()))
    finally:
        best_of_several.LEAST_POINTS, best_of_several.MOST_WORK = before


def joint_places(rng):
    found = bayes_joint.from_scores(several(rng))
    drawn = found.law.draws(1_000_000, np.random.default_rng(77))
    place = np.argsort(np.argsort(-drawn, axis=1), axis=1)
    shares = [[(place[:, j] == k).mean() for k in range(drawn.shape[1])] for j in range(drawn.shape[1])]
    return found.places_error, largest(found.rank_distribution, shares)


def permuted(rng):
    values = rng.normal(rng.choice([0, 0.5]), 1.0, 16)
    found = permutation.from_differences(values, draws=2000, rng=1)
    return found.diagnostics.error, abs(found.p_value - permutation.from_differences(values, draws=2**16).p_value)


def confidence_set(rng):
    scores = several(rng)
    found = model_confidence_set.from_scores(scores, rng=1)
    long = model_confidence_set.from_scores(scores, rng=2, draws=60_000)
    return found.diagnostics.error, largest(*([each.p_value for each in test.effects] for test in (found, long)))


STUDIES = {
    "bayes_bootstrap": (bootstrap, "exact"),
    "bayes_mcnemar in points": (mcnemar_points, "quadrature"),
    "bayes_welch": (welch, "quadrature"),
    "bayes_sign": (sign, "quadrature"),
    "bayes_hierarchical_mcnemar": (hierarchical_mcnemar, "quadrature"),
    "bayes_robust_t": (robust_t, "quadrature"),
    "bayes_crossed": (crossed, "quadrature"),
    "bayes_hierarchical_t": (hierarchical_population, "long"),
    "bayes_hierarchical_t, single tasks": (hierarchical_tasks, "long"),
    "bayes_signed_rank": (signed_rank, "drawn"),
    "bayes_plackett_luce": (plackett_luce, "long"),
    "bayes_joint, robust": (joint_robust, "long"),
    "bayes_joint, P(best)": (joint_best, "drawn"),
    "bayes_joint, places": (joint_places, "drawn"),
    "permutation": (permuted, "drawn"),
    "model_confidence_set": (confidence_set, "drawn"),
}


@pytest.mark.parametrize("name", STUDIES)
def test_a_stated_error_bounds_the_true_one(name, record_property):
    study, cost = STUDIES[name]
    found = np.array([study(np.random.default_rng(seed)) for seed in range(DESIGNS[cost])])
    stated, true = found.T
    share = float((true <= stated).mean())
    record_property("share of designs", share)
    worst = float((true / np.maximum(stated, 1e-300)).max())
    assert share >= 0.95, f"{name}: {share:.0%} of {len(found)} designs; the true error is up to {worst:.1f} of it"
