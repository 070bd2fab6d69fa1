from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import rankdata

from betterthan.data.pairing import pair_arrays
from betterthan.errors import ArgumentError, NeedsNotMet
from betterthan.numerics import walsh_averages as selection
from betterthan.numerics.walsh_averages import walsh_averages
from betterthan.procedures import wilcoxon
from betterthan.words.facts import how_to_read


def test_one_unit_is_refused() -> None:
    with pytest.raises(NeedsNotMet, match="at least 2 units; this table has 1"):
        wilcoxon(pair_arrays([0.5], [0.4]))


def test_identical_models() -> None:
    test = wilcoxon(pair_arrays([0.5, 0.7, 0.1], [0.5, 0.7, 0.1], independent=True))
    assert (test.statistic, test.p_value, test.estimate) == (0.0, 1.0, 0.0)
    assert (test.interval.low, test.interval.high) == (0.0, 0.0)


@pytest.mark.parametrize("method", ["auto", "exact", "normal"])
def test_all_zeros_have_p_1(method) -> None:
    assert wilcoxon.from_differences(np.zeros(4), method=method).p_value == 1.0


def test_auto_is_exact_for_up_to_50_differences_that_are_not_zero() -> None:
    few = np.arange(1.0, 51.0)
    for differences in (few, np.append(few, 0.0), np.append(few[:-1], -1.0), np.full(50, 0.01)):
        assert wilcoxon.from_differences(differences).diagnostics.computed.startswith("exact")
    assert wilcoxon.from_differences(np.arange(1.0, 52.0)).diagnostics.computed.startswith("normal law with continuity")


@pytest.mark.parametrize("n", [2, 5, 12, 50])
def test_no_p_is_smaller_than_ties_allow(n: int) -> None:
    """All n differences alike and positive: one outcome of 2ⁿ, and its mirror image."""
    assert wilcoxon.from_differences(np.full(n, 0.01)).p_value == pytest.approx(2 * 0.5**n, rel=1e-12)


@pytest.mark.parametrize("options", [{}, {"method": "normal"}, {"method": "normal", "continuity": False}])
@pytest.mark.parametrize("largest", [3, 12, 40])
def test_p_value_and_interval_agree(options, largest: int) -> None:
    """An interval that only touches 0 goes with either decision; one with less than the level asked decides nothing."""
    rng = np.random.default_rng(largest)
    for n in rng.integers(4, 80, 150):
        test = wilcoxon.from_differences(rng.integers(-largest, 2 * largest, n) * 0.01, **options)
        if test.interval.level > 0.9499 and 0.0 not in test.interval[:2]:
            assert test.rejects(0.95) == (test.interval.low > 0 or test.interval.high < 0)


def test_zeros_are_left_out_of_the_interval_as_of_the_p_value() -> None:
    differences = np.array([-0.3, 0.5, 0.7, 1.1, 0.2, 0.9])
    with_zeros = wilcoxon.from_differences(np.append(differences, np.zeros(5)))
    without = wilcoxon.from_differences(differences)
    assert (with_zeros.p_value, with_zeros.estimate) == (without.p_value, without.estimate)
    assert with_zeros.interval == without.interval
    assert with_zeros.estimate_name == "pseudomedian of the differences that are not 0"


TOUCHING_0 = (0.01, -0.01, 0.04, 0.01, 0.04, -0.03, 0.03, 0.03)
"""The exact law rejects 0 at 20%, and the interval begins at an average of 0.03 and -0.03, which is 0."""


def test_an_interval_that_ends_at_a_rejected_0_says_that_it_does_not_hold_it() -> None:
    differences = np.array(TOUCHING_0)
    ranks = rankdata(np.abs(differences))
    sums = np.array(list(product((0, 1), repeat=len(ranks)))) @ ranks  # all 256 choices of signs
    p = 2 * (sums >= ranks[differences > 0].sum()).mean()
    for level, says_so in ((0.8, True), (0.95, False)):
        test = wilcoxon.from_differences(differences, level=level)
        assert test.p_value == pytest.approx(p, abs=1e-12)
        assert (test.interval.low == 0, test.rejects(level)) == (says_so, says_so)
        assert ("The interval ends at 0 without holding it" in how_to_read(test)) == says_so


def test_a_bound_that_is_0_but_for_rounding_is_0() -> None:
    """0.83 - 0.8 and 0.77 - 0.8 are tied, and yet their average is no exact 0."""
    rng = np.random.default_rng(0)
    for n in rng.integers(6, 14, 200):
        differences, base = rng.integers(-3, 6, n) / 100, rng.uniform(0.1, 0.9, n)
        low = wilcoxon(pair_arrays(base + differences, base, independent=True)).interval.low
        assert (low == 0) == (wilcoxon.from_differences(differences).interval.low == 0)


def test_rounding_makes_neither_zeros_nor_ranks() -> None:
    noisy = wilcoxon.from_differences(np.array([0.3 - 0.2 - 0.1, 0.9 - 0.8, 0.8 - 0.7, -0.4]))
    assert noisy.diagnostics.figures == {"z": noisy.diagnostics.figures["z"], "zeros": 1, "tied": 2, "ranked": 3}
    assert noisy.statistic == 3.0


def test_constant_differences() -> None:
    test = wilcoxon.from_differences(np.full(12, 0.25))
    assert test.estimate == test.interval.low == test.interval.high == 0.25
    assert test.p_value < 0.001


def test_too_few_differences_for_the_level_state_their_coverage() -> None:
    interval = wilcoxon.from_differences(np.array([1.0, 2.0, 4.0])).interval
    assert (interval.low, interval.high, interval.level) == (1.0, 4.0, 0.75)


@pytest.mark.parametrize("scale", [1e-300, 1.0, 1e300])
def test_any_scale(scale: float) -> None:
    differences = np.random.default_rng(3).normal(0.2, 1.0, 40)
    plain, scaled = wilcoxon.from_differences(differences), wilcoxon.from_differences(differences * scale)
    assert scaled.p_value == plain.p_value
    assert scaled.estimate == pytest.approx(plain.estimate * scale, rel=1e-12)
    assert scaled.interval.high == pytest.approx(plain.interval.high * scale, rel=1e-12)


def test_unknown_options() -> None:
    with pytest.raises(ArgumentError, match="`method` is one of auto, exact, normal; got 'approx'"):
        wilcoxon.from_differences(np.ones(3), method="approx")
    with pytest.raises(ArgumentError, match=r"offered up to 1,000 differences; got 1,001\. Use"):
        wilcoxon.from_differences(np.arange(1.0, 1002.0), method="exact")
    with pytest.raises(ArgumentError, match="alternative"):
        wilcoxon.from_differences(np.ones(3), alternative="greater")


@given(st.lists(st.integers(-6, 6) | st.floats(-5, 5), min_size=1, max_size=30), st.data())
def test_walsh_averages_by_pivots(values: list[float], data: st.DataObject) -> None:
    differences = np.array(values, dtype=float)
    rows, columns = np.triu_indices(len(differences))
    everything = np.sort((differences[rows] + differences[columns]) / 2)
    ranks = tuple(sorted(data.draw(st.lists(st.integers(1, len(everything)), min_size=1, max_size=4))))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(selection, "AT_ONCE", (3, 3))
        found = walsh_averages(differences, ranks)
    np.testing.assert_allclose(found, everything[[rank - 1 for rank in ranks]], rtol=1e-12, atol=1e-12)


def test_swapping_the_models_mirrors_the_test() -> None:
    differences = np.random.default_rng(5).normal(0.1, 1.0, 2500)
    test, swapped = wilcoxon.from_differences(differences), wilcoxon.from_differences(-differences)
    assert swapped.p_value == pytest.approx(test.p_value, rel=1e-12)
    assert swapped.estimate == pytest.approx(-test.estimate, rel=1e-12)
    np.testing.assert_allclose(swapped.interval[:2], [-test.interval.high, -test.interval.low], rtol=1e-12)


def test_a_million_units() -> None:
    differences = np.random.default_rng(0).normal(0.001, 1.0, 1_000_000)
    test = wilcoxon.from_differences(differences)
    assert test.interval.low < test.estimate < test.interval.high
