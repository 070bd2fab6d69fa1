"""Comparisons inside a comparison: other procedures, single tasks, subgroups."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from betterthan.report.blocks import Blocks, Facts, Items, Table
from betterthan.results.rope import DEFAULT, SCALES
from betterthan.words.columns import digits_of, p_of_tests, ropes
from betterthan.words.direction import rope_in_words
from betterthan.words.disagreements import on_phi
from betterthan.words.facts import estimate, estimate_name
from betterthan.words.facts import test as in_words
from betterthan.words.numbers import shares
from betterthan.words.sides import named_verdict, outcome_columns, side_names

if TYPE_CHECKING:
    from betterthan.answers.comparison import Comparison
    from betterthan.results.rope import Rope

KEYS = ("estimate", "first", "equivalent", "second", "verdict", "p")

SPARE = ("effect size", "rope", "n")
"""What a narrow terminal leaves out first."""


def other_procedures(comparison: Comparison) -> Blocks:
    """The same scores by procedures that assume something else, or that were made for this design; without verdicts."""
    if not comparison.also:
        return ()
    rows = tuple((part.procedure, _other(part)) for part in comparison.also)
    own = estimate_name(comparison)
    differs = any(estimate_name(part) != own for part in comparison.also)
    told = f"for comparison only: the verdict rests on `{comparison.procedure}`{f' and the {own}' if differs else ''}"
    return (Facts("The same scores, other assumptions", (*rows, ("how to read it", told)), key="other-procedures"),)


def _other(part: Comparison) -> str:
    """Estimand and estimate, the three probabilities, and the classical test."""
    test, p = part.classical_or_own, part.probabilities
    found = [f"{estimate_name(part)} {estimate(part)}"]
    if p is not None:
        named = zip(outcome_columns(part.first, part.second), shares(p), strict=True)
        found.append(", ".join(f"{name} {share}" for name, share in named))
    return "; ".join([*found, *(() if test is None else (in_words(test),))])


def tasks(comparison: Comparison) -> Blocks:
    """Each task by itself, where that was asked for."""
    return _table("Each task alone", "task", comparison.tasks, comparison.rope, key="tasks")


def groups(comparison: Comparison) -> Blocks:
    """Each subgroup by itself, where that was asked for."""
    return _table("Subgroups", "subgroup", comparison.groups, comparison.rope, key="groups")


def _table(title: str, each: str, parts: tuple[Comparison, ...], own: Rope | None, *, key: str) -> Blocks:
    if not parts:
        return ()
    apart, counted = ropes_differ(parts), all(part.cells is not None for part in parts)
    rows = tuple(
        (
            (part.group[1] if part.group else part.task or ""),
            f"{part.n_units:,}",
            *(_won(part) if counted else ()),
            *((rope,) if apart else ()),
            *cells,
        )
        for part, rope, cells in zip(parts, ropes([part.rope for part in parts]), _cells(parts), strict=True)
    )
    before = (each, "n", *(("won", "disagreements") if counted else ()), *(("rope",) if apart else ()))
    named = {"won": f"won by {parts[0].first}"}
    table = Table(
        title,
        (*(named.get(column, column) for column in before), *_columns(parts[0], _estimated(parts))),
        rows,
        key=key,
        column_keys=(*before, *KEYS),
        verdicts=said_of(parts),
        sides=sides_of(parts),
        spare=SPARE,
        order=_clearest(parts),
    )
    return (table, *_about_ropes(parts, each, own, key=key))


def _clearest(parts: Sequence[Comparison]) -> tuple[int, ...]:
    """The decided ones first, then the largest differences."""
    keys = [(part.clarity[0], -abs(part.estimate or 0.0)) for part in parts]
    return tuple(sorted(range(len(parts)), key=keys.__getitem__))


def said_of(parts: Sequence[Comparison]) -> tuple[str, ...]:
    """The verdict on each part; none where they have none."""
    found = tuple(part.decision.verdict if part.decision else "" for part in parts)
    return found if any(found) else ()


def _won(part: Comparison) -> tuple[str, str]:
    """Of 0/1 scores: the disagreements that the first model wins, and all of them."""
    return ("", "") if part.cells is None else (f"{part.cells.n10:,}", f"{part.cells.discordant:,}")


def _estimated(parts: tuple[Comparison, ...]) -> str:
    """What the estimates are, where they are not differences."""
    return "share won" if all(on_phi(part) for part in parts) else "estimate"


def _shown(part: Comparison) -> float | None:
    """The share of the disagreements that was won, as counted; of other scores the estimate."""
    if not on_phi(part) or part.cells is None:
        return part.estimate
    return part.cells.n10 / part.cells.discordant if part.cells.discordant else None


def sides_of(parts: Sequence[Comparison]) -> tuple[tuple[str, str], ...]:
    """The two models of each part, as a table names them."""
    return tuple(side_names(part.first, part.second) for part in parts)


def verdict_of(part: Comparison) -> str:
    """The model that the verdict is for; nothing for a classical procedure."""
    return named_verdict(part.decision.verdict, part.first, part.second) if part.decision else ""


def _columns(part: Comparison, estimated: str) -> tuple[str, ...]:
    return (estimated, *outcome_columns(part.first, part.second), "verdict", "p")


def ropes_differ(parts: Sequence[Comparison]) -> bool:
    """Whether the parts have ropes of their own, which a table must list."""
    return len({part.rope for part in parts if part.rope is not None}) > 1


def _about_ropes(parts: tuple[Comparison, ...], each: str, own: Rope | None, *, key: str) -> Blocks:
    """Which rope the parts have, and where from, unless it is that of the whole."""
    chosen = [part.rope for part in parts if part.rope is not None]
    if not chosen or set(chosen) == {own}:
        return ()
    if ropes_differ(parts):
        origin = chosen[0].origin.partition(", which is ")[0]  # of how large an error differs from part to part
        told = f"Every {each} has a rope of its own, {SCALES[chosen[0].scale]}: {origin or 'given by you'}"
        told += "; you gave none." if chosen[0].source.startswith(DEFAULT) else "."
    else:
        told = f"The rope of every {each} is {rope_in_words(chosen[0], parts[0].first, parts[0].second)}."
    return (Items(f"Ropes of the {each}s", (told,), key=f"{key}-ropes"),)


def _cells(parts: Sequence[Comparison]) -> list[tuple[str, ...]]:
    """Columns of numbers are made as a whole, with the same decimals on every row."""
    tests = [part.classical_or_own for part in parts]
    digits = digits_of([_shown(part) for part in parts], [part.interval for part in parts])
    p = p_of_tests(tests)
    return [
        (
            digits.of(_shown(part)),
            *(("", "", "") if part.probabilities is None else shares(part.probabilities)),
            verdict_of(part),
            own,
        )
        for part, own in zip(parts, p, strict=True)
    ]
