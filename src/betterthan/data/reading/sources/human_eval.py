"""HumanEval: several programs per problem, each of which passed its tests or not; compared by pass@k of problems."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from betterthan.data.engines.engine import EngineError
from betterthan.data.limits import LONGEST_JSON
from betterthan.data.reading.sources.compiled import broken
from betterthan.data.reading.sources.log import Asked, Log, LogTable, chosen_metric
from betterthan.errors import ArgumentError
from betterthan.numerics.pass_at_k import pass_at_k

if TYPE_CHECKING:
    from betterthan.data.engines.engine import Engine
    from betterthan.data.reading.sources.source import File

METRIC = re.compile(r"pass@(\d+)")
KEYS = ("task_id", "completion", "passed")


def recognises(file: File) -> bool:
    """By the keys of its first record."""
    outline = file.outline
    return outline is not None and isinstance(outline.first, dict) and set(KEYS) <= set(outline.first)


def read(engine: Engine, files: Sequence[File], asked: Asked) -> LogTable:
    """One score per problem: pass@k, of as many programs as there are."""
    counted = [_counted(engine, file) for file in files]
    tried = np.concatenate([each["tried"] for each in counted])
    right = np.concatenate([each["passed"] for each in counted])
    k = _k(asked.metric, int(tried.min()), files[0].called)
    relation = engine.of_arrays({
        "file": np.repeat(np.arange(len(files)), [len(each["tried"]) for each in counted]),
        "record": np.concatenate([each["first"] for each in counted]),
        "case": np.concatenate([each["task_id"] for each in counted]).astype(object),
        "score": pass_at_k(tried, right, k),
    })  # fmt: skip
    number = f"{tried.min()}" if tried.min() == tried.max() else f"{tried.min()} to {tried.max()}"
    return LogTable(
        relation=f"(SELECT *, NULL::VARCHAR AS model, NULL::VARCHAR AS failure FROM {relation})",
        roles=("case",),
        metric=f"pass@{k}",
        metrics=[f"pass@{each}" for each in range(1, int(tried.min()) + 1)],
        higher_is_better=True,
        notes=(f"pass@{k} of each problem is estimated from {number} programs.",) if tried.max() > 1 else (),
    )


def _counted(engine: Engine, file: File) -> dict[str, np.ndarray]:
    relation = engine.json_records([file.path], "lines", most=LONGEST_JSON)
    query = (
        "SELECT task_id, count(*) AS tried, count(*) FILTER (passed = 'true') AS passed, min(record) AS first FROM "
        "(SELECT row_number() OVER () AS record, json_extract_string(json, '/task_id') AS task_id, "
        f"lower(json_extract_string(json, '/passed')) AS passed FROM {relation}) GROUP BY task_id ORDER BY first"
    )
    try:
        return {name: np.asarray(values) for name, values in engine.arrays(query).items()}
    except EngineError as error:
        raise broken(engine, [file], error) from None


def _k(metric: str | None, fewest: int, source: str) -> int:
    known = [f"pass@{k}" for k in range(1, fewest + 1)]
    found = METRIC.fullmatch(metric or "pass@1")
    if found and int(found[1]) > fewest:
        raise ArgumentError(
            f"`{metric}` needs {found[1]} programs per problem, and {source} has {fewest} for one at least: choose a "
            f"smaller number."
        )
    return int(chosen_metric(metric, known, source, ("pass@1",)).removeprefix("pass@"))


HUMAN_EVAL = Log(
    name="human-eval",
    title="HumanEval",
    files="samples.jsonl_results.jsonl",
    signature="keys `task_id`, `completion`, `passed`",
    recognises=recognises,
    read=read,
    note="Programs of one problem are not independent: its score is pass@k, estimated from all of them.",
)
