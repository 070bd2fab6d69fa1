"""Metrics of predicted labels: accuracy, F, balanced accuracy, Matthews' correlation, Cohen's κ.

All of them need three weights for each class, and no whole confusion matrix: of the cases that have the class (t), of
those that are given it (p), and of those where both is so, the hits (h).

    F_β = (1 + β²) h / (β² t + p)            balanced accuracy = mean of h/t over the classes that cases have
    MCC = (Σh·W - Σtp) / √((W² - Σt²)(W² - Σp²))               κ = 1 - (1 - Σh/W) / (1 - Σtp/W²)

The classes are those that cases have or are given, whatever their weight, as in scikit-learn. An F that is 0/0 is 0
there and here, and so is MCC where only one class is true or predicted.

References: van Rijsbergen (1979); Gorodkin (2004); Cohen (1960); Brodersen et al. (2010).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple, TypeAlias

import numpy as np

from betterthan.arrays import Array
from betterthan.numerics.metrics.metric import Column, Metric, Over, Weighted
from betterthan.numerics.metrics.sums import group_sums, mean_of, shares

Average: TypeAlias = Literal["binary", "micro", "macro", "weighted"]

AVERAGES: dict[Average, str] = {
    "binary": "",
    "micro": ", all classes together",
    "macro": ", mean of the classes",
    "weighted": ", mean of the classes by how frequent they are",
}
TINY = np.finfo(np.float64).tiny


class _Counts(NamedTuple):
    """Weights, classes x draws."""

    true: Array
    predicted: Array
    hits: Array


def _accuracy(truth: Column, labels: Column) -> Weighted:
    return mean_of((np.asarray(truth) == np.asarray(labels)).astype(np.float64))


def f_measure(beta: float, average: Average) -> Metric:
    """F of the positive class, or averaged over the classes."""
    suffix = "" if average == "binary" else f"-{average}"
    return Metric(
        f"f{beta:g}{suffix}",
        f"F{beta:g}{AVERAGES[average]}",
        "labels",
        True,
        _of_columns(_f(beta, "macro")) if average == "binary" else _of_classes(_f(beta, average)),
        (0.0, 1.0),
        classes=2 if average == "binary" else None,
    )


def multilabel_f_measure(beta: float, average: Average) -> Metric:
    """F averaged over labels of which a case may have several, or none."""
    return Metric(
        f"multilabel-f{beta:g}-{average}",
        f"F{beta:g} of several labels{AVERAGES[average].replace('classes', 'labels')}",
        "multilabel",
        True,
        _of_columns(_f(beta, average)),
        (0.0, 1.0),
    )


def _f(beta: float, average: Average) -> Callable[[_Counts], Array]:
    def value(counts: _Counts) -> Array:
        if average == "micro":
            counts = _Counts(*(each.sum(axis=0, keepdims=True) for each in counts))
        below = beta**2 * counts.true + counts.predicted
        each = (1 + beta**2) * counts.hits / np.maximum(below, TINY)  # 0 of a class that nobody has or says
        if average == "weighted":
            return np.asarray((each * shares(counts.true)).sum(axis=0))
        return np.asarray(each.mean(axis=0))

    return value


def _balanced_accuracy(counts: _Counts) -> Array:
    there = counts.true > 0  # in a draw, a class may be lost: it then has no recall, not one of 0
    with np.errstate(invalid="ignore"):
        recalls = np.where(there, counts.hits / np.maximum(counts.true, TINY), 0.0)
        return np.asarray(recalls.sum(axis=0) / there.sum(axis=0))


def _matthews(counts: _Counts) -> Array:
    true, predicted, hits = _as_shares(counts)
    covariance = hits - (true * predicted).sum(axis=0)
    spread = (1 - (true**2).sum(axis=0)) * (1 - (predicted**2).sum(axis=0))
    # One class alone, true or said, varies with nothing: 0, as scikit-learn has it.
    return np.where(spread > 0, covariance / np.sqrt(np.where(spread > 0, spread, 1.0)), 0.0)


def _kappa(counts: _Counts) -> Array:
    true, predicted, hits = _as_shares(counts)
    with np.errstate(invalid="ignore"):
        return np.asarray(1 - (1 - hits) / (1 - (true * predicted).sum(axis=0)))


def _as_shares(counts: _Counts) -> tuple[Array, Array, Array]:
    """Shares of true and predicted classes, each of its own total, so that a class alone has exactly 1; and of hits."""
    with np.errstate(invalid="ignore"):
        hits = np.asarray(counts.hits.sum(axis=0) / counts.true.sum(axis=0))
    return shares(counts.true), shares(counts.predicted), hits


def _of_classes(value: Callable[[_Counts], Array]) -> Over:
    """A metric of the classes that cases have or are given."""

    def over(truth: Column, labels: Column) -> Weighted:
        n = len(truth)
        # Classes that are only said count in the mean, too: as scikit-learn takes the labels of both.
        classes, codes = np.unique(np.concatenate([truth, labels]), return_inverse=True)
        true, predicted = codes[:n], codes[n:]
        hits = np.flatnonzero(true == predicted)
        sums = (
            group_sums(true, len(classes), n=n),
            group_sums(predicted, len(classes), n=n),
            group_sums(true[hits], len(classes), n=n, cases=hits),
        )
        return lambda weights: value(_Counts(*(each(weights) for each in sums)))

    return over


def _of_columns(value: Callable[[_Counts], Array]) -> Over:
    """A metric of columns of zeros and ones, one for each label; the positive class of two is the only column."""

    def over(truth: Column, labels: Column) -> Weighted:
        true, predicted = (np.asarray(each, dtype=np.float64).reshape(len(each), -1) for each in (truth, labels))
        columns = (true, predicted, true * predicted)
        return lambda weights: value(_Counts(*((weights @ each).T for each in columns)))

    return over


ACCURACY = Metric("accuracy", "accuracy", "labels", True, _accuracy, (0.0, 1.0))
BALANCED_ACCURACY = Metric(
    "balanced-accuracy", "balanced accuracy", "labels", True, _of_classes(_balanced_accuracy), (0.0, 1.0)
)
MATTHEWS = Metric("mcc", "Matthews' correlation coefficient", "labels", True, _of_classes(_matthews), (-1.0, 1.0))
KAPPA = Metric(
    "kappa",
    "Cohen's κ",
    "labels",
    True,
    _of_classes(_kappa),
    (-1.0, 1.0),
    undefined="all cases with weight have one class, and are given it",
)
