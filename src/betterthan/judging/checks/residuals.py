"""Checks of an analysis of variance."""

from __future__ import annotations

import numpy as np

from betterthan.arrays import Array, IntArray
from betterthan.data.tables import PairedTable
from betterthan.judging.checks.check import Check, looked_at, renamed
from betterthan.judging.checks.differences import constant_differences, number_of_units, outliers, qq_normal
from betterthan.numerics.normality import john_p
from betterthan.numerics.variation import Epsilons, epsilons, variation

LEAST_EPSILON = 0.75
"""Below this (Girden 1992) the pairs of models differ too much in spread to be pooled."""


TO_PAIRS = "with few units look at single pairs, or at ranks"


def residual_checks(table: PairedTable) -> tuple[Check, ...]:
    """The checks of an analysis of variance, on the scores without the means of units and models.

    Several units per task are averaged first; of two crossed factors, what the models make of each level is taken off.

    Parameters:
        table: paired scores of two or more models.

    >>> table = PairedTable(("a", "b", "c"), np.random.default_rng(1).normal(size=(40, 3)) * [1, 1, 9])
    >>> [(check.name, check.status) for check in residual_checks(table)][-1]
    ('sphericity', 'failed')
    """
    single = table.by_task() if len(table.tasks) > 1 else table
    units = number_of_units(single.n_units)
    if np.isnan(single.scores).any():
        return (units, Check("Q-Q of residuals", "not checked", None, "not every model has a score on every unit"))
    residuals = variation(single.scores).residuals if single.n_units > 1 else np.zeros_like(single.scores)
    for unit in single.design.unit.crosses:
        residuals = residuals - _means_by(single.factors[unit.key].codes, residuals)
    return (units, *residual_checks_of(residuals, None if single.design.crossed else epsilons(residuals)))


def residual_checks_of(residuals: Array, spheric: Epsilons | None) -> tuple[Check, ...]:
    """The same checks on residuals that are known already.

    Parameters:
        residuals: units x models, without the means of units and models.
        spheric: how far the pairs are from having the same spread; None where that does not apply.
    """
    values = residuals[:, 0] if residuals.shape[1] == 2 else residuals.ravel()  # of two models one mirrors the other
    if not values.any():
        return (constant_differences(values),)
    shape = f"the residuals are not normally distributed; {TO_PAIRS}"
    few = f"a few scores lie far from the rest; {TO_PAIRS}"
    return (
        renamed(qq_normal(values), "Q-Q of residuals", shape),
        renamed(outliers(values), "outliers among residuals", few),
        sphericity(residuals, spheric),
    )


def sphericity(residuals: Array, spheric: Epsilons | None) -> Check:
    """Whether the differences of all pairs of models have the same spread, by Huynh and Feldt's ε.

    Fails where it is below 0.75 and the p-value of John's test of sphericity (1971) below 0.01.

    Parameters:
        residuals: units x models, without the means of units and models.
        spheric: how far the pairs are from having the same spread; None where that does not apply.
    """
    if spheric is None or spheric.huynh_feldt is None:
        return Check("sphericity", "not checked", None, "these units cannot show it")
    spread = np.sqrt(((residuals[:, :, None] - residuals[:, None, :]) ** 2).sum(axis=0))
    pairs = spread[np.triu_indices(residuals.shape[1], 1)]
    times = f"up to {pairs.max() / pairs.min():.2g}-fold" if pairs.min() > 0 else "one has none"
    advice = (
        f"the pairs of models differ in the spread of their differences ({times}), so pooling them misleads; "
        "read the corrected p-values and each pair's own test, or a Bayesian analysis of variance with unstructured "
        "residuals"
    )
    passed = spheric.huynh_feldt >= LEAST_EPSILON or john_p(spheric.greenhouse_geisser, *residuals.shape) >= 0.01
    return looked_at("sphericity", passed, spheric.huynh_feldt, advice)


def _means_by(codes: IntArray, values: Array) -> Array:
    """The mean of each column within the unit's group, per unit."""
    sizes = np.bincount(codes)[:, None]
    sums = np.stack([np.bincount(codes, column) for column in values.T], axis=1)
    return np.asarray((sums / sizes)[codes])
