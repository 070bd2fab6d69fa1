"""Flipped cases: the cases that one model won and the other lost, found among the scores of both."""

from __future__ import annotations

import numpy as np

from betterthan.answers.flips import FlippedCase, FlippedCases
from betterthan.arrays import Array, IntArray
from betterthan.data.moments import original_units
from betterthan.data.rows import Units
from betterthan.data.scores import Scores
from betterthan.data.units import CASES, CLUSTERS, TASKS
from betterthan.errors import ArgumentError
from betterthan.numerics.given import given_count


def flips_of(scores: object, models: tuple[str, str], most: int, by: str | None = None) -> FlippedCases:
    """The cases on which two models differ.

    Parameters:
        scores: scores of cases.
        models: the first and the second model.
        most: how many cases to list.
        by: a further column to tell of each case.
    """
    most = given_count("flips", most, least=1)
    if not isinstance(scores, Scores) or CASES.key not in scores.columns:
        raise ArgumentError(
            "`flips=` lists single cases, and these scores have none with a name: give scores with a column `case`."
        )
    others = [name for name in (TASKS.key, CLUSTERS.key) if name in scores.columns]
    others += [by] if by is not None and by in scores.extra else []
    factors = dict.fromkeys((*scores.keys, *others))
    units = scores.rows.units(models, scores.keys, list(factors))
    both = np.flatnonzero((units.counts > 0).all(axis=1))
    units = units[both]
    apart = units.scores[:, 0] - units.scores[:, 1]
    grouped = next((name for name in (CLUSTERS.key, TASKS.key) if name in factors and _several(units, name)), "")
    return FlippedCases(
        models,
        tuple(_flip(scores, models, units, others, int(j), apart) for j in _chosen(apart, most)),
        (int((apart > 0).sum()), int((apart < 0).sum())),
        _by_group(units, apart, grouped) if grouped else (),
        grouped,
    )


def _several(units: Units, name: str) -> bool:
    return len(np.unique(units.factors[name].codes)) > 1


def _chosen(apart: Array, most: int) -> IntArray:
    """The largest differences of both signs, half of each as far as there are so many."""
    order = np.argsort(-np.abs(apart), kind="stable")
    first, second = (order[sign * apart[order] > 0] for sign in (1, -1))
    half = max(most - most // 2, most - len(second))
    first = first[:half]
    return np.concatenate([first, second[: most - len(first)]])


def _flip(
    scores: Scores, models: tuple[str, str], units: Units, others: list[str], j: int, apart: Array
) -> FlippedCase:
    labels = {name: factor.names[factor.codes[j]] for name, factor in units.factors.items()}
    keys = [labels[name] for name in scores.keys if name != TASKS.key]
    one, other = original_units(units.scores[j], scores.binary, scores.higher_is_better).tolist()
    within = tuple((name, labels[name]) for name in others)
    return FlippedCase(models[0 if apart[j] > 0 else 1], " ".join(keys), within, one, other)


def _by_group(units: Units, apart: Array, name: str) -> tuple[tuple[str, int, int], ...]:
    factor = units.factors[name]
    won = [np.bincount(factor.codes[sign * apart > 0], minlength=len(factor.names)) for sign in (1, -1)]
    rows = [(group, int(one), int(other)) for group, one, other in zip(factor.names, *won, strict=True) if one + other]
    return tuple(sorted(rows, key=lambda row: (-(row[1] + row[2]), row[0])))
