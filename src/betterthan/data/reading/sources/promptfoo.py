"""promptfoo: the results of an eval as JSON or JSONL, a row for each test, provider and prompt.

A test is known by its variables: the option `repeat` numbers repetitions as further tests, another run its own.
"""

from __future__ import annotations

from collections.abc import Sequence

from betterthan.data.engines.engine import Engine, EngineError
from betterthan.data.engines.sql import literal
from betterthan.data.reading.sources.fields import columns_of
from betterthan.data.reading.sources.json_values import texts
from betterthan.data.reading.sources.log import Asked, Log, LogTable, chosen_metric
from betterthan.data.reading.sources.numbers import as_number
from betterthan.data.reading.sources.pointers import pointer
from betterthan.data.reading.sources.records import records_of, unreadable_records
from betterthan.data.reading.sources.source import File
from betterthan.errors import ReadingError
from betterthan.phrases import counted

TITLE = "promptfoo"
ROWS = pointer("results", "results")
CSV_COLUMNS = ("Grader Reason", "Named Scores", "Status,Score")
"""What a header has that promptfoo exported; the names of columns come once for each provider."""
KEYS = {
    "label": ("provider", "label"),
    "provider": ("provider", "id"),
    "prompt": ("promptId",),
    "prompt_label": ("prompt", "label"),
    "description": ("testCase", "description"),
    "score": ("score",),
    "success": ("success",),
    "reason": ("failureReason",),
    "id": ("id",),
}
"""What is read of a row, and where it stands."""
PLACES = (("vars",), ("testCase", "metadata"), ("metadata",))
"""Where a field stands that the user named, such as what groups tests."""
ERROR = "2"
"""The `failureReason` of a row that was not scored; 1 is a test that failed."""
USUAL = ("score", "success")
"""The scores that every row has; the first is taken unasked."""


def is_results(file: File) -> bool:
    """Whether a file holds the results of an eval, be it in a form that is not read.

    Parameters:
        file: any file.
    """
    if _is_csv(file):
        return True
    first = file.outline.first if file.outline is not None else None
    if not isinstance(first, dict):
        return False
    if {"testIdx", "promptIdx", "provider"} <= set(first):
        return True
    results = first.get("results")
    rows = results.get("results") if isinstance(results, dict) else None
    return isinstance(rows, list) and (not rows or (isinstance(rows[0], dict) and {"provider", "vars"} <= set(rows[0])))


def _is_csv(file: File) -> bool:
    header = file.beginning.splitlines()[0].decode("utf-8", errors="replace") if file.beginning.strip() else ""
    return file.outline is None and all(name in header for name in CSV_COLUMNS)


def read(engine: Engine, files: Sequence[File], asked: Asked) -> LogTable:
    """The scores of one metric of all results.

    Parameters:
        engine: where the rows live.
        files: the results.
        asked: the metric, and the variables or metadata that the user named.
    """
    fields = asked.names
    _load(engine, files, fields)
    called = files[0].called + (f" and {counted(len(files) - 1, 'other file')}" if len(files) > 1 else "")
    _refuse_one_run_twice(engine, files)
    named = engine.rows("SELECT key FROM (SELECT unnest(json_keys(named)) AS key FROM promptfoo_rows) GROUP BY key")
    there = [*USUAL, *sorted(key for (key,) in named if key not in USUAL)]
    metric = chosen_metric(asked.metric, there, called, USUAL[:1])
    value = metric if metric in USUAL else f"json_extract_string(named, {literal(pointer(metric))})"
    kept = "".join(f", x{j}" for j in range(len(fields)))
    engine.run(
        f'CREATE OR REPLACE TABLE promptfoo AS SELECT file, record, {_model(engine)} AS model, "case", '
        f'CAST(row_number() OVER (PARTITION BY file, label, prompt, "case" ORDER BY record) AS VARCHAR) AS repeat, '
        f"CASE WHEN reason IS DISTINCT FROM {literal(ERROR)} THEN {as_number(value)} END AS score, "
        f"CASE WHEN reason = {literal(ERROR)} THEN 'error' END AS failure{kept} FROM promptfoo_rows"
    )
    return LogTable(
        relation="promptfoo",
        roles=["case", "repeat"],
        metric=metric,
        metrics=there,
        extra=columns_of(fields, engine, "promptfoo_rows"),
        higher_is_better=True,
        averaged={"repeat": "repetitions"},
    )


def _load(engine: Engine, files: Sequence[File], fields: Sequence[str]) -> None:
    """The rows of all files."""
    columns = "".join(f", {name} VARCHAR" for name in KEYS) + "".join(f", x{j} VARCHAR" for j in range(len(fields)))
    engine.run(
        f'CREATE OR REPLACE TABLE promptfoo_rows (file INTEGER, record BIGINT, "case" VARCHAR, named JSON{columns})'
    )
    paths = [pointer(*path) for path in KEYS.values()]
    paths += [pointer(*place, name.rpartition(".")[2]) for name in fields for place in PLACES]
    found = "".join(f", found[{j}]" for j in range(1, len(KEYS) + 1))
    for j in range(len(fields)):
        start = len(KEYS) + j * len(PLACES)
        found += f", coalesce({', '.join(f'found[{start + k}]' for k in range(1, len(PLACES) + 1))})"
    for number, file in enumerate(files):
        if _is_csv(file):
            raise ReadingError(
                f"{file.called} is a table that promptfoo exported, in which the columns of all providers have the "
                "same names, so that a score is not known by its provider. Write JSON instead: `promptfoo eval -o "
                "results.json`."
            )
        records = records_of(engine, file, "export it as JSONL: `promptfoo eval -o results.jsonl`")
        if file.outline is not None and file.outline.shape == "object":
            rows = f"from_json(json_extract(json, {literal(ROWS)}), '[\"JSON\"]')"
            records = f"(SELECT unnest({rows}) AS json FROM {records})"
        try:
            engine.run(
                f"INSERT INTO promptfoo_rows SELECT {number}, row_number() OVER (), "
                f"concat_ws(' ', found[{list(KEYS).index('description') + 1}], {_variables()}), named{found} FROM "
                f"(SELECT {texts(paths)} AS found, json_extract(json, '/vars') AS vars, "
                f"json_extract(json, '/namedScores') AS named FROM {records})"
            )
        except EngineError as error:
            raise unreadable_records(file, error, TITLE) from None
    if not engine.rows("SELECT count(*) FROM promptfoo_rows")[0][0]:
        raise ReadingError(f"{files[0].called} holds the results of no test.")


def _variables() -> str:
    """SQL: the variables of a test as one text, in the order of their names; those of promptfoo begin with __."""
    entries = "map_entries(from_json(vars, '\"MAP(VARCHAR, JSON)\"'))"
    own = f"list_sort(list_filter({entries}, lambda e: NOT starts_with(e.key, '__')))"
    return f"array_to_string(list_transform({own}, lambda e: e.key || '=' || (e.value->>'$')), ', ')"


def _model(engine: Engine) -> str:
    """SQL: the label of a provider, else its id; with the prompt where a provider was asked with several."""
    engine.run("UPDATE promptfoo_rows SET label = coalesce(nullif(label, ''), provider)")
    prompts = "SELECT count(DISTINCT prompt) AS prompts FROM promptfoo_rows GROUP BY label"
    several = engine.rows(f"SELECT max(prompts) > 1 FROM ({prompts})")[0][0]
    return "label || ' (' || left(coalesce(prompt_label, prompt), 60) || ')'" if several else "label"


def _refuse_one_run_twice(engine: Engine, files: Sequence[File]) -> None:
    """The JSON and the JSONL of one eval hold the same rows, each with its id."""
    twice = engine.rows(
        "SELECT min(file), max(file) FROM promptfoo_rows WHERE id IS NOT NULL GROUP BY id "
        "HAVING min(file) <> max(file) LIMIT 1"
    )
    if twice:
        one, other = twice[0]
        raise ReadingError(f"{files[one].called} and {files[other].called} hold the same eval: give one of them.")


PROMPTFOO = Log(
    name="promptfoo",
    title=TITLE,
    files="results.json, results.jsonl",
    signature="JSON with results.results[].provider and vars; JSON lines with testIdx, promptIdx and provider",
    recognises=is_results,
    read=read,
    suffixes=(".json", ".jsonl"),
    note=(
        "A model is a provider: its label, else its id, and the prompt where it had several. Tests are paired by their "
        "variables and description, and repetitions averaged. A test with `failureReason` 2 is an error and no 0. "
        "Scores with names are further metrics. The CSV export is not read: its columns have the same names for all."
    ),
)
