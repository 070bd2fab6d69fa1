"""JSON: an array of records, one record per line, or an object with one array per column."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

from betterthan.data.engines.engine import Engine, EngineError
from betterthan.data.engines.sql import identifier
from betterthan.data.reading import text
from betterthan.data.reading.names import is_number
from betterthan.data.reading.raw import Column, Raw, in_memory, numbered, refuse_duplicates
from betterthan.data.reading.sources.source import LOADED_UP_TO, File, Source, explained, not_utf8, refuse_other_content
from betterthan.errors import ReadingError

_JSON_SHAPES = "Accepted are an array of records, one record per line, or an object with one array per column."


def opened(engine: Engine, file: File) -> Raw:
    """The records as texts, in columns named by all keys that occur."""
    refuse_other_content(file)
    path, source, beginning = file.path, file.called, file.beginning
    if beginning.startswith(b"\xef\xbb\xbf"):
        raise ReadingError(f"{source} begins with a byte order mark, which JSON forbids: save it as UTF-8 without one.")
    array = beginning.lstrip().startswith(b"[")
    if not array:
        columns = _columns(file)
        if columns is not None:
            return in_memory(engine, columns, source)
    explain = partial(explained, source, partial(_diagnosis, file, not array))
    try:
        keys = engine.json_keys(path, array=array, gzipped=text.is_gzip(path))
    except EngineError as error:
        raise explain(error) from None
    if array and text.last_byte(path) != b"]":  # an engine takes what was cut off behind a comma
        raise ReadingError(f"{source} is not valid JSON: its array has no end. Was it cut off? {_JSON_SHAPES}")
    names = list(dict.fromkeys(name for (row,) in sorted(keys, key=_longest_first) for name in row))
    if not keys:
        raise ReadingError(f"{source} is an empty array. {_JSON_SHAPES}")
    if any(not row for (row,) in keys):
        raise _no_records(source)
    refuse_duplicates([name.lower() for name in names], source)
    relation = engine.of_json(path, names, array=array, gzipped=text.is_gzip(path))
    return Raw(
        source,
        numbered(relation, {f"c{j}": identifier(name) for j, name in enumerate(names)}),
        tuple(Column(name, f"c{j}") for j, name in enumerate(names)),
        place=(lambda record: f"record {record}")
        if array
        else lambda record: f"line {text.line_of_json(path, record)}",
        explain=explain,
        in_place=file.large,
    )


def _longest_first(row: tuple[list[str]]) -> tuple[int, list[str]]:
    return -len(row[0]), row[0]


def _columns(file: File) -> dict[str, Any] | None:
    """The columns, if the file is one JSON object; None if it has one record per line, or is not valid."""
    line, more = text.first_line(file.path, LOADED_UP_TO)
    cut = len(line) == LOADED_UP_TO
    first = None if cut else _parsed(line, file.called)
    if first is not None and more:
        return None
    if file.large or cut:
        raise ReadingError(
            f"{file.called} is one large JSON object, which must be read whole: save it as JSONL or Parquet."
        )
    whole = first if first is not None else _parsed(text.whole(file.path), file.called)
    if not isinstance(whole, dict):
        return None
    if all(isinstance(values, dict) for values in whole.values()):  # what pandas writes
        return _from_pandas(whole)
    if all(isinstance(values, list) for values in whole.values()):
        return whole
    if any(isinstance(values, list) for values in whole.values()):
        raise _no_records(file.called)
    return {name: [value] for name, value in whole.items()}


def _from_pandas(columns: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """Columns of values by row; rows that have names, and not only numbers, are a column too."""
    rows = list(dict.fromkeys(row for values in columns.values() for row in values))
    found = {name: [values.get(row) for row in rows] for name, values in columns.items()}
    return found if all(map(is_number, rows)) or "index" in found else {"index": rows, **found}


def _parsed(content: bytes, source: str) -> Any:
    try:
        return json.loads(content)
    except RecursionError:
        raise ReadingError(f"{source} is JSON, but not a table: it is nested too deep. {_JSON_SHAPES}") from None
    except ValueError:
        return None


def _no_records(source: str) -> ReadingError:
    return ReadingError(f"{source} is JSON, but not a table. {_JSON_SHAPES}")


def _diagnosis(file: File, by_line: bool) -> ReadingError | None:
    fault = text.encoding_fault(file.path)
    if fault:
        return not_utf8(file.called, fault)
    small = by_line or not file.large
    fault = text.json_fault(file.path, by_line=by_line) if small else None
    return ReadingError(f"{file.called} is not valid JSON: {fault}. {_JSON_SHAPES}") if fault else None


JSON = Source(
    name="json",
    recognises=lambda file: file.beginning.lstrip()[:1] in (b"{", b"["),
    opened=opened,
    suffixes=(".json", ".jsonl", ".ndjson"),
)
