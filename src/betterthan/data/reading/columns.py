"""Columns: which one plays which role, and so which layout a raw table has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from betterthan.data.engines.sql import literal
from betterthan.data.limits import MOST_MODEL_COLUMNS
from betterthan.data.reading.candidates import doubts, values_of
from betterthan.data.reading.names import SCORE_NAMES, is_metric, is_prediction, is_truth, plain, said_by
from betterthan.data.reading.raw import Column, Known, Raw
from betterthan.data.reading.roles import Wanted, column_for, each_once, first_called, has_several, roles_of
from betterthan.data.reading.unclear import (
    About,
    no_model,
    no_score,
    perhaps_models,
    predictions,
    several_scores,
    unclear_models,
    unclear_score,
)
from betterthan.data.reading.values import unlike_numbers
from betterthan.data.units import KEYS, ROLES, ROW_NAMES
from betterthan.errors import ArgumentError, ReadingError
from betterthan.phrases import counted, listing, unknown_name

if TYPE_CHECKING:
    from betterthan.data.engines.engine import Engine

Kind: TypeAlias = Literal["long", "wide", "files", "counts", "differences"]

CELLS = ("n00", "n01", "n10", "n11")
AT_ONCE = 50
"""Columns of which one query asks: DuckDB's time to plan it grows with the square."""
MANY_MODELS, FEW_ROWS = 20, 4
"""More columns than that, on so few rows, are hardly models: perhaps the cases of one model, side by side."""
SAMPLE = 1000
"""Rows that decide whether a column of text holds numbers: at least half of those that are not empty must be."""


@dataclass(frozen=True)
class Layout:
    """A raw table, understood.

    Parameters:
        kind: `long`, `wide`, `files` (each file one model, be it a single one), `counts` or `differences`.
        raw: the table.
        roles: role to column; `score` among them unless the table is wide or has counts.
        models: one column per model (wide), or the four counts.
        extra: the columns that are left.
        metric: the name of what was measured.
        condition: SQL that keeps the rows of that metric.
        notes: what was assumed.
        odd: why some columns of numbers are not among the models (wide), by name.
        numeric: all columns of numbers.
        failed: how many rows were left out because they have no score.
    """

    kind: Kind
    raw: Raw
    roles: Mapping[str, Column]
    models: tuple[Column, ...] = ()
    extra: tuple[Column, ...] = ()
    metric: str = "score"
    condition: str = "TRUE"
    notes: tuple[str, ...] = ()
    odd: Mapping[str, str] = field(default_factory=dict)
    numeric: tuple[Column, ...] = ()
    failed: int = 0


class Reading(NamedTuple):
    """What a table is read as: its score column (long, files), or its models and why other columns are none (wide)."""

    kind: Kind
    score: Column | None = None
    models: tuple[Column, ...] = ()
    odd: Mapping[str, str] = {}


def understand(engine: Engine, raw: Raw, wanted: Wanted, *, alone: bool) -> Layout:
    """The layout of one raw table.

    Parameters:
        engine: where the rows live.
        raw: the table.
        wanted: what the user said about its columns.
        alone: whether it is the only table that was given; otherwise it may hold a single model's scores.
    """
    if raw.known is not None:
        return _of_logs(raw, raw.known, wanted)
    roles = roles_of(engine, raw, wanted)
    numeric = numeric_columns(engine, raw)
    if "model" not in roles and "score" not in roles:
        paired = _already_paired(raw, roles)
        if paired is not None:
            return paired
    metric, condition, roles = _chosen_metric(engine, raw, roles, wanted, numeric)
    found = _read_as(engine, raw, roles, numeric, wanted, alone=alone)
    if found.score is not None:
        roles = {**roles, "score": found.score}
    extra, notes = _extra(raw, roles, found.models)
    name = metric or (found.score.name if found.score else "score")
    return Layout(found.kind, raw, roles, found.models, extra, name, condition, raw.notes + notes, found.odd, numeric)


def _of_logs(raw: Raw, known: Known, wanted: Wanted) -> Layout:
    """A table that was made of logs: its columns are called by their roles, unless the user names another for one."""
    named = {role: column_for(raw, role, name) for role, name in wanted.roles.items() if known.named.get(role) != name}
    own = {column.name: column for column in raw.columns if column.name in known.roles}
    roles = {**own, **named}
    left = [column for column in raw.columns if column not in roles.values() and column.name not in own]
    return Layout("long", raw, roles, extra=tuple(left), metric=known.metric, notes=raw.notes, failed=known.failed)


def numeric_columns(engine: Engine, raw: Raw) -> tuple[Column, ...]:
    """The columns of numbers, by their type or by a look at the first rows.

    Parameters:
        engine: where the rows live.
        raw: the table.
    """
    blocks = [raw.columns[start : start + AT_ONCE] for start in range(0, len(raw.columns), AT_ONCE)]
    rows, found = 0, []
    for block in blocks:
        rows, *counts = _counted_numbers(engine, raw, block)
        found += counts
    if not rows:
        raise ReadingError(
            f"{raw.source} has column names ({listing(column.name for column in raw.columns)}) but no rows. "
            "Every row below them is one score."
        )
    pairs = zip(raw.columns, found[::2], found[1::2], strict=True)
    return tuple(column for column, numbers, filled in pairs if column.is_number or 0 < filled <= 2 * numbers)


def _counted_numbers(engine: Engine, raw: Raw, columns: Sequence[Column]) -> tuple[int, ...]:
    """Of the first rows: how many there are, and of each column how many hold a number and how many anything."""
    counts = ", ".join(f"count({column.number()}), count({column.text()})" for column in columns)
    sample = f"(SELECT * FROM {raw.relation} LIMIT {SAMPLE})"
    return engine.rows(f"SELECT count(*), {counts} FROM {sample}")[0]


def _already_paired(raw: Raw, roles: Mapping[str, Column]) -> Layout | None:
    by_name = {plain(column.name): column for column in raw.columns}
    cells = [by_name[name] for name in CELLS if name in by_name]
    if len(cells) == len(CELLS):
        return Layout("counts", raw, roles, tuple(cells), notes=raw.notes)
    if cells:
        missing = [name for name in CELLS if name not in by_name]
        raise ReadingError(
            f"{raw.source} has the counts {listing(column.name for column in cells)} but lacks {listing(missing)}. "
            "A table of counts needs all four: n00 both wrong, n01 only the second right, n10 only the first, n11 both."
        )
    if "difference" in by_name:
        return Layout("differences", raw, {**roles, "score": by_name["difference"]}, notes=raw.notes)
    return None


def _chosen_metric(
    engine: Engine,
    raw: Raw,
    roles: dict[str, Column],
    wanted: Wanted,
    numeric: Sequence[Column],
) -> tuple[str | None, str, dict[str, Column]]:
    """The name of the metric, the condition that keeps its rows, and the roles with what that settles."""
    column = first_called([column for column in raw.columns if column not in roles.values()], ("metric",))
    values = _distinct(engine, raw, column) if column else []
    if column and wanted.metric in values:
        return wanted.metric, f"{column.text()} = {literal(wanted.metric)}", {**roles, "metric": column}
    if wanted.metric is not None:
        return wanted.metric, "TRUE", {**roles, "score": _metric_column(raw, roles, wanted.metric, values, numeric)}
    if column and len(values) > 1:
        raise ReadingError(
            f"{raw.source} holds {len(values)} metrics in column `{column.name}`: {listing(values, limit=30)}. "
            'Choose one with `metric="NAME"`.'
        )
    return (values[0], "TRUE", {**roles, "metric": column}) if column and values else (None, "TRUE", roles)


def _distinct(engine: Engine, raw: Raw, column: Column) -> list[str]:
    value = column.text()
    query = f"SELECT {value} FROM {raw.relation} WHERE {value} IS NOT NULL GROUP BY 1 ORDER BY min(record)"
    return [name for (name,) in engine.rows(query)]


def _metric_column(
    raw: Raw, roles: Mapping[str, Column], metric: str, values: Sequence[str], numeric: Sequence[Column]
) -> Column:
    if "score" in roles and roles["score"].name != metric:
        raise ArgumentError(
            f"`score` names the column `{roles['score'].name}` and `metric` names `{metric}`; "
            f"{raw.source} has no rows of a metric called `{metric}`. Name the score once."
        )
    taken = [role for role, column in roles.items() if role != "score" and column.name == metric]
    if taken:
        raise ArgumentError(f"Column `{metric}` of {raw.source} is the `{taken[0]}` and cannot be the metric too.")
    for column in raw.columns:
        if column.name == metric:
            return column
    free = [column.name for column in numeric if column not in roles.values()]
    raise ArgumentError(unknown_name("metric", metric, values or free))


def _read_as(
    engine: Engine, raw: Raw, roles: Mapping[str, Column], numeric: Sequence[Column], wanted: Wanted, *, alone: bool
) -> Reading:
    """The layout, with its score column (long) or its models (wide)."""
    known = {*ROW_NAMES, *(name for names in ROLES.values() for name in names)}
    left = [column for column in raw.columns if column not in roles.values()]
    others = [column for column in left if column.name != wanted.by]
    free = [column for column in others if plain(column.name) not in known or column.name in wanted.pair]
    candidates = [column for column in free if column in numeric]
    score = roles.get("score") or first_called(free, SCORE_NAMES)
    if "model" in roles:
        return Reading("long", score or the_score(engine, raw, candidates, "rows"))
    if wanted.models and (alone or any(column.name in wanted.models for column in raw.columns)):
        return Reading("wide", models=_named_models(raw, wanted.models))
    if not alone:
        return Reading("files", score or the_score(engine, raw, candidates, "files"))
    if score is not None or len(candidates) < 2 or all(is_metric(column.name) for column in candidates):
        return Reading("files", _score_of_one_model(engine, raw, roles, free, candidates))
    return _wide(engine, raw, candidates, wanted)


def _score_of_one_model(
    engine: Engine, raw: Raw, roles: Mapping[str, Column], free: Sequence[Column], candidates: Sequence[Column]
) -> Column:
    """The score of a table that is about one model alone; anything that may be more than that is asked about."""
    named = roles.get("score")
    texts = [column for column in free if column not in candidates]
    truth = next((column for column in texts if is_truth(column.name)), None)
    if named is None and not candidates and truth is not None and len(texts) > 1:
        raise predictions(engine, raw, truth, [column for column in texts if column is not truth])
    if named is None and all(is_truth(column.name) for column in candidates):
        raise no_model(raw, unlike_numbers(engine, raw, texts), numbers=bool(candidates))
    score = named or the_score(engine, raw, candidates, "one model")
    if named is None and plain(score.name) not in SCORE_NAMES and not is_metric(score.name):
        raise unclear_score(engine, raw, score, unlike_numbers(engine, raw, texts))
    keys = [roles[key] for key in KEYS if key in roles]
    others = [column for column in free if column is not score and not is_metric(column.name)]
    varying = [column for column in others if said_by(column.name) is None and has_several(engine, raw, column)]
    if varying and not (keys and each_once(engine, raw, keys)):
        raise perhaps_models(raw, [column.name for column in varying])
    return score


def _named_models(raw: Raw, names: Sequence[str]) -> tuple[Column, ...]:
    by_name = {column.name: column for column in raw.columns}
    for name in names:
        if name not in by_name:
            raise ArgumentError(unknown_name("column", name, list(by_name), of=raw.source))
    return tuple(by_name[name] for name in names)


def _wide(engine: Engine, raw: Raw, candidates: Sequence[Column], wanted: Wanted) -> Reading:
    """One column per model: those of which nothing says that they are something else, and those that were named."""
    if len(candidates) > MOST_MODEL_COLUMNS and len(wanted.pair) < 2:
        raise ReadingError(
            f"{raw.source} has {len(candidates):,} columns of numbers, more than the {MOST_MODEL_COLUMNS} that are "
            f"taken as models unasked: {listing((column.name for column in candidates), limit=4)}. Name the models "
            'with `models="NAME,NAME"`, or give a long table with a column `model`.'
        )
    values = values_of(engine, raw, candidates)
    rows = max(len(each.numbers) for each in values.values())
    if rows <= FEW_ROWS and len(candidates) > MANY_MODELS and len(wanted.pair) < 2:
        shown = listing((column.name for column in candidates), limit=4)
        raise ReadingError(
            f"{raw.source} has {len(candidates):,} columns of numbers and {counted(rows, 'row')}: {shown}. This is "
            'hardly a table with one column per model. If it is, name them with `models="NAME,NAME"`; else give a long '
            "table with a column `model`, or a mapping (`mapping=`) that says where the scores are."
        )
    named = [column for column in candidates if column.name in wanted.pair]
    truth = next((column for column in candidates if is_truth(column.name) and column not in named), None)
    if truth is not None:
        raise predictions(engine, raw, truth, [column for column in candidates if column is not truth])
    odd = {name: doubt for name, doubt in doubts(values).items() if name not in wanted.pair}
    reasons = {name: doubt.reason for name, doubt in odd.items()}
    models = tuple(column for column in candidates if column.name not in odd)
    unsure = len(named) < 2 and any(not doubt.certain for doubt in odd.values())
    if unsure or len(models) < 2:
        raise unclear_models(engine, raw, candidates, reasons)
    return Reading("wide", models=models, odd={} if len(named) > 1 else reasons)


def the_score(engine: Engine, raw: Raw, candidates: Sequence[Column], about: About) -> Column:
    """The one column that may be the score of the models that the rows, or the files, are about.

    Parameters:
        engine: where the rows live.
        raw: the table.
        candidates: the columns of numbers that play no other part.
        about: what says which model a score is of.
    """
    truth = next((column for column in candidates if is_truth(column.name)), None)
    left = [column for column in candidates if said_by(column.name) is None and not is_truth(column.name)]
    if len(left) > 1:
        values = values_of(engine, raw, left)
        left = [column for column in left if not values[column.name].counts] or left
    if truth is not None and not any(is_metric(column.name) for column in left):
        raise predictions(engine, raw, truth, left)
    found = left or [column for column in candidates if column is not truth]
    if len(found) > 1:
        raise several_scores(engine, raw, found, about)
    if not found or is_prediction(found[0].name):
        raise no_score(raw, unlike_numbers(engine, raw, [each for each in raw.columns if each not in candidates]))
    return found[0]


def _extra(
    raw: Raw, roles: Mapping[str, Column], models: Sequence[Column]
) -> tuple[tuple[Column, ...], tuple[str, ...]]:
    """The columns that are left. One that bears the name of a role that another column plays cannot be addressed."""
    left = [column for column in raw.columns if column not in roles.values() and column not in models]
    hidden = [column for column in left if column.name in ("model", "score", *roles)]
    note = (
        f"Column {listing(column.name for column in hidden)} was not used: another column was named for that role.",
    )
    return tuple(column for column in left if column not in hidden), note if hidden else ()
