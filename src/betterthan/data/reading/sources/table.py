"""The table of sources: a kind of file is its own module and a line here, or is registered from outside."""

from __future__ import annotations

from betterthan.data.reading.sources.delimited import DELIMITED
from betterthan.data.reading.sources.json_records import JSON
from betterthan.data.reading.sources.parquet import PARQUET
from betterthan.data.reading.sources.source import File, Source
from betterthan.data.reading.sources.spreadsheet import SPREADSHEET
from betterthan.errors import ArgumentError

SOURCES: dict[str, Source] = {source.name: source for source in (PARQUET, SPREADSHEET, JSON, DELIMITED)}
"""In the order in which they are asked whether they recognise a file; the last one takes any text."""


def register(source: Source) -> None:
    """Enter a source from outside; it may not take the name of another."""
    if SOURCES.setdefault(source.name, source) is not source:
        raise ArgumentError(f"There is a source `{source.name}` already; choose another name.")


def source_of(file: File) -> Source:
    """The kind of a file: what a kind without suffixes recognises, such as the log of a program; else what its suffix
    says; else what it looks like."""
    logs = (each for each in SOURCES.values() if not each.suffixes and each.recognises(file))
    named = (each for each in SOURCES.values() if file.suffix in each.suffixes)
    alike = (each for each in SOURCES.values() if each.recognises(file))
    return next(logs, None) or next(named, None) or next(alike, DELIMITED)
