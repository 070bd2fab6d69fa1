"""CSV and TSV: one record per line, values separated by a delimiter, the first line naming the columns."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from betterthan.data.engines.engine import Engine
from betterthan.data.reading import text
from betterthan.data.reading.names import METRIC_NAMES, SCORE_NAMES, is_number, plain
from betterthan.data.reading.raw import Column, Raw, numbered, refuse_duplicates
from betterthan.data.reading.sources.source import File, Source, explained, not_utf8, refuse_other_content
from betterthan.data.units import ROLES, ROW_NAMES
from betterthan.errors import ReadingError
from betterthan.phrases import listing

WEKA = "Key_Scheme_version_ID"
"""A column that only WEKA writes, which puts texts in single quotes."""

INDEX = "index"
"""What a column of names without a name is called, as pandas does."""
KNOWN = {*SCORE_NAMES, *METRIC_NAMES, *ROW_NAMES, "metric", *(name for names in ROLES.values() for name in names)}
"""Names that only a header has."""


def opened(engine: Engine, file: File) -> Raw:
    """The records as texts, in columns that the header names."""
    refuse_other_content(file)
    path, source = file.path, file.called
    first_line = file.beginning.decode("utf-8-sig", errors="replace").lstrip().splitlines()[0]
    delimiter = "\t" if file.suffix == ".tsv" else text.delimiter_of(first_line)
    skipped, names, told = _header(path, source, delimiter)
    columns = {name: Column(name, f"c{j}") for j, name in enumerate(names) if name}
    relation = engine.of_csv(
        path,
        [f"c{j}" for j in range(len(names))],
        skip=skipped,
        delimiter=delimiter,
        gzipped=text.is_gzip(path),
        quote="'" if WEKA in names else '"',
    )
    return Raw(
        source,
        numbered(relation, {column.sql: column.sql for column in columns.values()}),
        tuple(columns.values()),
        place=lambda record: f"line {text.line_of_record(path, delimiter, record)}",
        explain=partial(explained, source, partial(_csv_diagnosis, path, source, delimiter)),
        in_place=file.large,
        notes=told,
    )


def _header(path: Path, source: str, delimiter: str) -> tuple[int, list[str], tuple[str, ...]]:
    """The number of blank lines before the header, the names of the columns, and what became of one without."""
    try:
        rows = ((line, record) for line, record in text.records(path, delimiter) if record)
        line, header = next(rows)
        below = next(rows, (0, []))[1]
    except (UnicodeDecodeError, csv.Error):
        raise not_utf8(source, text.encoding_fault(path) or "the header cannot be understood") from None
    names = [name.strip() for name in header]
    _refuse_headless(names, source)
    refuse_duplicates([name for name in names if name], source)
    unnamed = [j for j, name in enumerate(names[1:], start=2) if not name]
    if unnamed or names == [""]:
        raise ReadingError(f"{source}: column {(unnamed or [1])[0]} has no name in the header. Name it, or remove it.")
    if names[0]:
        return line - 1, names, ()
    if below and below[0] and not is_number(below[0]) and INDEX not in names:
        return (
            line - 1,
            [INDEX, *names[1:]],
            (f"The first column of {source} has no name: it is called `{INDEX}` here.",),
        )
    return line - 1, names, (f"The first column of {source} has no name and was ignored (a row index).",)


def _refuse_headless(names: Sequence[str], source: str) -> None:
    """A first line of numbers is data: as a header it would be lost."""
    numbers = [name for name in names if is_number(name)]
    known = any(plain(name) in KNOWN for name in names)
    if numbers and not known:
        raise ReadingError(
            f"{source} begins with {listing(names)}, which looks like data: the line that names the columns is "
            "missing. Add one, such as `case,gpt,llama` for one column per model, or `model,case,score`."
        )


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
