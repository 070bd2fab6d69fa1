"""Metrics of a number for each class: top-k accuracy, expected calibration error, perplexity.

References: Guo et al. (2017) for the calibration error: bins of equal width of the probability of the predicted class.
"""

from __future__ import annotations

from math import inf

import numpy as np

from betterthan.arrays import Array
from betterthan.errors import ArgumentError
from betterthan.numerics.losses import log_loss
from betterthan.numerics.metrics.metric import Column, Metric, Weighted, finite
from betterthan.numerics.metrics.sums import group_sums, mean_of

BINS = 15
"""Of Guo et al. (2017)."""


def top(k: int) -> Metric:
    """The share of cases whose class is among the k with the largest scores; of equal ones, the later class is larger,
    as in scikit-learn."""
    if k < 1:
        raise ArgumentError(f"`top-{k}`: at least one class must be looked at.")

    def over(truth: Column, probabilities: Column) -> Weighted:
        codes, scores = np.asarray(truth), finite(probabilities)
        own = scores[np.arange(len(codes)), codes][:, None]
        later = np.arange(scores.shape[1]) > codes[:, None]
        ahead = (scores > own) | ((scores == own) & later)
        return mean_of((ahead.sum(axis=1) < k).astype(np.float64))

    return Metric(f"top-{k}", f"top-{k} accuracy", "probabilities", True, over, (0.0, 1.0))


def calibration_error(bins: int = BINS) -> Metric:
    """The mean distance between the probability of the predicted class and how often it is right, over bins."""
    if bins < 1:
        raise ArgumentError(f"`ece-{bins}`: there must be at least one bin.")

    def over(truth: Column, probabilities: Column) -> Weighted:
        codes, chances = np.asarray(truth), finite(probabilities)
        confidence = chances.max(axis=1)
        gap = (chances.argmax(axis=1) == codes) - confidence
        bin_of = np.clip(np.searchsorted(np.linspace(0, 1, bins + 1), confidence) - 1, 0, bins - 1)
        gaps = group_sums(bin_of, bins, n=len(codes), values=gap)

        def weighted(weights: Array) -> Array:
            with np.errstate(invalid="ignore"):
                return np.asarray(np.abs(gaps(weights)).sum(axis=0) / weights.sum(axis=1))

        return weighted

    name = "ece" if bins == BINS else f"ece-{bins}"
    return Metric(name, f"expected calibration error, {bins} bins", "probabilities", False, over, (0.0, 1.0))


def _perplexity(truth: Column, probabilities: Column) -> Weighted:
    mean = mean_of(log_loss(np.asarray(truth), finite(probabilities)))
    return lambda weights: np.exp(mean(weights))


PERPLEXITY = Metric("perplexity", "perplexity", "probabilities", False, _perplexity, (1.0, inf))
