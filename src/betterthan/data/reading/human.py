"""Human labels: a second score on some of the rows, read like the first one, so that a judge can be corrected."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pickle import dumps, loads
from typing import TYPE_CHECKING, Any

from betterthan.data.reading.roles import first_called, without_ignored
from betterthan.data.units import ROLES
from betterthan.errors import ArgumentError
from betterthan.phrases import unknown_name

if TYPE_CHECKING:
    from betterthan.data.engines.engine import Engine
    from betterthan.data.reading.raw import Column, Raw
    from betterthan.data.reading.roles import Wanted
    from betterthan.data.scores import Scores


def labelled(raws: Sequence[Raw], human: str, named: Mapping[str, str]) -> list[Raw]:
    """The tables without the rows that have no human label; each must be long, with that column.

    Parameters:
        raws: the tables.
        human: the column of human labels.
        named: the columns that the user named, by their role.
    """
    return [replace(raw, relation=_with_label(raw, _column(raw, human, named))) for raw in raws]


def _with_label(raw: Raw, column: Column) -> str:
    return f"(SELECT * FROM {raw.relation} WHERE {column.text()} IS NOT NULL)"


def _column(raw: Raw, human: str, named: Mapping[str, str]) -> Column:
    found = next((column for column in raw.columns if column.name == human), None)
    if found is None:
        known = unknown_name("column", human, [column.name for column in raw.columns])
        raise ArgumentError(f"{raw.source} lacks the column named for `human`. {known}")
    if "model" not in named and first_called(raw.columns, ROLES["model"]) is None:
        raise ArgumentError(
            f"{raw.source} has no column of models. Human labels are a second score of each model on some cases: give "
            "a long table, with the columns model, case, the judge's score and the human label."
        )
    return found


def with_labels(
    engine: Engine, raws: Sequence[Raw], human: str, wanted: Wanted, read: Callable[[list[Raw], Wanted], Any]
) -> Scores:
    """The scores, which hold those of people as `human`; both are read in the same way.

    Parameters:
        engine: where the rows live.
        raws: the tables.
        human: the column of human labels.
        wanted: what the user said about the columns.
        read: reads tables by what is said about their columns.
    """
    by_people, alone = labelled(raws, human, wanted.roles), without_ignored(raws, (human,))
    if not any(engine.rows(f"SELECT count(*) FROM {raw.relation}")[0][0] for raw in by_people):
        none = f"No row has a human label (column `{human}` is empty): the difference is the judge's, not corrected."
        judge: Scores = read(alone, wanted)
        return replace(judge, notes=(*judge.notes, none))
    labels = read(by_people, replace(wanted, roles={**wanted.roles, "score": human}, metric=None))
    own = replace(labels, rows=loads(dumps(labels.rows)))  # in a database of their own, so that this one is free again
    engine.run("DROP VIEW oriented")
    engine.run(f"DROP {'VIEW' if any(raw.in_place for raw in raws) else 'TABLE'} long")
    scores: Scores = read(alone, wanted)
    return replace(scores, human=own)
