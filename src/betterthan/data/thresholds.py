"""Thresholds: scores or probabilities become labels, by an operating point that is chosen on held-out cases."""

from __future__ import annotations

from dataclasses import replace
from math import isinf

import numpy as np

from betterthan.data.predictions import IN_WORDS, Predictions
from betterthan.errors import ArgumentError
from betterthan.numerics.operating_point import OperatingPoint, error_share, least_cost
from betterthan.phrases import counted, joined


def at_threshold(
    predictions: Predictions,
    *,
    cost: float | None = None,
    missed: float | None = None,
    false_alarms: float | None = None,
) -> Predictions:
    """Each model's labels, by a threshold of its own that is chosen on the cases held out.

    Parameters:
        predictions: probabilities or scores of two classes; some cases must be held out, and these are not compared.
        cost: how many false alarms cost as much as one missed positive: the threshold with the least expected cost.
        missed: the share of the positive cases that may be missed, as 0.08.
        false_alarms: the share of the negative cases that may be called positive.
    """
    asked = {"cost": cost, "missed": missed, "false_alarms": false_alarms}
    given = {name: value for name, value in asked.items() if value is not None}
    if len(given) != 1:
        raise ArgumentError("A threshold is chosen by one of `cost=`, `missed=` and `false_alarms=`.")
    _refuse(predictions)
    ((by, value),) = given.items()
    held = predictions.held
    chosen = {model: _chosen(held, model, by, value) for model in predictions.models}
    outputs = tuple(chosen[model].labels(predictions.output(model)).astype(np.int64) for model in predictions.models)
    told = joined(tuple(f"{model} {_in_words(point)}" for model, point in chosen.items()))
    note = (
        f"Thresholds were chosen on {counted(len(held), 'case')} held out, which are not compared, {REASONS[by]} "
        f"{value:g}: {told}."
    )
    return replace(predictions, outputs=outputs, kind="labels", notes=(*predictions.notes, note))


REASONS = {
    "cost": "for the least cost where a missed positive costs as much as so many false alarms:",
    "missed": "so that the share of positives missed is at most",
    "false_alarms": "so that the share of false alarms is at most",
}


def _refuse(predictions: Predictions) -> None:
    if predictions.kind not in ("probabilities", "score") or len(predictions.classes) != 2:
        raise ArgumentError(
            f"A threshold takes probabilities or scores of two classes; the outputs of {predictions.source} are "
            f"{IN_WORDS[predictions.kind]} of {len(predictions.classes)} classes."
        )
    if predictions.held_out is None:
        raise ArgumentError(
            "A threshold is chosen on cases that are held out, never on those that are compared. Say which are held "
            'out with `held_out="COLUMN"`, or take some away with `bt.hold_out(predictions, 0.3)`.'
        )


def _chosen(held: Predictions, model: str, by: str, value: float) -> OperatingPoint:
    scores, positive = held.output(model), held.truth == 1
    if by == "cost":
        return least_cost(scores, positive, value, held.weight)
    return error_share(scores, positive, value, of_positive=by == "missed", weight=held.weight)


def _in_words(point: OperatingPoint) -> str:
    at = "none is called positive" if isinf(point.threshold) else f"at {point.threshold:.4g}"
    return f"{at} (missed {point.missed:.1%}, false alarms {point.false_alarms:.1%})"
