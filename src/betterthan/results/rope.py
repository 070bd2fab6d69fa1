"""The region of practical equivalence: how large a difference has to be before anybody cares."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from math import isfinite
from numbers import Real
from typing import TypeAlias, cast, get_args

from betterthan.errors import ArgumentError
from betterthan.phrases import MINUS, number
from betterthan.results.codec import Plain
from betterthan.vocabulary import RopeScale

DEFAULT = "default: "
"""What the source of a rope begins with that nobody gave."""
SCALES: dict[RopeScale, str] = {
    "score": "in units of the score",
    "log-odds": "in log-odds of ranking ahead",
    "phi": "on the scale of φ, share of the disagreements won by the first model",
}
"""What a number on each scale is, in words."""
DECIMAL_COMMA = re.compile(r"\+?\d+,\d+|-0+,\d+")
"""What may be one number with a decimal comma: `0,01`, `1,5`, `-0,01`; but `-1,1` is a region."""
OTHER_SCALE = re.compile(r"(?P<bounds>[^a-z]*?) *(?P<scale>log-odds|phi)")
"""A rope that is not in units of the score: `0.2 log-odds`."""
LOST_ZERO = re.compile(r"(^|,)0\d")
"""A whole number that begins with 0: the digits behind a decimal comma."""


@dataclass(frozen=True)
class Rope(Plain):
    """An interval of differences that count as practically nothing, and where it came from.

    Parameters:
        low: lower bound, on the scale of the parameter.
        high: upper bound; both bounds belong to the rope.
        source: who chose it, in words: `user`, `default: …`, or how it was derived.
        scale: what the bounds are measured in: `score`, `log-odds` or `phi`.
        shifted: whether it is meant not to contain the parameter's value for equal models.

    >>> Rope(-0.01, 0.01).in_words()
    '±0.01 in units of the score (given by you)'
    """

    low: float
    high: float
    source: str = "user"
    scale: RopeScale = "score"
    shifted: bool = False

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
        if self.scale not in get_args(RopeScale):
            raise ArgumentError(f"A rope is on the scale `score`, `log-odds` or `phi`; got {self.scale!r}.")

    @property
    def width(self) -> float:
        return self.high - self.low

    @property
    def bounds(self) -> str:
        """`±0.01`, or both bounds where they differ."""
        if self.low == -self.high:
            return f"±{number(self.high)}" if self.high else "0"
        return f"[{number(self.low)}, {number(self.high)}]"

    @property
    def origin(self) -> str:
        """How it was derived; nothing for one that was given as it is."""
        return "" if self.source == "user" else self.source.removeprefix(DEFAULT)

    def in_words(self) -> str:
        """Bounds, scale and source."""
        source = self.origin or "given by you"
        none = "none in log-odds" if self.scale == "log-odds" else "none"  # one in units of the score may be given
        unasked = f"; you gave {none}" if self.source.startswith(DEFAULT) else ""
        return f"{self.bounds} {SCALES[self.scale]} ({source}{unasked})"

    def mirrored(self) -> Rope:
        """The same rope seen with the two models swapped."""
        return replace(self, low=0.0 - self.high, high=0.0 - self.low)

    @staticmethod
    def relative(fraction: float) -> RelativeRope:
        """A rope that is a fraction of the second model's error, known once the scores are (Williams 2026, fn 5).

        Parameters:
            fraction: for example 0.1: a difference below a tenth of the error counts as equivalent.

        >>> Rope.relative(0.1).resolve(error=0.25, model="baseline").in_words()
        '±0.025 in units of the score (10% of the error of `baseline`, which is 0.25)'
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
        if self.fraction >= 1:
            raise ArgumentError(
                f"A relative rope of {100 * self.fraction:g}% of the error would make a model without any error "
                "practically equal: give less than 100%, as in `5%`, which is the fraction 0.05."
            )

    def resolve(self, *, error: float, model: str) -> Rope:
        half = self.fraction * error
        return Rope(-half, half, f"{100 * self.fraction:g}% of the error of `{model}`, which is {error:.4g}")


RopeLike: TypeAlias = Rope | float | tuple[float, float] | str


def as_rope(rope: RopeLike) -> Rope:
    """A `Rope` from a rope, a half-width, a pair of bounds or a text.

    Parameters:
        rope: `Rope(low, high)`, a number r for [-r, r], a pair (low, high), or a text such as `"0.2 log-odds"`.

    >>> as_rope(0.01) == as_rope((-0.01, 0.01)) == as_rope("0.01") == Rope(-0.01, 0.01)
    True
    """
    if isinstance(rope, Rope):
        return rope
    if isinstance(rope, str):
        made = rope_from_text(rope)
        if isinstance(made, RelativeRope):
            raise ArgumentError(f"The rope `{rope}` is relative, and can only be used where the scores are known.")
        return as_rope(made)
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
        raise ArgumentError(f"A rope is {ACCEPTED}; got {rope!r}.") from None


ACCEPTED = (
    "a half-width such as 0.01, a pair (low, high), a fraction of the error such as `5%`, or `bt.Rope(low, high)`"
)


def rope_from_text(text: str) -> Rope | RelativeRope | float | tuple[float, float]:
    """What a text means as a rope: a half-width, both bounds, a share of the error, or one on another scale.

    Parameters:
        text: `0.01`, `-0.01,0.03`, `5%`, `0.2log-odds`, `0.45,0.55 phi`; with a minus sign as reports have it, too.

    >>> rope_from_text("0.01"), rope_from_text("−0.01, 3e-02"), rope_from_text("5%")
    (0.01, (-0.01, 0.03), RelativeRope(fraction=0.05))
    """
    measured = OTHER_SCALE.fullmatch(text.strip())
    if measured:
        return replace(as_rope(measured["bounds"]), scale=cast(RopeScale, measured["scale"]))
    plain = text.replace(" ", "").replace(MINUS, "-")
    refuse_decimal_comma(plain.removesuffix("%"), text)
    try:
        if plain.endswith("%"):
            return RelativeRope(float(plain.removesuffix("%")) / 100)
        numbers = [float(part) for part in plain.split(",")]
    except ValueError as error:
        if isinstance(error, ArgumentError):
            raise
        raise ArgumentError(
            "A rope is a half-width such as 0.01, a pair (low, high) such as -0.01,0.03, or a share of the error such "
            f"as 5%; got `{text}`."
        ) from None
    if len(numbers) == 1:
        return numbers[0]
    if len(numbers) == 2:
        return numbers[0], numbers[1]
    raise ArgumentError(f"A rope is one half-width or LOW,HIGH; got `{text}`.")


def refuse_decimal_comma(plain: str, text: str) -> None:
    """A comma stands between two numbers; a text in which it may be part of one is refused.

    Parameters:
        plain: the text without spaces and sign of percent.
        text: the text as given.
    """
    if not (DECIMAL_COMMA.fullmatch(plain) or LOST_ZERO.search(plain)):
        return
    example = text.strip().replace(",", ".") if plain.count(",") == 1 else "0.01"
    whole = DECIMAL_COMMA.fullmatch(plain) and "%" not in text
    low, _, high = plain.partition(",")
    between = f" For the region from {int(low)} to {int(high)} write {int(low)}.0,{int(high)}.0." if whole else ""
    raise ArgumentError(
        f"`{text.strip()}` looks like a decimal comma. Decimals are written with a point: {example}.{between}"
    )


def with_shift(rope: RopeLike | RelativeRope | None, shifted: bool) -> RopeLike | RelativeRope | None:
    """The rope; with `shifted` the user confirms that it is meant not to contain 0.

    Parameters:
        rope: as the user gave it.
        shifted: whether it was confirmed.
    """
    if not shifted:
        return rope
    if rope is None or isinstance(rope, RelativeRope):
        raise ArgumentError("`shifted=True` confirms a rope that does not contain 0: give one, as `rope=(0.01, 0.02)`.")
    made = as_rope(rope)
    if made.low <= 0 <= made.high:
        raise ArgumentError(
            f"`shifted=True` is for a rope that does not contain 0, as in `rope=(0.01, 0.02)`; {made.bounds} does."
        )
    return replace(made, shifted=True)
