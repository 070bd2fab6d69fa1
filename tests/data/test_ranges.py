"""How far two scores can be apart, from what was declared or else from what was seen."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from betterthan.data.pairing import pair_arrays
from betterthan.data.ranges import reach_of


@pytest.mark.parametrize(
    ("scores", "size", "assumed", "why"),
    [
        ([0.0, 1.0, 1.0], 1.0, False, "the scores are 0 or 1"),
        ([0.2, 0.9, 1.0], 1.0, True, "as for any scores between 0 and 1"),
        ([0.2, 0.9, 1.01], 100.0, True, "taking the scores as percent"),
        ([50.0, 90.0, 100.0], 100.0, True, "taking the scores as percent"),
        ([50.0, 90.0, 100.5], 50.5, True, "the range of the scores seen, 50 to 100.5"),
        ([-0.5, 0.9, 1.0], 1.5, True, "the range of the scores seen, -0.5 to 1"),
        ([-0.5, 40.0, 90.0], 90.5, True, "the range of the scores seen, -0.5 to 90"),
    ],
)
def test_shares_and_percent_are_recognised_and_all_else_reaches_as_far_as_seen(scores, size, assumed, why):
    found = reach_of(pair_arrays(scores, scores[::-1], independent=True))
    assert found == (size, why, assumed)


def test_a_declared_range_counts_and_scores_that_never_vary_have_none():
    declared = replace(pair_arrays([2.0, 3.0], [3.0, 4.0], independent=True), score_range=(1.0, 5.0))
    assert reach_of(declared) == (4.0, "the range from 1 to 5 that you gave", False)
    assert reach_of(pair_arrays(np.full(3, -2.0), np.full(3, -2.0), independent=True)) is None
