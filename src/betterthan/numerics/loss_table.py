"""The table of losses by name; `cost-5`, `huber-1.5` and `pinball-0.9` hold their number."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from betterthan.arrays import Array
from betterthan.errors import ArgumentError
from betterthan.numerics.losses import (
    absolute,
    brier,
    cost_ratio,
    cost_weighted,
    huber,
    log_loss,
    pinball,
    squared,
    zero_one,
)
from betterthan.numerics.metrics.metric import Column
from betterthan.numerics.name_table import Family, NameTable

NUMBER = r"\d+(?:\.\d+)?|\.\d+"
LossTakes: TypeAlias = Literal["labels", "probabilities", "values"]


@dataclass(frozen=True)
class Loss:
    """A loss of single cases; lower is better.

    Parameters:
        name: as users give it.
        title: the same in words.
        takes: what the output must be, as for a metric.
        each: truth and output -> the loss of each case.
        classes: 2 if it knows no more than two classes.
    """

    name: str
    title: str
    takes: LossTakes
    each: Callable[[Column, Column], Array]
    classes: int | None = None


def cost_loss(costs: Array, name: str, title: str) -> Loss:
    """The loss of a matrix of costs: a row for each true class, a column for each label."""
    classes = 2 if len(costs) == 2 else None
    return Loss(name, title, "labels", lambda truth, labels: cost_weighted(truth, labels, costs), classes)


def _cost(ratio: float) -> Loss:
    if not ratio > 0:
        raise ArgumentError(f"`cost-{ratio:g}`: a missed positive must cost more than nothing.")
    title = f"cost; a missed positive costs {ratio:g} times a false alarm"
    return cost_loss(cost_ratio(ratio), f"cost-{ratio:g}", title)


def _huber(delta: float) -> Loss:
    if not delta > 0:
        raise ArgumentError(f"`huber-{delta:g}`: the error at which the loss turns linear must be above 0.")
    title = f"Huber loss, linear beyond {delta:g}"
    return Loss(f"huber-{delta:g}", title, "values", lambda truth, values: huber(truth, values, delta))


def _pinball(quantile: float) -> Loss:
    if not 0 < quantile < 1:
        raise ArgumentError(f"`pinball-{quantile:g}`: a quantile is between 0 and 1.")
    title = f"pinball loss of the {quantile:g} quantile"
    return Loss(f"pinball-{quantile:g}", title, "values", lambda truth, values: pinball(truth, values, quantile))


LOSSES: NameTable[Loss] = NameTable(
    "loss",
    {
        loss.name: loss
        for loss in (
            Loss("zero-one", "zero-one loss", "labels", zero_one),
            Loss("log", "log loss", "probabilities", log_loss),
            Loss("brier", "Brier score", "probabilities", brier),
            Loss("squared", "squared error", "values", squared),
            Loss("absolute", "absolute error", "values", absolute),
        )
    },
    (
        Family(rf"cost-({NUMBER})", "cost-5", lambda match: _cost(float(match[1]))),
        Family(rf"huber-({NUMBER})", "huber-1", lambda match: _huber(float(match[1]))),
        Family(rf"pinball-({NUMBER})", "pinball-0.9", lambda match: _pinball(float(match[1]))),
    ),
    {
        "zero_one_loss": "zero-one",
        "neg_log_loss": "log",
        "log_loss": "log",
        "neg_brier_score": "brier",
        "brier_score_loss": "brier",
        "neg_mean_squared_error": "squared",
        "mean_squared_error": "squared",
        "neg_mean_absolute_error": "absolute",
        "mean_absolute_error": "absolute",
    },
)
