"""Pairing: match the scores of two or more models unit by unit, from long tables or from arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from betterthan.data.averaging import averaged
from betterthan.data.clusters import Members, numbered_clusters
from betterthan.data.decoding import decoding_column
from betterthan.data.design import Design, design_of
from betterthan.data.direction import checked_direction
from betterthan.data.factors import Factor, factor, recoded
from betterthan.data.hints import hint, used_after_all
from betterthan.data.matching import (
    asked_notes,
    check_words,
    choose_models,
    finite_column,
    gap_notes,
    grouping_of,
    laid_out,
    matched_on,
    refuse_unmatched,
    regrouped,
    task_labels,
    tasks_of,
    two_columns,
    vanished,
)
from betterthan.data.ranges import given_range, refuse_outside, refuse_too_far
from betterthan.data.roles import Grouping, with_single_cases
from betterthan.data.rows import Units
from betterthan.data.scores import Scores
from betterthan.data.tables import PairedDifferences, PairedTable
from betterthan.data.units import CASES, CLUSTERS, FOLDS, JUDGES, TASKS
from betterthan.data.unnamed import RowsAre, fold_labels, look_like_folds, refuse_broken_repeats, unclear
from betterthan.errors import ArgumentError, PairingError
from betterthan.vocabulary import WEIGHTS, known

if TYPE_CHECKING:
    from betterthan.arrays import Array, IntArray
    from betterthan.vocabulary import Missing, Repeats, Weight


def pair(
    scores: Scores,
    *models: str,
    missing: Missing = "error",
    repeats: Repeats = "error",
    weight: Weight | None = None,
) -> PairedTable:
    """Match the scores of the models unit by unit.

    Scores are matched exactly on the keys that the table has (task, case, repeat, fold, seed, training set). Cases are
    then averaged within clusters or folds, if there are any, and these become the units. Every column that varies is
    used so, or the scores are refused with what to do.

    Parameters:
        scores: the long table.
        models: names of the models, the first one first; all of them if none is named.
        missing: `error` refuses units that lack a model; `drop` leaves them out and counts them in the notes.
        repeats: `error` refuses several scores of one model on one unit; `mean` averages them.
        weight: where cases come in clusters, what counts alike: `clusters`, each with its mean, or `cases`, which are
            then kept, each with its cluster; None takes what the scores were read with, else `clusters`.
    """
    if not isinstance(scores, Scores):
        was = type(scores).__name__
        raise ArgumentError(f"`pair` takes what `bt.read` gives; got {was}. Paired tables are ready for `bt.compare`.")
    scores = scores.weighted(weight)
    chosen = choose_models(scores.models, models or scores.models, scores.source)
    check_words(missing, repeats)
    grouped = grouping_of(scores, chosen, repeats)
    keys, notes = matched_on(scores, grouped), asked_notes(scores, grouped)
    units, repeated = laid_out(scores, chosen, keys, repeats, grouped)
    notes += repeated
    complete = np.asarray((units.counts > 0).all(axis=1))
    notes += refuse_unmatched(scores, chosen, keys, int((~complete).sum()), len(complete), missing)
    if not complete.all():
        whole, units = units, units[np.flatnonzero(complete)]
        notes += vanished(tasks_of(whole), tasks_of(units))
        grouped = regrouped(scores, units, grouped, repeats)
    return _table(scores, chosen, units, grouped, notes)


def pair_all(
    scores: Scores, models: Sequence[str] = (), *, missing: Missing = "error", repeats: Repeats = "error"
) -> PairedTable:
    """Match the scores of several models unit by unit; a model that has no score at all on a task leaves a gap there.

    Parameters:
        scores: the long table.
        models: names of the models; all of them if none is named.
        missing: what to do with units that lack a model which has other scores on their task: `error` or `drop`.
        repeats: as in `pair`.
    """
    chosen = choose_models(scores.models, tuple(models) or scores.models, scores.source)
    check_words(missing, repeats)
    grouped = grouping_of(scores, chosen, repeats)
    keys = matched_on(scores, grouped)
    units, repeated = laid_out(scores, chosen, keys, repeats, grouped)
    task = task_labels(units) or Factor(np.zeros(len(units.counts), dtype=np.int64), ("",))
    present = units.counts > 0
    runs = np.stack([np.bincount(task.codes, column, len(task.names)) > 0 for column in present.T], axis=1)
    whole = np.asarray((present | ~runs[task.codes]).all(axis=1))
    notes = asked_notes(scores, grouped) + repeated
    notes += refuse_unmatched(scores, chosen, keys, int((~whole).sum()), len(whole), missing)
    if not whole.all():
        units = units[np.flatnonzero(whole)]
        grouped = regrouped(scores, units, grouped, repeats)
    return _table(scores, chosen, units, grouped, (*notes, *gap_notes(chosen, task.names, runs)))


def alone(scores: Scores, model: str, *, repeats: Repeats = "error") -> PairedTable:
    """The scores of one model, unit by unit; there is nothing to match.

    Parameters:
        scores: the long table.
        model: name of the model.
        repeats: as in `pair`.
    """
    grouped = grouping_of(scores, (model,), repeats)
    units, repeated = laid_out(scores, (model,), matched_on(scores, grouped), repeats, grouped)
    return _table(scores, (model,), units, grouped, asked_notes(scores, grouped) + repeated)


def _table(
    scores: Scores, models: tuple[str, ...], units: Units, grouped: Grouping, notes: tuple[str, ...]
) -> PairedTable:
    """The scores that are left, as a table with one row per unit."""
    made, told = averaged(units, grouped)
    decoding = decoding_column(scores)
    table = PairedTable(
        models,
        made.scores,
        design=design_of(made, grouped, decoding),
        factors={name: recoded(labels) for name, labels in made.factors.items()},
        higher_is_better=scores.higher_is_better,
        of_binary=scores.binary,
        notes=used_after_all(scores.notes, decoding) + notes + told + _of_judges(made, grouped),
        score_range=scores.score_range,
        measured=scores.measured,
    )
    return _with_members(table, units)


def _of_judges(units: Units, grouped: Grouping) -> tuple[str, ...]:
    """Judges that are crossed with the cases are a sample, which few of them make a small one."""
    if JUDGES not in grouped.unit.crosses:
        return ()
    count = JUDGES.counted(len(np.unique(units.factors[JUDGES.key].codes)))
    if TASKS.key in units.factors and len(np.unique(units.factors[TASKS.key].codes)) > 1:
        return (hint(f"The {count} are no sample of judges here: an answer over several tasks takes them as given."),)
    return (
        hint(
            f"The {count} are taken as a sample of judges, so the answer holds for others like them, too, and needs "
            f'several to be sure: `repeats="mean"` takes these as given, `by="{JUDGES.key}"` compares within each.'
        ),
    )


def _with_members(table: PairedTable, cases: Units) -> PairedTable:
    """The table with the cases that its clusters are the means of, where these are the units now."""
    averaged_over = table.design.averaged
    if table.design.unit != CLUSTERS or CASES.plural not in averaged_over or JUDGES.plural in averaged_over:
        return table
    return replace(table, members=Members(cases.scores, numbered_clusters(cases.factors)))


def pair_arrays(
    first: Sequence[float] | Array,
    second: Sequence[float] | Array,
    *,
    models: tuple[str, str] = ("first", "second"),
    task: Sequence[object] | None = None,
    cluster: Sequence[object] | None = None,
    folds: int | None = None,
    independent: bool = False,
    n_train: float | None = None,
    n_test: float | None = None,
    higher_is_better: bool | None = None,
    range: tuple[float, float] | None = None,  # noqa: A002 (what users call it)
    weight: Weight | None = None,
) -> PairedTable:
    """A table from two arrays of scores of the same units in the same order.

    The units are cases, or tasks with one score each, unless `folds` or the sizes say that they are splits of the data.
    Arrays that look like the scores of folds or seeds (3, 5, 10, 20, 25, 30, 50 or 100 shares) are refused until
    `folds` or `independent` says what they are.

    Parameters:
        first: scores of the first model.
        second: scores of the second model.
        models: their names.
        task: a task label per unit.
        cluster: a cluster label per unit; cases are averaged within clusters, or kept if `weight` says so.
        folds: the units are the folds of cross-validation with so many folds, one repeat after the other.
        independent: each unit is an independent case, although the arrays look like the scores of folds.
        n_train: the size of the training set behind each score, if the units are random splits.
        n_test: the size of its test set.
        higher_is_better: False if the scores are losses; None and True take higher as better.
        range: the lowest and the highest score that there can be, in the scores' own units.
        weight: as in `pair`.

    >>> pair_arrays([0.9, 0.8, 0.7, 0.6], [0.8, 0.8, 0.5, 0.5]).moments().n
    4
    >>> pair_arrays([0.9, 0.8, 0.7], [0.8, 0.8, 0.5], folds=3).design.test_fraction
    0.3333333333333333
    """
    better, single = checked_direction(higher_is_better) is not False, _single_cases(weight, cluster)
    rows_are = RowsAre(folds, independent, n_train, n_test)
    columns = two_columns(first, second, models)
    labels = {name: factor(values) for name, values in (("task", task), ("cluster", cluster)) if values is not None}
    lengths = {len(column) for column in columns} | {len(each.codes) for each in labels.values()}
    if len(lengths) > 1:
        raise PairingError(
            f"Paired arrays must have the same length; got lengths {sorted(lengths)}. Two samples that share no units "
            "are for `bt.unpaired_arrays`."
        )
    scores, declared = np.stack(columns, axis=1), given_range(range)
    refuse_outside(declared, scores.ravel(), "The pair of arrays")
    design, folded = _of_arrays(scores, models, labels, rows_are)
    if not better:
        binary = np.isin(scores, (0.0, 1.0)).all()
        scores = 1 - scores if binary else 0.0 - scores
    if cluster is None:
        notes = rows_are.note("score") if rows_are.trained else ()
        return PairedTable(models, scores, design, {**labels, **folded}, better, notes, score_range=declared)
    cases = Units(scores, np.ones(scores.shape, dtype=np.int64), labels)
    clusters = Grouping(CLUSTERS, (CLUSTERS.key,), (CASES.key,))
    grouped = with_single_cases(clusters, "the arrays") if single else clusters
    made, told = averaged(cases, grouped)
    table = PairedTable(models, made.scores, design_of(made, grouped), made.factors, better, told, score_range=declared)
    return _with_members(table, cases)


def _single_cases(weight: Weight | None, cluster: Sequence[object] | None) -> bool:
    """Whether the cases of clusters are to count alike, which takes clusters."""
    if weight is None or known("weight", weight, WEIGHTS) == "clusters":
        return False
    if cluster is None:
        raise ArgumentError(
            '`weight="cases"` is for cases that come in clusters: give a label per case with `cluster=`. Without '
            "clusters every case counts alike; leave `weight=` out."
        )
    return True


def _of_arrays(
    scores: Array, models: Sequence[str], labels: Mapping[str, Factor], rows_are: RowsAre
) -> tuple[Design, dict[str, Factor]]:
    """What the units of two arrays are, and the labels of folds and repeats that this gives them."""
    if "cluster" in labels:
        if rows_are.trained:
            raise ArgumentError("`cluster=` groups cases, and folds are none: leave out one of the two.")
        return Design(), {}
    tasks = labels["task"] if "task" in labels else Factor(np.zeros(len(scores), dtype=np.int64), ("the arrays",))
    parts = [np.flatnonzero(tasks.codes == code) for code in range(len(tasks.names))]
    called = ["The pair of arrays" if "task" not in labels else f"Task `{name}`" for name in tasks.names]
    if rows_are.folds is not None:
        return _folds(rows_are, parts, called)
    if rows_are.trained:
        splits = Factor(_numbered(parts), tuple(str(j + 1) for j in range(max(map(len, parts)))))
        levels = {"repeat": len(splits.names)}
        return Design(FOLDS, levels, n_train=rows_are.n_train, n_test=rows_are.n_test), {"repeat": splits}
    if "task" in labels and 1 < len(scores) == len(tasks.names):
        return Design(TASKS, {TASKS.key: len(scores)}), {}
    if not rows_are.independent:
        for part, name in zip(parts, called, strict=True):
            low, high, binary = scores[part].min(), scores[part].max(), np.isin(scores[part], (0.0, 1.0)).all()
            if look_like_folds(len(part), float(low), float(high), bool(binary), models):
                raise PairingError(unclear(name, len(part)))
    return Design(ordered=True), {}


def _folds(rows_are: RowsAre, parts: Sequence[IntArray], called: Sequence[str]) -> tuple[Design, dict[str, Factor]]:
    """K folds in every task, one repeat after the other."""
    folds = rows_are.folds or 0
    for part, name in zip(parts, called, strict=True):
        refuse_broken_repeats(folds, len(part), name)
    labels = fold_labels(folds, max(map(len, parts)))
    number = _numbered(parts)
    factors = {name: each[number] for name, each in labels.items()}
    levels = {name: len(each.names) for name, each in labels.items()}
    return Design(FOLDS, levels, n_train=rows_are.n_train, n_test=rows_are.n_test, folds=folds), factors


def _numbered(parts: Sequence[IntArray]) -> IntArray:
    """The number of each unit within its task, from 0."""
    number = np.zeros(sum(map(len, parts)), dtype=np.int64)
    for part in parts:
        number[part] = np.arange(len(part))
    return number


def pair_differences(
    differences: Sequence[float] | Array,
    *,
    models: tuple[str, str] = ("first", "second"),
    task: Sequence[object] | None = None,
    notes: tuple[str, ...] = (),
    range: tuple[float, float] | None = None,  # noqa: A002 (what users call it)
) -> PairedDifferences:
    """A table from differences first - second that somebody else has already taken.

    Parameters:
        differences: one per unit, larger meaning that the first model is better.
        models: names of the first and second model.
        task: a task label per unit.
        notes: what was assumed on the way.
        range: the lowest and the highest score that there can be, in the scores' own units.
    """
    values, declared = finite_column(differences, "difference"), given_range(range)
    refuse_too_far(declared, values)
    factors = {} if task is None else {"task": factor(task)}
    one_per_task = task is not None and len(factors["task"].names) == len(values)
    design = Design(TASKS if one_per_task else CASES, ordered=not one_per_task)
    return PairedDifferences(models, values, design, factors, notes=notes, score_range=declared)
