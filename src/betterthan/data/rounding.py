"""Rounding: where differences of scores are noise, where they leave the range of numbers, and where they are lost."""

from __future__ import annotations

import numpy as np

from betterthan.arrays import Array, BoolArray
from betterthan.errors import PairingError
from betterthan.numerics.ties import ROUNDING

LARGEST = 1e301
"""Sums and spreads of larger differences would leave the range of floating point."""
LARGEST_SCORE = 1e150
"""Squares of larger scores would leave it, and variances with them."""
LAST_DIGITS = 8 * float(np.finfo(np.float64).eps)
"""Two numbers that are apart by no more of the larger one differ in their last digits only, as rounding would do."""
OWN_SHARE = 1e-6
"""A difference that is more than this share of its own two scores is no rounding of theirs."""
MOST_DECIMALS = 4
"""Scores with more decimals than these are not taken for rounded ones."""
TOO_LARGE = "These scores are too large to compute with. Divide all of them by the same number first."
SHIFT = "Subtract the same number from all scores first (their differences stay the same), or give the differences."


def without_noise(first: Array, second: Array) -> Array:
    """First minus second; rounding noise is set to exactly 0, and differences that are lost in it are refused.

    Parameters:
        first: scores of the first model.
        second: scores of the second model, on the same units.
    """
    with np.errstate(over="ignore", invalid="ignore"):
        differences = first - second
    refuse_overflow(differences, first, second)
    larger = np.maximum(np.abs(first), np.abs(second))
    noise = ROUNDING * float(larger.max(initial=0.0))
    small = np.abs(differences) <= noise
    if not differences[small].any() or (whole(first) and whole(second)):
        return differences + 0.0
    _refuse_lost(differences, larger, small)
    return np.where(small, 0.0, differences)


def whole(values: Array) -> bool:
    """Whether these are whole numbers whose differences are exact.

    Parameters:
        values: finite numbers.

    >>> whole(np.array([1e15, 1e15 + 5])), whole(np.array([0.5]))
    (True, False)
    """
    return bool((np.abs(values) <= 2.0**53).all() and (values == np.rint(values)).all())


def decimals(scores: Array) -> int | None:
    """With how many decimals scores are written, up to `MOST_DECIMALS`; None if it takes more, or if there are none.

    Parameters:
        scores: finite numbers.

    >>> decimals(np.array([0.81, 0.9])), decimals(np.array([81.0, 79.0])), decimals(np.array([1 / 3]))
    (2, 0, None)
    """
    tried = [places for places in range(MOST_DECIMALS + 1) if np.allclose(scores, np.round(scores, places), 0, 1e-9)]
    return tried[0] if tried and scores.size else None


def refuse_overflow(differences: Array, first: Array, second: Array) -> None:
    """Refuse differences that no number can hold.

    Parameters:
        differences: first minus second.
        first: scores of the first model.
        second: scores of the second model.
    """
    odd = np.flatnonzero(~(np.abs(differences) <= LARGEST))
    if len(odd):
        raise PairingError(
            f"The difference of the scores {first[odd[0]]:g} and {second[odd[0]]:g} is too large to compute with: it "
            f"has to stay below {LARGEST:g}. Divide all scores by the same number first."
        )


def refuse_lost_among(scores: Array) -> None:
    """Refuse scores of several models that differ by less than can be told from rounding.

    Parameters:
        scores: units x models, NaN where a model has none.
    """
    there = ~np.isnan(scores)
    if np.isinf(scores).any():
        raise PairingError(TOO_LARGE)
    largest = np.where(there, np.abs(scores), 0.0).max(axis=1, initial=0.0)
    apart = np.where(there, scores, -np.inf).max(axis=1) - np.where(there, scores, np.inf).min(axis=1)
    apart = np.where(there.any(axis=1), apart, 0.0)
    small = apart <= ROUNDING * largest.max(initial=0.0)
    if small.all() and (apart > LAST_DIGITS * largest).any():
        raise PairingError(lost(float(apart.max()), float(largest.max())))


def lost(apart: float, size: float) -> str:
    """What is said of a difference that cannot be told from rounding.

    Parameters:
        apart: the difference.
        size: the scores that it is a difference of.
    """
    return (
        f"Scores of about {size:.3g} differ by {apart:.3g} at most: that is less than {ROUNDING:g} of their size, and "
        f"cannot be told from rounding. {SHIFT}"
    )


def is_lost(apart: float, size: float) -> bool:
    """Whether a difference is small enough to be rounding, but too large to be that of the last digits alone.

    Parameters:
        apart: the difference.
        size: the scores that it is a difference of.

    >>> is_lost(0.1 + 0.2 - 0.3, 0.3), is_lost(5.0, 1e15), is_lost(0.01, 0.8)
    (False, True, False)
    """
    return LAST_DIGITS * size < abs(apart) <= ROUNDING * size


def _refuse_lost(differences: Array, larger: Array, small: BoolArray) -> None:
    """Nothing but noise is set to 0: not all that there is, and nothing that is large beside its own two scores."""
    if small.all() and (np.abs(differences) > LAST_DIGITS * larger).any():
        raise PairingError(lost(float(np.abs(differences).max()), float(larger.max())))
    odd = np.flatnonzero(small & (np.abs(differences) > OWN_SHARE * larger))
    if len(odd):
        raise PairingError(
            f"A difference of {differences[odd[0]]:.3g}, between scores of about {larger[odd[0]]:.3g}, is lost "
            f"beside scores of about {larger.max():.3g} in the same table: bring all scores to one scale, "
            "or compare the parts."
        )
