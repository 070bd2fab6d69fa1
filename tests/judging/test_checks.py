"""Each check passes and fails where it should, and its figure is that of an independent formula."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from betterthan.data.design import Design
from betterthan.data.moments import Cells
from betterthan.data.pairing import pair_arrays, pair_differences
from betterthan.data.summaries import PairedSummary
from betterthan.data.tables import PairedDifferences
from betterthan.data.units import unit_called
from betterthan.judging.checks import paired as c
from betterthan.numerics.normality import autocorrelations, shapiro_francia_p
from betterthan.procedures import REGISTRY, bayes_correlated_t, bayes_robust_t, bayes_signed_rank, bayes_t, wilcoxon
from betterthan.words.facts import failed_checks

NORMAL = np.random.default_rng(0).normal(0.1, 1, 200)
SKEWED = np.random.default_rng(1).exponential(1, 200)
HEAVY = np.random.default_rng(2).standard_t(2, 200)


def made(table) -> dict[str, c.Check]:
    return {check.name: check for check in c.checks(table)}


def shapiro_francia(values) -> tuple[float, float]:
    """W' and its p-value as in R's `nortest::sf.test`, written down again."""
    n = len(values)
    positions = stats.norm.ppf((np.arange(1, n + 1) - 3 / 8) / (n + 1 / 4))
    w = stats.pearsonr(np.sort(values), positions).statistic ** 2
    u, v = np.log(n), np.log(np.log(n))
    z = (np.log(1 - w) - (-1.2725 + 1.0521 * (v - u))) / (1.0308 - 0.26758 * (v + 2 / u))
    return w, stats.norm.sf(z)


def miao_gel_gastwirth(values) -> float:
    spread = np.sqrt(np.pi / 2) * np.mean(np.abs(values - np.median(values)))
    return np.sqrt(len(values)) * (np.mean(values) - np.median(values)) / (spread * np.sqrt(np.pi / 2 - 1))


@pytest.mark.parametrize("values", [NORMAL, SKEWED, HEAVY, NORMAL[:7]])
def test_figures_of_shape_are_those_of_independent_formulas(values):
    w, p = shapiro_francia(values)
    assert c.qq_normal(values).figure == pytest.approx(w, rel=1e-10)
    assert shapiro_francia_p(w, len(values)) == pytest.approx(p, rel=1e-9)
    assert c.skewness(values).figure == pytest.approx(stats.skew(values), rel=1e-9)
    assert c.kurtosis(values).figure == pytest.approx(stats.kurtosis(values), rel=1e-9)
    assert c.symmetry(values).figure == pytest.approx(miao_gel_gastwirth(values), rel=1e-4)
    far = np.abs(values - np.median(values)) > 5 * stats.median_abs_deviation(values, scale="normal")
    assert c.outliers(values).figure == far.sum()


def test_normal_differences_pass_every_check_of_shape():
    shown = made(pair_differences(NORMAL))
    assert {name: check.status for name, check in shown.items()} == dict.fromkeys(shown, "passed")
    assert all(check.advice == "" for check in shown.values())


@pytest.mark.parametrize(
    ("values", "failing"),
    [
        (SKEWED, {"Q-Q normal", "skewness", "kurtosis", "symmetry", "outliers"}),
        (HEAVY, {"Q-Q normal", "kurtosis", "outliers"}),
        (np.append(NORMAL, 60.0), {"Q-Q normal", "skewness", "kurtosis", "outliers"}),
        (np.append(NORMAL[:100], np.zeros(60)), {"ties"}),
    ],
)
def test_departures_fail_the_checks_that_look_for_them(values, failing):
    shown = made(pair_differences(np.random.default_rng(3).permutation(values)))
    failed = {name for name, check in shown.items() if check.status == "failed"}
    assert failing - failed == set()
    assert failed - failing <= {"skewness", "Q-Q normal", "symmetry", "outliers", "kurtosis"}
    assert all(shown[name].advice for name in failed)


@pytest.mark.parametrize("check", [c.qq_normal, c.skewness, c.kurtosis, c.outliers, c.symmetry])
@pytest.mark.parametrize("n", [20, 100])
def test_a_normal_law_is_rarely_accused(check, n):
    rng = np.random.default_rng(4)
    failed = sum(check(rng.normal(size=n)).status == "failed" for _ in range(300))
    assert failed <= 300 * 0.04


@pytest.mark.parametrize("check", [c.qq_normal, c.skewness, c.symmetry])
def test_an_exponential_law_is_nearly_always_accused(check):
    rng = np.random.default_rng(5)
    failed = sum(check(rng.exponential(size=100)).status == "failed" for _ in range(100))
    assert failed >= 80


def test_the_shapiro_francia_p_value_is_uniform_under_a_normal_law():
    rng = np.random.default_rng(6)
    p = [shapiro_francia_p(c.qq_normal(rng.normal(size=30)).figure, 30) for _ in range(1000)]
    assert stats.kstest(p, "uniform").pvalue > 0.001


def test_the_symmetry_statistic_is_standard_normal_under_a_normal_law():
    rng = np.random.default_rng(7)
    figures = [c.symmetry(rng.normal(size=200)).figure for _ in range(1000)]
    assert np.mean(np.abs(figures) > 1.96) == pytest.approx(0.05, abs=0.025)


@given(st.floats(-290, 290))
def test_scale_does_not_matter(exponent):
    scaled = NORMAL[:30] * 10.0**exponent
    figures = [check.figure for check in (c.qq_normal(scaled), c.skewness(scaled), c.kurtosis(scaled))]
    plain = [check.figure for check in (c.qq_normal(NORMAL[:30]), c.skewness(NORMAL[:30]), c.kurtosis(NORMAL[:30]))]
    assert figures == pytest.approx(plain, rel=1e-9)


@pytest.mark.parametrize(("count", "status"), [(30, "passed"), (31, "failed")])
def test_ties_fail_above_a_share_of_030(count, status):
    values = np.append(np.full(count, 0.5), np.arange(100 - count) + 1.0)
    check = c.ties(values)
    assert (check.status, check.figure) == (status, pytest.approx(count / 100))


def test_three_different_values_are_no_ties():
    assert c.ties(np.array([0.1, 0.2, 0.3])).status == "passed"


@pytest.mark.parametrize(("n", "status"), [(9, "failed"), (10, "passed")])
def test_fewer_than_ten_units_are_few(n, status):
    assert c.number_of_units(n).status == status


def test_constant_differences_stop_the_checks_of_shape():
    shown = made(pair_differences([0.25] * 12))
    assert shown["constant differences"].status == "failed"
    assert set(shown) == {"number of units", "constant differences"}


def test_differences_that_differ_by_rounding_only_are_constant():
    first = [0.5 + i / 10 for i in range(12)]
    shown = made(pair_arrays(first, [score - 0.1 for score in first]))
    assert shown["constant differences"].status == "failed"


def test_alternating_cases_are_independent_enough_and_runs_are_not():
    rng = np.random.default_rng(8)
    noise = rng.normal(size=2000)
    runs = np.empty(2000)
    runs[0] = noise[0]
    for i in range(1, 2000):
        runs[i] = 0.8 * runs[i - 1] + noise[i]
    passed, failed = c.independence(noise), c.independence(runs)
    assert (passed.status, failed.status) == ("passed", "failed")
    assert failed.figure == pytest.approx((1 - 0.8) / (1 + 0.8), rel=0.4), "AR(1): n(1-ρ)/(1+ρ)"
    assert '`cluster="NAME"`' in failed.advice


def test_differences_of_which_all_neighbours_are_alike_are_hardly_independent():
    """Of 20 units in a straight line all five autocorrelations are above 0, and all of them count."""
    values = np.arange(20.0)
    z = values - values.mean()
    shared = [z[k:] @ z[:-k] / (z @ z) for k in range(1, 6)]
    assert min(shared) > 0
    check = c.independence(values)
    assert (check.status, check.figure) == ("failed", pytest.approx(1 / (1 + 2 * sum(shared))))


def test_cases_that_never_stop_being_alike_are_not_independent():
    """Twenty of -1 and then twenty of 1: of the 40 - k pairs at a lag of k, k are -1, so that r = 1 - 3k/40, which is
    above 0 at all ten lags; these sum to 10 - 3 · 55/40.
    """
    looked = c.independence(np.repeat([-1.0, 1.0], 20))
    assert looked.status == "failed"
    assert looked.figure == pytest.approx(1 / (1 + 2 * (10 - 3 * 55 / 40)))


def test_autocorrelations_are_those_of_statsmodels():
    acf = pytest.importorskip("statsmodels.tsa.stattools").acf
    z = (NORMAL - NORMAL.mean()) / NORMAL.std()
    assert autocorrelations(z, 10) == pytest.approx(acf(NORMAL, nlags=10, fft=False)[1:], rel=1e-9, abs=1e-12)


def test_order_is_looked_at_only_where_it_may_mean_something():
    assert made(pair_differences(NORMAL))["independence"].status == "passed"
    assert made(pair_differences(NORMAL[:19]))["independence"].advice == "fewer than 20 units in order"
    one_per_task = pair_differences(NORMAL, task=[f"t{i}" for i in range(200)])
    assert made(one_per_task)["independence"].status == "not checked"


def folds(differences):
    """A table of ten-fold cross-validation."""
    design = Design(unit_called("folds"), {"fold": 10}, folds=10)
    return PairedDifferences(("a", "b"), np.asarray(differences), design)


def test_folds_share_training_data_and_the_check_says_so():
    check = made(folds(NORMAL))["independence"]
    assert (check.status, check.figure) == ("not checked", None)
    assert "share training data" in check.advice
    assert "the procedures for folds allow for it" in check.advice


@pytest.mark.parametrize("values", [SKEWED, HEAVY, np.append(NORMAL, np.zeros(200)), NORMAL[:8]])
def test_no_check_of_folds_sends_to_a_procedure_that_takes_none(values):
    shown = c.advised(c.checks(folds(values)), bayes_correlated_t, folds(values))
    assert any(check.status == "failed" for check in shown)
    assert "symmetry" not in {check.name for check in shown}, "wilcoxon takes no folds"
    for check in shown:
        named = re.findall(r"`(\w+)`", check.advice)
        assert all(REGISTRY[name].needs.unmet(folds(values)) is None for name in named), check
    told = " ".join(failed_checks(shown))
    assert "bayes_robust_t" not in told
    not_normal = any(check.status == "failed" and check.name in c.NORMALITY for check in shown)
    assert ("look at the folds that stand out" in told) == not_normal


def test_zero_one_scores_are_not_asked_to_be_normal():
    rng = np.random.default_rng(9)
    table = pair_arrays(rng.integers(0, 2, 50), rng.integers(0, 2, 50))
    assert set(made(table)) == {"number of units", "independence"}
    assert set(made(PairedSummary.from_cells({"": Cells(1, 2, 3, 4)}))) == {"number of units", "independence"}


def test_sums_alone_cannot_be_checked():
    shown = made(PairedSummary.from_moments(mean=0.1, sd=1.0, n=30))
    assert shown["Q-Q normal"].status == "not checked"


def test_too_few_or_too_equal_differences_are_not_checked():
    assert c.qq_normal(NORMAL[:4]).status == "not checked"
    assert c.outliers(np.array([0.0, 0.0, 0.0, 0.0, 7.0])).status == "not checked"


def test_what_failed_decides_what_is_run_beside():
    assert c.failed_assumption(c.checks(pair_differences(NORMAL))) is None
    assert c.failed_assumption(c.checks(pair_differences(HEAVY))) == "normality"
    assert c.failed_assumption(c.checks(pair_differences(np.append(NORMAL, np.zeros(200))))) == "few ties"


def advice(values, procedure) -> dict[str, str]:
    shown = c.advised(c.checks(pair_differences(values)), procedure, pair_differences(values))
    return {check.name: check.advice for check in shown if check.status == "failed"}


def test_advice_is_that_of_the_procedure_and_of_its_counterpart():
    robust = "compare with `bayes_robust_t` (typical difference) or `bayes_bootstrap` (mean)"
    assert advice(SKEWED, bayes_t)["skewness"].endswith(robust)
    assert advice(SKEWED, wilcoxon)["symmetry"].endswith("compare with `sign` (median) or `permutation` (mean)")
    assert "compare with `sign`" in advice(SKEWED, bayes_signed_rank)["symmetry"], "its counterpart"
    assert "skewness" not in advice(SKEWED, bayes_robust_t), "it does without that law"
    assert "symmetry" not in advice(SKEWED, bayes_t), "no signed ranks stand beside it"


def test_what_needs_many_units_is_not_advised_with_few():
    """The bootstrap is advised from 30 units on: it knows only values that it saw."""
    few, many = np.append(NORMAL[:15], np.zeros(14)), np.append(NORMAL[:15], np.zeros(15))
    assert advice(few, bayes_t)["ties"].endswith("score more units")
    assert advice(many, bayes_t)["ties"].endswith("compare with `bayes_bootstrap` (mean)")
    assert advice(SKEWED[:29], bayes_t)["skewness"].endswith("compare with `bayes_robust_t` (typical difference)")
    assert advice(SKEWED[:30], bayes_t)["skewness"].endswith("or `bayes_bootstrap` (mean)")
