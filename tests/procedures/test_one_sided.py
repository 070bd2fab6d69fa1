"""One-sided tests: interval and null hypothesis follow the alternative; against SciPy, binomial laws and duality."""

from __future__ import annotations

from math import inf

import numpy as np
import pytest
from scipy import stats

import betterthan as bt
from betterthan.errors import ArgumentError
from betterthan.procedures import REGISTRY, mcnemar, paired_t, permutation, sign, t_5x2cv, welch_t, wilcoxon
from betterthan.results.null_test import NullTest
from betterthan.words.numbers import interval as in_words

DIFFERENCES = np.random.default_rng(12).normal(0.35, 1.0, 19)
SCIPY = {"first": "greater", "second": "less", "two-sided": "two-sided"}
SIDES = ("first", "second")


@pytest.mark.parametrize("alternative", [*SIDES, "two-sided"])
@pytest.mark.parametrize("level", [0.8, 0.95])
def test_t_tests_against_scipy(alternative, level):
    there = stats.ttest_1samp(DIFFERENCES, 0.0, alternative=SCIPY[alternative])
    here = paired_t.from_differences(DIFFERENCES, alternative=alternative, level=level)
    assert here.p_value == pytest.approx(there.pvalue, rel=1e-10)
    assert (here.interval.low, here.interval.high) == pytest.approx(tuple(there.confidence_interval(level)), rel=1e-10)
    one, other = DIFFERENCES[:8], DIFFERENCES[8:] - 0.5
    there = stats.ttest_ind(one, other, equal_var=False, alternative=SCIPY[alternative])
    here = welch_t.from_scores(one, other, alternative=alternative, level=level)
    assert (here.interval.low, here.interval.high) == pytest.approx(tuple(there.confidence_interval(level)), rel=1e-10)


def shifted_p(procedure, by, alternative):
    return procedure.from_differences(DIFFERENCES - by, alternative=alternative).p_value


@pytest.mark.parametrize("alternative", SIDES)
@pytest.mark.parametrize("procedure", [paired_t, wilcoxon, sign])
def test_the_bound_is_where_the_test_begins_to_reject(procedure, alternative):
    """A difference just outside of the interval is rejected at 5%, one just inside is not."""
    inside = procedure.from_differences(DIFFERENCES, alternative=alternative).interval
    bound, out = (inside.low, -1e-6) if alternative == "first" else (inside.high, 1e-6)
    assert (inside.high, inside.low) == (inf, bound) if alternative == "first" else (bound, -inf)
    assert shifted_p(procedure, bound + out, alternative) <= 0.05 < shifted_p(procedure, bound - out, alternative)


def test_a_one_sided_interval_covers_more_than_half():
    """At half it would end at the estimate itself and begin to be the interval of the other side."""
    with pytest.raises(ArgumentError, match=r"A one-sided interval has a level above 0\.5; got 0\.5\."):
        paired_t.from_differences(DIFFERENCES, alternative="first", level=0.5)
    found = paired_t.from_differences(DIFFERENCES, alternative="first", level=0.501).interval
    low = stats.ttest_1samp(DIFFERENCES, 0.0, alternative="greater").confidence_interval(0.501).low
    assert (found.low, found.high, found.level) == (pytest.approx(low, rel=1e-9), inf, 0.501)


def test_wilcoxon_bound_against_scipys_p():
    low = wilcoxon.from_differences(DIFFERENCES, alternative="first").interval.low
    p = [stats.wilcoxon(DIFFERENCES - low - out, alternative="greater", mode="exact").pvalue for out in (-1e-6, 1e-6)]
    assert p[0] <= 0.05 < p[1]


def test_sign_bound_is_an_order_statistic():
    """P(X ≤ 5) = .0318 and P(X ≤ 6) = .0835 for 19 tosses: the sixth smallest difference."""
    assert stats.binom.cdf(5, 19, 0.5) < 0.05 < stats.binom.cdf(6, 19, 0.5)
    found = sign.from_differences(DIFFERENCES, alternative="first").interval
    assert found.low == np.sort(DIFFERENCES)[5]
    assert found.level == 0.95


def test_few_units_state_the_coverage_that_they_reach():
    """Three wins: the smallest difference bounds the median in 7 of 8 samples."""
    found = sign.from_differences(np.array([1.0, 2.0, 3.0]), alternative="first").interval
    assert (found.low, found.high, found.level) == (1.0, inf, 0.875)


@pytest.mark.parametrize("alternative", SIDES)
def test_permutation_bound_is_that_of_twice_the_size(alternative):
    """Hartigan's typical values: 5% of the means of flipped subsets lie beyond the bound; all of them counted here."""
    values = DIFFERENCES[:12]
    subsets = (np.arange(1, 2**12)[:, None] >> np.arange(12)) & 1
    means = np.sort((subsets * values).sum(axis=1) / subsets.sum(axis=1))
    rank = int(0.05 * 2**12)
    found = permutation.from_differences(values, alternative=alternative).interval
    expect = (means[rank - 1], inf) if alternative == "first" else (-inf, means[-rank])
    assert (found.low, found.high) == pytest.approx(expect)


def test_mcnemar_ends_where_accuracies_do():
    """As R's binom.test prints [0.02, 1]. At the bound Tango's score statistic is the 95% quantile, 1.645."""
    found = mcnemar.from_cells(n00=10, n01=4, n10=14, n11=72, alternative="first").interval
    two_sided = mcnemar.from_cells(n00=10, n01=4, n10=14, n11=72, level=0.9).interval
    assert (found.low, found.high) == (two_sided.low, 1.0)
    low, n = found.low, 100
    b = (2 * n - 14 + 4) * low - 14 - 4
    lost = (np.sqrt(b * b + 8 * n * 4 * low * (1 - low)) - b) / (4 * n)  # Tango (1998), eq. 7
    assert (14 - 4 - n * low) / np.sqrt(n * (2 * lost + low * (1 - low))) == pytest.approx(stats.norm.ppf(0.95))
    assert mcnemar.from_cells(n00=10, n01=4, n10=14, n11=72, alternative="second").interval.low == -1.0


def one_sided_tests() -> list[NullTest]:
    scores = np.random.default_rng(3).normal(0, 1, (5, 2))
    return [
        test
        for alternative in SIDES
        for test in (
            *(each.from_differences(DIFFERENCES, alternative=alternative) for each in (paired_t, wilcoxon, sign)),
            permutation.from_differences(DIFFERENCES, alternative=alternative, draws=500),
            welch_t.from_scores(DIFFERENCES[:8], DIFFERENCES[8:], alternative=alternative),
            t_5x2cv.from_differences(scores, alternative=alternative),
            mcnemar.from_cells(n00=10, n01=4, n10=14, n11=72, alternative=alternative),
        )
    ]


def test_p_and_interval_never_contradict():
    """The null's bound is outside of the interval where p is at most 5%, for the tests whose interval inverts them."""
    for seed in range(40):
        values = np.random.default_rng(seed).normal(0.3, 1.0, 15)
        for procedure in (paired_t, wilcoxon):
            for alternative in SIDES:
                test = procedure.from_differences(values, alternative=alternative)
                outside = not test.interval.low <= 0 <= test.interval.high
                assert outside == (test.p_value <= 0.05), (seed, procedure.name, alternative)


def test_the_null_is_what_the_alternative_leaves():
    for test in one_sided_tests():
        word = "at most" if test.alternative == "first" else "at least"
        instead = "or less" if test.alternative == "first" else "or more"
        assert word in test.null or instead in test.null, test.null


def test_every_procedure_with_an_alternative_is_here():
    known = {test.procedure for test in one_sided_tests()}
    known |= {"correlated_t", "clustered_t"}  # which are `paired_t` with another sd
    known |= {"delong", "bootstrap"}  # tests/procedures/test_whole_set.py
    assert {name for name, each in REGISTRY.items() if "alternative" in each.options} == known


def test_in_words_and_in_json():
    test = paired_t.from_differences(DIFFERENCES, alternative="first")
    assert in_words(test.interval).startswith("95% confidence interval: at least ")
    second = paired_t.from_differences(DIFFERENCES, alternative="second")
    assert ": at most " in in_words(second.interval)
    assert test.to_dict()["interval"]["high"] == "inf"
    assert NullTest.from_dict(test.to_dict()) == test
    found = bt.compare(DIFFERENCES, np.zeros(19), procedure="paired_t", alternative="first", independent=True)
    assert found.interval == test.interval
    assert "0.519, 95% confidence interval: at least 0.117" in " ".join(found.to_text().split())


def test_a_level_that_leaves_no_bound():
    with pytest.raises(ArgumentError, match=r"A one-sided interval has a level above 0\.5; got 0\.4"):
        paired_t.from_differences(DIFFERENCES, alternative="first", level=0.4)
