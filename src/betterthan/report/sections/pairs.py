"""Pairs of models: in short, one by one, as a matrix, and on every task."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from betterthan.report.blocks import Blocks, Items, Table
from betterthan.report.sections.matrix import matrix
from betterthan.report.sections.parts import clearest_first, ropes_differ, said_of, sides_of, verdict_of
from betterthan.words import columns
from betterthan.words.columns import alike, digits_of, p_of_tests, p_values
from betterthan.words.numbers import shares
from betterthan.words.pairs import pairs_in_short

if TYPE_CHECKING:
    from betterthan.answers.comparison import Comparison
    from betterthan.answers.comparisons import Comparisons
    from betterthan.judging.verdict import Decision

JUDGED = ("pair", "n", "verdict", "first", "equivalent", "second")
"""The verdict and the three probabilities that it rests on."""
MEASURED = ("estimate", "interval", "rope", "effect size", "p", "adjusted")
"""What is known of the pair alone."""
SPARE = ("effect size", "p", "adjusted", "interval", "rope", "statistic")
"""What a narrow terminal leaves out first."""

NAMED = {"pair": "first – second", "adjusted": "adj. p"}
"""What a column is called, where that is not its key: here the models differ from row to row."""

OF_PAIR = {name: f"alone: {name}" for name in ("estimate", "interval", "effect size")}
"""The same where the verdicts rest on the joint model: what it says stands before, these are of the pair alone."""


def in_short(found: Comparisons) -> Blocks:
    """How many of the pairs are decided."""
    return (Items("Pairs in short", pairs_in_short(found), key="pairs-in-short"),)


def pairs(found: Comparisons) -> Blocks:
    """One row per pair, the clearest first; where the verdicts rest on the joint model, each pair alone below."""
    parts, measured = found.clearest, _measured(found.clearest)
    if found.ranked is None or not found.by_joint:
        rows = _beside(_judged(parts), measured)
        return without_empty_columns("Pairs", (*JUDGED, *MEASURED), rows, key="pairs", parts=parts)
    title = f"Pairs, verdicts by `{found.ranked.procedure}`"
    return (
        *without_empty_columns(title, JUDGED, _judged(parts), key="pairs", parts=parts),
        *_each_alone(parts, measured),
    )


def _each_alone(parts: Sequence[Comparison], measured: Sequence[tuple[str, ...]]) -> Blocks:
    """The probabilities and numbers of each pair by itself, on which no verdict rests."""
    named = [(f"{part.first} – {part.second}", *_shares_of(part.alone)) for part in parts]
    columns = (NAMED["pair"], *JUDGED[3:], *MEASURED)
    rows = _beside(named, measured)
    return without_empty_columns("Each pair alone, without a verdict", columns, rows, key="pairs-alone")


def tasks_of_pairs(found: Comparisons) -> Blocks:
    """Every pair on every task, where that was asked for."""
    parts = [part for pair in found.comparisons for part in pair.tasks]
    cells = _beside(_judged(parts, sizes=True), _measured(parts))
    rows = [(part.task or "", *row) for part, row in zip(parts, cells, strict=True)]
    columns, order = ("task", *JUDGED, *MEASURED), clearest_first(parts)
    table = without_empty_columns("Tasks", columns, rows, key="tasks", parts=parts, order=order)
    return (*table, *_counted(parts))


def _counted(parts: Sequence[Comparison]) -> Blocks:
    """How many pairs have which verdict on single tasks."""
    verdicts = [part.decision.verdict for part in parts if part.decision is not None]
    if not verdicts:
        return ()
    decided = len(verdicts) - verdicts.count("equivalent") - verdicts.count("undecided")
    told = (
        f"Verdicts on {len(verdicts):,} pairs and tasks: for one model {decided:,}, practically equivalent "
        f"{verdicts.count('equivalent'):,}, undecided {verdicts.count('undecided'):,}."
    )
    return (Items("Tasks in short", (told,), key="tasks-in-short"),)


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
    order: tuple[int, ...] = (),
) -> Blocks:
    """A table without the columns that say nothing; of `parts`, with their verdicts."""
    if not rows:
        return ()
    named = {**NAMED, **(OF_PAIR if any(part.joint is not None for part in parts) else {})}
    shown = tuple(named.get(name, name) for name in heading)
    said, sides, spare = said_of(parts), sides_of(parts), tuple(named.get(name, name) for name in SPARE)
    table = Table(
        title, shown, tuple(rows), key=key, column_keys=heading, spare=spare, order=order, verdicts=said, sides=sides
    )
    return (table.without_empty_columns(),)


def _beside(one: Sequence[tuple[str, ...]], other: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
    return [(*left, *right) for left, right in zip(one, other, strict=True)]


def _judged(parts: Sequence[Comparison], *, sizes: bool = False) -> list[tuple[str, ...]]:
    """Of every pair the verdict and what it rests on, with its size where sizes differ."""
    sizes = sizes or len({part.n_units for part in parts}) > 1
    return [
        (
            f"{part.first} – {part.second}",
            f"{part.n_units:,}" if sizes else "",
            verdict_of(part),
            *_shares_of(part.decision),
        )
        for part in parts
    ]


def _shares_of(decision: Decision | None) -> tuple[str, str, str]:
    return ("", "", "") if decision is None else shares(decision.probabilities)


def _measured(parts: Sequence[Comparison]) -> list[tuple[str, ...]]:
    """Columns of numbers, made as a whole, with the same decimals on every row."""
    apart, tests = ropes_differ(parts), [part.classical_or_own for part in parts]
    digits = digits_of([part.estimate for part in parts], [part.interval for part in parts])
    made = zip(
        [digits.of(part.estimate) for part in parts],
        [digits.ends(part.interval) for part in parts],
        columns.ropes([part.rope if apart else None for part in parts]),
        alike([part.effects[0].value if part.effects else None for part in parts]),
        p_of_tests(tests),
        p_values([part.p_adjusted for part in parts]),
        strict=True,
    )
    return list(made)
