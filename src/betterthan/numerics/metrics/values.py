"""Metrics of predicted values: root mean squared error, mean absolute error, R², Spearman's correlation.

A weighted rank is the weight of all smaller values and half of that of equal ones, which is the mean rank of a case
that counts k times, up to a constant. Spearman's correlation is the weighted correlation of these.

References: Spearman (1904).
"""

from __future__ import annotations

from collections.abc import Callable
from math import frexp, inf

import numpy as np

from betterthan.arrays import Array, IntArray
from betterthan.numerics.metrics.metric import Column, Metric, Weighted, finite
from betterthan.numerics.metrics.sums import group_sums, mean_of, running, shares

ROUNDING = np.finfo(np.float64).eps


def _rmse(truth: Column, values: Column) -> Weighted:
    errors, unit = _scaled(finite(values) - finite(truth))
    mean = mean_of(errors**2)
    return lambda weights: unit * np.sqrt(mean(weights))


def _mae(truth: Column, values: Column) -> Weighted:
    return mean_of(np.abs(finite(values) - finite(truth)))


def _scaled(values: Array) -> tuple[Array, float]:
    """Values divided by a power of two near the largest of them, and that: squares of 1e200 would leave the range."""
    unit = 2.0 ** min(frexp(float(np.abs(values).max()))[1], 1023)
    return values / unit, unit


def _r_squared(truth: Column, values: Column) -> Weighted:
    """1 - residual/total sum of squares; where the total is 0, 1 if the residual is, else 0, as in scikit-learn."""
    true = finite(truth)
    errors, of_errors = _scaled(finite(values) - true)
    # About the plain mean already, or the mean of squares less the squared mean would lose all digits of a large truth.
    centred, of_truth = _scaled(true - true.mean())
    columns, ratio = np.column_stack([errors**2, centred**2, centred]), of_errors / of_truth

    def weighted(weights: Array) -> Array:
        residual, about_mean, offset = (weights @ columns).T
        total = about_mean - offset**2 / weights.sum(axis=1)
        # Draws in which only one value has weight leave rounding, not 0.
        constant = total <= len(true) * ROUNDING * about_mean
        with np.errstate(over="ignore"):
            unexplained = residual * ratio / np.where(constant, 1.0, total) * ratio
        return np.asarray(np.where(constant, residual <= 0, 1 - unexplained), dtype=np.float64)

    return weighted


def _spearman(truth: Column, values: Column) -> Weighted:
    n = len(truth)
    ranks_of = [_ranks(*np.unique(finite(column), return_inverse=True), n) for column in (truth, values)]

    def weighted(weights: Array) -> Array:
        (first, first_spread), (second, second_spread) = (ranks(weights) for ranks in ranks_of)
        with np.errstate(invalid="ignore"):
            covariance = np.einsum("ij,ij,ij->j", weights.T, first, second) / weights.sum(axis=1)
            return np.asarray(covariance / np.sqrt(first_spread * second_spread))

    return weighted


def _ranks(distinct: Array, places: IntArray, n: int) -> Callable[[Array], tuple[Array, Array]]:
    """Weights -> the rank of each case about the mean rank, as a share of all weight, n x draws; and their variance."""
    sums = group_sums(places, len(distinct), n=n)

    def ranked(weights: Array) -> tuple[Array, Array]:
        share = shares(sums(weights))
        rank = running(share.copy()) - share / 2 - 0.5
        return rank[places], np.asarray((share * rank**2).sum(axis=0))

    return ranked


RMSE = Metric("rmse", "root mean squared error", "values", False, _rmse, (0.0, inf))
MAE = Metric("mae", "mean absolute error", "values", False, _mae, (0.0, inf))
R_SQUARED = Metric("r2", "R²", "values", True, _r_squared, (-inf, 1.0))
SPEARMAN = Metric(
    "spearman",
    "Spearman's rank correlation",
    "values",
    True,
    _spearman,
    (-1.0, 1.0),
    undefined="all cases with weight have the same truth or the same prediction",
)
