"""Records of a JSON log in an engine: by line, as an array or as one object, with bounds and messages."""

from __future__ import annotations

import re

from betterthan.data.engines.engine import Engine, EngineError
from betterthan.data.limits import LONGEST_JSON
from betterthan.data.reading import text
from betterthan.data.reading.sources.json_values import array_is_closed, fault_in_lines
from betterthan.data.reading.sources.source import LOADED_UP_TO, UNREADABLE, File, unreadable
from betterthan.errors import ReadingError


def records_of(engine: Engine, file: File, otherwise: str) -> str:
    """A relation with the records of a file in its column `json`; of one object, the object.

    Parameters:
        engine: where the rows live.
        file: a file of JSON.
        otherwise: what to do with a file that is one object, and too large to be read whole.
    """
    shape = file.outline.shape if file.outline is not None else "object"
    if shape == "array":
        _refuse_open_array(file)
    if shape != "object":
        return engine.json_records([file.path], shape, most=LONGEST_JSON)
    size = text.unpacked_size(file.path)
    if size > LOADED_UP_TO:
        raise ReadingError(
            f"{file.called} is one JSON object of more than {LOADED_UP_TO >> 20} MB, which must be read whole: "
            f"{otherwise}."
        )
    return engine.json_records([file.path], "object", most=max(size + 1, LONGEST_JSON))


def _refuse_open_array(file: File) -> None:
    try:
        closed = array_is_closed(file.path)
    except UNREADABLE as failure:
        raise unreadable(file.called, failure) from None
    if not closed:
        raise ReadingError(
            f"{file.called} is a JSON array that breaks off: its last bracket is missing. Copy it again."
        )


def unreadable_records(file: File, error: EngineError, title: str) -> ReadingError:
    """The message about a log that the engine could not read.

    Parameters:
        file: the log.
        error: what the engine said.
        title: the program that writes such logs.
    """
    if file.outline is not None and file.outline.shape == "lines":
        try:
            fault = fault_in_lines(file.path)
        except UNREADABLE as failure:
            return unreadable(file.called, failure)
        if fault is not None:
            return ReadingError(
                f"{file.called}, {fault}. Every line of such a log of {title} is one JSON object: if the file was cut "
                "off while it was written or copied, copy it again, or remove the line."
            )
    if "byte order mark" in str(error):
        return ReadingError(f"{file.called} begins with a byte order mark, which JSON forbids: save it without one.")
    reason = re.sub(r"^[\w ]+ Error: ", "", str(error).splitlines()[0].rstrip(" ."))
    reason = re.sub(r' in file "[^"]*"', "", reason)
    if "recursion" in reason:
        reason = "it is nested too deep"
    elif "maximum_object_size" in reason:
        reason = f"a record of it is longer than {LONGEST_JSON >> 20} MB"
    return ReadingError(
        f"{file.called} cannot be read as a log of {title}: {reason}. If it was cut off, copy it again."
    )
