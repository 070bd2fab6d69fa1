"""Comparisons inside a comparison: other procedures, single tasks, subgroups."""

from __future__ import annotations

from typing import TYPE_CHECKING

from betterthan.report.blocks import Blocks, Table
from betterthan.words.numbers import number, p_value, shares

if TYPE_CHECKING:
    from betterthan.answers.comparison import Comparison

COLUMNS = ("estimate", "first", "equivalent", "second", "verdict", "classical")


def other_procedures(comparison: Comparison) -> Blocks:
    """The same scores by procedures that assume something else."""
    if not comparison.also:
        return ()
    rows = tuple((part.procedure, *_cells(part)) for part in comparison.also)
    return (Table("The same scores, other assumptions", ("procedure", *COLUMNS), rows, key="other-procedures"),)


def tasks(comparison: Comparison) -> Blocks:
    """Each task by itself, where that was asked for."""
    return _table("Tasks", "task", comparison.tasks, key="tasks")


def groups(comparison: Comparison) -> Blocks:
    """Each subgroup by itself, where that was asked for."""
    return _table("Subgroups", "subgroup", comparison.groups, key="groups")


def _table(title: str, each: str, parts: tuple[Comparison, ...], *, key: str) -> Blocks:
    if not parts:
        return ()
    rows = tuple(
        ((part.group[1] if part.group else part.task or ""), f"{part.n_units:,}", *_cells(part)) for part in parts
    )
    return (Table(title, (each, "n", *COLUMNS), rows, key=key, column_keys=(each, "n", *COLUMNS)),)


def _cells(part: Comparison) -> tuple[str, ...]:
    p, test = part.probabilities, part.classical_or_own
    return (
        "" if part.estimate is None else number(part.estimate),
        *(("", "", "") if p is None else shares(p)),
        part.decision.verdict if part.decision else "",
        p_value(test.p_value) if test else "",
    )
