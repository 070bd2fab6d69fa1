"""What the values of a column say of whether it holds a model's scores, whatever it is called."""

from __future__ import annotations

import numpy as np
import pytest

from betterthan.data.reading.tables import read
from betterthan.errors import ReadingError

RNG = np.random.default_rng(0)
PERCENT = {name: [0.0, 100.0, *(1 + 98 * RNG.random(10))] for name in "ab"}
WHOLE = [3, 17, 60, 8, 41, 22, 79, 5, 33, 90, 12]


@pytest.mark.parametrize("last", [-100, -50, 150, 200])
def test_odd_numbers_that_lie_near_the_scores_are_asked_about(last):
    """The scores run from 0 to 100: near is at most as far beyond either end as they are large."""
    with pytest.raises(ReadingError, match=r"`c` \(as in 3; whole numbers, each of them once"):
        read({**PERCENT, "c": [*WHOLE, last]})


@pytest.mark.parametrize("last", [-101, 201])
def test_odd_numbers_that_lie_far_from_the_scores_are_left_out(last):
    assert read({**PERCENT, "c": [*WHOLE, last]}).models == ("a", "b")


@pytest.mark.parametrize(
    ("values", "counts"),
    [([0, 1, 2, 3], True), ([1, 2, 3, 4], True), ([2, 3, 4, 5], False), ([0, 2, 4, 6], False), ([1, 3, 5, 7], False)],
)
def test_a_column_that_counts_the_rows_is_no_model(values, counts):
    scores = {"a": [0.5, 0.25, 2.0, 1.5], "b": [0.75, 0.125, 0.0, 3.0]}
    assert read({**scores, "c": values}).models == (("a", "b") if counts else ("a", "b", "c"))
