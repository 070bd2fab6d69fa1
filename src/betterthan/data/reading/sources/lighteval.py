"""lighteval: details of a run, a Parquet file for each task, with the metrics of every document as a struct."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from betterthan.data.engines.engine import Engine, EngineError
from betterthan.data.engines.sql import literal
from betterthan.data.limits import LONGEST_JSON
from betterthan.data.reading import text
from betterthan.data.reading.sources.fields import columns_of
from betterthan.data.reading.sources.log import Asked, Log, LogTable, chosen_metric
from betterthan.data.reading.sources.numbers import as_number
from betterthan.data.reading.sources.pointers import pointer
from betterthan.data.reading.sources.source import UNREADABLE, File
from betterthan.data.reading.unexplained import unexplained
from betterthan.phrases import counted

TITLE = "lighteval"
NAME = re.compile(r"details_(?P<task>.+)_(?P<date>\d{4}-\d\d-\d\dT[^_]+)")
DETAILS = "details"
COLUMNS = (b"doc", b"metric", b"model_response")
"""Columns of a file of details; their names stand at the beginning of its footer."""
FOOTER = 1 << 20
"""Bytes of a footer in which they are looked for."""
NAME_FOLLOWS = 0x18
"""The byte before the length of a column's name in a footer: in Thrift's compact protocol, a text as the next field."""
DOC = "doc."
"""What may stand before the name of a field of a document."""


@dataclass(frozen=True)
class Run:
    """What the path of a file says: details/<org>/<model>/<date>/details_<task>_<date>.parquet.

    Parameters:
        path: the file.
        task: the name of the task with the number of examples in the prompt, as in `arc|5`; empty if it is not said.
        date: when it was run; empty if the file was renamed.
        model: the name of the model; None if the folders do not say it.
    """

    path: Path
    task: str
    date: str
    model: str | None


def is_details(file: File) -> bool:
    """Whether a file is Parquet with the columns of details.

    Parameters:
        file: any file.
    """
    if not file.beginning.startswith(b"PAR1"):
        return False
    with file.path.open("rb") as stream:
        size = stream.seek(0, 2)
        stream.seek(max(0, size - 8))
        length = int.from_bytes(stream.read(4), "little")
        stream.seek(max(0, size - 8 - length))
        schema = stream.read(min(length, FOOTER))
    return all(bytes([NAME_FOLLOWS, len(name)]) + name in schema for name in COLUMNS)


def is_results(file: File) -> bool:
    """Whether a file lies beside details and holds the means of a run.

    Parameters:
        file: any file.
    """
    first = file.outline.first if file.outline is not None else None
    return isinstance(first, dict) and "config_general" in first and "config_tasks" in first


def run_of(path: Path) -> Run:
    """What the path of a file says.

    Parameters:
        path: the file.
    """
    found = NAME.fullmatch(path.name.removesuffix(".parquet"))
    if found is None:
        return Run(path, "", "", None)
    inside = _below_details(path)
    model = "/".join(inside[:-1]) if inside[-1:] == (found["date"],) else ""
    return Run(path, found["task"], found["date"], model or None)


def _below_details(path: Path) -> tuple[str, ...]:
    """The folders between `details` and a file."""
    folders = path.resolve().parent.parts
    return folders[len(folders) - folders[::-1].index(DETAILS) :] if DETAILS in folders else ()


def read(engine: Engine, files: Sequence[File], asked: Asked) -> LogTable:
    """The scores of one metric of all details.

    Parameters:
        engine: where the rows live.
        files: the details.
        asked: the metric, and the fields of the documents that the user named.
    """
    runs = {number: run_of(file.path) for number, file in enumerate(files)}
    kept = _newest(runs)
    older = len(runs) - len(kept)
    fields = asked.names
    _load(engine, files, kept, [name.removeprefix(DOC) for name in fields])
    called = files[0].called + (f" and {counted(len(kept) - 1, 'other file')}" if len(kept) > 1 else "")
    listed = engine.rows("SELECT json_keys(metric) FROM lighteval_rows GROUP BY ALL ORDER BY min(rowid)")
    there = list(dict.fromkeys(key for (keys,) in listed for key in keys or ()))
    metric = chosen_metric(asked.metric, there, called, _equal(engine, there))
    score = as_number(f"json_extract_string(metric, {literal(pointer(metric))})")
    kept_fields = "".join(f", x{j}" for j in range(len(fields)))
    engine.run(
        f'CREATE OR REPLACE TABLE lighteval AS SELECT file, record, model, task, "case", {score} AS score, '
        f"NULL::VARCHAR AS failure, hash{kept_fields} FROM lighteval_rows"
    )
    return LogTable(
        relation="lighteval",
        roles=["task", "case"],
        metric=metric,
        metrics=there,
        extra=columns_of(fields, engine, "lighteval_rows"),
        higher_is_better=_direction(kept, metric),
        hashed=True,
        notes=[f"{counted(older, 'file')} of older runs were left out: the newest of each task and model counts."]
        if older
        else [],
    )


def _newest(runs: Mapping[int, Run]) -> dict[int, Run]:
    """The newest run of each task and model."""
    last: dict[object, str] = {}
    for run in runs.values():
        last[_key(run)] = max(run.date, last.get(_key(run), ""))
    return {number: run for number, run in runs.items() if run.date == last[_key(run)]}


def _key(run: Run) -> tuple[object, ...]:
    # A file that was renamed, or lies elsewhere, is a run of its own.
    return (run.path.resolve().parents[1], run.task) if run.model is not None else (run.path,)


def _load(engine: Engine, files: Sequence[File], runs: Mapping[int, Run], fields: Sequence[str]) -> None:
    """A row per document: `file`, `record`, `model`, `task`, `case`, `metric` as JSON, `hash` and the fields."""
    kept = "".join(f", x{j} VARCHAR" for j in range(len(fields)))
    engine.run(
        "CREATE OR REPLACE TABLE lighteval_rows (file INTEGER, record BIGINT, model VARCHAR, task VARCHAR, "
        f'"case" VARCHAR, metric JSON, hash VARCHAR{kept})'
    )
    taken = "".join(f", json_extract_string(doc, {literal(pointer(field))})" for field in fields)
    for number, run in runs.items():
        model = "NULL" if run.model is None else literal(run.model)
        try:
            engine.run(
                f"INSERT INTO lighteval_rows SELECT {number}, row_number() OVER (), {model}, "
                f"coalesce(json_extract_string(doc, '/task_name'), {literal(run.task)}), "
                f"json_extract_string(doc, '/id'), metric, md5(json_extract_string(doc, '/query')){taken} FROM "
                f"(SELECT to_json(doc) AS doc, to_json(metric) AS metric FROM {engine.of_parquet(files[number].path)})"
            )
        except EngineError as error:
            raise unexplained(files[number].called, error) from None
    # The id counts within a split, so that a task of several splits has it more than once: then the question tells.
    engine.run(
        'UPDATE lighteval_rows SET "case" = hash WHERE "case" IS NULL OR task IN (SELECT task FROM (SELECT task, file, '
        '"case" FROM lighteval_rows GROUP BY ALL HAVING count(DISTINCT hash) > 1))'
    )


def _equal(engine: Engine, metrics: Sequence[str]) -> list[str]:
    """The first metric, if all are equal on every row: then it does not matter which is taken."""
    values = [as_number(f"json_extract_string(metric, {literal(pointer(name))})") for name in metrics]
    differ = " OR ".join(f"{values[0]} IS DISTINCT FROM {value}" for value in values[1:]) or "FALSE"
    return [] if engine.rows(f"SELECT bool_or({differ}) FROM lighteval_rows")[0][0] else list(metrics[:1])


def _direction(runs: Mapping[int, Run], metric: str) -> bool | None:
    """Whether higher is better, by the results of the runs; None if they do not say, or not the same."""
    said = {better for run in runs.values() if (better := _said(run, metric)) is not None}
    return next(iter(said)) if len(said) == 1 else None


def _said(run: Run, metric: str) -> bool | None:
    if run.model is None:
        return None
    inside = _below_details(run.path)
    root = run.path.resolve().parents[len(inside) + 1]
    path = text.there(root / "results" / run.model / f"results_{run.date}.json")
    whole: Any = None
    with suppress(ValueError, RecursionError, *UNREADABLE):
        whole = json.loads((path and text.at_most(path, LONGEST_JSON)) or b"null")
    tasks = whole.get("config_tasks") if isinstance(whole, dict) else None
    metrics = tasks.get(run.task, {}).get("metrics") if isinstance(tasks, dict) else None
    for each in metrics if isinstance(metrics, list) else ():
        if (
            isinstance(each, dict)
            and each.get("metric_name") == metric
            and isinstance(each.get("higher_is_better"), bool)
        ):
            return bool(each["higher_is_better"])
    return None


LIGHTEVAL = Log(
    name="lighteval",
    title=TITLE,
    files="details/<org>/<model>/<date>/details_<task>_<date>.parquet",
    signature="Parquet with the columns doc, metric and model_response",
    recognises=is_details,
    read=read,
    accompanies=is_results,
    suffixes=(".parquet",),
    note=(
        "Documents are paired by task and doc.id, or by their question where an id stands for several; of several runs "
        "the newest counts. The results beside the details say which scores are losses. The backend `lighteval eval` "
        'writes logs of Inspect. A field of the documents can be the cluster: `cluster="doc.topic"`.'
    ),
)
