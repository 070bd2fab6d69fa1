"""A metric of the whole test set under weights of its cases that are drawn again and again, the same for all models."""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt
from typing import NamedTuple

import numpy as np
from scipy.special import ndtri, stdtrit

from betterthan.arrays import Array, IntArray
from betterthan.data.metric_table import MetricTable
from betterthan.errors import NeedsNotMet
from betterthan.numerics.case_weights import dirichlet_weights, multinomial_counts, over_draws

MOST_DRAWS = 20_000
LEAST_DRAWS = 1_000
AT_MOST = 2e8
"""Weights that are drawn where nobody says how many draws there are to be."""
TOLERATED = 0.1
"""Share of the resamples that may leave the metric undefined; beyond it, what is left says too little."""


PRIOR = "Bayesian bootstrap: Dirichlet process with no prior mass"


class Drawn(NamedTuple):
    """The metric of each model in each draw, turned so that larger is better, and how many draws left it undefined."""

    values: Array
    undefined: int


def usual_draws(table: MetricTable) -> int:
    """How many draws are taken: fewer of large test sets, whose metrics vary less."""
    return int(np.clip(AT_MOST / len(table.predictions), LEAST_DRAWS, MOST_DRAWS))


def posterior_draws(table: MetricTable, draws: int | None, rng: int | np.random.Generator | None) -> Drawn:
    """Draws of the metric by Dirichlet weights on the cases, or on the clusters; then they are widened.

    A function that takes no weights is given each case as often as it is drawn with replacement.
    """
    ordered, count, drawing = in_order(table), draws or usual_draws(table), np.random.default_rng(rng or 0)
    cases = len(ordered.predictions)
    if ordered.metric.whole_counts:
        blocks = multinomial_counts(cases, count, drawing, clusters=ordered.clusters)
    else:
        blocks = dirichlet_weights(cases, count, drawing, clusters=ordered.clusters)
    clusters = ordered.n_units
    return _widened(drawn(ordered, blocks), ordered, sqrt((clusters + 1) / max(1, clusters - 1)))


def resampled(
    table: MetricTable, draws: int | None, rng: int | np.random.Generator | None, *, stratified: bool
) -> Drawn:
    """Draws of the metric by drawing cases, or clusters, with replacement; within each class if stratified."""
    ordered, count = in_order(table), draws or usual_draws(table)
    blocks = multinomial_counts(
        len(ordered.predictions),
        count,
        np.random.default_rng(rng or 0),
        strata=ordered.by_class if stratified else None,
        clusters=ordered.clusters,
    )
    clusters = ordered.n_units
    return _widened(drawn(ordered, blocks), ordered, sqrt(clusters / max(1, clusters - 1)))


def drawn(table: MetricTable, blocks: Iterable[Array]) -> Drawn:
    """The metric of each model under weights; draws in which one of them is undefined are counted and left out."""
    values = table.oriented(over_draws(table.weighted, blocks))
    defined = np.isfinite(values).all(axis=1)
    undefined = int(len(values) - defined.sum())
    if undefined > TOLERATED * len(values):
        raise NeedsNotMet(
            f"In {undefined:,} of {len(values):,} resamples the {table.metric.title} is undefined "
            f"({table.metric.undefined or 'it is not a number'}), too many to leave out. Score more cases, or "
            "resample within each class (`bootstrap` with its option `stratified`)."
        )
    return Drawn(values[defined], undefined)


def in_order(table: MetricTable) -> MetricTable:
    """The cases in an order that neither the rows of a file nor the naming of the models decides."""
    named = [table.outputs[table.models.index(name)] for name in sorted(table.models)]
    columns = [column for output in named for column in (output.T if output.ndim == 2 else [output])]
    truth = table.predictions.truth
    keys = [*(truth.T if truth.ndim == 2 else [truth]), *columns]
    order: IntArray = np.lexsort([*keys, *([] if table.clusters is None else [table.clusters])])
    return table.in_order(order)


def _widened(found: Drawn, table: MetricTable, times: float) -> Drawn:
    """Few clusters: what they vary by is hardly known, so draws are spread about their mean as Student's t would be."""
    if table.clusters is None:
        return found
    wider = times * float(stdtrit(table.n_units - 1, 0.975) / ndtri(0.975))
    mean = found.values.mean(axis=0)
    return found._replace(values=mean + wider * (found.values - mean))
