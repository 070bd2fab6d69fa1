"""The hierarchical beta-binomial model against the paper, a long run of a sampler, and plain sums over dense grids."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from scipy import stats
from scipy.special import betaln

from betterthan.errors import ArgumentError, NeedsNotMet, NotConverged
from betterthan.numerics import hierarchical_beta as module
from betterthan.numerics.beta_functions import beta_cdf
from betterthan.numerics.beta_grid import integrated, scouted
from betterthan.numerics.hierarchical_beta import HierarchicalBeta, hierarchical_beta

RECORD = json.loads((Path(__file__).parents[1] / "reference" / "bayes_hierarchical_mcnemar.json").read_text())
PUBLISHED = RECORD["published"][0]
SAMPLED = [pytest.param(entry, id=entry["name"]) for entry in RECORD["data_sets"]]
REGIONS = ("second", "equivalent", "first")
"""From above to below: the sampler, as the paper, counts what the second model wins."""
READINGS = ("population", "next_task", "winner")

HARD = {
    "one task with one disagreement of each kind": ([1], [1]),
    "one task with both kinds, others without": ([1, 5, 0, 3], [1, 0, 4, 0]),
    "tasks without disagreements": ([0, 0, 0, 5], [0, 0, 0, 3]),
    "tasks alike": ([10] * 20, [10] * 20),
    "tasks alike, large counts": ([500_000, 500_300, 499_800], [500_000, 499_900, 500_100]),
    "tasks opposed": ([1000, 0, 999, 0, 998, 1], [0, 1000, 1, 1000, 2, 999]),
    "second model always wins": ([1000, 2000, 1500], [1, 0, 2]),
}
hard = pytest.mark.parametrize(("n01", "n10"), HARD.values(), ids=HARD)


def made(n01, n10) -> HierarchicalBeta:
    return hierarchical_beta(np.array(n01), np.array(n10))


def code_switching() -> HierarchicalBeta:
    """The share of the second model, as published."""
    cells = PUBLISHED["cells"]
    _, n01, n10, _ = np.array(list(cells.values())).T
    return hierarchical_beta(n01, n10, names=tuple(cells))


def effect_size_rope(posterior: HierarchicalBeta) -> tuple[float, float]:
    half = 0.1 * np.sqrt(posterior.mean * (1 - posterior.mean))
    return 0.5 - half, 0.5 + half


def test_williams_2026() -> None:
    posterior, expect, allowed = code_switching(), PUBLISHED["expect"], PUBLISHED["tolerance"]
    assert posterior.mean == pytest.approx(expect["mean"], abs=allowed["mean"])
    found = posterior.next_task(*effect_size_rope(posterior))
    assert found[::-1] == pytest.approx(expect["next_task"], abs=allowed["next_task"])
    assert posterior.mode[1] == pytest.approx(expect["log_precision_at_mode"], abs=allowed["log_precision_at_mode"])


@pytest.mark.parametrize("entry", SAMPLED)
def test_the_sampler_agrees(entry) -> None:
    posterior = made(entry["n01"], entry["n10"])
    expect, mcse = entry["expect"], entry["mcse"]
    for name, found in zip(("mu_mean", "mu_sd"), (posterior.mean, posterior.sd), strict=True):
        assert found == pytest.approx(expect[name], abs=4 * mcse[name])
    for name, found in zip(("eta_mean", "eta_sd"), posterior.eta, strict=True):
        assert found == pytest.approx(expect[name], abs=4 * mcse[name])
    for reading in READINGS:
        found = getattr(posterior, reading)(*entry["rope"])
        for region, share in zip(REGIONS, found, strict=True):
            assert share == pytest.approx(expect[reading][region], abs=4 * mcse[reading][region] + 1e-4)
            assert share == pytest.approx(expect[reading][region], abs=0.005)


@pytest.mark.parametrize("entry", SAMPLED)
def test_the_sampler_agrees_about_tasks(entry) -> None:
    posterior, expect = made(entry["n01"], entry["n10"]), entry["expect"]["tasks"]
    low, high = posterior.task_interval()
    sd = posterior.task_sd
    assert posterior.task_mean == pytest.approx(np.array(expect["mean"]), abs=0.01 * sd.max())
    assert sd == pytest.approx(np.array(expect["sd"]), rel=0.01)
    assert np.abs(low - expect["q025"]).max() < 0.03 * sd.max()
    assert np.abs(high - expect["q975"]).max() < 0.03 * sd.max()
    assert np.abs(posterior.task_cdf(entry["rope"][0]) - expect["below_low"]).max() < 0.005
    assert posterior.task_weight == pytest.approx(np.array(expect["weight"]), abs=0.003)


def dense(n01, n10, low, high, eta, mu):
    """Sums over a rectangle of 800 x 800 midpoints, from the definition."""
    mu, eta = np.meshgrid(*(ends[0] + (np.arange(800) + 0.5) / 800 * (ends[1] - ends[0]) for ends in (mu, eta)))
    a, b = mu / eta**2, (1 - mu) / eta**2
    logs = sum(betaln(a + x, b + y) - betaln(a, b) for x, y in zip(n01, n10, strict=True))
    weights = np.exp(logs - logs.max())
    weights /= weights.sum()
    chances = np.stack([stats.beta.cdf(low, a, b), stats.beta.cdf(high, a, b)])
    chances = np.stack([1 - chances[1], chances[1] - chances[0], chances[0]])
    best = chances.argmax(axis=0)
    return (
        float((weights * mu).sum()),
        [float((weights * each).sum()) for each in chances],
        [float((weights * (best == region)).sum()) for region in range(3)],
    )


@pytest.mark.parametrize(
    ("n01", "n10", "rope", "eta", "mu"),
    [
        ([4, 9, 2, 7, 5, 3], [6, 3, 5, 1, 5, 8], (0.45, 0.6), (0, 6), (0, 1)),
        ([40, 91, 25, 70, 52, 33], [60, 33, 50, 15, 55, 80], (0.4, 0.6), (0, 2.5), (0.1, 0.9)),
        ([1, 2, 1, 3, 2, 1, 4, 2], [20, 31, 25, 44, 18, 23, 30, 41], (0.05, 0.1), (0, 1.2), (0, 0.3)),
    ],
)
def test_dense_sums_agree(n01, n10, rope, eta, mu) -> None:
    posterior = made(n01, n10)
    mean, next_task, winner = dense(n01, n10, *rope, eta, mu)
    assert posterior.mean == pytest.approx(mean, abs=1e-4)
    assert posterior.next_task(*rope) == pytest.approx(next_task, abs=3e-4)
    assert posterior.winner(*rope) == pytest.approx(winner, abs=2e-3)  # the rectangle's own cells are the error


@hard
def test_twice_the_nodes_change_nothing(n01, n10) -> None:
    posterior = made(n01, n10)
    ends = scouted(posterior.counts)
    finer = HierarchicalBeta(posterior.names, posterior.counts, integrated(posterior.counts, *ends, 2), 0.0)
    assert posterior.error <= module.WANTED_ERROR
    for low, high in ((0.45, 0.55), (0.499, 0.501), (0.3, 0.9)):
        for reading in READINGS:
            there = getattr(posterior, reading)(low, high)
            assert there == pytest.approx(getattr(finer, reading)(low, high), abs=5e-4)
            assert sum(there) == pytest.approx(1, abs=1e-12)
            assert min(there) >= 0
    for one, other in zip(posterior.task_interval(), finer.task_interval(), strict=True):
        assert posterior.task_mean == pytest.approx(finer.task_mean, abs=1e-5)
        assert one == pytest.approx(other, abs=0.005)


@hard
def test_exchanging_the_models_mirrors_everything(n01, n10) -> None:
    one, other = made(n01, n10), made(n10, n01)
    assert one.mean == pytest.approx(1 - other.mean, abs=1e-6)
    for reading in READINGS:
        found, mirrored = getattr(one, reading)(0.42, 0.55), getattr(other, reading)(0.45, 0.58)
        assert found == pytest.approx(mirrored[::-1], abs=2e-4)
    assert one.task_interval()[0] == pytest.approx(1 - other.task_interval()[1], abs=1e-4)


def test_all_tasks_alike_and_large_are_one_binomial() -> None:
    """As the tasks become equal and many, what is left is the posterior of one common φ."""
    posterior = made([5000] * 400, [5200] * 400)
    n = 400 * 10_200
    assert posterior.mean == pytest.approx(5000 / 10_200, abs=1e-6)
    assert posterior.sd == pytest.approx(np.sqrt(0.25 / n), rel=0.05)
    assert posterior.winner(0.48, 0.5)[1] == pytest.approx(1, abs=1e-6)


def test_a_rope_of_width_0_and_ropes_at_the_ends() -> None:
    posterior = code_switching()
    for reading in READINGS:
        assert getattr(posterior, reading)(0.5, 0.5)[1] == pytest.approx(0, abs=1e-12)
        assert getattr(posterior, reading)(0.0, 1.0) == pytest.approx((0, 1, 0), abs=1e-9)
        assert getattr(posterior, reading)(-0.5, 0.0)[0] == pytest.approx(1, abs=1e-9)


@hard
def test_tables_of_laws(n01, n10) -> None:
    posterior = made(n01, n10)
    x, density, cdf = posterior.next_table
    assert (np.diff(x) >= 0).all()
    assert (np.diff(cdf) >= 0).all()
    assert (density >= 0).all()
    some = slice(20, -20, 40)
    assert cdf[some] == pytest.approx(posterior.next_cdf(x[some]), abs=1e-4)
    x, density, cdf = posterior.population_table
    assert cdf[-1] == pytest.approx(1, abs=1e-6)
    assert np.trapezoid(density, x) == pytest.approx(1, abs=1e-3)


def test_predictive_density_is_the_slope_of_its_distribution_function() -> None:
    posterior = code_switching()
    x = np.linspace(0.3, 0.7, 9)
    slope = (posterior.next_cdf(x + 1e-4) - posterior.next_cdf(x - 1e-4)) / 2e-4
    assert posterior.next_density(x) == pytest.approx(slope, rel=0.02, abs=1e-3)
    slope = (posterior.population_cdf(x + 1e-3) - posterior.population_cdf(x - 1e-3)) / 2e-3
    assert posterior.population_density(x) == pytest.approx(slope, rel=0.05, abs=0.05)


def test_intervals_hold_what_they_say_and_equal_counts_have_equal_estimates() -> None:
    posterior = made([3, 30, 3, 8, 0], [5, 20, 5, 1, 0])
    low, high = posterior.task_interval(0.9)
    for task in range(5):
        assert posterior.task_cdf(low[task])[task] == pytest.approx(0.05, abs=1e-6)
        assert posterior.task_cdf(high[task])[task] == pytest.approx(0.95, abs=1e-6)
    assert low[0] == low[2]
    assert posterior.task_weight[4] == 0
    assert posterior.task_mean[4] == pytest.approx(posterior.mean, abs=1e-4)
    assert posterior.task_sd[4] == pytest.approx(posterior.next_sd, rel=1e-3)
    assert (np.diff(posterior.task_weight[[4, 0, 3, 1]]) > 0).all()


def test_many_tasks_use_fewer_components_and_say_the_same(monkeypatch) -> None:
    rng = np.random.default_rng(1)
    n = rng.integers(3, 15, 31)
    n01 = rng.binomial(n, rng.beta(2, 2, 31))
    found = []
    for few in (0, 1000):
        monkeypatch.setattr(module, "FEW", few)
        posterior = made(n01, n - n01)
        found.append((posterior.task_cdf(0.4), *posterior.task_interval()))
    for one, other in zip(*found, strict=True):
        assert np.abs(one - other).max() < 1e-3


@pytest.mark.parametrize(("low", "high"), [(41, 60), (60, 1000), (1000, 1e6)])
def test_beta_cdf(low, high) -> None:
    rng = np.random.default_rng(0)
    a, b = rng.uniform(low, high, (2, 500))
    x = np.clip(a / (a + b) + 2 * rng.normal(size=500) * np.sqrt(a * b / (a + b) ** 3), 0, 1)
    x[:3] = (a / (a + b))[:3]
    assert beta_cdf(a, b, x) == pytest.approx(stats.beta.cdf(x, a, b), abs=1e-5)
    assert (beta_cdf(a, b, np.ones(500)) == 1).all()
    assert (beta_cdf(a, b, np.zeros(500)) == 0).all()


@pytest.mark.parametrize(("n01", "n10"), [([5, 0], [0, 3]), ([0, 0], [0, 0]), ([], [])])
def test_an_improper_posterior_is_refused(n01, n10) -> None:
    with pytest.raises(NeedsNotMet, match="would not be a proper one"):
        made(n01, n10)


def test_bad_counts_are_refused() -> None:
    with pytest.raises(ArgumentError, match="look at task `it-en`"):
        hierarchical_beta(np.array([2, -2]), np.array([3, 3]), names=("da-en", "it-en"))
    with pytest.raises(ArgumentError, match="Each task needs a number won and a number lost"):
        hierarchical_beta(np.array([1, 2]), np.array([1, 2, 3]))


def test_an_error_that_stays_is_raised_with_the_partial_answer(monkeypatch) -> None:
    monkeypatch.setattr(module, "LARGEST_ERROR", 1e-12)
    with pytest.raises(NotConverged, match="estimated error") as caught:
        made([3, 1, 6], [5, 4, 2])
    assert caught.value.partial.mean == pytest.approx(0.473, abs=0.001)


def test_the_same_input_gives_the_same_bits() -> None:
    one, other = code_switching(), code_switching()
    assert one.next_task(0.45, 0.55) == other.next_task(0.45, 0.55)
    assert one.winner(0.45, 0.55) == other.winner(0.45, 0.55)
    assert np.array_equal(one.task_interval(), other.task_interval())


def test_a_thousand_tasks_need_no_larger_grid() -> None:
    rng = np.random.default_rng(2)
    n = rng.integers(20, 300, 1000)
    n01 = rng.binomial(n, rng.beta(20, 20, 1000))
    posterior = made(n01, n - n01)
    posterior.next_task(0.45, 0.55)
    posterior.winner(0.45, 0.55)
    assert posterior.grid.weights.size < 10_000
