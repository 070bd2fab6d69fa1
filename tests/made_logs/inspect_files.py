"""Logs as Inspect 0.3.285 writes them: archives (stored, deflated or zstd) and JSON, with made-up scores."""

from __future__ import annotations

import json
import struct
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import duckdb

ZSTD = 93


def sample(case: int | str, scores: Mapping[str, Any], epoch: int = 1, **more: Any) -> dict[str, Any]:
    """A sample of a log, or its summary: each scorer with its value."""
    return {
        "id": case,
        "epoch": epoch,
        "input": f"What is {case} + {case}?",
        "target": "42",
        "metadata": {"passage": f"p{str(case)[-1]}"},
        "scores": {name: {"value": value, "history": []} for name, value in scores.items()},
        **more,
    }


def header(samples: Sequence[Mapping[str, Any]], **about: Any) -> dict[str, Any]:
    """The header of a log; `about` replaces what stands in it, and in its `eval`."""
    outside = {name: about.pop(name) for name in ("status", "plan", "results") if name in about}
    return {
        "version": 2,
        "status": "success",
        "eval": {
            "task": "sums",
            "task_id": str(about.get("model", "")) + str(about.get("created", "")),
            "created": "2026-11-16T05:11:49+00:00",
            "model": "mockllm/model",
            "task_args": {},
            "dataset": {"name": "sums"},
            "packages": {"inspect_ai": "0.3.285"},
            **about,
        },
        "plan": {"name": "plan", "steps": [{"solver": "generate", "params": {}}], "config": {}},
        "results": {"total_samples": len(samples), "completed_samples": len(samples), "scores": []},
        **outside,
    }


def write_json(path: Path, samples: Sequence[Mapping[str, Any]], **about: Any) -> Path:
    """A log as one JSON object."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({**header(samples, **about), "samples": list(samples)}, indent=2))
    return path


def write_eval(
    path: Path, samples: Sequence[Mapping[str, Any]], method: int = zipfile.ZIP_DEFLATED, **about: Any
) -> Path:
    """A log as an archive."""
    return write_members(path, finished(samples, **about), method)


def finished(samples: Sequence[Mapping[str, Any]], **about: Any) -> dict[str, Any]:
    """What the archive of a finished log holds, by name."""
    whole = header(samples, **about)
    return {
        "_journal/start.json": {name: whole[name] for name in ("version", "eval", "plan")},
        "_journal/summaries/1.json": list(samples),
        **{f"samples/{each['id']}_epoch_{each['epoch']}.json": each for each in samples},
        "summaries.json": list(samples),
        "header.json": whole,
    }


def write_members(path: Path, members: Mapping[str, Any], method: int = zipfile.ZIP_DEFLATED) -> Path:
    """An archive with these members, each a value of JSON."""
    path.parent.mkdir(parents=True, exist_ok=True)
    texts = {name: json.dumps(value).encode() for name, value in members.items()}
    if method == ZSTD:
        path.write_bytes(_zip_of({name: (text, _zstd(text, path.parent)) for name, text in texts.items()}))
        return path
    with zipfile.ZipFile(path, "w", method) as archive:
        for name, text in texts.items():
            archive.writestr(name, text)
    return path


def _zstd(text: bytes, folder: Path) -> bytes:
    """Compressed by DuckDB, which Python before 3.14 cannot."""
    target = folder / "compressed.zst"
    duckdb.execute(
        f"COPY (SELECT $1) TO '{target}' "
        "(FORMAT csv, HEADER false, QUOTE '', ESCAPE '', DELIMITER '\x01', COMPRESSION zstd)",
        [text.decode()],
    )
    found = target.read_bytes()
    target.unlink()
    return found


def _zip_of(members: Mapping[str, tuple[bytes, bytes]]) -> bytes:
    """A zip archive of members as they are compressed already, by method 93."""
    body, directory = b"", b""
    for name, (text, packed) in members.items():
        common = struct.pack(
            "<HHHHHIIIHH", 20, 0, ZSTD, 0, 0x21, zlib.crc32(text), len(packed), len(text), len(name), 0
        )
        directory += b"PK\x01\x02" + struct.pack("<H", 20) + common + struct.pack("<HHHII", 0, 0, 0, 0, len(body))
        directory += name.encode()
        body += b"PK\x03\x04" + common + name.encode() + packed
    end = struct.pack("<HHHHIIH", 0, 0, len(members), len(members), len(directory), len(body), 0)
    return body + directory + b"PK\x05\x06" + end
