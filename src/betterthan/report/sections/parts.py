"""Comparisons inside a comparison: other procedures, single tasks, subgroups."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from betterthan.report.blocks import Blocks, Items, Table
from betterthan.results.rope import DEFAULT, SCALES
from betterthan.words.direction import rope_in_words
from betterthan.words.numbers import number, p_value, shares

if TYPE_CHECKING:
    from betterthan.answers.comparison import Comparison
    from betterthan.results.rope import Rope

COLUMNS = ("estimate", "first", "equivalent", "second", "verdict", "classical")


def other_procedures(comparison: Comparison) -> Blocks:
    """The same scores by procedures that assume something else."""
    if not comparison.also:
        return ()
    rows = tuple((part.procedure, *_cells(part)) for part in comparison.also)
    return (Table("The same scores, other assumptions", ("procedure", *COLUMNS), rows, key="other-procedures"),)


def tasks(comparison: Comparison) -> Blocks:
    """Each task by itself, where that was asked for."""
    return _table("Tasks", "task", comparison.tasks, comparison.rope, key="tasks")


def groups(comparison: Comparison) -> Blocks:
    """Each subgroup by itself, where that was asked for."""
    return _table("Subgroups", "subgroup", comparison.groups, comparison.rope, key="groups")


def _table(title: str, each: str, parts: tuple[Comparison, ...], own: Rope | None, *, key: str) -> Blocks:
    if not parts:
        return ()
    apart = ropes_differ(parts)
    rows = tuple(
        (
            (part.group[1] if part.group else part.task or ""),
            f"{part.n_units:,}",
            *((_bounds(part),) if apart else ()),
            *_cells(part),
        )
        for part in parts
    )
    columns = (each, "n", *(("rope",) if apart else ()), *COLUMNS)
    table = Table(title, columns, rows, key=key, column_keys=columns, verdicts=said_of(parts))
    return (table, *_about_ropes(parts, each, own, key=key))


def said_of(parts: Sequence[Comparison]) -> tuple[str, ...]:
    """The verdict on each part; none where they have none."""
    found = tuple(part.decision.verdict if part.decision else "" for part in parts)
    return found if any(found) else ()


def ropes_differ(parts: Sequence[Comparison]) -> bool:
    """Whether the parts have ropes of their own, which a table must list."""
    return len({part.rope for part in parts if part.rope is not None}) > 1


def _about_ropes(parts: tuple[Comparison, ...], each: str, own: Rope | None, *, key: str) -> Blocks:
    """Which rope the parts have, and where from, unless it is that of the whole."""
    ropes = [part.rope for part in parts if part.rope is not None]
    if not ropes or set(ropes) == {own}:
        return ()
    if ropes_differ(parts):
        origin = ropes[0].origin.partition(", which is ")[0]  # of how large an error differs from part to part
        told = f"Every {each} has a rope of its own, {SCALES[ropes[0].scale]}: {origin or 'given by you'}"
        told += "; you gave none." if ropes[0].source.startswith(DEFAULT) else "."
    else:
        told = f"The rope of every {each} is {rope_in_words(ropes[0], parts[0].first, parts[0].second)}."
    return (Items(f"Ropes of the {each}s", (told,), key=f"{key}-ropes"),)


def _bounds(part: Comparison) -> str:
    return "" if part.rope is None else part.rope.bounds


def _cells(part: Comparison) -> tuple[str, ...]:
    p, test = part.probabilities, part.classical_or_own
    return (
        "" if part.estimate is None else number(part.estimate),
        *(("", "", "") if p is None else shares(p)),
        part.decision.verdict if part.decision else "",
        p_value(test.p_value) if test else "",
    )
