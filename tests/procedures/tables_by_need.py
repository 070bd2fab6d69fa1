"""Random tables that a procedure takes, made from its `Needs` alone: a new procedure only has to be registered.

Scores are multiples of 1/64, so that sums and shifts of them are exact.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations

import numpy as np
from hypothesis import strategies as st

from betterthan.data.design import Design
from betterthan.data.factors import Factor, factor
from betterthan.data.tables import PairedTable, UnpairedTable
from betterthan.data.units import CASES, CLUSTERED_CASES, FOLDS, TASKS, Unit
from betterthan.data.unpaired import unpaired_arrays
from betterthan.procedures.needs import Needs

MANY = 4
"""Models of a table for a procedure that takes more than two; tasks of one that takes several; levels of a factor."""
NAMES = ("a", "b", "c", "d")
HALVINGS = 5
"""Folds of one task are five halvings, the one layout that every procedure for folds takes."""


def tables(needs: Needs, models: int | None = None) -> st.SearchStrategy[PairedTable | UnpairedTable]:
    """Tables that meet the needs, of so many models: by default of two, or of four where two are too few."""
    if not needs.paired:
        return _samples(needs)
    count = models or models_for(needs)
    paired = st.sampled_from(kinds(needs, count)).flatmap(lambda unit: _paired(needs, unit, count))
    return paired.filter(lambda table: needs.lacking(table) is None and _tells_apart(table, needs))


def models_for(needs: Needs) -> int:
    return MANY if needs.models[0] > 2 else 2


def kinds(needs: Needs, models: int = 2) -> tuple[Unit, ...]:
    """The kinds of unit that the procedure is tried with.

    Several tasks have several units each. Two factors are crossed with two models only where nothing else will do:
    a model is a third factor, which changes what the classical analysis of them can estimate. What is only printed has
    no key, and no table of units.
    """
    single = tuple(unit for unit in needs.independent if unit.keys and not unit.crosses)
    if needs.tasks == "several":
        return tuple(unit for unit in single if unit != TASKS)
    return single or needs.independent


def identical(needs: Needs, n: int) -> PairedTable | UnpairedTable:
    """Models with the same 0/1 scores, 2n of each, or ten where the units are folds.

    Two independent samples tell nothing apart only if neither varies.
    """
    if not needs.paired:
        return unpaired_arrays([0.1 + 0.2] * n, [0.3] * (n + 1))
    unit = CASES if CASES in needs.independent else needs.independent[0]
    scores = np.tile([0.0, 1.0], HALVINGS if unit == FOLDS else n)
    return laid_out(needs, unit, np.stack([scores] * models_for(needs), axis=1))


def laid_out(needs: Needs, unit: Unit, scores: np.ndarray) -> PairedTable:
    """Rows of scores as a table of units of that kind, on as many tasks as are needed."""
    names = ("first", "second") if scores.shape[1] == 2 else NAMES
    table = PairedTable(names, scores, design=Design(unit))
    if needs.tasks == "several":
        return _on_tasks(table, max(MANY, needs.least_tasks))
    if unit == FOLDS:
        return _halvings(table)
    if unit.crosses:
        return _crossed(table)
    if unit == CLUSTERED_CASES:
        return _in_clusters(table)
    return replace(table, factors=_numbered(unit, len(scores)))


def _paired(needs: Needs, unit: Unit, models: int) -> st.SearchStrategy[PairedTable]:
    score = st.sampled_from([0, 64]) if needs.binary else st.integers(-640, 640)
    row = st.tuples(*[score] * models)
    rows = _sizes(needs, unit, models).flatmap(lambda n: st.lists(row, min_size=n, max_size=n))
    scores = rows.map(lambda drawn: np.array(drawn) / 64)
    if needs.differences == "same":
        return scores.map(lambda drawn: _same_differences(laid_out(needs, unit, drawn)))
    if not needs.complete and models > 2:
        scores = scores.flatmap(_with_gaps)
    return scores.map(lambda drawn: laid_out(needs, unit, drawn))


def _same_differences(table: PairedTable) -> PairedTable:
    """The same table with the difference of its first unit on all of them, and what a score can be."""
    first, second = table.scores[0]
    scores = np.stack([table.scores[:, 0], table.scores[:, 0] + (second - first)], axis=1)
    return replace(table, scores=scores, score_range=(-40.0, 40.0))


def _sizes(needs: Needs, unit: Unit, models: int) -> st.SearchStrategy[int]:
    """How many units: few, but more than are tied by chance."""
    if needs.tasks == "several":
        return st.sampled_from([4, 5, 6]).map(lambda each: each * max(MANY, needs.least_tasks))
    if unit == FOLDS:
        return st.just(2 * HALVINGS)
    if unit.crosses:
        return st.sampled_from([3, 4, 5]).map(lambda each: each * MANY)
    return st.integers(max(6, needs.units), 24) if models == 2 else st.integers(max(8, needs.units), 16)


def _with_gaps(scores: np.ndarray) -> st.SearchStrategy[np.ndarray]:
    """The same with up to two scores missing, no two of them of one unit."""
    rows, columns = scores.shape

    def without(missing: Mapping[int, int]) -> np.ndarray:
        made = scores.copy()
        made[list(missing), list(missing.values())] = np.nan
        return made

    return st.dictionaries(st.integers(0, rows - 1), st.integers(0, columns - 1), max_size=2).map(without)


def _samples(needs: Needs) -> st.SearchStrategy[UnpairedTable]:
    """Two independent samples that both vary, the second smaller by two."""
    score = st.integers(-640, 640).map(lambda k: k / 64)
    sizes = st.integers(needs.units + 2, 24)
    drawn = sizes.flatmap(lambda n: st.tuples(*[st.lists(score, min_size=n, max_size=n)] * 2))
    made = drawn.map(lambda pair: unpaired_arrays(pair[0], pair[1][:-2]))
    return made.filter(lambda table: np.ptp(table.first) > 0 and np.ptp(table.second) > 0)


def _numbered(unit: Unit, n: int) -> dict[str, Factor]:
    return {unit.key: factor(range(n))} if unit == TASKS else {}


def _on_tasks(table: PairedTable, tasks: int) -> PairedTable:
    each = table.n_units // tasks
    sizes = {"n_train": 10.0 * (each - 1), "n_test": 10.0} if table.design.unit == FOLDS else {}
    names = [f"task {j % tasks}" for j in range(table.n_units)]
    design = Design(table.design.unit, {table.design.unit.key: each}, **sizes)
    return replace(table, design=design, factors={"task": factor(names)})


def _halvings(table: PairedTable) -> PairedTable:
    repeat, fold = np.divmod(np.arange(2 * HALVINGS), 2)
    design = Design(FOLDS, {"repeat": HALVINGS, "fold": 2}, n_train=50.0, n_test=50.0)
    return replace(table, design=design, factors={"repeat": factor(repeat), "fold": factor(fold)})


def _crossed(table: PairedTable) -> PairedTable:
    """Every level of the one factor on every level of the other."""
    each = table.n_units // MANY
    codes = dict(zip(table.design.unit.roles, np.divmod(np.arange(table.n_units), each), strict=True))
    levels = dict(zip(codes, (MANY, each), strict=True))
    factors = {role: factor(code) for role, code in codes.items()}
    return replace(table, design=Design(table.design.unit, levels), factors=factors)


def _in_clusters(table: PairedTable) -> PairedTable:
    """Clusters of 1, 2, 3, … cases; the last one may have fewer."""
    ends = np.cumsum(np.arange(1, table.n_units + 1))
    return replace(table, factors={"cluster": factor(np.searchsorted(ends, np.arange(table.n_units), side="right"))})


def _tells_apart(table: PairedTable, needs: Needs) -> bool:
    """Whether no law is put to the test by a table without variation, or by one of ties."""
    if needs.differences == "same":
        return True
    if needs.tasks == "several":
        return _tasks_vary(table)
    if len(table.models) > 2:
        return all(np.nanmax(gap) > np.nanmin(gap) for gap in _gaps_of_pairs(table))
    return needs.binary or _few_ties(table)


def _gaps_of_pairs(table: PairedTable) -> list[np.ndarray]:
    return [table.scores[:, i] - table.scores[:, j] for i, j in combinations(range(len(table.models)), 2)]


def _few_ties(table: PairedTable) -> bool:
    _, counts = np.unique(table.differences(), return_counts=True)
    return bool(counts.max() <= 0.3 * table.n_units)


def _tasks_vary(table: PairedTable) -> bool:
    """Every task varies, and one of them has disagreements of both kinds."""
    parts = [table.select_tasks([task]).differences() for task in table.tasks]
    return all(np.ptp(part) > 0 for part in parts) and any(part.min() < 0 < part.max() for part in parts)
