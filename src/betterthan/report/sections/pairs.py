"""Pairs of models: in short, one by one, as a matrix, and on every task."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from betterthan.report.blocks import Blocks, Items, Table
from betterthan.report.sections.matrix import matrix
from betterthan.report.sections.parts import ropes_differ, said_of
from betterthan.words.numbers import number, p_value, shares
from betterthan.words.rankings import pairs_in_short

if TYPE_CHECKING:
    from collections.abc import Sequence

    from betterthan.answers.comparison import Comparison
    from betterthan.answers.comparisons import Comparisons

COLUMNS = (
    "pair", "estimate", "interval", "rope", "first", "equivalent", "second", "verdict", "effect size", "p", "adjusted",
)  # fmt: skip


def in_short(found: Comparisons) -> Blocks:
    """How many of the pairs are decided."""
    return (Items("Pairs in short", pairs_in_short(found), key="pairs-in-short"),)


def pairs(found: Comparisons) -> Blocks:
    """One row per pair, the clearest first."""
    return without_empty_columns("Pairs", COLUMNS, _rows(found.clearest), key="pairs", verdicts=said_of(found.clearest))


def tasks_of_pairs(found: Comparisons) -> Blocks:
    """Every pair on every task, where that was asked for."""
    parts = [part for pair in found.comparisons for part in pair.tasks]
    rows = [(part.task or "", f"{part.n_units:,}", *cells) for part, cells in zip(parts, _rows(parts), strict=True)]
    return without_empty_columns("Tasks", ("task", "n", *COLUMNS), rows, key="tasks", verdicts=said_of(parts))


def pair_matrix(found: Comparisons) -> Blocks:
    """Who is ahead of whom; a single row would say no more than the table of pairs."""
    names, better = found.better()
    if found.pairs != "all":
        return ()
    decision = found.comparisons[0].decision
    reading = "difference" if decision is None else decision.reading
    return matrix(names, np.asarray(better), f"Row ahead of column, pair by pair ({reading})", key="pair-matrix")


def without_empty_columns(
    title: str,
    columns: tuple[str, ...],
    rows: Sequence[tuple[str, ...]],
    *,
    key: str,
    verdicts: tuple[str, ...] = (),
) -> Blocks:
    """A table without the columns that say nothing, such as the interval of a procedure that has none."""
    if not rows:
        return ()
    kept = [j for j in range(len(columns)) if any(row[j] for row in rows)]
    shown = tuple(columns[j] for j in kept)
    cells = tuple(tuple(row[j] for j in kept) for row in rows)
    return (Table(title, shown, cells, divisible=True, key=key, column_keys=shown, verdicts=verdicts),)


def _rows(parts: Sequence[Comparison]) -> tuple[tuple[str, ...], ...]:
    apart = ropes_differ(parts)
    return tuple(_cells(part, apart=apart) for part in parts)


def _cells(part: Comparison, *, apart: bool) -> tuple[str, ...]:
    test, inside = part.classical_or_own, part.interval
    return (
        f"{part.first} – {part.second}",
        "" if part.estimate is None else number(part.estimate),
        "" if inside is None else f"[{number(inside.low)}, {number(inside.high)}]",
        part.rope.bounds if apart and part.rope is not None else "",
        *(("", "", "") if part.probabilities is None else shares(part.probabilities)),
        part.decision.verdict if part.decision else "",
        number(part.effects[0].value) if part.effects else "",
        "" if test is None else p_value(test.p_value).removeprefix("p = "),
        "" if part.p_adjusted is None else p_value(part.p_adjusted).removeprefix("p = "),
    )
