"""The table of losses by name; `cost-5`, `huber-1.5` and `pinball-0.9` hold their number."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from betterthan.arrays import Array, BoolArray
from betterthan.errors import ArgumentError
from betterthan.numerics.losses import (
    absolute,
    brier,
    clipped,
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
LossTakes: TypeAlias = Literal["labels", "probabilities", "values", "any"]
"""What an output must be, as for a metric; `any` is given whatever there is."""


@dataclass(frozen=True)
class Loss:
    """A loss of single cases.

    Parameters:
        name: as users give it.
        title: the same in words.
        takes: what the output must be.
        each: truth and output -> the loss of each case.
        classes: 2 if it knows no more than two classes.
        higher_is_better: whether it gives scores, of which higher is better, and no losses.
        meaning: what the score of one case is, as a part of a sentence.
        advice: how to choose a rope, in one sentence.
        clips: truth and output -> the cases on which it would be infinite, and is not.
        gain: what 1 - loss is called, where scores are told so; empty if losses are told.
    """

    name: str
    title: str
    takes: LossTakes
    each: Callable[[Column, Column], Array]
    classes: int | None = None
    higher_is_better: bool = False
    meaning: str = ""
    advice: str = ""
    clips: Callable[[Column, Column], BoolArray] | None = None
    gain: str = ""


RELATIVE = 'a share of the second model\'s error is easier to choose, such as `rope="5%"`'


def _any_wrong(truth: Column, labels: Column) -> Array:
    """1 for a wrong label; of several labels for each case, one is enough."""
    wrong = zero_one(truth, labels)
    return np.asarray(wrong.max(axis=1) if wrong.ndim == 2 else wrong)


def cost_loss(costs: Array, name: str, meaning: str) -> Loss:
    """The loss of a matrix of costs: a row for each true class, a column for each label."""
    return Loss(
        name,
        "cost",
        "labels",
        lambda truth, labels: cost_weighted(truth, labels, costs),
        2 if len(costs) == 2 else None,
        meaning=meaning,
        advice="The rope is a cost per case: the largest difference that would not matter to you.",
    )


def _cost(ratio: float) -> Loss:
    if not ratio > 0:
        raise ArgumentError(f"`cost-{ratio:g}`: a missed positive must cost more than nothing.")
    meaning = f"a false alarm costs 1, a missed positive {ratio:g}"
    return cost_loss(cost_ratio(ratio), f"cost-{ratio:g}", meaning)


def _huber(delta: float) -> Loss:
    if not delta > 0:
        raise ArgumentError(f"`huber-{delta:g}`: the error at which the loss turns linear must be above 0.")
    return Loss(
        f"huber-{delta:g}",
        "Huber loss",
        "values",
        lambda truth, values: huber(truth, values, delta),
        meaning=f"half the squared error, and linear where the error is above {delta:g}",
        advice=f"Up to {delta:g} a Huber loss is in squared units of the truth: {RELATIVE}.",
    )


def _pinball(quantile: float) -> Loss:
    if not 0 < quantile < 1:
        raise ArgumentError(f"`pinball-{quantile:g}`: a quantile is between 0 and 1.")
    return Loss(
        f"pinball-{quantile:g}",
        "pinball loss",
        "values",
        lambda truth, values: pinball(truth, values, quantile),
        meaning=f"{quantile:g} of an error below the truth, {1 - quantile:g} of one above it",
        advice=f"A pinball loss is in units of the truth: take what does not matter there, or {RELATIVE}.",
    )


LOSSES: NameTable[Loss] = NameTable(
    "loss",
    {
        loss.name: loss
        for loss in (
            Loss(
                "zero-one",
                "zero-one loss",
                "labels",
                _any_wrong,
                meaning="1 if the model says the true class, else 0",
                gain="accuracy",
                advice="`rope=0.01` is one case in a hundred.",
            ),
            Loss(
                "log",
                "log loss",
                "probabilities",
                log_loss,
                meaning="minus the logarithm of the probability that the model gives to the true class, in nats",
                advice="`rope=0.01` is a difference of 1% in the probability of the true class, as a geometric mean.",
                clips=clipped,
            ),
            Loss(
                "brier",
                "Brier score",
                "probabilities",
                brier,
                meaning="squared error of the probability; of more than two classes summed over them",
                advice="To be off by 0.05 in the probability of one of two classes costs 0.0025: `rope=0.0025`.",
            ),
            Loss(
                "squared",
                "squared error",
                "values",
                squared,
                meaning="in squared units of the truth",
                advice=f"A squared error is in squared units of the truth: {RELATIVE}.",
            ),
            Loss(
                "absolute",
                "absolute error",
                "values",
                absolute,
                meaning="in units of the truth",
                advice=f"The rope is in units of the truth: take what does not matter there, or {RELATIVE}.",
            ),
        )
    },
    (
        Family(rf"cost-({NUMBER})", "cost-5", lambda match: _cost(float(match[1]))),
        Family(rf"huber-({NUMBER})", "huber-1", lambda match: _huber(float(match[1]))),
        Family(rf"pinball-({NUMBER})", "pinball-0.9", lambda match: _pinball(float(match[1]))),
    ),
    {
        "accuracy": "zero-one",
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


def register(loss: Loss) -> None:
    """Enter a loss from outside; it may not take the name of another.

    Parameters:
        loss: the loss.
    """
    LOSSES.register(loss)
