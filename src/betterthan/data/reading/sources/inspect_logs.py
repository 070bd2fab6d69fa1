"""Inspect: logs as `.eval` archives or as JSON, one for each model and task, with one score per sample and scorer."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from betterthan.data.engines.engine import Engine, EngineError
from betterthan.data.engines.sql import literal
from betterthan.data.hints import hint
from betterthan.data.limits import LONGEST_JSON
from betterthan.data.reading.sources.fields import fields_named
from betterthan.data.reading.sources.inspect_heads import (
    Head,
    head_of,
    told_apart_by_head,
    with_task_args,
    without_retries,
)
from betterthan.data.reading.sources.json_values import texts
from betterthan.data.reading.sources.log import Asked, Log, LogTable, chosen_metric
from betterthan.data.reading.sources.pointers import pointer
from betterthan.data.reading.sources.records import records_of, unreadable_records
from betterthan.data.reading.sources.source import File
from betterthan.data.reading.sources.zip_members import archive_of, unpacked
from betterthan.errors import ReadingError
from betterthan.phrases import counted, cut, listing

TITLE = "Inspect"
ZIP = b"PK\x03\x04"
HEADER, START, SUMMARIES = "header.json", "_journal/start.json", "summaries.json"
JOURNAL = re.compile(r"_journal/summaries/(\d+)\.json")
HEAD_KEYS = ("status", "eval", "plan", "results")
KEYS = ("id", "epoch", "input", "error")
"""What is read of each sample besides its scores."""
METADATA = "metadata."
"""What may stand before the name of a field of the samples' metadata."""
REMOVED = "Key removed from summary"
"""How a summary says that a value was too long for it."""
LOOKED_AT_INPUT = 200
"""Letters of a sample's input by which it is known again."""
GRADES = {"C": 1.0, "I": 0.0, "P": 0.5, "N": 0.0, "yes": 1.0, "no": 0.0, "true": 1.0, "false": 0.0}
"""Inspect's `value_to_float`: correct, incorrect, partially correct, no answer; words in small letters."""


def is_log(file: File) -> bool:
    """Whether a file is a log of Inspect: an archive with a header or a journal, or JSON with status and eval.

    Parameters:
        file: any file.
    """
    if file.beginning.startswith(ZIP):
        return file.suffix == ".eval" or any(name.encode() in file.beginning for name in (HEADER, START))
    first = file.outline.first if file.outline and file.outline.shape == "object" else None
    return (
        isinstance(first, dict)
        and "status" in first
        and isinstance(first.get("eval"), dict)
        and "task" in first["eval"]
    )


def read(engine: Engine, files: Sequence[File], asked: Asked) -> LogTable:
    """The scores of one scorer of all logs.

    Parameters:
        engine: where the rows live.
        files: the logs.
        asked: the scorer, and the fields of the samples' metadata that the user named.
    """
    _create(engine)
    wanted = list(dict.fromkeys(name.removeprefix(METADATA) for name in asked.names))
    found = {
        number: (_load_archive if file.beginning.startswith(ZIP) else _load_json)(engine, file, number, wanted)
        for number, file in enumerate(files)
    }
    heads, notes = without_retries(found)
    engine.run(f"DELETE FROM inspect_samples WHERE file NOT IN ({', '.join(map(str, heads))})")
    heads = with_task_args(heads)
    names, told = told_apart_by_head(heads)
    notes += told
    fields = _fields(engine, files, asked, wanted)
    called = files[0].called + (f" and {counted(len(heads) - 1, 'other file')}" if len(heads) > 1 else "")
    there = _split_scores(engine)
    if not there:
        raise ReadingError(f"{called}: no sample has a score. Score the log first: `inspect score`.")
    metric = chosen_metric(asked.metric, there, called)
    _keep_metric(engine, heads, names, metric, len(wanted))
    _refuse_no_grade(engine, files, metric)
    notes += _without_metric(engine, files, heads, metric)
    return LogTable(
        relation="inspect_rows",
        roles=["task", "case", "repeat"],
        metric=metric,
        metrics=there,
        extra=fields,
        averaged={"repeat": "epochs"},
        duplicates="last",
        notes=[*notes, *_unfinished(files, heads), *_incomplete(engine, files, heads), *_other_inputs(engine)],
    )


# Archives and JSON, each as records of samples.


def _load_archive(engine: Engine, file: File, number: int, fields: Sequence[str]) -> Head:
    """The samples of a log that is an archive, a row each; an unfinished one has them in its journal."""
    with archive_of(file.path, file.called) as archive:
        inside = archive.namelist()
        first = HEADER if HEADER in inside else START
        if first not in inside:
            raise ReadingError(f"{file.called} is an archive without `{HEADER}`, so it is no log of Inspect.")
        with unpacked(archive, first, file.called) as path:
            head = _text(engine, f"SELECT json FROM {engine.json_records([path], 'object', most=LONGEST_JSON)}", file)
        journal = sorted((int(found[1]), name) for name in inside if (found := JOURNAL.fullmatch(name)))
        for name in [SUMMARIES] if SUMMARIES in inside else [name for _, name in journal]:
            with unpacked(archive, name, file.called) as path:
                _insert(engine, file, number, engine.json_records([path], "array", most=LONGEST_JSON), fields)
    return head_of(head, file.called)


def _load_json(engine: Engine, file: File, number: int, fields: Sequence[str]) -> Head:
    """The samples of a log that is one JSON object, a row each."""
    records = records_of(engine, file, "make an archive of it with `inspect log convert --to eval`, and give that")
    parts = ", ".join(literal(pointer(key)) for key in (*HEAD_KEYS, "samples"))
    try:
        engine.run(
            f"CREATE OR REPLACE TABLE inspect_json AS SELECT json_extract(json, [{parts}]) AS parts FROM {records}"
        )
    except EngineError as error:
        raise unreadable_records(file, error, TITLE) from None
    named = ", ".join(f"{key} := parts[{j}]" for j, key in enumerate(HEAD_KEYS, start=1))
    head = head_of(_text(engine, f"SELECT struct_pack({named})::JSON FROM inspect_json", file), file.called)
    samples = f"(SELECT unnest(from_json(parts[{len(HEAD_KEYS) + 1}], '[\"JSON\"]')) AS json FROM inspect_json)"
    _insert(engine, file, number, samples, fields)
    engine.run("DROP TABLE inspect_json")
    return head


def _text(engine: Engine, query: str, file: File) -> str:
    try:
        return str(engine.rows(query)[0][0])
    except EngineError as error:
        raise unreadable_records(file, error, TITLE) from None


def _create(engine: Engine) -> None:
    engine.run(
        "CREATE OR REPLACE TABLE inspect_samples (file INTEGER, record BIGINT, id VARCHAR, epoch VARCHAR, input "
        "VARCHAR, error VARCHAR, scores JSON, fields VARCHAR[], keys VARCHAR[])"
    )


def _insert(engine: Engine, file: File, number: int, records: str, fields: Sequence[str]) -> None:
    parts = [*map(pointer, KEYS), *(pointer("metadata", field) for field in fields)]
    before = engine.rows(f"SELECT count(*) FROM inspect_samples WHERE file = {number}")[0][0]
    try:
        engine.run(
            f"INSERT INTO inspect_samples SELECT {number}, {before} + row_number() OVER (), found[1], found[2], "
            f"left(found[3], {LOOKED_AT_INPUT}), found[4], scores, found[{len(KEYS) + 1}:], keys "
            f"FROM (SELECT {texts(parts)} AS found, json_extract(json, '/scores') AS scores, "
            f"json_keys(json, '/metadata') AS keys FROM {records})"
        )
    except EngineError as error:
        raise unreadable_records(file, error, TITLE) from None


# Scores.


def _split_scores(engine: Engine) -> list[str]:
    """One row per sample and score, in `inspect_values`: those that hold several are `scorer.key`. Their names."""
    entries = "unnest(map_entries(from_json({}, '\"MAP(VARCHAR, JSON)\"')))"
    engine.run(
        "CREATE OR REPLACE TABLE inspect_values AS SELECT file, record, e.key AS metric, json_extract(e.value, "
        f"'/value') AS value FROM (SELECT file, record, {entries.format('scores')} AS e FROM inspect_samples "
        "WHERE json_type(scores) = 'OBJECT')"
    )
    engine.run(
        "CREATE OR REPLACE TABLE inspect_values AS SELECT * FROM inspect_values WHERE json_type(value) IS DISTINCT "
        "FROM 'OBJECT' UNION ALL SELECT file, record, metric || '.' || e.key, e.value FROM (SELECT file, record, "
        f"metric, {entries.format('value')} AS e FROM inspect_values WHERE json_type(value) = 'OBJECT')"
    )
    # A scorer whose score is a dict leaves a bare NaN where it gave none: that is no metric of its own.
    found = engine.rows("SELECT metric FROM inspect_values GROUP BY metric ORDER BY min(rowid)")
    names = [name for (name,) in found]
    return [name for name in names if not any(other.startswith(f"{name}.") for other in names)]


def _keep_metric(
    engine: Engine, heads: Mapping[int, Head], names: Mapping[int, str | None], metric: str, fields: int
) -> None:
    """All samples of the logs that have the metric, with their scores."""
    given = f"SELECT file, record, value FROM inspect_values WHERE metric = {literal(metric)}"
    about = ", ".join(f"({number}, {literal(head.task)}, {_or_null(names[number])})" for number, head in heads.items())
    word = "value->>'$'"
    grades = " ".join(f"WHEN {literal(each)} THEN {value}" for each, value in GRADES.items())
    kept = "".join(f", fields[{j + 1}] AS x{j}" for j in range(fields))
    graded = (
        f'SELECT file, record, model, task, id AS "case", epoch AS repeat, input, error, value{kept}, '
        f"CASE {word} {grades} ELSE CASE lower({word}) {grades} ELSE try_cast({word} AS DOUBLE) END END AS number "
        f"FROM inspect_samples JOIN (VALUES {about}) AS about(file, task, model) USING (file) "
        f"LEFT JOIN ({given}) USING (file, record) WHERE file IN (SELECT file FROM ({given}))"
    )
    unscored = "value IS NULL OR json_type(value) = 'NULL' OR isnan(number)"
    engine.run(
        "CREATE OR REPLACE TABLE inspect_rows AS SELECT * EXCLUDE (number), CASE WHEN NOT isnan(number) THEN number "
        f"END AS score, CASE WHEN ({unscored}) AND error IS NOT NULL THEN 'error' WHEN {unscored} THEN 'unscored' END "
        f"AS failure FROM ({graded})"
    )


def _or_null(name: str | None) -> str:
    return "NULL::VARCHAR" if name is None else literal(name)


def _without_metric(engine: Engine, files: Sequence[File], heads: Mapping[int, Head], metric: str) -> list[str]:
    having = {file for (file,) in engine.rows("SELECT DISTINCT file FROM inspect_rows")}
    lacking = [files[number].called for number in heads if number not in having]
    return [f"Left out, without any score of `{metric}`: {', '.join(lacking)}."] if lacking else []


def _refuse_no_grade(engine: Engine, files: Sequence[File], metric: str) -> None:
    """A score that is a list or another word is not one that Inspect turns into a number."""
    found = engine.rows(
        'SELECT file, "case", value FROM inspect_rows WHERE score IS NULL AND failure IS NULL '
        "ORDER BY file, record LIMIT 1"
    )
    if found:
        file, case, value = found[0]
        raise ReadingError(
            f"{files[file].called}, sample {case}: the score of `{metric}` is {cut(value, 60)}. Accepted are numbers, "
            f'and false, and {listing(GRADES, limit=30)}: name another score with `metric="NAME"`, or score the log '
            "again with numbers."
        )


def _fields(engine: Engine, files: Sequence[File], asked: Asked, wanted: Sequence[str]) -> dict[str, str]:
    """The columns that the user named and that are fields of the samples' metadata, by the name that was given."""
    listed = engine.rows("SELECT DISTINCT unnest(keys) FROM inspect_samples ORDER BY 1")
    found = {}
    for name in fields_named(asked, [key for (key,) in listed], METADATA):
        position = wanted.index(name.removeprefix(METADATA)) + 1
        field = f"fields[{position}]"
        there, removed = engine.rows(
            f"SELECT count({field}), min(file) FILTER (starts_with({field}, {literal(REMOVED)})) FROM inspect_samples"
        )[0]
        if removed is not None:
            raise ReadingError(
                f"{files[removed].called}: the metadata `{name}` is too long for the summaries of the log, which say "
                f"`{REMOVED}` instead. Name a shorter field, or give the log as JSON: `inspect log convert --to json`."
            )
        if there:
            found[name] = f"x{position - 1}"
    return found


# What is said of the logs.


def _unfinished(files: Sequence[File], heads: Mapping[int, Head]) -> list[str]:
    odd = {number: head.status for number, head in heads.items() if head.status != "success"}
    if not odd:
        return []
    told = ", ".join(f"{files[number].called} ({status})" for number, status in odd.items())
    return [hint(f"{counted(len(odd), 'log')} of {len(heads)} did not finish: {told}.")]


def _incomplete(engine: Engine, files: Sequence[File], heads: Mapping[int, Head]) -> list[str]:
    """Logs with another number of samples than their heads say."""
    found = dict(engine.rows("SELECT file, count(*) FROM inspect_samples GROUP BY file"))
    return [
        f"{files[number].called} has {found.get(number, 0):,} samples, but its header says {head.completed:,}."
        for number, head in heads.items()
        if head.completed is not None and head.completed != found.get(number, 0)
    ]


def _other_inputs(engine: Engine) -> list[str]:
    """Ids of which the inputs differ between logs: perhaps other data, of which no pairs can be made."""
    differ, first, ids = engine.rows(
        'SELECT count(*) FILTER (inputs > 1), min("case") FILTER (inputs > 1), count(*) FROM '
        '(SELECT "case", count(DISTINCT input) AS inputs FROM inspect_rows GROUP BY task, "case")'
    )[0]
    if not differ:
        return []
    return [hint(f"the input of {differ:,} of {ids:,} samples differs between logs, such as that of sample {first}.")]


INSPECT = Log(
    name="inspect",
    title=TITLE,
    files="*.eval, or *.json",
    signature="a zip archive with header.json or _journal/start.json; a JSON object with status and eval.task",
    recognises=is_log,
    read=read,
    suffixes=(".eval", ".json"),
    note=(
        "Samples are paired by task, id and epoch; a sample's score is its mean over the epochs. C is 1, P 0.5, "
        "I and N 0; NaN is no score, and is counted. Scores that are dicts are `scorer.key`. Logs of one model "
        'are told apart by solver, arguments or folder. Metadata can be the cluster: `cluster="metadata.topic"`.'
    ),
)
