from __future__ import annotations

import numpy as np
import pytest

from betterthan.data.pairing import pair_arrays
from betterthan.errors import ArgumentError, NeedsNotMet
from betterthan.procedures import tost


def test_one_unit_is_refused() -> None:
    with pytest.raises(NeedsNotMet, match="at least 2 units; this table has 1"):
        tost(pair_arrays([0.5], [0.4]), rope=0.1)


@pytest.mark.parametrize("rope", [0.0, 0.1, (0.0, 0.2)])
@pytest.mark.parametrize("second", [[0.5, 0.7], [0.45, 0.65]])
def test_differences_without_spread_prove_nothing(second, rope) -> None:
    with pytest.raises(NeedsNotMet, match="`bayes_agreement`"):
        tost(pair_arrays([0.5, 0.7], second, independent=True), rope=rope)


def test_nor_do_they_as_differences_or_printed_numbers() -> None:
    with pytest.raises(NeedsNotMet, match=r"needs differences that vary; all 5 are 0\.25"):
        tost.from_differences(np.full(5, 0.25), rope=0.5)
    with pytest.raises(ArgumentError, match="leave no doubt"):
        tost.from_summary(mean=0.0, sd=0.0, n=5, rope=0.5)


@pytest.mark.parametrize("mean", [0.0, 0.3])
def test_a_rope_of_0_can_never_be_shown(mean: float) -> None:
    """The interval has a width and cannot lie inside it (Schuirmann 1987)."""
    assert tost.from_summary(mean=mean, sd=1e-9, n=10**6, rope=0.0).p_value >= 0.5


def test_swapping_the_models_mirrors_the_rope() -> None:
    test = tost.from_summary(mean=0.1, sd=1.0, n=80, rope=(-0.1, 0.4))
    swapped = tost.from_summary(mean=-0.1, sd=1.0, n=80, rope=(-0.4, 0.1))
    assert (swapped.p_value, swapped.statistic) == (test.p_value, test.statistic)
    assert swapped.interval == test.interval._replace(low=-test.interval.high, high=-test.interval.low)


@pytest.mark.parametrize("level", [0.9, 0.95, 0.99])
@pytest.mark.parametrize("mean", np.linspace(-0.3, 0.3, 13))
def test_rejects_exactly_when_its_interval_lies_inside_the_rope(mean: float, level: float) -> None:
    test = tost.from_summary(mean=mean, sd=1.0, n=120, rope=(-0.3, 0.35), level=level)
    assert test.interval.level == pytest.approx(2 * level - 1)
    inside = test.interval.low > -0.3 and test.interval.high < 0.35
    assert inside == (test.p_value < 1 - level)


@pytest.mark.parametrize("scale", [1e-300, 1e300])
def test_any_scale(scale: float) -> None:
    plain = tost.from_summary(mean=0.1, sd=1.0, n=80, rope=0.4)
    scaled = tost.from_summary(mean=0.1 * scale, sd=scale, n=80, rope=0.4 * scale)
    assert scaled.p_value == pytest.approx(plain.p_value, rel=1e-12)


def test_level_must_leave_an_interval() -> None:
    with pytest.raises(ArgumentError, match=r"between 0\.5 and 1, .* got 0\.5"):
        tost.from_summary(mean=0.1, sd=1.0, n=80, rope=0.4, level=0.5)
