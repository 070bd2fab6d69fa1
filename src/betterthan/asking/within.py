"""The same question within each task and each subgroup: the parts of a comparison."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from betterthan.answers.comparison import Group, Parts
from betterthan.asking.one_pair import Found, Place, answer
from betterthan.data.comparable import comparable
from betterthan.data.scores import Scores
from betterthan.errors import ArgumentError, NeedsNotMet, PairingError
from betterthan.phrases import unknown_name

if TYPE_CHECKING:
    from betterthan.asking.settings import Settings
    from betterthan.data.protocol import Comparable
    from betterthan.vocabulary import Missing, Repeats


def within_tasks(found: Found, table: Comparable, settings: Settings) -> Parts:
    """The comparison within each task; a procedure over tasks leaves it to the one that fits a single task.

    Parameters:
        found: what was found over all tasks.
        table: the scores of the two models.
        settings: what the user asked for.
    """
    across = found.chosen.needs.tasks == "several"
    within = replace(settings, procedure=None, options={}) if across else settings
    parts, notes = [], []
    for task in table.tasks:
        try:
            parts.append(answer(table.select_tasks([task]), replace(within, reading=None), Place(task=task)))
        except NeedsNotMet as error:
            notes.append(f"Task `{task}` was left out of the per-task table: {error}")
    return Parts(tuple(parts), tuple(notes))


def within_groups(
    data: Scores | Comparable,
    by: str,
    models: tuple[str, ...],
    settings: Settings,
    *,
    missing: Missing,
    repeats: Repeats,
) -> Parts:
    """The comparison within each value of a column.

    Parameters:
        data: the scores.
        by: the column.
        models: the two models.
        settings: what the user asked for.
        missing: what to do with units that lack a model.
        repeats: what to do with several scores of one model on one unit.
    """
    if not isinstance(data, Scores):
        raise ArgumentError(f"Subgroups (`{by}`) need the single scores; this table is paired, unpaired or counted.")
    column = next((role for role, name in data.called.items() if name == by and role in data.columns), by)
    if column not in (*data.extra, *data.columns):
        raise ArgumentError(unknown_name("column", by, (*data.extra, *data.columns)))
    parts = []
    notes = [f"Subgroups (`{by}`) are exploratory: the more of them one looks at, the more will stand out by chance."]
    for value in data.rows.levels(column):
        subset = replace(data, rows=data.rows.only(column, [value]))
        try:
            table = comparable(subset, models, missing=missing, repeats=repeats)
            parts.append(answer(table, settings, Place(group=Group(by, value))))
        except (NeedsNotMet, PairingError, ArgumentError) as error:
            notes.append(f"Subgroup {by} = {value} was left out: {error}")
    return Parts(tuple(parts), tuple(notes))
