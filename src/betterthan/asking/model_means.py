"""Model means: each model's mean with an interval for comparing the models, beside the one for the mean alone.

Units (tasks, cases) differ from each other, mostly by more than the models do, but all models meet the same ones: what
the units have in common cancels from every comparison of models. An ordinary interval of a mean contains it all the
same. The within-unit interval of Loftus and Masson (1994) rests on what is left of the scores z_ij of k models on n
units when the means of units and of models are taken out,

    mean of model j ± t √(MS/n),        MS = Σ (z_ij - z_i. - z_.j + z_..)² / ((n - 1)(k - 1))

with (n - 1)(k - 1) degrees of freedom: the error of an analysis of variance with repeated measures. Two means differ at
the level of the interval where they are more than √2 of its half-lengths apart, which for two models is the paired
t-test. All models share one length: the differences of all pairs are taken to vary alike. Folds share training data,
which widens both kinds of interval as it does the correlated t-test: 1/n becomes 1/n + test share/(1 - test share).

References: Loftus and Masson (1994); Morey (2008); Williams (2026), sec. 8.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np
from scipy.special import stdtrit

from betterthan.answers.model_means import ModelMeans
from betterthan.asking.given import Given, asked_about
from betterthan.asking.own_means import cut_off, kept_within, model_figures
from betterthan.data.arguments import plain_arguments
from betterthan.data.comparable import with_own_scores
from betterthan.data.pairing import pair_all
from betterthan.data.ranges import score_limits
from betterthan.data.scores import Scores
from betterthan.errors import NeedsNotMet
from betterthan.judging.ropes import mixed_scales, scale_ratio
from betterthan.numerics.ties import ROUNDING
from betterthan.procedures.shared.crossed_table import has_crossed_units
from betterthan.results.interval import Interval, check_level

if TYPE_CHECKING:
    from betterthan.arrays import Array
    from betterthan.data.tables import PairedTable
    from betterthan.vocabulary import Missing, Repeats


@plain_arguments
def model_means(
    data: Given,
    *,
    models: Sequence[str] = (),
    task: str | Sequence[str] | None = None,
    level: float = 0.95,
    missing: Missing = "error",
    repeats: Repeats = "error",
) -> ModelMeans:
    """The means of several models with intervals for comparing them, and with those of each mean alone.

    Parameters:
        data: what `bt.read` takes or gave, or a paired table.
        models: names of the models; all of them if none is named.
        task: one or several tasks to look at.
        level: coverage of the intervals.
        missing: as in `pair`; of several models only the units that all of them have are used.
        repeats: as in `pair`.
    """
    scored = with_own_scores(asked_about(data, asker="model_means"), "model_means")
    check_level(level)
    selected = scored if task is None else scored.select_tasks([task] if isinstance(task, str) else list(task))
    table = pair_all(selected, models, missing=missing, repeats=repeats) if isinstance(selected, Scores) else selected
    refuse_means(table)
    single, notes = _shared_units(table.by_task() if len(table.tasks) > 1 else table)
    reach = within_reach(single.scores, level=level, test_fraction=single.design.test_fraction or 0.0)
    order = np.argsort(-single.scores.mean(axis=0), kind="stable")
    own, ends = model_figures(single, level), score_limits(single)
    reaches = (Interval(own[j].mean - reach, own[j].mean + reach, level, "confidence") for j in order)
    within = tuple(kept_within(each, ends) for each in reaches)
    return ModelMeans(
        tuple(own[j] for j in order),
        within,
        single.n_units,
        single.design.unit.plural,
        single.higher_is_better,
        (*table.notes, *notes, *cut_off((*within, *(model.interval for model in own)), ends)),
    )


def refuse_means(table: PairedTable) -> None:
    """Refuse tasks whose scores are not on one scale.

    Parameters:
        table: the scores.
    """
    if mixed_scales(table):
        raise NeedsNotMet(
            f"The size of the scores differs {scale_ratio(table):,.0f}-fold between tasks: a mean over them would say "
            "nothing. Look at one task (`task=`), or rank the models with `bt.rank`."
        )


def within_reach(scores: Array, *, level: float = 0.95, test_fraction: float = 0.0) -> float:
    """Half the length of the within-unit interval, the same for every model.

    Parameters:
        scores: units x models, complete.
        level: coverage of the interval.
        test_fraction: share of the data that a fold is tested on; 0 for units that share no training data.

    >>> words = np.array([[10, 13, 13], [6, 8, 8], [11, 14, 14], [22, 23, 25], [16, 18, 20],
    ...                   [15, 17, 17], [1, 1, 4], [12, 15, 17], [9, 12, 12], [8, 9, 12]])
    >>> round(within_reach(words), 2)                                      # Loftus and Masson (1994), Table 2
    0.52
    """
    n, k = scores.shape
    if n < 2 or k < 2:
        raise NeedsNotMet(f"A within-unit interval needs 2 units and 2 models or more; got {n} and {k}.")
    size = float(np.abs(scores).max()) or 1.0
    scaled = scores / size  # squares of 1e300 would leave the range
    left = scaled - scaled.mean(axis=1, keepdims=True)
    left = left - left.mean(axis=0)
    df = (n - 1) * (k - 1)
    error = sqrt(float((left**2).sum()) / df) if np.abs(left).max() > ROUNDING else 0.0
    return float(stdtrit(df, (1 + level) / 2)) * size * error * sqrt(1 / n + test_fraction / (1 - test_fraction))


def _shared_units(table: PairedTable) -> tuple[PairedTable, tuple[str, ...]]:
    """The units that every model has, and how many were left out."""
    if has_crossed_units(table):
        raise NeedsNotMet(
            f"Within-unit intervals are for one kind of unit; these are {table.design.unit}. Take the mean over one of "
            "the two before reading the scores."
        )
    if table.facts.clustered:
        raise NeedsNotMet(
            f"Within-unit intervals are for independent units; these are {table.design.unit}. Take one mean of each "
            'cluster: `weight="clusters"`.'
        )
    shared = np.flatnonzero(~np.isnan(table.scores).any(axis=1))
    gaps = len(table.scores) - len(shared)
    if not gaps:
        return table, ()
    left_out = table.design.unit.counted(gaps)
    note = (
        f"Left out: {left_out} on which not every model has a score. All means are over the same {table.design.unit}."
    )
    return table.only(shared), (note,)
