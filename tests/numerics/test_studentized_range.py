from __future__ import annotations

import json
from math import sqrt
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from betterthan.numerics import studentized_range
from betterthan.numerics.studentized_range import range_exceeds, range_quantile

DEMSAR = json.loads((Path(__file__).parents[1] / "reference" / "nemenyi.json").read_text())["critical values"]


@pytest.mark.parametrize("count", [2, 3, 5, 10, 30, 100])
def test_scipy_agrees(count):
    q = np.array([0.0, 0.01, 0.3, 1.0, 2.2, 3.3, 4.5, 6.0, 9.0])
    np.testing.assert_allclose(
        range_exceeds(q, count), stats.studentized_range.sf(q, count, np.inf), rtol=0, atol=1e-13
    )


@pytest.mark.parametrize("level", [0.5, 0.9, 0.95, 0.999])
@pytest.mark.parametrize("count", [2, 4, 20])
def test_scipy_agrees_on_quantiles(level, count):
    assert range_quantile(level, count) == pytest.approx(stats.studentized_range.ppf(level, count, np.inf), rel=1e-8)


@pytest.mark.parametrize("level", [0.95, 0.9])
def test_the_critical_values_of_demsar(level):
    """Two of his 18 are off by one in the last place: 2.343 for 2.34370 and 2.949 for 2.94832, at 0.95."""
    found = [range_quantile(level, count) / sqrt(2) for count in range(2, 11)]
    np.testing.assert_allclose(found, DEMSAR[str(level)], rtol=0, atol=DEMSAR["tolerance"])


@pytest.mark.parametrize("q", [1e-6, 0.5, 3.0, 12.0, 30.0, 50.0])
def test_the_range_of_two_is_known_however_small(q):
    """|x - y| with variance 2: 2Φ(-q/√2), to 1e-12 of itself also where it is 1e-270."""
    assert float(range_exceeds(q, 2)) == pytest.approx(2 * stats.norm.sf(q / sqrt(2)), rel=1e-12)


def test_small_tails_approach_the_sum_over_pairs():
    """Bonferroni's bound is sharp in the far tail."""
    for count in (3, 10, 50):
        pairs = count * (count - 1) / 2
        assert float(range_exceeds(20.0, count)) == pytest.approx(pairs * float(range_exceeds(20.0, 2)), rel=1e-6)


def test_simulated_ranges():
    numbers = np.random.default_rng(4).normal(size=(200_000, 6))
    share = (np.ptp(numbers, axis=1) > 4.0).mean()
    assert float(range_exceeds(4.0, 6)) == pytest.approx(share, abs=5 * sqrt(share / 200_000))


@pytest.mark.parametrize("count", [2, 10, 100])
def test_half_the_step_changes_nothing(count, monkeypatch):
    q = np.linspace(0, 12, 40)
    found = range_exceeds(q, count)
    monkeypatch.setattr(studentized_range, "STEP", 1 / 16)
    np.testing.assert_allclose(range_exceeds(q, count), found, rtol=1e-14)


def test_the_quantile_is_the_inverse():
    for count in (2, 7, 200):
        for level in (1e-6, 0.3, 0.95, 1 - 1e-12):
            assert float(range_exceeds(range_quantile(level, count), count)) == pytest.approx(1 - level, rel=1e-9)
