"""Linear discriminant analysis against a classification tree: the two classifiers of Corani 2017, sec. 4.7.

The authors take them from R's caret (`lda` of MASS, and `rpart1SE`, which is rpart with its defaults: a tree is grown
until a node has fewer than 20 cases or a leaf would have fewer than 7, and branches that lower the risk by less than
0.01 of the root's are cut). Here the tree is scikit-learn's, whose risk is the impurity; that of rpart is the share of
wrong answers. The discriminants of all folds are found at once.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from betterthan.arrays import Array, BoolArray, IntArray
from betterthan.errors import ArgumentError
from betterthan.numerics.threads import one_blas_thread

RUNS, FOLDS = 10, 10
LEAST_SPLIT, LEAST_LEAF, COMPLEXITY = 20, 7, 0.01
"""Defaults of rpart: minsplit, minbucket, cp."""
RANK = 1e-8
"""Directions with less of the variance are left out where there are more features than cases, as in MASS (1e-4 of the
standard deviation)."""


@one_blas_thread
def difference(train: tuple[Array, BoolArray], test: tuple[Array, BoolArray]) -> float:
    """Accuracy of the discriminant minus that of the tree, on a test set.

    Parameters:
        train: features and classes to learn from.
        test: features and classes to be tested on.
    """
    (x, y), (new, truth) = train, test
    weights, offset = discriminants(*_sums(x[None], y[None]))
    linear = (new @ weights[0] > offset[0]) == truth
    return float(linear.mean() - (_tree(_single(x), y, _single(new)) == truth).mean())


@one_blas_thread
def cross_validated(x: Array, y: BoolArray, rng: np.random.Generator) -> Array:
    """Accuracy of the discriminant minus that of the tree on each fold: 10 runs of 10 folds, all in a row.

    Parameters:
        x: features, instances x features.
        y: classes.
        rng: source of random numbers.
    """
    held_out = [fold == k for fold in (stratified(y, rng) for _ in range(RUNS)) for k in range(FOLDS)]
    whole = _sums(x[None], y[None])
    parts = [np.concatenate(each) for each in zip(*(_sums(x[None, k], y[None, k]) for k in held_out), strict=True)]
    weights, offsets = discriminants(*(total - part for total, part in zip(whole, parts, strict=True)))
    single = _single(x)
    return np.array([
        ((x[k] @ weight > offset) == y[k]).mean() - (_tree(single[~k], y[~k], single[k]) == y[k]).mean()
        for k, weight, offset in zip(held_out, weights, offsets, strict=True)
    ])  # fmt: skip


def stratified(y: BoolArray, rng: np.random.Generator) -> IntArray:
    """The fold of each instance: of each class every fold gets as many, and what is left goes to folds at random.

    Parameters:
        y: classes.
        rng: source of random numbers.
    """
    fold = np.empty(len(y), dtype=np.intp)
    for members in (np.flatnonzero(y), np.flatnonzero(~y)):
        each, left = divmod(len(members), FOLDS)
        dealt = np.concatenate([np.tile(np.arange(FOLDS), each), rng.choice(FOLDS, left, replace=False)])
        fold[members] = rng.permutation(dealt)
    return fold


def _sums(x: Array, y: BoolArray) -> tuple[Array, Array, Array]:
    """Per set: number of cases and sum of the features of each class, and products of the features."""
    member = np.stack([~y, y], axis=1).astype(float)
    return member.sum(axis=2), member @ x, x.swapaxes(1, 2) @ x


def discriminants(count: Array, total: Array, products: Array) -> tuple[Array, Array]:
    """Per set: weights w and offset c of the rule that says the second class where w'x > c.

    Parameters:
        count: cases of each class, sets x 2.
        total: sums of the features of each class, sets x 2 x features.
        products: sums of products of the features, sets x features x features.
    """
    mean = total / count[..., None]
    df = count.sum(axis=1) - 2
    within = (products - total.swapaxes(1, 2) @ mean) / df[:, None, None]
    sd = np.sqrt(np.einsum("sjj->sj", within))
    inverse = _inverse(within / (sd[:, :, None] * sd[:, None, :]), full=bool((df >= sd.shape[1]).all()))
    apart = (mean[:, 1] - mean[:, 0]) / sd
    weights = np.einsum("sjk,sk->sj", inverse, apart) / sd
    middle = np.einsum("sj,sj->s", weights, mean.mean(axis=1))
    return weights, middle - np.log(count[:, 1] / count[:, 0])


def _inverse(correlation: Array, *, full: bool) -> Array:
    """Of the correlations within classes; a generalised one where there are fewer cases than features."""
    return np.asarray(np.linalg.inv(correlation) if full else np.linalg.pinv(correlation, RANK, hermitian=True), float)


def _single(x: Array) -> npt.NDArray[np.float32]:
    """In single precision, as trees take their features."""
    return x.astype(np.float32)


def _tree(x: npt.NDArray[np.float32], y: BoolArray, new: npt.NDArray[np.float32]) -> BoolArray:
    """What a tree that learns from x and y says of new cases."""
    share = float(y.mean())
    tree = _trees()(
        min_samples_split=LEAST_SPLIT,
        min_samples_leaf=LEAST_LEAF,
        ccp_alpha=COMPLEXITY * 2 * share * (1 - share),
        random_state=0,
    )
    tree.fit(x, y, check_input=False)
    return np.asarray(tree.tree_.predict(new).argmax(axis=1) == 1)


def _trees() -> Any:
    try:
        from sklearn.tree import DecisionTreeClassifier
    except ImportError as error:
        raise ArgumentError(
            "The study of Friedman's functions grows trees with scikit-learn, which is not installed: "
            "`pip install betterthan[metrics]`, or name other studies."
        ) from error
    return DecisionTreeClassifier
