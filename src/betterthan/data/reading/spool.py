"""Pipes: looked at, since one may be endless, and copied to a file, which an engine reads more than once."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import IO

from betterthan.data.engines.temporary import temporary_directory
from betterthan.data.limits import LOOKED_AT, SPOOL_LIMIT
from betterthan.data.reading.sources.source import ACCEPTED, refuse_binary
from betterthan.data.reading.text import delimiter_of
from betterthan.errors import ReadingError
from betterthan.phrases import cut, is_number

CHUNK = 1 << 20


def spooled(stream: IO[bytes], source: str) -> Path:
    """A stream as a file, if it looks like a table and ends.

    Parameters:
        stream: what is read.
        source: what a message calls it.
    """
    beginning = _beginning(stream)
    _refuse_no_table(beginning, source)
    with tempfile.NamedTemporaryFile(dir=temporary_directory(), delete=False) as file:
        try:
            _copy(stream, file, beginning, source)
        except OSError as error:
            raise ReadingError(
                f"{source} cannot be copied to `{Path(file.name).parent}`: {error.strerror or error}. Name a directory "
                "with more room in the environment variable TMPDIR, or save the table to a file and name that."
            ) from None
    return Path(file.name)


def _beginning(stream: IO[bytes]) -> bytes:
    """The first bytes, as many as there are up to the number that is looked at; a pipe gives them in pieces."""
    found = b""
    while len(found) < LOOKED_AT:
        more = stream.read(LOOKED_AT - len(found))
        if not more:
            break
        found += more
    return found


def _copy(stream: IO[bytes], file: IO[bytes], beginning: bytes, source: str) -> None:
    limit, size, more = SPOOL_LIMIT.get(), 0, beginning
    while more:
        size += len(more)
        if size > limit:
            raise ReadingError(
                f"{source} is longer than {limit / 1e9:g} GB, and may never end. If it is a table of that size, save "
                "it to a file and name that, or allow more with `betterthan.data.limits.SPOOL_LIMIT`."
            )
        file.write(more)
        more = stream.read(CHUNK)


def _refuse_no_table(beginning: bytes, source: str) -> None:
    """What a glance shows not to be a table, before an endless one fills the disk."""
    if not beginning.startswith(b"PAR1"):
        refuse_binary(beginning, source)
    if len(beginning) < LOOKED_AT or beginning.lstrip()[:1] in (b"{", b"[") or beginning.startswith(b"PAR1"):
        return
    head, *lines = beginning.decode("utf-8", errors="replace").lstrip().split("\n")
    one_column = delimiter_of(head) not in head
    if one_column and not any(_is_score(line) for line in lines):
        raise ReadingError(
            f"{source} is not a table of scores: its first line is `{cut(head.strip(), 60)}`, and there is no number "
            f"in the {len(lines):,} lines below. Accepted are {ACCEPTED}; the first line names the columns."
        )


def _is_score(line: str) -> bool:
    return is_number(line) or line.strip().lower() in ("true", "false")
