"""Held-out cases: a share is drawn, a column of the table says which they are, or they are in a second table."""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from betterthan.data.predictions import Predictions
from betterthan.errors import ArgumentError
from betterthan.phrases import unknown_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from betterthan.data.reading.raw import Column

HeldOut: TypeAlias = float | str | PathLike[str] | Predictions | Any
"""A share, the name of a column, or the cases themselves: a path, a frame, a dict of arrays, predictions."""


def share_in(given: HeldOut | None) -> float | None:
    """The share of the cases that is to be held out, if that is what was given.

    Parameters:
        given: what the user said.
    """
    if not isinstance(given, (str, int, float)):
        return None
    try:
        return float(given)
    except ValueError:
        return None


def is_table(given: HeldOut | None, columns: Sequence[Column], source: str) -> bool:
    """Whether what is held out is in a second table; a text may be the name of a column.

    Parameters:
        given: what the user said.
        columns: those of the table that is compared.
        source: what that is called, for messages.
    """
    if given is None or not isinstance(given, str):
        return given is not None
    column, file = any(each.name == given for each in columns), Path(given).is_file()
    if column and file:
        raise ArgumentError(
            f'`held_out="{given}"` names a column of {source}, and a file, too. Which is meant? For the file say '
            f'`held_out="./{given}"`; for the column, rename the file.'
        )
    if not column and not file:
        raise ArgumentError(
            f"{source} lacks the column named for `held_out`, and no file is called so. "
            f"{unknown_name('column', given, [each.name for each in columns])}"
        )
    return file
