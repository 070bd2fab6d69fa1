from __future__ import annotations

import tracemalloc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from betterthan.data.examples import example
from betterthan.data.factors import factor
from betterthan.data.pairing import pair_arrays, pair_differences
from betterthan.data.summaries import PairedSummary
from betterthan.data.tables import PairedTable
from betterthan.errors import ArgumentError, NeedsNotMet
from betterthan.numerics.ranks import mean_ranks
from betterthan.procedures.frequentist.friedman import friedman
from betterthan.results.effect import ModelEffect

SIX = np.array(
    [
        [0.82, 0.79, 0.76],
        [0.91, 0.88, 0.86],
        [0.73, 0.71, 0.69],
        [0.65, 0.67, 0.63],
        [0.84, 0.82, 0.80],
        [0.77, 0.74, 0.72],
    ]
)


def test_williams_2026_from_the_counts() -> None:
    test = friedman(example("code-switching"))
    assert (round(test.statistic, 3), test.df, round(test.p_value, 3)) == (0.818, 1, 0.366)
    assert [effect.estimate for effect in test.effects] == pytest.approx([(4 + 2 * 7) / 11, (2 * 4 + 7) / 11])
    assert test.estimate == pytest.approx(-3 / 11)  # the second model ranks better
    assert test.estimate_name == "difference of the average ranks"


def test_six_tasks_and_three_models() -> None:
    test = friedman.from_scores(SIX, models=("a", "b", "c"))
    assert (round(test.statistic, 3), test.df, round(test.p_value, 6)) == (10.333, 2, 0.005704)
    assert (test.estimate, test.estimate_name) == (None, "")  # three models have no one difference
    assert test.effects[0] == ModelEffect("a", pytest.approx(7 / 6))
    assert [effect.estimate for effect in test.effects] == pytest.approx([7 / 6, 11 / 6, 3])
    assert test.diagnostics.figures["F"] == pytest.approx(31)  # (6 - 1) 10.333 / (6 · 2 - 10.333)
    assert test.diagnostics.figures["p-value of F"] == pytest.approx(stats.f.sf(31, 2, 10))


def test_iman_and_davenport_as_scmamp_prints_it() -> None:
    ranks = np.array([[1, 8, 6, 4, 7, 2, 5, 3, 9], [1, 6, 3, 9, 7, 2, 8, 4, 5]])
    figures = friedman.from_scores(-ranks).diagnostics.figures
    assert figures["F"] == pytest.approx(2.75, abs=0.005)
    assert figures["p-value of F"] == pytest.approx(0.08697, abs=5e-6)


@given(st.integers(2, 30), st.integers(3, 8), st.integers(0, 10_000), st.booleans())
def test_scipy_agrees(n, k, seed, tied) -> None:
    rng = np.random.default_rng(seed)
    scores = rng.integers(0, 4, (n, k)) / 4 if tied else rng.normal(size=(n, k))
    if (np.ptp(scores, axis=1) == 0).all():
        return
    expected = stats.friedmanchisquare(*scores.T)
    test = friedman.from_scores(scores)
    assert test.statistic == pytest.approx(expected.statistic, rel=1e-10, abs=1e-10)
    assert test.p_value == pytest.approx(expected.pvalue, rel=1e-9, abs=1e-10)
    assert mean_ranks(scores) == pytest.approx(stats.rankdata(-scores, axis=1))


@given(st.integers(2, 30), st.integers(0, 30))
def test_two_models_are_a_sign_test(wins, losses) -> None:
    n = wins + losses
    differences = np.array([0.1] * wins + [-0.1] * losses)
    test = friedman(pair_differences(differences, task=[f"task {j}" for j in range(n)]))
    assert test.statistic == pytest.approx((wins - losses) ** 2 / n)
    assert test.p_value == pytest.approx(stats.chi2.sf((wins - losses) ** 2 / n, 1))


def test_the_scores_of_a_task_are_averaged() -> None:
    first, second = [0.9, 0.5, 0.6, 0.4, 0.8, 0.8], [0.6, 0.7, 0.8, 0.5, 0.7, 0.7]
    table = pair_arrays(first, second, task=["x", "x", "y", "y", "z", "z"])
    assert friedman(table) == friedman(table.by_task())
    assert friedman(table).statistic == pytest.approx(1 / 3)  # x and z for the first, y for the second


MOSTLY_TIES = "0/1 scores are mostly ties"


@pytest.mark.parametrize(
    ("tasks", "said"), [(["x"] * 40, True), (None, True), (np.repeat(np.arange(20), 2), False)], ids=["1", "none", "20"]
)
def test_ranks_of_0_1_scores_are_warned_of_where_they_are_ranked_as_such(tasks, said) -> None:
    """Means over the cases of a task are no longer 0 or 1."""
    answers = (np.random.default_rng(2).random((40, 3)) < [0.9, 0.7, 0.6]).astype(float)
    factors = {} if tasks is None else {"task": factor(tasks)}
    notes = " ".join(friedman.notes(PairedTable(("a", "b", "c"), answers, factors=factors)))
    assert (MOSTLY_TIES in notes) == said


def test_rounding_makes_no_ranks() -> None:
    same = np.array([[0.1 + 0.2, 0.3], [0.7, 0.1 * 7], [0.5, 0.5]])
    test = friedman.from_scores(same)
    assert (test.statistic, test.p_value, test.estimate) == (0.0, 1.0, 0.0)


def test_the_same_order_on_every_task_is_told_without_infinities() -> None:
    test = friedman.from_scores(np.tile([0.3, 0.2, 0.1], (7, 1)))
    assert test.diagnostics.figures["Kendall's W"] == pytest.approx(1)
    assert test.diagnostics.figures["p-value of F"] == 0.0
    assert np.isfinite(list(test.diagnostics.figures.values())).all()


def test_the_cases_of_one_task_are_units_too() -> None:
    first, second = [0.5, 0.6, 0.7, 0.2], [0.4, 0.3, 0.8, 0.1]
    test = friedman(pair_arrays(first, second))
    assert test == friedman.from_scores(np.stack([first, second], axis=1), models=("first", "second"))
    assert test.statistic == pytest.approx(1.0)  # 3 wins, 1 loss
    assert friedman(pair_arrays(first, second, task=["x"] * 4)) == test


def test_the_sums_of_one_task_are_refused() -> None:
    with pytest.raises(NeedsNotMet, match="the score of every unit; this table is known by its sums only"):
        friedman(PairedSummary.from_moments(mean=0.1, sd=0.2, n=50))


@pytest.mark.parametrize(
    "scores", [np.ones(5), np.ones((1, 3)), np.ones((3, 1)), np.array([[1.0, np.nan], [0.0, 1.0]])]
)
def test_what_is_not_a_table_of_scores_is_refused(scores) -> None:
    with pytest.raises(ArgumentError, match="at least 2 units x 2 models"):
        friedman.from_scores(scores)


def test_several_models_on_several_tasks_with_several_cases_each() -> None:
    cases = np.repeat(SIX, 4, axis=0) + np.tile([[0.01], [-0.01], [0.02], [-0.02]], (6, 3))
    table = PairedTable(("a", "b", "c"), cases, factors={"task": factor(np.repeat(np.arange(6), 4))})
    assert friedman(table).statistic == pytest.approx(10.3333, abs=1e-4)
    assert friedman(table).diagnostics.figures["units"] == 6


def test_names_and_columns_must_agree() -> None:
    with pytest.raises(ArgumentError, match="2 names for 3 columns"):
        friedman.from_scores(SIX, models=("a", "b"))


def test_many_cases_and_models_are_ranked_in_little_memory() -> None:
    scores = np.random.default_rng(1).normal(size=(20_000, 100))
    tracemalloc.start()
    test = friedman.from_scores(scores)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert test.p_value > 0.001
    assert peak < 12 * scores.nbytes
