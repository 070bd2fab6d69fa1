"""Folders: the files in them, and the kinds of logs that these are."""

from __future__ import annotations

import os
import zipfile
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from betterthan.data.reading import text
from betterthan.data.reading.sources.source import UNREADABLE, File
from betterthan.errors import ReadingError

if TYPE_CHECKING:
    from betterthan.data.reading.sources.log import Log

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
    others: list[File | None] = []
    for path in _files(folder):
        if suffix_of(path) not in known:
            continue
        file = looked_at(path, folder)
        if file is not None and any(log.recognises(file) for log in kinds):
            found.append(file)
        elif file is None or not any(log.accompanies(file) for log in kinds):
            others.append(file)
    broken = next((file for file in others if file is not None and breaks_off(file)), None)
    if found and broken is not None:
        raise ReadingError(
            f"{broken.called} breaks off, so that nobody can say what it holds. Copy it again, or move it out of "
            "the folder."
        )
    return found, len(others)


def breaks_off(file: File) -> bool:
    """Whether JSON, or an archive, has no end.

    Parameters:
        file: the file.
    """
    if file.beginning.startswith(b"PK\x03\x04"):
        return not zipfile.is_zipfile(file.path)
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
