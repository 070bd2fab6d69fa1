"""The laws that every procedure obeys, whatever it computes. A new procedure only has to be registered."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from math import isfinite

import numpy as np
from hypothesis import strategies as st

from betterthan.pairing import Design, PairedTable, pair_arrays
from betterthan.procedures import Procedure
from betterthan.results import HierarchicalPosterior, NullTest, Result, result_from_dict
from betterthan.scores import factor

EXAMPLES = {"closed form": 40, "quadrature": 12, "Monte Carlo": 8}
"""How many random tables a procedure is put through in `make test`, by its cost; `make validate` multiplies them."""
MULTIPLIER = int(os.environ.get("BETTERTHAN_EXAMPLES", "1"))

EXEMPT: dict[tuple[str, str], str] = {
    ("bayes_hierarchical_t", "identical"): "refuses: where nothing differs there is no spread to learn from",
    ("bayes_hierarchical_mcnemar", "identical"): "refuses: without disagreements the posterior is improper",
    **{
        (name, "identical"): "refuses the cases of this law; identical models on folds are in its own test file"
        for name in ("bayes_correlated_t", "correlated_t", "t_5x2cv", "f_5x2cv")
    },
}
"""(procedure, law): the reason why the law does not hold for it."""


def examples(procedure: Procedure) -> int:
    slow = procedure.needs.tasks == "several"
    return max(2, EXAMPLES[procedure.cost] // (4 if slow else 1)) * MULTIPLIER


def tables(procedure: Procedure) -> st.SearchStrategy[PairedTable]:
    """Tables that meet the procedure's needs. Scores are multiples of 1/64, so that sums and shifts are exact."""
    if procedure.needs.binary:
        score = st.sampled_from([0.0, 1.0])
    else:
        score = st.integers(-640, 640).map(lambda k: k / 64)
    if only_folds(procedure):
        sizes, usable = st.just(10), _few_ties
    elif procedure.needs.tasks == "several":
        sizes, usable = st.sampled_from([16, 20, 24]), _usable_tasks
    else:
        sizes, usable = st.integers(max(6, procedure.needs.units), 24), _few_ties
    column = sizes.flatmap(lambda n: st.tuples(*[st.lists(score, min_size=n, max_size=n)] * 2))
    made = column.map(lambda pair: _table(procedure, *pair))
    one_binary_task = procedure.needs.binary and procedure.needs.tasks == "one"
    return made if one_binary_task else made.filter(usable)


def only_folds(procedure: Procedure) -> bool:
    """Whether the procedure is for folds that share training data and not for independent cases."""
    return "folds" in procedure.needs.independent and "cases" not in procedure.needs.independent


def folded(table: PairedTable) -> PairedTable:
    """The same ten scores as those of 5 repeats of 2 folds."""
    repeat, fold = np.divmod(np.arange(10), 2)
    design = Design("folds", {"repeat": 5, "fold": 2}, n_train=50.0, n_test=50.0)
    return replace(table, design=design, factors={"repeat": factor(repeat), "fold": factor(fold)})


def _table(procedure: Procedure, first: list[float], second: list[float]) -> PairedTable:
    if only_folds(procedure):
        return folded(pair_arrays(first, second))
    task = [f"task {j % 4}" for j in range(len(first))] if procedure.needs.tasks == "several" else None
    return pair_arrays(first, second, task=task)


def _few_ties(table: PairedTable) -> bool:
    _, counts = np.unique(table.differences(), return_counts=True)
    return counts.max() <= 0.3 * table.n_units


def _usable_tasks(table: PairedTable) -> bool:
    """Every task varies, and one of them has disagreements of both kinds."""
    parts = [table.select_tasks([task]).differences() for task in table.tasks]
    return all(np.ptp(part) > 0 for part in parts) and any(part.min() < 0 < part.max() for part in parts)


def run(procedure: Procedure, table: PairedTable, rope: tuple[float, float] = (-1.0, 1.0), **options) -> Result:
    given = dict(options)
    if "rope" in procedure.options:
        given["rope"] = rope
    if "rng" in procedure.options:
        given.setdefault("rng", 0)
    if "delta0" in procedure.options:  # its default is 1 for scores in [0, 1], which scaling would bring about
        largest = float(np.abs(table.task_means()).max()) or 1.0
        given.setdefault("delta0", (-50 * largest, 50 * largest))
    if "draws" in procedure.options:
        given.setdefault("draws", 4000)
    return procedure(table, **given)


def swapped(table: PairedTable) -> PairedTable:
    return replace(table, scores=table.scores[:, ::-1])


def shuffled(table: PairedTable) -> PairedTable:
    order = np.random.default_rng(1).permutation(table.n_units)
    factors = {name: factor[order] for name, factor in table.factors.items()}
    return replace(table, scores=table.scores[order], factors=factors)


def moved(table: PairedTable, *, shift: float = 0.0, scale: float = 1.0) -> PairedTable:
    return replace(table, scores=scale * (table.scores + shift))


def tolerance(procedure: Procedure, *results: Result) -> float:
    """5 standard errors of a Monte Carlo result, the stated error of an integral, rounding for the rest."""
    stated = [result.diagnostics.error or 0.0 for result in results]
    return 5 * sum(stated) + 1e-9 if procedure.cost == "Monte Carlo" else 2 * sum(stated) + 1e-6


def bounds(result: Result, rope: tuple[float, float]) -> tuple[float, float]:
    """A rope about the parameter's null; for a parameter that points the other way, its mirror image."""
    null = result.parameter.null
    low, high = rope if result.parameter.first_is == "above" else (-rope[1], -rope[0])
    return null + low, null + high


def figures(result: Result, rope: tuple[float, float] = (-1.0, 1.0)) -> dict[str, float]:
    """The numbers of a result that the laws speak of."""
    if isinstance(result, NullTest):
        return {"p_value": result.p_value}
    readings = result.readings(bounds(result, rope))
    flat = {f"{name} {region}": share for name, p in readings.items() for region, share in p.to_dict().items()}
    return {**flat, "better": result.direction().first, **_task_figures(result, rope)}


def _task_figures(result: Result, rope: tuple[float, float]) -> dict[str, float]:
    if not isinstance(result, HierarchicalPosterior):
        return {}
    shares = result.task_probabilities(bounds(result, rope))
    return {
        f"{name} {region}": p.of(region) for name, p in zip(result.tasks, shares, strict=True) for region in p._fields
    }


def mirrored(found: dict[str, float]) -> dict[str, float]:
    """The same figures with the two models exchanged."""
    other = {"first": "second", "second": "first"}
    made = {}
    for name, value in found.items():
        head, _, region = name.rpartition(" ")
        made[f"{head} {other[region]}" if region in other else name] = value
    return {**made, "better": 1 - found["better"]}


def same(one: dict[str, float], other: dict[str, float], within: float) -> None:
    assert one.keys() == other.keys()
    for name, value in one.items():
        assert isfinite(value), (name, value)
        assert abs(value - other[name]) <= within, (name, value, other[name], within)


def round_trip(result: Result) -> Result:
    return result_from_dict(json.loads(json.dumps(result.to_dict(), allow_nan=False)))
