"""Numbers as somebody gave them, as an array: what is no number is refused, and nothing is rounded unseen."""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import Any

import numpy as np

from betterthan.arrays import Array
from betterthan.errors import ArgumentError

EXACT = 2**53
"""Whole numbers up to this are held exactly."""
MOST = int(np.iinfo(np.int64).max)
"""The largest count."""
NUMBERS = "biufO"
"""The kinds of NumPy's arrays that can hold numbers."""


def as_numbers(values: object, name: str, *, truth_values: bool = True) -> Array:
    """An array of numbers, of any shape, with NaN and infinity as they are.

    Parameters:
        values: a list, an array, a column of a data frame.
        name: what it is called, for the messages.
        truth_values: whether True and False stand for 1 and 0.

    >>> as_numbers([1, 2.5], "scores")
    array([1. , 2.5])
    """
    if isinstance(values, (str, bytes, Mapping, Set)):
        raise ArgumentError(f"`{name}` is a list or an array of numbers; got {type(values).__name__}.")
    given = _as_array(values, name)
    if given.dtype.kind == "b" and not truth_values:
        raise ArgumentError(
            f"`{name}` are numbers; got True and False. Scores that are right or wrong are compared with "
            "`bt.pair_arrays(first, second)`."
        )
    odd = given if given.dtype.kind not in NUMBERS else _texts(given)
    if len(odd):
        raise ArgumentError(f"`{name}` are numbers; got {_shown(odd.ravel()[0])}.")
    try:
        numbers = given.astype(np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        raise ArgumentError(f"`{name}` are numbers; {error}.") from None
    _refuse_rounded(given, numbers, name)
    return numbers


def _as_array(values: object, name: str) -> np.ndarray[Any, Any]:
    if isinstance(values, np.ma.MaskedArray) and np.ma.is_masked(values):
        raise ArgumentError(f"`{name}` has masked numbers, which are missing: leave those units out.")
    try:
        return np.atleast_1d(np.asarray(values)) if np.ndim(values) == 0 else np.asarray(values)  # type: ignore[arg-type]
    except ValueError:
        raise ArgumentError(f"`{name}` has rows of different lengths; all rows of a table are equally long.") from None


def _texts(given: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The texts among Python's objects: NumPy would read them as numbers."""
    if given.dtype.kind != "O":
        return given[:0]
    return np.array([each for each in given.ravel() if isinstance(each, (str, bytes))], dtype=object)


def _refuse_rounded(given: np.ndarray[Any, Any], numbers: Array, name: str) -> None:
    """Whole numbers beyond 2^53 that a float cannot hold."""
    if given.dtype.kind not in "iuO":
        return
    with np.errstate(invalid="ignore"):
        large = np.flatnonzero(np.isfinite(numbers.ravel()) & (np.abs(numbers.ravel()) > EXACT))
    lost = [each for each in large if int(given.ravel()[each]) != int(numbers.ravel()[each])]
    if lost:
        raise ArgumentError(
            f"`{name}` has the whole number {given.ravel()[lost[0]]}, which floating point holds only rounded. "
            "Subtract the same number from all scores first; their differences stay the same."
        )


def _shown(value: object) -> str:
    return f"the text {value!r}" if isinstance(value, (str, bytes)) else f"{value!r}"
