"""Ropes: what is accepted, what is refused, and how."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from betterthan.errors import ArgumentError
from betterthan.procedures import bayes_signed_rank
from betterthan.results.rope import RelativeRope, Rope, as_rope, rope_from_text

finite = st.floats(allow_nan=False, allow_infinity=False)


@given(finite, finite)
def test_a_pair_is_a_rope_if_it_runs_from_low_to_high(a, b):
    low, high = sorted((a, b))
    rope = as_rope((low, high))
    assert (rope.low, rope.high, rope.source) == (low, high, "user")
    assert rope.width >= 0
    assert rope.mirrored().mirrored() == rope
    assert as_rope(rope) is rope


@given(st.floats(0, 1e6))
def test_a_number_is_a_half_width(half):
    assert as_rope(half) == Rope(-half, half) == as_rope([-half, half])


def test_whole_numbers_are_numbers():
    assert as_rope(1) == Rope(-1.0, 1.0)


def test_an_asymmetric_rope_is_mirrored_when_the_models_are_swapped():
    assert Rope(-0.01, 0.03).mirrored() == Rope(-0.03, 0.01)
    assert math.copysign(1, Rope(0.0, 0.0).mirrored().low) == 1, "no minus zero in the output"


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ((0.02, -0.02), r"low = 0\.02 > high = -0\.02\. Did you mean -0\.02,0\.02\?"),
        (-0.01, r"half-width and cannot be negative; got -0\.01"),
        (math.inf, "two finite bounds"),
        (math.nan, "two finite bounds"),
        ((math.nan, 0.1), "two finite bounds"),
        ((-0.1, math.nan), "two finite bounds"),
        ((-math.inf, 0.1), "two finite bounds"),
        ((-0.1, math.inf), "two finite bounds"),
        ((0.1, 0.2, 0.3), r"a pair \(low, high\)"),
        ("wide", r"a pair \(low, high\)"),
        (None, r"a pair \(low, high\)"),
    ],
)
def test_what_is_no_rope_is_refused(given, message):
    with pytest.raises(ArgumentError, match=message):
        as_rope(given)


def test_a_relative_rope_waits_for_the_error_of_the_reference():
    rope = Rope.relative(0.1)
    assert rope == RelativeRope(0.1)
    resolved = rope.resolve(error=0.2, model="baseline")
    assert (resolved.low, resolved.high) == pytest.approx((-0.02, 0.02))
    assert resolved.source == "10% of the error of `baseline`, which is 0.2"


@pytest.mark.parametrize("fraction", [-0.1, math.nan, math.inf])
def test_a_relative_rope_needs_a_fraction(fraction):
    with pytest.raises(ArgumentError, match="fraction of at least 0"):
        Rope.relative(fraction)


@pytest.mark.parametrize(("fraction", "percent"), [(1.0, "100%"), (1.5, "150%")])
def test_a_rope_as_wide_as_the_error_would_make_a_model_without_any_equivalent(fraction, percent):
    assert Rope.relative(0.99).fraction == 0.99
    with pytest.raises(ArgumentError, match=f"relative rope of {percent} of the error .* give less than 100%"):
        Rope.relative(fraction)


def test_a_rope_in_json():
    assert Rope(-1.0, 2.0, "somebody").to_dict() == {
        "low": -1.0, "high": 2.0, "source": "somebody", "scale": "score", "shifted": False,
    }  # fmt: skip


def test_numbers_of_numpy_are_numbers():
    assert (as_rope(np.float32(0.25)), as_rope(np.int64(1))) == (Rope(-0.25, 0.25), Rope(-1.0, 1.0))


def test_bounds_of_numpy_are_plain_numbers():
    """NumPy adds two truth values to a truth value, which once halved the prior's weight in `bayes_signed_rank`."""
    z = np.random.default_rng(2).normal(0.01, 0.02, 25)
    plain, numpy = Rope(-0.01, 0.01), Rope(np.float64(-0.01), np.float64(0.01))
    assert type(numpy.low) is float
    one, other = (bayes_signed_rank.from_differences(z, rope=rope, draws=2000) for rope in (plain, numpy))
    assert one == other


def test_a_decimal_comma_is_asked_about_where_it_may_be_a_region():
    """`0,5%` can be no region: it has a sign of percent."""
    with pytest.raises(ArgumentError, match=r"with a point: 0\.01\. For the region from 0 to 1 write 0\.0,1\.0\.$"):
        rope_from_text("0,01")
    with pytest.raises(ArgumentError, match=r"with a point: 0\.5%\.$"):
        rope_from_text("0,5%")
