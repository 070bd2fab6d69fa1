"""Measuring: which metric is meant, and what it takes of truth and outputs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeAlias

import numpy as np

from betterthan.arrays import Array
from betterthan.data.held_out import held_out_notes
from betterthan.data.metric_table import MetricTable
from betterthan.data.predictions import IN_WORDS, Predictions
from betterthan.errors import ArgumentError
from betterthan.numerics.metrics.metric import Column, Metric, PerQuery, Takes
from betterthan.numerics.metrics.own import own_metric
from betterthan.numerics.metrics.roc import ONE_CLASS
from betterthan.numerics.metrics.table import METRICS, metric_named
from betterthan.phrases import listing

MetricLike: TypeAlias = str | Metric | Callable[..., Any]
"""The name of a metric, a metric, or a function of truth and output and, if it takes them, `sample_weight`."""

RARE = 30
"""With fewer cases, clusters or cases of the rarer class the intervals of resampling are too narrow."""


def measured(predictions: Predictions, metric: MetricLike, *, higher_is_better: bool | None = None) -> MetricTable:
    """Predictions with a metric of the whole test set.

    Parameters:
        predictions: truth and outputs; cases that are held out are left aside.
        metric: the name of a metric, such as `auroc`, `f1-macro`, `rmse`; or a function `metric(truth, prediction)`
            that gives one number, with a further argument `sample_weight` if it can be weighted.
        higher_is_better: of a function, False if it is a loss.
    """
    chosen = _metric(metric, higher_is_better)
    compared = predictions.compared
    _refuse_classes(compared, chosen)
    _refuse_one_class(compared, chosen)
    outputs = tuple(_taken(compared, model, chosen) for model in compared.models)
    return MetricTable(compared, chosen, outputs, (*predictions.notes, *_notes(predictions, compared, chosen)))


def _metric(metric: MetricLike, higher_is_better: bool | None) -> Metric:
    if isinstance(metric, str):
        found = _named(metric)
    elif isinstance(metric, Metric):
        found = metric
    elif callable(metric):
        return _of_function(metric, higher_is_better is not False)
    else:
        raise ArgumentError(
            f"`metric=` takes the name of a metric ({listing(METRICS.names(), limit=40)}) or a function of truth and "
            f"output; got {type(metric).__name__}."
        )
    if higher_is_better is not None and higher_is_better != found.higher_is_better:
        better = "higher" if found.higher_is_better else "lower"
        raise ArgumentError(f"Of the {found.title} {better} is better; leave out `higher_is_better`.")
    return found


def _named(name: str) -> Metric:
    if name not in METRICS and (theirs := _of_scikit_learn(name)) is not None:
        return theirs
    found = metric_named(name)
    if isinstance(found, PerQuery):
        raise ArgumentError(
            f"`{found.name}` is one number for each query, so it makes scores and no table of a whole test set: "
            f'compare with `metric="{found.name}"`, and the query as `cluster`.'
        )
    return found


def _of_scikit_learn(name: str) -> Metric | None:
    """The scorer of scikit-learn with that name, where it is installed; it is called once for each draw."""
    try:
        from sklearn.metrics import get_scorer
    except ImportError:
        return None
    try:
        scorer: Any = get_scorer(name)
    except (ValueError, KeyError):
        return None
    given, method = dict(scorer._kwargs), scorer._response_method
    takes: Takes = "labels" if method == "predict" else "probabilities" if method == "predict_proba" else "score"

    def function(truth: Column, output: Column, sample_weight: Array) -> float:
        said = output[:, 1] if takes == "probabilities" and output.shape[1] == 2 else output
        return float(scorer._score_func(truth, said, sample_weight=sample_weight, **given))

    made = own_metric(name, function, takes=takes, higher_is_better=scorer._sign > 0)
    return replace(made, title=name.removeprefix("neg_").replace("_", " "))


def _of_function(function: Callable[..., Any], higher_is_better: bool) -> Metric:
    name = getattr(function, "__name__", type(function).__name__)
    called = "own metric" if name == "<lambda>" else name
    return own_metric(called, function, takes="any", higher_is_better=higher_is_better)


# What a metric takes.


def _refuse_classes(predictions: Predictions, metric: Metric) -> None:
    if metric.classes is not None and len(predictions.classes) != metric.classes:
        several = [name for name in METRICS.names() if name.startswith(f"{metric.name}-")]
        instead = f" For several use {listing(several)}." if several else ""
        raise ArgumentError(
            f"The {metric.title} (`{metric.name}`) is for {metric.classes} classes; {predictions.source} has "
            f"{len(predictions.classes) or 'none'}{': ' + listing(predictions.classes) if predictions.classes else ''}."
            f"{instead}"
        )
    if metric.classes == 2 and predictions.positive is None:
        first, last = predictions.classes
        raise ArgumentError(
            f'Which of the classes {listing(predictions.classes)} is the positive one? Say `positive="{last}"` or '
            f'`positive="{first}"`.'
        )


def _refuse_one_class(predictions: Predictions, metric: Metric) -> None:
    """A metric that compares cases of one class with those of another says nothing of one class."""
    if metric.undefined != ONE_CLASS or predictions.kind in ("values", "multilabel", "texts"):
        return
    counts = np.bincount(predictions.truth, minlength=len(predictions.classes))
    missing = [name for name, count in zip(predictions.classes, counts, strict=True) if count == 0]
    if missing and len(predictions):
        raise ArgumentError(
            f"The {metric.title} (`{metric.name}`) needs cases of every class; none of the {len(predictions):,} cases "
            f"that are compared in {predictions.source} has the truth {listing(missing)}. Compare them by a score of "
            'single cases, such as `loss="log"`, or add cases of that class.'
        )


def _taken(predictions: Predictions, model: str, metric: Metric) -> Column:
    kind = predictions.kind
    if metric.takes in ("any", kind):
        whole = metric.takes == "probabilities"
        return predictions.probabilities(model) if whole else predictions.output(model)
    if metric.takes == "labels" and kind == "probabilities":
        return predictions.labels(model)
    if metric.takes == "score" and kind == "probabilities":
        return predictions.output(model)
    raise ArgumentError(
        f"The {metric.title} (`{metric.name}`) takes {WANTED[metric.takes]}; the outputs of {predictions.source} are "
        f"{IN_WORDS[kind]}.{REMEDY.get((metric.takes, kind), '')}"
    )


WANTED = {
    "score": "a score of each case, any number that is larger for the positive class",
    "labels": "labels",
    "probabilities": "the probability of each class",
    "values": "values",
    "multilabel": "0 or 1 for each label",
}
REMEDY = {
    ("labels", "score"): " Choose a threshold on held-out cases first: `bt.at_threshold`.",
    ("probabilities", "score"): " Make them probabilities on held-out cases first: `bt.calibrated`.",
    ("score", "labels"): " Labels have no order: give the models' probabilities or scores.",
    ("values", "probabilities"): ' If truth and outputs are values and no classes, say `kind="values"`.',
    ("values", "score"): ' If truth and outputs are values and no classes, say `kind="values"`.',
    ("values", "labels"): ' If truth and outputs are values and no classes, say `kind="values"`.',
}


def _notes(given: Predictions, compared: Predictions, metric: Metric) -> tuple[str, ...]:
    return (
        f"The {metric.title} is one number for the whole test set, computed from truth and outputs.",
        *held_out_notes(given),
        *_most_probable(compared, metric),
        *_few(compared, metric),
    )


def _most_probable(predictions: Predictions, metric: Metric) -> tuple[str, ...]:
    if metric.takes != "labels" or predictions.kind != "probabilities":
        return ()
    return ("Each model is taken to say the class that it finds most probable.",)


def _few(predictions: Predictions, metric: Metric) -> tuple[str, ...]:
    """Where the intervals of resampling are known to be too narrow."""
    codes = predictions.factors["cluster"].codes if "cluster" in predictions.factors else None
    units, name = (len(predictions), "cases") if codes is None else (len(np.unique(codes)), "clusters")
    found: tuple[str, ...] = (f"{units:,} {name}",) if units < RARE else ()
    if predictions.kind not in ("values", "multilabel", "texts") and metric.takes in ("score", "probabilities"):
        counts = np.bincount(predictions.truth, minlength=len(predictions.classes))
        rare = int(counts.argmin())
        found += (f"{counts[rare]:,} cases of the class {predictions.classes[rare]}",) if counts[rare] < RARE else ()
    if not found:
        return ()
    return (f"Only {' and '.join(found)}: intervals are too narrow then (those of 95% cover 86 to 93%).",)
