"""The hierarchical correlated t-test against a sampler, against published tables, and against itself."""

import json
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from published_winners import WINNERS
from scipy import integrate, stats

from betterthan.data.examples.uci54 import uci54
from betterthan.errors import ArgumentError, NotConverged
from betterthan.numerics import hierarchical_t as module
from betterthan.numerics.hierarchical_finer import border_shift
from betterthan.numerics.hierarchical_surface import Axis, Surface
from betterthan.numerics.hierarchical_t import hierarchical_t
from betterthan.numerics.hyper_prior import NU_PRIORS, HyperPrior
from betterthan.numerics.student_mixtures import task_likelihoods, variance_weights
from betterthan.numerics.zero_variance import variation_floor

ROOT = Path(__file__).parents[2]
REFERENCE = {
    entry["name"]: entry
    for entry in json.loads((ROOT / "tests/reference/bayes_hierarchical_t.json").read_text())["data_sets"]
}
READINGS = ("population", "next_task", "winner")
CORANI = HyperPrior(*NU_PRIORS["corani"])


@cache
def solved(name, resolution=1.0):
    data = REFERENCE[name]
    bounds = data["bounds"]
    hyper = HyperPrior(*NU_PRIORS[data["prior"]], tuple(bounds["delta0"]), bounds["sigma0"], bounds["sigma"])
    n, mean, ss = (np.array(data[key]) for key in ("n", "mean", "ss"))
    return hierarchical_t(n, mean, ss, np.full(len(n), data["rho"]), hyper=hyper, resolution=resolution)


def simulated(seed, n, nu, delta0, sigma0, sigma, rho):
    rng = np.random.default_rng(seed)
    n = np.asarray(n, dtype=float)
    delta = delta0 + sigma0 * rng.standard_t(nu, len(n))
    sigma = sigma * np.exp(0.5 * rng.standard_normal(len(n)))
    mean = rng.normal(delta, sigma * np.sqrt((1 + (n - 1) * rho) / n))
    return n, mean, sigma**2 * (1 - rho) * rng.chisquare(n - 1), np.full(len(n), rho)


# Against long runs of an independent sampler


@pytest.mark.parametrize("name", REFERENCE)
@pytest.mark.parametrize("parameter", ["delta0", "sigma0"])
def test_moments_against_sampler(name, parameter):
    expect = REFERENCE[name]["expect"]
    mean, sd = solved(name).mean_sd(parameter)
    scale = expect[f"{parameter}_sd"]
    assert abs(mean - expect[f"{parameter}_mean"]) <= 0.02 * scale
    assert abs(sd - scale) <= 0.02 * scale


@pytest.mark.parametrize("name", REFERENCE)
@pytest.mark.parametrize("reading", READINGS)
def test_regions_against_sampler(name, reading):
    data = REFERENCE[name]
    expect = [data["expect"][reading][region] for region in ("first", "equivalent", "second")]
    np.testing.assert_allclose(getattr(solved(name), reading)(*data["rope"]), expect, atol=0.005)


@pytest.mark.parametrize("name", REFERENCE)
def test_tasks_against_sampler(name):
    data, tasks = REFERENCE[name], solved(name).tasks
    expect = {key: np.array(value) for key, value in data["expect"]["tasks"].items()}
    np.testing.assert_allclose((tasks.mean - expect["mean"]) / expect["sd"], 0, atol=0.02)
    np.testing.assert_allclose(tasks.sd / expect["sd"], 1, atol=0.03)
    np.testing.assert_allclose((tasks.low - expect["q025"]) / expect["sd"], 0, atol=0.08)
    np.testing.assert_allclose((tasks.high - expect["q975"]) / expect["sd"], 0, atol=0.08)
    first, equivalent, second = tasks.regions(*data["rope"])
    np.testing.assert_allclose(first, expect["first"], atol=0.01)
    np.testing.assert_allclose(second, expect["second"], atol=0.01)
    np.testing.assert_allclose(first + equivalent + second, 1)


# Against published tables: left is the first named model


@cache
def uci_pair(first, second, prior, resolution=1.0):
    table = uci54(first, second)
    n = table.n.astype(float)
    ss = variation_floor(n, table.difference_squares, table.steps)
    hyper = HyperPrior(*NU_PRIORS[prior])
    return hierarchical_t(n, table.difference_means, ss, np.full(54, 0.1), hyper=hyper, resolution=resolution)


@pytest.mark.parametrize(("prior", "first", "second", "expect"), WINNERS)
def test_published_tables(prior, first, second, expect):
    np.testing.assert_allclose(uci_pair(first, second, prior).winner(-0.01, 0.01), expect, atol=0.015)


@pytest.mark.parametrize(("first", "second"), [("nbc", "aode"), ("hnb", "j48"), ("j48", "j48gr")])
def test_halving_the_step_on_uci54(first, second):
    once, twice = (uci_pair(first, second, "baycomp", step) for step in (1.0, 2.0))
    for reading in READINGS:
        np.testing.assert_allclose(getattr(once, reading)(-0.01, 0.01), getattr(twice, reading)(-0.01, 0.01), atol=1e-3)


# Against itself


@pytest.mark.parametrize("name", sorted(set(REFERENCE) - {"300 tasks"}))
def test_halving_the_step(name):
    once, twice, rope = solved(name), solved(name, 2.0), REFERENCE[name]["rope"]
    for reading in READINGS:
        np.testing.assert_allclose(getattr(once, reading)(*rope), getattr(twice, reading)(*rope), atol=1e-3)
    np.testing.assert_allclose(once.tasks.cdf(rope[1]), twice.tasks.cdf(rope[1]), atol=1e-3)
    assert once.error <= module.LARGEST_ERROR
    assert once.edge_mass < 1e-4


@pytest.mark.parametrize("factor", [1e6, 1e-6])
def test_scales_with_the_scores(factor):
    n, mean, ss, rho = simulated(1, [10] * 15, 5, 0.01, 0.02, 0.03, 0.1)
    plain = hierarchical_t(n, mean, ss, rho, hyper=CORANI)
    hyper = HyperPrior(*NU_PRIORS["corani"], delta0=(-factor, factor))
    scaled = hierarchical_t(n, factor * mean, factor**2 * ss, rho, hyper=hyper)
    for reading in READINGS:
        small, large = (getattr(plain, reading)(-0.01, 0.01), getattr(scaled, reading)(-0.01 * factor, 0.01 * factor))
        np.testing.assert_allclose(small, large, atol=1e-9)
    np.testing.assert_allclose(np.multiply(plain.mean_sd("sigma0"), factor), scaled.mean_sd("sigma0"), rtol=1e-9)
    np.testing.assert_allclose(plain.tasks.mean * factor, scaled.tasks.mean, rtol=1e-7)


def test_mirrors_when_the_models_swap():
    n, mean, ss, rho = simulated(2, [10] * 12, 5, 0.01, 0.02, 0.03, 0.1)
    one = hierarchical_t(n, mean, ss, rho, hyper=CORANI).winner(-0.01, 0.01)
    other = hierarchical_t(n, -mean, ss, rho, hyper=CORANI).winner(-0.01, 0.01)
    np.testing.assert_allclose(one, other[::-1], atol=2e-4)


def test_same_input_same_bits():
    data = simulated(3, [10] * 12, 5, 0.01, 0.02, 0.03, 0.1)
    one, other = (hierarchical_t(*data, hyper=CORANI) for _ in range(2))
    assert one.weights.tobytes() == other.weights.tobytes()
    assert one.winner(-0.01, 0.01) == other.winner(-0.01, 0.01)
    assert one.next_task(-0.01, 0.01) == other.next_task(-0.01, 0.01)
    assert one.tasks.cumulative.tobytes() == other.tasks.cumulative.tobytes()


def test_laws_fit_together():
    posterior = solved("ordinary")
    x, density, cumulative = posterior.delta0_table
    assert np.trapezoid(density, x) == pytest.approx(1, abs=1e-3)
    assert cumulative[0] == 0
    assert cumulative[-1] == pytest.approx(1)
    mean, sd = posterior.mean_sd("delta0")
    assert np.trapezoid(density * x, x) == pytest.approx(mean, abs=0.01 * sd)
    points = np.linspace(-0.1, 0.15, 401)
    slopes = np.gradient(posterior.next_cdf(points), points)
    np.testing.assert_allclose(posterior.next_density(points)[1:-1], slopes[1:-1], atol=0.01 * slopes.max())
    assert np.trapezoid(posterior.tasks.density_of_means(points), points) == pytest.approx(1, abs=0.01)
    assert np.all((posterior.tasks.shrinkage > 0) & (posterior.tasks.shrinkage < 1))


def test_sums_over_nodes_agree_with_the_readings():
    posterior = solved("ordinary", 2.0)
    high = 0.01
    away = (posterior.delta0[:, None, None] - high) / np.maximum(posterior.sigma0, 1e-300)
    first = stats.t.cdf(away, posterior.nu)
    assert (first * posterior.weights).sum() == pytest.approx(posterior.next_task(-0.01, high)[0], abs=1e-3)


def test_ropes_without_bounds_or_width():
    posterior = solved("ordinary")
    direction = posterior.population(0.0, 0.0)
    assert direction[1] == 0
    for reading in READINGS:
        above, inside, below = getattr(posterior, reading)(-np.inf, 0.02)
        assert below == 0
        assert above + inside == pytest.approx(1)
        assert getattr(posterior, reading)(0.0, 0.0)[1] == 0
    assert posterior.winner(0.0, 0.0)[0] == pytest.approx(direction[0], abs=1e-9)


# Awkward data


AWKWARD = {
    "three tasks": simulated(4, [10] * 3, 5, 0.02, 0.02, 0.03, 0.1),
    "three tasks, three scores": simulated(5, [3] * 3, 5, 0.02, 0.02, 0.03, 0.3),
    "all alike": ([10] * 20, [0.01] * 20, [0.01] * 20, [0.1] * 20),
    "no difference at all": ([10] * 4, [0.0] * 4, [0.01] * 4, [0.1] * 4),
    "three alike, one far": ([100] * 4, [0.01, 0.01, 0.01, 0.2], [0.001] * 4, [0.1] * 4),
    "outlier at 0.9": ([10] * 20, [*np.linspace(-0.01, 0.01, 19), 0.9], [0.01] * 20, [0.1] * 20),
    "sharp outlier": ([100] * 20, [*np.linspace(-0.01, 0.01, 19), 0.9], [1e-6] * 20, [0.1] * 20),
    "Cauchy tasks": simulated(6, [20] * 40, 1, 0.01, 0.01, 0.02, 0.1),
    "one very sharp task": ([10] * 10, np.linspace(-0.03, 0.03, 10), [1e-14, *[0.01] * 9], [0.1] * 10),
    "unequal": ([3, 4, 5, 1000, 100_000], [0.0, 0.02, -0.01, 0.01, 0.0], [3e-3, 4e-3, 5e-3, 1.0, 100.0], [0.0] * 5),
    "two clusters": ([100] * 20, [-0.1, -0.101] * 5 + [0.1, 0.101] * 5, [0.001] * 20, [0.1] * 20),
    "a cluster and some": (
        [100] * 20,
        [-0.1, -0.103, -0.098] * 5 + [0.1, 0.105, 0.09, 0.1, 0.11],
        [1e-3] * 20,
        [0.1] * 20,
    ),
    "noise only": ([10] * 15, np.linspace(-1e-4, 1e-4, 15), [1.0] * 15, [0.1] * 15),
}


@pytest.mark.parametrize("name", AWKWARD)
def test_awkward_data(name):
    n, mean, ss, rho = (np.asarray(each, dtype=float) for each in AWKWARD[name])
    once, finer = (hierarchical_t(n, mean, ss, rho, hyper=CORANI, resolution=factor) for factor in (1.0, 1.5))
    for reading in READINGS:
        np.testing.assert_allclose(getattr(once, reading)(-0.01, 0.01), getattr(finer, reading)(-0.01, 0.01), atol=2e-3)
    assert once.edge_mass < 1e-4
    assert once.weights.sum() == pytest.approx(1)
    assert np.isfinite([once.tasks.mean, once.tasks.sd, once.tasks.low, once.tasks.high]).all()
    assert np.all((once.tasks.low <= once.tasks.mean) & (once.tasks.mean <= once.tasks.high))


def test_alike_tasks_are_shrunken_to_their_common_mean():
    n, mean, ss, rho = (np.asarray(each, dtype=float) for each in AWKWARD["all alike"])
    posterior = hierarchical_t(n, mean, ss, rho, hyper=CORANI)
    np.testing.assert_allclose(posterior.tasks.mean, 0.01, atol=1e-6)
    assert posterior.mean_sd("delta0")[0] == pytest.approx(0.01, abs=1e-6)
    assert np.all(posterior.tasks.shrinkage > 0.5)


def test_explicit_bounds_hold():
    data = simulated(7, [10] * 20, 5, 0.02, 0.05, 0.03, 0.1)
    tight = HyperPrior(*NU_PRIORS["corani"], delta0=(-0.01, 0.01), sigma0=0.005, sigma=0.01)
    posterior = hierarchical_t(*data, hyper=tight)
    x, _, cumulative = posterior.delta0_table
    assert x[0] >= -0.01 - 1e-12
    assert x[-1] <= 0.01 + 1e-12
    assert cumulative[-1] == pytest.approx(1)
    assert posterior.sigma0.max() <= 0.005 * (1 + 1e-9)
    assert posterior.population(-0.01, 0.01)[1] == pytest.approx(1, abs=1e-9)


def test_wider_bounds_change_nothing():
    n, mean, ss, rho = simulated(8, [10] * 20, 5, 0.01, 0.02, 0.03, 0.1)  # Corani 2017, sec. 4.8.1
    bounds = {"sigma0": 100 * mean.std(ddof=1), "sigma": 100 * float(np.sqrt(ss / (n - 1)).mean())}
    narrower = hierarchical_t(n, mean, ss, rho, hyper=HyperPrior(*NU_PRIORS["corani"], **bounds))
    wider = hierarchical_t(n, mean, ss, rho, hyper=CORANI)
    np.testing.assert_allclose(narrower.winner(-0.01, 0.01), wider.winner(-0.01, 0.01), atol=1e-3)


def test_many_tasks():
    posterior = hierarchical_t(*simulated(9, [10] * 1500, 4, 0.01, 0.02, 0.03, 0.1), hyper=CORANI)
    mean, sd = posterior.mean_sd("delta0")
    assert abs(mean - 0.01) < 4 * sd
    assert posterior.tasks.mean.shape == (1500,)


def test_bad_numbers_are_refused():
    n, mean, ss, rho = simulated(1, [10] * 5, 5, 0.01, 0.02, 0.03, 0.1)
    for bad in (
        (n[:2], mean[:2], ss[:2], rho[:2]),
        (n, mean, 0 * ss, rho),
        (n - 8, mean, ss, rho),
        (n, mean, ss, rho + 1),
    ):
        with pytest.raises(ArgumentError):
            hierarchical_t(*bad, hyper=CORANI)


def test_says_when_it_did_not_converge(monkeypatch):
    monkeypatch.setattr(module, "LARGEST_ERROR", 0.0)
    monkeypatch.setattr(module, "REFINEMENTS", (1.0,))
    with pytest.raises(NotConverged, match="estimated error") as raised:
        hierarchical_t(*simulated(1, [10] * 5, 5, 0.01, 0.02, 0.03, 0.1), hyper=CORANI)
    assert raised.value.error > 0
    assert sum(raised.value.partial.winner(-0.01, 0.01)) == pytest.approx(1)


# The parts


@pytest.mark.parametrize("bound", [1000.0, 2.0, 0.8])
@pytest.mark.parametrize("n", [3, 10, 100])
def test_likelihood_of_a_task(n, bound):
    ss, rho, points = float(n - 1), 0.1, np.array([[0.0, 0.3, 1.0, 3.0]])
    tasks = task_likelihoods(np.array([float(n)]), np.zeros(1), np.array([ss]), np.array([rho]), bound=bound)

    def integrand(log_sigma, delta):
        misfit = ss / (1 - rho) + delta**2 * n / (1 + (n - 1) * rho)
        return np.exp((1 - n) * log_sigma - misfit / 2 * np.exp(-2 * log_sigma))

    direct = [
        integrate.quad(integrand, -4.0, np.log(bound), args=(delta,), limit=200, epsabs=0, points=[-0.5, 0.0])[0]
        for delta in points[0]
    ]
    mixture = (tasks.weight / np.sqrt(tasks.variance) * np.exp(-(points.T**2) / (2 * tasks.variance))).sum(axis=1)
    closed = np.exp(tasks.log_density(points)[0])
    np.testing.assert_allclose(closed / closed[0], np.array(direct) / direct[0], rtol=1e-6)
    np.testing.assert_allclose(mixture / mixture[0], closed / closed[0], rtol=1e-3)


def test_variances_carry_student_laws():
    log_v, nu = np.arange(-12, 14, 0.125), np.array([1.0, 3.0, 40.0, 300.0, 5000.0])
    sigma0, x = 1.3, np.array([0.0, 1.0, 3.0, 4.5])
    weights = variance_weights(log_v, np.full((1, 5), 2 * np.log(sigma0)), nu)[:, 0]
    normals = np.exp(-(x[:, None] ** 2) / (2 * np.exp(log_v))) / np.sqrt(2 * np.pi * np.exp(log_v))
    np.testing.assert_allclose(normals @ weights, stats.t.pdf(x[:, None], nu, scale=sigma0), rtol=1e-4)
    np.testing.assert_allclose(weights.sum(axis=0), 1)


def test_border_between_winners():
    sigma0, nu = np.array([0.5, 1.0, 1.5, 3.0]), np.array([1.0, 2.0, 30.0, 5.0])
    delta0 = 1 + border_shift(sigma0, nu, 1.0) * sigma0  # rope [-1, 1]
    first = stats.t.sf((1 - delta0) / sigma0, nu)
    second = stats.t.cdf((-1 - delta0) / sigma0, nu)
    np.testing.assert_allclose(first[:3], (1 - first - second)[:3], atol=1e-9)
    assert delta0[3] == pytest.approx(0, abs=1e-12)  # too narrow a rope: only the sides compete
    assert (1 - first - second)[3] < first[3]


@pytest.mark.parametrize("prior", NU_PRIORS)
def test_prior_of_nu(prior):
    hyper = HyperPrior(*NU_PRIORS[prior])
    (shape_low, shape_high), (rate_low, rate_high) = NU_PRIORS[prior]
    rates = 1 / rate_low if rate_low == rate_high else np.log(rate_high / rate_low) / (rate_high - rate_low)
    surface = Surface(None, (-1.0, 1.0), 1.0, hyper)
    for count in (17, 25, 61):
        axis = Axis(0.0, hyper.greatest_tau, count)
        weights = surface.tau_weights(axis)
        g = np.sinh(axis.nodes) ** 2
        assert weights.sum() == pytest.approx(1, abs=2e-3)
        assert weights @ g == pytest.approx((shape_low + shape_high) / 2 * rates, rel=5e-3)
        assert weights @ (1 / (1 + g)) == pytest.approx(
            integrate.quad(
                lambda tau: float(hyper.density(np.array([tau]))[0]) / np.cosh(tau) ** 2,
                0,
                hyper.greatest_tau,
                limit=200,
            )[0],
            abs=5e-4,
        )
