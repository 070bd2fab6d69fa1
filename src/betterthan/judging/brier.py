"""The Brier score of each model's probabilities, taken apart: the record, and what makes it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from betterthan.numerics.calibration.brier import BrierParts, brier_parts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from betterthan.data.predictions import Predictions

BINS = 10
"""Of about equally many cases, as in the reliability diagram."""


@dataclass(frozen=True, kw_only=True)
class BrierOf(BrierParts):
    """One model's Brier score over the cases that are compared, and its parts."""

    model: str


def brier_of(predictions: Predictions, models: Sequence[str]) -> tuple[BrierOf, ...]:
    """The Brier score of each model, taken apart; none where there are no probabilities of two classes.

    Parameters:
        predictions: the cases that are compared.
        models: the models.
    """
    if predictions.kind != "probabilities" or len(predictions.classes) != 2:
        return ()
    came, weight = predictions.truth == 1, predictions.weight
    found = [brier_parts(predictions.positive_scores(model), came, weight=weight, bins=BINS) for model in models]
    return tuple(BrierOf(model=model, **vars(parts)) for model, parts in zip(models, found, strict=True))
