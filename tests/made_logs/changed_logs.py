"""Logs as people hand them over: models exchanged, rows lost, other hashes, broken off, from Windows, compressed."""

from __future__ import annotations

import gzip
import io
import json
import re
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import betterthan as bt
from betterthan.data.scores import Scores

TEXTS = (".json", ".jsonl", ".csv", ".arff")
BESIDE = ("results_", "run_spec", "model_meta")
"""How files begin that lie beside scores and hold none."""

Scored = Mapping[str, Mapping[tuple[str, ...], float]]
"""Per model the score of each unit."""


def written(files: Mapping[str, str | bytes], folder: Path) -> Path:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return folder


def texts_of(folder: Path) -> list[Path]:
    """The files of text in a folder, compressed or not."""
    files = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    return [path for path in files if path.with_suffix("" if path.suffix == ".gz" else path.suffix).suffix in TEXTS]


def holding_scores(folder: Path) -> list[Path]:
    """The files in a folder that hold scores, whatever their kind."""
    known = (*TEXTS, ".gz", ".eval", ".npz", ".parquet")
    files = [path for path in sorted(folder.rglob("*")) if path.is_file() and path.suffix in known]
    return [path for path in files if not path.name.startswith(BESIDE) or path.parent.name == "results"] or files


def read_bytes(path: Path) -> bytes:
    return gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()


def write_bytes(path: Path, content: bytes) -> None:
    path.chmod(0o644)
    path.write_bytes(gzip.compress(content) if path.suffix == ".gz" else content)


def gzipped(folder: Path) -> None:
    for path in texts_of(folder):
        if path.suffix != ".gz":
            path.with_name(f"{path.name}.gz").write_bytes(gzip.compress(path.read_bytes()))
            path.unlink()


def from_windows(folder: Path) -> None:
    for path in texts_of(folder):
        write_bytes(path, read_bytes(path).replace(b"\r\n", b"\n").replace(b"\n", b"\r\n"))


def with_names_exchanged(folder: Path, one: str, other: str) -> bool:
    """Whether both names stand in paths or texts; there, each is put in the place of the other."""
    names = {one.encode(): other.encode(), other.encode(): one.encode()}
    listed = b"|".join(sorted(map(re.escape, names), key=len, reverse=True))
    either = re.compile(rb"(?<![\w-])(?:" + listed + rb")(?![\w-])")
    seen: set[bytes] = set()

    def exchanged(content: bytes) -> bytes:
        seen.update(either.findall(content))
        return either.sub(lambda found: names[found[0]], content)

    moved: dict[Path, bytes] = {}
    for path in [path for path in sorted(folder.rglob("*")) if path.is_file()]:
        text = path in texts_of(folder)
        name = exchanged(str(path.relative_to(folder)).encode()).decode()
        content = exchanged(read_bytes(path)) if text else read_bytes(path)
        content = _members(content, exchanged) if path.suffix == ".eval" else content
        moved[folder / name] = gzip.compress(content) if path.suffix == ".gz" else content
        path.unlink()
    for path, content in moved.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return seen == set(names)


def _members(archive: bytes, exchanged: Callable[[bytes], bytes]) -> bytes:
    """An archive with other members; as it is, where Python cannot read them."""
    out = io.BytesIO()
    try:
        with zipfile.ZipFile(io.BytesIO(archive)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
            for name in old.namelist():
                new.writestr(name, exchanged(old.read(name)))
    except NotImplementedError:
        return archive
    return out.getvalue()


def without_last_row(folder: Path) -> bool:
    """Whether the last file with scores is text; its last row is gone then."""
    path = holding_scores(folder)[-1]
    if path not in texts_of(folder):
        return False
    content = read_bytes(path).decode()
    try:
        whole = json.loads(content)
    except ValueError:
        lines = content.splitlines(keepends=True)
        write_bytes(path, "".join(lines[:-1]).encode())
        return True
    rows = max(_containers(whole), key=len)
    rows.popitem() if isinstance(rows, dict) else rows.pop()
    write_bytes(path, json.dumps(whole).encode())
    return True


def _containers(value: Any) -> Iterator[Any]:
    if isinstance(value, (dict, list)):
        yield value
        for each in value.values() if isinstance(value, dict) else value:
            yield from _containers(each)


def broken_off(folder: Path, share: float, *, at_a_line: bool = False) -> Path:
    """The last file with scores, of which only the beginning is left."""
    path = holding_scores(folder)[-1]
    content = path.read_bytes()
    kept = content[: int(len(content) * share)]
    path.chmod(0o644)
    path.write_bytes(kept[: kept.rindex(b"\n") + 1] if at_a_line else kept)
    return path


def with_another(folder: Path, key: str) -> None:
    """One value of a key in the last file with scores is another."""
    path = holding_scores(folder)[-1]
    was = read_bytes(path)
    found = re.sub(rb'("%s"\s*:\s*")' % key.encode(), rb"\1other ", was, count=1)
    assert found != was
    write_bytes(path, found)


def scored(found: Any) -> Scored:
    """What was read, after it was paired once: models that cannot be paired end in an error here."""
    assert isinstance(found, Scores)
    bt.pair(found)
    keys = found.keys or ("cluster",)
    units = found.rows.units(found.models, keys, keys)
    labels = [
        tuple(units.factors[key].names[units.factors[key].codes[j]] for key in keys) for j in range(len(units.counts))
    ]
    return {
        model: {label: float(score) for label, score, count in zip(labels, column, counts, strict=True) if count}
        for model, column, counts in zip(found.models, units.scores.T, units.counts.T, strict=True)
    }


def read_or_told(read: Callable[[], Any]) -> Scored | str:
    """What was read; or the message, which is one, short, and no accident of ours."""
    try:
        return scored(read())
    except bt.BetterthanError as error:
        told = str(error)
    assert 20 < len(told) < 1500
    return told


def lost_and_changed(before: Scored, after: Scored) -> tuple[int, int]:
    """How many units of a model are gone, and how many have another score, at most; none may be new."""
    assert set(after) <= set(before)
    lost = changed = 0
    for model, units in after.items():
        assert set(units) <= set(before[model])
        lost = max(lost, len(before[model]) - len(units))
        changed = max(changed, sum(abs(before[model][label] - score) > 1e-12 for label, score in units.items()))
    return lost, changed


def models_exchanged(before: Scored, names: Sequence[str]) -> Scored:
    one, other = names
    return {{one: other, other: one}.get(model, model): units for model, units in before.items()}
