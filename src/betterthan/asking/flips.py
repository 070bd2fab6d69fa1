"""Flips: the cases that one model won and the other lost, found among the scores of both."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np

from betterthan.answers.flips import Flip, Flips, FlipsWithin
from betterthan.arrays import Array, IntArray
from betterthan.data.moments import original_units
from betterthan.data.rows import Units
from betterthan.data.scores import Scores
from betterthan.data.units import CASES, CLUSTERS, JUDGES, REPETITIONS, SEEDS, TASKS
from betterthan.errors import ArgumentError
from betterthan.numerics.given import given_count

Origins: TypeAlias = tuple[tuple[Scores, str], tuple[Scores, str]]
"""Of each of two models the scores that were read, and what it is called there."""


def flips_asked_for(scores: object, models: tuple[str, str], most: int, by: str | None = None) -> Flips:
    """The cases on which two models differ, so many of them named; an error if these scores have none.

    Parameters:
        scores: scores of cases.
        models: the first and the second model.
        most: how many cases to name in all, half of them won by each model, as far as there are so many.
        by: a further column to tell of each case.
    """
    most = given_count("flips", most, least=1)
    if not isinstance(scores, Scores) or CASES.key not in scores.columns:
        raise ArgumentError(
            "`flips=` lists single cases, and these scores have none with a name: give scores with a column `case`."
        )
    return flips_of(scores, models, most, by=by)


def flips_of(
    scores: Scores,
    models: tuple[str, str],
    most: int,
    *,
    each: bool = False,
    by: str | None = None,
    origins: Origins | None = None,
) -> Flips:
    """The cases on which two models differ, with the mean where a model has several scores of a case.

    Parameters:
        scores: the scores of both.
        models: the first and the second model.
        most: how many cases to name.
        each: whether to name so many wins and so many losses; otherwise so many in all.
        by: a further column to tell of each case.
        origins: the scores that each model's were read as, and its name there, if these were put together of them.
    """
    keys = case_keys(scores.keys)
    others = [name for name in (TASKS.key, CLUSTERS.key) if name in scores.columns]
    others += [by] if by is not None and by in scores.extra else []
    factors = dict.fromkeys((*keys, *others))
    units = scores.rows.units(models, keys, list(factors))
    units = units[np.flatnonzero((units.counts > 0).all(axis=1))]
    apart = units.scores[:, 0] - units.scores[:, 1]
    order = np.argsort(-np.abs(apart), kind="stable")
    won, lost = (order[sign * apart[order] > 0] for sign in (1, -1))
    wins, losses = (most, most) if each else _shared(most, len(won), len(lost))
    origins = origins or ((scores, models[0]), (scores, models[1]))
    grouped = next((name for name in (CLUSTERS.key, TASKS.key) if name in factors and _several(units, name)), None)
    return Flips(
        *models,
        won=len(won),
        lost=len(lost),
        same=len(apart) - len(won) - len(lost),
        largest_wins=_named(scores, units, keys, others, apart, won[:wins], origins),
        largest_losses=_named(scores, units, keys, others, apart, lost[:losses], origins),
        grouped=grouped,
        groups=_within(units, apart, grouped) if grouped else (),
    )


def case_keys(roles: Sequence[str]) -> tuple[str, ...]:
    """The columns that name a case: not what its scores are averaged over: repetitions, seeds and judges of a case.

    Parameters:
        roles: the columns that tell units apart.
    """
    averaged = {REPETITIONS.key, CLUSTERS.key, *((SEEDS.key, JUDGES.key) if CASES.key in roles else ())}
    return tuple(role for role in roles if role not in averaged) or tuple(roles)


def case_name(labels: Sequence[str], keys: Sequence[str]) -> str:
    """What a case is called: its labels but for its task, which is told beside it.

    Parameters:
        labels: its labels.
        keys: the columns that they are from.
    """
    return " / ".join(label for label, key in zip(labels, keys, strict=True) if key != TASKS.key) or labels[0]


def _shared(most: int, won: int, lost: int) -> tuple[int, int]:
    """How many wins and losses are named of so many in all: half of each; what one lacks, the other fills."""
    wins = min(won, max(most - most // 2, most - lost))
    return wins, most - wins


def _several(units: Units, name: str) -> bool:
    return len(np.unique(units.factors[name].codes)) > 1


def _named(
    scores: Scores,
    units: Units,
    keys: Sequence[str],
    others: Sequence[str],
    apart: Array,
    chosen: IntArray,
    origins: Origins,
) -> tuple[Flip, ...]:
    both = original_units(units.scores[chosen], scores.binary, scores.higher_is_better).tolist()
    labels = [{name: factor.names[factor.codes[j]] for name, factor in units.factors.items()} for j in chosen.tolist()]
    ids = [[each[key] for key in keys] for each in labels]
    files = zip(*(read_as.files_of(model, keys, ids) for read_as, model in origins), strict=True)
    return tuple(
        Flip(case_name(key, keys), {name: each[name] for name in others}, one, other, difference, paths)
        for key, each, (one, other), difference, paths in zip(
            ids, labels, both, apart[chosen].tolist(), files, strict=True
        )
    )


def _within(units: Units, apart: Array, name: str) -> tuple[FlipsWithin, ...]:
    factor = units.factors[name]
    won, lost = (np.bincount(factor.codes[sign * apart > 0], minlength=len(factor.names)) for sign in (1, -1))
    rows = (FlipsWithin(*row) for row in zip(factor.names, won.tolist(), lost.tolist(), strict=True))
    return tuple(sorted((row for row in rows if row.won + row.lost), key=lambda row: (-row.won - row.lost, row.name)))
