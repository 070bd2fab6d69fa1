"""Matching units between models: what repeats, what is missing, and how it is told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import replace
from difflib import get_close_matches
from typing import TYPE_CHECKING

import numpy as np

from betterthan.data.factors import Factor, recoded
from betterthan.data.given_numbers import as_numbers
from betterthan.data.hints import TOLD_FIRST, hint, nearly_equal
from betterthan.data.roles import ROLES_OF_UNITS, Grouping, distinct_in, grouping, with_single_cases
from betterthan.data.units import CASES, CLUSTERS, FOLDS, JUDGES, NAMED, RUNS, TASKS
from betterthan.errors import ArgumentError, PairingError
from betterthan.phrases import counted, listing, unknown_name
from betterthan.vocabulary import MISSING, REPEATS, Missing, Repeats
from betterthan.vocabulary import known as known_word

if TYPE_CHECKING:
    from betterthan.arrays import Array, BoolArray
    from betterthan.data.rows import Units
    from betterthan.data.scores import Scores

ANEW = (
    " If ids begin anew within each passage or document, make them unique first, as in `p1-q0`: a mean would mix "
    "different cases."
)


def gap_notes(models: Sequence[str], tasks: Sequence[str], runs: BoolArray) -> tuple[str, ...]:
    """Which models lack which tasks altogether."""
    gaps = int((~runs).sum())
    if not gaps:
        return ()
    lacking = [
        f"{model} on {listing([task for task, ran in zip(tasks, column, strict=True) if not ran])}"
        for model, column in zip(models, runs.T, strict=True)
        if not column.all()
    ]
    alone = [task for task, row in zip(tasks, runs, strict=True) if row.sum() == 1]
    note = (
        f"{gaps:,} of {runs.size:,} cells (a model on a task) {'has' if gaps == 1 else 'have'} no score: "
        f"{'; '.join(lacking)}. {'It is' if gaps == 1 else 'They are'} left out, not filled in: a pair is compared on "
        "the tasks that both models have, and a joint model uses every score."
    )
    say = "says" if len(alone) == 1 else "say"
    lonely = f"{counted(len(alone), 'task')} with one model only ({listing(alone)}) {say} nothing about differences."
    return (note, *((lonely,) if alone else ()), *_misspelt(models, runs))


def _misspelt(models: Sequence[str], runs: BoolArray) -> tuple[str, ...]:
    """Two models with nearly the same name that share no task are perhaps one."""
    together = runs.T.astype(np.int64) @ runs
    notes = []
    for j, model in enumerate(models):
        apart = [other for k, other in enumerate(models) if k > j and together[j, k] == 0]
        near = get_close_matches(model, apart, n=1, cutoff=0.85)
        if near:
            notes.append(f"`{model}` and `{near[0]}` share no task: if they are one model, give it one name.")
    return tuple(notes)


def choose_models(known: Sequence[str], models: Sequence[str], source: str) -> tuple[str, ...]:
    """The models to compare: those that were named, or the only two that there are.

    Parameters:
        known: names of the models that the table has.
        models: names that the user gave, perhaps none.
        source: where the table came from, for the message.
    """
    for name in models:
        if name not in known:
            raise ArgumentError(unknown_name("model", name, known))
    if len(known) < 2:
        raise PairingError(
            f"{source} holds the scores of one model only ({listing(known)}); a comparison needs two. "
            "Add the other model's scores (several files may be given), or name the right column with "
            '`model="NAME"`.'
        )
    if not models and len(known) > 2:
        raise ArgumentError(
            f"{source} holds {len(known)} models ({listing(known)}); name two of them with `first=` and `second=`."
        )
    if len(set(models)) != len(models):
        raise ArgumentError(f"A model cannot be compared with itself; got {listing(models)}.")
    if len(models) == 1:
        rest = [name for name in known if name not in models]
        if len(rest) == 1:
            return (models[0], rest[0])
        raise ArgumentError(f"Compare `{models[0]}` with which model? Known besides: {listing(rest)}.")
    return tuple(models) or tuple(known)


def two_columns(
    first: Sequence[float] | Array, second: Sequence[float] | Array, models: Sequence[str]
) -> tuple[Array, Array]:
    """Two arrays of scores as columns, by the names of their models."""
    if len(models) != 2:
        raise ArgumentError(f"Two arrays hold the scores of two models; got {counted(len(models), 'name')} (`models`).")
    return finite_column(first, models[0]), finite_column(second, models[1])


def finite_column(values: Sequence[float] | Array, name: str) -> Array:
    """Numbers as a column; anything that is not a finite number is refused, by name."""
    column = _numbers(values, name)
    if column.ndim != 1 or len(column) == 0:
        raise PairingError(f"The scores of `{name}` must be one row of numbers; got shape {column.shape}.")
    bad = np.flatnonzero(~np.isfinite(column))
    if len(bad):
        raise PairingError(
            f"`{name}` has {counted(len(bad), 'score')} that {'is' if len(bad) == 1 else 'are'} not a finite number "
            f"(index {bad[0]}: {column[bad[0]]}). Remove the unit for both models or complete the run."
        )
    return column


def _numbers(values: Sequence[float] | Array, name: str) -> Array:
    if isinstance(values, Set):
        raise PairingError(
            f"The scores of `{name}` are a set, which has no order and holds every value once: give a list."
        )
    try:
        return as_numbers(values, name)
    except ArgumentError as error:
        raise PairingError(
            f"The scores of `{name}` are no numbers (`{str(values)[:40]}`). Accepted is one array of numbers per model"
            f": {error}"
        ) from None


def grouping_of(scores: Scores, models: Sequence[str], repeats: Repeats) -> Grouping:
    """What is the unit of these models' scores, and what is averaged within it.

    Parameters:
        scores: the long table.
        models: the models to compare.
        repeats: whether several scores of one unit may be averaged.
    """
    made = grouping(
        lambda columns: scores.rows.unit_count(models, columns), scores.columns, repeats, scores.source, scores.called
    )
    return with_single_cases(made, scores.source) if scores.weight == "cases" else made


def matched_on(scores: Scores, grouped: Grouping) -> tuple[str, ...]:
    """The columns on which scores are matched: all that tell them apart, but those that are averaged on request."""
    if scores.unclear is not None:
        raise PairingError(scores.unclear)
    named = CASES.key in scores.keys or CLUSTERS.key not in scores.columns
    keys = scores.keys if named else (*scores.keys, CLUSTERS.key)
    if not keys:
        raise PairingError(
            f"Nothing tells the units of {scores.source} apart, so its scores cannot be paired: add a column that says "
            'which example each score belongs to (`case`), or name it with `case="NAME"`. Two independent samples need '
            "none: `bt.unpaired`. Folds in their order: `folds=K`."
        )
    return tuple(key for key in keys if key not in grouped.asked)


def asked_notes(scores: Scores, grouped: Grouping) -> tuple[str, ...]:
    """What was averaged on request, before the models' scores were matched."""
    unit = CASES if CASES.key in grouped.means else grouped.unit
    return tuple(
        f"Up to {NAMED[role].counted(len(scores.rows.levels(role)))} per {unit.singular} and model were averaged"
        f"{f': the answer takes these {NAMED[role]} as given' if NAMED[role].trained else ''}."
        for role in grouped.asked
    )


def laid_out(
    scores: Scores, models: Sequence[str], keys: Sequence[str], repeats: Repeats, grouped: Grouping
) -> tuple[Units, tuple[str, ...]]:
    """One row per matched score, and what was averaged; labels of cases are wanted only beside other columns."""
    used = {*grouped.names, *grouped.means}
    labelled = CASES.key in used and bool(used - {CASES.key, CLUSTERS.key})
    wanted = [name for name in dict.fromkeys((*keys, CLUSTERS.key)) if name in scores.columns]
    units = scores.rows.units(models, keys, [name for name in wanted if name != CASES.key or labelled])
    repeated = int((units.counts > 1).any(axis=1).sum())
    return units, refuse_repeated(scores, models, keys, repeated, len(units.counts), repeats)


def regrouped(scores: Scores, units: Units, grouped: Grouping, repeats: Repeats) -> Grouping:
    """What is the unit of the scores that are left, which may vary less than all did."""
    columns = [name for name in units.factors if name in (*ROLES_OF_UNITS, TASKS.key)]
    if CASES.key not in columns and CASES.key in (*grouped.names, *grouped.means, *grouped.own):
        return grouped  # nothing else varied within them before, nor does it now
    made = grouping(distinct_in(units), columns, repeats, scores.source, scores.called)
    return replace(made, asked=grouped.asked)


def task_labels(units: Units) -> Factor | None:
    """The task of each unit; None without tasks."""
    return recoded(units.factors["task"]) if "task" in units.factors else None


def check_words(missing: Missing, repeats: Repeats) -> None:
    """Refuse what is no way to treat gaps and repeats: a misspelt one would be taken for another."""
    known_word("treatment of missing units", missing, MISSING)
    known_word("treatment of repeats", repeats, REPEATS)


def refuse_repeated(
    scores: Scores, models: Sequence[str], keys: Sequence[str], repeated: int, total: int, repeats: Repeats
) -> tuple[str, ...]:
    """Refuse units that a model has several times, or say how many were averaged."""
    if not repeated:
        return ()
    if repeats == "mean":
        return (f"Several scores of one model on one unit were averaged on {repeated:,} of {total:,} units.",)
    for model in models:
        odd = scores.rows.odd_units(models, keys, model=model, repeated=True, limit=3)
        if odd:
            break
    raise PairingError(
        f"Cannot pair: `{model}` has several scores for the same unit, for example {_named(odd)}; "
        f'{repeated:,} of {total:,} units are affected. Average them with `repeats="mean"`, '
        'or name the column that tells them apart, as in `fold="NAME"`.' + (ANEW if CASES.key in keys else "")
    )


def refuse_unmatched(
    scores: Scores, models: Sequence[str], keys: Sequence[str], unmatched: int, total: int, missing: Missing
) -> tuple[str, ...]:
    """Refuse units that not all models have, or say how many were dropped."""
    if not unmatched:
        return ()
    alike = "".join(f" {said}" for said in nearly_equal(scores.models))
    runs = next((unit for unit in RUNS if unit.key in keys and FOLDS.key not in keys), None)
    if unmatched == total and runs is not None:
        which = "them" if len(models) == 2 else "two of them at a time"
        raise PairingError(
            f"Cannot pair: {listing(models)} have no {runs.singular} in common (matched on {listing(keys)}). "
            f"Compare {which} as two independent samples with `bt.unpaired`, or run all "
            f"with the same {runs}.{alike}"
        )
    if unmatched == total and JUDGES.key in keys and _judged_apart(scores, models):
        column = scores.called.get(JUDGES.key, JUDGES.key)
        raise PairingError(
            f"Cannot pair: {listing(models)} were scored by different judges, so a difference could be the judges'. "
            "Have one judge score all models, or, if the judges do not matter, leave them out with "
            f'`ignore=["{column}"]`.{alike}'
        )
    if unmatched == total:
        raise PairingError(
            f"Cannot pair: {listing(models)} have no unit in common (matched on {listing(keys)}). "
            "Check that the columns name the same examples in the same way for every model"
            f"{_or_unpaired(models, keys)}.{alike}"
        )
    if "drop" in (missing, scores.missing):
        dropped = "was" if unmatched == 1 else "were"
        told = hint if missing != "drop" and unmatched > total * TOLD_FIRST else str
        return (told(f"{unmatched:,} of {total:,} units {dropped} dropped because a model had no score there."),)
    lacking = []
    for model in models:
        odd = scores.rows.odd_units(models, keys, model=model, repeated=False, limit=3)
        if odd:
            lacking.append(f"`{model}` has no score for {_named(odd)}")
    two = runs is not None and len(models) == 2
    otherwise = "use all as two independent samples with `bt.unpaired`, " if two else ""
    raise PairingError(
        f"Cannot pair: {unmatched:,} of {total:,} units {lack_or_lacks(unmatched)} a model: {'; '.join(lacking)}. "
        f'Drop them with `missing="drop"`, {otherwise}or complete the run.{alike}'
    )


def _judged_apart(scores: Scores, models: Sequence[str]) -> bool:
    """Whether no judge has scored all of these models."""
    judges = [set(scores.rows.only("model", [model]).levels(JUDGES.key)) for model in models]
    return not set.intersection(*judges)


def _or_unpaired(models: Sequence[str], keys: Sequence[str]) -> str:
    """What else can be done with two models whose units are no folds, which share training data."""
    possible = len(models) == 2 and not set(FOLDS.roles) & set(keys)
    return ", or compare the two as independent samples with `bt.unpaired`" if possible else ""


def lack_or_lacks(count: int) -> str:
    """The verb that fits the number."""
    return "lacks" if count == 1 else "lack"


def tasks_of(units: Units) -> tuple[str, ...]:
    """The tasks of these units."""
    return recoded(units.factors["task"]).names if "task" in units.factors else ()


def vanished(before: Sequence[str], after: Sequence[str]) -> tuple[str, ...]:
    """A task that is not there any more is told by name, or nobody would miss it."""
    lost = [task for task in before if task not in set(after)]
    if not lost:
        return ()
    was = "was" if len(lost) == 1 else "were"
    return (f"{counted(len(lost), 'task')} {was} dropped altogether, for lack of a model's scores: {listing(lost)}.",)


def _named(units: Sequence[Mapping[str, str]]) -> str:
    shown = [" ".join(f"{key} {value}" for key, value in unit.items()) for unit in units]
    return ", ".join(shown) + (", …" if len(units) == 3 else "")
