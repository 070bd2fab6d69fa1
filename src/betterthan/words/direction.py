"""Which direction is better, and which side of a rope is which."""

from __future__ import annotations

from typing import TYPE_CHECKING

from betterthan.results.rope import SCALES
from betterthan.words.numbers import number

if TYPE_CHECKING:
    from betterthan.results.rope import Rope


def direction(higher_is_better: bool) -> str:
    """Which scores are better, as a sentence."""
    return f"{'Higher' if higher_is_better else 'Lower'} scores are better."


def as_clause(higher_is_better: bool) -> str:
    """The same inside a sentence: `lower scores are better`."""
    return direction(higher_is_better).lower().removesuffix(".")


def rope_in_words(chosen: Rope, first: str, second: str) -> str:
    """The rope, its scale, who chose it and, where its sides differ, what each side means."""
    return f"{chosen.in_words()}{sides(chosen, first, second)}"


def for_a_paper(chosen: Rope) -> str:
    """Bounds, scale and how it was derived, without a word to the reader."""
    origin = f" ({chosen.origin})" if chosen.origin else ""
    return f"{chosen.bounds} {SCALES[chosen.scale]}{origin}"


def sides(chosen: Rope, first: str, second: str) -> str:
    """What counts as equal on each side; nothing where both sides are alike.

    >>> from betterthan.results.rope import Rope
    >>> sides(Rope(-0.01, 0.03), "new", "old")
    ': new better by up to 0.03, or old better by up to 0.01, counts as equal'
    """
    null = 0.5 if chosen.scale == "phi" else 0.0
    low, high = chosen.low - null, chosen.high - null
    if abs(low + high) <= 1e-12 * max(abs(low), abs(high)):
        return ""
    if low > 0 or high < 0:
        name, near, far = (first, low, high) if high > 0 else (second, -high, -low)
        return f": {name} better by {number(near)} to {number(far)} counts as equal, no difference at all does not"
    parts = [f"{name} better by up to {number(size)}" for name, size in ((first, high), (second, -low)) if size]
    never = "" if len(parts) == 2 else f"; {second if high else first} better by however little does not"
    return f": {', or '.join(parts)}{',' if len(parts) == 2 else ''} counts as equal{never}"
