"""Corrected: what human labels on some cases make of a judge's difference (prediction-powered inference)."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from scipy.special import stdtr, stdtrit

from betterthan.answers.corrected import Corrected, MeanDifference
from betterthan.data.clusters import clustered_mean
from betterthan.data.scores import Scores
from betterthan.data.units import CASES, CLUSTERS, TASKS
from betterthan.numerics.prediction_powered import CorrectedMean, clustered_error, corrected_mean
from betterthan.phrases import counted
from betterthan.results.interval import Interval
from betterthan.results.probabilities import Probabilities

if TYPE_CHECKING:
    from betterthan.answers.comparisons import Comparisons
    from betterthan.arrays import Array, BoolArray, IntArray
    from betterthan.data.factors import Factor
    from betterthan.data.protocol import Comparable
    from betterthan.results.rope import Rope

JUDGES = ("judge", "grader", "autorater", "autograder")
"""Words in the name of a score that say who gave it."""
FEW = 50
"""Fewer labelled cases make the interval too narrow (coverage .918 to .942 at 20)."""
LEAST = 3


class Judged(NamedTuple):
    """Differences of both models: the judge's on every case, people's where they labelled it, and clusters."""

    judge: Array
    people: Array
    cluster: IntArray | None


class Said(NamedTuple):
    """What the labels make of the difference, and what has to be said about it."""

    corrected: Corrected | None
    notes: tuple[str, ...]


NOTHING = Said(None, ())


def corrected_by_people(data: Scores, models: tuple[str, str], rope: Rope | None, level: float) -> Said:
    """The difference of two models as people would say it.

    Parameters:
        data: the judge's scores, which may hold those of people.
        models: the two models.
        rope: the region of practical equivalence.
        level: coverage of the intervals.
    """
    if data.human is None:
        return Said(None, _judge_alone(data))
    if CASES.key not in data.columns or CASES.key not in data.human.columns:
        return Said(
            None, ("Human labels are matched by case, and there is no column of cases: nothing was corrected.",)
        )
    if len(data.tasks) > 1:
        return Said(None, ("Human labels correct the difference on one task: choose it with `task=`.",))
    judged = _differences(data, data.human, models)
    has = ~np.isnan(judged.people)
    if has.sum() < LEAST:
        both = counted(int(has.sum()), "case")
        return Said(None, (f"Only {both} with human labels of both models: the difference is the judge's alone.",))
    found = _corrected(judged, has, rope, level)
    few = f"Only {found.labelled} cases have human labels: below {FEW} the corrected interval is somewhat too narrow."
    return Said(found, (few,) if found.labelled < FEW else ())


def not_corrected(found: Comparisons, data: Scores | Comparable) -> Comparisons:
    """Several models, with a note if there are human labels: these correct the difference of two.

    Parameters:
        found: the comparison of all pairs.
        data: what it was made of.
    """
    if not isinstance(data, Scores) or data.human is None:
        return found
    note = "Human labels correct the difference of two models: name them with `first=` and `second=`."
    return replace(found, notes=(*found.notes, note))


def _judge_alone(data: Scores) -> tuple[str, ...]:
    """Scores that by their name are a judge's, without any labels."""
    if not any(word in data.metric.lower() for word in JUDGES):
        return ()
    return (
        f"`{data.metric}` is a judge's score by its name, and nothing says how far the judge is from people. With "
        'human labels on some cases, in a column of their own (`human="NAME"`), the difference would be corrected.',
    )


def _differences(data: Scores, human: Scores, models: tuple[str, str]) -> Judged:
    """One difference for each case that the judge scored for both models, several scores of a case averaged."""
    factors = [CASES.key, *([CLUSTERS.key] if CLUSTERS.key in data.columns else [])]
    keys = [key for key in (TASKS.key, CASES.key) if key in data.columns]
    judge, people = data.rows.units(models, keys, factors), human.rows.units(models, keys, [CASES.key])
    both = ~np.isnan(judge.scores).any(axis=1)
    names = _names(judge.factors[CASES.key])[both]
    said = dict(zip(_names(people.factors[CASES.key]).tolist(), people.scores[:, 0] - people.scores[:, 1], strict=True))
    labels = np.array([said.get(name, np.nan) for name in names.tolist()])
    clusters = judge.factors[CLUSTERS.key].codes[both] if CLUSTERS.key in judge.factors else None
    numbered = None if clusters is None else np.unique(clusters, return_inverse=True)[1].astype(np.int64)
    return Judged((judge.scores[:, 0] - judge.scores[:, 1])[both], labels, numbered)


def _names(factor: Factor) -> Array:
    return np.array(factor.names, dtype=object)[factor.codes]


def _corrected(judged: Judged, has: BoolArray, rope: Rope | None, level: float) -> Corrected:
    """All three means."""
    judge, people, cluster = judged.judge, judged.people[has], judged.cluster
    of_labelled, rest = judge[has], judge[~has]
    labelled_clusters = None if cluster is None else len(np.unique(cluster[has]))
    df = (len(people) if labelled_clusters is None else labelled_clusters) - 1
    alone = _mean(people, None if cluster is None else cluster[has], level)
    if len(rest) < LEAST:
        found = CorrectedMean(0.0, alone.estimate, alone.standard_error)
    else:
        found = corrected_mean(people, of_labelled, rest)
        if cluster is not None:
            weight = found.weight
            error = clustered_error(
                people, of_labelled, rest, weight=weight, cluster=cluster[has], rest_cluster=cluster[~has]
            )
            found = found._replace(standard_error=error)
    varies = people.std() > 0 and of_labelled.std() > 0
    return Corrected(
        len(people),
        len(rest),
        labelled_clusters,
        _mean(judge, cluster, level),
        alone,
        _with_interval(found.estimate, found.standard_error, df, level),
        found.weight,
        float(np.corrcoef(people, of_labelled)[0, 1]) if varies else None,
        df,
        _probabilities(found, df, rope),
    )


def _mean(values: Array, cluster: IntArray | None, level: float) -> MeanDifference:
    """A mean over cases, with a standard error that allows for clusters."""
    if cluster is None:
        return _with_interval(
            float(values.mean()), float(values.std(ddof=1)) / sqrt(len(values)), len(values) - 1, level
        )
    numbered = np.unique(cluster, return_inverse=True)[1].astype(np.int64)
    mean, error, clusters = clustered_mean(values, numbered)
    return _with_interval(mean, error, clusters - 1, level)


def _with_interval(estimate: float, error: float, df: int, level: float) -> MeanDifference:
    reach = float(stdtrit(max(df, 1), (1 + level) / 2)) * error
    return MeanDifference(estimate, error, Interval(estimate - reach, estimate + reach, level, "confidence"))


def _probabilities(found: CorrectedMean, df: int, rope: Rope | None) -> Probabilities | None:
    """Under a Student law about the corrected mean, as `bayes_t` has about a plain one."""
    if rope is None or rope.scale != "score" or not found.standard_error > 0:
        return None
    low, high = (float(stdtr(df, (bound - found.estimate) / found.standard_error)) for bound in (rope.low, rope.high))
    return Probabilities(1 - high, high - low, low)
