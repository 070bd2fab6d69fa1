"""Every law against scipy.stats: distribution function, both tails, density, quantiles, moments, and back from JSON."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import integrate, special, stats

from betterthan.results.difference import DifferencePosterior
from betterthan.results.laws.accuracy_difference import AccuracyDifference
from betterthan.results.laws.beta import Beta
from betterthan.results.laws.drawn_values import NODES, DrawnValues
from betterthan.results.laws.kinds import law_from_dict
from betterthan.results.laws.mixtures import NormalMixture
from betterthan.results.laws.point import Point, is_at
from betterthan.results.laws.student_t import StudentT
from betterthan.results.laws.tabulated import Tabulated

P = np.array([1e-6, 0.01, 0.025, 0.3, 0.5, 0.77, 0.975, 1 - 1e-6])


def tabulated(frozen, reach: float = 9.0, nodes: int = 1500) -> Tabulated:
    x = np.linspace(frozen.mean() - reach * frozen.std(), frozen.mean() + reach * frozen.std(), nodes)
    return Tabulated(x, frozen.pdf(x), frozen.cdf(x), float(frozen.mean()), float(frozen.std()))


TWINS = {
    "student": (StudentT(7.0, 0.3, 2.0), stats.t(7, 0.3, 2.0)),
    "wide student": (StudentT(3.0, -1e-3, 1e-4), stats.t(3, -1e-3, 1e-4)),
    "beta": (Beta(3.5, 12.0), stats.beta(3.5, 12.0)),
    "flat beta": (Beta(1.0, 1.0), stats.beta(1, 1)),
    "large beta": (Beta(4001.0, 3901.0), stats.beta(4001, 3901)),
    "table of a normal": (tabulated(stats.norm(2, 0.5)), stats.norm(2, 0.5)),
    "table of a gumbel": (tabulated(stats.gumbel_r(1, 2), reach=14), stats.gumbel_r(1, 2)),
    "difference of two of three uniform shares": (AccuracyDifference(1.0, 1.0, 1.0), stats.triang(0.5, -1, 2)),
}
REACH = {"table of a normal": 1e-8, "table of a gumbel": 1e-6}
laws = pytest.mark.parametrize("name", TWINS)


@laws
def test_a_law_has_the_distribution_function_of_its_twin(name):
    law, twin = TWINS[name]
    x = twin.ppf(P)
    tolerance = {"rel": 1e-9, "abs": REACH.get(name, 1e-13)}
    assert law.cdf(x) == pytest.approx(twin.cdf(x), **tolerance)
    assert law.sf(x) == pytest.approx(twin.sf(x), **tolerance)


def test_a_table_has_its_first_and_last_value_and_beyond_them_nothing_is_left():
    """Tables may begin and end where some mass is left outside."""
    law = Tabulated(np.array([0.0, 1.0, 2.0]), np.full(3, 0.4), np.array([0.1, 0.5, 0.9]), 1.0, 0.6)
    assert law.cdf([-1e-9, 0.0, 1.0, 2.0, 2 + 1e-9]) == pytest.approx([0.0, 0.1, 0.5, 0.9, 1.0])
    assert law.sf([-1e-9, 0.0, 1.0, 2.0, 2 + 1e-9]) == pytest.approx([1.0, 0.9, 0.5, 0.1, 0.0])


@laws
def test_a_law_has_the_density_and_the_moments_of_its_twin(name):
    law, twin = TWINS[name]
    x = twin.ppf(P[1:-1])
    assert law.density(x) == pytest.approx(twin.pdf(x), rel=1e-3 if "table" in name else 1e-9)
    assert law.mean == pytest.approx(twin.mean(), rel=1e-9)
    assert law.sd == pytest.approx(twin.std(), rel=1e-9)


@laws
def test_quantiles_invert_the_distribution_function(name):
    law, twin = TWINS[name]
    p = P[1:-1]
    assert law.cdf(law.quantile(p)) == pytest.approx(p, abs=max(1e-9, REACH.get(name, 0)))
    assert law.quantile(p) == pytest.approx(twin.ppf(p), abs=1e-5 * twin.std())


@pytest.mark.parametrize("p", [0.0, 1e-6, 1e-3, 1 - 1e-3, 1 - 1e-6, 1.0])
def test_a_difference_of_accuracies_ends_at_one(p):
    """Of three uniform shares the law is a triangle from -1 to 1: (1 + x)²/2 below 0."""
    tail = min(p, 1 - p)
    expected = np.copysign(1 - np.sqrt(2 * tail), p - 0.5)
    assert AccuracyDifference(1.0, 1.0, 1.0).quantile(p) == pytest.approx(expected, abs=1e-7)


@laws
def test_a_law_survives_json(name):
    law = TWINS[name][0]
    back = law_from_dict(json.loads(json.dumps(law.to_dict(), allow_nan=False)))
    assert back == law
    assert type(back) is type(law)


def test_laws_of_other_numbers_are_not_equal():
    for name, (law, _) in TWINS.items():
        assert all((law == other) == (name == label) for label, (other, _) in TWINS.items())


def test_the_upper_tail_is_accurate_where_one_minus_cdf_is_not():
    assert float(StudentT(50.0, 0.0, 1.0).sf(20.0)) == pytest.approx(stats.t(50).sf(20), rel=1e-9)
    assert float(Beta(2.0, 50.0).sf(0.9)) == pytest.approx(stats.beta(2, 50).sf(0.9), rel=1e-9)


def test_student_without_moments_says_so():
    assert StudentT(2.0, 0.0, 1.0).sd == np.inf


def by_quadrature(lost, won, agreed, x):
    """P(θ10 - θ01 > x) as an integral over φ instead of τ, its singular end given to QUADPACK as a weight."""

    def inner(phi):
        return (1 - phi) ** (won - 1) * special.betaincc(lost + won, agreed, min(1.0, x / max(1 - 2 * phi, x)))

    end = (1 - x) / 2
    before = max(end - 50 * x, end / 2)  # the last part falls steeply where x is small
    singular = integrate.quad(inner, 0, before, weight="alg", wvar=(lost - 1, 0), epsabs=1e-13, limit=500)[0]
    steep = integrate.quad(lambda phi: phi ** (lost - 1) * inner(phi), before, end, epsabs=1e-13, limit=500)[0]
    return (singular + steep) / special.beta(lost, won)


@pytest.mark.parametrize(
    "cells", [(1.1, 0.1, 9.2), (4.5, 0.5, 97.0), (0.05, 2.05, 0.1), (3.0, 5.0, 4.0), (1.0, 4.0, 2.0)]
)
@pytest.mark.parametrize("x", [1e-4, 0.01, 0.05, 0.3, 0.8])
def test_a_difference_of_accuracies_by_another_integral(cells, x):
    lost, won, agreed = cells
    law, error = AccuracyDifference(*cells), AccuracyDifference(*cells).error
    assert float(law.sf(x)) == pytest.approx(by_quadrature(lost, won, agreed, x), abs=max(error, 1e-9))
    assert float(law.cdf(-x)) == pytest.approx(by_quadrature(won, lost, agreed, x), abs=max(error, 1e-9))
    assert error < 1e-6


@pytest.mark.parametrize("cells", [(1.1, 0.1, 9.2), (160.0, 199.0, 645.0), (3.0, 5.0, 4.0)])
def test_a_difference_of_accuracies_has_the_moments_of_the_dirichlet(cells):
    law, drawn = AccuracyDifference(*cells), stats.dirichlet(cells)
    apart = np.array([-1.0, 1.0, 0.0])
    assert law.mean == pytest.approx(float(drawn.mean() @ apart), rel=1e-12)
    assert law.sd == pytest.approx(float(apart @ drawn.cov() @ apart) ** 0.5, rel=1e-12)
    assert law.cdf(law.quantile(P)) == pytest.approx(P, abs=5e-5)


def test_a_point_holds_everything():
    point = Point(0.25)
    assert (point.mean, point.sd) == (0.25, 0.0)
    assert point.cdf(np.array([0.2, 0.25, 0.3])).tolist() == [0.0, 1.0, 1.0]
    assert point.sf(np.array([0.2, 0.25, 0.3])).tolist() == [1.0, 0.0, 0.0]
    assert point.quantile(P).tolist() == [0.25] * len(P)
    assert law_from_dict(point.to_dict()) == point


def test_beyond_a_table_there_is_nothing():
    table = TWINS["table of a normal"][0]
    assert table.cdf(np.array([-100.0, 100.0])).tolist() == [0.0, 1.0]
    assert table.sf(np.array([-100.0, 100.0])).tolist() == [1.0, 0.0]
    assert table.density(np.array([-100.0, 100.0])).tolist() == [0.0, 0.0]


@given(st.lists(st.floats(-8, 8), min_size=2, max_size=10))
def test_a_table_never_steps_down(x):
    table = tabulated(stats.norm(), nodes=12)
    assert (np.diff(table.cdf(np.sort(x))) >= -1e-15).all()  # the last bit may be rounded


@laws
@pytest.mark.parametrize("level", [0.5, 0.95])
def test_the_hdi_is_the_shortest_interval_of_its_level(name, level):
    law, twin = TWINS[name]
    inside = DifferencePosterior(law, "bayes_t").interval(level)
    assert twin.cdf(inside.high) - twin.cdf(inside.low) == pytest.approx(level, abs=1e-5)
    below = np.linspace(0, 1 - level, 2001)
    widths = twin.ppf(np.minimum(1.0, below + level)) - twin.ppf(below)
    assert inside.high - inside.low <= np.nanmin(widths) * (1 + 1e-4)


def test_a_mass_on_a_bound_is_found_in_spite_of_rounding():
    assert is_at(0.1 + 0.2, 0.3)
    assert is_at(0.0, 0.0)
    assert not is_at(0.3001, 0.3)
    assert not is_at(1e-12, 0.0)


def silverman(values: np.ndarray) -> float:
    return 0.9 * min(values.std(), stats.iqr(values) / 1.34) * len(values) ** -0.2


def by_kernels(values: np.ndarray, bandwidth: float):
    """scipy's sum over all draws, with this bandwidth."""
    return stats.gaussian_kde(values, bandwidth / values.std(ddof=1))


def test_draws_have_the_density_of_their_kernels():
    draws = np.sort(np.random.default_rng(4).standard_t(5, 4000))
    x = np.linspace(-3, 3, 25)
    assert DrawnValues(draws).density(x) == pytest.approx(by_kernels(draws, silverman(draws))(x), rel=0.02)


def test_kernels_of_draws_are_no_narrower_than_what_stands_between_two_nodes():
    """One draw far off: the others lie on a few nodes, between which the density must not fall to 0."""
    draws = np.append(np.sort(np.random.default_rng(4).normal(size=4000)), 2000.0)
    step = np.ptp(draws) / (NODES - 1)
    assert step > 2 * silverman(draws)
    x = np.linspace(-2, 2, 33)
    # A draw that is split between two nodes has a variance of up to a quarter of a step squared, 1/6 on average.
    assert DrawnValues(draws).density(x) == pytest.approx(by_kernels(draws, step * (7 / 6) ** 0.5)(x), rel=0.05)


def test_a_mixture_is_the_weighted_sum_of_its_normal_laws():
    weights, means, sds = np.array([0.2, 0.5, 0.3]), np.array([-1.0, 0.5, 2.0]), np.array([0.5, 1.0, 0.1])
    law, parts, x = NormalMixture(weights, means, sds), stats.norm(means, sds), np.linspace(-4, 4, 41)
    for ours, theirs in ((law.density, parts.pdf), (law.cdf, parts.cdf), (law.sf, parts.sf)):
        assert ours(x) == pytest.approx(theirs(x[:, None]) @ weights, rel=1e-12)
    assert law.quantile(law.cdf(x[10:31])) == pytest.approx(x[10:31], abs=2e-3)
