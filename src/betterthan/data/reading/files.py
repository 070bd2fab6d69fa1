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
from betterthan.data.reading.folders import logs_in, suffix_of
from betterthan.data.reading.logs import table_of_known, table_of_logs
from betterthan.data.reading.raw import A_MODEL, Raw
from betterthan.data.reading.sources.compiled import log_of_mapping
from betterthan.data.reading.sources.log import NOTHING_ASKED, Asked, Log
from betterthan.data.reading.sources.log_names import differing
from betterthan.data.reading.sources.source import ACCEPTED, UNREADABLE, File, unreadable
from betterthan.data.reading.sources.table import LOGS, log_of, source_of
from betterthan.data.reading.spool import spooled
from betterthan.data.several_metrics import copy_of
from betterthan.errors import ReadingError
from betterthan.phrases import counted, listing

STANDARD_INPUT = "standard input"
PathText: TypeAlias = str | PathLike[str]

WITH_PARTS = (".xlsx", ".xlsm")
"""Files that may hold several tables, one of which is named behind a #."""
IN_DIRECTORIES = (".csv", ".tsv", ".parquet", ".json", ".jsonl", ".ndjson")
ADVICE = {
    ".xls .xlsb .ods .numbers": "Save it as .xlsx, or export the sheet as CSV.",
    ".zip .bz2 .xz .zst .7z .tar .tgz .rar": "Unpack it first.",
    ".pkl .pickle .joblib .npy .h5 .hdf5 .feather .arrow .rds .rdata": "Save the table as Parquet or CSV.",
    ".sav .dta .sas7bdat .mat .db .sqlite .duckdb": "Export the table as CSV or Parquet.",
}
"""Suffixes that people try, and what to do instead."""


def open_files(engine: Engine, paths: Sequence[PathText], asked: Asked = NOTHING_ASKED) -> list[Raw]:
    """One raw table per file, or one of all logs; a directory stands for the tables or logs in it.

    Parameters:
        engine: where the rows live.
        paths: files and directories, or `-` for standard input.
        asked: what the user said that a log must know.
    """
    files, others = _files(paths)
    log = _kind_of_all(files, asked)
    if log is not None:
        ignored = () if not others else (f"{counted(others, 'other file')} in the folders hold no scores of the log.",)
        of_log = files if asked.mapping is log.mapping else [file for file in files if log_of(file) is log]
        found = table_of_logs(engine, log, of_log, asked)
        return [replace(found, notes=(*found.notes, *ignored))]
    names = _model_names(files)
    raws = [
        replace(source_of(file).opened(engine, file), model=name, files=(file.shown,))
        for file, name in zip(files, names, strict=True)
    ]
    known = table_of_known(engine, raws, files, asked)
    return raws if known is None else [known]


def _files(paths: Sequence[PathText]) -> tuple[list[File], int]:
    """The files that are meant, and how many more there are in folders of logs."""
    files: list[File] = []
    others = 0
    for path in (matched for given in paths for matched in _matched(given)):
        if str(path) == "-" or not Path(path).is_dir():
            files.append(_file(str(path)))
            continue
        logs, more = logs_in(Path(path), LOGS.values())
        files += logs or [_file(str(table), Path(path)) for table in _tables_in(Path(path))]
        others += more if logs else 0
    return files, others


def _kind_of_all(files: Sequence[File], asked: Asked) -> Log | None:
    """The kind of log that all files are; None if they are tables."""
    if asked.mapping is not None and asked.mapping.kind == "json":
        return log_of_mapping(asked.mapping)
    kinds = [log_of(file) if asked.mapping is None else None for file in files]
    named = {log.name: log for log in kinds if log is not None}
    if not named:
        if asked.mapping is None:
            _refuse_what_lies_beside(files)
        return None
    if len(named) > 1:
        one, other = list(named.values())[:2]
        raise ReadingError(
            f"The files are logs of {one.title} ({files[kinds.index(one)].called}) and of {other.title} "
            f"({files[kinds.index(other)].called}), which do not have the same cases. Give the files of one."
        )
    log = next(iter(named.values()))
    strange = [file for file, kind in zip(files, kinds, strict=True) if kind is None and not log.accompanies(file)]
    if strange:
        raise ReadingError(
            f"{files[kinds.index(log)].called} is a log of {log.title}, and {strange[0].called} is none. "
            "Give the files of one kind."
        )
    return log


def _refuse_what_lies_beside(files: Sequence[File]) -> None:
    """A file with the means of a run, or of a group of tasks, is no table of tasks: the scores lie beside it."""
    for file in files:
        log = next((log for log in LOGS.values() if log.accompanies(file)), None)
        if log is not None:
            raise ReadingError(
                f"{file.called} lies beside the scores of {log.title} and holds none of single cases. Give the files "
                f"that do, {log.files}, or their folder; if there are none, run it again so that it writes them."
            )


def _matched(path: PathText) -> list[PathText]:
    """The path, or those that match it."""
    if is_pattern(path):
        matched = sorted(glob(str(path)))
        if not matched:
            raise ReadingError(
                f"No file matches the pattern `{path}`. Check the folder; a path is relative to the current directory."
            )
        return list(matched)
    return [path]


def _tables_in(path: Path) -> list[Path]:
    """The tables of a folder; of a folder of folders, those in each."""
    files = sorted(path.iterdir())
    below = [
        file for folder in files if folder.is_dir() and folder.name[:1] != "." for file in sorted(folder.iterdir())
    ]
    known = [file for file in files if _is_table(file)] or [file for file in below if _is_table(file)]
    if not known:
        there = listing([file.name for file in files]) or "nothing"
        raise ReadingError(
            f"`{path}` is a directory without known files (there is {there}). Accepted are {ACCEPTED}: name the file."
        )
    return known


def _is_table(file: Path) -> bool:
    return suffix_of(file) in IN_DIRECTORIES and file.is_file()


def is_read_from(file: Path, directory: Path) -> bool:
    """Whether a file is, or would be, among the tables of a directory.

    Parameters:
        file: the file, there or not.
        directory: the directory.
    """
    return suffix_of(file) in IN_DIRECTORIES and file.resolve().parent == directory.resolve()


def _model_names(files: Sequence[File]) -> list[str]:
    """The stem of each file; where two files share a stem, what differs in their paths."""
    stems = [Path(A_MODEL) if file.suffix is None else _without_suffix(file.named or file.path) for file in files]
    count = Counter(stem.name for stem in stems)
    if max(count.values()) > 1 and len(set(stems)) == len(stems):
        return differing(stems)
    return [stem.name if count[stem.name] == 1 else stem.as_posix() for stem in stems]


def _file(name: str, root: Path | None = None) -> File:
    if name == "-":
        copy = copy_of(STANDARD_INPUT, lambda: spooled(sys.stdin.buffer, STANDARD_INPUT))
        return _looked_at(copy, STANDARD_INPUT, None)
    path, part = _path_and_part(name)
    _refuse_missing(path, name)
    suffix = suffix_of(path)
    for suffixes, advice in ADVICE.items():
        if suffix in suffixes.split():
            raise ReadingError(f"`{name}`: files of type {suffix} are not read. Accepted are {ACCEPTED}. {advice}")
    if not path.is_file():  # a pipe, as in `compare <(command)`
        path = copy_of(f"`{name}`", lambda: _copied(Path(name), f"`{name}`"))
    return replace(_looked_at(path, f"`{name}`", suffix, part), root=root, named=Path(name))


def _copied(pipe: Path, source: str) -> Path:
    with pipe.open("rb") as stream:
        return spooled(stream, source)


def _path_and_part(name: str) -> tuple[Path, str | None]:
    """`results.xlsx#Sheet2` is a sheet of a file, unless a file is called so."""
    file, sign, part = name.rpartition("#")
    if not sign or Path(name).exists() or suffix_of(Path(file)) not in WITH_PARTS:
        return Path(name), None
    return Path(file), part


def _looked_at(path: Path, source: str, suffix: str | None, part: str | None = None) -> File:
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
    return File(path, source, suffix, beginning, part)


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


def _without_suffix(path: Path) -> Path:
    return path.with_suffix("").with_suffix("") if text.is_gzip(path) else path.with_suffix("")
