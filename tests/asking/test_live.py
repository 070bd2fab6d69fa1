"""What a page needs for other ropes: where the slider starts, and for how many pairs there is one."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

import betterthan as bt
from betterthan.asking import live

RNG = np.random.default_rng(0)
SCORES = {name: RNG.normal(0.8, 0.03, 6) for name in "abc"}
SEEDS = bt.read({"seed": range(6), **SCORES})


@pytest.mark.parametrize("rope", [(-0.02, 0.0), (0.0, 0.02), (-0.02, 0.01)])
def test_a_rope_that_ends_at_0_is_a_rope(rope):
    numbers = live.live_numbers(bt.compare(SEEDS, first="a", second="b", rope=rope))
    assert numbers is not None
    assert (numbers.start, numbers.unit) == (1.0, rope)


def test_without_a_rope_the_slider_starts_at_0_and_moves_by_a_tenth_of_the_spread():
    """Half of the middle two thirds of Student's law, to both sides."""
    numbers = live.live_numbers(bt.compare(SEEDS, first="a", second="b", rope=0.0))
    assert numbers is not None
    differences = SCORES["a"] - SCORES["b"]
    tenth = 0.1 * stats.t(5).ppf(5 / 6) * stats.sem(differences)
    assert (numbers.start, *numbers.unit) == pytest.approx((0.0, -tenth, tenth), rel=1e-6)


@pytest.mark.parametrize(("reading", "one_more"), [("population", False), ("next_task", True)])
def test_a_density_says_whether_it_is_that_of_one_more_task(reading, one_more):
    folds = {name: RNG.normal(0.8, 0.02, 40) for name in "ab"}
    data = bt.read({"task": np.repeat(list("wxyz"), 10), "fold": [*range(10)] * 4, **folds})
    found = bt.compare(data, rope=0.01, reading=reading)
    drawn = live.live_density(found, live.live_numbers(found))
    assert drawn.one_more_task == one_more


@pytest.mark.parametrize(("procedure", "most"), [("bayes_t", "MOST_PAIRS"), ("bayes_signed_rank", "MOST_INTEGRATED")])
def test_as_many_pairs_as_there_may_be_have_a_slider(monkeypatch, procedure, most):
    found = bt.compare(SEEDS, rope=0.01, procedure=procedure)
    monkeypatch.setattr(live, most, 3)
    assert live.live_numbers_of_pairs(found) is not None
    monkeypatch.setattr(live, most, 2)
    assert live.live_numbers_of_pairs(found) is None
