"""Folders: the files in them, and the kinds of logs that these are."""

from __future__ import annotations

import gzip
import os
import zipfile
import zlib
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from betterthan.data.reading import text
from betterthan.data.reading.sources.source import UNREADABLE, File
from betterthan.errors import ReadingError

if TYPE_CHECKING:
    from betterthan.data.reading.sources.log import Log

PARQUET = b"PAR1"
"""What a Parquet file begins and ends with."""
MOST_FILES = 20_000
"""Files of a folder that are looked at: more is hardly meant."""


def suffix_of(path: Path) -> str:
    """The suffix of a file in small letters, without `.gz`.

    Parameters:
        path: the file.
    """
    suffixes = [suffix.lower() for suffix in path.suffixes]
    return suffixes[-2] if suffixes[-1:] == [".gz"] and len(suffixes) > 1 else "".join(suffixes[-1:])


def logs_in(folder: Path, kinds: Collection[Log]) -> tuple[list[File], int]:
    """The logs in a folder and in its folders, and how many other files are there that could have been tables.

    Parameters:
        folder: the folder.
        kinds: the kinds of logs that are known.
    """
    known = {suffix for log in kinds for suffix in log.suffixes}
    found: list[File] = []
    others: list[tuple[Path, File | None]] = []
    for path in _files(folder):
        if suffix_of(path) not in known:
            continue
        file = looked_at(path, folder)
        if file is not None and any(log.recognises(file) for log in kinds):
            found.append(file)
        elif file is None or not any(log.accompanies(file) for log in kinds):
            others.append((path, file))
    if found:
        names = {file.path.name for file in found}
        for path, file in others:
            _refuse_lost_scores(path, file, alike=path.name in names)
    return found, len(others)


def _refuse_lost_scores(path: Path, file: File | None, *, alike: bool) -> None:
    """A file among logs that may hold the scores of a model, if it were whole, is not passed over."""
    if breaks_off(file) if file is not None else _damaged(path):
        raise ReadingError(
            f"`{path}` breaks off, so that nobody can say what it holds. Copy it again, or move it out of the folder."
        )
    if alike and not path.stat().st_size:
        raise ReadingError(
            f"`{path}` is empty, and other files of that name are logs. Copy it again, or move it out of the folder."
        )


def _damaged(path: Path) -> bool:
    """Whether a file is compressed and cannot be unpacked to its end, or to where it is surely too large."""
    if not text.is_gzip(path) or not path.stat().st_size:
        return False
    try:
        text.shrunk_too_much(path)
    except (EOFError, zlib.error, gzip.BadGzipFile):
        return True
    return False


def breaks_off(file: File) -> bool:
    """Whether JSON, an archive or a Parquet file has no end.

    Parameters:
        file: the file.
    """
    if file.beginning.startswith(b"PK\x03\x04"):
        return not zipfile.is_zipfile(file.path)
    if file.beginning.startswith(PARQUET):
        with file.path.open("rb") as whole:
            whole.seek(max(file.path.stat().st_size - len(PARQUET), 0))
            return whole.read() != PARQUET or file.path.stat().st_size < 2 * len(PARQUET)
    if file.beginning.lstrip()[:1] not in (b"{", b"["):
        return False
    return text.last_byte(file.path) not in (b"}", b"]")


def looked_at(path: Path, root: Path) -> File | None:
    """A file of a folder with its first bytes; None if it is empty or cannot be read.

    Parameters:
        path: the file.
        root: the folder that was named.
    """
    try:
        beginning = text.head(path)
        shrunk = text.is_gzip(path) and text.shrunk_too_much(path)
    except UNREADABLE:
        return None
    if shrunk or not beginning.strip():
        return None
    return File(path, f"`{path}`", suffix_of(path), beginning, root=root)


def _files(folder: Path) -> Iterator[Path]:
    """The files below a folder, those of each folder together, without hidden ones."""
    count = 0
    for where, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith((".", "__")))
        for name in sorted(names):
            count += 1
            if count > MOST_FILES:
                raise ReadingError(
                    f"`{folder}` holds more than {MOST_FILES:,} files. Name the folder of each run, or the files."
                )
            if not name.startswith("."):
                yield Path(where) / name
