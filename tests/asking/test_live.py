"""What a page needs for other ropes: where the slider starts, and for how many pairs there is one."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

import betterthan as bt
from betterthan.answers.further import LivePoint
from betterthan.asking import live
from betterthan.data.moments import Cells
from betterthan.results.difference import DifferencePosterior
from betterthan.results.laws.point import Point
from betterthan.results.laws.student_t import StudentT

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


@pytest.mark.parametrize("factors", [live.FACTORS, live.COARSE])
def test_ropes_between_which_a_page_interpolates_lie_close_together(factors):
    """From none to ten times the rope, through the rope itself, in rising steps of at most half of where they start."""
    steps = np.diff(factors)
    assert (factors[0], factors[-1]) == (0.0, 10.0)
    assert 1.0 in factors
    assert (steps > 0).all()
    assert (steps <= np.maximum(0.25, 0.5 * np.array(factors[:-1]))).all()


def test_a_law_that_is_all_at_one_value_is_carried_as_that_value():
    """A point at 1/4; Student's law has quantiles, of which the middle one is where it lies."""
    point = live.live_row(DifferencePosterior(Point(0.25), "bayes_t"), (-0.125, 0.125), "difference")
    assert point == LivePoint(0.25, same=False, unit=(-0.125, 0.125))
    law = live.live_row(DifferencePosterior(StudentT(9.0, 0.25, 0.1), "bayes_t"), (-0.125, 0.125), "difference")
    assert (len(law.x), law.x[50]) == (101, pytest.approx(0.25))
    assert law.x[0] == pytest.approx(stats.t(9, 0.25, 0.1).ppf(1 / (1 + np.exp(13.8))), rel=1e-5)


def test_a_rope_of_a_share_is_carried_as_a_distance_from_one_half():
    found = bt.compare(bt.PairedSummary.from_cells({"": Cells(69, 16, 20, 295)}))
    assert 0.4 < found.rope.low < 0.5 < found.rope.high < 0.6
    numbers = live.live_numbers(found)
    half = (found.rope.high - found.rope.low) / 2
    assert (numbers.null, *numbers.unit) == pytest.approx((0.5, -half, half))
    n = len(numbers.row.x)
    assert numbers.row.x[n // 2] == pytest.approx(stats.beta(21, 17).median() - 0.5, rel=1e-6)


@pytest.mark.parametrize("rope", [None, 0.0, 0.02])
def test_tasks_move_with_their_own_ropes_or_without_any_all_alike(rope):
    """By default the rope of a task is that of its own differences, which vary more from task to task."""
    rng = np.random.default_rng(3)
    base, apart = rng.normal(0.8, 0.1, 60), rng.normal(0, 0.1 * np.arange(1, 6)[:, None], (5, 12)).ravel()
    rows = {"task": np.repeat(list("vwxyz"), 12), "case": [*range(12)] * 5, "a": base + apart, "b": base}
    found = bt.compare(bt.read(rows), rope=rope, per_task=True)
    numbers = live.live_numbers(found)
    units = [row.unit for row in numbers.tables["tasks"]]
    if rope == 0.0:
        assert units == [numbers.unit] * 5
        assert not numbers.apart
    else:
        assert units == [(part.rope.low, part.rope.high) for part in found.tasks]
        assert numbers.apart == (units != [numbers.unit] * 5)


@pytest.mark.parametrize(("reading", "one_more"), [("population", False), ("next_task", True)])
def test_a_density_says_whether_it_is_that_of_one_more_task(reading, one_more):
    folds = {name: RNG.normal(0.8, 0.02, 40) for name in "ab"}
    data = bt.read({"task": np.repeat(list("wxyz"), 10), "fold": [*range(10)] * 4, **folds})
    found = bt.compare(data, rope=0.01, reading=reading)
    drawn = live.live_density(found, live.live_numbers(found))
    assert drawn.one_more_task == one_more


@pytest.mark.parametrize("rope", [0.001, 0.01, 0.3])
def test_a_density_is_drawn_over_99_percent_and_beyond_the_rope(rope):
    """Over the middle 99% of Student's law, and to 1.3 times the rope where that is wider."""
    differences = SCORES["a"] - SCORES["b"]
    ends = stats.t(5, differences.mean(), stats.sem(differences)).ppf([0.005, 0.995])
    found = bt.compare(SEEDS, first="a", second="b", rope=rope)
    drawn = live.live_density(found, live.live_numbers(found))
    assert (drawn.low, drawn.high) == pytest.approx((min(ends[0], -1.3 * rope), max(ends[1], 1.3 * rope)), rel=1e-6)


@pytest.mark.parametrize(("procedure", "most"), [("bayes_t", "MOST_PAIRS"), ("bayes_signed_rank", "MOST_INTEGRATED")])
def test_as_many_pairs_as_there_may_be_have_a_slider(monkeypatch, procedure, most):
    found = bt.compare(SEEDS, rope=0.01, procedure=procedure)
    monkeypatch.setattr(live, most, 3)
    assert live.live_numbers_of_pairs(found) is not None
    monkeypatch.setattr(live, most, 2)
    assert live.live_numbers_of_pairs(found) is None
