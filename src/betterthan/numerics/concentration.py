"""Concentration: how much of a mean difference a few cases carry.

A log score has no lower end: a model that was sure and wrong a few times loses there what it wins everywhere else. The
*few* are the 1% of the cases (at least 5) with the largest difference in size. They *decide* where their sum is

- at least half of the whole sum, with its sign or against it: less leaves the larger part to the many; and
- so large that it moves the mean by two of its standard errors: the largest of symmetric differences make up much of a
  sum that is near 0, by chance, but never more than that.

By simulation, 8,000 samples of each law with 100 to 10,000 cases and means of 0 to 10 standard errors: of normal and
Laplace differences none are flagged, of Student's with 3 degrees of freedom one, with 1.5, whose mean does rest on few
cases, up to 1 in 40. Exponential ones, with their one long tail, are flagged from some 1,000s of cases on, if the mean
is not far from 0: it would be another without that tail.
Fewer than 100 cases are not judged: five of them are not few.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, sqrt

import numpy as np

from betterthan.arrays import Array
from betterthan.errors import ArgumentError

FEW, AT_LEAST, JUDGED_FROM = 0.01, 5, 100
"""Share of the cases that are few, how many at least, and how many cases there must be."""
HALF, CLEARLY = 0.5, 2.0
"""Share of the sum, and standard errors of the mean, from which on the few decide."""


@dataclass(frozen=True)
class Carried:
    """What the cases with the largest differences carry.

    Parameters:
        count: how many they are.
        positive: in how many of them the difference is above 0.
        share: their part of the sum over all cases; below 0 if they pull the other way; NaN if that sum is 0.
        without: the mean difference of the others.
        decide: whether the few decide; False where that is not judged.
    """

    count: int
    positive: int
    share: float
    without: float
    decide: bool


def carried(differences: Array, count: int | None = None, *, se: float | None = None) -> Carried:
    """What the cases with the largest differences carry.

    Parameters:
        differences: one per case.
        count: how many cases to look at; None is 1%, at least 5.
        se: standard error of the mean difference, where cases come in clusters; None takes them as independent.

    >>> found = carried(np.append(np.full(990, 0.01), np.full(10, -4.0)))
    >>> found.count, found.positive, round(found.share, 2), round(found.without, 3), found.decide
    (10, 0, 1.33, 0.01, True)
    """
    cases = len(differences)
    count = max(AT_LEAST, ceil(FEW * cases)) if count is None else count
    if not 0 < count < cases:
        raise ArgumentError(f"`count` must leave some of the {cases:,} cases; got {count:,}.")
    order = np.argsort(-np.abs(differences), kind="stable")
    few, others = differences[order[:count]], differences[order[count:]]
    whole, part = float(differences.sum()), float(few.sum())
    error = float(differences.std(ddof=1)) / sqrt(cases) if se is None else se
    decide = cases >= JUDGED_FROM and abs(part) >= HALF * abs(whole) and abs(part) / cases >= CLEARLY * error
    share = part / whole if whole else float("nan")
    return Carried(count, int((few > 0).sum()), share, float(others.mean()), decide and part != 0)
