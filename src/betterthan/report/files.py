"""Files: where a report or a figure may be written."""

from __future__ import annotations

import os
from pathlib import Path

from betterthan.errors import ArgumentError

FIGURES = (".svg", ".pdf", ".png")


def check_directory(path: Path) -> None:
    """Refuse a place where no file can be."""
    if not path.parent.is_dir():
        raise ArgumentError(f"Cannot write `{path}`: there is no directory `{path.parent}`.")
    if path.is_dir():
        raise ArgumentError(f"Cannot write `{path}`: it is a directory.")
    if path.exists() and not os.access(path, os.W_OK):
        raise ArgumentError(f"Cannot write `{path}`: you may not change this file.")
    if not path.exists() and not os.access(path.resolve().parent, os.W_OK):
        raise ArgumentError(f"Cannot write `{path}`: you may not write in the directory `{path.parent}`.")


def check_suffix(path: Path, texts: tuple[str, ...]) -> str:
    """The suffix, if it names a form that can be written."""
    known = (*texts, *FIGURES)
    if path.suffix.lower() not in known:
        raise ArgumentError(f"Cannot tell what to write to `{path}`: the suffix must be one of {', '.join(known)}.")
    return path.suffix.lower()
