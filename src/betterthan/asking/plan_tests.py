"""How many units single classical tests need, each by its own formula."""

from __future__ import annotations

from math import ceil, sqrt
from typing import TYPE_CHECKING

import numpy as np

from betterthan.answers.plan import SizeOfTest
from betterthan.data.tables import UnpairedTable
from betterthan.numerics.discordant_power import connor_size, mcnemar_power
from betterthan.numerics.rank_plan import noether_size
from betterthan.numerics.t_power import exact_size, normal_size, smallest

if TYPE_CHECKING:
    from betterthan.asking.pilot import Basis

MOST_EXACT = 1_000_000
"""Beyond so many cases an exact test differs from its approximation by nothing."""


def sizes_of_tests(basis: Basis, effect: float, power: float, level: float) -> tuple[SizeOfTest, ...]:
    """The number of units of each test, where the design has a formula; nothing at no difference.

    Parameters:
        basis: what the plan rests on.
        effect: the true difference.
        power: the power.
        level: one less the level of the test.
    """
    if effect == 0 or basis.error.floor or basis.tasks is not None:
        return ()
    if basis.discordance is not None and basis.icc is None:
        return _of_counts(abs(effect), basis.discordance, power, level)
    standardized = abs(effect) / sqrt(basis.error.each)
    normal, student = (of(power, standardized, level=level) for of in (normal_size, exact_size))
    found = [_rounded("normal", normal)]
    found += [_rounded("student", student)] if basis.samples is None else []
    if isinstance(basis.samples, UnpairedTable):
        superiority = _superiority(basis.samples)
        if superiority != 0.5:
            found.append(_rounded("rank_sum", noether_size(power, superiority, level=level)))
    return tuple(found)


def _rounded(test: str, exact: float) -> SizeOfTest:
    return SizeOfTest(test, exact, max(2, ceil(exact - 1e-9)))


def _of_counts(effect: float, discordance: float, power: float, level: float) -> tuple[SizeOfTest, ...]:
    connor = connor_size(power, effect, discordance, level=level)
    if connor > MOST_EXACT:
        return (_rounded("connor", connor),)
    exact = smallest(lambda n: mcnemar_power(n, effect, discordance, level=level).power >= power, connor)
    return _rounded("connor", connor), SizeOfTest("mcnemar_exact", None, exact)


def _superiority(samples: UnpairedTable) -> float:
    """The probability that a score of the first model is above one of the second, ties half."""
    apart = np.subtract.outer(samples.first, samples.second)
    return float((apart > 0).mean() + 0.5 * (apart == 0).mean())
