"""Columns of a table: all numbers of one have the same decimals, which its intervals choose, or else its own spread."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import floor, isfinite, log10
from statistics import median
from typing import TYPE_CHECKING, Protocol

from betterthan.phrases import LARGEST, decimal, probability, with_minus

if TYPE_CHECKING:
    from betterthan.results.protocol import ClassicalTest

MOST_PLACES = 6
"""More decimals are not read: such numbers are written with an exponent."""
DIGITS_OF_SPREAD = 3
"""Significant digits of the spread of numbers that have no intervals."""
NOISE = 1e-9
"""Numbers that differ by less than this share of their size differ by rounding."""
LEVEL = 0.05
"""The p-value that three decimals must not seem to hit."""


class Ends(Protocol):
    """What runs from low to high: an interval, or a task with its own."""

    @property
    def low(self) -> float: ...

    @property
    def high(self) -> float: ...


@dataclass(frozen=True)
class Digits:
    """How the numbers of one column are written."""

    places: int
    """Decimals; behind the first digit, if there is an exponent."""
    exponent: bool = False

    def of(self, x: float | None) -> str:
        """One number; nothing for none."""
        if x is None:
            return ""
        return with_minus(f"{x:.{self.places}e}") if self.exponent and isfinite(x) else decimal(x, self.places)

    def ends(self, inside: Ends | None) -> str:
        """`[0.71, 0.83]`."""
        return "" if inside is None else f"[{self.of(inside.low)}, {self.of(inside.high)}]"


def digits_of(values: Iterable[float | None], intervals: Iterable[Ends | None] = ()) -> Digits:
    """So many that the width of the middle one of the intervals has two significant digits.

    The ends of the narrowest differ, too. Without intervals the spread of the values decides, three digits of it.

    One interval alone has one decimal more where an end would look like 0, which decides how it is read.

    >>> digits_of([0.774, 0.7597]), digits_of([1e-9, 3e-9])
    (Digits(places=4, exponent=False), Digits(places=2, exponent=True))
    """
    known = [x for x in values if x is not None and isfinite(x)]
    shown = [each for each in intervals if each is not None]
    ends = [end for each in shown for end in (each.low, each.high) if isfinite(end)]
    largest = max(map(abs, (*known, *ends)), default=0.0)
    widths = [each.high - each.low for each in shown if NOISE * largest < each.high - each.low < float("inf")]
    if widths:
        places = max(_places(median(widths), 2), _places(min(widths), 1))
        places += len(shown) == 1 and any(_would_look_zero(end, places, largest) for end in ends)
    else:
        spread = max(known, default=0.0) - min(known, default=0.0)
        places = _places(spread if spread > NOISE * largest else largest, DIGITS_OF_SPREAD)
    if places <= MOST_PLACES and largest < LARGEST:
        return Digits(max(0, places))
    return Digits(min(8, max(1, _order(largest) + places)), exponent=True)


def alike(values: Sequence[float | None]) -> list[str]:
    """A column of numbers that have no intervals."""
    digits = digits_of(values)
    return [digits.of(x) for x in values]


def as_given(values: Sequence[float], otherwise: Digits) -> Digits:
    """Those with which scores are shown as they came, if that takes few decimals.

    >>> as_given([0.5, 0.25], Digits(1)), as_given([1 / 3, 0.5], Digits(3))
    (Digits(places=2, exponent=False), Digits(places=3, exponent=False))
    """
    if otherwise.exponent:
        return otherwise
    exact = (
        places for places in range(MOST_PLACES + 1) if all(abs(round(x, places) - x) <= NOISE * abs(x) for x in values)
    )
    return Digits(next(exact, otherwise.places))


def ropes(bounds: Sequence[Ends | None]) -> list[str]:
    """A column of ropes, as they were given if that takes few decimals.

    >>> from betterthan.results.rope import Rope
    >>> ropes([Rope(-0.01, 0.01), Rope(-0.025, 0.025), None])
    ['[−0.010, 0.010]', '[−0.025, 0.025]', '']
    """
    ends = [end for each in bounds if each is not None for end in (each.low, each.high)]
    digits = as_given(ends, digits_of(ends))
    return [digits.ends(each) for each in bounds]


def p_values(values: Sequence[float | None]) -> list[str]:
    """A column of p-values: three decimals, or four where three would show 0.050 for what is not 0.05.

    >>> p_values([0.0381, 1e-9, None]), p_values([0.0503, 0.2])
    (['0.038', '<0.001', ''], ['0.0503', '0.2000'])
    """
    known = [p for p in values if p is not None]
    if any(p != LEVEL and abs(p - LEVEL) < 0.0005 for p in known):
        return ["" if p is None else "<0.0001" if p < 0.00005 else f"{p:.4f}" for p in values]
    return ["" if p is None else p_in_table(p) for p in values]


def p_of_tests(tests: Sequence[ClassicalTest | None]) -> list[str]:
    """A column of the p-values of tests; `≤0.010` where no random draw was as extreme as the data."""
    shown = p_values([None if test is None else test.p_value for test in tests])
    at_most = [test is not None and test.p_at_most for test in tests]
    return [f"≤{p}" if floor and not p.startswith("<") else p for p, floor in zip(shown, at_most, strict=True)]


def p_in_table(p: float) -> str:
    """Three decimals; a p-value of 1 is one.

    >>> p_in_table(1.0), p_in_table(0.0)
    ('1.000', '<0.001')
    """
    return probability(p) if p < 0.5 else f"{p:.3f}"


def _would_look_zero(end: float, places: int, largest: float) -> bool:
    """Whether an end is not 0, is written as 0, and is not with one decimal more."""
    return abs(end) > NOISE * largest and round(end, places) == 0 != round(end, places + 1)


def _places(width: float, digits: int) -> int:
    """Decimals with which a number has so many significant digits; below 0 where whole numbers have more."""
    return digits - 1 - _order(width)


def _order(x: float) -> int:
    return floor(log10(x)) if x > 0 else 0
