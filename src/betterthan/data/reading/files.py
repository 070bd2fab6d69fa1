"""Files: what they are by name or content, and as raw tables; with a message of its own for each that is no table."""

from __future__ import annotations

import csv
import gzip
import json
import re
import shutil
import sys
import tempfile
import zlib
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from difflib import get_close_matches
from functools import partial
from itertools import islice
from os import PathLike
from pathlib import Path
from typing import IO, Any, TypeAlias

from betterthan.data.engines.engine import Engine, EngineError
from betterthan.data.engines.sql import identifier
from betterthan.data.engines.temporary import temporary_directory
from betterthan.data.reading import text
from betterthan.data.reading.raw import Column, Raw, in_memory, numbered, refuse_duplicates, unexplained
from betterthan.errors import ReadingError
from betterthan.phrases import listing

PathText: TypeAlias = str | PathLike[str]

UNREADABLE = (OSError, EOFError, zlib.error)

LOADED_UP_TO = 512 * 2**20
"""Text files up to this many bytes are loaded once; larger ones, and Parquet, are read where they are, when needed."""

FORMATS = {
    ".csv": "csv", ".tsv": "csv", ".txt": "csv", ".parquet": "parquet",
    ".json": "json", ".jsonl": "json", ".ndjson": "json",
}  # fmt: skip
IN_DIRECTORIES = (".csv", ".tsv", ".parquet", ".json", ".jsonl", ".ndjson")
ACCEPTED = "CSV, TSV, Parquet, JSON and JSONL files (.csv and .jsonl also as .gz)"
ADVICE = {
    ".xlsx .xls .ods .numbers": "Export the sheet as CSV.",
    ".zip .bz2 .xz .zst .7z .tar .tgz .rar": "Unpack it first.",
    ".pkl .pickle .joblib .npy .npz .h5 .hdf5 .feather .arrow .rds .rdata": "Save the table as Parquet or CSV.",
    ".sav .dta .sas7bdat .mat .db .sqlite .duckdb": "Export the table as CSV or Parquet.",
}
"""Suffixes that people try, and what to do instead."""


def open_files(engine: Engine, paths: Sequence[PathText]) -> list[Raw]:
    """One raw table per file; a directory stands for the tables in it.

    Parameters:
        engine: where the rows live.
        paths: files and directories, or `-` for standard input.
    """
    expanded = [str(file) for path in paths for file in _expand(path)]
    names = _model_names(expanded)
    return [replace(_open(engine, file), model=name) for file, name in zip(expanded, names, strict=True)]


def _expand(path: PathText) -> list[PathText]:
    if str(path) == "-" or not Path(path).is_dir():
        return [path]
    files = sorted(Path(path).iterdir())
    known = [file for file in files if _suffix(file) in IN_DIRECTORIES and file.is_file()]
    if not known:
        there = listing([file.name for file in files]) or "nothing"
        raise ReadingError(
            f"`{path}` is a directory without known files (there is {there}). Accepted are {ACCEPTED}: name the file."
        )
    return list(known)


def _model_names(files: Sequence[str]) -> list[str]:
    """The stem of each file; where two files share a stem, the whole path without suffixes."""
    stems = [_without_suffix(Path(file)) for file in files]
    count = Counter(stem.name for stem in stems)
    return [stem.name if count[stem.name] == 1 else stem.as_posix() for stem in stems]


def _open(engine: Engine, name: str) -> Raw:
    if name == "-":
        return _open_as(engine, _spooled(sys.stdin.buffer), "standard input", None)
    path = Path(name)
    _refuse_missing(path, name)
    suffix = _suffix(path)
    for suffixes, advice in ADVICE.items():
        if suffix in suffixes.split():
            raise ReadingError(f"`{name}`: files of type {suffix} are not read. Accepted are {ACCEPTED}. {advice}")
    if not path.is_file():  # a pipe, as in `compare <(command)`
        with path.open("rb") as stream:
            path = _spooled(stream)
    return _open_as(engine, path, f"`{name}`", suffix)


def _spooled(stream: IO[bytes]) -> Path:
    """A stream as a file: an engine reads a file in parallel, and more than once."""
    with tempfile.NamedTemporaryFile(dir=temporary_directory(), delete=False) as file:
        shutil.copyfileobj(stream, file)
    return Path(file.name)


def _open_as(engine: Engine, path: Path, source: str, suffix: str | None) -> Raw:
    try:
        beginning = text.head(path)
    except UNREADABLE as error:
        raise _unreadable(source, error) from None
    if not beginning.strip():
        raise ReadingError(f"{source} is empty. A table begins with a line that names its columns.")
    kind = FORMATS.get(suffix or "") or _sniffed(beginning)
    if kind == "parquet":
        return _parquet(engine, path, source, beginning)
    _refuse_other_content(beginning, source)
    if kind == "json":
        return _json(engine, path, source, beginning)
    return _csv(engine, path, source, beginning, "\t" if suffix == ".tsv" else None)


def _sniffed(beginning: bytes) -> str:
    if beginning.startswith(b"PAR1"):
        return "parquet"
    return "json" if beginning.lstrip()[:1] in (b"{", b"[") else "csv"


def _refuse_missing(path: Path, name: str) -> None:
    if path.exists():
        return
    folder = path.parent
    near = get_close_matches(path.name, [file.name for file in folder.iterdir()], n=1) if folder.is_dir() else []
    hint = f"Did you mean `{folder / near[0]}`?" if near else "Check the path; it is relative to the current directory."
    raise ReadingError(f"There is no file `{name}`. {hint}")


def _refuse_other_content(beginning: bytes, source: str) -> None:
    """Text formats only from here on."""
    if beginning.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise ReadingError(f"{source} is encoded as UTF-16. Accepted is UTF-8: save it again as UTF-8.")
    if beginning.startswith(b"PAR1"):
        raise ReadingError(f"{source} is a Parquet file by its content. Give it the suffix .parquet.")
    if b"\0" in beginning:
        raise ReadingError(f"{source} is not a table: it is a binary file. Accepted are {ACCEPTED}.")
    if re.match(
        rb"\s*<(!doctype|html|\?xml|table|svg|head|body)", beginning.removeprefix(b"\xef\xbb\xbf"), re.IGNORECASE
    ):
        raise ReadingError(
            f"{source} is not a table: it is a web page or XML (it begins with `<`). Accepted are {ACCEPTED}. "
            "If it was downloaded, look for the link to the raw file."
        )


def _csv(engine: Engine, path: Path, source: str, beginning: bytes, delimiter: str | None) -> Raw:
    first_line = beginning.decode("utf-8-sig", errors="replace").lstrip().splitlines()[0]
    delimiter = delimiter or text.delimiter_of(first_line)
    skipped, names = _header(path, source, delimiter)
    columns = {name: Column(name, f"c{j}") for j, name in enumerate(names) if name}
    relation = engine.of_csv(
        path, [f"c{j}" for j in range(len(names))], skip=skipped, delimiter=delimiter, gzipped=text.is_gzip(path)
    )
    unnamed = (f"The first column of {source} has no name and was ignored (a row index).",) if not names[0] else ()
    return Raw(
        source,
        numbered(relation, {column.sql: column.sql for column in columns.values()}),
        tuple(columns.values()),
        place=lambda record: f"line {text.line_of_record(path, delimiter, record)}",
        explain=partial(_explain, source, partial(_csv_diagnosis, path, source, delimiter)),
        in_place=path.stat().st_size > LOADED_UP_TO,
        notes=unnamed,
    )


def _header(path: Path, source: str, delimiter: str) -> tuple[int, list[str]]:
    """The number of blank lines before the header, and the names of the columns."""
    try:
        line, header = next((line, record) for line, record in text.records(path, delimiter) if record)
    except (UnicodeDecodeError, csv.Error):
        raise _not_utf8(source, text.encoding_fault(path) or "the header cannot be understood") from None
    names = [name.strip() for name in header]
    refuse_duplicates([name for name in names if name], source)
    unnamed = [j for j, name in enumerate(names[1:], start=2) if not name]
    if unnamed or names == [""]:
        raise ReadingError(f"{source}: column {(unnamed or [1])[0]} has no name in the header. Name it, or remove it.")
    return line - 1, names


def _explain(source: str, diagnose: Callable[[], ReadingError | None], error: EngineError) -> ReadingError:
    """What Python finds wrong with a file that the engine could not read; else what the engine said."""
    try:
        return diagnose() or unexplained(source, error)
    except UNREADABLE as failure:
        return _unreadable(source, failure)


def _csv_diagnosis(path: Path, source: str, delimiter: str) -> ReadingError | None:
    fault = text.encoding_fault(path)
    if fault:
        return _not_utf8(source, fault)
    fault = text.csv_fault(path, delimiter)
    return ReadingError(f"{source} is not a regular table: {fault}.") if fault else None


def _unreadable(source: str, error: Exception) -> ReadingError:
    if isinstance(error, gzip.BadGzipFile):
        return ReadingError(f"{source} is not a gzip file by its content. Remove the suffix .gz.")
    if isinstance(error, OSError):
        return ReadingError(f"{source} cannot be read: {error.strerror or error}.")
    return ReadingError(f"{source} is damaged: its compressed content breaks off. Copy or download it again.")


def _not_utf8(source: str, fault: str) -> ReadingError:
    return ReadingError(f"{source} cannot be read as text: {fault}. Accepted is UTF-8: save it again as UTF-8.")


def _json(engine: Engine, path: Path, source: str, beginning: bytes) -> Raw:
    if beginning.startswith(b"\xef\xbb\xbf"):
        raise ReadingError(f"{source} begins with a byte order mark, which JSON forbids: save it as UTF-8 without one.")
    array = beginning.lstrip().startswith(b"[")
    if not array:
        columns = _json_columns(path, source)
        if columns is not None:
            return in_memory(engine, columns, source)
    explain = partial(_explain, source, partial(_json_diagnosis, path, source, not array))
    try:
        keys = engine.json_keys(path, array=array, gzipped=text.is_gzip(path))
    except EngineError as error:
        raise explain(error) from None
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
        in_place=path.stat().st_size > LOADED_UP_TO,
    )


def _longest_first(row: tuple[list[str]]) -> tuple[int, list[str]]:
    return -len(row[0]), row[0]


def _json_columns(path: Path, source: str) -> dict[str, Any] | None:
    """The columns, if the file is one JSON object; None if it has one record per line, or is not valid."""
    lines = [content for _, content in islice(text.json_lines(path), 2)]
    first = _parsed(lines[0])
    if first is not None and len(lines) > 1:
        return None
    if path.stat().st_size > LOADED_UP_TO:
        raise ReadingError(f"{source} is one large JSON object, which must be read whole: save it as JSONL or Parquet.")
    whole = first if first is not None else _parsed(text.whole(path))
    if not isinstance(whole, dict):
        return None
    if all(isinstance(values, dict) for values in whole.values()):  # what pandas writes
        return {name: list(values.values()) for name, values in whole.items()}
    if all(isinstance(values, list) for values in whole.values()):
        return whole
    if any(isinstance(values, list) for values in whole.values()):
        raise _no_records(source)
    return {name: [value] for name, value in whole.items()}


def _parsed(content: bytes) -> Any:
    try:
        return json.loads(content)
    except ValueError:
        return None


_JSON_SHAPES = "Accepted are an array of records, one record per line, or an object with one array per column."


def _no_records(source: str) -> ReadingError:
    return ReadingError(f"{source} is JSON, but not a table. {_JSON_SHAPES}")


def _json_diagnosis(path: Path, source: str, by_line: bool) -> ReadingError | None:
    fault = text.encoding_fault(path)
    if fault:
        return _not_utf8(source, fault)
    small = by_line or path.stat().st_size <= LOADED_UP_TO
    fault = text.json_fault(path, by_line=by_line) if small else None
    return ReadingError(f"{source} is not valid JSON: {fault}. {_JSON_SHAPES}") if fault else None


def _parquet(engine: Engine, path: Path, source: str, beginning: bytes) -> Raw:
    if not beginning.startswith(b"PAR1"):
        raise ReadingError(f"{source} is not a Parquet file by its content. Give it the suffix of what it is.")
    relation = engine.of_parquet(path)
    try:
        described = engine.types(relation)
    except EngineError as error:
        raise unexplained(source, error) from None
    columns = tuple(Column(name, f"c{j}", kind) for j, (name, kind) in enumerate(described.items()))
    return Raw(
        source,
        numbered(relation, {column.sql: identifier(column.name) for column in columns}),
        columns,
        place=lambda record: f"row {record}",
        explain=partial(unexplained, source),
        in_place=True,
    )


def _suffix(path: Path) -> str:
    suffixes = [suffix.lower() for suffix in path.suffixes]
    return suffixes[-2] if suffixes[-1:] == [".gz"] and len(suffixes) > 1 else "".join(suffixes[-1:])


def _without_suffix(path: Path) -> Path:
    return path.with_suffix("").with_suffix("") if text.is_gzip(path) else path.with_suffix("")
