"""The region of practical equivalence: how large a difference has to be before anybody cares."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from numbers import Real
from typing import TypeAlias

from betterthan.errors import ArgumentError
from betterthan.results.codec import Plain


@dataclass(frozen=True)
class Rope(Plain):
    """An interval of differences that count as practically nothing, and where it came from.

    Parameters:
        low: lower bound, on the scale of the parameter.
        high: upper bound; both bounds belong to the rope.
        source: who chose it, in words: `user`, or how it was derived.

    >>> Rope(-0.01, 0.01)
    Rope(low=-0.01, high=0.01, source='user')
    """

    low: float
    high: float
    source: str = "user"

    def __post_init__(self) -> None:
        for name in ("low", "high"):  # plain numbers: comparisons of NumPy's add up differently
            object.__setattr__(self, name, float(getattr(self, name)))
        if not (isfinite(self.low) and isfinite(self.high)):
            raise ArgumentError(f"A rope needs two finite bounds; got low = {self.low:g}, high = {self.high:g}.")
        if self.low > self.high:
            raise ArgumentError(
                f"A rope runs from low to high; got low = {self.low:g} > high = {self.high:g}. "
                f"Did you mean {self.high:g},{self.low:g}?"
            )

    @property
    def width(self) -> float:
        return self.high - self.low

    def mirrored(self) -> Rope:
        """The same rope seen with the two models swapped."""
        return Rope(0.0 - self.high, 0.0 - self.low, self.source)

    @staticmethod
    def relative(fraction: float) -> RelativeRope:
        """A rope that is a fraction of the second model's error, known once the scores are (Williams 2026, fn 5).

        Parameters:
            fraction: for example 0.1: a difference below a tenth of the error counts as equivalent.

        >>> Rope.relative(0.1).resolve(error=0.25, model="baseline")
        Rope(low=-0.025, high=0.025, source='0.1 of the error of `baseline` (0.25)')
        """
        return RelativeRope(fraction)


@dataclass(frozen=True)
class RelativeRope:
    """A rope that waits for the error of the reference model.

    Parameters:
        fraction: share of the reference model's error that counts as practically nothing.
    """

    fraction: float

    def __post_init__(self) -> None:
        if not (isfinite(self.fraction) and self.fraction >= 0):
            raise ArgumentError(f"A relative rope needs a fraction of at least 0; got {self.fraction:g}.")

    def resolve(self, *, error: float, model: str) -> Rope:
        half = self.fraction * error
        return Rope(-half, half, f"{self.fraction:g} of the error of `{model}` ({error:.4g})")


RopeLike: TypeAlias = Rope | float | tuple[float, float]


def as_rope(rope: RopeLike) -> Rope:
    """A `Rope` from a rope, a half-width or a pair of bounds.

    Parameters:
        rope: `Rope(low, high)`, a number r for [-r, r], or a pair (low, high).

    >>> as_rope(0.01) == as_rope((-0.01, 0.01)) == Rope(-0.01, 0.01)
    True
    """
    if isinstance(rope, Rope):
        return rope
    if isinstance(rope, Real):
        half = float(rope)
        if half < 0:
            raise ArgumentError(f"A rope given as one number is a half-width and cannot be negative; got {half:g}.")
        return Rope(0.0 - half, half)
    try:
        low, high = rope  # type: ignore[misc]
        return Rope(float(low), float(high))
    except (TypeError, ValueError) as error:
        if isinstance(error, ArgumentError):
            raise
        message = f"A rope is a number, a pair (low, high) or `bt.Rope(low, high)`; got {rope!r}."
        raise ArgumentError(message) from None
