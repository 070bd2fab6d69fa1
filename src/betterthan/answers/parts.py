"""Parts that several answers share."""

from __future__ import annotations

from math import isfinite
from typing import NamedTuple

from betterthan.results.interval import Interval


class ModelFigures(NamedTuple):
    """One model's own scores, in their original units, with an interval for their mean."""

    name: str
    n: int
    mean: float
    sd: float
    interval: Interval


def finite(value: float) -> float | None:
    """The value, or None where JSON has no word for it.

    Parameters:
        value: any float.
    """
    return value if isfinite(value) else None
