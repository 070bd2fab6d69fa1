"""Sums of weights over groups of cases, for many draws at once: what all metrics are made of.

A sum over groups is a product with a matrix of zeros and ones, which is sparse: it reads each weight once, in any
order, and adds whole rows of draws. Weights that are stored case by case (as `case_weights` has them) need no copy.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from scipy.sparse import csr_array

from betterthan.arrays import Array, IntArray
from betterthan.numerics.metrics.metric import Weighted

STRIDE = 16
"""Rows that are added up one by one before their sums are: numpy's own running sum goes down single columns, which
takes twice as long, and five times if the columns are a power of two apart."""


def group_sums(
    groups: IntArray, count: int, *, n: int, cases: IntArray | None = None, values: Array | None = None
) -> Callable[[Array], Array]:
    """Weights, draws x n -> their sums over each group, groups x draws.

    Parameters:
        groups: the group of each of the cases, 0 … count - 1.
        count: how many groups there are; some may be empty.
        n: how many cases there are in all.
        cases: which cases these are; all, if None.
        values: what the weight of each of these cases is multiplied with; 1, if None.
    """
    cases = np.arange(n) if cases is None else cases
    values = np.ones(len(groups)) if values is None else values
    # Sorted by group these are the rows of the matrix already: its three arrays are simply written down.
    order = np.argsort(groups, kind="stable")
    ends = np.concatenate([[0], np.cumsum(np.bincount(groups, minlength=count))])
    matrix = csr_array((values[order], cases[order], ends), shape=(count, n))

    def summed(weights: Array) -> Array:
        return np.asarray(matrix @ weights.T)

    return summed


def running(rows: Array) -> Array:
    """Running sums down the rows, in place.

    >>> running(np.array([[1.0], [2.0], [3.0]])).ravel().tolist()
    [1.0, 3.0, 6.0]
    """
    if rows.shape[1] < STRIDE:
        return np.cumsum(rows, axis=0, out=rows)
    whole = len(rows) // STRIDE * STRIDE
    strides = rows[:whole].reshape(whole // STRIDE, STRIDE, rows.shape[1])
    for row in range(1, STRIDE):
        strides[:, row] += strides[:, row - 1]
    strides[1:] += np.cumsum(strides[:-1, -1], axis=0)[:, None]
    for row in range(max(whole, 1), len(rows)):
        rows[row] += rows[row - 1]
    return rows


def shares(sums: Array) -> Array:
    """Sums over groups as shares of their total, in place; NaN where the total is 0."""
    with np.errstate(invalid="ignore"):
        return np.asarray(np.divide(sums, sums.sum(axis=0), out=sums))


def mean_of(values: Array) -> Weighted:
    """Weights -> the weighted mean of the values; NaN where no case has weight."""

    def weighted(weights: Array) -> Array:
        with np.errstate(invalid="ignore"):
            return np.asarray(weights @ values / weights.sum(axis=1))

    return weighted
