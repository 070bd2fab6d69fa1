"""Names of models whose logs do not name them, or name several alike: by what differs in the paths of their files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path


def without_suffixes(path: Path) -> str:
    """The name of a file without its suffixes of a format.

    Parameters:
        path: the file.
    """
    name = path.name
    for suffix in (".gz", ".json", ".jsonl", ".jsonl_results", ".ndjson", ".eval", ".csv", ".arff", ".npz", ".parquet"):
        name = name.removesuffix(suffix)
    return name


def names_of_files(paths: Sequence[Path], roots: Sequence[Path | None]) -> list[str]:
    """A name for each file: its folder, if the files lie in different ones, else its own.

    Parameters:
        paths: the files.
        roots: the folder that the user named, in which each was found; None for a file that was named itself.
    """
    if len(paths) == 1:
        root = roots[0]
        in_folder = root is not None and root.is_dir()
        return [paths[0].resolve().parent.name if in_folder else without_suffixes(paths[0])]
    folders = [path.resolve().parent for path in paths]
    if len(set(folders)) == len(paths):
        return differing(folders)
    return differing([folder / without_suffixes(path) for folder, path in zip(folders, paths, strict=True)])


def differing(paths: Sequence[Path]) -> list[str]:
    """Of paths, the parts in which they differ, in as few as tell them all apart.

    Parameters:
        paths: different paths.

    >>> differing([Path("runs/a/eval/x"), Path("runs/b/eval/x")])
    ['a', 'b']
    """
    parts = [path.parts for path in paths]
    longest = max(map(len, parts))
    # Counted from the end, as `runs/a/eval` and `old/runs/b/eval` are alike there.
    columns = [[each[-1 - j] if j < len(each) else "" for each in parts] for j in range(longest)]
    varying = [column for column in columns if len(set(column)) > 1]
    for column in varying:
        if len(set(column)) == len(paths):
            return list(column)
    joined = ["/".join(part for part in reversed(each) if part) for each in zip(*varying, strict=True)] or [""]
    return joined if len(joined) == len(paths) else ["/".join(each) for each in parts]


def told_apart(model: str, paths: Mapping[int, Path]) -> dict[int, str]:
    """The name of a model for each of its runs: with the folders in which they differ, else with their names.

    Parameters:
        model: the name that all of them have.
        paths: the number of each file, and the file.
    """
    folders = {file: path.resolve().parent for file, path in paths.items()}
    runs = sorted(set(folders.values()))
    if len(runs) > 1:
        label = dict(zip(runs, differing(runs), strict=True))
        return {file: f"{model} ({label[folder]})" for file, folder in folders.items()}
    stems = differing([folders[file] / without_suffixes(path) for file, path in paths.items()])
    return {file: f"{model} ({stem})" for file, stem in zip(paths, stems, strict=True)}
