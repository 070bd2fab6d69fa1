"""Intervals of highest density at several levels: nested, and coloured by what they exclude."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from every_figure import can_be_read, same_bytes, shows
from looks import assert_readable
from many_models import texts
from two_models import cases, hierarchical, shares_of_disagreements, signed_rank, sizes

import betterthan as bt
from betterthan import figures
from betterthan.data.pairing import pair_arrays
from betterthan.data.summaries import PairedSummary
from betterthan.errors import ArgumentError
from betterthan.figures.hdi_levels import LEVELS
from betterthan.figures.style import PALETTES
from betterthan.results.difference import DifferencePosterior
from betterthan.results.laws.point import Point

LIGHT = PALETTES["light"]


test_it_can_be_read = can_be_read(
    sizes,
    lambda size, ax: figures.hdi_levels(bt.compare(cases(size), rope=0.1), ax=ax),
    lambda size, ax: figures.hdi_levels(hierarchical(size), ax=ax),
    lambda size, ax: figures.hdi_levels(shares_of_disagreements(size), ax=ax),
)
test_what_it_shows = shows(lambda: figures.hdi_levels(bt.compare(cases("ordinary"), rope=0.1)))
test_the_same_comparison_gives_the_same_bytes = same_bytes(
    lambda: figures.hdi_levels(bt.compare(cases("ordinary"), rope=0.1))
)


def bars(axes) -> list:
    return [line for line in axes.lines if np.ptp(line.get_ydata()) == 0 and len(line.get_xdata()) == 2]


def test_the_intervals_are_those_of_the_posterior_and_nested():
    posterior = bt.compare(cases("ordinary"), rope=0.1).result
    drawn = [tuple(line.get_xdata()) for line in bars(figures.hdi_levels(posterior, rope=0.1))]
    assert drawn == [posterior.interval(level)[:2] for level in LEVELS]
    assert all(a[0] >= b[0] and a[1] <= b[1] for a, b in pairwise(drawn))


def test_an_interval_within_a_region_has_its_colour():
    first = bt.compare(PairedSummary.from_moments(mean=1.0, sd=1.0, n=100), rope=0.1)
    second = bt.compare(PairedSummary.from_moments(mean=-1.0, sd=1.0, n=100), rope=0.1)
    equal = bt.compare(PairedSummary.from_moments(mean=0.0, sd=1.0, n=100), rope=1.0)
    open_ = bt.compare(PairedSummary.from_moments(mean=0.1, sd=1.0, n=100), rope=0.1)
    for found, colour in ((first, LIGHT.text["first"]), (second, LIGHT.text["second"]), (open_, LIGHT.ink)):
        assert {line.get_color() for line in bars(figures.hdi_levels(found))} == {colour}
    assert {line.get_color() for line in bars(figures.hdi_levels(equal))} == {LIGHT.text["equivalent"]}


def test_a_hierarchical_posterior_is_drawn_by_its_population():
    found = hierarchical("ordinary")
    drawn = [tuple(line.get_xdata()) for line in bars(figures.hdi_levels(found))]
    assert drawn[0] == found.result.population.interval(LEVELS[0])[:2]


@pytest.mark.parametrize("apart", [0.0, 0.25])
def test_units_that_never_differ_leave_intervals_of_some_width(apart):
    """Between 0 and 1 the half-width at level p solves 1 - (1 - x)^5 = p for four cases."""
    scores = np.array([0.1, 0.2, 0.3, 0.4])
    axes = figures.hdi_levels(bt.compare(pair_arrays(scores + apart, scores, independent=True), rope=0.1))
    assert_readable(axes)
    for level, line in zip(LEVELS, bars(axes), strict=True):
        half = 1 - (1 - level) ** (1 / 5)
        assert line.get_xdata() == pytest.approx([apart - half, apart + half], abs=1e-6)


def test_a_point_has_intervals_of_no_width():
    axes = figures.hdi_levels(DifferencePosterior(Point(0.25), "estimated"), rope=0.1)
    assert_readable(axes)
    assert {tuple(line.get_xdata()) for line in bars(axes)} == {(0.25, 0.25)}


def test_two_independent_samples_are_drawn():
    found = bt.compare(bt.unpaired_arrays([0.1, 0.2, 0.3], [0.2, 0.2, 0.1, 0.3]), rope=0.1)
    assert "first practically better" in " ".join(texts(figures.hdi_levels(found)))


def test_shares_have_no_interval():
    with pytest.raises(ArgumentError, match=r"draws the posterior of a difference.*got `bayes_signed_rank`"):
        figures.hdi_levels(signed_rank("ordinary"))
