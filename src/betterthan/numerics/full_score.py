"""What a score can be at most: 1 for fractions, 100 for percent."""

from __future__ import annotations

import numpy as np

from betterthan.arrays import Array

PERCENT = 100.0


def full_score(scores: Array) -> float | None:
    """1 for fractions (or what lies as close together about 0), 100 for percent; None for scores on another scale.

    Percent lie within [0, 100], some above 1, so that a table means the same in fractions and in percent.

    Parameters:
        scores: the scores of all models; losses as they were given.

    >>> full_score(np.array([0.71, 0.69])), full_score(np.array([71.0, 0.9])), full_score(np.array([140.0, 3.0]))
    (1.0, 100.0, None)
    """
    low, high = float(np.min(scores)), float(np.max(scores))
    if low >= -1 and high <= 1 and high - low <= 1:
        return 1.0
    return PERCENT if low >= 0 and 1 < high <= PERCENT else None
