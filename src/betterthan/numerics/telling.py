"""Telling: what takes long says how far it is, to whoever listens."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeAlias

Listener: TypeAlias = Callable[[int, int], None]
"""Given the number of draws that are done and the number of all."""

_LISTENER: ContextVar[Listener | None] = ContextVar("listener", default=None)


def tell(done: int, total: int) -> None:
    """Say how far it is.

    Parameters:
        done: how many draws are done.
        total: of how many.
    """
    listener = _LISTENER.get()
    if listener is not None:
        listener(done, total)


@contextmanager
def listening(listener: Listener) -> Iterator[None]:
    """While this lasts, somebody is told.

    Parameters:
        listener: called again and again.
    """
    before = _LISTENER.set(listener)
    try:
        yield
    finally:
        _LISTENER.reset(before)
