"""Cubic Hermite interpolation: exact for cubics, of the fourth order, and monotone whatever the slopes if limited."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.special import ndtr

from betterthan.numerics.hermite import interpolated

NODES = np.array([-2.0, -0.5, 0.25, 1.0, 3.0])
FINE = np.linspace(-2.0, 3.0, 2001)


@pytest.mark.parametrize("limited", [True, False])
def test_an_increasing_cubic_comes_back(limited):
    found = interpolated(FINE, NODES, NODES**3 + 5 * NODES, 3 * NODES**2 + 5, limited=limited)
    assert found == pytest.approx(FINE**3 + 5 * FINE, abs=1e-12)


def test_the_error_falls_with_the_fourth_power_of_the_step():
    x = np.linspace(-3, 3, 1000)
    errors = []
    for count in (25, 49):
        nodes = np.linspace(-4, 4, count)
        density = np.exp(-0.5 * nodes**2) / np.sqrt(2 * np.pi)
        errors.append(np.abs(interpolated(x, nodes, ndtr(nodes), density, limited=False) - ndtr(x)).max())
    assert errors[0] / errors[1] == pytest.approx(16, rel=0.1)


def test_limited_slopes_keep_it_monotone():
    values, slopes = np.array([0.0, 0.1, 0.1, 0.9, 1.0]), np.array([5.0, 0.0, 9.0, 40.0, 7.0])
    assert (np.diff(interpolated(FINE, NODES, values, slopes, limited=True)) >= 0).all()
    assert (np.diff(interpolated(FINE, NODES, values, slopes, limited=False)) < 0).any()
    falling = interpolated(FINE, NODES, 1 - values, -slopes, limited=True)
    assert falling == pytest.approx(1 - interpolated(FINE, NODES, values, slopes, limited=True), abs=1e-15)


def test_beyond_the_nodes_it_stays_at_its_ends():
    assert interpolated(np.array([-9.0, 9.0]), NODES, NODES, np.ones(5), limited=False).tolist() == [-2.0, 3.0]
