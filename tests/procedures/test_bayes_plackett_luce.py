"""The Plackett–Luce model of ranks: against an independent sampler, quadrature and Hunter's MM algorithm; the edges."""

from __future__ import annotations

import json
from itertools import pairwise, permutations, product
from math import log, pi, sqrt
from pathlib import Path

import numpy as np
import pytest
from sampled import same_places_and_pairs
from scipy import integrate, stats
from scipy.special import expit

import betterthan as bt
from betterthan.data.design import Design
from betterthan.data.factors import factor
from betterthan.data.pairing import pair, pair_arrays, pair_differences
from betterthan.data.tables import PairedTable
from betterthan.data.units import unit_called
from betterthan.errors import ArgumentError, NeedsNotMet
from betterthan.numerics.plackett_luce import Orders, _merged
from betterthan.procedures import bayes_plackett_luce
from betterthan.results.laws.point import Point
from betterthan.results.ranking import Ranking

REFERENCE = json.loads((Path(__file__).parents[1] / "reference" / "bayes_plackett_luce.json").read_text())
TOLERANCE = REFERENCE["tolerance"]
MODELS = ("nbc", "aode", "hnb", "j48", "j48gr")
HARDLY_A_VARIANCE = "3 models, the same order on 5 tasks"
"""Tails so heavy that, over the seeds 0 to 9, the sd of 60,000 draws is 1% below to 11% above the sampler's. All
ten together are 6% above it (their standard error is 1.2%, the sampler's 1.6%), and are what is compared."""


@pytest.fixture(scope="module", params=REFERENCE["data_sets"], ids=lambda data: data["name"])
def sampled(request):
    data = request.param
    if "ranks" in data:
        ranks = np.array([[np.nan if rank is None else rank for rank in row] for row in data["ranks"]])
        return data, bayes_plackett_luce.from_ranks(ranks, draws=60_000)
    table = pair(request.getfixturevalue("uci54_means"), *MODELS)
    return data, bayes_plackett_luce(table, draws=60_000)


# Other ways to the same figures


def test_places_and_pairs_are_those_of_the_sampler(sampled):
    data, found = sampled
    assert 3 * max(data["largest standard error"][name] for name in ("best", "pairs")) <= TOLERANCE["best"]
    same_places_and_pairs(data, found, TOLERANCE)


def test_effects_are_those_of_the_sampler(sampled):
    """Both sides are Monte Carlo: five standard errors of the two together are allowed, if that is more."""
    data, found = sampled
    expect, stated = data["expect"], data["largest standard error"]
    laws = [found.law.marginal(model) for model in range(len(found.models))]
    means, sds = np.array([law.mean for law in laws]), np.array([law.sd for law in laws])
    if data["name"] == HARDLY_A_VARIANCE:
        sds = sds_over_seeds(np.array(data["ranks"], dtype=np.float64))
    error = 2 * found.diagnostics.error
    allowed = max(0.02, 5 * np.hypot(error, stated["effect means, in their sds"]))
    assert np.abs((means - expect["means"]) / expect["sds"]).max() <= allowed
    allowed = max(0.02, 5 * np.hypot(2 * error, stated["effect sds, relative"]))
    assert np.abs(sds / expect["sds"] - 1).max() <= allowed


def sds_over_seeds(ranks):
    found = [bayes_plackett_luce.from_ranks(ranks, draws=60_000, rng=seed) for seed in range(10)]
    variances = [[each.law.marginal(model).sd ** 2 for model in range(ranks.shape[1])] for each in found]
    return np.sqrt(np.mean(variances, axis=0))


def two_by_quadrature(wins, losses):
    """P(low < δ < high) as a function, and the mean: adaptive quadrature over δ, Simpson's rule over log τ.

    δ = θ_1 - θ_2 ~ N(0, 2τ²), and the first wins with probability 1/(1 + e^-δ).
    """
    log_tau = np.linspace(-30, 12, 3001)
    heights = stats.t.pdf(np.exp(log_tau), 4)  # dτ = τ d log τ, and 1/τ is in the normal density
    share = (wins + 0.5) / (wins + losses + 1)

    def density(delta):
        prior = integrate.simpson(heights * np.exp(-((delta / np.exp(log_tau)) ** 2) / 4), x=log_tau)
        return prior * (expit(delta) / share) ** wins * (expit(-delta) / (1 - share)) ** losses

    peak, error = log(share / (1 - share)), sqrt(1 / (wins + 0.5) + 1 / (losses + 0.5))
    cuts = sorted(
        [
            -FAR,
            -300.0,
            -20.0,
            -1.0,
            -1e-3,
            0.0,
            1e-3,
            1.0,
            20.0,
            300.0,
            FAR,
            *(peak + error * np.array([-6.0, -2.0, 0.0, 2.0, 6.0])),
        ]
    )

    def between(low, high, times=lambda delta: 1.0):
        ends = [low, *(cut for cut in cuts if low < cut < high), high]
        return sum(
            integrate.quad(lambda delta: times(delta) * density(delta), *part, epsabs=1e-11, limit=200)[0]
            for part in pairwise(ends)
        )

    total = between(-FAR, FAR)
    return lambda low, high: between(low, high) / total, between(-FAR, FAR, lambda delta: delta) / total


FAR = 20_000.0
ROPE = 0.1 * pi / sqrt(3)


@pytest.mark.parametrize(
    ("wins", "losses", "known"),
    [
        (6, 0, (0.95601, 0.03684, 0.00715)),  # by two quadratures, each written on its own
        (1, 1, (0.34144, 0.31712, 0.34144)),
        (7, 3, None),
        (30, 31, None),
        (190, 160, None),
    ],
)
def test_two_models_against_quadrature(wins, losses, known):
    between, mean = two_by_quadrature(wins, losses)
    found = bayes_plackett_luce.from_ranks(np.array([[1, 2]] * wins + [[2, 1]] * losses))
    pair = found.pair("1", "2")
    for low, high in ((0.0, 0.0), (-ROPE, ROPE), (0.5, 1.0)):
        expect = between(high, FAR), between(low, high), between(-FAR, low)
        assert pair.probabilities((low, high)) == pytest.approx(expect, abs=2e-7)
    if known is not None:
        assert pair.probabilities(ROPE) == pytest.approx(known, abs=5e-6)
    assert found.best()["1"] == pytest.approx(between(0.0, FAR), abs=2e-7)
    assert pair.mean == pytest.approx(mean, rel=1e-5, abs=1e-7)
    assert found.law.mean == pytest.approx([mean / 2, -mean / 2], rel=1e-5, abs=1e-7)
    assert found.diagnostics.computed == "quadrature"
    assert found.diagnostics.error < 1e-9


@pytest.mark.parametrize(("wins", "losses"), [(6, 0), (3, 5)])
def test_two_models_beside_a_third_that_is_missing_or_a_copy(wins, losses):
    """A copy of a model changes nothing for the pair, and shares its place; ties of both say nothing."""
    ranks = np.array([[1, 2]] * wins + [[2, 1]] * losses + [[1, 1]] * 4)
    alone = bayes_plackett_luce.from_ranks(ranks)
    copied = bayes_plackett_luce.from_ranks(ranks[:, [0, 1, 1]], models=("a", "b", "c"))
    assert copied.pair("a", "b").probabilities(0.2) == pytest.approx(alone.pair("1", "2").probabilities(0.2))
    assert copied.pair("c", "a").probabilities(0.2).first == pytest.approx(
        alone.pair("2", "1").probabilities(0.2).first
    )
    assert copied.pair("b", "c").law == Point(0.0)
    best = copied.best()
    assert (best["a"], best["b"] + best["c"]) == pytest.approx(tuple(alone.best().values()))
    assert best["b"] == best["c"]
    assert Ranking.from_dict(json.loads(json.dumps(copied.to_dict()))) == copied


def test_probabilities_of_drawn_models_are_counted():
    """Of few tasks the posterior has a peak at 0 and heavy tails: no share of the draws is smoothed."""
    found = bayes_plackett_luce.from_ranks(np.array([[1, 2, 3]] * 3))
    apart = found.law.effects[:, 0] - found.law.effects[:, 1]
    shares = (apart > ROPE).mean(), (np.abs(apart) < ROPE).mean(), (apart < -ROPE).mean()
    assert found.pair("1", "2").probabilities(ROPE) == pytest.approx(shares, abs=1e-12)


def test_many_tasks_against_hunters_mm_algorithm():
    """Hunter (2004), eq. 30: the maximum of the likelihood; so many orders leave nothing to the prior."""
    rng = np.random.default_rng(1)
    theta = np.array([0.5, 0.2, 0.0, -0.3, -0.4])
    times = rng.exponential(size=(4000, 5)) / np.exp(theta)
    orders = np.argsort(times, axis=1)
    worth, chosen = np.ones(5), np.bincount(orders[:, :-1].ravel(), minlength=5)
    for _ in range(200):
        left = np.cumsum(worth[orders][:, ::-1], axis=1)[:, ::-1][:, :-1]
        at_risk = np.cumsum(1 / left, axis=1)
        at_risk = np.concatenate([at_risk, at_risk[:, -1:]], axis=1)  # the last was on the way as long as the next
        worth = chosen / np.bincount(orders.ravel(), at_risk.ravel())
    maximum = np.log(worth) - np.log(worth).mean()
    found = bayes_plackett_luce.from_ranks(times, draws=10_000)
    sds = np.array([found.law.marginal(model).sd for model in range(5)])
    assert np.abs((found.law.mean - maximum) / sds).max() <= 0.1
    assert np.abs(found.law.mean - theta).max() <= 4 * sds.max()


# The likelihood


def by_hand(ranks, theta) -> float:
    """Sum over all orders that ties leave open."""
    total = 0.0
    for row in ranks:
        present = [j for j in range(len(row)) if not np.isnan(row[j])]
        groups = [[j for j in present if row[j] == rank] for rank in sorted({row[j] for j in present})]
        chance = 0.0
        for parts in product(*(permutations(group) for group in groups)):
            order = [j for part in parts for j in part]
            chance += np.prod([np.exp(theta[order[k]]) / np.exp(theta[order[k:]]).sum() for k in range(len(order))])
        total += log(chance)
    return total


RANKS = np.array(
    [
        [1, 2, 3, 4, 5], [1, 1, 2, 3, 3], [2, 1, 1, 1, 3], [1, np.nan, 2, 2, np.nan], [1, 1, 1, 1, 1], [2, 2, 2, 2, 1],
        [np.nan, 1, 1, 2, np.nan], [1, 2, 3, 4, 5], [np.nan] * 4 + [1], [1, 2, 2, 2, 2], [1, 1, 2, 2, 3],
    ]
)  # fmt: skip


@pytest.mark.parametrize("size", [0.1, 1.0, 4.0])
def test_a_tie_is_the_sum_over_the_orders_that_it_leaves_open(size):
    """The v of the ties are integrated here; the sampler draws them."""
    orders, theta = Orders.of(*_merged(RANKS)), np.random.default_rng(2).normal(0, size, (5, 1))
    log_v = np.arange(-30, 4.5, 0.05)
    ties = len(orders.starts)
    assert ties == 5
    each = [orders.tie_values(theta, np.full((ties, 1), v)) + log(v) - v for v in np.exp(log_v)]
    summed = np.log(np.exp(np.array(each)).sum(axis=0) * 0.05).sum()
    rest = orders.value(theta, np.ones((ties, 1))) - orders.tie_values(theta, np.ones((ties, 1))).sum()
    assert float(rest[0] + summed) == pytest.approx(by_hand(RANKS, theta[:, 0]), rel=1e-8)


def test_the_gradient_is_that_of_the_value():
    orders, rng = Orders.of(*_merged(RANKS)), np.random.default_rng(3)
    theta, delay = rng.normal(size=(5, 4)), rng.exponential(size=(len(orders.starts), 4))
    value, slope = orders.fit(theta, delay)
    assert value == pytest.approx(orders.value(theta, delay))
    for model in range(5):
        step = 1e-5 * np.eye(5)[:, [model]]
        change = orders.value(theta + step, delay) - orders.value(theta - step, delay)
        assert slope[model] == pytest.approx(change / 2e-5, abs=1e-6)
    assert slope.sum(axis=0) == pytest.approx(np.zeros(4), abs=1e-9)


# What does not matter, and the edges


def ranking(scores, **options):
    return bayes_plackett_luce.from_scores(np.asarray(scores, dtype=float), **{"draws": 500, **options})


def raced(seed, tasks, models, tau=1.0):
    rng = np.random.default_rng(seed)
    return rng.normal(0, tau, models) - np.log(rng.exponential(size=(tasks, models)))


@pytest.mark.parametrize("scale", [1e-30, 2.0**-40, 2.0**40, 1e30])
def test_the_unit_of_the_scores_does_not_matter(scale):
    scores = raced(4, 12, 3)
    assert ranking(scale * scores) == ranking(scores)


def test_only_the_order_on_each_task_counts():
    scores = raced(5, 12, 4)
    changed = scores.copy()
    changed[0], changed[1], changed[2:] = np.exp(scores[0]), 1e9 * scores[1] - 5, scores[2:] ** 3
    assert ranking(changed) == ranking(scores)
    assert ranking(scores) == bayes_plackett_luce.from_ranks(np.argsort(np.argsort(-scores, axis=1), axis=1), draws=500)


def test_scores_that_differ_by_rounding_tie():
    scores = raced(6, 8, 3)
    scores[0], scores[1] = (0.3, 0.1 + 0.2, 0.1), (0.1, 0.2, 0.3)
    tied = scores.copy()
    tied[0] = (0.3, 0.3, 0.1)
    assert ranking(scores) == ranking(tied)


def test_the_order_of_the_tasks_does_not_matter():
    scores = np.round(raced(7, 20, 4) * 2)
    assert ranking(scores[::-1]) == ranking(scores)


def test_permuting_the_models_permutes_everything():
    scores, order = np.round(raced(8, 30, 4), 1), [2, 0, 3, 1]
    one, other = ranking(scores, draws=4000), ranking(scores[:, order], draws=4000)
    within = 5 * (one.diagnostics.error + other.diagnostics.error)
    assert other.law.mean == pytest.approx(one.law.mean[order], abs=within)
    assert other.law.better(0.2) == pytest.approx(one.law.better(0.2)[np.ix_(order, order)], abs=within)
    assert other.rank_distribution == pytest.approx(one.rank_distribution[order], abs=within)


def test_identical_models_are_one():
    scores = raced(9, 20, 3)[:, [0, 1, 1, 2]]
    found, alone = ranking(scores), ranking(scores[:, [0, 1, 3]])
    assert found.pair("2", "3").law == Point(0.0)
    assert found.pair("2", "3").probabilities(0.0) == (0, 1, 0)
    assert found.pair("1", "2").mean == pytest.approx(alone.pair("1", "2").mean, abs=1e-5)
    assert found.law.better(0.0)[1, 2] == 0.5
    assert found.law.better(0.1)[1, 2] == 0


def test_models_that_always_tie():
    found = ranking(np.repeat(np.arange(6.0)[:, None], 3, axis=1))
    assert found.pair("1", "2").probabilities(0.0) == (0, 1, 0)
    assert list(found.best().values()) == pytest.approx([1 / 3] * 3, abs=0.02)


def test_a_model_that_only_ties_is_known_by_its_prior():
    scores = np.concatenate([raced(17, 12, 2), [[1.0, 1.0], [2.0, 2.0]]])
    third = np.append(np.full(12, np.nan), [1.0, 2.0])
    found = ranking(np.column_stack([scores, third]), draws=4000)
    assert abs(found.law.mean[2]) < found.law.marginal(2).sd
    nothing = ranking([[1.0, 1.0, np.nan], [np.nan, 1.0, 1.0], [2.0, 2.0, 2.0]], draws=4000)
    assert nothing.pair("1", "3").direction().first == pytest.approx(0.5, abs=5 * nothing.diagnostics.error)


def test_one_task_of_two_models_says_little():
    found = ranking([[2.0, 1.0]], draws=10_000)
    assert 0.6 < found.pair("1", "2").direction().first < 0.8


def test_the_same_order_everywhere_has_a_finite_mean():
    found = ranking(np.tile([3.0, 2.0, 1.0], (30, 1)), draws=10_000)
    assert found.best()["1"] > 0.99
    assert 3 < found.pair("1", "2").mean < 30


def test_missing_models_are_left_out_of_the_order():
    """A task with one model, with none, or on which all tie, says nothing."""
    scores = raced(10, 15, 4)
    more = np.concatenate([scores, [[np.nan, 1.0, np.nan, np.nan], [np.nan] * 4, [2.0] * 4]])
    assert ranking(more).law == ranking(scores).law
    assert ranking(more).diagnostics.figures["missing scores"] == 7


def test_groups_without_a_common_task_are_named():
    scores = [[1, 2, np.nan, np.nan], [2, 1, np.nan, np.nan], [np.nan, np.nan, 3, 4], [np.nan, np.nan, 5, 4]]
    with pytest.raises(NeedsNotMet, match="`c`, `d` share no task with `a`, `b`"):
        ranking(scores, models=tuple("abcd"))


def test_what_is_refused():
    with pytest.raises(ArgumentError, match="finite scores, tasks x models"):
        ranking([1.0, 2.0])
    with pytest.raises(ArgumentError, match="Ranks are a table of finite numbers"):
        bayes_plackett_luce.from_ranks(np.array([[1.0, np.inf]]))
    with pytest.raises(ArgumentError, match="`draws` must be at least 1; got 0"):
        ranking(raced(11, 4, 2), draws=0)


def test_json_round_trip():
    found = ranking(np.round(raced(12, 20, 4), 1))
    again = Ranking.from_dict(json.loads(json.dumps(found.to_dict(), allow_nan=False)))
    assert again == found
    assert again.best() == found.best()
    pair = found.pair("1", "4")
    assert type(pair).from_dict(json.loads(json.dumps(pair.to_dict(), allow_nan=False))) == pair


def test_a_wider_rope_never_lowers_equivalence_and_pairs_are_the_matrix():
    found = ranking(raced(13, 20, 3), draws=4000)
    widths = [0.0, 0.05, 0.2, 1.0, 20.0]
    shares = [found.pair("1", "2").probabilities(width) for width in widths]
    assert [share.equivalent for share in shares] == sorted(share.equivalent for share in shares)
    assert shares[-1].equivalent == pytest.approx(1)
    for width, share in zip(widths, shares, strict=True):
        better = found.law.better(width)
        assert (better[0, 1], better[1, 0]) == pytest.approx((share.first, share.second), abs=1e-5)
    direct = (found.law.effects[:, 0] > found.law.effects[:, 1]).mean()
    assert shares[0].first == pytest.approx(direct, abs=found.diagnostics.error), "smoothing changes little"


@pytest.mark.parametrize("ties", [False, True])
def test_the_error_is_stated_honestly(ties):
    """Thirty seeds of 500 draws against 60,000: the error bounds every probability, and not by far."""
    scores = np.round(raced(14, 10, 3)) if ties else raced(14, 10, 3)
    long = ranking(scores, draws=60_000, rng=99)
    errors, stated = [], []
    for seed in range(30):
        found = ranking(scores, rng=seed)
        apart = np.abs(found.law.better(ROPE) - long.law.better(ROPE)).max()
        errors.append(max(apart, *(abs(found.best()[name] - share) for name, share in long.best().items())))
        stated.append(found.diagnostics.error)
    assert (np.array(errors) <= np.array(stated)).mean() >= 0.95
    assert np.median(stated) <= 5 * np.median(errors)


def test_the_default_rope_is_a_tenth_of_the_logistic_sd():
    first, second = raced(15, 20, 2).T
    found = bt.compare(pair_arrays(first, second), procedure="bayes_plackett_luce", draws=500)
    assert (found.rope.low, found.rope.high) == pytest.approx((-0.1 * pi / sqrt(3), 0.1 * pi / sqrt(3)))
    assert found.result.parameter.name == "log-odds of ranking ahead"
    assert expit(found.rope.high) == pytest.approx(0.545, abs=0.001)


def test_several_scores_per_task_are_averaged_and_differences_are_enough():
    rng = np.random.default_rng(16)
    scores, task = rng.normal(size=(40, 3)), np.arange(40) % 8
    table = PairedTable(
        tuple("abc"), scores, design=Design(unit_called("folds"), {"fold": 5}), factors={"task": factor(task)}
    )
    means = np.array([scores[task == j].mean(axis=0) for j in range(8)])
    assert bayes_plackett_luce(table, draws=500) == ranking(means, models=tuple("abc"))
    whole, apart = pair_arrays(scores[:, 0], scores[:, 1]), pair_differences(scores[:, 0] - scores[:, 1])
    assert bayes_plackett_luce(apart, draws=500) == bayes_plackett_luce(whole, draws=500)
