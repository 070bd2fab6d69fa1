"""Outline: what the beginning of a JSON file says of its shape and its keys, without reading the whole file."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

from betterthan.data.engines.engine import Shape

MOST = 8 * 2**20
"""Bytes in which the keys of a log are looked for."""

TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*(?:"|\Z)|[][{},]', re.DOTALL)
"""A text, or a sign; the letters between escapes are taken at once, as each choice of one letter costs memory."""
CLOSED_BY = {"{": "}", "[": "]"}


@dataclass(frozen=True)
class Outline:
    """What a JSON file is made of.

    Parameters:
        shape: one object, one array, or one record per line.
        first: the object, or the first record, as far as it was read.
    """

    shape: Shape
    first: Any


def outline_of(beginning: bytes) -> Outline | None:
    """The outline of a file that begins so; None if it is no JSON, or nested too deep.

    Parameters:
        beginning: as much of the file as is to be looked at, unpacked.

    >>> outline_of(b'{"a": 1}'), outline_of(b'[{"a": 1}, {"a"')
    (Outline(shape='object', first={'a': 1}), Outline(shape='array', first={'a': 1}))
    """
    text = beginning.decode("utf-8-sig", errors="replace").lstrip()
    if text[:1] not in ("{", "["):
        return None
    line, _, rest = text.partition("\n")
    first = _parsed(line) if rest.strip() else None
    if first is not None:
        return Outline("lines", first) if isinstance(first, dict) else _of_whole(first)
    whole = _parsed(text)
    return _of_whole(_parsed(_closed(text)) if whole is None else whole)


def _of_whole(value: Any) -> Outline | None:
    if isinstance(value, dict):
        return Outline("object", value)
    return Outline("array", value[0]) if isinstance(value, list) and value else None


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _closed(text: str) -> str:
    """JSON that breaks off, up to the last comma, with what was open there closed."""
    open_now: list[str] = []
    end, closing = 0, ""
    for token in TOKEN.finditer(text):
        sign = token.group()
        if sign in CLOSED_BY:
            open_now.append(CLOSED_BY[sign])
        elif sign in ("}", "]"):
            if not open_now or open_now.pop() != sign:
                return ""
        elif sign == ",":
            end, closing = token.start(), "".join(reversed(open_now))
    return text[:end] + closing
