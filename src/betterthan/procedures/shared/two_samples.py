"""Two unpaired samples in short: what `welch_t` and `bayes_welch` start from."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import TypeAlias

from betterthan.data.moments import Moments
from betterthan.errors import ArgumentError

Sample: TypeAlias = Moments | Sequence[float]
"""Mean, standard deviation (n - 1) and number of one model's scores."""


def two_samples(first: Sample, second: Sample) -> tuple[Moments, Moments]:
    """Both samples, checked.

    Parameters:
        first: mean, sd and number of the first model's scores.
        second: the same of the second model's.
    """
    made = [Moments(float(mean), float(sd), int(n)) for mean, sd, n in (first, second)]
    for which, sample in zip(("first", "second"), made, strict=True):
        if sample.n < 2 or sample.sd < 0 or not (isfinite(sample.mean) and isfinite(sample.sd)):
            raise ArgumentError(
                f"The {which} sample needs a finite mean, sd >= 0 and n >= 2; "
                f"got {sample.mean:g}, {sample.sd:g} and {sample.n}."
            )
    return made[0], made[1]
