"""Numbers as text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from betterthan.phrases import whole_percents

PARTS = st.lists(st.floats(0.001, 1), min_size=2, max_size=6)


@given(PARTS)
def test_percents_of_a_whole_sum_to_100_and_none_is_off_by_1(parts):
    shares = [part / sum(parts) for part in parts]
    found = whole_percents(shares)
    assert sum(found) == 100
    assert all(abs(100 * share - told) < 1 for share, told in zip(shares, found, strict=True))


@pytest.mark.parametrize(
    ("shares", "told"),
    [([0.6041, 0.0546, 0.3413], [60, 6, 34]), ([0.605, 0.198, 0.197], [60, 20, 20]), ([1.0, 0.0], [100, 0])],
)
def test_the_largest_remainders_are_rounded_up(shares, told):
    assert whole_percents(shares) == told
