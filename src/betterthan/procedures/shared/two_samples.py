"""Two unpaired samples in short: what `welch_t` and `bayes_welch` start from."""

from __future__ import annotations

from betterthan.data.moments import Moments
from betterthan.procedures.shared.checked import Sample


def two_samples(first: Sample, second: Sample) -> tuple[Moments, Moments]:
    """Both samples as moments.

    Parameters:
        first: mean, sd and number of the first model's scores.
        second: the same of the second model's.
    """
    one, other = (Moments(float(mean), float(sd), int(n)) for mean, sd, n in (first, second))
    return one, other
