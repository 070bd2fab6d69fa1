"""A relative difference: by which share the first model makes fewer errors, or has a lower loss: the record."""

from __future__ import annotations

from typing import Literal, NamedTuple

from betterthan.results.interval import Interval


class Relative(NamedTuple):
    """A relative difference of errors.

    Attributes:
        of: `errors` of 0/1 scores, or a `loss`.
        reduction: 1 - (error of the first)/(error of the second): 0.12 is 12% fewer errors, -0.12 is 12% more.
        interval: confidence interval of it.
    """

    of: Literal["errors", "loss"]
    reduction: float
    interval: Interval
