"""What snapshots of figures hold does not depend on the last digit."""

from __future__ import annotations

import numpy as np
from looks import stable

HALFWAY = np.array([0.12345, 0.12355, -2.5005, 1234.5, 0.3 - 0.2 - 0.1])


def test_half_way_and_nothing_but_rounding():
    assert stable(HALFWAY, 4) == [0.1235, 0.1236, -2.501, 1235.0, 0.0]


def test_the_last_digits_do_not_matter():
    for direction in (-np.inf, np.inf):
        nudged = HALFWAY
        for _ in range(10):
            nudged = np.nextafter(nudged, direction)
        assert stable(nudged, 4) == stable(HALFWAY, 4)


def test_a_zero_has_no_sign():
    assert str(stable(np.array([-1e-20, -0.0, 1.0]), 4)) == "[0.0, 0.0, 1.0]"
