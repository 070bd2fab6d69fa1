"""Listing: the kinds of logs and result files that are known, as a table for people."""

from __future__ import annotations

from betterthan.data.reading.sources.compiled import listed_signature
from betterthan.data.reading.sources.known import KNOWN_TABLES, MAPPINGS, text_of
from betterthan.data.reading.sources.table import LOGS
from betterthan.errors import ArgumentError
from betterthan.phrases import unknown_name


def source_rows() -> list[dict[str, str]]:
    """One row per source: its name, the program that writes it, its files, and by what they are recognised."""
    logs = [(log.name, log.title, log.files, log.signature, log.note) for log in LOGS.values()]
    tables = [(each.name, each.title, each.files, listed_signature(each), each.note) for each in KNOWN_TABLES]
    keys = ("name", "program", "files", "recognised_by", "note")
    return [dict(zip(keys, row, strict=True)) for row in (*logs, *tables)]


def described(name: str) -> str:
    """How a source is read: its mapping in TOML, or what its code does.

    Parameters:
        name: the name of a source.
    """
    if name in MAPPINGS:
        return text_of(name)
    row = next((row for row in source_rows() if row["name"] == name), None)
    if row is None:
        raise ArgumentError(unknown_name("source", name, [row["name"] for row in source_rows()]))
    return (
        f'# Read by code, not by a mapping.\ntitle = "{row["program"]}"\nfiles = "{row["files"]}"\n'
        f"# Recognised by: {row['recognised_by']}\n# {row['note']}".rstrip(" #\n")
    )
