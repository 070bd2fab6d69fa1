"""Pairing: match the scores of two or more models unit by unit, from long tables or from arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from math import sqrt
from typing import Literal, TypeAlias

import numpy as np

from betterthan.arrays import Array, BoolArray, IntArray
from betterthan.errors import ArgumentError, PairingError, counted, listing, unknown_name
from betterthan.scores import Factor, Scores, Units, factor
from betterthan.summaries import PairedSummary
from betterthan.tables import Clustering, Design, PairedTable, UnitKind, UnpairedTable, folds_per_repeat, recoded

Missing: TypeAlias = Literal["error", "drop"]
Repeats: TypeAlias = Literal["error", "mean"]
CROSSINGS: dict[tuple[str, str], UnitKind] = {
    ("train_set", "case"): "training sets x cases",
    ("seed", "case"): "seeds x cases",
    ("train_set", "seed"): "training sets x seeds",
}
"""Pairs of keys that both vary within a task: every training set (or seed) is scored on every case."""
RUNS = {"seed": "seed", "train_set": "training set"}
"""Keys of runs that may be compared as two independent samples where they are not shared, and their noun."""
OUTER: dict[str, UnitKind] = {"cluster": "clusters", "seed": "seeds", "train_set": "training sets"}
"""Columns within which cases are averaged, and what the unit is then."""
SHARE = "n_test/(n_test + n_train)"
UNITS_IN_MEMORY = 5_000_000
"""Tables with more units than this are summed by their engine instead of being laid out in memory."""


def pair(scores: Scores, *models: str, missing: Missing = "error", repeats: Repeats = "error") -> PairedTable:
    """Match the scores of the models unit by unit.

    Units are matched exactly on the keys that the table has (task, case, repeat, fold, seed, training set). If the
    table has a `cluster` column, cases are then averaged within clusters and the cluster becomes the unit.

    Parameters:
        scores: the long table.
        models: names of the models, the first one first; may be left out when the table has exactly two.
        missing: `error` refuses units that lack a model; `drop` leaves them out and counts them in the notes.
        repeats: `error` refuses several scores of one model on one unit; `mean` averages them.
    """
    if not isinstance(scores, Scores):
        was = type(scores).__name__
        raise ArgumentError(f"`pair` takes what `bt.read` gives; got {was}. Paired tables are ready for `bt.compare`.")
    chosen = choose_models(scores.models, models, scores.source)
    keys, notes = _unit_keys(scores, repeats)
    units, averaged = _laid_out(scores, chosen, keys, repeats)
    notes += averaged
    complete = np.asarray((units.counts > 0).all(axis=1))
    notes += _refuse_unmatched(scores, chosen, keys, int((~complete).sum()), len(complete), missing)
    if not complete.all():
        whole, units = units, units[np.flatnonzero(complete)]
        notes += _vanished(_tasks_of(whole), _tasks_of(units))
    table = PairedTable(
        chosen,
        units.scores,
        design=_design(units, keys),
        factors={name: recoded(labels) for name, labels in units.factors.items()},
        higher_is_better=scores.higher_is_better,
        of_binary=scores.binary,
        notes=scores.notes + notes,
    )
    return _collapsed(table) if "cluster" in table.factors else table


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
    keys, notes = _unit_keys(scores, repeats)
    units, averaged = _laid_out(scores, chosen, keys, repeats)
    task = _task_labels(units) or Factor(np.zeros(len(units.counts), dtype=np.int64), ("",))
    present = units.counts > 0
    runs = np.stack([np.bincount(task.codes, column, len(task.names)) > 0 for column in present.T], axis=1)
    whole = np.asarray((present | ~runs[task.codes]).all(axis=1))
    notes += averaged + _refuse_unmatched(scores, chosen, keys, int((~whole).sum()), len(whole), missing)
    units = units[np.flatnonzero(whole)]
    table = PairedTable(
        chosen,
        units.scores,
        design=_design(units, keys),
        factors={name: recoded(labels) for name, labels in units.factors.items()},
        higher_is_better=scores.higher_is_better,
        of_binary=scores.binary,
        notes=(*scores.notes, *notes, *_gap_notes(chosen, task.names, runs)),
    )
    return _collapsed(table) if "cluster" in table.factors else table


def _gap_notes(models: Sequence[str], tasks: Sequence[str], runs: BoolArray) -> tuple[str, ...]:
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
        f"{gaps:,} of {runs.size:,} cells (a model on a task) have no score: {'; '.join(lacking)}. They are left out, "
        "not filled in: a pair is compared on the tasks that both models have, and a joint model uses every score."
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


def unpaired(scores: Scores, *models: str, missing: Missing = "error", repeats: Repeats = "error") -> UnpairedTable:
    """The scores of two models as two independent samples, whether or not they share units.

    Cases with a `cluster` column are averaged within clusters, and the cases of a seed (or training set) within the
    seed, which is then the unit.

    Parameters:
        scores: the long table.
        models: the names of the two models, the first one first; may be left out when the table has exactly two.
        missing: `error` refuses tasks that lack a model; `drop` leaves them out and counts them in the notes.
        repeats: as in `pair`.
    """
    if not isinstance(scores, Scores):
        raise ArgumentError(
            f"Only single scores can be taken as unpaired; this table (`{type(scores).__name__}`) is paired or counted "
            "already. Read the score of every unit, or give two arrays to `bt.unpaired_arrays`."
        )
    chosen = choose_models(scores.models, models, scores.source)
    if len(chosen) != 2:
        raise ArgumentError(f"Unpaired scores are those of two models; got {listing(chosen)}.")
    keys, notes = _numbered_keys(scores, repeats)
    units, averaged = _laid_out(scores, chosen, keys, repeats)
    design = _design(units, keys)
    outer = "cluster" if "cluster" in scores.columns else design.crossing[0] if design.crossing else None
    if outer is not None:
        within = tuple(name for name in ("task", outer) if name in scores.columns)
        units = scores.rows.units(chosen, within, within)
        averaged += (f"Each {OUTER[outer].rstrip('s')}'s score is the mean of its own scores.",)
    units, dropped = _with_both_models(units, chosen, missing)
    unit = design.unit if outer is None else OUTER[outer]
    present, task = units.counts > 0, _task_labels(units)
    return UnpairedTable(
        (chosen[0], chosen[1]),
        units.scores[present[:, 0], 0],
        units.scores[present[:, 1], 1],
        unit,
        None if task is None else task[np.flatnonzero(present[:, 0])],
        None if task is None else task[np.flatnonzero(present[:, 1])],
        scores.higher_is_better,
        (*scores.notes, *notes, *averaged, *dropped, _why_unpaired(chosen, unit, present)),
        scores.binary,
    )


def share_no_seed(scores: Scores, *models: str) -> bool:
    """Whether the units are seeds (or training sets) and no two of the models have one in common.

    Parameters:
        scores: the long table.
        models: names of the models.
    """
    if [key for key in scores.keys if key != "task"] not in (["seed"], ["train_set"]):
        return False
    counts = scores.rows.units(models, scores.keys, ()).counts
    return bool(((counts > 0).sum(axis=1) < 2).all())


def summarize(scores: Scores, *models: str, missing: Missing = "error", repeats: Repeats = "error") -> PairedSummary:
    """The sums of two models over their matched units, computed where the rows live, without laying them out.

    Parameters:
        scores: the long table, of any size.
        models: the names of the two models; may be left out when the table has exactly two.
        missing: as in `pair`.
        repeats: as in `pair`.
    """
    first, second = choose_models(scores.models, models, scores.source)
    keys, notes = _unit_keys(scores, repeats)
    if "cluster" in scores.columns:
        raise PairingError("A clustered table must fit in memory: average within clusters before reading it.")
    _refuse_crossed_sums(scores, keys)
    sums = scores.rows.sums((first, second), keys)
    total = int(sums.n.sum()) + sums.unmatched
    notes += _refuse_repeated(scores, (first, second), keys, sums.repeated, total, repeats)
    notes += _refuse_unmatched(scores, (first, second), keys, sums.unmatched, total, missing)
    if sums.unmatched and "task" in keys:
        notes += _vanished(tuple(scores.rows.only("model", (first, second)).levels("task")), sums.tasks)
    return PairedSummary.from_sums(
        sums, models=(first, second), higher_is_better=scores.higher_is_better, notes=scores.notes + notes
    )


def _refuse_crossed_sums(scores: Scores, keys: Sequence[str]) -> None:
    """Sums forget which seed a score belongs to, and would take all of them for independent cases."""
    run = next((name for name in RUNS if {name, "case"} <= set(keys) and len(scores.rows.levels(name)) > 1), None)
    if run is not None:
        raise PairingError(
            f"Scores of several {RUNS[run]}s on the same cases must fit in memory (up to {UNITS_IN_MEMORY:,} units): "
            f"take the mean over the {RUNS[run]}s, or over groups of cases, before reading them."
        )


def fits_in_memory(scores: Scores, *models: str) -> bool:
    """Whether the units of the models are few enough to be laid out.

    Parameters:
        scores: the long table.
        models: names of the models.
    """
    few = scores.rows.count() <= UNITS_IN_MEMORY  # there are never more units than rows, and rows are quick to count
    return few or "cluster" in scores.columns or scores.rows.unit_count(models, scores.keys) <= UNITS_IN_MEMORY


def pair_arrays(
    first: Sequence[float] | Array,
    second: Sequence[float] | Array,
    *,
    models: tuple[str, str] = ("first", "second"),
    task: Sequence[object] | None = None,
    cluster: Sequence[object] | None = None,
    higher_is_better: bool = True,
) -> PairedTable:
    """A table from two arrays of scores of the same units in the same order.

    Parameters:
        first: scores of the first model.
        second: scores of the second model.
        models: their names.
        task: a task label per unit.
        cluster: a cluster label per unit; cases are averaged within clusters.
        higher_is_better: False if the scores are losses.

    >>> pair_arrays([0.9, 0.8, 0.7], [0.8, 0.8, 0.5]).moments().n
    3
    """
    columns = [_finite_column(values, name) for values, name in zip((first, second), models, strict=True)]
    labels = {name: factor(values) for name, values in (("task", task), ("cluster", cluster)) if values is not None}
    lengths = {len(column) for column in columns} | {len(each.codes) for each in labels.values()}
    if len(lengths) > 1:
        raise PairingError(f"Paired arrays must have the same length; got lengths {sorted(lengths)}.")
    scores = np.stack(columns, axis=1)
    if not higher_is_better:
        binary = np.isin(scores, (0.0, 1.0)).all()
        scores = 1 - scores if binary else 0.0 - scores
    table = PairedTable(
        models, scores, design=Design(ordered=cluster is None), factors=labels, higher_is_better=higher_is_better
    )
    return _collapsed(table) if cluster is not None else table


def unpaired_arrays(
    first: Sequence[float] | Array,
    second: Sequence[float] | Array,
    *,
    models: tuple[str, str] = ("first", "second"),
    unit: UnitKind = "seeds",
    higher_is_better: bool = True,
) -> UnpairedTable:
    """A table from two arrays of scores that share no units; they may differ in length.

    Parameters:
        first: scores of the first model.
        second: scores of the second model.
        models: their names.
        unit: what one score belongs to.
        higher_is_better: False if the scores are losses.

    >>> [each.n for each in unpaired_arrays([0.9, 0.8, 0.7], [0.8, 0.6]).moments()]
    [3, 2]
    """
    columns = [_finite_column(values, name) for values, name in zip((first, second), models, strict=True)]
    if not higher_is_better:
        binary = all(np.isin(column, (0.0, 1.0)).all() for column in columns)
        columns = [1 - column if binary else 0.0 - column for column in columns]
    note = f"Unpaired: the {unit} of the two models are taken as two independent samples."
    return UnpairedTable(
        (models[0], models[1]), columns[0], columns[1], unit, higher_is_better=higher_is_better, notes=(note,)
    )


def pair_differences(
    differences: Sequence[float] | Array,
    *,
    models: tuple[str, str] = ("first", "second"),
    task: Sequence[object] | None = None,
    notes: tuple[str, ...] = (),
) -> PairedTable:
    """A table from differences first - second that somebody else has already taken.

    Parameters:
        differences: one per unit, larger meaning that the first model is better.
        models: names of the first and second model.
        task: a task label per unit.
        notes: what was assumed on the way.
    """
    values = _finite_column(differences, "difference")
    factors = {} if task is None else {"task": factor(task)}
    one_per_task = task is not None and len(factors["task"].names) == len(values)
    design = Design(unit="tasks" if one_per_task else "cases", ordered=not one_per_task)
    return PairedTable(models, None, values, design=design, factors=factors, notes=notes)


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
            "`--column model=NAME` (in Python `model=`)."
        )
    if not models and len(known) > 2:
        raise ArgumentError(
            f"{source} holds {len(known)} models ({listing(known)}); name two of them with "
            "`--first` and `--second` (in Python `first=`, `second=`)."
        )
    if len(set(models)) != len(models):
        raise ArgumentError(f"A model cannot be compared with itself; got {listing(models)}.")
    if len(models) == 1:
        rest = [name for name in known if name not in models]
        if len(rest) == 1:
            return (models[0], rest[0])
        raise ArgumentError(f"Compare `{models[0]}` with which model? Known besides: {listing(rest)}.")
    return tuple(models) or tuple(known)


def _finite_column(values: Sequence[float] | Array, name: str) -> Array:
    column = np.asarray(values, dtype=np.float64)
    if column.ndim != 1 or len(column) == 0:
        raise PairingError(f"The scores of `{name}` must be one row of numbers; got shape {column.shape}.")
    bad = np.flatnonzero(~np.isfinite(column))
    if len(bad):
        raise PairingError(
            f"`{name}` has {counted(len(bad), 'score')} that {'is' if len(bad) == 1 else 'are'} not a finite number "
            f"(index {bad[0]}: {column[bad[0]]}). Remove the unit for both models or complete the run."
        )
    return column


def _unit_keys(scores: Scores, repeats: Repeats) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The keys that name a unit. Repeats of one case are not units of their own: they are averaged, on request."""
    keys = scores.keys
    if not keys:
        raise PairingError(
            f"Nothing tells the units of {scores.source} apart, so its scores cannot be paired: add a column that says "
            "which example each score belongs to (`case`), or name it with `--column case=NAME` (in Python `case=`)."
        )
    if "case" in keys and "repeat" in keys:
        count = len(scores.rows.levels("repeat"))
        if count > 1 and repeats == "error":
            raise PairingError(
                f"Each case of {scores.source} has up to {count} scores per model (column `repeat`). Repeats of one "
                'case are not independent units: average them with `--repeats mean` (in Python `repeats="mean"`).'
            )
        averaged = (f"Up to {count} repeats per case and model were averaged.",) if count > 1 else ()
        return tuple(key for key in keys if key != "repeat"), averaged
    return keys, ()


def _numbered_keys(scores: Scores, repeats: Repeats) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The keys, where nothing has to be matched: it is enough that they tell the scores of one model apart."""
    if not scores.keys:
        raise PairingError(
            f"Nothing tells the scores of one model in {scores.source} apart: number them in a column `seed`, or name "
            "the column that does with `--column seed=NAME` (in Python `seed=`)."
        )
    return _unit_keys(scores, repeats)


def _laid_out(
    scores: Scores, models: Sequence[str], keys: Sequence[str], repeats: Repeats
) -> tuple[Units, tuple[str, ...]]:
    """One row per unit, and what was averaged; labels of cases are wanted only where they are crossed with seeds."""
    crossed = "case" in keys and ("seed" in keys or "train_set" in keys)
    wanted = [name for name in (*keys, "cluster") if name in scores.columns and (name != "case" or crossed)]
    units = scores.rows.units(models, keys, wanted)
    repeated = int((units.counts > 1).any(axis=1).sum())
    return units, _refuse_repeated(scores, models, keys, repeated, len(units.counts), repeats)


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
            f"{_lack(len(lacking))} a model. "
            'Drop them with `--missing drop` (in Python `missing="drop"`), or complete the run.'
        )
    kept = units[np.flatnonzero(~np.isin(task.codes, lacking))]
    dropped = f"{len(lacking):,} of {len(task.names):,} tasks {'was' if len(lacking) == 1 else 'were'} dropped"
    return kept, (f"{dropped} because a model had no score there.",)


def _task_labels(units: Units) -> Factor | None:
    return recoded(units.factors["task"]) if "task" in units.factors else None


def _why_unpaired(models: Sequence[str], unit: UnitKind, present: BoolArray) -> str:
    shared, names = int(present.all(axis=1).sum()), " and ".join(f"`{name}`" for name in models)
    if not shared:
        return (
            f"Unpaired: {names} share no {unit.rstrip('s')}, so their scores are two independent samples. With the "
            f"same {unit} for both they could be paired, which removes the variance that the {unit} share."
        )
    return (
        f"Unpaired, as asked: the scores count as two independent samples, although {names} share {shared:,} of "
        f"{len(present):,} {unit}. Pairing would remove the variance that the {unit} share."
    )


def _refuse_repeated(
    scores: Scores, models: Sequence[str], keys: Sequence[str], repeated: int, total: int, repeats: Repeats
) -> tuple[str, ...]:
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
        f"{repeated:,} of {total:,} units are affected. Average them with `--repeats mean` "
        '(in Python `repeats="mean"`), or name the column that tells them apart, as in `--column fold=NAME`.'
    )


def _refuse_unmatched(
    scores: Scores, models: Sequence[str], keys: Sequence[str], unmatched: int, total: int, missing: Missing
) -> tuple[str, ...]:
    if not unmatched:
        return ()
    runs = next((noun for key, noun in RUNS.items() if key in keys and "fold" not in keys), None)
    if unmatched == total and runs is not None:
        which = "them" if len(models) == 2 else "two of them at a time"
        raise PairingError(
            f"Cannot pair: {listing(models)} have no {runs} in common (matched on {listing(keys)}). Compare {which} as "
            f"two independent samples with `--unpaired` (in Python `bt.unpaired`), or run all with the same {runs}s."
        )
    if unmatched == total:
        raise PairingError(
            f"Cannot pair: {listing(models)} have no unit in common (matched on {listing(keys)}). "
            "Check that the columns name the same examples in the same way for every model."
        )
    if missing == "drop":
        dropped = "was" if unmatched == 1 else "were"
        return (f"{unmatched:,} of {total:,} units {dropped} dropped because a model had no score there.",)
    lacking = []
    for model in models:
        odd = scores.rows.odd_units(models, keys, model=model, repeated=False, limit=3)
        if odd:
            lacking.append(f"`{model}` has no score for {_named(odd)}")
    two = runs is not None and len(models) == 2
    otherwise = "use all as two independent samples with `--unpaired` (`bt.unpaired`), " if two else ""
    raise PairingError(
        f"Cannot pair: {unmatched:,} of {total:,} units {_lack(unmatched)} a model: {'; '.join(lacking)}. "
        f'Drop them with `--missing drop` (in Python `missing="drop"`), {otherwise}or complete the run.'
    )


def _lack(count: int) -> str:
    return "lacks" if count == 1 else "lack"


def _tasks_of(units: Units) -> tuple[str, ...]:
    return recoded(units.factors["task"]).names if "task" in units.factors else ()


def _vanished(before: Sequence[str], after: Sequence[str]) -> tuple[str, ...]:
    """A task that is not there any more is told by name, or nobody would miss it."""
    lost = [task for task in before if task not in set(after)]
    if not lost:
        return ()
    was = "was" if len(lost) == 1 else "were"
    return (f"{counted(len(lost), 'task')} {was} dropped altogether, for lack of a model's scores: {listing(lost)}.",)


def _named(units: Sequence[Mapping[str, str]]) -> str:
    shown = [" ".join(f"{key} {value}" for key, value in unit.items()) for unit in units]
    return ", ".join(shown) + (", …" if len(units) == 3 else "")


def _design(units: Units, keys: Sequence[str]) -> Design:
    levels = {name: len(np.unique(units.factors[name].codes)) for name in keys if name in units.factors}
    sizes = {name: _typical(values) for name, values in units.sizes.items()}
    crossing = (
        None if levels.get("fold", 1) > 1 else next((pair for pair in CROSSINGS if _both_vary(levels, *pair)), None)
    )
    kind = _unit_kind(keys, levels) if crossing is None else CROSSINGS[crossing]
    share, uneven = _test_share(units)
    folds = None if uneven else folds_per_repeat(units.factors)
    return Design(
        kind, levels, None, sizes.get("n_train"), sizes.get("n_test"), kind == "cases", folds, crossing, share, uneven
    )


def _both_vary(levels: Mapping[str, int], first: str, second: str) -> bool:
    return levels.get(first, 1) > 1 and levels.get(second, 1) > 1


def _unit_kind(keys: Sequence[str], levels: Mapping[str, int]) -> UnitKind:
    kinds: tuple[tuple[str, UnitKind], ...] = (
        ("fold", "folds"), ("train_set", "training sets"), ("seed", "seeds"), ("case", "cases"), ("repeat", "folds"),
    )  # fmt: skip
    among = [(key, kind) for key, kind in kinds if key in keys]
    varied = [kind for key, kind in among if levels.get(key, 2) > 1]  # one seed and many cases: the unit is the case
    return varied[0] if varied else among[0][1] if among else "tasks"


def _typical(values: Array) -> float | None:
    """The mean of sizes that hardly differ, such as 30 and 31; None if they do."""
    alike = len(values) > 0 and np.isfinite(values).all() and np.ptp(values) <= 0.1 * values.mean()
    return float(values.mean()) if alike else None


def _test_share(units: Units) -> tuple[float | None, dict[str, tuple[float, float]]]:
    """What the sizes say: the share of the data that is tested on, and which of them differ too much within a task."""
    if not units.sizes:
        return None, {}
    codes = units.factors["task"].codes if "task" in units.factors else np.zeros(len(units.counts), dtype=np.int64)
    order = np.argsort(codes, kind="stable")
    starts = np.flatnonzero(np.diff(codes[order], prepend=-1))
    means, uneven = {}, {}
    for name, values in units.sizes.items():
        low, high = (reduce.reduceat(values[order], starts) for reduce in (np.minimum, np.maximum))
        means[name] = np.add.reduceat(values[order], starts) / np.diff(starts, append=len(order))
        apart = high - low - np.maximum(1, 0.1 * means[name])  # k folds differ by one case where k does not divide them
        if (apart > 0).any() or (low <= 0).any():
            worst = int(np.argmax(np.where(low > 0, apart, np.inf)))
            uneven[name] = (float(low[worst]), float(high[worst]))
    if uneven or len(means) < 2:
        return None, uneven
    shares = means["n_test"] / (means["n_test"] + means["n_train"])
    share = _typical(shares)
    return share, {} if share is not None else {SHARE: (float(shares.min()), float(shares.max()))}


def _collapsed(table: PairedTable) -> PairedTable:
    """One unit per cluster: the mean of its cases (Williams 2026 sec. 6.1)."""
    assert table.scores is not None
    combined = table.factors["cluster"].codes.astype(np.int64)
    if "task" in table.factors:
        combined = combined + len(table.factors["cluster"].names) * table.factors["task"].codes
    _, first_seen, cluster = np.unique(combined, return_index=True, return_inverse=True)
    sizes = np.bincount(cluster)
    means = np.stack([np.bincount(cluster, column) / sizes for column in table.scores.T], axis=1)
    clustering = _clustering(table.differences(), cluster)
    note = (
        f"{clustering.cases:,} cases were averaged within {clustering.clusters:,} clusters: "
        "the cluster is the unit, and the estimate is the mean of cluster means."
    )
    return replace(
        table,
        scores=means,
        design=replace(table.design, unit="clusters", crossing=None, clustering=clustering, ordered=False),
        factors={name: labels[first_seen] for name, labels in table.factors.items() if name == "task"},
        notes=(*table.notes, note),
    )


def _clustering(differences: Array, cluster: IntArray) -> Clustering:
    sizes = np.bincount(cluster)
    cases, clusters = len(differences), len(sizes)
    sums = np.bincount(cluster, differences)
    mean = float(differences.mean())
    residual_sums = sums - sizes * mean
    variance = clusters / max(1, clusters - 1) * float((residual_sums**2).sum()) / cases**2
    icc = _intraclass_correlation(differences, cluster, sizes, sums / sizes)
    design_effect = 1 + (float((sizes**2).sum()) / cases - 1) * icc if icc is not None else None
    effective = None if design_effect is None else cases / design_effect
    return Clustering(cases, clusters, icc, effective, mean, sqrt(variance))


def _intraclass_correlation(differences: Array, cluster: IntArray, sizes: IntArray, means: Array) -> float | None:
    """ANOVA estimate for unequal cluster sizes, truncated at 0."""
    cases, clusters = len(differences), len(sizes)
    if clusters < 2 or cases == clusters:
        return None
    within = float(((differences - means[cluster]) ** 2).sum()) / (cases - clusters)
    between = float((sizes * (means - differences.mean()) ** 2).sum()) / (clusters - 1)
    typical_size = (cases - float((sizes**2).sum()) / cases) / (clusters - 1)
    total = between + (typical_size - 1) * within
    return max(0.0, (between - within) / total) if total > 0 else 0.0
