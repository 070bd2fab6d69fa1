"""Live: what a page needs to answer for another rope or threshold by itself, without Python and without a network.

A rope is varied by a factor k: its bounds are null + k (low - null) and null + k (high - null). A posterior of one
difference carries its quantiles, from which any rope is answered; one that has to be integrated anew for each rope
carries its three probabilities at the factors of a grid, and the slider stops at these. Of several models the pairs are
answered. Where the user wants no rope, the slider starts at 0 and moves by tenths of the posterior's spread.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
from scipy.special import expit

from betterthan.answers.comparison import Comparison
from betterthan.answers.comparisons import Comparisons
from betterthan.procedures import named
from betterthan.procedures.bayesian.signed_rank import shared_weights
from betterthan.report.report import Live
from betterthan.results.difference import DifferencePosterior
from betterthan.results.hierarchical import HierarchicalPosterior
from betterthan.results.kinds import Posterior
from betterthan.results.laws.point import Point
from betterthan.results.majority import MajorityPosterior
from betterthan.results.probabilities import Probabilities
from betterthan.results.region import RegionPosterior
from betterthan.results.rope import Rope
from betterthan.words import rankings as ranking_words
from betterthan.words import wording

Unit: TypeAlias = tuple[float, float]
"""A rope at factor 1, as differences from the null."""
FACTORS = (*(j / 20 for j in range(41)), *(j / 4 for j in range(9, 17)), 4.5, 5.0, 6.0, 7.0, 8.0, 10.0)
"""Factors of the rope at which a posterior without quantiles is answered."""
FURTHEST = 13.8
"""Quantiles are carried at probabilities with evenly spaced logits up to this one, a millionth from 1."""
NODES = 401
TASK_NODES = 101
"""Quantiles that are carried: of the main posterior, and of every task's."""
MOST_TASKS = 2_000
"""Tables of more tasks are not recomputed by the page."""
COARSE = (0.0, 0.1, 0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 7.0, 10.0)
MANY_UNITS = 200
"""The factors for pairs that are integrated anew, and for posteriors of regions with more units than this."""
READ_OTHERWISE = "The areas are the probabilities of one more task (next_task); the verdict reads the posterior as {}."
MOST_PAIRS, MOST_INTEGRATED = 1_000, 60
"""How many pairs a page recomputes: with quantiles, and integrated anew."""


def live_of(comparison: Comparison) -> Live | None:
    """What the page needs; None where there is nothing to move (no rope, another rule than the threshold).

    Parameters:
        comparison: the comparison.
    """
    posterior, rope, decision = comparison.posterior, comparison.rope, comparison.decision
    if posterior is None or rope is None or decision is None or decision.rule != "threshold":
        return None
    if isinstance(posterior, MajorityPosterior):
        return None
    null, none = posterior.parameter.null, _is_none(rope, posterior)
    unit = _tenth(posterior) if none else _unit(rope, posterior)
    slow = isinstance(posterior, RegionPosterior) and comparison.n_units > MANY_UNITS
    factors = COARSE if slow else FACTORS
    with shared_weights():
        row = answers(posterior, unit, decision.reading, nodes=NODES, factors=factors)
    if row is None:
        return None
    tables = _tables(comparison, unit, shared=unit if none else None)
    data = {
        "first": comparison.first,
        "second": comparison.second,
        "null": null,
        "unit": unit,
        "start": 0.0 if none else 1.0,
        "factors": list(factors),
        "stepped": row["kind"] == "grid",
        "apart": any(tuple(each["unit"]) != unit for rows in tables.values() for each in rows if each is not None),
        "threshold": decision.threshold,
        "words": wording.verdict_templates(comparison),
        "row": {**row, "own": list(decision.probabilities)},
        "tables": tables,
    }
    above = posterior.parameter.first_is == "above"
    title = "How the answer depends on the rope"
    return Live(title, data, _figure(comparison, unit), above, *_slider(data))


def live_of_pairs(found: Comparisons) -> Live | None:
    """What the page needs for the table of pairs; None where nothing can be moved, or where there are too many pairs.

    Parameters:
        found: the comparisons.
    """
    parts = found.clearest
    decision, rope, posterior = parts[0].decision, parts[0].rope, parts[0].posterior
    if decision is None or decision.rule != "threshold" or rope is None or posterior is None:
        return None
    stepped = any(isinstance(part.posterior, (HierarchicalPosterior, RegionPosterior)) for part in parts)
    if len(parts) > (MOST_INTEGRATED if stepped else MOST_PAIRS):
        return None
    factors, null = COARSE if stepped else FACTORS, posterior.parameter.null
    none = all(part.rope is None or part.posterior is None or _is_none(part.rope, part.posterior) for part in parts)
    shared = max(_tenth(part.posterior) for part in parts if part.posterior is not None) if none else None
    with shared_weights():
        rows = [_part(part, shared, factors) for part in parts]
    units = {tuple(row["unit"]) for row in rows if row is not None}
    if not units:
        return None
    data = {
        "null": null,
        "unit": units.pop() if len(units) == 1 else None,
        "start": 0.0 if none else 1.0,
        "apart": False,
        "factors": list(factors),
        "stepped": stepped,
        "threshold": decision.threshold,
        "row": None,
        "tables": {"Pairs": rows},
        "counts": ranking_words.pairs_counted("\ue000", "\ue001", "\ue002", "\ue003"),
    }
    return Live("How the pairs depend on the rope", data, {}, True, *_slider(data))


def _slider(data: dict[str, Any]) -> tuple[float, float, float]:
    """Largest position, step and first position of the slider."""
    factors = data["factors"]
    if data["stepped"]:
        return len(factors) - 1, 1, factors.index(data["start"])
    return factors[-1], 0.01, data["start"]


def answers(
    posterior: Posterior,
    unit: Unit,
    reading: str,
    *,
    nodes: int = TASK_NODES,
    factors: tuple[float, ...] = FACTORS,
) -> dict[str, Any] | None:
    """One posterior in the form in which the page asks it; None if it cannot be asked about another rope.

    Parameters:
        posterior: what a procedure returned.
        unit: the bounds of the rope at factor 1, as differences from the null.
        reading: the reading that the verdict rests on.
        nodes: number of quantiles.
        factors: factors of the rope, for posteriors without quantiles.
    """
    if isinstance(posterior, DifferencePosterior):
        return _quantiles(posterior, unit, nodes)
    ropes = [_rope(posterior, unit, k) for k in factors]
    if isinstance(posterior, HierarchicalPosterior):
        return _grid([posterior.readings(rope)[reading] for rope in ropes], unit)
    if isinstance(posterior, RegionPosterior) and posterior.inputs:
        again = named(posterior.procedure).from_differences
        inputs = {**posterior.inputs, "differences": np.array(posterior.inputs["differences"])}
        return _grid([again(rope=rope, **inputs).readings(rope)[reading] for rope in ropes], unit)
    return None


def _quantiles(posterior: DifferencePosterior, unit: Unit, nodes: int) -> dict[str, Any]:
    above, null = posterior.parameter.first_is == "above", posterior.parameter.null
    if isinstance(posterior.law, Point):
        at = posterior.law.at - null
        return {"kind": "point", "at": at, "above": above, "same": posterior.identical, "unit": unit}
    x = posterior.quantile(expit(np.linspace(-FURTHEST, FURTHEST, nodes))) - null
    return {"kind": "quantiles", "x": [float(f"{value:.7g}") for value in x], "above": above, "unit": unit}


def _grid(shares: Sequence[Probabilities], unit: Unit) -> dict[str, Any]:
    return {"kind": "grid", "shares": [[round(p, 5) for p in each] for each in shares], "unit": unit}


def _is_none(rope: Rope, posterior: Posterior) -> bool:
    """Whether any difference counts."""
    return rope.low == rope.high == posterior.parameter.null


def _unit(rope: Rope, posterior: Posterior) -> Unit:
    """The rope as differences from the null."""
    return rope.low - posterior.parameter.null, rope.high - posterior.parameter.null


def _tenth(posterior: Posterior) -> Unit:
    """A tenth of the spread to both sides: of the posterior (half of its middle two thirds), or of the differences."""
    law = posterior.population if isinstance(posterior, HierarchicalPosterior) else posterior
    spread = 0.0
    if isinstance(law, DifferencePosterior):
        spread = float(np.ptp(law.quantile(np.array([1 / 6, 5 / 6])))) / 2  # a standard deviation may be infinite
    elif isinstance(law, RegionPosterior) and law.inputs:
        spread = float(np.std(law.inputs["differences"]))
    tenth = 0.1 * spread or 0.1
    return -tenth, tenth


def _rope(posterior: Posterior, unit: Unit, k: float) -> Rope:
    null = posterior.parameter.null
    return Rope(null + k * unit[0], null + k * unit[1])


def _tables(comparison: Comparison, unit: Unit, *, shared: Unit | None) -> dict[str, list[dict[str, Any] | None]]:
    """Per table of tasks, every row in the form in which the page asks it."""
    tables: dict[str, list[dict[str, Any] | None]] = {}
    if 0 < len(comparison.tasks) <= MOST_TASKS:
        tables["Tasks"] = [
            _part(part, shared) if isinstance(part.posterior, DifferencePosterior) else None
            for part in comparison.tasks
        ]
    result = comparison.result
    if isinstance(result, HierarchicalPosterior) and len(result.tasks) <= MOST_TASKS:
        columns = [result.task_probabilities(_rope(result, unit, k)) for k in FACTORS]
        tables["Tasks in the light of the others"] = [_grid(row, unit) for row in zip(*columns, strict=True)]
    return tables


def _part(part: Comparison, shared: Unit | None, factors: tuple[float, ...] = FACTORS) -> dict[str, Any] | None:
    """A row of a table: the comparison within one task, or of one pair."""
    posterior, rope, decision = part.posterior, part.rope, part.decision
    if posterior is None or rope is None or decision is None:
        return None
    row = answers(posterior, shared or _unit(rope, posterior), decision.reading, factors=factors)
    return None if row is None else {**row, "own": list(decision.probabilities)}


def _figure(comparison: Comparison, unit: Unit) -> dict[str, Any]:
    """The density on the unit square, and the range that it spans."""
    found = comparison.posterior
    drawn = found.next_task if isinstance(found, HierarchicalPosterior) else found
    if not isinstance(drawn, DifferencePosterior) or isinstance(drawn.law, Point):
        return {}
    null = drawn.parameter.null
    ends = drawn.quantile(np.array([0.005, 0.995])) - null
    left, right = min(float(ends[0]), 1.3 * unit[0]), max(float(ends[1]), 1.3 * unit[1])
    x = np.linspace(left, right, 241)
    density = np.nan_to_num(drawn.density(x + null), posinf=0.0)
    top = float(density.max()) or 1.0
    points = " ".join(f"{(a - left) / (right - left):.4f},{1 - b / top:.4f}" for a, b in zip(x, density, strict=True))
    one_more = isinstance(found, HierarchicalPosterior)
    name = wording.on_one_more_task(drawn.parameter) if one_more else drawn.parameter.name
    reading = "" if comparison.decision is None else comparison.decision.reading
    remark = "" if reading in ("difference", "next_task") else READ_OTHERWISE.format(reading)
    return {"points": points, "low": left, "high": right, "name": name, "null": null, "remark": remark}
