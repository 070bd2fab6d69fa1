"""Paths that are written and paths that are read: no file may be both, or be written twice."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from betterthan.errors import ArgumentError


def check_apart(outputs: Sequence[str], inputs: Sequence[str]) -> None:
    """Refuse an output that is an input, by whatever name, and one that is given twice."""
    for number, output in enumerate(outputs):
        for given in inputs:
            if given != "-":
                _refuse_input(Path(output), Path(given))
        twice = next((other for other in outputs[:number] if _same(Path(output), Path(other))), None)
        if twice is not None:
            also = "" if twice == output else f", also as `{twice}`"
            raise ArgumentError(f"`-o {output}` is given twice{also}: give each file once.")


def _refuse_input(output: Path, given: Path) -> None:
    from betterthan.data.reading.files import is_read_from

    if _same(output, given):
        raise ArgumentError(
            f"`{output}` holds the scores (`{given}`) and would be overwritten. Write to another file with `-o`."
        )
    if given.is_dir() and is_read_from(output, given):
        raise ArgumentError(
            f"`{output}` is in `{given}`, whose files are read as scores, and would be one of them from then on. "
            "Write to another directory with `-o`."
        )


def _same(one: Path, other: Path) -> bool:
    """Whether two paths lead to one file: by another spelling, through a link, or as a hard link."""
    if one.resolve() == other.resolve():
        return True
    return one.exists() and other.exists() and one.samefile(other)
