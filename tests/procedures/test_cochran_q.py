from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from betterthan.data.pairing import pair_arrays
from betterthan.data.tables import PairedTable
from betterthan.errors import ArgumentError, NeedsNotMet
from betterthan.procedures import cochran_q, friedman, mcnemar

ANSWERS = (np.random.default_rng(8).random((60, 4)) < [0.9, 0.85, 0.8, 0.6]).astype(float)


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 10_000), st.integers(2, 60), st.integers(2, 8))
def test_statsmodels_agrees(seed, n, k):
    theirs = pytest.importorskip("statsmodels.stats.contingency_tables")
    rng = np.random.default_rng(seed)
    answers = (rng.random((n, k)) < rng.random(k)).astype(float)
    if (np.ptp(answers, axis=1) == 0).all():
        return
    expected = theirs.cochrans_q(answers)
    test = cochran_q.from_scores(answers)
    assert test.statistic == pytest.approx(expected.statistic, rel=1e-10, abs=1e-10)
    assert test.p_value == pytest.approx(expected.pvalue, rel=1e-9, abs=1e-12)
    assert test.df == expected.df


@settings(deadline=None, max_examples=30)
@given(st.integers(0, 10_000), st.integers(3, 40), st.integers(2, 6))
def test_it_is_friedman_s_test_of_0_and_1(seed, n, k):
    answers = np.random.default_rng(seed).integers(0, 2, (n, k)).astype(float)
    assert cochran_q.from_scores(answers).statistic == pytest.approx(friedman.from_scores(answers).statistic)


def test_right_and_wrong_may_be_exchanged():
    assert cochran_q.from_scores(1 - ANSWERS).statistic == pytest.approx(cochran_q.from_scores(ANSWERS).statistic)


def test_two_models_are_mcnemar_s_test_without_correction():
    table = pair_arrays(ANSWERS[:, 0], ANSWERS[:, 3])
    ours, theirs = cochran_q(table), mcnemar(table, variant="uncorrected")
    assert (ours.statistic, ours.p_value) == (pytest.approx(theirs.statistic), pytest.approx(theirs.p_value))
    assert (ours.estimate, ours.interval) == (theirs.estimate, theirs.interval)


def test_the_pairs_are_mcnemar_s():
    theirs = pytest.importorskip("statsmodels.stats.contingency_tables")
    test = cochran_q.from_scores(ANSWERS, models=("a", "b", "c", "d"), adjust="bonferroni", level=0.9)
    for pair, (i, j) in zip(test.pairs, combinations(range(4), 2), strict=True):
        single = mcnemar(pair_arrays(ANSWERS[:, i], ANSWERS[:, j]), variant="exact", level=0.9)
        assert pair[2:5] == (single.estimate, single.statistic, single.p_value)
        assert pair.interval == single.interval
        assert pair.p_adjusted == min(1.0, 6 * single.p_value)
        both = ANSWERS[:, i] + 2 * ANSWERS[:, j]
        cells = np.array([[(both == 3).sum(), (both == 1).sum()], [(both == 2).sum(), (both == 0).sum()]])
        assert pair.p_value == pytest.approx(theirs.mcnemar(cells, exact=True).pvalue)


def test_pairs_have_the_p_value_that_mcnemar_gives_them_by_itself():
    """One page showed p = .00733 beside the ranking and .008 in the table of the pairs."""
    theirs = pytest.importorskip("statsmodels.stats.contingency_tables")
    rng = np.random.default_rng(5)
    answers = (rng.random((300, 3)) < (0.8, 0.7, 0.6)).astype(float)
    test = cochran_q.from_scores(answers)
    for pair, (i, j) in zip(test.pairs, ((0, 1), (0, 2), (1, 2)), strict=True):
        lost, won = (int((answers[:, j] > answers[:, i]).sum()), int((answers[:, i] > answers[:, j]).sum()))
        cells = [[0, won], [lost, 0]]
        assert pair.p_value == pytest.approx(theirs.mcnemar(cells, exact=lost + won < 25, correction=True).pvalue)
    assert "exact below 25 disagreements, else corrected" in test.diagnostics.computed


def test_another_variant_for_the_pairs():
    test = cochran_q.from_scores(ANSWERS, variant="mid-p")
    single = mcnemar(pair_arrays(ANSWERS[:, 0], ANSWERS[:, 1]), variant="mid-p")
    assert test.pairs[0].p_value == single.p_value
    assert "mid-p" in test.diagnostics.computed


def test_effects_are_accuracies_about_their_mean():
    accuracy = ANSWERS.mean(axis=0)
    found = [effect.estimate for effect in cochran_q.from_scores(ANSWERS).effects]
    assert found == pytest.approx((accuracy - accuracy.mean()).tolist())


@pytest.mark.parametrize("answers", [np.ones((5, 3)), np.zeros((5, 3)), np.tile([[0.0], [1.0]], (4, 3))])
def test_models_that_agree_on_every_case(answers):
    test = cochran_q.from_scores(answers)
    assert (test.statistic, test.p_value) == (0.0, 1.0)
    assert {pair.p_adjusted for pair in test.pairs} == {1.0}


def test_two_cases():
    test = cochran_q.from_scores(np.array([[1.0, 1.0, 0.0], [1.0, 0.0, 0.0]]))
    assert test.statistic == pytest.approx(3.0)
    assert test.diagnostics.figures == {"cases": 2.0, "cases with disagreement": 2.0}


def test_many_cases_and_models():
    theirs = pytest.importorskip("statsmodels.stats.contingency_tables")
    answers = (np.random.default_rng(3).random((1000, 50)) < 0.8).astype(float)
    test = cochran_q.from_scores(answers)
    assert len(test.pairs) == 1225
    assert test.statistic == pytest.approx(theirs.cochrans_q(answers).statistic)


def test_what_is_not_0_or_1_is_refused():
    with pytest.raises(ArgumentError, match="scores of 0 and 1 only"):
        cochran_q.from_scores(np.array([[0.5, 1.0], [0.0, 1.0]]))
    real = PairedTable(("a", "b", "c"), np.random.default_rng(1).random((9, 3)))
    with pytest.raises(NeedsNotMet, match=r"0/1 scores; .* For those use `bayes_joint` or `friedman`"):
        cochran_q(real)
