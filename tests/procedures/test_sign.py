from __future__ import annotations

import numpy as np
import pytest

from betterthan.data.pairing import pair_arrays
from betterthan.errors import ArgumentError, NeedsNotMet
from betterthan.procedures import sign


def test_one_unit_is_refused() -> None:
    with pytest.raises(NeedsNotMet, match="at least 2 units; this table has 1"):
        sign(pair_arrays([0.5], [0.4]))


def test_ties_are_dropped_and_counted() -> None:
    test = sign(pair_arrays([0.5, 0.7, 0.9, 0.3 - 0.2], [0.5, 0.6, 0.1, 0.1]))
    assert (test.statistic, test.p_value) == (2.0, 0.5)
    assert test.diagnostics.figures == {"losses": 0, "ties": 2}


def test_identical_models() -> None:
    test = sign.from_differences(np.zeros(9))
    assert (test.p_value, test.estimate, test.interval.low, test.interval.high) == (1.0, 0.0, 0.0, 0.0)
    assert sign.from_summary(wins=0, losses=0, ties=9).p_value == 1.0


def test_constant_differences() -> None:
    test = sign.from_differences(np.full(10, -0.25))
    assert test.p_value == 2 / 2**10
    assert test.estimate == test.interval.low == test.interval.high == -0.25


def test_too_few_units_for_the_level_state_their_coverage() -> None:
    interval = sign.from_differences(np.array([1.0, 2.0, 4.0])).interval
    assert (interval.low, interval.high, interval.level) == (1.0, 4.0, 0.75)


def test_interval_of_25_takes_the_8th() -> None:
    """Hollander and Wolfe, example 3.6: n = 25, coverage 0.957."""
    ordered = np.sort(np.random.default_rng(1).normal(size=25))
    interval = sign.from_differences(ordered).interval
    assert (interval.low, interval.high) == (ordered[7], ordered[17])


@pytest.mark.parametrize("scale", [1e-300, 1e300])
def test_any_scale(scale: float) -> None:
    test = sign.from_differences(scale * np.array([1.0, -2.0, 3.0, 3.5]))
    assert (test.statistic, test.estimate) == (3.0, scale * 2.0)


def test_negative_counts() -> None:
    with pytest.raises(ArgumentError, match="Counts must be at least 0; got wins = -1"):
        sign.from_summary(wins=-1, losses=2)
