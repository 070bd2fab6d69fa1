"""Numbers, probabilities and intervals as people write them."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING

from betterthan.phrases import probability
from betterthan.vocabulary import REGIONS, Region

if TYPE_CHECKING:
    from betterthan.results.interval import Interval
    from betterthan.results.probabilities import Probabilities


def shares(probabilities: Probabilities) -> tuple[str, str, str]:
    """The three probabilities, as text."""
    first, equivalent, second = (probability(p) for p in probabilities)
    return first, equivalent, second


def share_of(region: Region, probabilities: Probabilities) -> str:
    """One of the three, as text."""
    return shares(probabilities)[REGIONS.index(region)]


def number(x: float) -> str:
    """Four significant digits, as a person would write them.

    >>> number(0.0123456), number(1234567.0), number(0.1)
    ('0.01235', '1.235e+06', '0.1')
    """
    return f"{x:.4g}" if isfinite(x) else ("∞" if x > 0 else "-∞" if x < 0 else "undefined")


def percent(p: float) -> str:
    """A probability in whole percent, never 0 or 100.

    >>> percent(0.742), percent(0.001), percent(1.0)
    ('74%', '<1%', '>99%')
    """
    if p < 0.005:
        return "<1%"
    return ">99%" if p > 0.995 else f"{100 * p:.0f}%"


def p_value(p: float) -> str:
    """`p = 0.038`, or `p < 1e-300` where the number itself is too small to hold.

    >>> p_value(0.0381), p_value(0.0)
    ('p = 0.0381', 'p < 1e-300')
    """
    return "p < 1e-300" if p < 1e-300 else f"p = {p:.3g}"


def interval(inside: Interval) -> str:
    """`95% HDI [-0.08, 0.21]`."""
    kinds = {"hdi": "HDI", "equal-tailed": "equal-tailed interval", "confidence": "confidence interval"}
    return f"{100 * inside.level:g}% {kinds[inside.kind]} [{number(inside.low)}, {number(inside.high)}]"
