"""Corrected: a judge's difference, mended by what people say of some of the cases."""

from __future__ import annotations

from typing import NamedTuple

from betterthan.results.interval import Interval
from betterthan.results.probabilities import Probabilities


class MeanDifference(NamedTuple):
    """A mean difference over cases, with its standard error and its interval."""

    estimate: float
    standard_error: float
    interval: Interval


class Corrected(NamedTuple):
    """The difference by a judge alone, by people alone, and by both together (prediction-powered inference).

    Attributes:
        labelled: number of cases with human labels of both models.
        others: number of further cases, which only the judge scored.
        clusters: number of clusters that the labelled cases come in; None without clusters.
        judge: over all cases, by the judge alone.
        people: over the labelled cases, by people alone.
        corrected: over all cases, as people would say.
        weight: λ, how much the judge's scores count; 0 says that they tell nothing of the labels.
        correlation: of the judge's differences with those of people; None where one of them never varies.
        df: degrees of freedom of the last two intervals.
        probabilities: the three probabilities of the corrected difference; None without a rope in units of the score.
    """

    labelled: int
    others: int
    clusters: int | None
    judge: MeanDifference
    people: MeanDifference
    corrected: MeanDifference
    weight: float
    correlation: float | None
    df: int
    probabilities: Probabilities | None
