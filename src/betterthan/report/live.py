"""Live: what a page needs to answer for another rope or threshold by itself, without Python and without a network.

A rope is varied by a factor k: its bounds are null + k (low - null) and null + k (high - null). A posterior of one
difference carries its quantiles, from which any rope is answered; one that has to be integrated anew for each rope
carries its three probabilities at the factors of a grid, and is interpolated between them if it is smooth. Of several
models the pairs are answered; where one of them has to be integrated anew the slider stops at the factors of a coarser
grid.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from scipy.special import expit

from betterthan import ranking_words, wording
from betterthan.comparison import Comparison
from betterthan.comparisons import Comparisons
from betterthan.procedures import named
from betterthan.procedures.bayesian.signed_rank import shared_weights
from betterthan.report.report import Live
from betterthan.results import (
    DifferencePosterior,
    HierarchicalPosterior,
    MajorityPosterior,
    Probabilities,
    RegionPosterior,
)
from betterthan.results.laws import Point
from betterthan.rope import Rope

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
    null = posterior.parameter.null
    unit = _unit(rope, null, posterior)
    slow = isinstance(posterior, RegionPosterior) and comparison.n_units > MANY_UNITS
    factors = COARSE if slow else FACTORS
    with shared_weights():
        row = answers(posterior, null, unit, decision.reading, nodes=NODES, factors=factors)
    if row is None:
        return None
    start = 1.0 if rope.width else 0.0
    data = {
        "first": comparison.first,
        "second": comparison.second,
        "null": null,
        "unit": unit,
        "start": start,
        "factors": list(factors),
        "stepped": row["kind"] == "steps",
        "threshold": decision.threshold,
        "words": wording.verdict_templates(comparison),
        "row": {**row, "own": list(decision.probabilities)},
        "tables": _tables(comparison),
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
    shared = None if rope.width else _unit(rope, null, posterior)  # without a rope, one unit for all pairs
    with shared_weights():
        rows = [_part(part, factors, shared) for part in parts]
    units = {tuple(row["unit"]) for row in rows if row is not None}
    data = {
        "null": null,
        "unit": units.pop() if len(units) == 1 else None,
        "start": 1.0 if rope.width else 0.0,
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
    posterior: object,
    null: float,
    unit: tuple[float, float],
    reading: str,
    *,
    nodes: int = TASK_NODES,
    factors: tuple[float, ...] = FACTORS,
) -> dict[str, Any] | None:
    """One posterior in the form in which the page asks it.

    Parameters:
        posterior: what a procedure returned.
        null: value of the parameter when the models are equal.
        unit: the bounds of the rope at factor 1, as differences from the null.
        reading: the reading that the verdict rests on.
        nodes: number of quantiles.
        factors: factors of the rope, for posteriors without quantiles.
    """
    if isinstance(posterior, DifferencePosterior):
        return _quantiles(posterior, null, unit, nodes)
    if isinstance(posterior, HierarchicalPosterior):
        shares = [posterior.readings(_rope(null, unit, k))[reading] for k in factors]
        return {"kind": "smooth", "shares": _rounded(shares), "unit": unit}
    if isinstance(posterior, RegionPosterior) and posterior.inputs:
        again = named(posterior.procedure).from_differences
        inputs = {**posterior.inputs, "differences": np.array(posterior.inputs["differences"])}
        shares = [again(rope=_rope(null, unit, k), **inputs).readings(_rope(null, unit, k))[reading] for k in factors]
        return {"kind": "steps", "shares": _rounded(shares), "unit": unit}
    return None


def _quantiles(posterior: DifferencePosterior, null: float, unit: tuple[float, float], nodes: int) -> dict[str, Any]:
    above = posterior.parameter.first_is == "above"
    if isinstance(posterior.law, Point):
        return {
            "kind": "point",
            "at": posterior.law.at - null,
            "above": above,
            "same": posterior.identical,
            "unit": unit,
        }
    x = posterior.quantile(expit(np.linspace(-FURTHEST, FURTHEST, nodes))) - null
    return {"kind": "quantiles", "x": [float(f"{value:.7g}") for value in x], "above": above, "unit": unit}


def _unit(rope: Rope, null: float, posterior: object) -> tuple[float, float]:
    """The rope as differences from the null; a tenth of the posterior's sd where the user wants no rope."""
    if rope.width:
        return rope.low - null, rope.high - null
    sd = getattr(posterior, "sd", None) or getattr(posterior, "spread", None) or 1.0
    return -0.1 * float(sd), 0.1 * float(sd)


def _rope(null: float, unit: tuple[float, float], k: float) -> Rope:
    return Rope(null + k * unit[0], null + k * unit[1])


def _rounded(shares: Sequence[Probabilities]) -> list[list[float]]:
    return [[round(p, 5) for p in each] for each in shares]


def _tables(comparison: Comparison) -> dict[str, list[dict[str, Any] | None]]:
    """Per table of tasks, every row in the form in which the page asks it."""
    tables: dict[str, list[dict[str, Any] | None]] = {}
    if 0 < len(comparison.tasks) <= MOST_TASKS:
        tables["Tasks"] = [
            _part(part) if isinstance(part.posterior, DifferencePosterior) else None for part in comparison.tasks
        ]
    result, rope = comparison.result, comparison.rope
    if isinstance(result, HierarchicalPosterior) and rope is not None and len(result.tasks) <= MOST_TASKS:
        null, unit = result.parameter.null, _unit(rope, result.parameter.null, result)
        columns = [result.task_probabilities(_rope(null, unit, k)) for k in FACTORS]
        tables["Tasks in the light of the others"] = [
            {"kind": "smooth", "shares": _rounded(row), "unit": unit} for row in zip(*columns, strict=True)
        ]
    return tables


def _part(
    part: Comparison, factors: tuple[float, ...] = FACTORS, unit: tuple[float, float] | None = None
) -> dict[str, Any] | None:
    """A row of a table: the comparison within one task, or of one pair."""
    posterior, rope, decision = part.posterior, part.rope, part.decision
    if posterior is None or rope is None or decision is None:
        return None
    null = posterior.parameter.null
    row = answers(posterior, null, unit or _unit(rope, null, posterior), decision.reading, factors=factors)
    return None if row is None else {**row, "own": list(decision.probabilities)}


def _figure(comparison: Comparison, unit: tuple[float, float]) -> dict[str, Any]:
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
    name = "difference on one more task" if isinstance(found, HierarchicalPosterior) else drawn.parameter.name
    reading = "" if comparison.decision is None else comparison.decision.reading
    remark = "" if reading in ("difference", "next_task") else READ_OTHERWISE.format(reading)
    return {"points": points, "low": left, "high": right, "name": name, "null": null, "remark": remark}
