"""Pairs of models: in short, one by one, as a matrix, and on every task."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from betterthan.report.blocks import Blocks, Items, Table
from betterthan.report.sections.matrix import matrix
from betterthan.report.sections.parts import ropes_differ, said_of, sides_of, verdict_of
from betterthan.words import columns
from betterthan.words.columns import alike, digits_of, p_of_tests, p_values
from betterthan.words.numbers import shares
from betterthan.words.pairs import pairs_in_short

if TYPE_CHECKING:
    from collections.abc import Sequence

    from betterthan.answers.comparison import Comparison
    from betterthan.answers.comparisons import Comparisons

COLUMNS = (
    "pair", "n", "verdict", "first", "equivalent", "second", "alone: first / equivalent / second", "estimate",
    "interval", "rope", "effect size", "p", "adjusted",
)  # fmt: skip
"""Verdict and the three probabilities that it rests on; then the pair alone, where it rests on the joint model."""
SPARE = ("effect size", "p", "adjusted", "interval", "rope", "statistic")
"""What a narrow terminal leaves out first."""

NAMED = {"pair": "first – second"}
"""What a column is called, where that is not its key: here the models differ from row to row."""

OF_PAIR = {name: f"alone: {name}" for name in ("estimate", "interval", "effect size")}
"""The same where the verdicts rest on the joint model: what it says stands before, these are of the pair alone."""


def in_short(found: Comparisons) -> Blocks:
    """How many of the pairs are decided."""
    return (Items("Pairs in short", pairs_in_short(found), key="pairs-in-short"),)


def pairs(found: Comparisons) -> Blocks:
    """One row per pair, the clearest first."""
    by = f", verdicts by `{found.ranked.procedure}`" if found.ranked is not None and found.by_joint else ""
    rows = _rows(found.clearest)
    return without_empty_columns(f"Pairs{by}", COLUMNS, rows, key="pairs", parts=found.clearest)


def tasks_of_pairs(found: Comparisons) -> Blocks:
    """Every pair on every task, where that was asked for."""
    parts = [part for pair in found.comparisons for part in pair.tasks]
    rows = [(part.task or "", *cells) for part, cells in zip(parts, _rows(parts, sizes=True), strict=True)]
    return without_empty_columns("Tasks", ("task", *COLUMNS), rows, key="tasks", parts=parts)


def pair_matrix(found: Comparisons) -> Blocks:
    """Who is ahead of whom; a single row would say no more than the table of pairs."""
    names, better = found.better()
    if found.pairs != "all":
        return ()
    decision = found.comparisons[0].own_decision
    reading = "difference" if decision is None else decision.reading
    return matrix(names, np.asarray(better), f"Row ahead of column, each pair alone ({reading})", key="pair-matrix")


def without_empty_columns(
    title: str,
    heading: tuple[str, ...],
    rows: Sequence[tuple[str, ...]],
    *,
    key: str,
    parts: Sequence[Comparison] = (),
) -> Blocks:
    """A table without the columns that say nothing, such as the interval of a procedure that has none."""
    if not rows:
        return ()
    kept = [j for j in range(len(heading)) if any(row[j] for row in rows)]
    keys = tuple(heading[j] for j in kept)
    named = {**NAMED, **(OF_PAIR if any(part.joint is not None for part in parts) else {})}
    shown = tuple(named.get(name, name) if parts else name for name in keys)
    cells = tuple(tuple(row[j] for j in kept) for row in rows)
    said, sides = said_of(parts), sides_of(parts)
    return (Table(title, shown, cells, key=key, column_keys=keys, spare=SPARE, verdicts=said, sides=sides),)


def _rows(parts: Sequence[Comparison], *, sizes: bool = False) -> tuple[tuple[str, ...], ...]:
    """Columns of numbers are made as a whole, with the same decimals on every row."""
    apart, tests = ropes_differ(parts), [part.classical_or_own for part in parts]
    sizes = sizes or len({part.n_units for part in parts}) > 1
    digits = digits_of([part.estimate for part in parts], [part.interval for part in parts])
    numbers = zip(
        [digits.of(part.estimate) for part in parts],
        [digits.ends(part.interval) for part in parts],
        columns.ropes([part.rope if apart else None for part in parts]),
        alike([part.effects[0].value if part.effects else None for part in parts]),
        p_of_tests(tests),
        p_values([part.p_adjusted for part in parts]),
        strict=True,
    )
    return tuple((*_cells(part, sizes=sizes), *cells) for part, cells in zip(parts, numbers, strict=True))


def _cells(part: Comparison, *, sizes: bool) -> tuple[str, ...]:
    """All up to the numbers."""
    decision = part.decision
    return (
        f"{part.first} – {part.second}",
        f"{part.n_units:,}" if sizes else "",
        verdict_of(part),
        *(("", "", "") if decision is None else shares(decision.probabilities)),
        "" if part.alone is None else " / ".join(shares(part.alone.probabilities)),
    )
