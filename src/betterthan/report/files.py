"""Files: where a report or a figure may be written, and writing it."""

from __future__ import annotations

from pathlib import Path

from betterthan.answers.kinds import Answer
from betterthan.errors import ArgumentError

FIGURES = (".svg", ".pdf", ".png")


def check_directory(path: Path) -> None:
    """Refuse a place where no file can be."""
    if not path.parent.is_dir():
        raise ArgumentError(f"Cannot write `{path}`: there is no directory `{path.parent}`.")
    if path.is_dir():
        raise ArgumentError(f"Cannot write `{path}`: it is a directory.")


def check_suffix(path: Path, texts: tuple[str, ...]) -> str:
    """The suffix, if it names a form that can be written."""
    known = (*texts, *FIGURES)
    if path.suffix.lower() not in known:
        raise ArgumentError(f"Cannot tell what to write to `{path}`: the suffix must be one of {', '.join(known)}.")
    return path.suffix.lower()


def save_text(text: str, path: Path) -> Path:
    """Write text; if the system refuses, say so in one sentence."""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise ArgumentError(f"Cannot write `{path}`: {error.strerror or error}.") from error
    return path


def save_figure(found: Answer, path: Path) -> Path:
    """Write the main figure; if the system refuses, say so in one sentence."""
    from betterthan.figures.choosing import save

    try:
        save(found, path)
    except OSError as error:
        raise ArgumentError(f"Cannot write `{path}`: {error.strerror or error}.") from error
    return path
