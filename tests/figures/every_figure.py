"""What every figure is tested for, whatever it draws: it can be read, shows its data, and comes out the same."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from looks import assert_readable, data_of
from many_models import axes_of, looks
from matplotlib.axes import Axes
from syrupy.assertion import SnapshotAssertion

from betterthan import figures


def can_be_read(
    sizes: pytest.MarkDecorator, *draw: Callable[[str, Axes | None], Axes], height: float = 2.6
) -> Callable[..., None]:
    """A test: of answers of every size, on axes of its own and in a column, light and dark, no words overlap."""

    @sizes
    @looks
    def test(size: str, width: float | None, theme: str) -> None:
        with figures.in_theme(theme):
            for each in draw:
                assert_readable(each(size, axes_of(width, height)))

    return test


def shows(draw: Callable[[], Axes]) -> Callable[[SnapshotAssertion], None]:
    """A test: the data that are drawn are those of the snapshot."""

    def test_what_it_shows(snapshot: SnapshotAssertion) -> None:  # the snapshot goes by this name
        assert data_of(draw()) == snapshot

    return test_what_it_shows


def same_bytes(draw: Callable[[], Axes]) -> Callable[[], None]:
    """A test: drawn twice, the picture is the same to the byte."""

    def test() -> None:
        one, two = (figures.svg_of(draw()) for _ in range(2))
        assert one == two

    return test
