"""Type I error: how often each test of folds rejects two classifiers that are equally good."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt

import numpy as np

from betterthan.arrays import Array
from betterthan.procedures import correlated_t, f_5x2cv, paired_t, t_5x2cv
from betterthan.simulation.classifier_pair import cross_validated, data_sets

BATCH = 500
"""Data sets at a time: about 20 MB."""


@dataclass(frozen=True)
class Rejections:
    """The share of data sets on which each test rejects.

    Parameters:
        shares: share of rejections by name of the test.
        simulations: number of data sets.
    """

    shares: dict[str, float]
    simulations: int

    def standard_error(self, test: str) -> float:
        """Monte Carlo standard error of a share.

        Parameters:
            test: name of the test.
        """
        return sqrt(self.shares[test] * (1 - self.shares[test]) / self.simulations)


def type_one_error(
    simulations: int, *, rng: int | np.random.Generator = 0, size: int = 500, level: float = 0.95
) -> Rejections:
    """Reject how often? The plain and the corrected t-test on 10x10 folds, the 5x2 tests on 5x2 folds.

    Parameters:
        simulations: number of data sets.
        rng: seed or source of random numbers.
        size: instances per data set.
        level: the tests reject where p is at most 1 - level.

    >>> shares = type_one_error(100).shares
    >>> shares["paired_t"] > 0.4, shares["correlated_t"] < 0.2
    (True, True)
    """
    generator = np.random.default_rng(rng)
    counts = dict.fromkeys(("paired_t", "correlated_t", "t_5x2cv", "f_5x2cv"), 0)
    for ten_by_ten, five_by_two in _simulated(simulations, generator, size):
        counts["paired_t"] += paired_t.from_differences(ten_by_ten).rejects(level)
        counts["correlated_t"] += correlated_t.from_differences(ten_by_ten, test_fraction=0.1).rejects(level)
        counts["t_5x2cv"] += t_5x2cv.from_differences(five_by_two).rejects(level)
        counts["f_5x2cv"] += f_5x2cv.from_differences(five_by_two).rejects(level)
    return Rejections({name: count / simulations for name, count in counts.items()}, simulations)


def _simulated(simulations: int, rng: np.random.Generator, size: int) -> Iterator[tuple[Array, Array]]:
    """Per data set, the differences of 10x10 folds in a row, and those of 5x2 folds."""
    for start in range(0, simulations, BATCH):
        data = data_sets(min(BATCH, simulations - start), rng, size=size)
        ten_by_ten = cross_validated(data, rng).reshape(len(data), -1)
        yield from zip(ten_by_ten, cross_validated(data, rng, repeats=5, folds=2), strict=True)
