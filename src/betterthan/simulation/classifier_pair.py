"""Two classifiers with a known difference of accuracy, cross-validated by counting (Corani 2017, Appendix 6.1).

Instances come from a naive Bayes model G <- C -> F with two classes and two binary features: F tells the class with
probability θ_f = 0.9, G with probability θ_g = 0.9 - δ. One classifier sees F only, the other G only; each predicts the
class that was more frequent in the training data for the feature's value. Their accuracies are θ_f and θ_g, so the
first is better by δ. (The appendix writes both θ_g = θ_f + δ and δ = θ_f - θ_g; only the sign differs.)

All that matters of an instance is which of 8 cells (c, f, g) it falls into, and all that matters of a fold is how many
of its instances fall into each: nothing is trained, everything is counted.
"""

from __future__ import annotations

import numpy as np

from betterthan.arrays import Array, IntArray

ACCURACY = 0.9
"""θ_f of the appendix."""


def data_sets(count: int, rng: np.random.Generator, *, size: int = 500, difference: float | Array = 0.0) -> IntArray:
    """Data sets x instances: the cell 4c + 2f + g of each instance.

    Parameters:
        count: number of data sets.
        rng: source of random numbers.
        size: instances in each; 500 gives the errors that the paper's Table 2 prints.
        difference: δ, one for all or one per data set; at least -0.1 and at most 0.9.
    """
    c = rng.random((count, size)) < 0.5
    f = c ^ (rng.random((count, size)) >= ACCURACY)
    g = c ^ (rng.random((count, size)) >= ACCURACY - np.reshape(difference, (-1, 1)))
    return (4 * c + 2 * f + g).astype(np.uint8)


def cross_validated(data: IntArray, rng: np.random.Generator, *, repeats: int = 10, folds: int = 10) -> Array:
    """Data sets x repeats x folds: difference of accuracy, first classifier minus second, by cross-validation.

    Parameters:
        data: what `data_sets` gave.
        rng: source of random numbers.
        repeats: runs of cross-validation.
        folds: folds of each run.
    """
    counts = _fold_counts(data, rng, repeats, folds)
    sizes = counts.sum(axis=(3, 4, 5))
    right = _right(counts.sum(axis=5)) - _right(counts.sum(axis=4))
    return np.asarray(right / sizes)


def _fold_counts(data: IntArray, rng: np.random.Generator, repeats: int, folds: int) -> IntArray:
    """How many instances of each fold fall into each cell: data sets x repeats x folds x c x f x g."""
    count, size = data.shape
    shuffled = rng.permuted(np.repeat(data, repeats, axis=0), axis=1)
    fold = np.arange(size) * folds // size
    run = np.arange(count * repeats)[:, None]
    places = (run * folds + fold) * 8 + shuffled
    return np.bincount(places.ravel(), minlength=count * repeats * folds * 8).reshape(count, repeats, folds, 2, 2, 2)


def _right(counts: IntArray) -> IntArray:
    """Instances of each fold that are predicted rightly; the last axes are class and feature."""
    training = counts.sum(axis=2, keepdims=True) - counts
    expected = training[..., [0, 1], [0, 1]] > training[..., [1, 0], [0, 1]]  # value v speaks for class v
    as_expected, otherwise = counts[..., [0, 1], [0, 1]], counts[..., [1, 0], [0, 1]]
    return np.asarray(np.where(expected, as_expected, otherwise).sum(axis=-1))
