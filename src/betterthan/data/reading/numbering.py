"""Numbering: the rows of a table that nothing names become folds, splits or cases, as the user says or as is clear."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from betterthan.data.reading.names import plain
from betterthan.data.reading.raw import Column
from betterthan.data.units import CASES, KEYS, ROW_NAMES, SIZES, TASKS
from betterthan.data.unnamed import RowsAre, look_like_folds, refuse_broken_repeats, unclear
from betterthan.errors import ArgumentError
from betterthan.phrases import listing

if TYPE_CHECKING:
    from betterthan.data.engines.engine import Engine
    from betterthan.data.reading.columns import Layout

AS_CASES = "Nothing else names the rows, so each row is a case of its own."


def with_units(
    engine: Engine, layouts: Sequence[Layout], rows_are: RowsAre, source: str, named: Collection[str]
) -> tuple[Sequence[Layout], tuple[str, ...], str | None]:
    """The layouts with columns that tell the units apart, what was taken for what, and what the user must say first.

    Parameters:
        engine: where the rows live.
        layouts: the tables that are read together.
        rows_are: what the user says about rows that nothing names.
        source: where they came from, for messages.
        named: the roles whose columns the user named.
    """
    counted = _only_counted(layouts[0], named)
    keys = [key for key in KEYS if key in layouts[0].roles and not (counted and key == CASES.key)]
    if rows_are.said:
        _refuse_named(layouts[0], keys, rows_are, source)
    if rows_are.trained:
        return _as_splits(engine, [_without_case(layout) for layout in layouts], rows_are), rows_are.note("row"), None
    if counted:
        return layouts, rows_are.note("row"), None if rows_are.independent else _unclear(engine, layouts)
    if keys and (keys != [TASKS.key] or _one_row_per_task(engine, layouts)):
        return layouts, (), None
    if layouts[0].kind != "wide" and not _one_model(engine, layouts):
        return layouts, (), None
    question = None if rows_are.independent else _unclear(engine, layouts)
    shift = "" if len(layouts) == 1 else "{j}-"
    numbered = [
        replace(layout, roles={**layout.roles, "case": Column("row", f"('{shift.format(j=j + 1)}' || record)")})
        for j, layout in enumerate(layouts)
    ]
    return numbered, rows_are.note("row") or (AS_CASES,), question


def _only_counted(layout: Layout, named: Collection[str]) -> bool:
    """Whether the cases are nothing but numbers of rows, as pandas writes them: these name nothing."""
    case = layout.roles.get(CASES.key)
    return case is not None and CASES.key not in named and plain(case.name) in ROW_NAMES


def _without_case(layout: Layout) -> Layout:
    return replace(layout, roles={role: column for role, column in layout.roles.items() if role != CASES.key})


def _one_model(engine: Engine, layouts: Sequence[Layout]) -> bool:
    """Whether a table without a column per model is about one model: then nothing has to be paired."""
    if len(layouts) > 1 or "model" not in layouts[0].roles:
        return len(layouts) == 1
    name, raw = layouts[0].roles["model"].text(), layouts[0].raw
    query = f"SELECT count(DISTINCT {name}) = 1 FROM {raw.relation} WHERE {layouts[0].condition}"
    return bool(engine.rows(query)[0][0])


def not_for_pairs(rows_are: RowsAre, kind: str, source: str) -> ArgumentError:
    """The message for a word about rows of scores where there are counts or differences."""
    return ArgumentError(f"`{_said(rows_are)}` is for scores; {source} holds {kind}.")


def _refuse_named(layout: Layout, keys: Sequence[str], rows_are: RowsAre, source: str) -> None:
    """What the user says about rows may not contradict the columns that name them."""
    naming = [layout.roles[key].name for key in keys if key != TASKS.key]
    if naming:
        raise ArgumentError(
            f"`{_said(rows_are)}` is for rows that nothing names; in {source} the column{'s' * (len(naming) > 1)} "
            f"{listing(naming)} {'names' if len(naming) == 1 else 'name'} them. Leave out one of the two."
        )


def _said(rows_are: RowsAre) -> str:
    if rows_are.independent:
        return "independent=True"
    return "n_train=" if rows_are.folds is None else f"folds={rows_are.folds}"


def _as_splits(engine: Engine, layouts: Sequence[Layout], rows_are: RowsAre) -> Sequence[Layout]:
    """The rows of each model (and task) are the folds of cross-validation, or random splits, in their order."""
    if rows_are.folds is not None:
        for layout in layouts:
            for name, count in _counts(engine, layout).items():
                refuse_broken_repeats(rows_are.folds, count, f"{layout.raw.source}{name}")
    sizes = {name: Column(name, str(getattr(rows_are, name)), "DOUBLE") for name in SIZES if getattr(rows_are, name)}
    return [
        replace(
            layout,
            raw=replace(layout.raw, relation=_with_places(layout)),
            roles={**layout.roles, **_labels(rows_are, max(_counts(engine, layout).values(), default=0)), **sizes},
        )
        for layout in layouts
    ]


def _labels(rows_are: RowsAre, rows: int) -> Mapping[str, Column]:
    if rows_are.folds is None:
        return {"repeat": Column("row", "(place + 1)", "BIGINT")}
    fold = {"fold": Column("fold", f"(place % {rows_are.folds} + 1)", "BIGINT")}
    repeat = {"repeat": Column("repeat", f"(place // {rows_are.folds} + 1)", "BIGINT")}
    return fold if rows <= rows_are.folds else {**repeat, **fold}


def _with_places(layout: Layout) -> str:
    """The relation with each row's place among the rows of its model and task, from 0."""
    within = ", ".join(_within(layout))
    order = f"OVER ({f'PARTITION BY {within} ' if within else ''}ORDER BY record)"
    return f"(SELECT *, row_number() {order} - 1 AS place FROM {layout.raw.relation} WHERE {layout.condition})"


def _within(layout: Layout) -> list[str]:
    return [layout.roles[role].text() for role in ("model", "task") if role in layout.roles]


def _counts(engine: Engine, layout: Layout) -> dict[str, int]:
    """The number of rows of each model and task, with what a message calls it."""
    within = _within(layout)
    texts = ", ".join(f"coalesce({text}, '')" for text in within)
    rows = engine.rows(
        f"SELECT count(*), min(record){', ' + texts if within else ''} FROM {layout.raw.relation} "
        f"WHERE {layout.condition}{f' GROUP BY {texts}' if within else ''} ORDER BY 2"
    )
    return {"".join(f" (`{name}`)" for name in names): int(count) for count, _, *names in rows}


def _unclear(engine: Engine, layouts: Sequence[Layout]) -> str | None:
    """The question what the rows are, where they look like folds or seeds."""
    for layout in layouts:
        for name, rows, low, high, binary in _looks(engine, layout):
            if low is not None and look_like_folds(rows, low, high, binary, _called(layout)):
                return unclear(f"{layout.raw.source}{name}", rows)
    return None


def _looks(engine: Engine, layout: Layout) -> list[tuple[str, int, float | None, float, bool]]:
    """Of each task: what a message calls it, the number of its rows, the smallest and largest score, whether 0/1."""
    columns = layout.models or (layout.roles["score"],)
    scores = [f"CASE WHEN isfinite({column.number()}) THEN {column.number()} END" for column in columns]
    low, high = (f"{pick}({', '.join(f'{of}({score})' for score in scores)})" for pick, of in EXTREMES)
    binary = " AND ".join(f"bool_and(coalesce({score}, 0) IN (0, 1))" for score in scores)
    task, model = (layout.roles[role].text() if role in layout.roles else "NULL" for role in ("task", "model"))
    rows = engine.rows(
        f"SELECT {task}, count(*), {low}, {high}, {binary}, {model} FROM {layout.raw.relation} "
        f"WHERE {layout.condition} GROUP BY {task}, {model} ORDER BY min(record)"
    )
    return [("" if task is None else f" (`{task}`)", *found) for task, *found, _ in rows]


def _called(layout: Layout) -> list[str]:
    """What the scores are called: the columns of the models, or the one of the scores."""
    return [column.name for column in layout.models] or [layout.roles["score"].name]


EXTREMES = (("least", "min"), ("greatest", "max"))


def _one_row_per_task(engine: Engine, layouts: Sequence[Layout]) -> bool:
    tasks = " UNION ALL ".join(
        f"SELECT {layout.roles['task'].text()} AS task FROM {layout.raw.relation} WHERE {layout.condition}"
        for layout in layouts
    )
    return bool(engine.rows(f"SELECT count(*) = count(DISTINCT task) FROM ({tasks})")[0][0])
