"""Several metrics of one input, read one after the other: a pipe is read once, and names say which are losses."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

_COPIES: ContextVar[dict[str, Path] | None] = ContextVar("copies_of_pipes", default=None)
"""The copy of each pipe that was read, while several metrics are; None while one is."""


@contextmanager
def reading_several() -> Iterator[None]:
    """While it lasts, several metrics of the same input are read."""
    if _COPIES.get() is not None:
        yield
        return
    before = _COPIES.set({})
    try:
        yield
    finally:
        _COPIES.reset(before)


def copy_of(source: str, copied: Callable[[], Path]) -> Path:
    """A pipe as a file: it gives its bytes once, so every metric is read from the same copy.

    Parameters:
        source: what messages call the pipe.
        copied: copies it.
    """
    copies = _COPIES.get()
    if copies is None:
        return copied()
    if source not in copies:
        copies[source] = copied()
    return copies[source]


def several_are_read() -> bool:
    """Whether that is so: then no word of the user speaks of all of them, and names say what is a loss."""
    return _COPIES.get() is not None
