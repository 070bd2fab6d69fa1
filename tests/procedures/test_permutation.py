from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from betterthan.data.pairing import pair_arrays
from betterthan.errors import ArgumentError, NeedsNotMet
from betterthan.procedures import paired_t, permutation


def test_one_unit_is_refused() -> None:
    with pytest.raises(NeedsNotMet, match="at least 2 units; this table has 1"):
        permutation(pair_arrays([0.5], [0.4]))


@pytest.mark.parametrize("n", [3, 30])
def test_identical_models(n: int) -> None:
    test = permutation.from_differences(np.zeros(n))
    assert (test.p_value, test.statistic, test.interval.low, test.interval.high) == (1.0, 0.0, 0.0, 0.0)


@pytest.mark.parametrize("alternative", ["two-sided", "first", "second"])
@pytest.mark.parametrize("n", [3, 30])
def test_identical_models_speak_for_no_side(n: int, alternative) -> None:
    assert permutation.from_differences(np.zeros(n), alternative=alternative).p_value == 1.0


@pytest.mark.parametrize("n", [63, 64, 65])
def test_equal_differences_are_flipped_alike_by_single_bits_and_by_one_binomial_draw(n: int) -> None:
    """n equal gains against ten losses of twice the size: the sum of n signs less twice that of ten, by convolution."""
    few, many = stats.binom(10, 0.5).pmf(np.arange(11)), stats.binom(n, 0.5).pmf(np.arange(n + 1))
    sums = (2 * np.arange(n + 1) - n)[:, None] - 2 * (2 * np.arange(11) - 10)[None, :]
    exact = float((many[:, None] * few[None, :])[np.abs(sums) >= n - 20].sum())
    found = permutation.from_differences(np.repeat([0.5, -1.0], [n, 10]), draws=5000)
    assert found.p_value == pytest.approx(exact, abs=max(2e-3, found.diagnostics.error))


@pytest.mark.parametrize("n", [2, 8, 14])
def test_constant_differences_leave_two_extreme_flips(n: int) -> None:
    test = permutation.from_differences(np.full(n, 0.1))
    assert test.p_value == 2 / 2**n
    assert test.diagnostics.figures == {"flips": 2**n}
    assert test.diagnostics.error is None


def test_exact_up_to_draws_then_monte_carlo() -> None:
    differences = np.random.default_rng(2).normal(0.5, 1.0, 10)
    exact = permutation.from_differences(differences, draws=1024)
    drawn = permutation.from_differences(differences, draws=1023)
    assert exact.diagnostics.computed.startswith("exact")
    assert drawn.diagnostics.computed.startswith("Monte Carlo")
    assert drawn.diagnostics.error == pytest.approx(3 * np.sqrt(drawn.p_value * (1 - drawn.p_value) / 1023))
    assert not exact.p_at_most
    assert not drawn.p_at_most
    assert permutation.from_differences(np.full(20, 0.1) + differences.mean(), draws=1000).p_at_most  # 2 of 2^20


@pytest.mark.parametrize("alternative", ["two-sided", "first", "second"])
@pytest.mark.parametrize("n", [7, 13])
def test_monte_carlo_approaches_the_exact_value(n: int, alternative) -> None:
    """Equal differences in bulk (binomial draws) and single ones (bits) alike."""
    differences = np.random.default_rng(n).normal(0.4, 1.0, n)
    exact = permutation.from_differences(differences, alternative=alternative)
    drawn = permutation.from_differences(differences, alternative=alternative, draws=2**n - 1, rng=4)
    assert drawn.p_value == pytest.approx(exact.p_value, abs=5 / 3 * drawn.diagnostics.error + 1 / 2**n)


def test_many_equal_differences() -> None:
    """0/1 scores: the exact sign test, here 60 against 90 and many ties."""
    differences = np.repeat([1.0, -1.0, 0.0], [60, 90, 500])
    test = permutation.from_differences(differences, draws=50_000)
    assert test.p_value == pytest.approx(0.0176, abs=5 / 3 * test.diagnostics.error)
    assert test.interval.low < test.estimate < test.interval.high < 0.0


def test_interval_is_the_inverted_test() -> None:
    differences = np.random.default_rng(8).normal(0.5, 1.0, 11)
    low, high, level, _ = permutation.from_differences(differences, level=0.9).interval
    assert level == 0.9
    for bound, alternative in ((low, "first"), (high, "second")):
        outwards = -1e-9 if alternative == "first" else 1e-9
        rejected = permutation.from_differences(differences - bound - outwards, alternative=alternative).p_value
        kept = permutation.from_differences(differences - bound + outwards, alternative=alternative).p_value
        assert rejected <= 0.05 < kept


def test_too_few_units_for_the_level_state_their_coverage() -> None:
    interval = permutation.from_differences(np.array([1.0, 2.0, 4.0])).interval
    assert (interval.low, interval.high, interval.level) == (1.0, 4.0, 0.75)


def test_interval_resembles_student_s_for_normal_differences() -> None:
    differences = np.random.default_rng(11).normal(0.5, 1.0, 200)
    ours, student = permutation.from_differences(differences).interval, paired_t.from_differences(differences).interval
    np.testing.assert_allclose(ours[:2], student[:2], atol=0.01)


@pytest.mark.parametrize("n", [9, 40])
def test_row_order_and_naming_change_nothing(n: int) -> None:
    differences = np.round(np.random.default_rng(n).normal(0.2, 1.0, n), 1)
    test = permutation.from_differences(differences, alternative="first")
    assert permutation.from_differences(np.flip(differences), alternative="first") == test
    swapped = permutation.from_differences(-differences, alternative="second")
    assert (swapped.p_value, swapped.statistic) == (test.p_value, -test.statistic)
    assert swapped.interval == test.interval._replace(low=-test.interval.high, high=-test.interval.low)


def test_seeds() -> None:
    differences = np.random.default_rng(1).normal(0.2, 1.0, 50)
    default = permutation.from_differences(differences)
    assert default == permutation.from_differences(differences, rng=0)
    drawn = permutation.from_differences(differences, rng=np.random.default_rng(0))
    assert drawn.p_value == default.p_value
    assert default.diagnostics.figures["seed"] == 0
    assert permutation.from_differences(differences, rng=5).diagnostics.figures["seed"] == 5
    assert "seed" not in drawn.diagnostics.figures  # that of a generator is not known
    assert default.p_value != permutation.from_differences(differences, rng=1).p_value


@pytest.mark.parametrize("n", [10, 40])
@pytest.mark.parametrize("scale", [1e-300, 1e300])
def test_any_scale(scale: float, n: int) -> None:
    differences = np.random.default_rng(3).normal(0.2, 1.0, n)
    plain, scaled = permutation.from_differences(differences), permutation.from_differences(differences * scale)
    assert scaled.p_value == plain.p_value
    assert scaled.estimate == pytest.approx(plain.estimate * scale, rel=1e-12)
    assert scaled.interval.low == pytest.approx(plain.interval.low * scale, rel=1e-12)


@pytest.mark.parametrize("n", [100, 100_003])
@pytest.mark.parametrize("draws", [101, 333])
def test_odd_numbers_of_units_and_draws(n: int, draws: int) -> None:
    test = permutation.from_differences(np.random.default_rng(0).normal(size=n), draws=draws)
    assert 1 / (draws + 1) <= test.p_value <= 1
    assert test.diagnostics.figures == {"flips": draws, "seed": 0}


def test_no_draws() -> None:
    with pytest.raises(ArgumentError, match="`draws` must be at least 1; got 0"):
        permutation.from_differences(np.ones(20), draws=0)


def test_unknown_alternative() -> None:
    with pytest.raises(ArgumentError, match="alternative"):
        permutation.from_differences(np.ones(3), alternative="greater")
