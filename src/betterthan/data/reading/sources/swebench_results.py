"""SWE-bench results that list what was resolved and nothing else: how many were tried must be said."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from betterthan.data.reading import text
from betterthan.data.reading.sources.log import Asked, Log, LogTable
from betterthan.errors import ArgumentError, ReadingError

if TYPE_CHECKING:
    from betterthan.data.engines.engine import Engine
    from betterthan.data.reading.sources.source import File

KNOWN = frozenset({"resolved", "no_generation", "no_logs"})
SPLITS = {300: "Lite", 500: "Verified", 2294: "the full set"}
METRIC = re.compile(r"resolved of (\d+)")
NEITHER = "resolved by none"


def recognises(file: File) -> bool:
    """By having these keys and no others."""
    outline = file.outline
    if outline is None or outline.shape != "object" or "resolved" not in outline.first:
        return False
    return set(outline.first) <= KNOWN and isinstance(outline.first["resolved"], list)


def read(engine: Engine, files: Sequence[File], asked: Asked) -> LogTable:
    """One row per instance and file: 1 if it is listed, else 0; those that no file lists are as many as are left."""
    found = [_lists(file) for file in files]
    listed = list(dict.fromkeys(str(each) for lists in found for ids in lists.values() for each in ids))
    size = _size(asked.metric, len(listed), files[0].called)
    ids = [*listed, *(f"{NEITHER} {j + 1}" for j in range(size - len(listed)))]
    resolved = [set(map(str, lists.get("resolved", ()))) for lists in found]
    lost = [set(map(str, lists.get("no_logs", ()))) for lists in found]
    relation = engine.of_arrays({
        "file": np.repeat(np.arange(len(files)), size),
        "record": np.tile(np.arange(size), len(files)),
        "case": np.array(ids * len(files), dtype=object),
        "score": np.array([float(each in right) for right in resolved for each in ids]),
        "failure": np.array(
            ["no logs" if each in gone and each not in right else None
             for right, gone in zip(resolved, lost, strict=True) for each in ids], dtype=object),
    })  # fmt: skip
    return LogTable(
        relation=f"(SELECT *, NULL::VARCHAR AS model FROM {relation})",
        roles=("case",),
        metric=f"resolved of {size}",
        metrics=(f"resolved of {size}",),
        higher_is_better=True,
        notes=(
            f"An instance that is not listed counts as not resolved, and {size:,} were tried, as you said; "
            f"{size - len(listed):,} are listed nowhere.",
        ),
    )


def _lists(file: File) -> dict[str, list[object]]:
    try:
        found = json.loads(text.whole(file.path))
    except ValueError:
        raise ReadingError(f"{file.called} is not valid JSON: it breaks off. Copy or download it again.") from None
    return {name: ids for name, ids in found.items() if isinstance(ids, list)}


def _size(metric: str | None, listed: int, source: str) -> int:
    found = METRIC.fullmatch(metric or "")
    if found is None:
        known = ", ".join(f'`metric="resolved of {size}"` ({name})' for size, name in SPLITS.items())
        raise ReadingError(
            f"{source} lists the instances that were resolved, and not how many were tried. Say so: {known}, or "
            "another number; or give `per_instance_details.json`, which lists them all."
        )
    if int(found[1]) < listed:
        raise ArgumentError(f"`{metric}`: the files list {listed:,} instances, so that more than these were tried.")
    return int(found[1])


SWEBENCH_RESULTS = Log(
    name="swebench-results",
    title="SWE-bench, results of a submission",
    files="results/results.json",
    signature="one object with no keys but `resolved`, `no_generation`, `no_logs`",
    recognises=recognises,
    read=read,
    suffixes=(".json",),
    note="Only what was resolved is listed. What is not listed counts as 0 once you say how many were tried.",
)
