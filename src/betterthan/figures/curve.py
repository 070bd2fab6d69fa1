"""Where a curve is drawn: evenly over its frame, and densely where it bends."""

from __future__ import annotations

import numpy as np

from betterthan.arrays import Array


def woven(frame: tuple[float, float], dense: Array, *, even: int) -> Array:
    """Points over a frame, as close as evenly spaced ones and dense ones are together.

    The union of both sets would keep or merge points that are equal but for rounding, so that their number would depend
    on the processor. Here the number is fixed, and each point moves no further than what is given: the points are the
    places where the two counts, taken as continuous, add up to 0, 1, 2, ….

    Parameters:
        frame: the first and the last point.
        dense: points in ascending order; those beyond the frame are moved to its end.
        even: how many points the even spacing has.
    """
    low, high = frame
    knots = np.concatenate([[low], np.clip(dense, low, high), [high]])
    denser = np.concatenate([[0], np.arange(len(dense)), [len(dense) - 1]])
    count = denser + (even - 1) * (knots - low) / (high - low)
    return np.asarray(np.interp(np.arange(even + len(dense) - 1), count, knots))
