"""Progress: while a run takes long, a line on the terminal says what is being done, and for how long already."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Event, Lock, Thread
from time import monotonic

from betterthan.numerics.telling import listening

AFTER = 1.0
"""Seconds without an answer after which somebody begins to wonder."""
EVERY = 0.25
"""Seconds between two looks at the clock."""
WIDTH = 60
"""Letters of the line; the rest of an older line is overwritten."""


class Line:
    """One line on standard error that is written over and over, and is gone before anything else is printed."""

    def __init__(self) -> None:
        self._doing = "starting"
        self._since = monotonic()
        self._ended = Event()
        self._written = False
        self._lock = Lock()

    def show(self) -> None:
        """Write the line again and again until it is ended."""
        while not self._ended.wait(EVERY):
            seconds = monotonic() - self._since
            if seconds >= AFTER:
                self._write(f"{self._doing} … {seconds:.0f} s")

    def say(self, doing: str) -> None:
        """What is being done from now on."""
        self._doing = doing

    def end(self) -> None:
        """Remove the line; it does not come back."""
        self._ended.set()
        if self._written:
            self._write("")
            self._written = False

    def _write(self, text: str) -> None:
        with self._lock, suppress(OSError, ValueError):
            if text and self._ended.is_set():
                return
            sys.stderr.write(f"\r{text[:WIDTH]:{WIDTH}}\r{text[:WIDTH]}")
            sys.stderr.flush()
            self._written = True


_LINES: list[Line] = []
"""The line of the run that is going on; none where nobody watches."""


@contextmanager
def watched() -> Iterator[None]:
    """While this lasts, a terminal is told what is going on."""
    if not sys.stderr.isatty():
        yield
        return
    line = Line()
    _LINES.append(line)
    Thread(target=line.show, daemon=True).start()
    try:
        with listening(_drawing):
            yield
    finally:
        line.end()
        _LINES.remove(line)


def _drawing(done: int, total: int) -> None:
    """How many draws of a resampling are done; then comes what follows from them."""
    doing("computing" if done >= total else f"{done:,} of {total:,} draws")


def doing(what: str) -> None:
    """Say what is being done from now on, if anybody watches."""
    for line in _LINES:
        line.say(what)


def quiet() -> None:
    """Make room for something else to be printed."""
    for line in _LINES:
        line.end()


def is_watched() -> bool:
    """Whether anybody watches."""
    return bool(_LINES)
