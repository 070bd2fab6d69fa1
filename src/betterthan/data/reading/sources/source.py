"""What a kind of file is: how it is recognised, how it becomes a raw table, and the faults that all kinds share."""

from __future__ import annotations

import gzip
import re
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from betterthan.data.engines.engine import Engine, EngineError
from betterthan.data.limits import LOOKED_AT
from betterthan.data.reading import text
from betterthan.data.reading.sources.contents import refuse_known_binary
from betterthan.data.reading.sources.outline import MOST, Outline, outline_of
from betterthan.data.reading.unexplained import unexplained
from betterthan.errors import ReadingError

if TYPE_CHECKING:
    from betterthan.data.reading.raw import Raw

UNREADABLE = (OSError, EOFError, zlib.error)

BYTE_ORDER_MARK = b"\xef\xbb\xbf"

BAD_CHECKSUM = re.compile("CRC check failed|Incorrect length")
"""What Python says of a gzip file that is one, but damaged."""

TOO_LONG = re.compile(r'"maximum_object_size" of (\d+) bytes exceeded')
"""What the engine says of a record that is longer than it takes."""

LOADED_UP_TO = 512 * 2**20
"""Text files up to this many bytes are loaded once; larger ones, and Parquet, are read where they are, when needed."""

ACCEPTED = "CSV, TSV, Parquet, JSON and JSONL files (.csv and .jsonl also as .gz)"


@dataclass(frozen=True)
class File:
    """A file that is there and is not empty.

    Parameters:
        path: where it is; of a stream, where it was spooled to.
        called: what a message calls it.
        suffix: the suffix that the user gave it, without `.gz`; None for standard input.
        beginning: its first bytes, unpacked.
        part: the part of the file that was named behind a #: a sheet; None if none was.
        root: the folder that the user named, in which it was found; None if the file was named itself.
        named: the path as the user gave it; None for a stream, or a file of a folder.
    """

    path: Path
    called: str
    suffix: str | None
    beginning: bytes
    part: str | None = None
    root: Path | None = None
    named: Path | None = None

    @cached_property
    def outline(self) -> Outline | None:
        """The shape and the first keys of a JSON file; None if it is something else."""
        if self.beginning.removeprefix(BYTE_ORDER_MARK).lstrip()[:1] not in (b"{", b"["):
            return None
        found = outline_of(self.beginning)
        enough = len(self.beginning) < LOOKED_AT or (found is not None and found.shape == "lines")
        return found if enough else outline_of(text.head(self.path, MOST))

    @property
    def shown(self) -> str:
        """What a table calls it, which needs no quotes."""
        return self.called.strip("`")

    @property
    def large(self) -> bool:
        """Whether it is left where it is instead of being loaded."""
        return self.path.stat().st_size > LOADED_UP_TO


@dataclass(frozen=True, kw_only=True)
class Source:
    """A kind of file that scores are read from.

    Parameters:
        name: what it is called in the table.
        recognises: whether a file is of this kind, by its content or its name.
        opened: the file as a raw table; `raw.in_memory(engine, columns, file.called)` makes one of a dict of arrays.
        suffixes: files named so are of this kind, unless a kind without suffixes recognises them.
    """

    name: str
    recognises: Callable[[File], bool]
    opened: Callable[[Engine, File], Raw]
    suffixes: tuple[str, ...] = ()


def refuse_other_content(file: File) -> None:
    """Text formats only from here on."""
    beginning, source = file.beginning, file.called
    if beginning.startswith(b"PAR1"):
        raise ReadingError(f"{source} is a Parquet file by its content. Give it the suffix .parquet.")
    refuse_binary(beginning, source)
    if re.match(
        rb"\s*<(!doctype|html|\?xml|table|svg|head|body)", beginning.removeprefix(b"\xef\xbb\xbf"), re.IGNORECASE
    ):
        raise ReadingError(
            f"{source} is not a table: it is a web page or XML (it begins with `<`). Accepted are {ACCEPTED}. "
            "If it was downloaded, look for the link to the raw file."
        )


def refuse_binary(beginning: bytes, source: str) -> None:
    """Refuse what is no text by its first bytes.

    Parameters:
        beginning: the first bytes.
        source: what a message calls the file.
    """
    if beginning.startswith((b"\xff\xfe\0\0", b"\0\0\xfe\xff")):
        raise ReadingError(f"{source} is encoded as UTF-32. Accepted is UTF-8: save it again as UTF-8.")
    if beginning.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise ReadingError(f"{source} is encoded as UTF-16. Accepted is UTF-8: save it again as UTF-8.")
    refuse_known_binary(beginning, source, ACCEPTED)
    if b"\0" in beginning:
        raise ReadingError(f"{source} is not a table: it is a binary file. Accepted are {ACCEPTED}.")


def explained(source: str, diagnose: Callable[[], ReadingError | None], error: EngineError) -> ReadingError:
    """What Python finds wrong with a file that the engine could not read; else what the engine said."""
    most = TOO_LONG.search(str(error))
    if most:  # Python would read all of it
        return too_long(source, int(most[1]))
    try:
        return diagnose() or unexplained(source, error)
    except UNREADABLE as failure:
        return unreadable(source, failure)


def too_long(source: str, most: int) -> ReadingError:
    """The message about a record that is longer than any record of scores.

    Parameters:
        source: what it calls the file.
        most: bytes that a record may have.
    """
    return ReadingError(
        f"{source} has a record of more than {most >> 20} MB, which is no record of scores. Check what it holds."
    )


def unreadable(source: str, error: Exception) -> ReadingError:
    """The message about a file that the system or its compression does not let us read."""
    if isinstance(error, gzip.BadGzipFile) and BAD_CHECKSUM.search(str(error)):
        return ReadingError(
            f"{source} is damaged: its checksum does not fit its content ({error}). Copy or download it again."
        )
    if isinstance(error, gzip.BadGzipFile):
        return ReadingError(f"{source} is not a gzip file by its content. Remove the suffix .gz.")
    if isinstance(error, OSError):
        return ReadingError(f"{source} cannot be read: {error.strerror or error}.")
    return ReadingError(f"{source} is damaged: its compressed content breaks off. Copy or download it again.")


def not_utf8(source: str, fault: str) -> ReadingError:
    """The message about a text in another encoding."""
    return ReadingError(f"{source} cannot be read as text: {fault}. Accepted is UTF-8: save it again as UTF-8.")
