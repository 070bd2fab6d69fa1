"""Scores of queries: a metric of a ranking, such as nDCG, is one number for each query, which makes a query a case."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from betterthan.data.reading.tables import read
from betterthan.data.scores import Scores
from betterthan.errors import ArgumentError

if TYPE_CHECKING:
    from betterthan.arrays import Array
    from betterthan.data.predictions import Predictions
    from betterthan.numerics.metrics.metric import PerQuery


def scores_of_queries(predictions: Predictions, metric: PerQuery) -> Scores:
    """The metric of each query and model, as scores.

    Parameters:
        predictions: how relevant each document is, and each model's score of it; a cluster is a query.
        metric: one number for each query.
    """
    compared = predictions.compared
    if "cluster" not in compared.factors:
        raise ArgumentError(
            f'`{metric.name}` is one number for each query: say which documents belong to one with `cluster="COLUMN"`.'
        )
    query, relevance = compared.factors["cluster"], _relevance(compared)
    found = {model: metric.each(relevance, _score(compared, model), query.codes) for model in compared.models}
    columns = {"case": list(query.names), **{model: values.tolist() for model, values in found.items()}}
    scores = read(columns, models=list(compared.models), range=metric.extent)
    about = (
        f"The {metric.title} is one number for each query, and a query is a case; without a relevant document it is 0."
    )
    if not isinstance(scores, Scores):  # read gives scores of a table of models
        raise ArgumentError(f"The models of {predictions.source} cannot be told from columns of another kind.")
    return replace(scores, metric=metric.name, measured=metric.title, notes=(*predictions.notes, about))


def _relevance(predictions: Predictions) -> Array:
    """How relevant each document is: the truth as a number."""
    if predictions.kind == "values":
        return np.asarray(predictions.truth, dtype=np.float64)
    try:
        grades = np.array([float(name) for name in predictions.classes])
    except ValueError:
        raise ArgumentError(
            "How relevant a document is must be a number, such as 0 and 1 or grades from 0 to 3."
        ) from None
    return np.asarray(grades[predictions.truth])


def _score(predictions: Predictions, model: str) -> Array:
    output = predictions.output(model)
    if predictions.kind == "labels" or output.ndim != 1:
        raise ArgumentError("A ranking needs one score of each document from each model, any number.")
    return np.asarray(output, dtype=np.float64)
