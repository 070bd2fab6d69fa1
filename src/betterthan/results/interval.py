"""An interval with its coverage and its kind."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from betterthan.errors import ArgumentError

IntervalKind: TypeAlias = Literal["hdi", "equal-tailed", "confidence"]


class Interval(NamedTuple):
    """From low to high, holding `level` of the probability (or, for `confidence`, of repeated experiments)."""

    low: float
    high: float
    level: float
    kind: IntervalKind

    def within(self, low: float, high: float) -> Interval:
        """The part of it that lies between what there can be."""
        return self._replace(low=min(max(self.low, low), high), high=max(min(self.high, high), low))


def check_level(level: float) -> None:
    """Refuse a coverage that no interval can have."""
    if not 0 < level < 1:
        raise ArgumentError(f"A level is a coverage between 0 and 1, such as 0.95; got {level:g}.")
