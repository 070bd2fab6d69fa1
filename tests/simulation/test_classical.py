"""The study of classical tests: what is due comes from SciPy's laws and from enumeration; no test is forgotten."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest
from scipy import integrate, stats

from betterthan.procedures import REGISTRY
from betterthan.simulation.classical import MCNEMAR, OF_FOLDS, POWER, SIZE, STUDIES, TESTS, trained


def test_no_classical_test_is_forgotten():
    assert {each.test for each in TESTS} == {name for name, each in REGISTRY.items() if each.family == "frequentist"}


def of_t(df: int, lead: float) -> float:
    """Power of a two-sided t-test at 0.05, by the noncentral t law."""
    limit = stats.t.isf(0.025, df)
    return float(stats.nct.sf(limit, df, lead) + stats.nct.cdf(-limit, df, lead))


def of_sign(share: float) -> float:
    rejected = [k for k in range(31) if stats.binomtest(k, 30).pvalue <= 0.05]
    return float(stats.binom.pmf(rejected, 30, share).sum())


def of_mcnemar(variant: str, share: float) -> float:
    """By all discordances of 200 cases of which three in ten are discordant."""

    def p_value(n01: int, n10: int) -> float:
        n, fewer = n01 + n10, min(n01, n10)
        if variant in ("exact", "mid-p"):
            exact = stats.binomtest(n10, n).pvalue
            mid = 2 * (stats.binom.cdf(fewer, n, 0.5) - stats.binom.pmf(fewer, n, 0.5) / 2)
            return float(exact if variant == "exact" else min(1.0, mid))
        return float(stats.chi2.sf(max(abs(n01 - n10) - (variant == "corrected"), 0) ** 2 / n, 1))

    total = 0.0
    for n in range(25, 105):  # the others have probability 1e-9
        rejected = [k for k in range(n + 1) if p_value(n - k, k) <= 0.05]
        total += stats.binom.pmf(n, 200, 0.3) * stats.binom.pmf(rejected, n, share).sum()
    return total


def of_signed_ranks() -> float:
    """The largest size that 30 differences allow."""
    counts = np.zeros(466)
    counts[0] = 1
    for rank in range(1, 31):
        counts[rank:] += counts[:-rank].copy()
    tails = 2 * np.cumsum(counts) / counts.sum()
    return float(tails[tails <= 0.05].max())


def of_t_5x2cv() -> float:
    """With u, v standard normal, p_11 = (u + v)/√2 and s_1² = v²; the other s_i² add up to w ~ χ²_4."""
    limit = stats.t.isf(0.025, 5) ** 2 / 5

    def at(v: float, w: float) -> float:
        reach = (2 * limit * (v**2 + w)) ** 0.5
        return float((stats.norm.sf(reach - v) + stats.norm.cdf(-reach - v)) * stats.norm.pdf(v) * stats.chi2.pdf(w, 4))

    return float(integrate.dblquad(at, 0, 60, -8, 8, epsabs=1e-6)[0])


KNOWN = {
    "paired_t": (0.05, of_t(29, 0.5 * sqrt(30))),
    "wilcoxon": (of_signed_ranks(), None),
    "sign": (of_sign(0.5), of_sign(stats.norm.cdf(0.5))),
    "permutation: 12 cases": (np.floor(0.05 * 2**12) / 2**12, None),
    "clustered_t": (0.05, of_t(19, 0.7 / sqrt((1 + 1 / 6) / 20))),
    "correlated_t": (0.05, of_t(99, 1 / sqrt(0.1 + 0.9 / 100))),
    "anova": (0.05, float(stats.ncf.sf(stats.f.isf(0.05, 4, 76), 4, 76, 20 * 0.8**2 * 0.8))),
    "t_5x2cv": (of_t_5x2cv(), None),
    "f_5x2cv": (float(stats.f.sf(2 * stats.f.isf(0.05, 10, 5) - 1, 5, 5)), None),
    "tost": (0.05, None),
    "westfall_young": (0.05, None),
}


@pytest.mark.parametrize("name", KNOWN)
def test_what_is_due_is_what_the_laws_say(name):
    """Noncentrality of `anova`: 20 units times the sum of squares of the effects .8·(4/5, -1/5, …), .8²·.8."""
    (tested,) = (each for each in TESTS if each.name.startswith(name))
    size, power = KNOWN[name]
    assert tested.size == pytest.approx((size, size), abs=6e-5)
    assert tested.power == (None if power is None else pytest.approx(power, abs=1e-5))


@pytest.mark.parametrize("variant", MCNEMAR)
def test_what_is_due_of_mcnemar_is_what_all_counts_say(variant):
    expected = (of_mcnemar(variant, 0.5), of_mcnemar(variant, 2 / 3))
    assert MCNEMAR[variant] == pytest.approx(expected, abs=1e-5)


@pytest.mark.parametrize("each", TESTS, ids=lambda each: each.name)
def test_a_repetition_counts_rejections(each):
    setting = each.setting()
    drawn = setting.measured(np.random.default_rng(1))
    assert set(drawn) == {SIZE, POWER}
    assert set(drawn.values()) <= {0.0, 1.0}
    assert setting.limits[SIZE] == each.size


def test_what_is_off_is_noticed():
    """A test that always rejects: 50 repetitions of an error of 1, where 0.05 is due."""
    (found, _) = TESTS[0].setting().findings("study", [{SIZE: 1.0, POWER: 1.0}] * 50)
    assert found.holds is False


def test_few_repetitions_already_show_that_the_plain_test_of_folds_is_too_sure():
    """methods.md: .55 and .04 in the long run; 60 data sets have standard errors of .064 and .025."""
    rng = np.random.default_rng(2)
    runs = [trained(rng) for _ in range(60)]
    shares = {name: np.mean([each[name] for each in runs]) for name in OF_FOLDS}
    assert shares["paired_t"] == pytest.approx(0.55, abs=4 * 0.064)
    assert shares["correlated_t"] <= 0.04 + 4 * 0.025
    assert STUDIES["trained-folds"].settings[0].expected["paired_t"] == ".55"
