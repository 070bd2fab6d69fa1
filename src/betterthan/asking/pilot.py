"""Pilots: what a few scores, or a few numbers, say about the error that more units of a kind would have."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import hypot, inf, sqrt
from typing import TYPE_CHECKING

import numpy as np

from betterthan.asking.one_pair import found_in
from betterthan.asking.settings import Settings
from betterthan.data.moments import original_units
from betterthan.data.paired_units import PairedUnits
from betterthan.data.ranges import limits, score_limits
from betterthan.data.summaries import UnpairedSummary
from betterthan.data.tables import PairedTable, UnpairedTable
from betterthan.data.units import CASES, CLUSTERED_CASES, CLUSTERS, FOLDS, JUDGES, RUNS, SEEDS, TASKS, TRAINING_SETS
from betterthan.errors import ArgumentError, BetterthanError
from betterthan.numerics.assurance import Pilot
from betterthan.numerics.planned_error import PlannedError, Spread, crossed_spread
from betterthan.procedures.shared.crossed_table import crossed_sums, error_of_mean, has_crossed_units, laid_out

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from betterthan.arrays import Array, BoolArray
    from betterthan.data.protocol import Comparable, Paired
    from betterthan.data.scores import Scores
    from betterthan.data.units import Unit
    from betterthan.vocabulary import PlanUnit

DRAWS = 2_000
"""Populations of tasks that are simulated."""


@dataclass(frozen=True)
class Basis:
    """What a plan rests on.

    Parameters:
        unit: what is counted.
        error: how the error of the mean falls with the number of these units.
        models: the two models; None without a pilot.
        pilot: mean, error and degrees of freedom of a pilot; None without one.
        now: how many of these units the pilot has.
        kinds: all that the pilot has, in words.
        counts: (n01, n10, agreed) of 0/1 scores; None for other scores.
        discordance: share of disagreements of 0/1 scores, seen or stated; None for other scores.
        lost: the range of a score; infinite where it is not known.
        values: differences of the pilot about their mean; None where they are not known, or are no single units.
        spread: the variances of two kinds, where there are two.
        pair: the two kinds of `spread`, and whether the second is nested in the first.
        fixed: what there is no more of, in words, where that sets a floor; else empty.
        tasks: draws of the population of tasks, where each task has several scores.
        noise: standard error of the mean of one task.
        icc: intraclass correlation of cases in clusters.
        per_cluster: number of cases in a cluster.
        samples: the two samples that are not paired; None for paired scores.
        per_unit: how many of what is counted make one unit of a gate, as cases make a cluster.
        least: the smallest number that makes sense, such as a case in each cluster.
        ungated: why no gate takes such units; empty where one does.
        notes: what was assumed.
    """

    unit: PlanUnit
    error: PlannedError
    models: tuple[str, str] | None = None
    pilot: Pilot | None = None
    now: int = 0
    kinds: str = ""
    counts: tuple[int, int, int] | None = None
    discordance: float | None = None
    lost: float = inf
    values: Array | None = None
    spread: Spread | None = None
    pair: tuple[str, str, bool] | None = None
    fixed: str = ""
    tasks: Mapping[str, Array] | None = None
    noise: float = 0.0
    icc: float | None = None
    per_cluster: float | None = None
    samples: UnpairedTable | UnpairedSummary | None = None
    per_unit: float = 1.0
    least: int = 2
    ungated: str = ""
    notes: tuple[str, ...] = ()


def basis_of(table: Comparable, unit: PlanUnit | None) -> Basis:
    """What a pilot says about more of these units.

    Parameters:
        table: the pilot's scores of two models.
        unit: what is to be counted; None takes cases where the pilot has single cases, else what it has.
    """
    found = _basis(table, unit)
    if found.error.each <= 0 and found.error.floor <= 0:
        raise ArgumentError(
            "The differences of this pilot are all the same, so that it does not say how much they vary: nothing can "
            "be planned from it. Give a larger pilot, or numbers (`sd=`, or `discordance=` for 0/1 scores)."
        )
    return found


def _basis(table: Comparable, unit: PlanUnit | None) -> Basis:
    if isinstance(table, (UnpairedTable, UnpairedSummary)):
        return _of_samples(table, unit)
    facts = table.facts
    if facts.tasks > 1 or facts.unit == TASKS:
        return _of_tasks(table, _one_of(unit, ("tasks",), "several tasks"))
    if isinstance(table, PairedUnits) and has_crossed_units(table):
        return _of_crossed(table, unit)
    if facts.unit == FOLDS:
        return _of_folds(table, _one_of(unit, ("folds", "epochs"), "folds"))
    if facts.unit in (CLUSTERS, CLUSTERED_CASES):
        return _of_clusters(table, _one_of(unit, ("cases", "clusters"), "cases in clusters"))
    if facts.unit in (SEEDS, TRAINING_SETS):
        return _of_units(table, _one_of(unit, ("seeds",), facts.unit.plural))
    if facts.unit == JUDGES:
        return _of_units(table, _one_of(unit, ("judges",), facts.unit.plural))
    return _of_units(table, _one_of(unit, ("cases",), facts.unit.plural))


def _one_of(unit: PlanUnit | None, known: tuple[PlanUnit, ...], has: str) -> PlanUnit:
    """The unit that is asked for, if the pilot has it."""
    if unit is None:
        return known[0]
    if unit not in known:
        could = " or ".join(f'`unit="{name}"`' for name in known)
        raise ArgumentError(f"This pilot has {has}, which does not say what more {unit} would do: plan with {could}.")
    return unit


def _range(table: Comparable) -> tuple[float, tuple[str, ...]]:
    """How much one case can cost, and what was assumed for that."""
    found = score_limits(table)
    if found is None:
        return inf, ()
    note = "Scores were taken to lie between 0 and 1, so that one case costs 1 at most." if found.assumed else ""
    return found.high - found.low, (note,) if note else ()


def _range_of(data: Scores, scores: Array) -> float:
    """The same of scores that are no table of units."""
    seen = original_units(scores[~np.isnan(scores)], data.binary, data.higher_is_better)
    found = limits(data.score_range, (float(seen.min()), float(seen.max())), data.binary, data.higher_is_better)
    return inf if found is None else found.high - found.low


def _of_units(table: Paired, unit: PlanUnit) -> Basis:
    """Independent units: cases, or seeds that both models share."""
    mean, sd, n = table.moments()
    lost, notes = _range(table)
    counts = None
    if table.binary and table.facts.unit == CASES:
        cells = table.cells()
        counts = (cells.n01, cells.n10, cells.n00 + cells.n11)
        sd = max(sd, 1e-12)
    values = table.differences() - mean if isinstance(table, PairedUnits) else None
    return Basis(
        unit,
        PlannedError(sd**2),
        (table.models[0], table.models[1]),
        Pilot(mean, sd / sqrt(n), _known(n)),
        n,
        table.facts.counted,
        counts,
        None if counts is None else (counts[0] + counts[1]) / n,
        lost,
        values,
        notes=notes,
    )


def _known(n: int) -> float:
    """Degrees of freedom of a pilot; one of a hundred units or more is taken to know the standard deviation."""
    return n - 1 if n < 100 else inf


def _of_samples(table: UnpairedTable | UnpairedSummary, unit: PlanUnit | None) -> Basis:
    """Two samples that share no units, of which there would be as many of each model."""
    own: PlanUnit = "seeds" if table.facts.unit in RUNS else "cases"
    (m1, s1, n1), (m2, s2, n2) = table.moments()
    lost, _ = _range(table)
    return Basis(
        _one_of(unit, (own,), f"two samples of {table.facts.unit.plural}"),
        PlannedError(s1**2 + s2**2),
        (table.models[0], table.models[1]),
        Pilot(m1 - m2, hypot(s1 / sqrt(n1), s2 / sqrt(n2)), _known(n1 + n2 - 1)),
        min(n1, n2),
        f"{n1:,} and {n2:,} {table.facts.unit.plural}, not paired",
        lost=lost if lost == inf else 2 * lost,
        samples=table,
        ungated="a gate compares two runs on the same cases, which these samples do not share",
        notes=("The models share no units: the number is that of each model.",),
    )


def _of_folds(table: Paired, unit: PlanUnit) -> Basis:
    """Folds share training data: their correlation leaves a floor (Nadeau and Bengio 2003)."""
    mean, sd, n = table.moments()
    share = table.facts.test_fraction
    if share is None:
        raise ArgumentError(f"How much training data the folds share is not known: {table.facts.unclear}.")
    floor = sd**2 * share / (1 - share)
    return Basis(
        unit,
        PlannedError(sd**2, floor),
        (table.models[0], table.models[1]),
        Pilot(mean, sqrt(floor + sd**2 / n), _known(n)),
        n,
        table.facts.counted,
        fixed="folds of the same data share training data",
        ungated="a gate takes no folds, which share training data: plan from scores per case",
        notes=("More folds are more repeats of cross-validation on the same data.",) if unit == "epochs" else (),
    )


def _of_crossed(table: PairedUnits, unit: PlanUnit | None) -> Basis:
    """Seeds x cases, or the like: more of one kind leave the error that the other kind makes."""
    outer, inner = table.design.unit.crosses
    second: PlanUnit = "judges" if outer == JUDGES else "seeds"
    words: dict[str, PlanUnit] = {SEEDS.plural: "seeds", CLUSTERS.plural: "clusters"}
    first = words.get(inner.plural, "cases")
    chosen = _one_of(unit, (first, second), f"{outer.plural} x {inner.plural}")
    try:
        cells = laid_out(table, table.differences())
        sums = crossed_sums(cells)
    except BetterthanError:
        raise ArgumentError(f"Planning needs a score of every {outer.singular} on every {inner.singular}.") from None
    rows, columns, residual = (square * sums.unit**2 for square in sums.mean_squares)
    spread = crossed_spread(columns, rows, residual, row_levels=sums.columns, column_levels=sums.rows)
    error, df = error_of_mean(table, table.differences())
    growing = spread.growing_first(sums.rows) if chosen == first else spread.growing_second(sums.columns)
    fixed = outer.counted(sums.rows) if chosen == first else inner.counted(sums.columns)
    return Basis(
        chosen,
        growing,
        (table.models[0], table.models[1]),
        Pilot(float(cells.mean()), error, _known(int(df) + 1) if df < 99 else inf),
        sums.columns if chosen == first else sums.rows,
        f"{outer.counted(sums.rows)} x {inner.counted(sums.columns)}",
        lost=_range(table)[0],
        spread=spread,
        pair=(first, second, False),
        fixed=f"there are still only {fixed}",
        ungated=_not_independent(outer, inner),
    )


def _not_independent(outer: Unit, inner: Unit) -> str:
    """Why a gate takes no units of two kinds that are crossed."""
    told = f"a gate takes independent units, which {outer.plural} x {inner.plural} are not"
    if outer not in RUNS:
        return told
    return f'{told}: take {outer.plural} for repeats of one run with `repeat="{outer.key}"` and `repeats="mean"`'


def _of_clusters(table: Paired, unit: PlanUnit) -> Basis:
    """Cases in clusters: more clusters, or more cases in the same clusters."""
    found = table.clustering() if isinstance(table, PairedUnits) else None
    if found is None or not isinstance(table, PairedTable):
        return _of_units(table, _one_of(unit, ("clusters",), "cluster means"))
    over_cases = table.facts.clustered
    mean = found.mean if over_cases else found.mean_over_clusters
    error = (found.standard_error if over_cases else found.standard_error_over_clusters) or 0.0
    icc, count = found.icc or 0.0, found.clusters
    unit_of_case = table.clusters if over_cases else None if table.members is None else table.members.unit
    each = np.full(count, found.cases / count) if unit_of_case is None else np.bincount(unit_of_case).astype(np.float64)
    within = float((1 / each).mean()) if not over_cases else 1 / each.mean()
    between = 1.0 if not over_cases else float((each**2).mean() / each.mean() ** 2)
    variance = error**2 * count / (icc * between + (1 - icc) * within)
    spread = Spread(variance * icc * between, 0.0, variance * (1 - icc))
    lost, notes = _range(table)
    growing = PlannedError(error**2 * count)
    if unit == "cases":
        growing = PlannedError(spread.both * within * each.mean(), spread.first / count, count - 1)
    values = table.differences() - mean if unit == "clusters" and not over_cases else None
    return Basis(
        unit,
        growing,
        (table.models[0], table.models[1]),
        Pilot(mean, error, _known(count)),
        found.cases if unit == "cases" else count,
        f"{found.cases:,} cases in {count:,} clusters",
        lost=lost,
        values=values,
        spread=spread,
        pair=("clusters", "cases", True),
        fixed=f"there are still only {count:,} clusters" if unit == "cases" else "",
        least=count if unit == "cases" else 2,
        ungated='a gate speaks of the mean over clusters: leave `weight="cases"` out' if over_cases else "",
        icc=icc,
        per_cluster=float(each.mean()),
        notes=notes,
    )


def _of_tasks(table: Paired, unit: PlanUnit) -> Basis:
    """Tasks: as many means, or draws of the hierarchical posterior where each task has several scores."""
    single = table.by_task()
    mean, sd, n = single.moments()
    plain = Basis(
        unit,
        PlannedError(sd**2),
        (table.models[0], table.models[1]),
        Pilot(mean, sd / sqrt(n), _known(n)),
        n,
        TASKS.counted(n),
        lost=inf,
        values=single.differences() - mean,
    )
    if table.facts.unit == TASKS or n < 3:
        return plain
    posterior = found_in(table, Settings(rope=0.0)).result  # any rope says: in units of the score
    drawn = {} if posterior.family == "test" else posterior.drawn(draws=DRAWS, rng=0)
    if "sigma0" not in drawn:
        return plain
    sums = table.task_sums()
    noise = sqrt(float(np.mean(sums.ss / np.maximum(sums.n - 1, 1) / sums.n)))
    return replace(plain, tasks=drawn, noise=noise, kinds=f"{TASKS.counted(n)} of several {table.facts.unit}")


def of_epochs(data: Scores, models: Sequence[str]) -> Basis:
    """Several answers to each case: more of them leave what the cases themselves differ by (Miller 2024).

    Parameters:
        data: scores with a case and a repeat.
        models: the two models.
    """
    keys = [key for key in data.keys if key in ("case", "repeat", "task")]
    if len(data.tasks) > 1 or not {"case", "repeat"} <= set(keys):
        raise ArgumentError(
            "Planning epochs needs several scores of each model on each case of one task, told apart by a column of "
            'repeats (`repeat="NAME"`); choose one of several tasks with `task=`.'
        )
    units = data.rows.units(models, keys, ["case"])
    codes = units.factors["case"].codes
    there = ~np.isnan(units.scores)
    counts = np.stack([np.bincount(codes, has) for has in there.T], axis=1)
    sums = np.stack([np.bincount(codes, column) for column in np.where(there, units.scores, 0.0).T], axis=1)
    both: BoolArray = np.asarray((counts > 0).all(axis=1))
    if (counts[both].max(initial=0) < 2) or both.sum() < 2:
        raise ArgumentError("Planning epochs needs at least two cases with several scores of each model.")
    means = sums / np.maximum(counts, 1)
    apart = np.where(there, units.scores - means[codes], 0.0)[both[codes]]
    within = (apart**2).sum(axis=0) / np.maximum(1, (counts[both] - 1).sum(axis=0))
    differences, n = (means[:, 0] - means[:, 1])[both], int(both.sum())
    single = float((within / counts[both]).mean(axis=0).sum())
    spread = Spread(max(0.0, float(differences.var(ddof=1)) - single), 0.0, float(within.sum()))
    dropped = len(both) - n
    return Basis(
        "epochs",
        spread.growing_second(n),
        (models[0], models[1]),
        Pilot(float(differences.mean()), float(differences.std(ddof=1)) / sqrt(n), _known(n)),
        round(float(counts[both].mean())),
        f"{CASES.counted(n)}, each with {counts[both].mean():.3g} answers of each model",
        lost=_range_of(data, units.scores),
        spread=spread,
        pair=("cases", "epochs", True),
        least=1,
        fixed=f"there are still only {CASES.counted(n)}",
        notes=(f"{CASES.counted(dropped)} without scores of both models were left out.",) if dropped else (),
    )
