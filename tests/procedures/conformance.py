"""The laws that every procedure obeys, whatever it computes. A new procedure only has to be registered."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from math import isfinite

import numpy as np
from hypothesis import strategies as st

from betterthan.pairing import PairedTable, pair_arrays
from betterthan.procedures import Procedure
from betterthan.results import DifferencePosterior, NullTest, Result, result_from_dict

EXAMPLES = {"closed form": 40, "quadrature": 12, "Monte Carlo": 8}
"""How many random tables a procedure is put through in `make test`, by its cost; `make validate` multiplies them."""
MULTIPLIER = int(os.environ.get("BETTERTHAN_EXAMPLES", "1"))

EXEMPT: dict[tuple[str, str], str] = {}
"""(procedure, law): the reason why the law does not hold for it."""


def examples(procedure: Procedure) -> int:
    return EXAMPLES[procedure.cost] * MULTIPLIER


def tables(procedure: Procedure) -> st.SearchStrategy[PairedTable]:
    """Tables that meet the procedure's needs. Scores are multiples of 1/64, so that sums and shifts are exact."""
    size = st.integers(max(6, procedure.needs.units), 24)
    if procedure.needs.binary:
        score = st.sampled_from([0.0, 1.0])
    else:
        score = st.integers(-640, 640).map(lambda k: k / 64)
    column = size.flatmap(lambda n: st.tuples(*[st.lists(score, min_size=n, max_size=n)] * 2))
    made = column.map(lambda pair: pair_arrays(*pair))
    return made if procedure.needs.binary else made.filter(_few_ties)


def _few_ties(table: PairedTable) -> bool:
    _, counts = np.unique(table.differences(), return_counts=True)
    return counts.max() <= 0.3 * table.n_units


def run(procedure: Procedure, table: PairedTable, rope: tuple[float, float] = (-1.0, 1.0), **options) -> Result:
    given = dict(options)
    if "rope" in procedure.options:
        given["rope"] = rope
    if "rng" in procedure.options:
        given.setdefault("rng", 0)
    return procedure(table, **given)


def swapped(table: PairedTable) -> PairedTable:
    return replace(table, scores=table.scores[:, ::-1])


def shuffled(table: PairedTable) -> PairedTable:
    order = np.random.default_rng(1).permutation(table.n_units)
    return replace(table, scores=table.scores[order])


def moved(table: PairedTable, *, shift: float = 0.0, scale: float = 1.0) -> PairedTable:
    return replace(table, scores=scale * (table.scores + shift))


def tolerance(procedure: Procedure, *results: Result) -> float:
    """5 standard errors of a Monte Carlo result, the stated error of an integral, rounding for the rest."""
    stated = [result.diagnostics.error or 0.0 for result in results]
    return 5 * sum(stated) + 1e-9 if procedure.cost == "Monte Carlo" else 2 * sum(stated) + 1e-6


def figures(result: Result, rope: tuple[float, float] = (-1.0, 1.0)) -> dict[str, float]:
    """The numbers of a result that the laws speak of."""
    if isinstance(result, NullTest):
        return {"p_value": result.p_value}
    p = posterior_probabilities(result, rope)
    return {**p.to_dict(), "better": result.direction().first}


def posterior_probabilities(result: DifferencePosterior, rope: tuple[float, float]):
    null = result.parameter.null
    return result.probabilities((null + rope[0], null + rope[1]))


def same(one: dict[str, float], other: dict[str, float], within: float) -> None:
    for name, value in one.items():
        assert isfinite(value), (name, value)
        assert abs(value - other[name]) <= within, (name, value, other[name], within)


def round_trip(result: Result) -> Result:
    return result_from_dict(json.loads(json.dumps(result.to_dict(), allow_nan=False)))
