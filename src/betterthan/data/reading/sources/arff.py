"""ARFF, as WEKA writes it: names of attributes, then rows of values, with single quotes around texts."""

from __future__ import annotations

import re
from functools import partial

from betterthan.data.engines.engine import Engine
from betterthan.data.reading import text
from betterthan.data.reading.raw import Column, Raw, numbered, refuse_duplicates
from betterthan.data.reading.sources.source import File, Source, explained, refuse_other_content
from betterthan.errors import ReadingError

ATTRIBUTE = re.compile(r"""@attribute\s+(?:'((?:[^'\\]|\\.)*)'|"([^"]*)"|(\S+))""", re.IGNORECASE)
HEADER = re.compile(rb"\s*(%[^\n]*\n\s*)*@relation\b", re.IGNORECASE)


def is_arff(file: File) -> bool:
    """By its first word that is no comment."""
    return HEADER.match(file.beginning) is not None


def opened(engine: Engine, file: File) -> Raw:
    """The rows as texts, in columns that the attributes name; a question mark is no value."""
    refuse_other_content(file)
    names, skipped = _header(file)
    refuse_duplicates(names, file.called)
    columns = tuple(Column(name, f"c{j}", na=("?",)) for j, name in enumerate(names))
    relation = engine.of_csv(
        file.path,
        [column.sql for column in columns],
        skip=skipped,
        delimiter=",",
        gzipped=text.is_gzip(file.path),
        quote="'",
    )
    return Raw(
        file.called,
        numbered(relation, {column.sql: column.sql for column in columns}),
        columns,
        place=lambda record: f"row {record} below @data",
        explain=partial(explained, file.called, lambda: None),
        in_place=file.large,
    )


def _header(file: File) -> tuple[list[str], int]:
    """The names of the attributes, and the number of lines before `@data`."""
    names = []
    with text.stream_of(file.path) as lines:
        for number, raw in enumerate(lines):
            line = raw.decode("utf-8", errors="replace").strip()
            found = ATTRIBUTE.match(line)
            if found:
                names.append(next(group for group in found.groups() if group is not None))
            elif line.lower() == "@data":
                return names, number
    raise ReadingError(f"{file.called} is an ARFF file without `@data`: is it complete?")


ARFF = Source(name="arff", recognises=is_arff, opened=opened, suffixes=(".arff",))
