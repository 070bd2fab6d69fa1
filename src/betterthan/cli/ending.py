"""How a run ends: its exit code, and what is said when a signal, a closed pipe, a full disk or a bug cut it short.

0 done, or passed · 1 the answer is no · 2 bad input or usage · 3 undecided · 70 a bug · 128 + n ended by signal n.
"""

from __future__ import annotations

import errno
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from io import StringIO
from types import FrameType

import click

from betterthan.cli.flags import in_flags
from betterthan.cli.progress import quiet, watched
from betterthan.errors import BetterthanError
from betterthan.phrases import visible

BAD_INPUT, BUG, INTERRUPTED = 2, 70, 130
SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")
"""Those that ask a program to end; not every system has all of them."""
REFUSED_BY_THE_SYSTEM = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF}
"""What the system says when standard output cannot take more; files say so themselves."""


class ClosedPipe(Exception):
    """Whoever read the output has had enough, which is no fault."""


def exit_code(run: Callable[[], object]) -> int:
    """Run a command; what there is to say about its end is said on standard error.

    Parameters:
        run: the command; a whole number that it returns is its exit code.
    """
    _fill_closed_streams()
    with _signals_unwind() as received:
        try:
            with watched():
                answered = run()
            sys.stdout.flush()
        except BaseException as error:
            _discard_output()
            # what was interrupted may have turned the signal into an error of its own, as DuckDB does
            return 128 + received[0] if received else _code_of(error)
    return answered if isinstance(answered, int) else 0


def say(message: str) -> None:
    """One line on standard error; if nobody can hear it, so be it."""
    quiet()
    with suppress(OSError, ValueError):
        click.echo(visible(message), err=True)


def _code_of(error: BaseException) -> int:
    match error:
        case BetterthanError():
            say(f"betterthan: {in_flags(str(error))}")
        case click.ClickException():
            told = StringIO()
            error.show(told)
            for line in told.getvalue().rstrip("\n").split("\n"):
                say(line)
        case ClosedPipe() | BrokenPipeError():
            return 0
        case KeyboardInterrupt() | click.Abort():
            return INTERRUPTED
        case SystemExit():
            return error.code if isinstance(error.code, int) else 0
        case OSError() if error.errno in REFUSED_BY_THE_SYSTEM and error.filename is None:
            say(f"betterthan: Cannot write to standard output: {error.strerror}.")
        case MemoryError():
            say("betterthan: There is not enough memory for this. Give fewer models, tasks or draws.")
        case _:
            _tell_bug(error)
            return BUG
    return BAD_INPUT


def _tell_bug(error: BaseException) -> None:
    """One line for people, then the traceback for whoever mends it: a log keeps both together."""
    from traceback import format_exception

    said = " ".join(str(error).split())
    say(f"betterthan: this is a bug: {type(error).__name__}: {said}. Please report it with the lines below.")
    with suppress(OSError, ValueError):
        click.echo("".join(format_exception(error)), nl=False, err=True)


@contextmanager
def _signals_unwind() -> Iterator[list[int]]:
    """While this lasts, signals raise `SystemExit`, so that what is temporary is removed; those received are listed.

    One that is ignored, as `nohup` does, stays so.
    """
    received: list[int] = []

    def end(number: int, frame: FrameType | None) -> None:
        received.append(number)
        raise SystemExit(128 + number)

    numbers = [getattr(signal, name) for name in SIGNALS if hasattr(signal, name)]
    before = {number: signal.getsignal(number) for number in numbers}
    heard = [number for number in numbers if before[number] not in (signal.SIG_IGN, None)]
    for number in heard:
        signal.signal(number, end)
    try:
        yield received
    finally:
        for number in heard:
            signal.signal(number, before[number])


def _fill_closed_streams() -> None:
    """A standard stream that is closed becomes the null device: a file opened next would else take its number."""
    for number, (name, mode) in enumerate((("stdin", "r"), ("stdout", "w"), ("stderr", "w"))):
        if getattr(sys, name) is None:
            null = os.open(os.devnull, os.O_RDWR)  # takes the lowest number that is free
            setattr(sys, name, open(null, mode, closefd=null != number))  # noqa: SIM115 (lasts to the end)


def _discard_output() -> None:
    """What is still to be written has nowhere to go; without this Python would complain about it at its own end."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            with suppress(OSError, ValueError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
