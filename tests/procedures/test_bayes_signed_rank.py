"""bayes_signed_rank against explicit double sums, exact moments, and the tables of Benavoli et al. (2017)."""

from __future__ import annotations

import json
import tracemalloc
from dataclasses import replace
from functools import cache
from itertools import combinations
from math import inf

import numpy as np
import pytest

from betterthan.data.examples.uci54 import MODELS, uci54
from betterthan.data.pairing import pair_arrays
from betterthan.errors import ArgumentError, NeedsNotMet
from betterthan.procedures import bayes_signed_rank
from betterthan.procedures.bayesian.signed_rank import _drawn, _pairs, _with_prior, prior_sensitivity
from betterthan.procedures.shared.weights import _SHARED, shared_weights
from betterthan.results.rope import as_rope
from betterthan.simulation.replication.printed import printed_in
from betterthan.vocabulary import REGIONS

Z = np.array([0.3, -0.2, 0.05, 0.4, -0.01, 0.0, 0.12, -0.6, 0.2])


class Recorded(np.random.Generator):
    """A generator that keeps what it drew."""

    def __init__(self, seed: int) -> None:
        super().__init__(np.random.PCG64(seed))
        self.exponentials, self.gammas = [], []

    def standard_exponential(self, size):
        drawn = super().standard_exponential(size)
        self.exponentials.append(drawn.copy())
        return drawn

    def standard_gamma(self, shape, size):
        self.gammas.append(super().standard_gamma(shape, size))
        return self.gammas[-1]


def pair_share(z_i, z_j, bound):
    """1 for a pair below the bound, 1/2 for one on it."""
    return 1.0 if z_i + z_j < 2 * bound else 0.5 if z_i + z_j == 2 * bound else 0.0


def brute_force(z, w, rope):
    """θ_first, θ_equivalent, θ_second by the formula, with two loops."""
    second = sum(w[i] * w[j] * pair_share(z[i], z[j], rope[0]) for i in range(len(z)) for j in range(len(z)))
    below = sum(w[i] * w[j] * pair_share(z[i], z[j], rope[1]) for i in range(len(z)) for j in range(len(z)))
    return 1 - below, below - second, second


# Quarters: sums of two are exact, and many fall on the bounds.
VALUES = [
    np.array([-1.0, 0.25, 0.5, 0.75, -0.25]),
    np.array([0.5, 0.5, 0.5, -0.5, 0.25, 0.0, 0.0]),
    np.array([2.0, 1.0]),
    np.array([0.25, 0.25]),
    np.array([-3.0, -0.25, 0.0, 0.25, 0.5, 0.75, 1.0, 1.25, 4.0]),
    np.random.default_rng(0).integers(-8, 9, 12) / 4,
    np.random.default_rng(1).integers(-4, 12, 30) / 4,
]
ROPES = [(-0.25, 0.25), (0.0, 0.0), (-0.5, 0.25), (0.25, 0.5), (-0.1, 0.1), (-9.0, 9.0)]


@pytest.mark.parametrize("rope", ROPES)
@pytest.mark.parametrize("values", VALUES, ids=len)
@pytest.mark.parametrize("place", [0.0, 0.25, -0.5, inf, -inf])
def test_every_draw_against_two_loops(values, rope, place):
    pairs, rng = _pairs(np.sort(values), as_rope(rope)), Recorded(3)
    shares = _drawn(pairs, [_with_prior(pairs, place)], 0.5, 4, rng)[0]
    weights = rng.exponentials[0]
    if (pairs.counts > 1).any():
        weights[:, pairs.counts > 1] += rng.gammas[0]
    points, weights = np.append(pairs.points, place), np.column_stack([weights, rng.gammas[-1]])
    for found, w in zip(shares.T, weights, strict=True):
        expected = brute_force(points, w / w.sum(), rope)
        better = brute_force(points, w / w.sum(), (0.0, 0.0))
        np.testing.assert_allclose(found, [better[0], *expected, better[2]], atol=1e-12)


@pytest.mark.parametrize("rope", ROPES)
@pytest.mark.parametrize("values", VALUES, ids=len)
@pytest.mark.parametrize(("z0", "strength"), [(0.0, 0.5), (0.25, 2.0), ("-inf", 0.4), (inf, 1.0), (0.0, 0.0)])
def test_next_task_is_the_predictive_law_of_one_task(values, rope, z0, strength):
    """A task paired with itself is the task: what lies on a bound counts half to each side of it."""
    points, a = np.append(values, float(z0)), np.append(np.ones(len(values)), strength)
    low, high = (
        sum(weight * pair_share(point, point, bound) for point, weight in zip(points, a, strict=True)) / a.sum()
        for bound in rope
    )
    found = bayes_signed_rank.from_differences(values, rope=rope, z0=z0, prior_strength=strength, draws=100).next_task
    np.testing.assert_allclose(found, [1 - high, high - low, low], atol=1e-12)


@pytest.mark.parametrize("z0", [0.0, "inf", "-inf", "split"])
def test_the_shares_of_every_draw_sum_to_one(z0):
    posterior = bayes_signed_rank.from_differences(Z, rope=0.1, z0=z0)
    np.testing.assert_allclose(posterior.shares.sum(axis=1), 1, atol=1e-12)


def test_split_gives_half_of_the_prior_to_each_model():
    pairs, rng = _pairs(VALUES[4], as_rope(0.25)), Recorded(3)
    shares = _drawn(pairs, [_with_prior(pairs, "split")], 0.5, 4, rng)[0]
    for found, seen, prior in zip(shares.T, rng.exponentials[0], rng.gammas[-1], strict=True):
        total = seen.sum() + prior
        first, equivalent, second = brute_force(pairs.points, seen / total, (-0.25, 0.25))
        first -= 1 - (seen.sum() / total) ** 2  # what the observed pairs lack
        w0 = prior / total
        half = w0 * (2 - w0) / 2
        np.testing.assert_allclose(found[1:4], [first + half, equivalent, second + half], atol=1e-12)


@pytest.mark.parametrize("rope", [0.1, 0.0, (0.0, 0.3), (-0.05, 0.2)])
@pytest.mark.parametrize("z0", [0.0, 0.1, "inf", "split"])
@pytest.mark.parametrize("values", [Z, np.round(np.random.default_rng(2).normal(0, 1, 40), 1)], ids=len)
def test_swapping_models_swaps_exactly(values, rope, z0):
    mirrored = as_rope(rope).mirrored()
    opposite = {"inf": "-inf", "split": "split"}.get(z0) or -z0
    one = bayes_signed_rank.from_differences(values, rope=rope, z0=z0, draws=2000)
    other = bayes_signed_rank.from_differences(-values, rope=mirrored, z0=opposite, draws=2000)
    assert other.winner == one.winner.swapped()
    assert other.next_task == one.next_task.swapped()
    assert other.direction() == one.direction().swapped()
    assert other.estimate == pytest.approx(-one.estimate, abs=1e-15)
    np.testing.assert_array_equal(other.shares, one.shares[:, ::-1])


def test_row_order_does_not_matter():
    shuffled = np.random.default_rng(0).permutation(Z)
    assert bayes_signed_rank.from_differences(Z, rope=0.1) == bayes_signed_rank.from_differences(shuffled, rope=0.1)


@pytest.mark.parametrize("scale", [2.0**-40, 2.0**30])
def test_any_scale(scale):
    one = bayes_signed_rank.from_differences(Z, rope=0.1)
    other = bayes_signed_rank.from_differences(Z * scale, rope=0.1 * scale)
    assert (one.winner, one.next_task, one.better) == (other.winner, other.next_task, other.better)


def test_pairs_on_a_bound_up_to_rounding():
    """0.9 - 0.8 and 0.8 - 0.7 differ in the last digits; both are 0.1."""
    rounded = bayes_signed_rank(pair_arrays([0.9, 0.8, 0.5], [0.8, 0.7, 0.8], independent=True), rope=0.1)
    exact = bayes_signed_rank.from_differences(np.array([1.0, 1.0, -3.0]), rope=1.0)
    assert rounded.next_task == pytest.approx(exact.next_task, abs=1e-12)


def test_a_tie_between_regions_is_split():
    """All mass on a bound: half first, half equivalent, in every draw."""
    posterior = bayes_signed_rank.from_differences(np.full(4, 0.5), rope=0.5, z0=0.5, draws=100)
    assert posterior.winner == (0.5, 0.5, 0.0)
    assert posterior.next_task == pytest.approx((0.5, 0.5, 0.0))


@pytest.mark.parametrize("z0", [0.0, "inf", "split"])
def test_identical_models_are_refused(z0):
    with pytest.raises(NeedsNotMet, match=r"`bayes_agreement\.from_differences`"):
        bayes_signed_rank.from_differences(np.zeros(6), rope=0.1, z0=z0)


def test_rope_of_width_zero():
    posterior = bayes_signed_rank.from_differences(Z, rope=0.0)
    assert posterior.winner.equivalent == posterior.next_task.equivalent == 0.0
    assert posterior.winner == posterior.direction()


def test_seeds_and_standard_error():
    results = [bayes_signed_rank.from_differences(Z, rope=0.1, rng=seed) for seed in range(12)]
    assert results[0] == bayes_signed_rank.from_differences(Z, rope=0.1)
    drawn = bayes_signed_rank.from_differences(Z, rope=0.1, rng=np.random.default_rng(1))
    assert drawn == replace(results[1], inputs={})  # a generator cannot be noted down as a seed can
    assert all(each.next_task == results[0].next_task for each in results)
    spread = np.std([each.winner for each in results], axis=0, ddof=1).max()
    assert 3 * 0.5 * spread < results[0].diagnostics.error < 3 * 2 * spread, "three standard errors"
    assert 3 * 0.0017 < results[0].diagnostics.error <= 3 * 0.5 / 50_000**0.5


def test_a_probability_of_one_still_has_an_error():
    posterior = bayes_signed_rank.from_differences(np.arange(10.0, 40.0), rope=0.1, draws=1000)
    assert posterior.winner.first == 1.0
    assert posterior.diagnostics.error == pytest.approx(3e-3, rel=0.01), "by the rule of three: 3/n"


def test_tied_differences_weigh_as_much_as_they_are():
    """20 differences near enough to be one another's twins, apart or tied, give the same posterior."""
    rng = np.random.default_rng(0)
    tied = np.repeat([0.3, -0.2, 0.05, -0.4], [8, 6, 4, 2])
    apart = tied + 1e-6 * rng.normal(size=20)
    one, other = (bayes_signed_rank.from_differences(z, rope=0.11, draws=200_000) for z in (tied, apart))
    np.testing.assert_allclose(one.winner, other.winner, atol=5 / 3 * 2**0.5 * one.diagnostics.error)
    np.testing.assert_allclose(one.next_task, other.next_task, atol=1e-12)


def test_prior_sensitivity_shares_the_draws():
    scan = prior_sensitivity(Z, rope=0.1, z0=("-inf", 0.0, 0.25, "inf", "split"), draws=5000)
    assert list(scan) == ["-inf", "0", "0.25", "inf", "split"]
    for name, posterior in scan.items():
        z0 = name if name in ("-inf", "inf", "split") else float(name)
        assert posterior == bayes_signed_rank.from_differences(Z, rope=0.1, z0=z0, draws=5000)
    seconds = [scan[name].next_task.second for name in ("-inf", "0", "0.25", "inf")]
    assert seconds == sorted(seconds, reverse=True)


def test_prior_sensitivity_takes_one_draw_or_more():
    with pytest.raises(ArgumentError, match="`draws` must be at least 1; got 0"):
        prior_sensitivity(Z, rope=0.1, draws=0)
    (found,) = prior_sensitivity(Z, rope=0.1, z0=(0.0,), draws=1).values()
    assert sorted(found.probabilities(0.1)) == [0.0, 0.0, 1.0]


def test_prior_sensitivity_scans_by_default():
    scan = prior_sensitivity(Z, rope=0.1, draws=500)
    assert {"-inf", "0", "inf"} < set(scan)
    assert list(scan) == sorted(scan, key=float)
    extremes = scan["-inf"].next_task, scan["inf"].next_task
    for posterior in scan.values():
        assert extremes[0].first <= posterior.next_task.first + 1e-12 <= extremes[1].first + 2e-12
        assert extremes[1].second <= posterior.next_task.second + 1e-12 <= extremes[0].second + 2e-12


def test_twenty_thousand_differences_in_bounded_memory():
    values = np.random.default_rng(0).normal(0.02, 1.0, 20_000)
    tracemalloc.start()
    try:
        posterior = bayes_signed_rank.from_differences(values, rope=(-0.03, 0.01), draws=300)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 64 * 2**20
    assert sum(posterior.winner) == sum(posterior.population) == pytest.approx(1)


def test_messages():
    with pytest.raises(ArgumentError, match="`draws` must be at least 1; got 0"):
        bayes_signed_rank.from_differences(Z, rope=0.1, draws=0)
    with pytest.raises(ArgumentError, match=r"`prior_strength` must be a finite number of at least 0; got -0\.5"):
        bayes_signed_rank.from_differences(Z, rope=0.1, prior_strength=-0.5)
    for z0 in ("rope", float("nan"), None):
        with pytest.raises(ArgumentError, match="`z0` is a number, `-inf`, `inf` or `split`; got"):
            bayes_signed_rank.from_differences(Z, rope=0.1, z0=z0)
    with pytest.raises(NeedsNotMet, match="at least 2 units; this table has 1"):
        bayes_signed_rank(pair_arrays([0.5], [0.4]), rope=0.1)


# Benavoli et al. (2017): probabilities left, rope, right, of the first named, equivalence, the second named


@cache
def uci_pair(pair, strength):
    return prior_sensitivity(
        uci54(*pair).difference_means, rope=0.01, z0=(0.0, "split", "inf", "-inf"), prior_strength=strength,
        draws=300_000,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("table", "z0", "strength", "within"),
    [
        pytest.param("Table 9", "split", 0.4, 0.005, id="table 9"),
        pytest.param("Table 10", "inf", 0.4, 0.005, id="table 10"),
        pytest.param("Table 10", "inf", 0.5, 0.012, id="table 10, s as printed"),
        pytest.param("Table 11", "-inf", 0.4, 0.005, id="table 11"),
        pytest.param("Table 11", "-inf", 0.5, 0.012, id="table 11, s as printed"),
    ],
)
@pytest.mark.parametrize("pair", list(combinations(MODELS, 2)), ids="-".join)
def test_tables_of_benavoli_2017(pair, table, z0, strength, within):
    printed = printed_in("benavoli2017", table)
    found = uci_pair(pair, strength)[z0].winner
    np.testing.assert_allclose(found, [printed["–".join(pair), region] for region in REGIONS], atol=within)


def test_nbc_aode_with_the_paper_s_prior():
    np.testing.assert_allclose(uci_pair(("nbc", "aode"), 0.5)["0"].winner, (0, 0.123, 0.877), atol=0.005)


def test_shared_weights_change_nothing():
    """Pairs that share their draws get what they would get alone, and nothing is kept afterwards."""
    one, other = (np.random.default_rng(seed).normal(size=40) for seed in (1, 2))
    alone = [bayes_signed_rank.from_differences(z, rope=0.1, draws=3000) for z in (one, other)]
    with shared_weights():
        together = [bayes_signed_rank.from_differences(z, rope=0.1, draws=3000) for z in (one, other, one)]
    assert together == [*alone, alone[0]]
    assert _SHARED.get() is None


def test_draws_may_be_a_number_of_numpy():
    found = bayes_signed_rank.from_differences(np.array([0.1, -0.2, 0.3]), rope=0.05, draws=np.int64(500))
    assert json.loads(json.dumps(found.to_dict()))["inputs"]["draws"] == 500


@pytest.mark.parametrize(("z0", "strength"), [(0.0, 0.5), ("inf", 0.5), ("split", 1.0), (0.25, 2.0)])
def test_the_interval_is_that_of_the_pseudomedian_under_dirichlet_weights(z0, strength):
    """Against weights that are drawn here, and every average of two differences with the product of its weights."""
    found = bayes_signed_rank.from_differences(Z, rope=0.1, z0=z0, prior_strength=strength).interval(0.9)
    weights = np.random.default_rng(3).dirichlet([1.0] * len(Z) + [strength], 20_000)
    own, prior = weights[:, :-1], weights[:, -1:]
    if z0 == "split":  # what pairs with the pseudo-observation is half below, half above everything
        points = np.concatenate([(np.add.outer(Z, Z) / 2).ravel(), [-inf, inf]])
        half = (2 * prior - prior**2) / 2
        mass = np.hstack([np.einsum("di,dj->dij", own, own).reshape(len(own), -1), half, half])
    else:
        both = np.append(Z, float(z0))
        points = (np.add.outer(both, both) / 2).ravel()
        mass = np.einsum("di,dj->dij", weights, weights).reshape(len(weights), -1)
    order = np.argsort(points)
    medians = points[order][(np.cumsum(mass[:, order], axis=1) < 0.5).sum(axis=1)]
    near = [np.quantile(medians, np.array([0.05, 0.95]) + off, method="inverted_cdf") for off in (-0.006, 0.006)]
    assert near[0][0] - 1e-12 <= found.low <= near[1][0] + 1e-12  # 0.006: three standard errors of both sets of draws
    assert near[0][1] - 1e-12 <= found.high <= near[1][1] + 1e-12
    assert near[0][1] - near[0][0] > 0.2


def test_the_interval_of_many_differences_is_as_wide_as_the_law_of_their_mean():
    """Of normal differences the pseudo-median has a standard error of sigma times sqrt(pi/(3n))."""
    z = np.random.default_rng(5).normal(0.02, 0.03, 5_000)
    found = bayes_signed_rank.from_differences(z, rope=0.01, draws=2_000)
    inside = found.interval(0.95)
    assert inside.high - inside.low == pytest.approx(2 * 1.96 * 0.03 * np.sqrt(np.pi / 15_000), rel=0.08)
    assert (inside.low + inside.high) / 2 == pytest.approx(found.estimate, abs=1e-4)


def test_the_interval_mirrors_when_the_models_are_swapped_and_survives_json():
    one = bayes_signed_rank.from_differences(Z, rope=0.1)
    other = bayes_signed_rank.from_differences(-Z, rope=0.1)
    assert (other.interval().low, other.interval().high) == (-one.interval().high, -one.interval().low)
    assert type(one).from_dict(json.loads(json.dumps(one.to_dict()))).interval(0.8) == one.interval(0.8)
