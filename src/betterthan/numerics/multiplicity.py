"""Multiplicity: p-values adjusted for the number of tests, so that one may look at all of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from betterthan.arrays import Array
from betterthan.errors import ArgumentError
from betterthan.phrases import unknown_name
from betterthan.vocabulary import ADJUSTMENTS, Adjustment


def adjust(p_values: Sequence[float] | Array, method: Adjustment = "holm") -> Array:
    """The p-values, adjusted; one that is at most 1 - level after that is rejected.

    Bonferroni, Holm, Hochberg and Hommel bound the probability of any false rejection (Hochberg and Hommel under
    non-negative dependence); Benjamini–Hochberg and Benjamini–Yekutieli the expected share of false ones among the
    rejections (the latter under any dependence).

    Parameters:
        p_values: one per test.
        method: `bonferroni`, `holm`, `hochberg`, `hommel`, `benjamini-hochberg`, `benjamini-yekutieli` or `none`.

    >>> adjust([0.01, 0.04, 0.03], "holm").round(2).tolist()
    [0.03, 0.06, 0.06]
    """
    if method not in ADJUSTMENTS:
        raise ArgumentError(unknown_name("adjustment", method, ADJUSTMENTS))
    given = np.asarray(p_values, dtype=np.float64)
    if given.ndim != 1 or not ((given >= 0) & (given <= 1)).all():
        raise ArgumentError("p-values are numbers between 0 and 1, in one row.")
    if len(given) == 0 or method == "none":
        return given.copy()
    order = np.argsort(given, kind="stable")
    adjusted = np.empty_like(given)
    adjusted[order] = np.minimum(1.0, _METHODS[method](given[order]))
    return adjusted


def _bonferroni(p: Array) -> Array:
    return len(p) * p


def _holm(p: Array) -> Array:
    return np.maximum.accumulate(_left(p) * p)


def _hochberg(p: Array) -> Array:
    return _step_up(_left(p) * p)


def _hommel(p: Array) -> Array:
    """Hommel's closed test with Simes' p-values, by Wright's (1992) algorithm: all sizes of intersection in turn."""
    n = len(p)
    least = np.full(n, (n * p / np.arange(1, n + 1)).min())  # Simes for all n
    adjusted = least.copy()
    for size in range(n - 1, 1, -1):
        few, last = np.arange(n - size + 1), np.arange(n - size + 1, n)
        least_last = (size * p[last] / np.arange(2, size + 1)).min()
        bound = np.empty(n)
        bound[few] = np.minimum(size * p[few], least_last)
        bound[last] = bound[few[-1]]
        adjusted = np.maximum(adjusted, bound)
    return np.asarray(np.maximum(adjusted, p))


def _benjamini_hochberg(p: Array) -> Array:
    return _step_up(len(p) / np.arange(1, len(p) + 1) * p)


def _benjamini_yekutieli(p: Array) -> Array:
    return np.asarray(_benjamini_hochberg(p) * (1 / np.arange(1, len(p) + 1)).sum())


def _left(p: Array) -> Array:
    """How many hypotheses are still open at each step, from the smallest p-value on."""
    return np.arange(len(p), 0, -1, dtype=np.float64)


def _step_up(p: Array) -> Array:
    return np.minimum.accumulate(p[::-1])[::-1]


_METHODS: dict[Adjustment, Callable[[Array], Array]] = {
    "bonferroni": _bonferroni,
    "holm": _holm,
    "hochberg": _hochberg,
    "hommel": _hommel,
    "benjamini-hochberg": _benjamini_hochberg,
    "benjamini-yekutieli": _benjamini_yekutieli,
}
