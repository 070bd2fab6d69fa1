"""How often do the tests of learning algorithms reject when there is nothing to find?

Slow; run with `make validate`. First on cross-validated classifiers that are equally good (Corani 2017, Appendix 6.1),
then each classical test of folds and of crossed units under the very null hypothesis from which its law is derived;
`welch_t` and `anova` are looked at in files of their own.
"""

from __future__ import annotations

import numpy as np
import pytest
from scipy import integrate, stats

from betterthan.procedures import REGISTRY, correlated_t, f_5x2cv, quasi_f, t_5x2cv
from betterthan.procedures.shared.folds import FoldNeeds
from betterthan.simulation.type_one import type_one_error

pytestmark = pytest.mark.validation

LEVEL = 0.95


@pytest.fixture(scope="module")
def rejections():
    return type_one_error(20_000, rng=0)


def test_the_simulation_is_large_enough(rejections):
    assert all(rejections.standard_error(test) < 0.006 for test in rejections.shares)


def test_the_plain_t_test_of_folds_is_far_too_sure(rejections):
    assert rejections.shares["paired_t"] > 0.4


@pytest.mark.parametrize("test", ["correlated_t", "t_5x2cv", "f_5x2cv"])
def test_tests_made_for_folds_keep_their_level(rejections, test):
    assert rejections.shares[test] <= 0.06


@pytest.mark.parametrize(("test", "overlap"), [("paired_t", 0.0), ("correlated_t", 1 / 9)])
def test_rejections_of_10x10_folds_are_what_theory_says(rejections, test, overlap):
    """Every run of cross-validation has the same mean, that of the N instances: variance 2·0.9·0.1/N.

    The 10 folds of a run, drawn without replacement, have variance 2·0.9·0.1·10/N about it on average, so that s² of
    all 100 is 90/99 of that. The fluctuation of s² about its mean is left out: hence 0.01 beside the Monte Carlo error.
    """
    spread = (10 * 90 / 99 * (1 / 100 + overlap)) ** 0.5  # of the standard error, in units of that of the mean
    expected = 2 * stats.norm.sf(stats.t.isf(0.025, 99) * spread)
    assert rejections.shares[test] == pytest.approx(expected, abs=0.01 + 4 * rejections.standard_error(test))


# Each test under its own null.


def equicorrelated(rng, runs, *, n, rho):
    """Normal differences, any two of which have correlation ρ."""
    return rho**0.5 * rng.standard_normal((runs, 1)) + (1 - rho) ** 0.5 * rng.standard_normal((runs, n))


def halves(rng, runs):
    """Ten independent normal differences."""
    return rng.standard_normal((runs, 5, 2))


def size_of_t_5x2cv() -> float:
    """P(|t| > t_5) if all ten differences are independent.

    With u, v standard normal, p_11 = (u + v)/√2 and s_1² = v²; the other s_i² add up to w ~ χ²_4.
    """
    limit = stats.t.isf(0.025, 5) ** 2 / 5

    def at(v: float, w: float) -> float:
        reach = (2 * limit * (v**2 + w)) ** 0.5
        beyond = stats.norm.sf(reach - v) + stats.norm.cdf(-reach - v)
        return float(beyond * stats.norm.pdf(v) * stats.chi2.pdf(w, 4))

    return float(integrate.dblquad(at, 0, 60, -8, 8, epsabs=1e-7)[0])


def size_of_f_5x2cv() -> float:
    """f is 1/2 + F(5, 5)/2 if all ten differences are independent."""
    return float(stats.f.sf(2 * stats.f.isf(0.05, 10, 5) - 1, 5, 5))


NULLS = {
    "correlated_t": [
        pytest.param(
            lambda rng, runs, n=n, rho=rho: equicorrelated(rng, runs, n=n, rho=rho),
            lambda d, rho=rho: correlated_t.from_differences(d, test_fraction=rho),
            lambda: 0.05,
            id=f"correlated_t, {n} folds, correlation {rho}",
        )
        for n, rho in ((10, 0.1), (100, 0.1), (30, 0.25))
    ],
    "t_5x2cv": [pytest.param(halves, t_5x2cv.from_differences, size_of_t_5x2cv, id="t_5x2cv")],
    "f_5x2cv": [pytest.param(halves, f_5x2cv.from_differences, size_of_f_5x2cv, id="f_5x2cv")],
}


@pytest.mark.parametrize(("null", "test", "size"), [case for cases in NULLS.values() for case in cases])
def test_size_under_its_own_null(null, test, size):
    runs = 20_000
    rejected = sum(test(differences).rejects(LEVEL) for differences in null(np.random.default_rng(7), runs))
    expected = size()
    assert expected <= 0.0501
    assert rejected / runs == pytest.approx(expected, abs=4 * (expected * (1 - expected) / runs) ** 0.5)


@pytest.mark.parametrize("sets", [5, 10])
@pytest.mark.parametrize(("of_sets", "of_cases"), [(0.0, 0.0), (0.3, 0.3), (1.0, 0.3), (0.3, 3.0), (3.0, 3.0)])
def test_size_of_the_quasi_f_test(sets, of_sets, of_cases):
    """Training sets x 40 cases, both drawn anew each time; with 5 or more sets it rejects at most 5.6% of the time."""
    rng = np.random.default_rng(8)
    runs, cases = 6000, 40
    rejected = 0
    for _ in range(runs):
        shared = of_sets * rng.standard_normal((sets, 1)) + of_cases * rng.standard_normal(cases)
        rejected += quasi_f.from_differences(shared + rng.standard_normal((sets, cases))).rejects(LEVEL)
    assert rejected / runs <= 0.056 + 4 * (0.056 * 0.944 / runs) ** 0.5


def test_no_test_of_folds_is_forgotten():
    of_folds = {each.name for each in REGISTRY.values() if isinstance(each.needs, FoldNeeds)}
    assert {name for name in of_folds if REGISTRY[name].family == "frequentist"} == set(NULLS)
