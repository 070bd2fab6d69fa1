"""Files: which ones are meant, and each as a raw table; with a message for each that is missing or cannot be read."""

from __future__ import annotations

import os
import re
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from difflib import get_close_matches
from glob import glob
from os import PathLike
from pathlib import Path
from typing import TypeAlias

from betterthan.data.engines.engine import Engine
from betterthan.data.limits import MOST_SHRUNK
from betterthan.data.reading import text
from betterthan.data.reading.raw import A_MODEL, Raw
from betterthan.data.reading.sources.source import ACCEPTED, UNREADABLE, File, unreadable
from betterthan.data.reading.sources.table import source_of
from betterthan.data.reading.spool import spooled
from betterthan.errors import ReadingError
from betterthan.phrases import listing

STANDARD_INPUT = "standard input"
PathText: TypeAlias = str | PathLike[str]

WITH_PARTS = (".xlsx", ".xlsm")
"""Files that may hold several tables, one of which is named behind a #."""
IN_DIRECTORIES = (".csv", ".tsv", ".parquet", ".json", ".jsonl", ".ndjson")
ADVICE = {
    ".xls .xlsb .ods .numbers": "Save it as .xlsx, or export the sheet as CSV.",
    ".zip .bz2 .xz .zst .7z .tar .tgz .rar": "Unpack it first.",
    ".pkl .pickle .joblib .npy .npz .h5 .hdf5 .feather .arrow .rds .rdata": "Save the table as Parquet or CSV.",
    ".sav .dta .sas7bdat .mat .db .sqlite .duckdb": "Export the table as CSV or Parquet.",
}
"""Suffixes that people try, and what to do instead."""


def open_files(engine: Engine, paths: Sequence[PathText]) -> list[Raw]:
    """One raw table per file; a directory stands for the tables in it.

    Parameters:
        engine: where the rows live.
        paths: files and directories, or `-` for standard input.
    """
    expanded = [str(file) for path in paths for file in _expand(path)]
    names = _model_names(expanded)
    return [replace(_open(engine, file), model=name) for file, name in zip(expanded, names, strict=True)]


def _expand(path: PathText) -> list[PathText]:
    if is_pattern(path):
        matched = sorted(glob(str(path)))
        if not matched:
            raise ReadingError(
                f"No file matches the pattern `{path}`. Check the folder; a path is relative to the current directory."
            )
        return list(matched)
    if str(path) == "-" or not Path(path).is_dir():
        return [path]
    files = sorted(Path(path).iterdir())
    known = [file for file in files if _suffix(file) in IN_DIRECTORIES and file.is_file()]
    if not known:
        there = listing([file.name for file in files]) or "nothing"
        raise ReadingError(
            f"`{path}` is a directory without known files (there is {there}). Accepted are {ACCEPTED}: name the file."
        )
    return list(known)


def is_read_from(file: Path, directory: Path) -> bool:
    """Whether a file is, or would be, among the tables of a directory.

    Parameters:
        file: the file, there or not.
        directory: the directory.
    """
    return _suffix(file) in IN_DIRECTORIES and file.resolve().parent == directory.resolve()


def _model_names(files: Sequence[str]) -> list[str]:
    """The stem of each file; where two files share a stem, the whole path without suffixes."""
    stems = [Path(A_MODEL) if file == "-" else _without_suffix(Path(file)) for file in files]
    count = Counter(stem.name for stem in stems)
    return [stem.name if count[stem.name] == 1 else stem.as_posix() for stem in stems]


def _open(engine: Engine, name: str) -> Raw:
    if name == "-":
        return _open_as(engine, spooled(sys.stdin.buffer, STANDARD_INPUT), STANDARD_INPUT, None)
    path, part = _path_and_part(name)
    _refuse_missing(path, name)
    suffix = _suffix(path)
    for suffixes, advice in ADVICE.items():
        if suffix in suffixes.split():
            raise ReadingError(f"`{name}`: files of type {suffix} are not read. Accepted are {ACCEPTED}. {advice}")
    if not path.is_file():  # a pipe, as in `compare <(command)`
        with path.open("rb") as stream:
            path = spooled(stream, f"`{name}`")
    return _open_as(engine, path, f"`{name}`", suffix, part)


def _path_and_part(name: str) -> tuple[Path, str | None]:
    """`results.xlsx#Sheet2` is a sheet of a file, unless a file is called so."""
    file, sign, part = name.rpartition("#")
    if not sign or Path(name).exists() or _suffix(Path(file)) not in WITH_PARTS:
        return Path(name), None
    return Path(file), part


def _open_as(engine: Engine, path: Path, source: str, suffix: str | None, part: str | None = None) -> Raw:
    try:
        beginning = text.head(path)
        shrunk = text.is_gzip(path) and text.shrunk_too_much(path)
    except UNREADABLE as error:
        raise unreadable(source, error) from None
    if shrunk:
        raise ReadingError(
            f"{source} unpacks to more than {MOST_SHRUNK} times its size, as no table of scores does, and may fill the "
            "memory. If it is one, unpack it with `gzip -dc` and name that file."
        )
    if not beginning.strip():
        raise ReadingError(f"{source} is empty. A table begins with a line that names its columns.")
    file = File(path, source, suffix, beginning, part)
    return source_of(file).opened(engine, file)


def is_pattern(path: PathText) -> bool:
    """Whether a path that is not there is a pattern such as `runs/*.csv`.

    Parameters:
        path: what the user gave.
    """
    return bool(re.search(r"[*?[]", str(path))) and not os.path.lexists(path)


def _refuse_missing(path: Path, name: str) -> None:
    if path.exists():
        return
    if path.is_symlink():
        raise ReadingError(
            f"`{name}` is a link to `{path.readlink()}`, where there is no file. Mend the link, or name the file."
        )
    folder = path.parent
    near = get_close_matches(path.name, [file.name for file in folder.iterdir()], n=1) if folder.is_dir() else []
    hint = f"Did you mean `{folder / near[0]}`?" if near else "Check the path; it is relative to the current directory."
    raise ReadingError(f"There is no file `{name}`. {hint}")


def _suffix(path: Path) -> str:
    suffixes = [suffix.lower() for suffix in path.suffixes]
    return suffixes[-2] if suffixes[-1:] == [".gz"] and len(suffixes) > 1 else "".join(suffixes[-1:])


def _without_suffix(path: Path) -> Path:
    return path.with_suffix("").with_suffix("") if text.is_gzip(path) else path.with_suffix("")
