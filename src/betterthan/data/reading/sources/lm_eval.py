"""lm-evaluation-harness: the samples that `log_samples` writes, one line per question and filter.

A line holds its metrics as keys of its own, and lists their names in `metrics` (files of 2024 do not). A metric is
called as in the file where the filter is `none`, else `metric:filter`: a question has one line for each filter.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from betterthan.data.engines.engine import Engine, EngineError
from betterthan.data.engines.sql import literal
from betterthan.data.hints import hint
from betterthan.data.limits import LONGEST_JSON
from betterthan.data.reading.sources.fields import fields_named
from betterthan.data.reading.sources.json_values import first_line, texts
from betterthan.data.reading.sources.lm_eval_metric import Taken, bare, taken_metric
from betterthan.data.reading.sources.lm_eval_runs import Run, newest, runs_of
from betterthan.data.reading.sources.log import Asked, Log, LogTable
from betterthan.data.reading.sources.numbers import as_number
from betterthan.data.reading.sources.pointers import pointer
from betterthan.data.reading.sources.records import unreadable_records
from betterthan.data.reading.sources.source import File
from betterthan.data.reading.text import line_of_json
from betterthan.errors import ReadingError
from betterthan.phrases import counted, cut, listing

TITLE = "lm-evaluation-harness"
KEYS = ("doc_id", "filter", "doc_hash", "prompt_hash", "metrics")
"""What is read of each line besides its scores."""
OTHER = frozenset({*KEYS, "doc", "target", "arguments", "resps", "filtered_resps", "target_hash"})
"""Keys of a line that are no metric."""
NO_FILTER = "none"
NAMED = {"versions": "version", "n-shot": "number of examples in the prompt", "task_hashes": "task hash"}
"""What a results file says of each task, in words."""
DOC = "doc."
"""What may stand before the name of a field of the question."""


def is_samples(file: File) -> bool:
    """Whether a file holds samples, by its first line.

    Parameters:
        file: any file.
    """
    first = file.outline.first if file.outline else None
    return isinstance(first, dict) and "doc_id" in first and ("doc_hash" in first or "filtered_resps" in first)


def is_results(file: File) -> bool:
    """Whether a file lies beside samples and holds the means of a run.

    Parameters:
        file: any file.
    """
    first = file.outline.first if file.outline and file.outline.shape == "object" else None
    return isinstance(first, dict) and isinstance(first.get("results"), dict) and "configs" in first


def read(engine: Engine, files: Sequence[File], asked: Asked) -> LogTable:
    """The scores of one metric of all samples.

    Parameters:
        engine: where the rows live.
        files: the samples files.
        asked: the metric, and the fields of the questions that the user named.
    """
    runs = dict(enumerate(runs_of([file.path for file in files])))
    kept, older = newest(list(runs.values()))
    runs = {number: run for number, run in runs.items() if run in kept}
    fields = _fields(files, runs, asked)
    _load(engine, files, runs, [name.removeprefix(DOC) for name in fields])
    taken = taken_metric(engine, asked.metric, _called(files, runs))
    _keep_metric(engine, taken)
    _refuse_no_number(engine, files, taken)
    notes = [*_older(older), *taken.notes, *_without_doubles(engine, files), *_rekeyed(engine), *_prompts(engine)]
    return LogTable(
        relation="lm_eval",
        roles=["case"] if _without_tasks(runs) else ["task", "case"],
        metric=taken.name,
        metrics=taken.there,
        extra={name: f"x{j}" for j, name in enumerate(fields)},
        higher_is_better=_direction(runs, taken, _called(files, runs)),
        hashed=True,
        notes=[*notes, *_told_apart(runs), *_incomplete(engine, runs)],
    )


def _called(files: Sequence[File], runs: Mapping[int, Run]) -> str:
    rest = len(runs) - 1
    return files[min(runs)].called + (f" and {counted(rest, 'other file')}" if rest else "")


def _without_tasks(runs: Mapping[int, Run]) -> bool:
    """Whether no file says what its task is: files that were renamed."""
    return not any(run.date for run in runs.values())


def _fields(files: Sequence[File], runs: Mapping[int, Run], asked: Asked) -> list[str]:
    """The columns that the user named and that are fields of the questions."""
    doc: dict[str, Any] = {}
    for number in runs:
        first = _first(files[number])
        doc |= first["doc"] if isinstance(first.get("doc"), dict) else {}
    return fields_named(asked, doc, DOC)


def _first(file: File) -> Mapping[str, Any]:
    first = file.outline.first if file.outline else None
    found = first if isinstance(first, dict) else first_line(file.path)
    return found if isinstance(found, dict) else {}


def metrics_of(line: Mapping[str, Any]) -> list[str]:
    """The names of the metrics of a line; without a list of them, the keys of its own that hold a number.

    Parameters:
        line: a line of a samples file.
    """
    listed = line.get("metrics")
    if isinstance(listed, list):
        return [name for name in listed if isinstance(name, str)]
    return [name for name, value in line.items() if name not in OTHER and isinstance(value, (bool, int, float))]


def _load(engine: Engine, files: Sequence[File], runs: Mapping[int, Run], fields: Sequence[str]) -> None:
    """One row per line and metric: `file`, `record`, `case`, `metric`, `value`, `hash`, `prompt`, and the fields."""
    names = list(dict.fromkeys(name for number in runs for name in metrics_of(_first(files[number]))))
    _load_runs(engine, runs)
    _load_lines(engine, files, runs, names, fields)
    listed = engine.rows("SELECT DISTINCT unnest(from_json(keys[5], '[\"VARCHAR\"]')) FROM lm_eval_lines")
    further = sorted(name for (name,) in listed if name not in names)
    if further:  # metrics that no first line has
        names += further
        _load_lines(engine, files, runs, names, fields)
    if not names:
        raise ReadingError(
            f"{_called(files, runs)}: the lines list no `metrics`, and none of their keys holds a number, so there is "
            "no score. Accepted are samples of lm-evaluation-harness with at least one metric."
        )
    filtered = f"keys[2] IS NULL OR keys[2] = {literal(NO_FILTER)}"
    kept = "".join(f", fields[{j + 1}] AS x{j}" for j in range(len(fields)))
    engine.run(
        f"CREATE OR REPLACE TABLE lm_eval_values AS SELECT * EXCLUDE (name, listed, filtered), CASE WHEN filtered IS "
        "NULL THEN name ELSE name || ':' || filtered END AS metric FROM (SELECT file, record, keys[1] AS \"case\", "
        f'unnest([{", ".join(map(literal, names))}]) AS name, unnest("values") AS value, keys[3] AS hash, '
        f"keys[4] AS prompt, keys[5] AS listed, CASE WHEN {filtered} THEN NULL ELSE keys[2] END AS filtered{kept} "
        "FROM lm_eval_lines) JOIN lm_eval_runs USING (file) WHERE CASE WHEN listed IS NULL THEN value IS NOT NULL ELSE "
        "json_contains(listed, to_json(name)) END"
    )


def _load_runs(engine: Engine, runs: Mapping[int, Run]) -> None:
    rows = ", ".join(
        f"({number}, {literal(run.model) if run.model else 'NULL::VARCHAR'}, {literal(run.task)})"
        for number, run in runs.items()
    )
    engine.run(f"CREATE OR REPLACE TABLE lm_eval_runs AS SELECT * FROM (VALUES {rows}) AS runs(file, model, task)")


def _load_lines(
    engine: Engine, files: Sequence[File], runs: Mapping[int, Run], names: Sequence[str], fields: Sequence[str]
) -> None:
    """One row per line. File by file: the number of a record is then its place, and a fault is known by its file."""
    parts = [*map(pointer, KEYS), *map(pointer, names), *(pointer("doc", field) for field in fields)]
    first_field = len(KEYS) + len(names)
    engine.run(
        "CREATE OR REPLACE TABLE lm_eval_lines "
        '(file INTEGER, record BIGINT, keys VARCHAR[], "values" VARCHAR[], fields VARCHAR[])'
    )
    for number in runs:
        records = engine.json_records([files[number].path], "lines", most=LONGEST_JSON)
        try:
            engine.run(
                f"INSERT INTO lm_eval_lines SELECT {number}, row_number() OVER (), found[:{len(KEYS)}], "
                f"found[{len(KEYS) + 1}:{first_field}], found[{first_field + 1}:] "
                f"FROM (SELECT {texts(parts)} AS found FROM {records})"
            )
        except EngineError as error:
            raise unreadable_records(files[number], error, TITLE) from None


def _keep_metric(engine: Engine, taken: Taken) -> None:
    """The rows of the metric that was taken, with score and failure."""
    chosen = ", ".join(f"({literal(task)}, {literal(label)})" for task, label in taken.labels.items())
    engine.run(
        "CREATE OR REPLACE TABLE lm_eval AS SELECT * REPLACE (CASE WHEN NOT isnan(score) THEN score END AS score), "
        "CASE WHEN value IS NULL OR isnan(score) THEN 'unscored' END AS failure "
        f"FROM (SELECT * EXCLUDE (metric), {as_number('value')} AS score FROM lm_eval_values "
        f"WHERE (task, metric) IN ({chosen}))"
    )


def _refuse_no_number(engine: Engine, files: Sequence[File], taken: Taken) -> None:
    """A metric of the whole test set leaves lists and texts with every question, of which no score can be made."""
    wrong = "score IS NULL AND failure IS NULL"
    found = engine.rows(f"SELECT file, record, value, task FROM lm_eval WHERE {wrong} ORDER BY file, record LIMIT 1")
    if found:
        file, record, value, task = found[0]
        raise ReadingError(
            f"{files[file].called}, line {line_of_json(files[file].path, record)}: `{taken.labels[task]}` is "
            f"`{cut(value, 60)}`, which is no number: it is a metric of the whole test set, and a question has no "
            f"score of its own. Choose another metric, if there is one: {listing(taken.there, limit=30)}."
        )


def _without_doubles(engine: Engine, files: Sequence[File]) -> list[str]:
    """Lines that stand twice, as where a run was repeated within a second, count once; if they differ, it is asked."""
    twice = engine.rows(
        'SELECT file, "case", count(*) FROM lm_eval GROUP BY ALL HAVING count(*) > 1 AND '
        "(count(DISTINCT coalesce(value, '')) > 1 OR count(DISTINCT coalesce(hash, '')) > 1) ORDER BY file, min(record)"
    )
    if twice:
        file, case, count = twice[0]
        raise ReadingError(
            f"{files[file].called} has {count} lines for doc_id {case}, which differ ({counted(len(twice), 'doc_id')} "
            "of this kind). Two runs may have been written to one file, or, in files that lack `filter`, two filters: "
            "run it again, or leave only the lines of one."
        )
    before, after = engine.rows('SELECT count(*), count(DISTINCT (file, "case")) FROM lm_eval')[0]
    if before == after:
        return []
    engine.run(
        "CREATE OR REPLACE TABLE lm_eval AS SELECT * FROM lm_eval "
        'QUALIFY row_number() OVER (PARTITION BY file, "case" ORDER BY record) = 1'
    )
    return [f"{counted(before - after, 'line')} that stand twice in a file were counted once."]


def _rekeyed(engine: Engine) -> list[str]:
    """Tasks whose doc_ids name other questions in one file than in another are paired by doc_hash, if it pairs all."""
    differing = 'SELECT task, "case" FROM lm_eval GROUP BY ALL HAVING count(DISTINCT hash) > 1'
    sets = (
        "SELECT task, file, count(*) AS rows, count(hash) AS hashed, count(DISTINCT hash) AS own FROM lm_eval "
        f"WHERE task IN (SELECT task FROM ({differing})) GROUP BY task, file"
    )
    everywhere = "SELECT task, count(DISTINCT hash) AS all_there FROM lm_eval GROUP BY task"
    tasks = engine.rows(
        f"SELECT task FROM ({sets}) JOIN ({everywhere}) USING (task) GROUP BY task "
        "HAVING bool_and(rows = own AND rows = hashed AND own = all_there)"
    )
    if not tasks:
        return []
    listed = ", ".join(literal(task) for (task,) in tasks)
    engine.run(
        f'CREATE OR REPLACE TABLE lm_eval AS SELECT * REPLACE (CASE WHEN task IN ({listed}) THEN hash ELSE "case" END '
        'AS "case") FROM lm_eval'
    )
    return [
        f"The questions of {listing(task for (task,) in tasks)} have other doc_ids in some files than in others: they "
        "were paired by doc_hash."
    ]


def _prompts(engine: Engine) -> list[str]:
    """Prompts may differ between models, as chat templates make them; that is said."""
    differ, cases = engine.rows(
        "SELECT count(*) FILTER (prompts > 1), count(*) FROM "
        '(SELECT count(DISTINCT prompt) AS prompts FROM lm_eval GROUP BY task, "case")'
    )[0]
    if not differ:
        return []
    return [f"The prompts of {differ:,} of {cases:,} questions differ between files, as chat templates make them."]


def _older(older: Sequence[Run]) -> list[str]:
    files = counted(len(older), "file")
    return [f"{files} of older runs were left out: the newest of each task and model counts."] if older else []


def _direction(runs: Mapping[int, Run], taken: Taken, called: str) -> bool | None:
    """Whether larger is better, as the results files say."""
    said: dict[bool, str] = {}
    for run in runs.values():
        better = run.higher_is_better.get(bare(taken.labels[run.task])) if run.task in taken.labels else None
        if better is not None:
            said[better] = run.task
    if len(said) > 1:
        raise ReadingError(
            f"{called}: of `{taken.name}`, higher is better in task `{said[True]}` and lower in `{said[False]}`. "
            "Compare them apart: give the files of one task."
        )
    return next(iter(said), None)


def _told_apart(runs: Mapping[int, Run]) -> list[str]:
    """What ought to be the same in runs that are compared, and is not."""
    said: dict[tuple[str, str], dict[str, str]] = {}
    for run in runs.values():
        for what, tasks in run.results.told.items() if run.results else ():
            if run.task in tasks:
                said.setdefault((NAMED[what], run.task), {}).setdefault(tasks[run.task], run.model or str(run.path))
    notes = []
    for (what, task), values in said.items():
        if len(values) > 1:
            (one, first), (other, second) = list(values.items())[:2]
            notes.append(
                hint(f"the {what} of {task} is {cut(one, 12)} for `{first}`, but {cut(other, 12)} for `{second}`.")
            )
    return notes


def _incomplete(engine: Engine, runs: Mapping[int, Run]) -> list[str]:
    """Files with another number of questions than their results files say that there were."""
    found = dict(engine.rows("SELECT file, count(*) FROM lm_eval GROUP BY file"))
    notes = []
    for number, run in runs.items():
        there = run.results.samples.get(run.task) if run.results else None
        if there is not None and number in found and found[number] != there:
            notes.append(f"`{run.path}` has {found[number]:,} questions, but its results file says {there:,}.")
    return notes


LM_EVAL = Log(
    name="lm-eval",
    title=TITLE,
    files="samples_<task>_<date>.jsonl",
    signature="JSON lines with doc_id, and doc_hash or filtered_resps",
    recognises=is_samples,
    read=read,
    accompanies=is_results,
    suffixes=(".json", ".jsonl"),
    note=(
        "Written if `log_samples` is on. Results files beside the samples say what the model is called and which "
        "scores are losses; of several runs the newest counts. Questions are paired by task and doc_id, and their "
        'doc_hash must be the same. A field of the questions can be the cluster: `cluster="doc.passage"`.'
    ),
)
