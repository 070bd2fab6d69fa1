"""Wilson's interval of a share."""

from __future__ import annotations

from math import sqrt


def wilson_interval(share: float, n: float, quantile: float) -> tuple[float, float]:
    """The shares whose own error, at that many standard errors, still reaches the one that was seen.

    Parameters:
        share: the share that was seen.
        n: number of independent cases.
        quantile: how many standard errors.
    """
    square = quantile**2 / n
    middle, reach = share + square / 2, quantile * sqrt(share * (1 - share) / n + square / (4 * n))
    return max(0.0, (middle - reach) / (1 + square)), min(1.0, (middle + reach) / (1 + square))
