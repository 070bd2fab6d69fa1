"""Checks of units that are two factors crossed."""

from __future__ import annotations

import numpy as np

from betterthan.arrays import Array, IntArray
from betterthan.data.moments import moments
from betterthan.data.paired_units import PairedUnits
from betterthan.judging.checks.check import Check, looked_at, renamed
from betterthan.judging.checks.differences import FEW_UNITS, constant_differences, qq_normal

FEW_LEVELS = 5
"""With fewer seeds, training sets or cases than this the quasi-F test of a crossed design rejects too often."""


def crossed_checks(table: PairedUnits) -> tuple[Check, ...]:
    """The checks of two crossed factors: how many levels each has, and the law of the levels' mean differences.

    Single cells are not looked at: those of one seed or case are alike by design, and their order says nothing.

    Parameters:
        table: paired scores of two models whose units are crossed.
    """
    factors = [(unit.plural, table.factors[unit.key].codes) for unit in table.design.unit.crosses]
    counts = tuple(_number_of_levels(levels, int(codes.max()) + 1) for levels, codes in factors)
    constant = constant_differences(table.differences())
    if constant.status == "failed" or table.binary:
        return (*counts, constant)
    return (*counts, constant, *(_law_of_levels(levels, codes, table.differences()) for levels, codes in factors))


def _number_of_levels(levels: str, count: int) -> Check:
    advice = (
        f"fewer than 5 {levels}: the quasi-F test rejects too often (at the 5% level up to 14% of the time with 2 of "
        f"them and 8% with 3), and intervals are wide; add {levels}"
    )
    return looked_at(f"number of {levels}", count >= FEW_LEVELS, float(count), advice)


def _law_of_levels(levels: str, codes: IntArray, differences: Array) -> Check:
    """Q-Q of the mean difference of each seed, training set or case."""
    name, means = f"Q-Q normal, {levels}", np.bincount(codes, differences) / np.bincount(codes)
    if len(means) < FEW_UNITS:
        return Check(name, "not checked", None, f"fewer than {FEW_UNITS} {levels}")
    if moments(means).sd == 0:
        return Check(name, "not checked", None, f"the {levels} do not differ")
    advice = (
        f"the mean differences of the {levels} are not normally distributed, and with few {levels} the interval may be "
        f"too short; look at the {levels} that stand out, or add some"
    )
    return renamed(qq_normal(means), name, advice)
