"""The difference of two independent variables, against SciPy's adaptive quadrature of the same integral."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import integrate, stats

from betterthan.results.laws.beta import Beta
from betterthan.results.laws.better_by import better_by
from betterthan.results.laws.crossed_mean import CrossedMean
from betterthan.results.laws.independent_difference import IndependentDifference
from betterthan.results.laws.kinds import law_from_dict
from betterthan.results.laws.normal import Normal
from betterthan.results.laws.point import Point
from betterthan.results.laws.student_t import StudentT

NORM = stats.norm(0.78, 0.01)
PAIRS = {
    "two shares": (Beta(86, 16), stats.beta(86, 16), Beta(851, 151), stats.beta(851, 151), (0, 1)),
    "share without errors": (Beta(1, 11), stats.beta(1, 11), Beta(1.37, 500), stats.beta(1.37, 500), (0, 1)),
    "mean and normal": (StudentT(4, 0.8, 0.02), stats.t(4, 0.8, 0.02), Normal(0.78, 0.01), NORM, (0.6, 1)),
    "far narrower": (StudentT(4, 0.8, 1e-5), stats.t(4, 0.8, 1e-5), Normal(0.78, 0.01), NORM, (0.6, 1)),
    "two runs": (StudentT(1, 0.8, 0.02), stats.t(1, 0.8, 0.02), Beta(80, 20), stats.beta(80, 20), (0, 1)),
}  # fmt: skip


@pytest.mark.parametrize("name", PAIRS)
def test_probabilities_are_those_of_adaptive_quadrature(name):
    first, x, second, y, (low, high) = PAIRS[name]
    law = IndependentDifference(first, second)
    for z in (-3.0, -1.0, 0.0, 0.5, 2.0):
        d = float(x.median() - y.mean() + z * (y.std() + x.ppf(0.84) - x.median()))
        cuts = [float(x.ppf(q)) - d for q in (1e-6, 0.01, 0.5, 0.99, 1 - 1e-6)]
        points = sorted({*(c for c in cuts if low < c < high), *(float(y.ppf(q)) for q in (1e-6, 0.01, 0.5, 0.99))})
        known = integrate.quad(
            lambda v, d=d: x.cdf(d + v) * y.pdf(v), low, high, points=points, epsabs=1e-13, limit=500
        )[0]
        assert float(law.cdf(d)) == pytest.approx(known, abs=1e-10)
        assert float(law.cdf(d)) + float(law.sf(d)) == pytest.approx(1.0, abs=1e-12)


@pytest.mark.parametrize("name", PAIRS)
def test_quantiles_invert_the_distribution_and_the_density_is_its_slope(name):
    first, _, second, _, _ = PAIRS[name]
    law = IndependentDifference(first, second)
    p = np.array([0.001, 0.025, 0.3, 0.5, 0.975])
    q = law.quantile(p)
    assert law.cdf(q) == pytest.approx(p, abs=1e-6)
    step = 1e-5 * (q[-1] - q[0])
    slope = (law.cdf(q + step) - law.cdf(q - step)) / (2 * step)
    assert law.density(q) == pytest.approx(slope, rel=1e-3)


def test_the_second_may_be_known_exactly():
    law, shifted = IndependentDifference(StudentT(9, 0.8, 0.02), Point(0.75)), stats.t(9, 0.05, 0.02)
    x = np.array([-0.1, 0.0, 0.05, 0.2])
    assert law.cdf(x) == pytest.approx(shifted.cdf(x), abs=1e-14)
    assert law.quantile(np.array([0.025])) == pytest.approx(shifted.ppf(0.025))


def test_the_first_may_be_known_exactly():
    law, turned = IndependentDifference(Point(0.8), Normal(0.75, 0.01)), stats.norm(0.05, 0.01)
    x = np.array([0.02, 0.05, 0.07])
    assert law.cdf(x) == pytest.approx(turned.cdf(x), abs=1e-14)
    assert law.density(x) == pytest.approx(turned.pdf(x))
    assert law.quantile(np.array([0.1])) == pytest.approx(turned.ppf(0.1))


@pytest.mark.parametrize(
    "first", [Beta(20, 4), StudentT(4, 0.8, 0.02), CrossedMean(0.8, 0.3, 0.2, 0.1, 5, 40, "box-tiao"), Point(0.8)]
)
@pytest.mark.parametrize("second", [Beta(80, 20), Normal(0.7, 0.02), Point(0.7)])
def test_of_losses_the_difference_is_turned(first, second):
    better, worse = better_by(first, second), better_by(first, second, losses=True)
    x = np.array([-0.05, 0.02, 0.11])
    assert worse.cdf(-x) == pytest.approx(better.sf(x), abs=1e-9)


@pytest.mark.parametrize(
    "first", [Beta(20, 4), StudentT(4, 0.8, 0.02), CrossedMean(0.8, 3.0, 2.0, 1.0, 5, 40, "box-tiao")]
)
def test_it_is_read_back(first):
    law = IndependentDifference(first, Normal(0.7, 0.02))
    assert law_from_dict(law.to_dict()) == law
