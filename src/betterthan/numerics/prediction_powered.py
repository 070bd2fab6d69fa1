"""Prediction-powered inference for a mean: a judge scores all cases, people label some of them.

With labels Y and the judge's scores Ŷ on n cases, and the judge's scores on N further cases (Angelopoulos et al. 2023;
with the weight λ of Angelopoulos, Duchi and Zrnic 2023):

    λ        = cov(Y, Ŷ) / ((1 + n/N) var Ŷ), between 0 and 1
    estimate = λ mean(Ŷ_N) + mean(Y - λ Ŷ)
    SE²      = λ² var(Ŷ_N)/N + var(Y - λ Ŷ)/n

The covariance and the two last variances divide by the number of cases, var Ŷ, over all n + N, by one less. A judge
that says nothing of the labels gets λ = 0: what is left is the mean of the labels.
"""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

import numpy as np

from betterthan.arrays import Array, IntArray


class CorrectedMean(NamedTuple):
    """The weight of the judge, the corrected mean, and its standard error."""

    weight: float
    estimate: float
    standard_error: float


def corrected_mean(labels: Array, judged: Array, rest: Array) -> CorrectedMean:
    """The mean of what people would say of all cases.

    Parameters:
        labels: what people say of the labelled cases.
        judged: what the judge says of these.
        rest: what the judge says of all other cases.

    >>> found = corrected_mean(np.array([1.0, 0.0, 1.0]), np.array([0.9, 0.2, 0.8]), np.array([0.5, 0.6]))
    >>> round(found.weight, 4), round(found.estimate, 4)  # 0.14444 / (2.5 · 0.075); λ · 0.55 + 0.66667 - λ · 0.63333
    (0.7704, 0.6025)
    """
    weight = weight_of_judge(labels, judged, rest)
    left = labels - weight * judged
    error = sqrt(weight**2 * float(rest.var()) / len(rest) + float(left.var()) / len(left))
    return CorrectedMean(weight, weight * float(rest.mean()) + float(left.mean()), error)


def weight_of_judge(labels: Array, judged: Array, rest: Array) -> float:
    """λ, chosen from the data; 0 where the judge always says the same.

    Parameters:
        labels: as in `corrected_mean`.
        judged: as in `corrected_mean`.
        rest: as in `corrected_mean`.
    """
    spread = float(np.concatenate([judged, rest]).var(ddof=1))
    if spread == 0:
        return 0.0
    together = float(((labels - labels.mean()) * (judged - judged.mean())).mean())
    return min(1.0, max(0.0, together / ((1 + len(labels) / len(rest)) * spread)))


def clustered_error(
    labels: Array, judged: Array, rest: Array, *, weight: float, cluster: IntArray, rest_cluster: IntArray
) -> float:
    """The standard error where cases come in clusters, of which one may have labelled and other cases.

        SE² = C/(C - 1) Σ_c (λ Σ_{rest in c} (Ŷ - mean)/N + Σ_{labelled in c} (Y - λ Ŷ - mean)/n)²

    Parameters:
        labels: as in `corrected_mean`.
        judged: as in `corrected_mean`.
        rest: as in `corrected_mean`.
        weight: λ.
        cluster: the number of the cluster of each labelled case, from 0.
        rest_cluster: that of each other case.
    """
    count = int(max(cluster.max(), rest_cluster.max())) + 1
    left = labels - weight * judged
    parts = np.bincount(cluster, (left - left.mean()) / len(left), count)
    parts += np.bincount(rest_cluster, weight * (rest - rest.mean()) / len(rest), count)
    there = len(np.union1d(cluster, rest_cluster))
    return sqrt(there / (there - 1) * float(parts @ parts))
