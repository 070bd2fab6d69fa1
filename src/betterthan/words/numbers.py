"""Numbers, probabilities and intervals as people write them."""

from __future__ import annotations

from math import isfinite, isinf
from typing import TYPE_CHECKING

from betterthan.phrases import number, probability
from betterthan.vocabulary import REGIONS, Region
from betterthan.words.columns import digits_of

if TYPE_CHECKING:
    from betterthan.results.interval import Interval
    from betterthan.results.probabilities import Probabilities
    from betterthan.results.protocol import ClassicalTest
    from betterthan.words.columns import Digits

__all__ = ["interval", "interval_name", "number", "p_value", "percent", "share_of", "shares", "tested", "with_interval"]
KINDS = {"hdi": "HDI", "equal-tailed": "equal-tailed interval", "confidence": "confidence interval"}


def shares(probabilities: Probabilities) -> tuple[str, str, str]:
    """The three probabilities, as text."""
    first, equivalent, second = (probability(p) for p in probabilities)
    return first, equivalent, second


def share_of(region: Region, probabilities: Probabilities) -> str:
    """One of the three, as text."""
    return shares(probabilities)[REGIONS.index(region)]


def percent(p: float) -> str:
    """A probability in whole percent, never 0 or 100.

    >>> percent(0.742), percent(0.001), percent(1.0)
    ('74%', '<1%', '>99%')
    """
    if p < 0.005:
        return "<1%"
    return ">99%" if p > 0.995 else f"{100 * p:.0f}%"


def p_value(p: float) -> str:
    """`p = 0.038`, or `p < 1e−300` where the number itself is too small to hold.

    >>> p_value(0.0381), p_value(0.0)
    ('p = 0.0381', 'p < 1e−300')
    """
    return "p < 1e−300" if p < 1e-300 else f"p = {number(p, 3)}"


def tested(test: ClassicalTest) -> str:
    """The p-value of a test; `p ≤ 5e−05` where no random draw was as extreme as the data."""
    return f"p ≤ {number(test.p_value, 3)}" if test.p_at_most else p_value(test.p_value)


def interval(inside: Interval, digits: Digits | None = None) -> str:
    """`95% HDI [−0.08, 0.21]`, `95% confidence interval: at least 0.02`.

    Its width has two significant digits, unless others chose the decimals.
    """
    chosen, name = digits_of([], [inside]) if digits is None else digits, interval_name(inside)
    if isinf(inside.high) and isfinite(inside.low):
        return f"{name}: at least {chosen.of(inside.low)}"
    if isinf(inside.low) and isfinite(inside.high):
        return f"{name}: at most {chosen.of(inside.high)}"
    return f"{name} {chosen.ends(inside)}"


def interval_name(inside: Interval) -> str:
    """`95% HDI`."""
    return f"{100 * inside.level:g}% {KINDS[inside.kind]}"


def with_interval(estimate: float, inside: Interval | None) -> str:
    """`0.066, 95% HDI [−0.083, 0.214]`: both with the decimals that the interval's width asks for.

    Where all values are the same, a test's interval has no width, which would look like certainty.
    """
    if inside is None:
        return number(estimate)
    if inside.low == inside.high:
        return f"{number(estimate)} (no interval: nothing varies)"
    digits = digits_of([estimate], [inside])
    return f"{digits.of(estimate)}, {interval(inside, digits)}"
