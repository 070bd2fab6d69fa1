"""Compiled: a mapping as one query over the files, and what it takes for a file to be one of its kind."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from betterthan.data.engines.engine import EngineError
from betterthan.data.engines.sql import identifier, literal
from betterthan.data.limits import LONGEST_JSON
from betterthan.data.reading import text
from betterthan.data.reading.sources.expressions import Context, Part, condition_of, looked_up, of_path, parsed
from betterthan.data.reading.sources.log import OWN, WIN_TIE_LOSS, Asked, Log, LogTable, chosen_metric
from betterthan.data.reading.sources.mapping import ROLES, Mapped
from betterthan.data.reading.sources.outline import Outline
from betterthan.data.reading.sources.pointers import keys_of, pointer
from betterthan.data.reading.sources.source import LOADED_UP_TO, explained, not_utf8
from betterthan.data.units import CLUSTERS, KEYS, SIZES
from betterthan.errors import ReadingError
from betterthan.phrases import counted, listing

if TYPE_CHECKING:
    from betterthan.data.engines.engine import Engine, Shape
    from betterthan.data.reading.raw import Column, Raw
    from betterthan.data.reading.sources.source import File

Value: TypeAlias = "tuple[tuple[str, ...], Column | None]"
"""What the pattern of columns says of a column, and the column."""

CIPN = {"c": 1.0, "i": 0.0, "p": 0.5, "n": 0.0, "true": 1.0, "false": 0.0, "yes": 1.0, "no": 0.0}
"""What graders write: correct, incorrect, partial, no answer."""


def fits(mapped: Mapped, outline: Outline | None) -> bool:
    """Whether a JSON file is one of this kind, by its first keys.

    Parameters:
        mapped: the mapping.
        outline: the beginning of the file.
    """
    if outline is None or mapped.kind != "json" or not isinstance(outline.first, dict) or not outline.first:
        return False
    first = outline.first
    if mapped.only:
        return outline.shape == "object" and set(first) <= set(mapped.only)
    if mapped.every:
        return outline.shape == "object" and len(first) > 1 and all(_is(mapped.every, each) for each in first.values())
    return bool(mapped.has) and all(looked_up(first, path)[0] for path in mapped.has)


def _is(every: str, value: Any) -> bool:
    return isinstance(value, bool) if every == "bool" else looked_up(value, every)[0]


def fits_columns(mapped: Mapped, names: Iterable[str]) -> bool:
    """Whether a table is one of this kind, by its columns.

    Parameters:
        mapped: the mapping.
        names: the names of its columns.
    """
    there = set(names)
    found = mapped.kind == "table" and bool(mapped.has) and there >= set(mapped.has)
    return found and (not mapped.columns or any(re.fullmatch(mapped.columns, name) for name in there))


def log_of_mapping(mapped: Mapped) -> Log:
    """A kind of log that needs no code.

    Parameters:
        mapped: the mapping.
    """
    return Log(
        name=mapped.name,
        title=mapped.title,
        files=mapped.files,
        signature=listed_signature(mapped),
        recognises=lambda file: fits(mapped, file.outline),
        read=partial(read_json, mapped),
        mapping=mapped,
        note=mapped.note,
    )


# Rows of JSON.


def read_json(mapped: Mapped, engine: Engine, files: Sequence[File], asked: Asked) -> LogTable:
    """The rows of all files, by one query.

    Parameters:
        mapped: the mapping.
        engine: where the rows live.
        files: the files.
        asked: what the user said.
    """
    mapped = with_named(mapped, asked)
    parts = _of_paths(mapped)
    of_files = _paths(engine, parts, files)
    columns = {part: f"paths.p{j}" for j, part in enumerate(parts)}
    queries = [_query(mapped, engine, same, shape, of_files, columns) for shape, same in _by_shape(files).items()]
    selected = queries[0] if len(queries) == 1 else " UNION ALL ".join(queries)
    try:
        engine.run(f"CREATE OR REPLACE TABLE mapped AS SELECT row_number() OVER () AS record, * FROM ({selected})")
    except EngineError as error:
        raise broken(engine, files, error) from None
    return chosen_rows(mapped, engine, "mapped", asked, _called(files))


def _called(files: Sequence[File]) -> str:
    return files[0].called + (f" and {counted(len(files) - 1, 'other file')}" if len(files) > 1 else "")


def _by_shape(files: Sequence[File]) -> dict[Shape, list[File]]:
    found: dict[Shape, list[File]] = {}
    for file in files:
        if file.outline is None:
            raise ReadingError(f"{file.called} is no JSON that can be read with this mapping, or is nested too deep.")
        if file.outline.shape == "array" and text.last_byte(file.path) != b"]":
            raise ReadingError(f"{file.called} is not valid JSON: its array has no end. Was it cut off?")
        found.setdefault(file.outline.shape, []).append(file)
    return found


def _of_paths(mapped: Mapped) -> list[Part]:
    """What the mapping asks of paths."""
    texts = [each for role in mapped.roles.values() for each in role]
    texts += [
        each for each in (mapped.metric, *mapped.score, mapped.opponent, mapped.hash, *mapped.extra.values()) if each
    ]
    parts = [part for each in texts for part in parsed(each)]
    return list(dict.fromkeys(part for part in parts if part.kind in ("dir", "file")))


def _paths(engine: Engine, parts: Sequence[Part], files: Sequence[File]) -> str:
    """A relation of what the paths of the files say."""
    arrays: dict[str, Any] = {
        "filename": np.array([str(file.path) for file in files], dtype=object),
        "file": np.arange(len(files)),
    }
    for j, part in enumerate(parts):
        arrays[f"p{j}"] = np.array([_said(part, file) for file in files], dtype=object)
    return engine.of_arrays(arrays)


def _said(part: Part, file: File) -> str | None:
    return of_path(part, file.named or file.path) if file.suffix is not None else None


def _query(
    mapped: Mapped, engine: Engine, files: Sequence[File], shape: Shape, paths: str, columns: Mapping[Part, str]
) -> str:
    """One row per score, with all that the mapping names, as text."""
    relation = engine.json_records([file.path for file in files], shape, most=_most(files, shape))
    joins, rows, keys = [], [], []
    inner = "j.json"
    for number, path in enumerate(mapped.rows, start=1):
        within = f"json_extract({inner}, {literal(pointer(*keys_of(path)))})" if path else inner
        joins.append(f", LATERAL json_each({within}) r{number}")
        inner = f"r{number}.value"
        rows.append(inner)
        keys.append(f"r{number}.key")
    context = Context("j.json", rows, keys, of_files=columns)
    return (
        f"SELECT paths.file AS file, {_selected(mapped, context)} FROM {relation} j "
        f"JOIN {paths} paths ON paths.filename = j.filename{''.join(joins)}"
    )


def _most(files: Sequence[File], shape: Shape) -> int:
    """Bytes that one record may have: of a whole object, as many as the largest file."""
    if shape != "object":
        return LONGEST_JSON
    sizes = {file: text.unpacked_size(file.path) for file in files}
    large = next((file for file, size in sizes.items() if size > LOADED_UP_TO), None)
    if large is not None:
        raise ReadingError(
            f"{large.called} is one JSON object of {sizes[large] / 2**20:,.0f} MB, which must be read whole: more than "
            f"{LOADED_UP_TO / 2**20:.0f} MB are not taken. Save it with one record per line."
        )
    return max(sizes.values()) + 16


def broken(engine: Engine, files: Sequence[File], error: EngineError) -> ReadingError:
    """The message about the first file that cannot be read.

    Parameters:
        engine: where the rows live.
        files: the files.
        error: what the engine said of all of them.
    """
    for file in files:
        shape: Shape = file.outline.shape if file.outline is not None else "object"
        try:
            relation = engine.json_records([file.path], shape, most=_most([file], shape))
            engine.rows(f"SELECT count(json_type(json)) FROM {relation}")
        except EngineError as own:
            return _explained(file, own)
    return _explained(files[0], error)


def _explained(file: File, error: EngineError) -> ReadingError:
    by_line = file.outline is not None and file.outline.shape == "lines"

    def diagnose() -> ReadingError | None:
        fault = text.encoding_fault(file.path)
        if fault:
            return not_utf8(file.called, fault)
        fault = text.json_fault(file.path, by_line=by_line)
        return ReadingError(f"{file.called} is not valid JSON: {fault}. Was it cut off?") if fault else None

    return explained(file.called, diagnose, error)


# Rows of tables.


def read_tables(mapped: Mapped, engine: Engine, raws: Sequence[Raw], files: Sequence[File], asked: Asked) -> LogTable:
    """The rows of tables whose columns the mapping knows.

    Parameters:
        mapped: the mapping.
        engine: where the rows live.
        raws: the tables.
        files: the file of each; none of a frame.
        asked: what the user said.
    """
    mapped = with_named(mapped, asked)
    parts = _of_paths(mapped)
    queries = []
    for number, raw in enumerate(raws):
        said = {part: _literal(_said(part, files[number]) if files else None) for part in parts}
        for groups, value in _values(mapped, raw.columns, asked):
            context = Context(
                columns={column.name: column for column in raw.columns}, groups=groups, value=value, of_files=said
            )
            queries.append(f"SELECT {number} AS file, record, {_selected(mapped, context)} FROM {raw.relation}")
    engine.run(f"CREATE OR REPLACE TABLE mapped AS {queries[0]}")
    for query in queries[1:]:
        engine.run(f"INSERT INTO mapped {query}")
    source = raws[0].source + (f" and {counted(len(raws) - 1, 'other file')}" if len(raws) > 1 else "")
    return chosen_rows(mapped, engine, "mapped", asked, source)


def _literal(value: str | None) -> str:
    return "NULL" if value is None else literal(value)


def _values(mapped: Mapped, columns: Sequence[Column], asked: Asked) -> list[Value]:
    """The columns that are rows of their own, with what their names say; once, without any, where none is."""
    if not mapped.columns:
        return [((), None)]
    found = [(re.fullmatch(mapped.columns, column.name), column) for column in columns]
    values = [(tuple(group or "" for group in match.groups()), column) for match, column in found if match]
    return _of_one_metric(mapped, values, asked)


def _of_one_metric(mapped: Mapped, values: Sequence[Value], asked: Asked) -> list[Value]:
    """Of columns whose names say their metrics, those of the metric that is taken: there may be fifty more."""
    part = parsed(mapped.metric)[0]
    if part.kind != "column":
        return list(values)
    names = [groups[part.number - 1] for groups, _ in values]
    taken = asked.metric if asked.metric is not None else next((name for name in mapped.default if name in names), None)
    return [value for value, name in zip(values, names, strict=True) if name == taken] or list(values)


# What both have in common.


def _selected(mapped: Mapped, context: Context) -> str:
    """The columns of a row: roles, score, failure and what else the mapping names."""
    columns = {role: _joined(context, each) for role, each in mapped.roles.items()}
    columns.setdefault("model", "NULL::VARCHAR")
    if mapped.nameless:
        none = ", ".join(map(literal, mapped.nameless))
        columns["model"] = f"CASE WHEN {columns['model']} NOT IN ({none}) THEN {columns['model']} END"
    columns["metric"] = context.text(mapped.metric)
    columns["given"] = _joined(context, mapped.score)
    columns["failure"] = _first(mapped.failures, context)
    columns["left_out"] = _first(mapped.left_out, context)
    if mapped.hash:
        columns["hash"] = context.text(mapped.hash)
    if mapped.opponent:
        columns["opponent"] = context.text(mapped.opponent)
    columns |= {f"x{j}": context.text(each) for j, each in enumerate(mapped.extra.values())}
    return ", ".join(f"{sql} AS {identifier(name)}" for name, sql in columns.items())


def _joined(context: Context, expressions: Sequence[str]) -> str:
    parts = [context.text(each) for each in expressions]
    return parts[0] if len(parts) == 1 else f"nullif(concat_ws(' ', {', '.join(parts)}), '')"


def _first(conditions: Mapping[str, str], context: Context) -> str:
    """The name of the first condition that holds; NULL if none does."""
    if not conditions:
        return "NULL::VARCHAR"
    cases = " ".join(f"WHEN {_holds(each, context)} THEN {literal(name)}" for name, each in conditions.items())
    return f"CASE {cases} END"


def _holds(text: str, context: Context) -> str:
    """SQL of a condition."""
    condition = condition_of(text)
    value = context.text(condition.what)
    if condition.sign == "empty":
        return f"{value} IS NULL"
    if condition.sign == "there":
        return f"coalesce(lower({value}), 'false') NOT IN ('false', '0', '0.0', '[]', '{{}}')"
    listed = ", ".join(map(literal, condition.values))
    return f"coalesce(lower({value}), '') {'NOT ' if condition.sign == 'is none of' else ''}IN ({listed})"


def _number(mapped: Mapped) -> str:
    """SQL of the score."""
    if mapped.cast in ("words", "CIPN"):
        words = {key.lower(): value for key, value in (mapped.words if mapped.cast == "words" else CIPN).items()}
        cases = " ".join(f"WHEN {literal(key)} THEN {value!r}::DOUBLE" for key, value in words.items())
        return f"CASE lower(given) {cases} ELSE try_cast(given AS DOUBLE) END"
    number = "coalesce(try_cast(given AS DOUBLE), CASE lower(given) WHEN 'true' THEN 1.0 WHEN 'false' THEN 0.0 END)"
    if mapped.cast == "preference":
        return f"CASE WHEN {number} = 0 THEN 0.5 ELSE {number} - 1 END"
    return number


def chosen_rows(mapped: Mapped, engine: Engine, table: str, asked: Asked, source: str) -> LogTable:
    """The rows of one metric, as a log gives them.

    Parameters:
        mapped: the mapping.
        engine: where the rows live.
        table: all rows, with texts.
        asked: what the user said.
        source: what messages call it.
    """
    rows = engine.rows(
        f"SELECT metric, count(given) FROM {table} WHERE left_out IS NULL AND metric IS NOT NULL "
        f"AND (failure IS NOT NULL OR {_number(mapped)} IS NOT NULL) GROUP BY metric ORDER BY min((file, record))"
    )
    if not rows:
        raise _nothing(mapped, engine, table, source)
    metrics = [metric for metric, _ in rows]
    metric = chosen_metric(asked.metric, metrics, source, mapped.default)
    left_out = engine.rows(
        f"SELECT left_out, count(*) FROM {table} WHERE left_out IS NOT NULL AND metric = {literal(metric)} GROUP BY 1 "
        "ORDER BY 2 DESC"
    )
    units = (*KEYS, CLUSTERS.key, *SIZES)
    roles = [role for role in mapped.roles if role in units and _is_there(engine, table, role, metric)]
    if not set(SIZES) <= set(roles):  # one size alone tells no share
        roles = [role for role in roles if role not in SIZES]
    names = ", ".join(f"{role}::DOUBLE AS {role}" if role in SIZES else identifier(role) for role in roles)
    more = [name for name, there in (("hash", mapped.hash), ("opponent", mapped.opponent)) if there]
    more += [f"x{j}" for j in range(len(mapped.extra))]
    kept = "".join(f", {name}" for name in [names, *more] if name)
    failure = f"CASE WHEN failure IS NOT NULL THEN failure WHEN given IS NOT NULL AND {_number(mapped)} IS NULL THEN "
    return LogTable(
        relation=(
            f"(SELECT file, record, model, {_number(mapped)} AS score, {failure}'not a number' END AS failure{kept} "
            f"FROM {table} WHERE left_out IS NULL AND metric = {literal(metric)})"
        ),
        roles=roles,
        metric=metric,
        metrics=metrics,
        extra={
            name: f"x{j}"
            for j, name in enumerate(mapped.extra)
            if name != asked.by or _is_there(engine, table, f"x{j}", metric)
        },
        named={role: name for role, name in asked.roles.items() if name not in mapped.extra},
        higher_is_better={"higher": True, "lower": False}.get(mapped.direction),
        averaged=mapped.averaged,
        duplicates=mapped.duplicates,
        hashed=bool(mapped.hash),
        preferences=bool(mapped.opponent),
        scale=mapped.scale or WIN_TIE_LOSS,
        notes=[f"{counted(count, 'row')} left out: {what}." for what, count in left_out],
    )


def _nothing(mapped: Mapped, engine: Engine, table: str, source: str) -> ReadingError:
    count, given = engine.rows(f"SELECT count(*), min(given) FROM {table}")[0]
    if not count:
        return ReadingError(f"{source} has no rows where logs of {mapped.title} have them.")
    shown = "is empty everywhere" if given is None else f"is no number, as in `{given[:60]}`"
    return ReadingError(
        f"{source} has {counted(count, 'row')} of {mapped.title}, but the score (`{' '.join(mapped.score)}`) {shown}."
    )


def _is_there(engine: Engine, table: str, column: str, metric: str) -> bool:
    """Whether a column has any value; a key without any names no unit, and a cluster without any groups none."""
    query = f"SELECT count({identifier(column)}) FROM {table} WHERE metric = {literal(metric)} AND left_out IS NULL"
    return bool(engine.rows(query)[0][0])


def with_named(mapped: Mapped, asked: Asked) -> Mapped:
    """The mapping with the roles that the user names himself, unless a further column has that name, and with `by`.

    Parameters:
        mapped: the mapping.
        asked: what the user said: of roles and of `by`, expressions, such as the names of columns.
    """
    own = {role: (name,) for role, name in asked.roles.items() if role in ROLES and name not in mapped.extra}
    known = asked.by is None or asked.by in (*OWN, *ROLES, *mapped.extra)
    within = {} if asked.by is None or known else {asked.by: asked.by}
    for each in (*own.values(), *within.values()):
        parsed(each if isinstance(each, str) else each[0])
    return replace(mapped, roles={**mapped.roles, **own}, extra={**mapped.extra, **within})


def listed_signature(mapped: Mapped) -> str:
    """By what a mapping recognises its files, in words.

    Parameters:
        mapped: the mapping.
    """
    if mapped.only:
        return f"one object with no keys but {listing(mapped.only)}"
    if mapped.every:
        return (
            "one object whose values are all true or false"
            if mapped.every == "bool"
            else (f"one object of objects that all have {listing([mapped.every])}")
        )
    where = "columns" if mapped.kind == "table" else "keys"
    return f"{where} {listing(mapped.has, limit=12)}"
