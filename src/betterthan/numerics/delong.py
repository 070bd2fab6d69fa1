"""AUROCs of several models on the same cases, and their covariance, by placements.

The placement of a positive is the share of the negatives that score below it, ties half; that of a negative the share
of the positives above it. Their mean is the AUROC, and (DeLong et al. 1988)

    cov = cov(placements of the positives) / n₊ + cov(placements of the negatives) / n₋

estimates its covariance. Counting below and above is a binary search among the sorted scores of the other class, so
that a million cases take well under a second.

References: DeLong, DeLong and Clarke-Pearson (1988); Sun and Xu (2014) for the time of O(n log n).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import sqrt

import numpy as np

from betterthan.arrays import Array, BoolArray
from betterthan.numerics.metrics.metric import Column, finite


@dataclass(frozen=True)
class Placements:
    """Of each model, the placements of all cases.

    Parameters:
        positives: models x positive cases.
        negatives: models x negative cases.
    """

    positives: Array
    negatives: Array

    @cached_property
    def aurocs(self) -> Array:
        """The area of each model; NaN if a class has no case."""
        models = len(self.positives)
        return self.positives.mean(axis=1) if self.positives.size and self.negatives.size else np.full(models, np.nan)

    @cached_property
    def covariance(self) -> Array:
        """Models x models; NaN if a class has fewer than two cases."""
        return _covariance(self.positives) + _covariance(self.negatives)

    def difference(self, first: int, second: int) -> tuple[float, float]:
        """AUROC of one model minus that of another, and its standard error; exactly 0 if they order alike."""
        apart = [each[[first]] - each[[second]] for each in (self.positives, self.negatives)]
        variance = sum(float(_covariance(each)[0, 0]) for each in apart)
        return float(self.aurocs[first] - self.aurocs[second]), sqrt(variance)


def placements(truth: Column, scores: Array) -> Placements:
    """The placements of all cases.

    Parameters:
        truth: 1 for the cases of the positive class.
        scores: models x cases, any real numbers.
    """
    positive = np.asarray(truth) == 1
    found = [_of_one_model(positive, each) for each in finite(scores)]
    return Placements(np.array([each[0] for each in found]), np.array([each[1] for each in found]))


def _of_one_model(positive: BoolArray, scores: Array) -> tuple[Array, Array]:
    above, below = scores[positive], scores[~positive]
    return _share_below(above, below), 1 - _share_below(below, above)


def _share_below(cases: Array, others: Array) -> Array:
    """Which share of the others is below each case, ties half. Sorted cases are found faster, one near the last."""
    order, ordered = np.argsort(cases), np.sort(others)
    ranked = cases[order]
    counts = np.searchsorted(ordered, ranked, "left") + np.searchsorted(ordered, ranked, "right")
    share = np.empty(len(cases))
    share[order] = counts / (2 * max(1, len(others)))
    return share


def _covariance(placed: Array) -> Array:
    """Covariance of the mean of each row."""
    n = placed.shape[1]
    if n < 2:
        return np.full((len(placed), len(placed)), np.nan)
    centred = placed - placed.mean(axis=1, keepdims=True)
    return np.asarray(centred @ centred.T / (n * (n - 1)))
