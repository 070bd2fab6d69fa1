"""Checks of probabilities that are compared by a loss: do they come true, and do few cases carry the difference?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from betterthan.errors import ArgumentError
from betterthan.judging.checks.check import Check
from betterthan.numerics.calibration.recalibration import Fault, recalibration
from betterthan.numerics.concentration import JUDGED_FROM, carried

if TYPE_CHECKING:
    from betterthan.arrays import Array
    from betterthan.data.predictions import Predictions

FAULTS: Mapping[Fault, str] = {
    "too sure": "they are too near 0 and 1",
    "not sure enough": "they are too near one another",
    "positive class too rare": "the positive class comes more often than they say",
    "positive class too frequent": "the positive class comes less often than they say",
}
REMEDY = 'fit a calibration on held-out cases (`calibrate="platt"`) and compare again'


def calibration_checks(predictions: Predictions, models: tuple[str, str], differences: Array) -> tuple[Check, ...]:
    """Whether each model's probabilities of two classes come true, and whether few cases carry the difference.

    Parameters:
        predictions: the cases that are compared.
        models: the two models.
        differences: of their losses, one per case.
    """
    told = predictions.kind == "probabilities" and len(predictions.classes) == 2
    own = tuple(_calibration(predictions, model) for model in models) if told else ()
    return (*own, _few(differences))


def _calibration(predictions: Predictions, model: str) -> Check:
    """The slope of the logistic curve that would mend the log-odds; 1 needs no mending."""
    cluster = predictions.factors["cluster"].codes if "cluster" in predictions.factors else None
    name = f"calibration of {model}"
    try:
        found = recalibration(predictions.output(model), predictions.truth == 1, cluster=cluster)
    except ArgumentError as error:  # too few cases, one class only, or no error at all
        return Check(name, "not checked", None, str(error).rstrip("."))
    if found.fault is None:
        return Check(name, "passed", found.slope.value, "")
    low, high = (f"{end:.2f}".replace("-", "−") for end in found.slope.interval(0.95))
    return Check(
        name, "failed", found.slope.value,
        f"the probabilities of {model} visibly do not come true: {FAULTS[found.fault]} (slope {found.slope.value:.2f}, "
        f"95% interval {low} to {high}; 1 needs no mending). Part of its loss is that: {REMEDY}",
    )  # fmt: skip


def _few(differences: Array) -> Check:
    if len(differences) < JUDGED_FROM:
        advice = f"fewer than {JUDGED_FROM} cases: a few always carry much of the difference"
        return Check("few cases decide", "not checked", None, advice)
    found = carried(differences)
    if not found.decide:
        return Check("few cases decide", "passed", found.share, "")
    return Check(
        "few cases decide", "failed", found.share,
        f"{found.count:,} of {len(differences):,} cases carry {found.share:.0%} of the difference; without them it is "
        f"{found.without:.3g}. A log loss has no upper end, so a few cases on which a model was sure and wrong may "
        f'decide: look at them, {REMEDY}, or compare by `loss="brier"`',
    )  # fmt: skip
