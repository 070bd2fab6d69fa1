"""Preferences: a score of one model over another, as scores of models that can be paired.

Against one baseline, each model has its own preferences; the baseline itself is compared where there is one model only.
Of two models that met each other, both have a score of every case. Of several, every meeting is a task of its own, on
which two models have a score: that is what a joint ranking takes.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from betterthan.data.engines.sql import identifier
from betterthan.data.units import CASES, TASKS
from betterthan.phrases import listing

if TYPE_CHECKING:
    from betterthan.data.reading.stored import Stored

PROMPT = "prompt"


def with_opponents(stored: Stored) -> tuple[Stored, tuple[str, ...]]:
    """The rows with those of the opponents, and what is said of them.

    Parameters:
        stored: rows with a score of `model` over `opponent`, from 0 to 1.
    """
    rows = stored.engine.rows(f"SELECT DISTINCT model, opponent FROM {stored.name} WHERE opponent IS NOT NULL")
    models, opponents = sorted({model for model, _ in rows}), sorted({opponent for _, opponent in rows})
    if len(opponents) == 1 and len(models) > 1 and opponents[0] not in models:
        return stored, (f"Every score is a preference over `{opponents[0]}`: {stored.table.scale}.",)
    together = sorted({*models, *opponents})
    _turn_around(stored)
    if len(together) == 2:
        first, second = (models[0], opponents[0]) if len(models) == 1 else (together[0], together[1])
        told = (f"Every score is a preference of `{first}` and `{second}` over each other: {stored.table.scale}.",)
        return _averaged_games(stored), told
    if CASES.key in stored.table.roles:  # games of one case, however often it was judged, are one meeting
        judged = tuple(role for role in stored.table.roles if role in (CASES.key, TASKS.key))
        stored = _averaged_games(replace(stored, table=replace(stored.table, roles=judged)))
    return _numbered_meetings(stored), (
        f"The {len(together)} models {listing(together)} met two at a time: every meeting counts as a task of its own, "
        f"on which two models have a score ({stored.table.scale}).",
    )


def _turn_around(stored: Stored) -> None:
    """Every row once more, from the opponent's side, right behind it: the order of rows says which model is first."""
    stored.engine.run(f"UPDATE {stored.name} SET record = 2 * record")
    stored.engine.run(
        f"INSERT INTO {stored.name} SELECT * REPLACE "
        "(opponent AS model, model AS opponent, 1.0 - score AS score, record + 1 AS record) "
        f"FROM {stored.name} WHERE opponent IS NOT NULL"
    )


def _averaged_games(stored: Stored) -> Stored:
    """Games of one case, with the sides swapped or by the same judge again, are not independent: one score each."""
    by = ", ".join(map(identifier, ("model", "opponent", "failure", *stored.keys)))
    others = [name for name in (*stored.table.roles, *stored.table.extra.values()) if name not in stored.keys]
    rest = "".join(f", min({identifier(name)}) AS {identifier(name)}" for name in others)
    name = f"{stored.name}_games"
    stored.engine.run(
        f"CREATE OR REPLACE TABLE {name} AS SELECT min(file) AS file, min(record) AS record, {by}, "
        f"favg(score) AS score{rest} FROM {stored.name} GROUP BY {by}"
    )
    return replace(stored, name=name)


def _numbered_meetings(stored: Stored) -> Stored:
    """Every meeting of two models as a task of its own, on which the other models have no score."""
    roles = tuple(role for role in stored.table.roles if role not in (CASES.key, TASKS.key, *stored.table.averaged))
    names = (*roles, *stored.table.extra.values(), "file", "record", "model", "opponent", "failure", "score")
    kept = ", ".join(map(identifier, names))
    was = f", {identifier(CASES.key)} AS {PROMPT}" if CASES.key in stored.table.roles else ""
    name = f"{stored.name}_meetings"
    stored.engine.run(
        f"CREATE OR REPLACE TABLE {name} AS SELECT {kept}{was}, "
        f"concat_ws('-', file, record // 2) AS {TASKS.key} FROM {stored.name}"
    )
    extra = {**stored.table.extra, **({PROMPT: PROMPT} if was else {})}
    return replace(stored, name=name, table=replace(stored.table, roles=(*roles, TASKS.key), extra=extra))
