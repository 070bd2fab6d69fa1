"""Roles: which column plays which part, as the user said, or by its name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from betterthan.data.reading.names import plain
from betterthan.data.reading.raw import Column, Raw
from betterthan.data.units import CASES, FOLDS, JUDGES, KEYS, ROLES, ROW_NAMES, SAMPLES, TASKS
from betterthan.errors import ArgumentError
from betterthan.phrases import unknown_name

if TYPE_CHECKING:
    from betterthan.data.engines.engine import Engine

REPEAT = FOLDS.roles[0]


@dataclass(frozen=True)
class Wanted:
    """What the user said about the columns.

    Parameters:
        roles: role to the name of its column.
        metric: a numeric column, or a value of the column `metric`.
        models: the columns that are models (wide), or the models to take (long); empty: find out.
        ignore: columns that are nothing.
        pair: the first and the second model, as far as they were named.
        by: a column within whose values the user will compare, which is no model.
    """

    roles: Mapping[str, str] = field(default_factory=dict)
    metric: str | None = None
    models: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    pair: tuple[str, ...] = ()
    by: str | None = None


def without_ignored(raws: Sequence[Raw], ignore: Sequence[str]) -> list[Raw]:
    """The tables without the columns that the user called nothing; each of these must be in one of them.

    Parameters:
        raws: the tables.
        ignore: names of columns.
    """
    known = dict.fromkeys(column.name for raw in raws for column in raw.columns)
    for name in ignore:
        if name not in known:
            raise ArgumentError(unknown_name("column", name, list(known)))
    if known and set(known) <= set(ignore):
        raise ArgumentError("`ignore` leaves no column: every one is named there.")
    return [replace(raw, columns=tuple(c for c in raw.columns if c.name not in ignore)) for raw in raws]


def roles_of(engine: Engine, raw: Raw, wanted: Wanted) -> dict[str, Column]:
    """Role to column: those that were named, and those that are recognised; a column that is a model has no role.

    Parameters:
        engine: where the rows live.
        raw: the table.
        wanted: what the user said.
    """
    named = {role: column_for(raw, role, name) for role, name in wanted.roles.items()}
    for role, column in named.items():
        other = next((other for other, same in named.items() if same is column and other != role), None)
        if other:
            raise ArgumentError(
                f"Column `{column.name}` cannot be both `{other}` and `{role}`: name one column for each."
            )
    models = () if "model" in named or first_called(raw.columns, ROLES["model"]) else (*wanted.models, *wanted.pair)
    free = [column for column in raw.columns if column not in named.values() and column.name not in models]
    found = {role: first_called(free, names) for role, names in ROLES.items() if role not in named}
    roles = {**named, **{role: column for role, column in found.items() if column is not None}}
    if JUDGES.key not in named:
        roles = _with_judges(engine, raw, roles)
    return _with_rows(engine, raw, _with_samples(roles, free), free, given=CASES.key in named)


def first_called(columns: Sequence[Column], names: Sequence[str]) -> Column | None:
    """The first column with the first of these names that there is.

    Parameters:
        columns: some columns.
        names: as in `names.plain`; an earlier one wins over a later one.
    """
    return next((column for name in names for column in columns if plain(column.name) == name), None)


def column_for(raw: Raw, role: str, name: str) -> Column:
    """The column that the user named for a role.

    Parameters:
        raw: the table.
        role: the role.
        name: the name of the column.
    """
    for column in raw.columns:
        if column.name == name:
            return column
    known = unknown_name("column", name, [column.name for column in raw.columns])
    raise ArgumentError(f"{raw.source} lacks the column named for `{role}`. {known}")


def _with_judges(engine: Engine, raw: Raw, roles: dict[str, Column]) -> dict[str, Column]:
    """Judges tell scores apart where several have judged the same case; else they only describe it."""
    others = [roles[role] for role in KEYS if role in roles and role != JUDGES.key]
    if JUDGES.key not in roles or not others or several_within(engine, raw, roles[JUDGES.key], others):
        return roles
    return {role: column for role, column in roles.items() if role != JUDGES.key}


def several_within(engine: Engine, raw: Raw, column: Column, others: Sequence[Column]) -> bool:
    """Whether a column has several values among rows that agree in others.

    Parameters:
        engine: where the rows live.
        raw: the table.
        column: one of its columns.
        others: those that name what the rows are about.
    """
    value, by = column.text(), ", ".join(each.text() for each in others)
    groups = f"SELECT 1 FROM {raw.relation} GROUP BY {by} HAVING min({value}) <> max({value}) LIMIT 1"
    return bool(engine.rows(f"SELECT count(*) FROM ({groups})")[0][0])


def _with_samples(roles: dict[str, Column], free: Sequence[Column]) -> dict[str, Column]:
    """Beside another id, a column of samples tells several outputs for one case apart: they are repeats."""
    samples = first_called(free, (SAMPLES,))
    if samples is None or REPEAT in roles or roles.get(CASES.key, samples) is samples:
        return roles
    return {**roles, REPEAT: samples}


def _with_rows(
    engine: Engine, raw: Raw, roles: dict[str, Column], free: Sequence[Column], *, given: bool
) -> dict[str, Column]:
    """What numbers the rows is the case where nothing else is; an id that no two rows share pairs nothing."""
    keys = [role for role in KEYS if role in roles and role != TASKS.key]
    if CASES.key in roles:
        useless = not given and len(keys) > 1 and "model" in roles and each_once(engine, raw, [roles[CASES.key]])
        return {role: column for role, column in roles.items() if not useless or role != CASES.key}
    rows = first_called(free, ROW_NAMES)
    if rows is None or keys:
        return roles
    within = [roles[TASKS.key], rows] if TASKS.key in roles else [rows]
    once = each_once(engine, raw, within)
    # Of a long table every row number must occur for each model. Of a wide one it must be a row's own, and say more
    # than where the row is: a mere count does not make cases of what may be folds.
    useful = not once if "model" in roles else once and not _counts_rows(engine, raw, rows)
    return {**roles, CASES.key: rows} if useful else roles


def _counts_rows(engine: Engine, raw: Raw, column: Column) -> bool:
    """Whether a column holds nothing but the number of each row."""
    ahead = f"{column.number()} - record"
    query = f"SELECT min({ahead}) = max({ahead}) AND count({column.number()}) = count(*) FROM {raw.relation}"
    return bool(engine.rows(query)[0][0])


def each_once(engine: Engine, raw: Raw, columns: Sequence[Column]) -> bool:
    """Whether no two rows agree in these columns.

    Parameters:
        engine: where the rows live.
        raw: the table.
        columns: some of its columns.
    """
    texts = ", ".join(f"coalesce({column.text()}, '')" for column in columns)
    return bool(engine.rows(f"SELECT count(*) = count(DISTINCT ({texts})) FROM {raw.relation}")[0][0])


def has_several(engine: Engine, raw: Raw, column: Column) -> bool:
    """Whether a column has more than one value.

    Parameters:
        engine: where the rows live.
        raw: the table.
        column: one of its columns.
    """
    return bool(engine.rows(f"SELECT min({column.text()}) <> max({column.text()}) FROM {raw.relation}")[0][0])
