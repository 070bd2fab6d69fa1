"""Two documents, value by value: what is compared, and where they differ."""

from __future__ import annotations

import pytest

from betterthan.asking.agreement import Difference, agreement


@pytest.mark.parametrize(
    ("stored", "found", "values", "differences"),
    [
        ({"p": [1, 2]}, {"p": [1, 2]}, 2, ()),
        ({"p": [1, 2]}, {"p": [1, 3]}, 2, (Difference("p.1", "2", "3"),)),
        ({"p": [1, 2]}, {"p": [1]}, 2, (Difference("p.length", "2", "1"),)),
        ({"p": [1]}, {"p": 1}, 1, (Difference("p", "[1]", "1"),)),
        ({"p": 1}, {"p": [1]}, 1, (Difference("p", "1", "[1]"),)),
        ({"p": None}, {"p": [1]}, 1, (Difference("p", "nothing", "[1]"),)),
    ],
)
def test_a_list_differs_from_what_is_none_at_its_own_place(stored, found, values, differences):
    assert agreement(stored, found) == (values, differences)
