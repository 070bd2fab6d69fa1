"""Assumption checks: one record each, with a figure and, where it failed, what to do.

The limits are stated with each check. They are practical ones: a check fails when the departure is large enough to
matter for the answer, not when a large sample makes a small one detectable.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from betterthan.data.paired_units import PairedUnits
from betterthan.data.protocol import Paired
from betterthan.data.tables import PairedTable
from betterthan.data.units import FOLDS
from betterthan.judging.checks.check import Check
from betterthan.judging.checks.crossed import crossed_checks
from betterthan.judging.checks.differences import (
    NORMALITY,
    TO_ROBUST,
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

FOLDS_STAND_OUT = (
    "every procedure for folds assumes it; look at the folds that stand out, or score a held-out test set case by case"
)


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
    shape = (qq_normal(differences), skewness(differences), kurtosis(differences), outliers(differences))
    return (units, constant, *shape, symmetry(differences), ties(differences), *_order_checks(table))


def normality_failed(made: tuple[Check, ...]) -> bool:
    """Whether a check speaks against a normal law.

    Parameters:
        made: the checks of a table.
    """
    return any(check.status == "failed" and check.name in NORMALITY for check in made)


def tied_share(made: tuple[Check, ...]) -> float:
    """The share of the most frequent difference; 0 where it was not looked at.

    Parameters:
        made: the checks of a table.
    """
    return next((check.figure for check in made if check.name == "ties" and check.figure is not None), 0.0)


def too_many_ties(made: tuple[Check, ...]) -> bool:
    """Whether one value makes up too large a share of the differences.

    Parameters:
        made: the checks of a table.
    """
    return any(check.status == "failed" and check.name == "ties" for check in made)


def _of_folds(table: Paired) -> bool:
    return table.facts.unit == FOLDS


def _for_folds(check: Check) -> Check:
    """The check with advice that can be followed with folds; `wilcoxon`, which needs symmetry, takes none."""
    if check.status != "failed":
        return check
    return replace(check, advice=FOR_FOLDS.get(check.name, check.advice.replace(TO_ROBUST, FOLDS_STAND_OUT)))


def _order_checks(table: Paired) -> tuple[Check, ...]:
    if _of_folds(table):
        return (Check("independence", "not checked", None, SHARED),)
    if isinstance(table, PairedUnits) and table.design.ordered and np.ptp(table.differences()) > 0:
        return (independence(table.differences()),)
    return (Check("independence", "not checked", None, "the order of the units carries no information"),)
