"""What the tests of several models share: one row of scores per unit, the models' names, and the tests of all pairs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

import numpy as np

from betterthan.arrays import Array
from betterthan.data.paired_units import PairedUnits
from betterthan.data.protocol import Paired
from betterthan.data.tables import PairedTable
from betterthan.data.units import TASKS
from betterthan.errors import ArgumentError
from betterthan.numerics.multiplicity import adjust as adjusted
from betterthan.numerics.ranks import wins_ties_losses
from betterthan.numerics.ties import TIED_SHARE
from betterthan.procedures.needs import Lack
from betterthan.procedures.shared.common_tasks import model_names
from betterthan.results.effect import ModelEffect
from betterthan.results.null_test import NullTest, PairTest
from betterthan.vocabulary import Adjustment

SUMS_ONLY = "the score of every unit; this table is known by its sums only. `bayes_t` and `paired_t` need no more."

FOR_TWO: Mapping[Lack, str] = {"more models": "For two models use `wilcoxon`."}
"""What to use where a procedure needs a third model."""


def sums_of_one_task(table: Paired) -> str | None:
    """What is lacking if one task is known by its sums only: units to rank.

    Parameters:
        table: the paired table or summary.
    """
    return SUMS_ONLY if table.facts.sums_only and len(table.tasks) == 1 else None


FEW_RANKS = 10
"""With fewer units the χ² law of average ranks is a poor approximation (Demšar 2006, sec. 3.2.2)."""


def rank_notes(table: Paired) -> tuple[str, ...]:
    """What weakens a test of average ranks.

    Parameters:
        table: the paired table or summary.
    """
    units = len(table.tasks) if len(table.tasks) > 1 else table.facts.n
    few = f"With fewer than {FEW_RANKS} units ({units}) the χ² law is a poor approximation."
    return (*((few,) if units < FEW_RANKS else ()), *_tie_notes(table))


def _tie_notes(table: Paired) -> tuple[str, ...]:
    """That ranks say little where scores tie."""
    if table.facts.binary and (len(table.tasks) == 1 or table.facts.unit == TASKS):
        return (
            "0/1 scores are mostly ties, which leave ranks almost nothing to tell pairs apart by (Nemenyi's test had a "
            "power of 0.035 in a simulation in which McNemar's had 0.81): `cochran_q` tests the pairs by the cases on "
            "which one of the two is right.",
        )
    wins, ties, losses = wins_ties_losses(score_rows(table)).sum(axis=(0, 1))
    share = ties / max(1, wins + ties + losses)
    if share <= TIED_SHARE:
        return ()
    return (
        f"On single units {100 * share:.0f}% of the pairs of scores tie: average ranks then differ little, and "
        "Nemenyi's critical difference, which ignores ties, is too wide. `pairwise_wilcoxon` compares the scores "
        "themselves.",
    )


def score_rows(table: Paired) -> Array:
    """Units x models: one row of mean scores per task, or the units of a single task.

    Parameters:
        table: paired scores; differences of two models will do.
    """
    single = table if isinstance(table, PairedUnits) and len(table.tasks) == 1 else table.by_task()
    if isinstance(single, PairedTable):
        return single.scores
    differences = single.differences()  # nothing else is known
    return np.stack([differences, np.zeros(len(differences))], axis=1)


def checked_scores(scores: Array, models: Sequence[str], procedure: str) -> tuple[Array, tuple[str, ...]]:
    """The scores as an array, and the names of the models: numbers from 1 if there are none.

    Parameters:
        scores: units x models.
        models: names, perhaps none.
        procedure: who asks, for the message.
    """
    values = np.asarray(scores, dtype=np.float64)
    if values.ndim != 2 or min(values.shape) < 2 or not np.isfinite(values).all():
        raise ArgumentError(
            f"`{procedure}` needs a table of finite scores, at least 2 units x 2 models; got shape {values.shape}"
            f"{', with scores that are missing or infinite' if not np.isfinite(values).all() else ''}."
        )
    return values, model_names(models, values.shape[1])


def deviations(scores: Array, names: Sequence[str]) -> tuple[ModelEffect, ...]:
    """How far each model's mean score lies above the mean of the models.

    Parameters:
        scores: units x models.
        names: names of the models.
    """
    apart = (scores - scores.mean(axis=1, keepdims=True)).mean(axis=0)
    return tuple(ModelEffect(name, float(value)) for name, value in zip(names, apart, strict=True))


def tested_pairs(names: Sequence[str], tests: Iterable[NullTest], adjust: Adjustment) -> tuple[PairTest, ...]:
    """The tests of all pairs, their p-values adjusted for the number of pairs.

    Parameters:
        names: names of the models.
        tests: the test of each pair, in the order of `itertools.combinations`.
        adjust: as in `multiplicity.adjust`.
    """
    made = tuple(tests)
    p_adjusted = adjusted([test.p_value for test in made], adjust)
    return tuple(
        PairTest(first, second, test.estimate or 0.0, test.statistic, test.p_value, float(p), test.interval)
        for (first, second), test, p in zip(combinations(names, 2), made, p_adjusted, strict=True)
    )
