"""What a page needs for other ropes: where the slider starts, and for how many pairs there is one."""

from __future__ import annotations

import numpy as np
import pytest

import betterthan as bt
from betterthan.asking import live

RNG = np.random.default_rng(0)
SEEDS = bt.read({"seed": range(6), **{name: RNG.normal(0.8, 0.03, 6) for name in "abc"}})


@pytest.mark.parametrize("rope", [(-0.02, 0.0), (0.0, 0.02), (-0.02, 0.01)])
def test_a_rope_that_ends_at_0_is_a_rope(rope):
    numbers = live.live_numbers(bt.compare(SEEDS, first="a", second="b", rope=rope))
    assert numbers is not None
    assert (numbers.start, numbers.unit) == (1.0, rope)


def test_without_a_rope_the_slider_starts_at_0_on_both_sides_alike():
    numbers = live.live_numbers(bt.compare(SEEDS, first="a", second="b", rope=0.0))
    assert numbers is not None
    assert (numbers.start, numbers.unit[0]) == (0.0, -numbers.unit[1])


@pytest.mark.parametrize(("procedure", "most"), [("bayes_t", "MOST_PAIRS"), ("bayes_signed_rank", "MOST_INTEGRATED")])
def test_as_many_pairs_as_there_may_be_have_a_slider(monkeypatch, procedure, most):
    found = bt.compare(SEEDS, rope=0.01, procedure=procedure)
    monkeypatch.setattr(live, most, 3)
    assert live.live_numbers_of_pairs(found) is not None
    monkeypatch.setattr(live, most, 2)
    assert live.live_numbers_of_pairs(found) is None
