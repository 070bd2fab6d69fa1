"""Assumption checks: one record each, with a figure and, where it failed, what to do.

The limits are stated with each check. They are practical ones: a check fails when the departure is large enough to
matter for the answer, not when a large sample makes a small one detectable.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from betterthan.data.paired_units import PairedUnits
from betterthan.data.protocol import Paired
from betterthan.data.tables import PairedTable
from betterthan.data.units import FOLDS
from betterthan.judging.checks.check import Check
from betterthan.judging.checks.clustered import clustered_checks
from betterthan.judging.checks.crossed import crossed_checks
from betterthan.judging.checks.differences import (
    NORMALITY,
    TOO_FEW,
    constant_differences,
    independence,
    kurtosis,
    number_of_units,
    outliers,
    qq_normal,
    skewness,
    symmetry,
    ties,
)
from betterthan.judging.checks.residuals import residual_checks
from betterthan.numerics.ties import TIED_SHARE
from betterthan.procedures import Procedure, named
from betterthan.procedures.facts import Assumption, Robust

FOLDS_STAND_OUT = (
    "every procedure for folds assumes it; look at the folds that stand out, or score a held-out test set case by case"
)


ASSUMPTIONS: dict[str, Assumption] = {
    **dict.fromkeys(NORMALITY, "normality"),
    "ties": "few ties",
    "symmetry": "symmetry",
}
"""Which assumption a check speaks about."""


SHARED = "folds share training data, so they are not independent; the procedures for folds allow for it"


FOR_FOLDS = {
    "number of units": "fewer than 10 folds: the assumed distribution cannot be checked and intervals are wide; "
    "run more",
    "ties": "many folds have the same difference, as with small test sets or models that hardly differ; a normal "
    "distribution is a rough fit",
}
"""What a failed check means for folds, whose procedures are others."""


def checks(table: Paired) -> tuple[Check, ...]:
    """Every check that fits the table.

    Parameters:
        table: paired scores of two models; with more, the checks are those of `residual_checks`.
    """
    if isinstance(table, PairedTable) and len(table.models) > 2:
        return residual_checks(table)
    if isinstance(table, PairedUnits) and table.design.crossed:
        return crossed_checks(table)
    if isinstance(table, PairedUnits) and table.facts.clustered:
        return clustered_checks(table)
    made = _fitting(table)
    return tuple(_for_folds(check) for check in made if check.name != "symmetry") if _of_folds(table) else made


def _fitting(table: Paired) -> tuple[Check, ...]:
    units = number_of_units(table.n_units)
    if table.binary:
        return (units, *_order_checks(table))
    if not isinstance(table, PairedUnits):
        return (units, Check("Q-Q normal", "not checked", None, "only sums of the scores are known"))
    differences = table.differences()
    constant = constant_differences(differences)
    if constant.status == "failed" or table.n_units < 3:
        return (units, constant)
    if units.status == "failed":  # of so few, no shape can be seen
        return (
            units,
            constant,
            *(Check(name, "not checked", None, TOO_FEW) for name in ASSUMPTIONS),
            *_order_checks(table),
        )
    shape = (qq_normal(differences), skewness(differences), kurtosis(differences), outliers(differences))
    return (units, constant, *shape, symmetry(differences), ties(differences), *_order_checks(table))


def failed_assumption(made: Sequence[Check]) -> Assumption | None:
    """The assumption that fails and matters most; None if none does.

    Ties come first: with them no other check of shape can be trusted, and a robust location would collapse onto the
    most frequent difference.

    Parameters:
        made: the checks of a table.
    """
    failed = {ASSUMPTIONS[check.name] for check in made if check.status == "failed" and check.name in ASSUMPTIONS}
    tied = any(check.name == "ties" and (check.figure or 0.0) > TIED_SHARE for check in made)
    if tied:
        return "few ties" if "few ties" in failed else None
    return "normality" if "normality" in failed else None


def advised(made: tuple[Check, ...], chosen: Procedure[Any, Any], table: Paired) -> tuple[Check, ...]:
    """The checks of what a procedure or its classical counterpart assumes; those that failed with what to compare with.

    Parameters:
        made: the checks of a table.
        chosen: the procedure.
        table: the table.
    """
    asked = [chosen] if chosen.counterpart is None else [chosen, named(chosen.counterpart)]
    assumed = {assumption for each in asked for assumption in each.assumes}
    told = [check for check in made if ASSUMPTIONS.get(check.name) in (None, *assumed)]
    return tuple(_advised(check, asked, made, table) if check.status == "failed" else check for check in told)


def _advised(check: Check, asked: Sequence[Procedure[Any, Any]], made: Sequence[Check], table: Paired) -> Check:
    without = ASSUMPTIONS.get(check.name)
    for each in asked:
        fitting = fitting_robust(each, without, made, table)
        if fitting:
            return replace(check, advice=f"{check.advice}; compare with {_either(fitting)}")
        if any(one.without == without for one in each.robust):
            return replace(check, advice=f"{check.advice}; score more units")
    return check


def fitting_robust(
    chosen: Procedure[Any, Any], without: Assumption | None, made: Sequence[Check], table: Paired
) -> list[Robust]:
    """The robust alternatives that take the table and assume nothing that fails, too.

    Parameters:
        chosen: the procedure whose alternatives are looked for.
        without: the assumption that they do without.
        made: the checks of the table.
        table: the table.
    """
    failed = {ASSUMPTIONS[check.name] for check in made if check.status == "failed" and check.name in ASSUMPTIONS}
    return [
        one
        for one in chosen.robust
        if one.without == without
        and table.facts.n >= one.units
        and not failed & {*named(one.procedure).assumes}
        and named(one.procedure).needs.unmet(table) is None
    ]


def _either(robust: Sequence[Robust]) -> str:
    """`a` (typical difference) or `b` (mean)."""
    return " or ".join(f"`{one.procedure}`{f' ({one.estimates})' if one.estimates else ''}" for one in robust)


def _of_folds(table: Paired) -> bool:
    return table.facts.unit == FOLDS


def _for_folds(check: Check) -> Check:
    """The check with advice that can be followed with folds, for which no procedure does without a normal law."""
    if check.status != "failed":
        return check
    stand_out = f"{check.advice}; {FOLDS_STAND_OUT}" if check.name in NORMALITY else check.advice
    return replace(check, advice=FOR_FOLDS.get(check.name, stand_out))


def _order_checks(table: Paired) -> tuple[Check, ...]:
    if _of_folds(table):
        return (Check("independence", "not checked", None, SHARED),)
    if isinstance(table, PairedUnits) and table.design.ordered and np.ptp(table.differences()) > 0:
        return (independence(table.differences()),)
    return (Check("independence", "not checked", None, "the order of the units carries no information"),)
