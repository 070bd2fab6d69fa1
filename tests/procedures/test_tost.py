from __future__ import annotations

from math import inf

import numpy as np
import pytest

from betterthan.data.pairing import pair_arrays
from betterthan.errors import ArgumentError, NeedsNotMet
from betterthan.procedures import tost


def test_one_unit_is_refused() -> None:
    with pytest.raises(NeedsNotMet, match="at least 2 units; this table has 1"):
        tost(pair_arrays([0.5], [0.4]), rope=0.1)


@pytest.mark.parametrize("rope", [0.0, 0.1, (0.0, 0.2)])
def test_identical_models_are_equivalent_under_any_rope_with_0(rope) -> None:
    test = tost(pair_arrays([0.5, 0.7, 0.1], [0.5, 0.7, 0.1], independent=True), rope=rope)
    assert (test.statistic, test.p_value, test.interval.low, test.interval.high) == (inf, 0.0, 0.0, 0.0)


@pytest.mark.parametrize(("constant", "p"), [(0.25, 0.0), (0.5, 0.0), (0.75, 1.0), (-0.75, 1.0)])
def test_constant_differences(constant: float, p: float) -> None:
    assert tost.from_differences(np.full(5, constant), rope=0.5).p_value == p


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
