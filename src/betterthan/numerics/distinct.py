"""Values that are equal but for rounding, counted once: what `np.unique` finds in them depends on the last digit."""

from __future__ import annotations

import numpy as np

from betterthan.arrays import Array

ROUNDING = 1e-9
"""Values that lie no further apart than this part of the largest magnitude are one."""


def distinct(values: Array) -> Array:
    """The distinct values in ascending order; of those that are equal but for rounding, the least.

    >>> distinct(np.array([0.3 - 0.2, 0.2 - 0.1, 0.5])).tolist()
    [0.09999999999999998, 0.5]

    Parameters:
        values: any values.
    """
    ordered = np.sort(values)
    apart = np.diff(ordered) > ROUNDING * np.abs(ordered).max(initial=0.0)
    return np.asarray(ordered[np.concatenate([np.ones(min(1, len(ordered)), dtype=bool), apart])])
