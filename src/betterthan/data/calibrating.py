"""Calibrating: scores or probabilities become probabilities that come true, by a curve fitted on held-out cases."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from betterthan.arrays import Array
from betterthan.data.predictions import IN_WORDS, Predictions, Values
from betterthan.errors import ArgumentError
from betterthan.numerics.calibration.isotonic import isotonic_scale
from betterthan.numerics.calibration.platt import platt_scale
from betterthan.numerics.calibration.temperature import temperature_scale
from betterthan.numerics.calibration.two_classes import log_odds
from betterthan.phrases import counted, joined
from betterthan.vocabulary import CALIBRATIONS, Calibration, known


@dataclass(frozen=True)
class Curve:
    """What was fitted: new outputs as probabilities, and the curve in words."""

    probabilities: Callable[[Values], Array]
    in_words: str


def calibrated(predictions: Predictions, method: Calibration = "platt") -> Predictions:
    """Each model's probabilities, mended by a curve that is fitted on the cases held out.

    Parameters:
        predictions: probabilities, or scores of two classes; some cases must be held out, and these are not compared.
        method: `platt` (a logistic curve in the log-odds or scores), `isotonic` (any rising curve; needs many cases) or
            `temperature` (the log-odds divided by one number; for several classes, too).
    """
    known("calibration", method, CALIBRATIONS)
    _refuse(predictions, method)
    held = predictions.held
    fitted = {model: FITS[method](held, model) for model in predictions.models}
    outputs = tuple(fitted[model].probabilities(predictions.output(model)) for model in predictions.models)
    told = joined(tuple(f"{model} ({curve.in_words})" for model, curve in fitted.items()))
    note = f"{NAMES[method]} was fitted on {counted(len(held), 'case')} held out, which are not compared: {told}."
    return replace(predictions, outputs=outputs, kind="probabilities", notes=(*predictions.notes, note))


NAMES: Mapping[Calibration, str] = {
    "platt": "Platt scaling",
    "isotonic": "Isotonic regression",
    "temperature": "A temperature",
}


def _refuse(predictions: Predictions, method: Calibration) -> None:
    if predictions.kind not in ("probabilities", "score"):
        raise ArgumentError(
            f"A calibration takes probabilities or scores; the outputs of {predictions.source} are "
            f"{IN_WORDS[predictions.kind]}."
        )
    if predictions.held_out is None:
        raise ArgumentError(
            "A calibration is fitted on cases that are held out, never on those that are compared. Say which are held "
            'out with `held_out="COLUMN"`, or take some away with `bt.hold_out(predictions, 0.3)`.'
        )
    if method != "temperature" and len(predictions.classes) != 2:
        raise ArgumentError(
            f"`{method}` is for two classes; {predictions.source} has {len(predictions.classes)}. For several use "
            '`"temperature"`.'
        )


def _platt(held: Predictions, model: str) -> Curve:
    scale = _scale(held)
    fit = platt_scale(scale(held.output(model)), held.truth == 1, held.weight)
    return Curve(
        lambda output: fit.probabilities(scale(output)), f"slope {fit.slope:.3g}, intercept {fit.intercept:.3g}"
    )


def _isotonic(held: Predictions, model: str) -> Curve:
    fit = isotonic_scale(held.output(model), held.truth == 1, held.weight)
    return Curve(fit.probabilities, counted(len(np.unique(fit.shares)), "step"))


def _temperature(held: Predictions, model: str) -> Curve:
    scale = _scale(held)
    fit = temperature_scale(scale(held.output(model)), held.truth, held.weight)
    return Curve(lambda output: fit.probabilities(scale(output)), f"{fit.temperature:.3g}")


FITS: Mapping[Calibration, Callable[[Predictions, str], Curve]] = {
    "platt": _platt,
    "isotonic": _isotonic,
    "temperature": _temperature,
}


def _scale(held: Predictions) -> Callable[[Values], Array]:
    """Probabilities on the scale of log-odds, or of logarithms where there are several classes; scores as they are."""
    if held.kind == "score":
        return lambda output: np.asarray(output, dtype=np.float64)
    several = len(held.classes) > 2
    return (lambda output: np.log(np.maximum(output, 1e-15))) if several else log_odds
