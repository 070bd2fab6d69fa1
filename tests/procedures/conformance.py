"""The laws that every procedure obeys, whatever it computes. A new procedure only has to be registered."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import combinations
from math import isfinite
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from tables_by_need import tables

from betterthan.data.summaries import PairedSummary
from betterthan.data.tables import PairedTable, UnpairedTable
from betterthan.procedures import Procedure
from betterthan.results.hierarchical import HierarchicalPosterior
from betterthan.results.kinds import Result, result_from_dict
from betterthan.results.null_test import NullTest
from betterthan.results.ranking import Ranking

EXAMPLES = {"closed form": 40, "quadrature": 12, "Monte Carlo": 8}
"""How many random tables a procedure is put through in `make test`, by its cost; `make validate` multiplies them."""
MULTIPLIER = int(os.environ.get("BETTERTHAN_EXAMPLES", "1"))

EXEMPT: dict[tuple[str, str], str] = {
    ("bayes_mcnemar", "certain"): "no disagreement seen is not no disagreement: the prior counts leave some open",
    ("bayes_agreement", "certain"): "no difference seen is not no difference: so many units leave some open",
    ("bayes_plackett_luce", "scale"): "its rope is in log-odds, which have no unit; scaled scores are in its own test",
}
"""(procedure, law): the reason why the law does not hold for it."""

ROUNDING = 1e-6
"""Within this, two answers to the same scores are the same."""

WIDTHS = st.sampled_from([0.0, 0.05, 0.2])
ROPES = st.tuples(WIDTHS, WIDTHS).map(lambda widths: (-widths[0], widths[1]))
SYMMETRIC = WIDTHS.map(lambda width: (-width, width))
"""For more than two models: their order decides which of two is named first."""


def examples(procedure: Procedure) -> int:
    slow = procedure.needs.tasks == "several"
    return max(2, EXAMPLES[procedure.cost] // (4 if slow else 1)) * MULTIPLIER


def each_of(procedures: Iterable[Procedure]) -> Any:
    """A fixture `procedure`: one after another."""
    return pytest.fixture(params=list(procedures), ids=lambda each: each.name)(lambda request: request.param)


def law(procedure: Procedure, name: str, check: Callable[..., None], *, models: int | None = None) -> None:
    """Run a law on random tables, unless the procedure has declared why it does not hold."""
    if (procedure.name, name) in EXEMPT:
        pytest.skip(EXEMPT[procedure.name, name])
    settings(
        max_examples=examples(procedure), deadline=None, derandomize=True, database=None,
        suppress_health_check=list(HealthCheck), phases=[Phase.generate],
    )(given(tables(procedure.needs, models), ROPES if models is None else SYMMETRIC)(check))()  # fmt: skip


def run(procedure: Procedure, table: PairedTable, rope: tuple[float, float] = (-1.0, 1.0), **options) -> Result:
    procedure.check(table)  # before anything is asked of the table
    given = dict(options)
    if "rope" in procedure.options:
        given["rope"] = rope
    if "delta0" in procedure.options:  # its default is 1 for scores in [0, 1], which scaling would bring about
        largest = float(np.abs(table.task_means()).max()) or 1.0
        given.setdefault("delta0", (-50 * largest, 50 * largest))
    if "draws" in procedure.options:
        given.setdefault("draws", 4000)  # of two models; the laws hold to the stated error, whatever the number
    return as_pair(run_all(procedure, table, **given), table)


def run_all(procedure: Procedure, table: PairedTable, **options) -> Result:
    """What the procedure says of all models at once."""
    given = dict(options)
    if "draws" in procedure.options:
        given.setdefault("draws", 1000)
    if "rng" in procedure.options:
        given.setdefault("rng", 0)
    return procedure(table, **given)


def as_pair(result: Result, table: PairedTable | PairedSummary) -> Result:
    """What a result about several models says of the first two."""
    return result.pair(*table.models[:2]) if isinstance(result, Ranking) else result


def swapped(table: PairedTable | UnpairedTable) -> PairedTable | UnpairedTable:
    if isinstance(table, UnpairedTable):
        return replace(table, first=table.second, second=table.first)
    return replace(table, scores=table.scores[:, ::-1])


def shuffled(table: PairedTable | UnpairedTable) -> PairedTable | UnpairedTable:
    if isinstance(table, UnpairedTable):
        return replace(table, first=table.first[::-1], second=np.sort(table.second))
    order = np.random.default_rng(1).permutation(table.n_units)
    factors = {name: factor[order] for name, factor in table.factors.items()}
    return replace(table, scores=table.scores[order], factors=factors)


def moved(table: PairedTable | UnpairedTable, *, shift: float = 0.0, scale: float = 1.0) -> PairedTable | UnpairedTable:
    if isinstance(table, UnpairedTable):
        return replace(table, first=scale * (table.first + shift), second=scale * (table.second + shift))
    declared = table.score_range and tuple(scale * (end + shift) for end in table.score_range)
    return replace(table, scores=scale * (table.scores + shift), score_range=declared)


def all_scores(table: PairedTable | UnpairedTable) -> np.ndarray:
    """A copy of every score of a table."""
    if isinstance(table, UnpairedTable):
        return np.concatenate([table.first, table.second])
    return table.scores.copy()


def tolerance(procedure: Procedure, *results: Result) -> float:
    """5 standard errors of a Monte Carlo result, which states 3; twice the stated error of an integral; or rounding."""
    stated = [result.diagnostics.error or 0.0 for result in results]
    return 5 / 3 * sum(stated) + 1e-9 if procedure.cost == "Monte Carlo" else 2 * sum(stated) + 1e-6


def estimate_slack(procedure: Procedure, *results: Result) -> float:
    """How far two estimates may be apart: rounding, or 5 standard errors of means of draws.

    The standard error of a mean, in standard deviations, is twice that of a probability of 1/2.
    """
    if procedure.cost != "Monte Carlo":
        return 1e-6
    return 1e-6 + 10 / 3 * sum((each.diagnostics.error or 0.0) * getattr(each, "sd", 0.0) for each in results)


def bounds(result: Result, rope: tuple[float, float]) -> tuple[float, float]:
    """A rope about the parameter's null."""
    null = result.parameter.null
    return null + rope[0], null + rope[1]


def figures(result: Result, rope: tuple[float, float] = (-1.0, 1.0)) -> dict[str, float]:
    """The numbers of a result that the laws speak of."""
    if isinstance(result, NullTest):
        return {"p_value": result.p_value}
    readings = result.readings(bounds(result, rope))
    flat = {f"{name} {region}": share for name, p in readings.items() for region, share in p.to_dict().items()}
    return {**flat, "better": result.direction().first, **_task_figures(result, rope)}


def amounts(result: Result) -> dict[str, float]:
    """The estimate, its interval and a test's statistic, which have a sign and perhaps a unit.

    A share of which nothing is known has a flat law, and no shortest interval: there the equal-tailed one is taken.
    """
    interval = result.interval if isinstance(result, NullTest) else result.interval(kind=_kind_of(result))
    found = {} if result.estimate is None else {"estimate": result.estimate}
    if interval is not None:
        found |= {"low": interval.low, "high": interval.high}
    return found | ({"statistic": result.statistic} if isinstance(result, NullTest) else {})


def _kind_of(result: Result) -> str:
    return "hdi" if result.parameter.null == 0 else "equal-tailed"


def scaled_amounts(procedure: Procedure, found: dict[str, float], scale: float) -> dict[str, float]:
    """What the amounts become where scores are scaled: most statistics have no unit, nor have ranks and shares."""
    unitless = procedure.name in WITHOUT_UNIT or ("statistic" not in found and procedure.rope_scale == "none")
    kept = {"statistic"} if procedure.name != "permutation" else set()
    return {name: value if unitless or name in kept else scale * value for name, value in found.items()}


WITHOUT_UNIT = ("friedman",)
"""Tests that estimate a difference of average ranks."""
SIGNED = ("paired_t", "correlated_t", "clustered_t", "t_5x2cv", "welch_t", "permutation")
"""Tests whose statistic changes its sign with the order of the models."""
COUNTS = ("mcnemar", "sign", "wilcoxon", "model_confidence_set")
"""Tests whose statistic counts for one of the models, or is drawn."""
MIRRORED = {"low": "high", "high": "low"}


def mirrored_amounts(procedure: Procedure, result: Result) -> dict[str, float]:
    """Those of some amounts with the two models exchanged; a share is mirrored about 1/2."""
    found = amounts(result)
    centre = 0.0 if isinstance(result, NullTest) else 2 * result.parameter.null
    made = {MIRRORED.get(name, name): centre - value for name, value in found.items()}
    if procedure.name in COUNTS:
        made.pop("statistic")
    elif "statistic" in found and procedure.name not in SIGNED:
        made["statistic"] = found["statistic"]
    return made


def same_amounts(one: dict[str, float], other: dict[str, float], slack: float = 1e-6) -> None:
    """Within a share of their size or of the width of the interval; an open end is an open end."""
    assert one.keys() <= other.keys()
    width = one.get("high", 0.0) - one.get("low", 0.0)
    size = max([abs(value) for value in one.values() if isfinite(value)] + [width if isfinite(width) else 0.0, 1e-300])
    for name, value in one.items():
        assert value == other[name] or abs(value - other[name]) <= slack * size, (
            name,
            value,
            other[name],
            slack * size,
        )


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


def permuted(table: PairedTable) -> PairedTable:
    order = [2, 0, 3, 1]
    return replace(table, models=tuple(table.models[j] for j in order), scores=table.scores[:, order])


def moved_by_unit(table: PairedTable) -> PairedTable:
    """Every unit's scores moved by an amount of its own, the same for all models."""
    return replace(table, scores=table.scores + np.random.default_rng(2).integers(-640, 640, (table.n_units, 1)) / 64)


def figures_of_four(result: Result, rope: tuple[float, float]) -> dict[str, float]:
    """The numbers of a result about several models, under names that do not depend on the order of the models."""
    if isinstance(result, NullTest):
        pairs = {f"{min(pair[:2])} {max(pair[:2])}": pair for pair in result.pairs}
        return {
            "p_value": result.p_value,
            **{f"effect of {effect.name}": effect.estimate for effect in result.effects},
            **{f"p of {effect.name}": effect.p_value for effect in result.effects if effect.p_value is not None},
            **{f"p of {name}": pair.p_value for name, pair in pairs.items()},
            **{f"adjusted p of {name}": pair.p_adjusted for name, pair in pairs.items()},
        }
    shares = {names: result.pair(*names).probabilities(rope) for names in combinations(sorted(result.models), 2)}
    flat = {f"{names} {region}": p for names, each in shares.items() for region, p in each.to_dict().items()}
    return {
        **flat,
        **{f"effect of {effect.name}": effect.estimate for effect in result.effects()},
        **{f"{name} is best": p for name, p in result.best().items()},
        **{f"place of {name}": place for name, place in result.average_ranks().items()},
    }


def round_trip(result: Result) -> Result:
    return result_from_dict(json.loads(json.dumps(result.to_dict(), allow_nan=False)))
