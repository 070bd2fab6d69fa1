"""The effect of one model among several."""

from __future__ import annotations

from typing import NamedTuple

from betterthan.results.interval import Interval


class ModelEffect(NamedTuple):
    """One model's effect: how far it lies above the mean of the models, oriented; or its average rank.

    The p-value is that of leaving a model confidence set: the model is in the set if it is above 1 - level.
    """

    name: str
    estimate: float
    interval: Interval | None = None
    p_value: float | None = None
