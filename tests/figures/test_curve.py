"""The points of a curve: as many as were asked for, in order, and hardly moved by rounding."""

from __future__ import annotations

import numpy as np
import pytest

from betterthan.figures.curve import woven

FRAME = (-0.06, 1.06)
DENSE = {
    "coincides with the even ones": np.linspace(*FRAME, 601),
    "ends within the frame": np.linspace(0.2, 0.3, 601),
    "starts beyond the frame": np.linspace(-2.0, 0.3, 601),
    "one place": np.full(601, 0.25),
    "beyond the frame": np.full(601, 7.0),
}
dense = pytest.mark.parametrize("dense", DENSE.values(), ids=DENSE)


@dense
def test_number_order_and_ends(dense):
    points = woven(FRAME, dense, even=201)
    assert len(points) == 801
    assert (np.diff(points) >= 0).all()
    assert (points[0], points[-1]) == FRAME


@dense
def test_nowhere_further_apart_than_the_even_ones(dense):
    assert np.diff(woven(FRAME, dense, even=201)).max() <= np.ptp(FRAME) / 200 * (1 + 1e-9)


def test_as_close_as_the_dense_ones():
    points = woven(FRAME, DENSE["ends within the frame"], even=201)
    assert ((points >= 0.2) & (points <= 0.3)).sum() >= 601


@dense
def test_rounding_moves_no_point_by_more_than_rounding(dense):
    rng = np.random.default_rng(0)
    for _ in range(20):
        frame = tuple(np.array(FRAME) * (1 + 1e-15 * rng.uniform(-1, 1, 2)))
        shaken = np.sort(dense * (1 + 1e-15 * rng.uniform(-1, 1, len(dense))))
        np.testing.assert_allclose(woven(frame, shaken, even=201), woven(FRAME, dense, even=201), rtol=0, atol=1e-13)
