"""Ranges: what a score can be, as the user says, or as the scores look like; and how far two of them can be apart."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np

from betterthan.errors import ArgumentError
from betterthan.numerics.full_score import PERCENT
from betterthan.numerics.given import given_number, shown

if TYPE_CHECKING:
    from betterthan.arrays import Array
    from betterthan.data.protocol import AnyTable, Comparable

ScoreRange: TypeAlias = tuple[float, float]
"""The lowest and the highest score that there can be, in the scores' own units."""

GIVE = "say what a score can be with `range=(LOW, HIGH)`"


class Reach(NamedTuple):
    """How far two scores of one unit can be apart.

    Parameters:
        width: R.
        source: where it comes from, in words.
        assumed: whether nobody said it.
    """

    width: float
    source: str
    assumed: bool


class Limits(NamedTuple):
    """Between what a score, and so the mean of a model, lies.

    Parameters:
        low: the lowest that there can be.
        high: the highest.
        assumed: whether nobody said it.
    """

    low: float
    high: float
    assumed: bool


def given_range(given: Any) -> ScoreRange | None:
    """A range as it was given, checked; None if none was.

    Parameters:
        given: the lowest and the highest score that there can be.

    >>> given_range([0, 1])
    (0.0, 1.0)
    """
    if given is None:
        return None
    if isinstance(given, str) or not hasattr(given, "__len__") or len(given) != 2:
        raise ArgumentError(
            f"`range=` takes the lowest and the highest score that there can be, as in (0, 1); got {shown(given)}."
        )
    low, high = (given_number("range", each) for each in given)
    if not low < high:
        raise ArgumentError(f"`range=` takes two numbers, the lower one first; got {low:g} and {high:g}.")
    return low, high


def refuse_outside(declared: ScoreRange | None, scores: Array, source: str) -> None:
    """Refuse scores that the user says there cannot be.

    Parameters:
        declared: the range, if one was given.
        scores: the scores, as they were given.
        source: where the scores are from.
    """
    if declared is None:
        return
    wrong = scores[(scores < declared[0]) | (scores > declared[1])]
    if len(wrong):
        raise ArgumentError(
            f"{source} has a score of {wrong[0]:g}, outside the range {declared[0]:g} to {declared[1]:g} that you gave "
            "with `range=`: correct one of the two."
        )


def refuse_too_far(declared: ScoreRange | None, differences: Array) -> None:
    """Refuse differences that two scores within the range cannot have.

    Parameters:
        declared: the range, if one was given.
        differences: one per unit.
    """
    if declared is None:
        return
    wrong = differences[np.abs(differences) > declared[1] - declared[0]]
    if len(wrong):
        raise ArgumentError(
            f"There is a difference of {wrong[0]:g}; two scores from {declared[0]:g} to {declared[1]:g}, the range "
            "that you gave with `range=`, cannot be so far apart: correct one of the two."
        )


def score_limits(table: AnyTable) -> Limits | None:
    """Between what the mean of a model lies: as declared; 0 and 1 for shares; None if that is not known.

    Parameters:
        table: the scores of all models, paired or not.
    """
    return limits(table.score_range, table.extent(), table.zero_one, table.higher_is_better)


def limits(
    declared: ScoreRange | None, seen: ScoreRange | None, zero_one: bool, higher_is_better: bool
) -> Limits | None:
    """The same of scores that are no table.

    Scores between 0 and 1 of which higher is better are taken as shares, such as accuracies. Losses there are not: one
    of 0.9 may be followed by one of 1.1.

    Parameters:
        declared: the range that was given, if any.
        seen: the lowest and the highest score, in original units; None if they are not known.
        zero_one: whether the scores are 0/1 or means of such.
        higher_is_better: False if the scores are losses.

    >>> limits(None, (0.6, 0.97), zero_one=False, higher_is_better=True)
    Limits(low=0.0, high=1.0, assumed=True)
    """
    if declared is not None:
        return Limits(*declared, assumed=False)
    if zero_one:
        return Limits(0.0, 1.0, assumed=False)
    shares = seen is not None and seen[0] >= 0 and seen[1] <= 1 and higher_is_better
    return Limits(0.0, 1.0, assumed=True) if shares else None


def reach_of(table: Comparable) -> Reach | None:
    """How far two scores can be apart: as declared; else 1 for shares, 100 for percent, else as seen; None if unknown.

    Parameters:
        table: scores, differences or sums.
    """
    if table.score_range is not None:
        low, high = table.score_range
        return Reach(high - low, f"the range from {low:g} to {high:g} that you gave", assumed=False)
    seen = table.extent()
    if seen is None:
        return None
    low, high = seen
    if table.binary:
        return Reach(1.0, "the scores are 0 or 1", assumed=False)
    if low >= 0 and high <= 1:
        return Reach(1.0, "as for any scores between 0 and 1", assumed=True)
    if low >= 0 and high <= PERCENT:
        return Reach(PERCENT, "taking the scores as percent", assumed=True)
    seen_range = f"the range of the scores seen, {low:g} to {high:g}"
    return Reach(high - low, seen_range, assumed=True) if low < high else None
