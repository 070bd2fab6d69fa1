"""How many differences lie in each of the three regions of a rope."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from betterthan.arrays import Array
from betterthan.numerics.ties import ROUNDING
from betterthan.results.rope import Rope


class Counts(NamedTuple):
    """Numbers of tasks in the three regions; halves come from ties."""

    first: float
    equivalent: float
    second: float

    def split(self) -> Counts:
        """The equivalent ones given half to each side, as in a rope of width 0."""
        half = self.equivalent / 2
        return Counts(self.first + half, 0.0, self.second + half)


def counted(values: Array, rope: Rope) -> Counts:
    """What sits on a bound, up to rounding, counts half to each side of it."""
    finite = np.abs(values[np.isfinite(values)])
    noise = ROUNDING * max(float(finite.max(initial=0.0)), abs(rope.low), abs(rope.high))
    first = ((values > rope.high + noise).sum() + (values >= rope.high - noise).sum()) / 2
    second = ((values < rope.low - noise).sum() + (values <= rope.low + noise).sum()) / 2
    return Counts(float(first), float(len(values) - first - second), float(second))
