"""Given numbers: what a user gave for a number, if its meaning is clear, else one message that names the argument."""

from __future__ import annotations

from math import isfinite
from numbers import Real
from typing import Any

from betterthan.errors import ArgumentError


def given_number(name: str, value: Any) -> float:
    """A finite number.

    Parameters:
        name: the argument, for the message.
        value: what was given for it.

    >>> given_number("threshold", "0.9")
    0.9
    """
    number = _finite(value)
    if number is None:
        raise ArgumentError(f"`{name}=` takes a number; got {shown(value)}.")
    return number


def given_count(name: str, value: Any, *, least: int) -> int:
    """A whole number; 1e3 is one, 10.5 and True are none.

    Parameters:
        name: the argument, for the message.
        value: what was given for it.
        least: the smallest that makes sense.

    >>> given_count("draws", 1e3, least=1)
    1000
    """
    number = _finite(value)
    if number is None or number != int(number) or number < least:
        raise ArgumentError(f"`{name}=` takes a whole number, {least} or more; got {shown(value)}.")
    return int(number)


def shown(value: object) -> str:
    """A value as a message shows it, with its type where that is what is wrong.

    Parameters:
        value: what was given.
    """
    text = repr(value)
    text = text if len(text) <= 40 else text[:39] + "…"
    return f"`{text}`" if isinstance(value, (str, Real)) else f"`{text}` ({type(value).__name__})"


def _finite(value: Any) -> float | None:
    if isinstance(value, bool) or not isinstance(value, (str, Real)):
        return None
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return None
    return number if isfinite(number) else None
