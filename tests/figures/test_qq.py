"""The Q-Q plot: the band holds the points of a normal sample as often as it says."""

from __future__ import annotations

import numpy as np
import pytest
from every_figure import can_be_read, same_bytes, shows
from looks import assert_readable
from scipy.special import ndtri
from two_models import cases, same, sizes, tasks

from betterthan import figures
from betterthan.data.moments import Cells
from betterthan.data.pairing import pair_differences
from betterthan.data.summaries import PairedSummary
from betterthan.errors import ArgumentError
from betterthan.figures.qq import _band

test_it_can_be_read = can_be_read(
    sizes, lambda size, ax: figures.qq(tasks(size), ax=ax), lambda size, ax: figures.qq(cases(size), ax=ax)
)
test_what_it_shows = shows(lambda: figures.qq(cases("ordinary")))
test_the_same_table_gives_the_same_bytes = same_bytes(lambda: figures.qq(cases("ordinary")))


def points(axes) -> tuple[list, list]:
    """The differences that are drawn inside and outside of the band."""
    inside, outside = (line for line in axes.lines if line.get_marker() in ("o", "D"))
    return list(inside.get_ydata()), list(outside.get_ydata())


def test_every_difference_is_a_point():
    inside, outside = points(figures.qq(cases("ordinary")))
    assert sorted(inside + outside) == pytest.approx(sorted(cases("ordinary").differences()))


@pytest.mark.parametrize(("n", "low", "high"), [(5, 0.95, 1.0), (12, 0.95, 0.99), (40, 0.94, 0.97), (1000, 0.93, 0.97)])
def test_the_band_covers_normal_samples(n, low, high):
    """Pointwise: at every rank, in 4,000 samples that are compared with their own mean and sd (error 0.0035)."""
    samples = np.sort(np.random.default_rng(0).normal(size=(4000, n)), axis=1)
    samples = (samples - samples.mean(axis=1, keepdims=True)) / samples.std(axis=1, ddof=1, keepdims=True)
    ranks = np.arange(1, n + 1)
    bottom, top = _band(ranks, n, ndtri((ranks - 0.375) / (n + 0.25)))
    covered = ((samples >= bottom) & (samples <= top)).mean(axis=0)
    assert low - 0.01 <= covered.min()
    assert covered.mean() <= high
    assert covered.mean() >= low


def test_the_points_outside_of_the_band_are_marked():
    rng = np.random.default_rng(0)
    outside = [len(points(figures.qq(pair_differences(rng.normal(size=40))))[1]) for _ in range(40)]
    assert 0.02 < np.sum(outside) / 1600 < 0.09


def test_a_normal_sample_and_a_skewed_one_are_told_apart():
    rng = np.random.default_rng(1)
    normal, skewed = (pair_differences(values) for values in (rng.normal(size=80), rng.exponential(size=80)))
    assert "no clear departure" in figures.qq(normal).get_xlabel().replace("\n", " ")
    assert "not a normal law" in figures.qq(skewed).get_xlabel().replace("\n", " ")
    assert len(points(figures.qq(skewed))[1]) > len(points(figures.qq(normal))[1])


def test_of_very_many_differences_the_outermost_are_all_drawn():
    inside, outside = points(figures.qq(cases("huge")))
    d = np.sort(cases("huge").differences())
    assert len(inside) + len(outside) <= 1000
    assert set(d[:50]) | set(d[-50:]) <= set(inside) | set(outside)


def test_tiny_scales_and_0_and_1_are_drawn():
    assert_readable(figures.qq(pair_differences([1e-200, 3e-200, -1e-200])))
    assert_readable(figures.qq(PairedSummary.from_cells({"": Cells(19, 64, 30, 103)})))


def test_equal_differences_have_no_quantiles():
    with pytest.raises(ArgumentError, match="at least two different differences"):
        figures.qq(same())
    with pytest.raises(ArgumentError, match="got str"):
        figures.qq("scores.csv")
