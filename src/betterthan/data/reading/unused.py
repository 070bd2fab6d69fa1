"""Columns that play no part: named in the notes, and where they may matter for the answer, with what to do about it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from betterthan.data.hints import NO_PART, hint
from betterthan.data.reading.names import is_prediction, plain, said_by, speaks_of_truth, words
from betterthan.data.units import CASES, CLUSTERS, JUDGES, KEYS, TASKS
from betterthan.phrases import listing

if TYPE_CHECKING:
    from betterthan.data.engines.engine import Engine
    from betterthan.data.reading.columns import Layout
    from betterthan.data.reading.raw import Column

MOST_ROWS = 100_000
"""Rows that are looked at: enough to see what a column is."""

MOST_HINTS = 3
"""Columns that are asked about; more would not be read."""

TASK_WORDS = frozenset({
    "benchmark", "suite", "corpus", "domain", "language", "lang", "subject", "subtask", "dataset", "task", "scenario",
})  # fmt: skip
PART_WORDS = frozenset({"split", "subset", "partition", "phase", "part"})
CATEGORY_WORDS = frozenset({
    "category", "categories", "type", "kind", "difficulty", "topic", "genre", "level", "gender", "condition", "version",
    "class", "tag", "status", "filter", "prompt", "template",
})  # fmt: skip
"""Words of names that say what one may do about a column; all else may be a cluster."""


class Spread(NamedTuple):
    """How a column divides the units: how many values on how many units."""

    column: Column
    values: int
    units: int
    what: str


def unused(engine: Engine, layout: Layout) -> tuple[str, ...]:
    """What to say of the columns of a table that play no part.

    Parameters:
        engine: where the rows live.
        layout: the table, understood.
    """
    dividing = _dividing(engine, layout)
    asked = [spread.column.name for spread in dividing]
    odd = {name: reason for name, reason in layout.odd.items() if name not in asked}
    notes = [hint(_meant(spread, layout)) for spread in dividing[:MOST_HINTS]]
    if odd:
        reasons = ", ".join(f"`{name}` ({reason})" for name, reason in odd.items())
        notes.append(hint(f"Not taken as a model: {reasons}."))
    silent = [column.name for column in layout.extra if column.name not in layout.odd]
    if silent:
        notes.append(f"{NO_PART}{listing(silent, limit=30)}.")
    return tuple(notes)


def _dividing(engine: Engine, layout: Layout) -> list[Spread]:
    """The columns that divide the units into groups: each value on two units at least, each unit with one value.

    Where units are scores of cases, by several seeds or in several samples, the cases are counted.
    """
    columns = [column for column in layout.extra if _may_divide(column, layout)]
    keys = [layout.roles[key] for key in KEYS if key in layout.roles and key != JUDGES.key]
    if not columns or (layout.kind != "wide" and not keys):
        return []
    unit = "record" if layout.kind == "wide" else _tuple(keys)
    case = [layout.roles[role] for role in (TASKS.key, CASES.key) if role in layout.roles]
    counted = _tuple(case) if CASES.key in layout.roles else unit
    counts = ", ".join(
        f"count(DISTINCT {column.text()}), count(DISTINCT ({unit}, {column.text()})), "
        f"count({column.text()}), bool_or({column.number()} <> trunc({column.number()}))"
        for column in columns
    )
    rows = f"(SELECT * FROM {layout.raw.relation} WHERE {layout.condition} LIMIT {MOST_ROWS})"
    totals = f"count(DISTINCT {unit}), count(DISTINCT {counted}), count(*)"
    total, count, filled, *found = engine.rows(f"SELECT {totals}, {counts} FROM {rows}")[0]
    what = CASES.plural if CASES.key in layout.roles or not keys else "units"
    return [
        Spread(column, values, count, what)
        for column, values, together, present, fractions in zip(
            columns, found[::4], found[1::4], found[2::4], found[3::4], strict=True
        )
        if 2 <= values <= count / 2 and together == total and present == filled and not fractions
    ]


def _tuple(columns: Sequence[Column]) -> str:
    return "(" + ", ".join(f"coalesce({column.text()}, '')" for column in columns) + ")"


def _may_divide(column: Column, layout: Layout) -> bool:
    """Whether a column may group units: texts, and numbers that are ids; but no time, no cost, and not the truth."""
    said, parts = said_by(column.name), set(words(column.name))
    if speaks_of_truth(column.name) or is_prediction(column.name):
        return False
    if parts & (PART_WORDS | TASK_WORDS | CATEGORY_WORDS):
        return True
    return said.what == "an identifier" if said is not None else column not in layout.numeric


def _meant(spread: Spread, layout: Layout) -> str:
    """What a column may be, and the argument that says so."""
    name, said = spread.column.name, set(words(spread.column.name))
    count = f"`{name}` has {spread.values:,} values on {spread.units:,} {spread.what}"
    within = f'`by="{name}"` compares within each'
    if said & PART_WORDS:
        return f"{count}, and all of them are counted: {within}."
    if said & TASK_WORDS and TASKS.key not in layout.roles:
        return f'{count}: give `task="{name}"` if each is a task of its own.'
    if said & (CATEGORY_WORDS | TASK_WORDS) or CLUSTERS.key in layout.roles:
        return f"{count}: {within}."
    one = plain(name).removesuffix("_id").removesuffix("_name").replace("_", " ") or name
    return f'{count}: give `cluster="{name}"` if {spread.what} of one {one} belong together.'
