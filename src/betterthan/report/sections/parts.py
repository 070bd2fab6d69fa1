"""Comparisons inside a comparison: other procedures, single tasks, subgroups."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from betterthan.phrases import counted
from betterthan.report.blocks import Blocks, Facts, Items, Table
from betterthan.results.rope import DEFAULT, SCALES
from betterthan.words.claims import labels
from betterthan.words.columns import alike, digits_of, p_of_tests, ropes
from betterthan.words.direction import rope_in_words
from betterthan.words.disagreements import on_phi
from betterthan.words.facts import estimate, estimate_name, in_sds
from betterthan.words.facts import test as in_words
from betterthan.words.numbers import shares
from betterthan.words.sides import named_verdict, outcome_columns, side_names
from betterthan.words.verdicts import judged

if TYPE_CHECKING:
    from betterthan.answers.comparison import Comparison
    from betterthan.results.rope import Rope
    from betterthan.vocabulary import Verdict

KEYS = ("estimate", "effect size", "first", "equivalent", "second", "verdict", "p")
SPARE = ("n", "rope", "effect size", "won", "disagreements")
"""Keys of what a narrow terminal leaves out first."""


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
    parts = comparison.tasks
    return (*_table("Each task alone", "task", parts, comparison.rope, key="tasks"), *verdicts_counted(parts, "task"))


def groups(comparison: Comparison) -> Blocks:
    """Each subgroup by itself, where that was asked for, and the models' means within it."""
    parts = comparison.groups
    table = _table("Subgroups", "subgroup", parts, comparison.rope, key="groups")
    return (*table, *verdicts_counted(parts, "subgroup"), *_means(parts))


def _means(parts: Sequence[Comparison]) -> Blocks:
    """Each model's mean within each subgroup, in the scores' own units."""
    figures = [figure for part in parts for figure in part.models]
    if not figures or any(figure.mean is None for figure in figures):
        return ()
    digits = digits_of([figure.mean for figure in figures], [figure.interval for figure in figures])
    rows = tuple(
        (
            _named(part),
            f"{part.n_units:,}",
            *(digits.of(figure.mean) for figure in part.models),
            *(digits.ends(figure.interval) for figure in part.models),
        )
        for part in parts
    )
    names, level = side_names(parts[0].first, parts[0].second), f"{100 * parts[0].level:g}%"
    intervals = tuple(f"{level} of {name}" for name in names)
    columns = ("subgroup", "n", *names, *intervals)
    return (
        Table("Means of the models within the subgroups", columns, rows, key="group-means", spare=("n", *intervals)),
    )


def _named(part: Comparison) -> str:
    return part.group[1] if part.group else part.task or ""


def verdicts_counted(parts: Sequence[Comparison], each: str) -> Blocks:
    """How many of the parts have which verdict; nothing where none has one."""
    verdicts = [part.decision.verdict for part in parts if part.decision is not None]
    if not verdicts:
        return ()
    told = ", ".join(f"{label} {verdicts.count(region):,}" for region, label in _labels(parts).items())
    rope = "" if ropes_differ(parts) or parts[0].rope is None else f" with the rope {parts[0].rope.bounds}"
    sentence = f"Verdicts on {counted(len(verdicts), each)}{rope}: {told}."
    sizes = dict.fromkeys(
        f"{size.name} is{sds}." for part in parts for size in part.effects[:1] if (sds := in_sds(size, part))
    )
    return (Items(f"{each.capitalize()}s in short", (sentence, *sizes), key=f"{each}s-in-short"),)


def _labels(parts: Sequence[Comparison]) -> dict[Verdict, str]:
    """What each verdict says; of pairs of several models, whichever of the two it is for."""
    first, equivalent, second = labels(judged(next(part for part in parts if part.decision is not None)))
    return {"first": first, "equivalent": equivalent, "second": second, "undecided": "undecided"}


def _table(title: str, each: str, parts: tuple[Comparison, ...], own: Rope | None, *, key: str) -> Blocks:
    if not parts:
        return ()
    apart, disagreeing = ropes_differ(parts), all(part.cells is not None for part in parts)
    rows = tuple(
        (
            _named(part),
            f"{part.n_units:,}",
            *(_won(part) if disagreeing else ()),
            *((rope,) if apart else ()),
            *cells,
        )
        for part, rope, cells in zip(parts, ropes([part.rope for part in parts]), _cells(parts), strict=True)
    )
    before = (each, "n", *(("won", "disagreements") if disagreeing else ()), *(("rope",) if apart else ()))
    named = {"won": f"won by {parts[0].first}", "effect size": parts[0].effects[0].name if parts[0].effects else ""}
    table = Table(
        title,
        (
            *(named.get(column, column) for column in before),
            *_columns(parts[0], _estimated(parts), named["effect size"]),
        ),
        rows,
        key=key,
        column_keys=(*before, *KEYS),
        verdicts=said_of(parts),
        sides=sides_of(parts),
        spare=tuple(named.get(column, column) for column in SPARE),
        order=clearest_first(parts),
    )
    return (table.without_empty_columns(), *_about_ropes(parts, each, own, key=key))


def clearest_first(parts: Sequence[Comparison]) -> tuple[int, ...]:
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


def _columns(part: Comparison, estimated: str, effect: str) -> tuple[str, ...]:
    return (estimated, effect, *outcome_columns(part.first, part.second), "verdict", "p")


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
    effects = alike([part.effects[0].value if part.effects else None for part in parts])
    return [
        (
            digits.of(_shown(part)),
            effect,
            *(("", "", "") if part.probabilities is None else shares(part.probabilities)),
            verdict_of(part),
            own,
        )
        for part, effect, own in zip(parts, effects, p_of_tests(tests), strict=True)
    ]
