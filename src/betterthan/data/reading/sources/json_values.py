"""JSON values of logs: where in them something is, and what is wrong with a file that holds them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from betterthan.data.engines.sql import literal
from betterthan.data.limits import LONGEST_JSON, LOOKED_AT
from betterthan.data.reading.text import stream_of


def texts(paths: Sequence[str]) -> str:
    """SQL: what stands at these places of a value `json`, as a list of texts; NULL where there is nothing.

    Parameters:
        paths: JSON pointers.
    """
    return f"json_extract_string(json, [{', '.join(map(literal, paths))}])"


def first_line(path: Path) -> Any:
    """The first record of a file of JSON lines; None if it has none, or the first is not valid.

    Parameters:
        path: the file, which may be compressed by gzip.
    """
    for _, content in _lines(path):
        with suppress(ValueError, RecursionError):
            return json.loads(content)
        return None
    return None


def fault_in_lines(path: Path) -> str | None:
    """The first line of a file of JSON lines that is none, and why.

    Parameters:
        path: the file.
    """
    faults = ((line, json_fault(content)) for line, content in _lines(path))
    return next((f"line {line}: {fault}" for line, fault in faults if fault), None)


def array_is_closed(path: Path) -> bool:
    """Whether a file of one JSON array ends as one; an engine takes what was cut off behind a comma.

    Parameters:
        path: the file, which may be compressed by gzip.
    """
    end = b""
    with stream_of(path) as file:
        while piece := file.read(1 << 20):
            end = (end + piece)[-LOOKED_AT:]
    return end.rstrip().endswith(b"]")


def json_fault(content: bytes) -> str | None:
    """What is wrong with one JSON value, if anything is.

    Parameters:
        content: the value as it stands in the file.
    """
    if len(content) > LONGEST_JSON:
        return f"it is longer than {LONGEST_JSON >> 20} MB, as no record of a log is"
    try:
        json.loads(content)
    except RecursionError:
        return "it is nested too deep"
    except UnicodeDecodeError as error:
        return f"it is not UTF-8 text (byte 0x{content[error.start]:02x})"
    except json.JSONDecodeError as error:
        return f"it is not valid JSON: {error.msg[0].lower()}{error.msg[1:]} (column {error.colno})"
    return None


def _lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """The lines that are not blank; of one that is too long no more than shows it."""
    with stream_of(path) as file:
        line = 0
        while content := file.readline(LONGEST_JSON + 1):
            line += 1
            if content.strip():
                yield line, content
