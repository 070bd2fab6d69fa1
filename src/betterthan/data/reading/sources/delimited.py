"""CSV and TSV: one record per line, values separated by a delimiter, the first line naming the columns."""

from __future__ import annotations

import csv
from functools import partial
from pathlib import Path

from betterthan.data.engines.engine import Engine
from betterthan.data.reading import text
from betterthan.data.reading.raw import Column, Raw, numbered, refuse_duplicates
from betterthan.data.reading.sources.source import File, Source, explained, not_utf8, refuse_other_content
from betterthan.errors import ReadingError


def opened(engine: Engine, file: File) -> Raw:
    """The records as texts, in columns that the header names."""
    refuse_other_content(file)
    path, source = file.path, file.called
    first_line = file.beginning.decode("utf-8-sig", errors="replace").lstrip().splitlines()[0]
    delimiter = "\t" if file.suffix == ".tsv" else text.delimiter_of(first_line)
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
        explain=partial(explained, source, partial(_csv_diagnosis, path, source, delimiter)),
        in_place=file.large,
        notes=unnamed,
    )


def _header(path: Path, source: str, delimiter: str) -> tuple[int, list[str]]:
    """The number of blank lines before the header, and the names of the columns."""
    try:
        line, header = next((line, record) for line, record in text.records(path, delimiter) if record)
    except (UnicodeDecodeError, csv.Error):
        raise not_utf8(source, text.encoding_fault(path) or "the header cannot be understood") from None
    names = [name.strip() for name in header]
    refuse_duplicates([name for name in names if name], source)
    unnamed = [j for j, name in enumerate(names[1:], start=2) if not name]
    if unnamed or names == [""]:
        raise ReadingError(f"{source}: column {(unnamed or [1])[0]} has no name in the header. Name it, or remove it.")
    return line - 1, names


def _csv_diagnosis(path: Path, source: str, delimiter: str) -> ReadingError | None:
    fault = text.encoding_fault(path)
    if fault:
        return not_utf8(source, fault)
    fault = text.csv_fault(path, delimiter)
    return ReadingError(f"{source} is not a regular table: {fault}.") if fault else None


DELIMITED = Source(
    name="csv",
    recognises=lambda file: True,  # a line of text is a header, if it is nothing else
    opened=opened,
    suffixes=(".csv", ".tsv", ".txt"),
)
