"""Members of a zip archive as files that an engine reads: stored, deflated, or compressed by zstd (method 93).

Python before 3.14 cannot unpack zstd, but the engine reads files that are compressed so: what lies in the archive is
cut out of it as it is.
"""

from __future__ import annotations

import shutil
import struct
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from betterthan.data.engines.temporary import temporary_directory
from betterthan.data.limits import BOMB, MOST_SHRUNK
from betterthan.errors import ReadingError

ZSTD = 93
LOCAL_HEADER = struct.Struct("<26xHH")
"""Of the 30 bytes before a member the last four: the lengths of its name and of the extra field, which follow them."""
DAMAGED = (zipfile.BadZipFile, zlib.error, EOFError, struct.error, NotImplementedError, RuntimeError)
"""What a damaged archive, or one with a password, raises."""


@contextmanager
def archive_of(path: Path, called: str) -> Iterator[zipfile.ZipFile]:
    """An archive, whose members are known but not unpacked.

    Parameters:
        path: the archive.
        called: what a message calls it.
    """
    try:
        archive = zipfile.ZipFile(path)
    except DAMAGED as error:
        raise _damaged(called, error) from None
    with archive:
        yield archive


@contextmanager
def unpacked(archive: zipfile.ZipFile, name: str, called: str) -> Iterator[Path]:
    """A member as a file of its own, whose name says how it is compressed; it is removed afterwards.

    Parameters:
        archive: the archive.
        name: the member; of several with one name the last.
        called: what a message calls the archive.
    """
    info = archive.getinfo(name)
    if info.file_size > max(BOMB, MOST_SHRUNK * info.compress_size):
        raise ReadingError(
            f"{called}: `{info.filename}` unpacks to more than {MOST_SHRUNK} times its size, as no log does, and may "
            "fill the memory. If it is one, write it again without compression."
        )
    suffix = ".json.zst" if info.compress_type == ZSTD else ".json"
    with tempfile.NamedTemporaryFile(dir=temporary_directory(), suffix=suffix, delete=False) as file:
        target = Path(file.name)
        try:
            _copy(archive, info, file)
        except DAMAGED as error:
            target.unlink()
            raise _damaged(called, error) from None
    try:
        yield target
    finally:
        target.unlink(missing_ok=True)


def _copy(archive: zipfile.ZipFile, info: zipfile.ZipInfo, file: IO[bytes]) -> None:
    if info.compress_type != ZSTD:
        with archive.open(info) as member:
            shutil.copyfileobj(member, file)
        return
    with Path(str(archive.filename)).open("rb") as whole:
        whole.seek(info.header_offset)
        name, extra = LOCAL_HEADER.unpack(whole.read(LOCAL_HEADER.size))
        whole.seek(name + extra, 1)
        left = info.compress_size
        while left:
            piece = whole.read(min(left, 1 << 20))
            if not piece:
                raise EOFError("it breaks off")
            file.write(piece)
            left -= len(piece)


def _damaged(called: str, error: Exception) -> ReadingError:
    return ReadingError(
        f"{called} is a damaged archive, or one that was cut off while it was written or copied ({error}). Copy it "
        "again."
    )
