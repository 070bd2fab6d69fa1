"""Pipes: what a glance shows to be no table of scores is refused; every other is copied to a file as it is."""

from __future__ import annotations

from io import BytesIO

import pytest

from betterthan.data.limits import LOOKED_AT
from betterthan.data.reading.spool import spooled
from betterthan.errors import ReadingError


def long(head: str, row: str) -> bytes:
    """More rows than are looked at."""
    return (head + "\n" + f"{row}\n" * LOOKED_AT).encode()


@pytest.mark.parametrize(
    ("head", "row"),
    [("a,b", "0.5,0.25"), ("model;score", "x;1"), ("a\tb", "1\t0"), ("score", "0.5"), ("score", "True")],
)
def test_a_long_table_is_copied_as_it_is(head, row):
    path = spooled(BytesIO(long(head, row)), "the pipe")
    assert path.read_bytes() == long(head, row)
    path.unlink()


@pytest.mark.parametrize(("head", "row"), [("once", "upon a time"), ("y", "y")])
def test_one_long_column_without_a_number_is_no_table(head, row):
    with pytest.raises(ReadingError, match=f"the pipe is not a table of scores: its first line is `{head}`"):
        spooled(BytesIO(long(head, row)), "the pipe")
