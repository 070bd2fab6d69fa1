"""Files, written whole or not at all: under a temporary name, which becomes the real one when everything is there."""

from __future__ import annotations

import os
import secrets
import shutil
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

from betterthan.errors import ArgumentError


def save_all(contents: Mapping[Path, bytes]) -> None:
    """Write files; none of them is touched before all are complete, and whatever goes wrong leaves nothing behind.

    Parameters:
        contents: what to write, by where to.
    """
    with ExitStack() as leaving:
        staged = [(path, leaving.enter_context(_staged(path, content))) for path, content in contents.items()]
        for path, temporary in staged:
            with _refusals(path):
                if temporary is None:
                    path.write_bytes(contents[path])
                else:
                    temporary.replace(path.resolve())  # what a link leads to, not the link


@contextmanager
def _staged(path: Path, content: bytes) -> Iterator[Path | None]:
    """The content in a file beside the one it will replace; None where no file can be replaced."""
    if not _replaceable(path):
        yield None
        return
    target = path.resolve()
    temporary = target.with_name(f".betterthan-{secrets.token_hex(6)}")
    try:
        with _refusals(path):
            _write_to_disk(temporary, content)
            if target.exists():
                shutil.copymode(target, temporary)
        yield temporary
    finally:
        temporary.unlink(missing_ok=True)


def _replaceable(path: Path) -> bool:
    """A device or a pipe takes what it is given; so does a file that may be changed in a directory that may not."""
    return not path.exists() or (path.is_file() and os.access(path.resolve().parent, os.W_OK))


def _write_to_disk(path: Path, content: bytes) -> None:
    """Write, and wait until the disk has it: a disk that is full may say so only then."""
    with path.open("xb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


@contextmanager
def _refusals(path: Path) -> Iterator[None]:
    """If the system refuses, say so in one sentence."""
    try:
        yield
    except OSError as error:
        raise ArgumentError(f"Cannot write `{path}`: {error.strerror or error}.") from None
