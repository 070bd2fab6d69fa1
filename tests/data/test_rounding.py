"""Differences that leave the range of numbers, or that drown in rounding, are refused or exact, never 0."""

from __future__ import annotations

import numpy as np
import pytest

import betterthan as bt
from betterthan.data.moments import Moments, difference_of_means, moments
from betterthan.data.rounding import lost, without_noise
from betterthan.errors import BetterthanError, PairingError
from betterthan.procedures import named


def test_differences_of_whole_numbers_near_1e15_are_exact():
    first = 1e15 + np.array([5.0, 6.0, 7.0, 9.0])
    table = bt.pair_arrays(first, [1e15] * 4)
    assert table.differences().tolist() == [5.0, 6.0, 7.0, 9.0]
    assert table.moments() == pytest.approx((6.75, np.std([5, 6, 7, 9], ddof=1), 4), rel=1e-15)
    found = bt.compare(table, rope=0.01)
    plain = bt.compare(bt.pair_arrays([5.0, 6.0, 7.0, 9.0], [0.0] * 4), rope=0.01)
    assert found.probabilities == plain.probabilities


def test_the_same_is_read_from_a_file(tmp_path):
    path = tmp_path / "scores.csv"
    rows = [f"{case},{10**15 + 2 * case + more},{10**15 + 2 * case}" for case, more in enumerate((5, 6, 7, 9, 4))]
    path.write_text("id,a,b\n" + "\n".join(rows) + "\n")
    found = bt.compare(bt.read(path, models=["a", "b"]), rope=0.01)
    assert found.estimate == 6.2


def test_other_numbers_that_differ_by_hardly_more_than_rounding_are_refused():
    with pytest.raises(PairingError, match=r"1e\+15 differ by 5 at most.*Subtract the same number"):
        bt.compare(bt.pair_arrays([1e15 + 5.5, 1e15 + 4.25, 1e15], [1e15 + 0.5, 1e15, 1e15]), rope=0.01)


def test_the_rounding_of_last_digits_is_still_no_difference():
    assert not bt.pair_arrays([0.1 + 0.2, 7.7, 0.5], [0.3, 7.7, 0.5]).differences().any()
    assert bt.pair_arrays([0.1 + 0.2, 7.7, 0.5], [0.3, 7.6, 0.5]).differences()[0] == 0.0


def test_whole_numbers_near_1e15_keep_their_spread():
    """0, 1, 2 and 5 are 2 on average, and 2, 1, 0 and 3 away from that: s² = 14/3."""
    assert moments(1e15 + np.array([0.0, 1.0, 2.0, 5.0])) == (1e15 + 2, pytest.approx((14 / 3) ** 0.5, rel=1e-15), 4)


def test_on_a_task_with_one_difference_throughout_nothing_varies():
    """0.1 each time, but for the last digit of 0.2 - 0.1, 0.3 - 0.2 and 0.8 - 0.7; on the other task 0 and 2."""
    table = bt.pair_arrays([0.2, 0.3, 0.8, 5.0, 7.0], [0.1, 0.2, 0.7, 5.0, 5.0], task=[*"xxxyy"], independent=True)
    assert len({*table.differences()[:3].tolist()}) > 1
    assert table.task_sums().ss.tolist() == [0.0, 2.0]


def test_a_difference_is_not_lost_beside_larger_scores():
    with pytest.raises(PairingError, match="bring all scores to one scale"):
        named("wilcoxon")(bt.pair_arrays([2e13 + 0.5, 0.81, 0.82, 0.9], [3e13, 0.80, 0.79, 0.7]))


def test_two_samples_are_exact_or_refused_too():
    with pytest.raises(PairingError, match="cannot be told from rounding"):
        bt.compare(bt.unpaired_arrays([1e15 + 5, 1e15 + 6, 1e15 + 7], [1e15, 1e15 + 1, 1e15 + 2]), rope=0.01)
    with pytest.raises(BetterthanError, match="cannot be told from rounding"):
        named("bayes_welch").from_summary(first=(1e15 + 5, 3.0, 10), second=(1e15, 3.0, 10))


def test_several_models_whose_differences_are_lost_are_refused():
    scores = 1e15 + np.arange(12.0).reshape(4, 3)
    for name in ("friedman", "nemenyi", "anova", "bayes_anova", "bayes_joint", "model_confidence_set"):
        with pytest.raises(BetterthanError, match="cannot be told from rounding"):
            named(name).from_scores(scores)


@pytest.mark.parametrize("rest", [[0.5, 0.25], [1e308, 1e308]])
def test_differences_beyond_the_range_of_numbers_are_refused(rest):
    with pytest.raises(PairingError, match=r"1e\+308 and -1e\+308 is too large"):
        bt.compare(bt.pair_arrays([1e308, *rest], [-1e308, *rest]), rope=0.01)


def test_sums_whose_differences_are_lost_are_refused():
    scores = bt.read(
        {"model": ["a", "b"] * 3, "case": [1, 1, 2, 2, 3, 3], "score": [1e15 + 5, 1e15, 1e15 + 6, 1e15, 1e15 + 9, 1e15]}
    )
    with pytest.raises(PairingError, match="cannot be told from rounding"):
        bt.summarize(scores).moments()


@pytest.mark.parametrize("bad", [["a", "b"], [10**400, 1], {1.0, 2.0}, "12", [2**60 + 1, 3], [[1.0], [2.0, 3.0]]])
def test_arrays_of_scores_are_numbers(bad):
    for make in (bt.pair_arrays, bt.unpaired_arrays):
        with pytest.raises(PairingError, match=r"one array of numbers per model|a set"):
            make(bad, [1.0, 2.0])


def test_lists_integers_truth_values_and_series_are_numbers():
    pandas = pytest.importorskip("pandas")
    for given in ([1, 0, 1], (True, False, True), pandas.Series([1, 0, 1]), np.array([1, 0, 1], dtype=np.int8)):
        assert bt.pair_arrays(given, [0, 0, 1]).differences().tolist() == [1.0, 0.0, 0.0]


def test_the_message_names_size_and_difference():
    assert "1e+15 differ by 5 at most" in lost(5.0, 1e15)


@pytest.mark.parametrize(
    ("first", "second", "difference"),
    [(1e6, float(np.nextafter(1e6, 2e6)), 0.0), (3e-6, 2e-6, 1e-6), (1e-7, 0.0, 1e-7), (2e-300, 1e-300, 1e-300)],
)
def test_means_are_equal_up_to_the_last_digits_of_their_own_size(first, second, difference):
    assert difference_of_means(Moments(first, 1.0, 3), Moments(second, 1.0, 3)) == pytest.approx(difference, rel=1e-9)


@pytest.mark.parametrize(("share", "lost"), [(0.8e-6, False), (1.2e-6, True)])
def test_a_millionth_of_its_own_two_scores_is_no_rounding_of_theirs(share, lost):
    """Beside scores of 1e9, whose rounding is about as large as the difference of scores of 100."""
    first, second = np.array([1e9 + 0.5, 100.0 * (1 + share)]), np.array([2e9, 100.0])
    if lost:
        with pytest.raises(PairingError, match="bring all scores to one scale"):
            without_noise(first, second)
    else:
        assert without_noise(first, second)[1] == 0.0
