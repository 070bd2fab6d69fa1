"""Pairing: the scores of two or more models on exactly the same units, and how those units arose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import frexp, sqrt
from typing import Literal, NamedTuple, TypeAlias

import numpy as np

from betterthan.arrays import Array, IntArray
from betterthan.errors import ArgumentError, PairingError, counted, listing, unknown_name
from betterthan.scores import Factor, Scores, Units, factor
from betterthan.summaries import (
    ROUNDING,
    Cells,
    ModelScore,
    Moments,
    PairedSummary,
    Pairing,
    original_units,
    pairing_gain,
)

Missing: TypeAlias = Literal["error", "drop"]
Repeats: TypeAlias = Literal["error", "mean"]
UnitKind: TypeAlias = Literal[
    "cases", "clusters", "folds", "seeds", "training sets", "tasks",
    "seeds x cases", "training sets x cases", "training sets x seeds",
]  # fmt: skip

CROSSINGS: dict[tuple[str, str], UnitKind] = {
    ("train_set", "case"): "training sets x cases",
    ("seed", "case"): "seeds x cases",
    ("train_set", "seed"): "training sets x seeds",
}
"""Pairs of keys that both vary within a task: every training set (or seed) is scored on every case."""

MOST_FOLDS = 20
"""More folds than this without a repeat column are taken for several repeats whose folds were numbered through."""
UNITS_IN_MEMORY = 5_000_000
"""Tables with more units than this are summed by their engine instead of being laid out in memory."""


@dataclass(frozen=True)
class Clustering:
    """What was learnt about the clusters before each became one unit.

    Parameters:
        cases: number of cases in all clusters.
        clusters: number of clusters.
        icc: intraclass correlation of the differences (ANOVA estimate, truncated at 0); None for one case per cluster.
        effective_cases: the number of independent cases that carry the same information.
        mean: mean difference over cases (not over clusters).
        standard_error: its standard error, clustered.
    """

    cases: int
    clusters: int
    icc: float | None
    effective_cases: float | None
    mean: float
    standard_error: float


@dataclass(frozen=True)
class Design:
    """How the units of a table arose.

    Parameters:
        unit: what one unit is.
        levels: number of distinct values of each key that the table has (`fold`: 10, …).
        clustering: facts about the clusters, if cases were averaged within clusters.
        n_train: size of the training sets, where known and constant.
        n_test: size of the test sets, where known and constant.
        ordered: whether the order of the units may carry meaning (cases in the order in which they were read).
        folds: number of folds within one repeat of one task, if that is the same everywhere.
        crossing: the two factors of units that are crossed, such as `seed` and `case`.
    """

    unit: UnitKind = "cases"
    levels: Mapping[str, int] = field(default_factory=dict)
    clustering: Clustering | None = None
    n_train: float | None = None
    n_test: float | None = None
    ordered: bool = False
    folds: int | None = None
    crossing: tuple[str, str] | None = None

    @property
    def test_fraction(self) -> float | None:
        """Share of the data that a fold is tested on; 0 for units that share no training data, None if unknown."""
        if self.unit != "folds":
            return 0.0
        if self.n_train is not None and self.n_test is not None:
            return self.n_test / (self.n_test + self.n_train)
        return 1 / self.folds if self.folds is not None and self.folds > 1 else None


@dataclass(frozen=True)
class PairedTable:
    """Scores of the models on the same units.

    Parameters:
        models: names; the first and second are compared.
        scores: units x models, oriented; None if only differences are known.
        given_differences: differences first - second, if that is all that is known.
        design: how the units arose.
        factors: labels per unit (`task`, subgroup columns), by name.
        higher_is_better: False if the scores were losses.
        notes: what was dropped, averaged or assumed.
    """

    models: tuple[str, ...]
    scores: Array | None
    given_differences: Array | None = None
    design: Design = Design()
    factors: Mapping[str, Factor] = field(default_factory=dict)
    higher_is_better: bool = True
    notes: tuple[str, ...] = ()

    @property
    def n_units(self) -> int:
        return len(self.differences())

    @property
    def tasks(self) -> tuple[str, ...]:
        return self.factors["task"].names if "task" in self.factors else ("",)

    @cached_property
    def binary(self) -> bool:
        """Whether every score is 0 or 1 (correct or not)."""
        return self.scores is not None and bool(np.isin(self.scores, (0.0, 1.0)).all())

    def differences(self) -> Array:
        """First minus second, one per unit, oriented; rounding noise is set to exactly 0."""
        return self._differences

    @cached_property
    def _differences(self) -> Array:
        if self.scores is None:
            assert self.given_differences is not None
            return self.given_differences
        differences = self.scores[:, 0] - self.scores[:, 1]
        noise = ROUNDING * np.abs(self.scores[:, :2]).max(initial=0.0)
        return np.where(np.abs(differences) <= noise, 0.0, differences)

    def moments(self) -> Moments:
        """Mean, sd and number of the differences."""
        return moments(self.differences())

    def cells(self) -> Cells:
        """The four counts, for 0/1 scores."""
        if self.scores is None or not self.binary:
            raise PairingError("The four counts exist only where every score is 0 or 1.")
        outcomes = np.bincount((2 * self.scores[:, 0] + self.scores[:, 1]).astype(int), minlength=4)
        return Cells(*(int(count) for count in outcomes))

    def task_means(self) -> Array:
        """The mean difference on each task."""
        if "task" not in self.factors:
            return np.array([self.moments().mean])
        codes = self.factors["task"].codes
        return np.bincount(codes, self.differences(), len(self.tasks)) / np.bincount(codes, minlength=len(self.tasks))

    def by_task(self) -> PairedTable:
        """One unit per task: its mean score (or mean difference)."""
        if "task" not in self.factors:
            return self
        codes, count = self.factors["task"].codes, len(self.tasks)
        sizes = np.bincount(codes, minlength=count)
        columns = () if self.scores is None else self.scores.T
        means = [np.bincount(codes, column, count) / sizes for column in columns]
        return replace(
            self,
            scores=np.stack(means, axis=1) if means else None,
            given_differences=None if means else self.task_means(),
            design=Design("tasks", {"task": count}),
            factors={"task": Factor(np.arange(count), self.tasks)},
        )

    def model_scores(self) -> tuple[ModelScore, ...]:
        """Each model's own mean and sd, in original units; empty if only differences are known."""
        if self.scores is None:
            return ()
        columns = ((name, moments(self.scores[:, j])) for j, name in enumerate(self.models))
        return tuple(
            ModelScore(name, m.n, original_units(m.mean, self.binary, self.higher_is_better), m.sd)
            for name, m in columns
        )

    def pairing(self) -> Pairing | None:
        """Correlation of the two models' scores and the variance that pairing saved."""
        if self.scores is None or self.moments().sd == 0:
            return None
        scaled = self.scores[:, :2] / np.abs(self.scores[:, :2]).max()  # squares of 1e300 would leave the range
        apart = scaled - scaled.mean(axis=0)
        first, second = (apart**2).sum(axis=0)
        return pairing_gain(float(first), float(second), float(((apart[:, 0] - apart[:, 1]) ** 2).sum()))

    def where(self, name: str, values: Sequence[str]) -> PairedTable:
        """The units whose label in a factor is one of the values.

        Parameters:
            name: the factor, for example `task`.
            values: the labels.
        """
        codes = [self.factors[name].names.index(value) for value in values]
        chosen = np.flatnonzero(np.isin(self.factors[name].codes, codes))
        return replace(
            self,
            scores=None if self.scores is None else self.scores[chosen],
            given_differences=None if self.given_differences is None else self.given_differences[chosen],
            factors={key: _recoded(labels[chosen]) for key, labels in self.factors.items()},
        )

    def select_tasks(self, tasks: Sequence[str]) -> PairedTable:
        """The units of the named tasks.

        Parameters:
            tasks: names of tasks, each of which must be there.
        """
        for task in tasks:
            if "task" not in self.factors or task not in self.tasks:
                raise ArgumentError(unknown_name("task", task, [name for name in self.tasks if name]))
        return self.where("task", tasks)


Paired: TypeAlias = PairedTable | PairedSummary
"""What a procedure is given: the units themselves, or their sums."""


class TaskSums(NamedTuple):
    """Per task: name, number of differences, their mean and the sum of their squared deviations."""

    names: tuple[str, ...]
    n: IntArray
    mean: Array
    ss: Array


def task_sums(table: Paired) -> TaskSums:
    """What the hierarchical models need of a table.

    Parameters:
        table: paired scores of several tasks, or their sums.
    """
    if isinstance(table, PairedSummary):
        return TaskSums(table.tasks, table.n, table.difference_means, table.difference_squares)
    differences, means = table.differences(), table.task_means()
    codes = table.factors["task"].codes if "task" in table.factors else np.zeros(len(differences), dtype=np.int64)
    apart = differences - means[codes]
    n, ss = np.bincount(codes), np.bincount(codes, apart**2)
    noise = n * (ROUNDING * np.abs(means)) ** 2  # equal differences whose mean is off by rounding
    return TaskSums(table.tasks, n, means, np.where(ss > noise, ss, 0.0))


def one_unit_per_task(table: Paired) -> PairedTable:
    """One unit per task: its mean scores.

    Parameters:
        table: paired scores of several tasks, or their sums.
    """
    if isinstance(table, PairedTable):
        return table.by_task()
    return PairedTable(
        table.models,
        table.means,
        design=Design("tasks", {"task": len(table.tasks)}),
        factors={"task": Factor(np.arange(len(table.tasks)), table.tasks)},
        higher_is_better=table.higher_is_better,
        notes=table.notes,
    )


def moments(values: Array) -> Moments:
    """Mean, sd and number; a spread that is only rounding noise counts as none.

    Parameters:
        values: one number per unit.

    >>> moments(np.array([0.3 - 0.2, 0.1, 0.1]))
    Moments(mean=0.1, sd=0.0, n=3)
    """
    values = np.asarray(values, dtype=np.float64)
    n, largest = len(values), float(np.abs(values).max(initial=0.0))
    power = (
        2.0 ** min(-frexp(largest)[1], 1000) if largest > 0 else 1.0
    )  # squares of 1e-300 or 1e300 would leave the range
    scaled = values * power
    if n == 0 or np.ptp(scaled) <= ROUNDING * largest * power:
        return Moments(float(np.median(values)) if n else 0.0, 0.0, n)
    return Moments(float(scaled.mean()) / power, float(scaled.std(ddof=1)) / power, n)


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
    chosen = choose_models(scores.models, models, scores.source)
    keys, notes = _unit_keys(scores, repeats)
    crossed = "case" in keys and ("seed" in keys or "train_set" in keys)
    wanted = [name for name in (*keys, "cluster") if name in scores.columns and (name != "case" or crossed)]
    units = scores.rows.units(chosen, keys, wanted)
    repeated = int((units.counts > 1).any(axis=1).sum())
    notes += _refuse_repeated(scores, chosen, keys, repeated, len(units.counts), repeats)
    complete = np.asarray((units.counts > 0).all(axis=1))
    notes += _refuse_unmatched(scores, chosen, keys, int((~complete).sum()), len(complete), missing)
    if not complete.all():
        units = units[np.flatnonzero(complete)]
    table = PairedTable(
        chosen,
        units.scores,
        design=_design(units, keys),
        factors={name: _recoded(labels) for name, labels in units.factors.items()},
        higher_is_better=scores.higher_is_better,
        notes=scores.notes + notes,
    )
    return _collapsed(table) if "cluster" in table.factors else table


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
    sums = scores.rows.sums((first, second), keys)
    total = int(sums.n.sum()) + sums.unmatched
    notes += _refuse_repeated(scores, (first, second), keys, sums.repeated, total, repeats)
    notes += _refuse_unmatched(scores, (first, second), keys, sums.unmatched, total, missing)
    return PairedSummary.from_sums(
        sums, models=(first, second), higher_is_better=scores.higher_is_better, notes=scores.notes + notes
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
    if unmatched == total:
        raise PairingError(
            f"Cannot pair: {listing(models)} have no unit in common (matched on {listing(keys)}). "
            "Check that the columns name the same examples in the same way for every model."
        )
    if missing == "drop":
        return (f"{unmatched:,} of {total:,} units were dropped because a model had no score for them.",)
    lacking = []
    for model in models:
        odd = scores.rows.odd_units(models, keys, model=model, repeated=False, limit=3)
        if odd:
            lacking.append(f"`{model}` has no score for {_named(odd)}")
    raise PairingError(
        f"Cannot pair: {unmatched:,} of {total:,} units lack a model: {'; '.join(lacking)}. "
        'Drop them with `--missing drop` (in Python `missing="drop"`), or complete the run.'
    )


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
    folds = None if None in sizes.values() else _folds_per_repeat(units)
    return Design(kind, levels, None, sizes.get("n_train"), sizes.get("n_test"), kind == "cases", folds, crossing)


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


def _folds_per_repeat(units: Units) -> int | None:
    """Folds within one repeat of one task, if that is the same everywhere; labels that run through do not mislead."""
    if "fold" not in units.factors:
        return None
    fold = units.factors["fold"].codes.astype(np.int64)
    run = np.zeros(len(fold), dtype=np.int64)
    for name in ("task", "repeat"):
        if name in units.factors:
            run = run * len(units.factors[name].names) + units.factors[name].codes
    pairs = np.unique(np.stack([run, fold], axis=1), axis=0)
    counts = np.unique(pairs[:, 0], return_counts=True)[1]
    many = counts.max() > MOST_FOLDS and "repeat" not in units.factors
    return int(counts[0]) if np.ptp(counts) == 0 and not many else None


def _recoded(labels: Factor) -> Factor:
    """The same labels, without names that no unit has any more."""
    used, codes = np.unique(labels.codes, return_inverse=True)
    return Factor(codes, tuple(labels.names[code] for code in used))


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
        design=replace(table.design, unit="clusters", clustering=clustering, ordered=False),
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
