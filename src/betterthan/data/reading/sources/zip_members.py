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


def members(path: Path, called: str) -> dict[str, zipfile.ZipInfo]:
    """What an archive holds, by name; of members with one name, the last counts.

    Parameters:
        path: the archive.
        called: what a message calls it.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            return {info.filename: info for info in archive.infolist()}
    except DAMAGED as error:
        raise _damaged(called, error) from None


@contextmanager
def unpacked(path: Path, info: zipfile.ZipInfo, called: str) -> Iterator[Path]:
    """A member as a file of its own, whose name says how it is compressed; it is removed afterwards.

    Parameters:
        path: the archive.
        info: the member.
        called: what a message calls the archive.
    """
    if info.file_size > max(BOMB, MOST_SHRUNK * info.compress_size):
        raise ReadingError(
            f"{called}: `{info.filename}` unpacks to more than {MOST_SHRUNK} times its size, as no log does, and may "
            "fill the memory. If it is one, write it again without compression."
        )
    suffix = ".json.zst" if info.compress_type == ZSTD else ".json"
    with tempfile.NamedTemporaryFile(dir=temporary_directory(), suffix=suffix, delete=False) as file:
        try:
            _copy(path, info, file)
        except DAMAGED as error:
            raise _damaged(called, error) from None
        finally:
            file.close()
    try:
        yield Path(file.name)
    finally:
        Path(file.name).unlink(missing_ok=True)


def _copy(path: Path, info: zipfile.ZipInfo, file: IO[bytes]) -> None:
    if info.compress_type != ZSTD:
        with zipfile.ZipFile(path) as archive, archive.open(info) as member:
            shutil.copyfileobj(member, file)
        return
    with path.open("rb") as archive_file:
        archive_file.seek(info.header_offset)
        name, extra = LOCAL_HEADER.unpack(archive_file.read(30))
        archive_file.seek(name + extra, 1)
        left = info.compress_size
        while left:
            piece = archive_file.read(min(left, 1 << 20))
            if not piece:
                raise EOFError("it breaks off")
            file.write(piece)
            left -= len(piece)


def _damaged(called: str, error: Exception) -> ReadingError:
    return ReadingError(
        f"{called} is a damaged archive, or one that was cut off while it was written or copied ({error}). Copy it "
        "again."
    )
