"""How much better one variable is than another that is independent of it."""

from __future__ import annotations

from dataclasses import replace

from betterthan.errors import ArgumentError
from betterthan.results.laws.beta import Beta
from betterthan.results.laws.crossed_mean import CrossedMean
from betterthan.results.laws.independent_difference import IndependentDifference
from betterthan.results.laws.law import Law
from betterthan.results.laws.normal import Normal
from betterthan.results.laws.point import Point
from betterthan.results.laws.student_t import StudentT


def better_by(first: Law, second: Law, *, losses: bool = False) -> Law:
    """The law of how much better the first variable is than the second, both independent.

    Parameters:
        first: the law of X, on the scale of the scores.
        second: the law of Y, on the same scale.
        losses: whether smaller values are better, so that the difference is Y - X.
    """
    if losses:  # a share stays one if it is turned about 1/2, and the difference does not see where both are turned
        about = 1.0 if isinstance(first, Beta) or isinstance(second, Beta) else 0.0
        first, second = _turned(first, about), _turned(second, about)
    if isinstance(first, Point) and isinstance(second, Point):
        return Point(first.at - second.at)
    return IndependentDifference(first, second)


def _turned(law: Law, about: float) -> Law:
    """The law of `about` - X."""
    match law:
        case Beta(a, b):
            return Beta(b, a)
        case Point(at):
            return Point(about - at)
        case Normal(mean, sd):
            return Normal(about - mean, sd)
        case StudentT() | CrossedMean():
            return replace(law, location=about - law.location)
    raise ArgumentError(f"A law of kind `{law.kind}` cannot be turned.")
