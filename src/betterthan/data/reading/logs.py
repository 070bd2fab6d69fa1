"""Logs as one table: models are named and told apart, failures are counted and left out, and no case is mistaken.

A kind of log says what its rows are (`sources/log.py`); what must hold of all of them is done here, once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from betterthan.data.engines.engine import EngineError
from betterthan.data.engines.sql import identifier, literal
from betterthan.data.hints import TOLD_FIRST, hint
from betterthan.data.reading.preferences import with_opponents
from betterthan.data.reading.raw import Column, Known, Raw, fault_of
from betterthan.data.reading.sources.compiled import fits_columns, log_of_mapping, read_tables
from betterthan.data.reading.sources.known import KNOWN_TABLES
from betterthan.data.reading.sources.log import Asked, Log, LogTable
from betterthan.data.reading.sources.log_names import names_of_files, told_apart
from betterthan.data.reading.sources.npz import RLIABLE
from betterthan.data.reading.sources.run_arrays import of_runs
from betterthan.data.reading.stored import Stored
from betterthan.data.reading.unexplained import unexplained
from betterthan.data.rows import RECORD_BITS
from betterthan.data.units import CASES, JUDGES, NAMED, SIZES, TASKS
from betterthan.errors import ReadingError
from betterthan.phrases import counted, listing

if TYPE_CHECKING:
    from betterthan.data.engines.engine import Engine
    from betterthan.data.reading.sources.source import File

NOT_SCORED = "no score"
NAMED_MODELS = 8
"""Models that a note names."""


def table_of_logs(engine: Engine, log: Log, files: Sequence[File], asked: Asked) -> Raw:
    """All rows of logs of one kind, as a table whose columns are called by their roles.

    Parameters:
        engine: where the rows live.
        log: their kind.
        files: the files that hold scores.
        asked: what the user said of them.
    """
    return finished(engine, log, log.read(engine, files, asked), files, source_called(files))


def table_of_known(engine: Engine, raws: Sequence[Raw], files: Sequence[File], asked: Asked) -> Raw | None:
    """Tables whose columns are those of a known program, as a table of its scores; None if nothing knows them.

    Parameters:
        engine: where the rows live.
        raws: the tables.
        files: the file of each; none of a frame.
        asked: what the user said: who names the column of the models or of the scores is taken at his word.
    """
    known = KNOWN_TABLES if asked.mapping is None else (asked.mapping,)
    fit = (each for each in known if all(fits_columns(each, _names(raw)) or asked.mapping for raw in raws))
    mapped = next(fit, None)
    named = asked.mapping is None and not asked.roles.keys().isdisjoint(("model", "score"))
    if mapped is None or (named and not mapped.ask) or "score" in asked.roles:
        return None
    if mapped.ask and "model" not in asked.roles:
        raise ReadingError(f"{raws[0].source} holds {mapped.title}. {mapped.ask}")
    try:
        table = read_tables(mapped, engine, raws, files, asked)
    except EngineError as error:
        raise fault_of(engine, raws, error) from None
    return finished(engine, log_of_mapping(mapped), table, files, raws[0].source)


def table_of_runs(engine: Engine, arrays: Mapping[str, Any]) -> Raw:
    """Arrays of runs, one per algorithm, as rliable takes them.

    Parameters:
        engine: where the rows live.
        arrays: the arrays, by algorithm.
    """
    return finished(engine, RLIABLE, of_runs(engine, [arrays], ["the dict"]), (), "the dict")


def _names(raw: Raw) -> list[str]:
    return [column.name for column in raw.columns]


def source_called(files: Sequence[File]) -> str:
    """What messages call these files.

    Parameters:
        files: some files.
    """
    return files[0].called + (f" and {counted(len(files) - 1, 'other file')}" if len(files) > 1 else "")


def finished(engine: Engine, log: Log, table: LogTable, files: Sequence[File], source: str) -> Raw:
    """The rows of logs as a table that can be understood without guessing.

    Parameters:
        engine: where the rows live.
        log: the kind of log.
        table: what it read.
        files: the files; one stands for a frame.
        source: what messages call them.
    """
    stored = Stored(engine, table, "logs", source, files)
    engine.run(f"CREATE OR REPLACE TABLE {stored.name} AS SELECT * FROM {table.relation}")
    if not engine.rows(f"SELECT count(*) FROM {stored.name}")[0][0]:
        raise ReadingError(f"{source} is a log of {log.title} without any score of `{table.metric}`.")
    stored = _with_judges(stored)
    _refuse_unnamed_units(stored)
    notes = [*table.notes, *_named(stored)]
    stored, told = with_opponents(stored) if table.preferences else (stored, ())
    notes += [*told, *_without_reruns(stored)]
    if table.hashed:
        _refuse_other_cases(stored)
    failed, left_out = _without_failures(stored)
    stored, told = _averaged(stored)
    return _raw(log, stored, (*notes, *left_out, *told), failed)


def _raw(log: Log, stored: Stored, notes: Sequence[str], failed: int) -> Raw:
    table = stored.table
    roles = ("model", *table.roles)
    columns = [Column(role, identifier(role), "DOUBLE" if role in SIZES else "VARCHAR") for role in roles]
    higher, metrics = table.higher_is_better, tuple(table.metrics)
    known = Known(log.title, table.metric, metrics, higher, (*roles, "score"), table.named, failed)
    extra = [Column(name, identifier(sql)) for name, sql in table.extra.items() if name not in (*roles, "score")]
    return Raw(
        stored.source,
        numbered_in_order(stored.name),
        (*columns, Column("score", "score", "DOUBLE"), *extra),
        place=lambda record: f"row {record & ((1 << RECORD_BITS) - 1)}",
        explain=partial(unexplained, stored.source),
        notes=tuple(dict.fromkeys(notes)),
        known=known,
        files=tuple(file.shown for file in stored.files),
    )


def numbered_in_order(table: str) -> str:
    """The rows in the order of files and records, numbered; the bits above a number say which file.

    Parameters:
        table: a table with `file` and `record`.
    """
    number = f"(file::BIGINT << {RECORD_BITS}) + row_number() OVER (ORDER BY file, record)"
    return f"(SELECT {number} AS record, * EXCLUDE (record) FROM {table})"


# Models.


def _named(stored: Stored) -> list[str]:
    """Every row gets a model: the one of its log, else one after its file; runs of equal names are told apart."""
    engine, notes = stored.engine, []
    unnamed = [file for (file,) in engine.rows(f"SELECT DISTINCT file FROM {stored.name} WHERE model IS NULL")]
    if unnamed:
        at = sorted(unnamed)
        names = names_of_files([stored.files[j].path for j in at], [stored.files[j].root for j in at])
        _rename(stored, dict(zip(at, names, strict=True)), "model IS NULL")
        notes.append(f"The logs do not name their model: named after their files, {_shown(names)}.")
    for model in _ambiguous(stored):
        query = f"SELECT DISTINCT file FROM {stored.name} WHERE model = {literal(model)}"
        paths = {file: stored.files[file].path for (file,) in sorted(engine.rows(query))}
        names_now = told_apart(model, paths)
        _rename(stored, names_now, f"model = {literal(model)}")
        shown = _shown(list(dict.fromkeys(names_now.values())))
        notes.append(hint(f"Several runs are called `{model}`, told apart by their paths: {shown}."))
    return notes


def _shown(names: Sequence[str]) -> str:
    return listing(names, limit=NAMED_MODELS)


def _rename(stored: Stored, names: Mapping[int, str], condition: str) -> None:
    cases = " ".join(f"WHEN {file:d} THEN {literal(name)}" for file, name in names.items())
    stored.engine.run(f"UPDATE {stored.name} SET model = CASE file {cases} ELSE model END WHERE {condition}")


def _ambiguous(stored: Stored) -> list[str]:
    """The models that have scores of the same unit in several files."""
    if len(stored.files) < 2:
        return []
    by = ", ".join(map(identifier, ("model", *stored.keys)))
    query = f"SELECT model FROM {stored.name} GROUP BY {by} HAVING min(file) <> max(file)"
    return [model for (model,) in stored.engine.rows(f"SELECT DISTINCT model FROM ({query}) ORDER BY 1")]


def _with_judges(stored: Stored) -> Stored:
    """Judges tell scores apart where several have judged the same case; else they are a further column."""
    judge, roles = JUDGES.key, stored.table.roles
    if judge not in roles or (CASES.key in roles and _judged_by_several(stored)):
        return stored
    kept = tuple(role for role in roles if role != judge)
    return replace(stored, table=replace(stored.table, roles=kept, extra={**stored.table.extra, judge: judge}))


def _judged_by_several(stored: Stored) -> bool:
    """Whether every row has a judge, and some case has several."""
    by = ", ".join(identifier(key) for key in stored.keys if key != JUDGES.key)
    nobody = f"SELECT count(*) FROM {stored.name} WHERE judge IS NULL"
    several = f"SELECT count(*) FROM (SELECT 1 FROM {stored.name} GROUP BY {by} HAVING min(judge) <> max(judge))"
    return not stored.engine.rows(nobody)[0][0] and bool(stored.engine.rows(several)[0][0])


def _refuse_unnamed_units(stored: Stored) -> None:
    """Every row needs all of the keys by which the models' scores are matched."""
    for key in stored.keys:
        count = stored.engine.rows(f"SELECT count(*) FROM {stored.name} WHERE {identifier(key)} IS NULL")[0][0]
        if count:
            raise ReadingError(
                f"{stored.source}: {counted(count, 'row')} without a {NAMED[key].singular}, by which the "
                "models' scores are matched. Check that the log is complete."
            )


# What is left out, and counted.


def _without_reruns(stored: Stored) -> list[str]:
    """One row for each unit of a model in a file: the last, where the log may hold reruns."""
    by = ", ".join(map(identifier, ("model", *stored.keys)))
    engine = stored.engine
    twice = f"SELECT {by}, count(*) AS n FROM {stored.name} GROUP BY {by} HAVING count(*) > 1"
    count, rows = engine.rows(f"SELECT count(*), coalesce(sum(n), 0)::BIGINT FROM ({twice})")[0]
    named = set(stored.keys) - {TASKS.key}
    if not count or stored.table.preferences or (stored.table.duplicates == "units" and not named):
        return []
    if stored.table.duplicates != "last":
        values = engine.rows(f"{twice} LIMIT 1")[0]
        where = ", ".join(f"{key} {value}" for key, value in zip(stored.keys, values[1:-1], strict=True))
        raise ReadingError(
            f"{stored.source}: `{values[0]}` has {values[-1]} rows for the same unit ({where}); so it is with "
            f"{counted(count, 'unit')}. Remove the rows of the older run, or give only the files of one."
        )
    last = f"SELECT max((file, record)) FROM {stored.name} GROUP BY {by}"
    engine.run(f"DELETE FROM {stored.name} WHERE (file, record) NOT IN ({last})")
    return [f"{counted(rows - count, 'row')} were followed by a later one for the same unit, which counts."]


def _refuse_other_cases(stored: Stored) -> None:
    """The same id must mean the same case in every model's log."""
    by = stored.listed
    query = (
        f"SELECT {by}, min(model), max(model) FROM {stored.name} WHERE hash IS NOT NULL GROUP BY {by} "
        "HAVING min(hash) <> max(hash)"
    )
    odd = stored.engine.rows(f"{query} ORDER BY min(file), min(record)")
    if odd:
        *values, first, second = odd[0]
        where = ", ".join(f"{key} {value}" for key, value in zip(stored.keys, values, strict=True))
        raise ReadingError(
            f"{stored.source}: the same id means different cases ({where}, of `{first}` and `{second}`); so it is with "
            f"{counted(len(odd), 'unit')}. The runs did not use the same data: run them again on the same "
            "version of it, or leave these cases out."
        )


def _without_failures(stored: Stored) -> tuple[int, list[str]]:
    """Errors and what was not scored are no scores: left out, counted by kind and model."""
    engine = stored.engine
    engine.run(
        f"UPDATE {stored.name} SET failure = {literal(NOT_SCORED)} "
        "WHERE failure IS NULL AND (score IS NULL OR NOT isfinite(score))"
    )
    found = engine.rows(
        f"SELECT model, failure, count(*) FROM {stored.name} GROUP BY 1, 2 ORDER BY min(file), min(record)"
    )
    totals: dict[str, int] = {}
    for model, _, count in found:
        totals[model] = totals.get(model, 0) + count
    failed = [(model, kind, count) for model, kind, count in found if kind is not None]
    if not failed:
        return 0, []
    if sum(count for *_, count in failed) == sum(totals.values()):
        raise ReadingError(f"{stored.source} holds no score at all: every row failed ({_kinds(failed)}).")
    engine.run(f"DELETE FROM {stored.name} WHERE failure IS NOT NULL")
    shares = dict.fromkeys(totals, 0.0)
    for model, _, count in failed:
        shares[model] += count / totals[model]
    note = f"Left out, as they are no scores: {_by_model(failed, totals)}."
    uneven = len(shares) > 1 and max(shares.values()) - min(shares.values()) > TOLD_FIRST / 2
    told = hint(note) if max(shares.values()) > TOLD_FIRST or uneven else note
    return sum(count for *_, count in failed), [told]


def _kinds(failed: Sequence[tuple[str, str, int]]) -> str:
    return ", ".join(dict.fromkeys(kind for _, kind, _ in failed))


def _by_model(failed: Sequence[tuple[str, str, int]], totals: Mapping[str, int]) -> str:
    shown = [f"{count:,} of {totals[model]:,} of `{model}` ({kind})" for model, kind, count in failed[:NAMED_MODELS]]
    rest = failed[NAMED_MODELS:]
    return ", ".join(shown) + (f" and {sum(count for *_, count in rest):,} more" if rest else "")


def _averaged(stored: Stored) -> tuple[Stored, tuple[str, ...]]:
    """The mean over epochs, turns or repeats of a case, where the log says that these are no units of their own."""
    over = {role: called for role, called in stored.table.averaged.items() if role in stored.table.roles}
    if not over:
        return stored, ()
    kept = [role for role in stored.table.roles if role not in over]
    by = ", ".join(map(identifier, ("model", *(role for role in stored.keys if role in kept))))
    others = [name for name in (*kept, *stored.table.extra.values()) if name not in stored.keys]
    rest = "".join(f", min({identifier(name)}) AS {identifier(name)}" for name in others)
    name = f"{stored.name}_means"
    engine = stored.engine
    engine.run(
        f"CREATE OR REPLACE TABLE {name} AS SELECT min(file) AS file, min(record) AS record, {by}, "
        f"favg(score) AS score, count(*) AS averaged_rows{rest} FROM {stored.name} GROUP BY {by}"
    )
    low, high = engine.rows(f"SELECT min(averaged_rows), max(averaged_rows) FROM {name}")[0]
    table = replace(stored.table, roles=tuple(kept))
    if high == 1:
        return replace(stored, table=table, name=name), ()
    what = " and ".join(over.values())
    number = f"{high}" if low == high else f"{low} to {high}"
    keys = [role for role in stored.keys if role in kept]
    unit = NAMED[keys[-1]].singular if keys and CASES.key not in keys else CASES.singular
    return replace(stored, table=table, name=name), (f"The score of a {unit} is the mean over {number} {what}.",)
