"""Estimate: the mean of one model alone, with an interval that fits how its units arose.

| units | posterior law of the mean |
|---|---|
| 0/1 scores of independent cases | beta, from the uniform prior: Beta(1 + right, 1 + wrong) |
| independent cases, seeds, training sets | Student's t: mean, s/√n, n - 1 degrees of freedom |
| clusters of cases | the same, of the means of the clusters |
| cases in clusters, each counting alike | Student's t: mean over cases, clustered standard error, C - 1 df |
| folds | the same, with s √(1/n + ρ/(1 - ρ)), ρ the share of the data that a fold is tested on |
| seeds x cases (or other crossed factors) | the mean of a table whose rows and columns are both random |
| several tasks | Student's t, of the means of the tasks |
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from betterthan.answers.estimate import Estimate
from betterthan.asking.against import Published, against_published, judged_again
from betterthan.asking.given import Given, asked_about
from betterthan.asking.own_means import cut_off
from betterthan.asking.scope import not_covered
from betterthan.data.arguments import plain_arguments
from betterthan.data.comparable import with_own_scores
from betterthan.data.matching import check_words
from betterthan.data.moments import moments
from betterthan.data.pairing import alone
from betterthan.data.ranges import score_limits
from betterthan.data.scores import Scores
from betterthan.data.units import CLUSTERS, FOLDS, TASKS
from betterthan.errors import ArgumentError, NeedsNotMet
from betterthan.judging.ropes import INCOMMENSURATE, scale_ratio
from betterthan.phrases import listing, unknown_name
from betterthan.procedures.shared.crossed_table import (
    crossed_law,
    crossed_sums,
    error_of_mean,
    has_crossed_units,
    incomplete,
    laid_out,
    levels_in_words,
)
from betterthan.procedures.shared.folds import correlated_scale
from betterthan.results.interval import Interval, check_level
from betterthan.results.laws.beta import Beta
from betterthan.results.laws.point import Point
from betterthan.results.laws.student_t import StudentT

if TYPE_CHECKING:
    from betterthan.arrays import Array
    from betterthan.data.clusters import Clustering
    from betterthan.data.tables import PairedTable
    from betterthan.judging.rules.rule import LossMatrix
    from betterthan.results.laws.law import Law
    from betterthan.results.rope import RelativeRope, RopeLike
    from betterthan.vocabulary import Repeats

NOTHING_COMPARED = (
    "One model only: nothing is compared. Add another model's scores (several files may be given), or give a published "
    "number with `against=`."
)


class Mean(NamedTuple):
    """The law of a mean, and how it was found."""

    law: Law | None
    method: str


@dataclass(frozen=True, kw_only=True)
class _Asked:
    """What the user asked for, besides the scores."""

    level: float
    test_fraction: float | None
    published: Published | None


@plain_arguments
def estimate(
    data: Given,
    model: str | None = None,
    *,
    task: str | Sequence[str] | None = None,
    level: float = 0.95,
    against: float | None = None,
    against_n: int | None = None,
    against_sd: float | None = None,
    rope: RopeLike | RelativeRope | None = None,
    rule: str = "threshold",
    threshold: float | None = None,
    loss_matrix: LossMatrix | None = None,
    test_fraction: float | None = None,
    repeats: Repeats = "error",
) -> Estimate:
    """The mean of one model with an interval that fits its units, and how it compares with a published number.

    Parameters:
        data: what `bt.read` takes or gives, or what `bt.pair` gave.
        model: name of the model; may be left out when there is only one.
        task: one or several tasks to look at.
        level: coverage of the intervals.
        against: a published number, in the units of the scores. It is taken as an independent estimate: this is not a
            paired comparison.
        against_n: the number of cases that the published number is a share of, such as an accuracy on 1,000 cases.
        against_sd: the standard error of the published number. Without it and without `against_n` the number is taken
            as exact.
        rope: as in `compare`, for the difference from the published number; None takes 0.1 standard deviations of the
            model's scores.
        rule: as in `compare`.
        threshold: as in `compare`.
        loss_matrix: as in `compare`.
        test_fraction: n_test/(n_test + n_train) of folds, where the table does not say.
        repeats: as in `pair`.

    >>> from betterthan.data.reading.tables import read
    >>> right = {"model": ["gpt"] * 4, "case": ["a", "b", "c", "d"], "score": [1, 1, 0, 1]}
    >>> found = estimate(read(right))
    >>> found.mean, round(found.interval.low, 4), round(found.interval.high, 4)           # Beta(1 + 3, 1 + 1)
    (0.75, 0.2836, 0.9473)
    """
    check_level(level)
    check_words("error", repeats)
    published = Published.given(against, against_n, against_sd, rope, rule, threshold, loss_matrix)
    scored = with_own_scores(asked_about(data, asker="estimate"), "estimate")
    selected = scored if task is None else scored.select_tasks([task] if isinstance(task, str) else list(task))
    chosen = _model(selected.models, model)
    table = alone(selected, chosen, repeats=repeats) if isinstance(selected, Scores) else _column(selected, chosen)
    metric = selected.metric if isinstance(selected, Scores) else "score"
    asked = _Asked(level=level, test_fraction=test_fraction, published=published)
    return replace(_of_tasks(table, asked) if len(table.tasks) > 1 else _of_table(table, asked), metric=metric)


def asked_again(found: Estimate) -> Estimate:
    """The same estimate, with all that follows from the law of its mean computed again.

    Parameters:
        found: an estimate, perhaps read from a document.
    """
    tasks = tuple(map(asked_again, found.tasks))
    if found.law is None or found.interval is None:
        return replace(found, tasks=tasks)
    interval = _interval(found.law, found.level, found.limits)
    losses = not found.higher_is_better
    against = None if found.against is None else judged_again(found.against, found.law, losses=losses)
    return replace(found, interval=interval, against=against, tasks=tasks)


def _model(known: Sequence[str], model: str | None) -> str:
    if model is None:
        if len(known) > 1:
            raise ArgumentError(f"There are {len(known)} models ({listing(known)}): which one is meant?")
        return known[0]
    if model not in known:
        raise ArgumentError(unknown_name("model", model, known))
    return model


def _column(table: PairedTable, model: str) -> PairedTable:
    """One model of a paired table, on the units that it has."""
    return table.of(model)


def _of_tasks(table: PairedTable, asked: _Asked) -> Estimate:
    """The mean of the means of the tasks, which are taken as a sample; and each task by itself."""
    ratio = scale_ratio(table)
    if ratio > INCOMMENSURATE:
        raise NeedsNotMet(
            f"The size of the scores differs {ratio:,.0f}-fold between tasks, so they are hardly on one scale and "
            "their mean says nothing. Look at one task at a time with `task=`."
        )
    whole = _of_table(table.by_task(), asked)
    if table.design.unit == TASKS:
        return whole
    within = replace(asked, published=None)
    parts = [replace(_of_table(table.select_tasks([task]), within), task=task, notes=()) for task in table.tasks]
    return replace(whole, tasks=tuple(parts), clustering=_clustering(table))


def _of_table(table: PairedTable, asked: _Asked) -> Estimate:
    """One task, or one score of each."""
    scores = table.original(table.scores[:, 0])
    mean, sd, n = moments(scores)
    found = _mean(table, scores, asked)
    ends = score_limits(table)
    within = None if ends is None else (ends.low, ends.high)
    interval = None if found.law is None else _interval(found.law, asked.level, within)
    against = None
    if asked.published is not None:
        if found.law is None:
            raise NeedsNotMet(f"A comparison with a published number needs at least 2 {table.design.unit}; got {n}.")
        against = against_published(found.law, sd, table, asked.published, asked.level)
    return Estimate(
        model=table.models[0],
        n=n,
        unit=f"cells of {levels_in_words(table)}" if has_crossed_units(table) else table.design.unit.plural,
        mean=mean,
        sd=sd if n > 1 else None,
        interval=interval,
        method=found.method,
        law=found.law,
        task=(table.tasks[0] or None) if len(table.tasks) == 1 else None,
        higher_is_better=table.higher_is_better,
        level=asked.level,
        limits=within,
        against=against,
        clustering=_clustering(table),
        notes=(
            NOTHING_COMPARED if asked.published is None else asked.published.note,
            *not_covered(table.facts),
            *cut_off([interval], ends),
            *table.notes,
        ),
    )


def _clustering(table: PairedTable) -> Clustering | None:
    """What is known of the clusters, in the scores' original units."""
    known = table.clustering()
    if known is None:
        return None
    mean, over_clusters = table.original(np.array([known.mean, known.mean_over_clusters])).tolist()
    return replace(known, mean=mean, mean_over_clusters=over_clusters)


def _mean(table: PairedTable, scores: Array, asked: _Asked) -> Mean:
    """The law of the mean that fits the units, read from the top."""
    (mean, sd, n), unit = moments(scores), table.design.unit
    if n == 1:
        return Mean(None, f"One {unit.singular} alone has no spread: there is no interval.")
    if has_crossed_units(table):
        return _crossed_mean(table, scores)
    if table.facts.clustered:
        return _mean_over_cases(table, scores)
    if table.binary and unit not in (FOLDS, CLUSTERS):
        right = round(mean * n)
        return Mean(
            Beta(1 + right, 1 + n - right),
            f"The {unit} are taken as independent; with a uniform prior the share has the law "
            f"Beta(1 + {right:,}, 1 + {n - right:,}).",
        )
    if sd == 0:
        return Mean(Point(mean), f"All {n:,} scores are the same: the interval has no length, which says little.")
    if unit == FOLDS:
        share = _test_fraction(table, asked)
        return Mean(
            StudentT(n - 1, mean, correlated_scale(sd, n, share)),
            f"Folds share training data (a fold is tested on {share:.3g} of it): mean ± t s √(1/n + "
            f"{share:.3g}/{1 - share:.3g}), t with {n - 1:,} degrees of freedom.",
        )
    of_what = {CLUSTERS: "means of the clusters", TASKS: "means of the tasks, which are taken as a sample of tasks"}
    values = of_what.get(unit, f"{unit}, which are taken as independent")
    return Mean(
        StudentT(n - 1, mean, sd / sqrt(n)),
        f"Of the {n:,} {values}: mean ± t s/√n, t with {n - 1:,} degrees of freedom.",
    )


def _crossed_mean(table: PairedTable, scores: Array) -> Mean:
    """Both factors are samples; where pairs are missing, or nothing is left over, by its standard error."""
    both = f"Neither the {table.design.unit.crosses[0]} nor the {table.design.unit.crosses[1]} are independent scores"
    law = None if incomplete(table) is not None else crossed_law(crossed_sums(laid_out(table, scores)), "box-tiao")
    if law is not None:
        return Mean(law, f"{both}: both are taken as samples, with a variance of their own each (Box and Tiao).")
    error, df = error_of_mean(table, scores)
    mean = float(scores.mean())
    if error == 0:
        return Mean(Point(mean), "All scores are the same: the interval has no length, which says little.")
    return Mean(StudentT(df, mean, error), f"{both}: mean ± t times a standard error that allows for both.")


def _mean_over_cases(table: PairedTable, scores: Array) -> Mean:
    """Every case counts alike, and the cases of a cluster are not independent."""
    (error, df), mean = error_of_mean(table, scores), float(scores.mean())
    if df == 0:
        return Mean(None, "All cases are in one cluster, which says nothing about others: there is no interval.")
    if error == 0:
        return Mean(
            Point(mean), "The mean of every cluster is the same: the interval has no length, which says little."
        )
    return Mean(
        StudentT(df, mean, error),
        f"Over cases, each counting alike: mean ± t times the standard error that allows for {df + 1:,.0f} clusters, "
        f"t with {df:,.0f} degrees of freedom.",
    )


def _test_fraction(table: PairedTable, asked: _Asked) -> float:
    known = asked.test_fraction if asked.test_fraction is not None else table.facts.test_fraction
    if known is None:
        raise NeedsNotMet(f"The interval of a mean over folds needs {table.facts.unclear}")
    return known


def _interval(law: Law, level: float, limits: tuple[float, float] | None) -> Interval:
    """The interval of a mean; its law may not know where there can be no scores."""
    low, high = (float(end) for end in law.quantile(np.array([(1 - level) / 2, (1 + level) / 2])))
    whole = Interval(low, high, level, "equal-tailed")
    return whole if limits is None else whole.within(*limits)
