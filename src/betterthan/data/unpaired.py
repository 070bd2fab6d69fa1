"""Scores of two models that share no units."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from betterthan.data.averaging import averaged
from betterthan.data.decoding import decoding_column
from betterthan.data.direction import checked_direction
from betterthan.data.matching import (
    asked_notes,
    check_words,
    choose_models,
    grouping_of,
    lack_or_lacks,
    laid_out,
    matched_on,
    task_labels,
    two_columns,
)
from betterthan.data.roles import Grouping
from betterthan.data.rows import ROW
from betterthan.data.scores import Scores
from betterthan.data.tables import UnpairedTable
from betterthan.data.units import CASES, CLUSTERS, NAMED, REPETITIONS, RUNS, SEEDS, TASKS, Unit, unit_called
from betterthan.errors import ArgumentError, PairingError
from betterthan.phrases import listing

if TYPE_CHECKING:
    from betterthan.arrays import Array
    from betterthan.data.rows import Units
    from betterthan.vocabulary import Missing, Repeats


def unpaired(scores: Scores, *models: str, missing: Missing = "error", repeats: Repeats = "error") -> UnpairedTable:
    """The scores of two models as two independent samples, whether or not they share units.

    Cases are averaged within clusters or folds, as in `pair`; all scores of a seed (or training set) within the seed,
    which is then the unit.

    Parameters:
        scores: the long table.
        models: the names of the two models, the first one first; may be left out when the table has exactly two.
        missing: `error` refuses tasks that lack a model; `drop` leaves them out and counts them in the notes.
        repeats: as in `pair`.
    """
    check_words(missing, repeats)
    if not isinstance(scores, Scores):
        raise ArgumentError(
            f"Only single scores can be taken as unpaired; this table (`{type(scores).__name__}`) is paired or counted "
            "already. Read the score of every unit, or give two arrays to `bt.unpaired_arrays`."
        )
    if scores.weight == "cases":
        raise ArgumentError(
            '`weight="cases"` is for scores on the same cases; of two independent samples every cluster counts alike: '
            "leave one of the two out."
        )
    chosen = choose_models(scores.models, models, scores.source)
    if len(chosen) != 2:
        raise ArgumentError(f"Unpaired scores are those of two models; got {listing(chosen)}.")
    grouped, given = _of_runs(_grouping(scores, chosen, repeats))
    keys, notes = _numbered_keys(scores, grouped)
    units, repeated = laid_out(scores, chosen, keys, repeats, grouped)
    units, dropped = _with_both_models(units, chosen, missing)
    units, told = averaged(units, grouped)
    present, task = units.counts > 0, task_labels(units)
    shared = int(present.all(axis=1).sum()), len(present)
    return UnpairedTable(
        (chosen[0], chosen[1]),
        units.scores[present[:, 0], 0],
        units.scores[present[:, 1], 1],
        grouped.unit,
        None if task is None else task[np.flatnonzero(present[:, 0])],
        None if task is None else task[np.flatnonzero(present[:, 1])],
        scores.higher_is_better,
        (*scores.notes, *notes, *repeated, *dropped, *told, *given, _why_unpaired(chosen, grouped.unit, *shared)),
        scores.binary,
        tuple(NAMED[role].plural for role in grouped.averaged),
        tuple(NAMED[role].singular for role in grouped.own),
        len(scores.rows.levels(REPETITIONS.key)) if REPETITIONS.key in grouped.names else 1,
        scores.score_range,
        shared if shared[0] else None,
        decoding_column(scores),
        scores.measured,
    )


def share_no_seed(scores: Scores, *models: str) -> bool:
    """Whether the units are seeds (or training sets) and no two of the models have one in common.

    Parameters:
        scores: the long table.
        models: names of the models.
    """
    if [key for key in scores.keys if key != "task"] not in [[run.key] for run in RUNS]:
        return False
    counts = scores.rows.units(models, scores.keys, ()).counts
    return bool(((counts > 0).sum(axis=1) < 2).all())


def unpaired_arrays(
    first: Sequence[float] | Array,
    second: Sequence[float] | Array,
    *,
    models: tuple[str, str] = ("first", "second"),
    unit: str = SEEDS.plural,
    higher_is_better: bool | None = None,
) -> UnpairedTable:
    """A table from two arrays of scores that share no units; they may differ in length.

    Parameters:
        first: scores of the first model.
        second: scores of the second model.
        models: their names.
        unit: what one score belongs to, as in `seeds` or `training sets`.
        higher_is_better: False if the scores are losses; None and True take higher as better.

    >>> [each.n for each in unpaired_arrays([0.9, 0.8, 0.7], [0.8, 0.6]).moments()]
    [3, 2]
    """
    better = checked_direction(higher_is_better) is not False
    columns = list(two_columns(first, second, models))
    if not better:
        binary = all(np.isin(column, (0.0, 1.0)).all() for column in columns)
        columns = [1 - column if binary else 0.0 - column for column in columns]
    kind = unit_called(unit)
    note = f"Unpaired: the {kind} of the two models are taken as two independent samples."
    return UnpairedTable((models[0], models[1]), columns[0], columns[1], kind, higher_is_better=better, notes=(note,))


def _of_runs(grouped: Grouping) -> tuple[Grouping, tuple[str, ...]]:
    """Two samples are of one kind of unit: of crossed ones the first, whose scores on the others are averaged."""
    if not grouped.unit.crosses:
        return grouped, ()
    run, other = grouped.unit.crosses
    means = (*grouped.means, other.key)
    given = f"The {other} are taken as given: the answer is for these, and says nothing about other {other}."
    return replace(grouped, unit=run, names=(run.key,), means=means), (given,)


def _grouping(scores: Scores, models: Sequence[str], repeats: Repeats) -> Grouping:
    return Grouping(CASES) if _unnamed(scores) else grouping_of(scores, models, repeats)


def _numbered_keys(scores: Scores, grouped: Grouping) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The keys, where nothing has to be matched: it is enough that they tell the scores of one model apart."""
    if _unnamed(scores):
        return (*scores.keys, ROW), ("Nothing names the scores, so each row is one independent score of its model.",)
    return matched_on(replace(scores, unclear=None), grouped), asked_notes(scores, grouped)


def _unnamed(scores: Scores) -> bool:
    """Whether only the rows tell the scores of one model apart, on one task at least."""
    if CLUSTERS.key in scores.columns or scores.keys not in ((), (TASKS.key,)):
        return False
    named = ("model", *scores.keys)
    return not scores.keys or scores.rows.unit_count(scores.models, named) < len(scores)


def _with_both_models(units: Units, models: Sequence[str], missing: Missing) -> tuple[Units, tuple[str, ...]]:
    """The units of tasks on which both models have scores, and what was dropped."""
    if "task" not in units.factors:
        return units, ()
    task = units.factors["task"]
    counts = np.stack([np.bincount(task.codes, column, len(task.names)) for column in units.counts.T], axis=1)
    lacking = [code for code in range(len(task.names)) if not counts[code].all()]
    if not lacking:
        return units, ()
    if missing == "error" or len(lacking) == len(task.names):
        without, where = models[0 if counts[lacking[0], 0] == 0 else 1], task.names[lacking[0]]
        raise PairingError(
            f"`{without}` has no score on task `{where}`; {len(lacking):,} of {len(task.names):,} tasks "
            f"{lack_or_lacks(len(lacking))} a model. "
            'Drop them with `missing="drop"`, or complete the run.'
        )
    kept = units[np.flatnonzero(~np.isin(task.codes, lacking))]
    dropped = f"{len(lacking):,} of {len(task.names):,} tasks {'was' if len(lacking) == 1 else 'were'} dropped"
    return kept, (f"{dropped} because a model had no score there.",)


def _why_unpaired(models: Sequence[str], unit: Unit, shared: int, in_all: int) -> str:
    names = " and ".join(f"`{name}`" for name in models)
    if not shared:
        return (
            f"Unpaired: {names} share no {unit.singular}, so their scores are two independent samples. With the "
            f"same {unit} for both they could be paired, which removes the variance that the {unit} share."
        )
    return (
        f"The scores are taken as two independent samples, as asked; {names} share {shared:,} of {in_all:,} {unit}. "
        f"Pairing would remove the variance that the {unit} share."
    )
