"""Adjusted means: what each model's mean would be if it had every task, by least squares."""

from __future__ import annotations

import numpy as np

from betterthan.arrays import Array


def adjusted_means(scores: Array) -> Array:
    """Mean of each model over all tasks, as z_ij = α_i + β_j expects the missing scores.

    With every score there they are the plain means. Models on tasks that no chain of shared tasks joins have nothing
    to be compared by; least squares then gives them the smallest effects that fit.

    Parameters:
        scores: tasks x models, NaN where a model has no score.

    >>> adjusted_means(np.array([[0.9, 0.8], [0.7, np.nan]])).round(3).tolist()  # the second would have had 0.6
    [0.8, 0.7]
    """
    present = ~np.isnan(scores)
    if present.all():
        return np.asarray(scores.mean(axis=0))
    there = present[present.any(axis=1)].astype(np.float64)
    values = np.where(present, scores, 0.0)[present.any(axis=1)]
    count = there.sum(axis=1, keepdims=True)
    # without the tasks' effects: the Laplacian of the graph in which every task joins its models
    laplacian = np.diag(there.sum(axis=0)) - (there / count).T @ there
    apart = values - there * (values.sum(axis=1, keepdims=True) / count)
    models = np.linalg.pinv(laplacian, hermitian=True) @ apart.sum(axis=0)
    tasks = (values - there * models).sum(axis=1) / count[:, 0]
    return np.asarray(models + tasks.mean())
