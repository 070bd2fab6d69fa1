"""The Brier score of each model's probabilities, taken apart: the record, and what makes it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from betterthan.numerics.calibration.brier import brier_parts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from betterthan.data.predictions import Predictions

BINS = 10
"""Of about equally many cases, as in the reliability diagram."""


class BrierOf(NamedTuple):
    """One model's Brier score: reliability - resolution + uncertainty + within (Murphy 1973; Stephenson et al. 2008).

    Attributes:
        model: its name.
        score: the mean of (probability - outcome)² over the cases that are compared; small is good.
        reliability: how far probabilities are from the shares that came; 0 if they come true.
        resolution: how far these shares are from the overall one; large is good.
        uncertainty: o(1 - o) of the overall share o, the same for all models.
        within: what probabilities that share a bin add.
        bins: how many bins there were, of about equally many cases.
    """

    model: str
    score: float
    reliability: float
    resolution: float
    uncertainty: float
    within: float
    bins: int


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
    return tuple(
        BrierOf(model, parts.score, parts.reliability, parts.resolution, parts.uncertainty, parts.within, parts.bins)
        for model, parts in zip(models, found, strict=True)
    )
