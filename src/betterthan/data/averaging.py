"""Averaging: one score per unit, where a unit has several: the cases of a cluster, of a fold, of a seed and cluster."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from betterthan.data.clusters import numbered_clusters
from betterthan.data.hints import hint
from betterthan.data.rows import Units
from betterthan.data.units import CASES, CLUSTERED_CASES, CLUSTERS, FOLDS, JUDGES, NAMED, REPETITIONS, TASKS
from betterthan.phrases import counted, joined

if TYPE_CHECKING:
    from betterthan.arrays import Array, IntArray
    from betterthan.data.factors import Factor
    from betterthan.data.roles import Grouping


def averaged(units: Units, grouping: Grouping) -> tuple[Units, tuple[str, ...]]:
    """One row per unit, with the mean of its scores, and what was averaged and counted.

    Parameters:
        units: the scores as they were matched.
        grouping: what is the unit.
    """
    alike = grouping.unit == CLUSTERED_CASES
    if not grouping.means:
        return units, (_alike_note(units),) if alike else ()
    names = [name for name in (TASKS.key, *grouping.names) if name in units.factors]
    group, first_seen = _groups(units, names)
    present = units.counts > 0
    counts = np.stack([np.bincount(group, has) for has in present.T], axis=1).astype(np.int64)
    sums = [np.bincount(group, column) for column in np.where(present, units.scores, 0.0).T]
    with np.errstate(invalid="ignore"):  # a model that has no score on a task has no mean either
        scores = np.stack(sums, axis=1) / counts
    factors = {name: units.factors[name][first_seen] for name in names}
    sizes = {name: values[first_seen] for name, values in units.sizes.items()}
    told: tuple[str, ...] = (_averaged_note(len(units.counts), len(counts), grouping),)
    if grouping.unit == FOLDS:
        tested = _tested(units, group, first_seen, grouping) if CASES.key in grouping.means else {}
        uneven = bool(tested) and _differ(tested["n_test"], factors.get(TASKS.key))
        told += _fold_notes(tested, grouping, uneven=uneven)
        sizes = {**({} if uneven else tested), **sizes}
    made = Units(scores, counts, factors, sizes)
    return made, (*told, _alike_note(made)) if alike else told


def _alike_note(units: Units) -> str:
    """What counts alike, where it is not the clusters."""
    clusters = int(numbered_clusters(units.factors).max()) + 1
    return (
        f"Each of the {len(units.counts):,} cases counts alike, in whichever of the {clusters:,} clusters it is: the "
        "estimate is the mean over cases, and its standard error allows for what the cases of a cluster share."
    )


def _groups(units: Units, names: Sequence[str]) -> tuple[IntArray, IntArray]:
    """The number of each row's group, and the first row of each group."""
    codes = np.zeros(len(units.counts), dtype=np.int64)
    for name in names:
        labels = units.factors[name]
        codes = np.unique(codes * len(labels.names) + labels.codes, return_inverse=True)[1]
    return codes, np.unique(codes, return_index=True)[1]


def _averaged_note(scores: int, units: int, grouping: Grouping) -> str:
    unit, roles = grouping.unit, grouping.means
    if unit == CLUSTERS and roles == (CASES.key,):
        return (
            f"{scores:,} cases were averaged within {units:,} clusters: "
            "the cluster is the unit, and the estimate is the mean of cluster means."
        )
    what = joined([NAMED[role].plural for role in roles])
    within = f"{counted(units, 'pair')} of {unit.listed}" if unit.crosses else unit.counted(units)
    means = "these means" if unit.crosses else f"{unit.singular} means"
    is_unit = "" if unit.crosses else f"the {unit.singular} is the unit, and "
    told = f"{scores:,} scores of {what} were averaged within {within}: {is_unit}the estimate is the mean of {means}."
    return _of_judges(told, gaps=grouping.gaps) if JUDGES.key in roles else told


def _of_judges(told: str, *, gaps: bool) -> str:
    """Judges that are averaged are no sample of judges; where it was not asked for, it is told first."""
    given = f"{told} The answer takes these judges as given"
    if not gaps:
        return f"{given}."
    return hint(
        f'Not every judge has scored every unit, so judges are averaged. {given}; `by="{JUDGES.key}"` compares within '
        "each."
    )


def _tested(units: Units, group: IntArray, first_seen: IntArray, grouping: Grouping) -> dict[str, Array]:
    """Cases in each fold, and in the other folds of its repeat; the latter only where no case is in two of them."""
    case = units.factors[CASES.key].codes.astype(np.int64)
    tested = _distinct_within(group, case)
    if grouping.overlapping:
        return {"n_test": tested}
    outer = [name for name in (TASKS.key, REPETITIONS.key) if name in (TASKS.key, *grouping.names)]
    repeat = _groups(units, [name for name in outer if name in units.factors])[0]
    return {"n_test": tested, "n_train": _distinct_within(repeat, case)[repeat[first_seen]] - tested}


def _distinct_within(group: IntArray, labels: IntArray) -> Array:
    """How many labels each group has."""
    many = int(labels.max()) + 1
    return np.bincount(np.unique(group * many + labels) // many).astype(np.float64)


def _differ(sizes: Array, task: Factor | None) -> bool:
    """Whether the folds of some task differ by more than a tenth in size, and by more than one case."""
    parts = [sizes] if task is None else [sizes[task.codes == code] for code in np.unique(task.codes)]
    return any(np.ptp(part) > max(1.0, 0.1 * float(part.mean())) for part in parts)


def _fold_notes(tested: Mapping[str, Array], grouping: Grouping, *, uneven: bool) -> tuple[str, ...]:
    notes = []
    if tested:
        train = tested.get("n_train")
        where = " of its repeat" if REPETITIONS.key in grouping.names else ""
        trained = "" if train is None else f", and taken to be trained on the other {_range(train)}{where}"
        notes.append(f"Each fold is tested on {_range(tested['n_test'])} cases{trained}.")
    if uneven:
        notes.append("The folds differ in size; each counts alike, and their number says what share is tested on.")
    if grouping.spanning:
        notes.append(
            "Some clusters have cases in several folds of one repeat. Such folds share more than training data, which "
            "makes the interval too narrow: keep each cluster within one fold."
        )
    return tuple(notes)


def _range(sizes: Array) -> str:
    low, high = int(sizes.min()), int(sizes.max())
    return f"{low:,}" if low == high else f"{low:,} to {high:,}"
