"""The layout of 5x2 cross-validation: five times, the data are halved and each half is tested on once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from betterthan.arrays import Array, IntArray
from betterthan.data.factors import Factor
from betterthan.data.moments import moments
from betterthan.data.paired_units import PairedUnits
from betterthan.data.protocol import Paired
from betterthan.errors import ArgumentError
from betterthan.phrases import counted
from betterthan.procedures.needs import Lacking
from betterthan.procedures.shared.folds import FoldNeeds

LAYOUT = "5 repeats of 2 folds"


@dataclass(frozen=True)
class FiveByTwoNeeds(FoldNeeds):
    """What the 5x2 tests need: each half of five halvings scored once."""

    every_unit: bool = True

    def in_words(self) -> str:
        return f"2 models, one task, {LAYOUT}"

    def unmet(self, table: Paired) -> Lacking | None:
        lacking = super().unmet(table)
        if lacking is not None or not isinstance(table, PairedUnits) or table.facts.five_by_two:
            return lacking
        return Lacking(
            lambda: f"{LAYOUT}, one score each; this table has {_layout(table)}.",
            "For other layouts use `bayes_correlated_t` or `correlated_t`.",
        )


def five_by_two(table: PairedUnits) -> Array:
    """The differences, repeats by folds, in the order of their labels: the rows of a file may come in any order.

    Parameters:
        table: paired scores in this layout.
    """
    order = np.lexsort((_ranks(table.factors["fold"]), _ranks(table.factors["repeat"])))
    return table.differences()[order].reshape(5, 2)


def spreads(differences: Array) -> Array:
    """The s_i: the root of the squared deviations of each repeat's two differences from their mean.

    Parameters:
        differences: repeats by folds, 5 x 2.
    """
    rows = np.asarray(differences, dtype=np.float64)
    if rows.shape != (5, 2) or not np.isfinite(rows).all():
        raise ArgumentError(
            f"The differences of 5x2 cross-validation are a finite 5 x 2 array; got shape {rows.shape}."
        )
    return np.array([moments(row).sd for row in rows])


def _ranks(labels: Factor) -> IntArray:
    """The place of each unit's label among all labels: by number if all are numbers (2 before 10), else by letters."""
    in_order = _in_order(labels.names)
    return np.array([in_order.index(labels.names[code]) for code in labels.codes], dtype=np.int64)


def _in_order(names: Sequence[str]) -> list[str]:
    try:
        return sorted(names, key=float)
    except ValueError:
        return sorted(names)


def _layout(table: PairedUnits) -> str:
    """What the table has instead, in words."""
    folds = table.design.levels.get("fold", 0)
    if "repeat" not in table.factors:
        return f"{counted(table.n_units, 'score')}, {counted(folds, 'fold')} and no column `repeat`"
    repeats = counted(len(table.factors["repeat"].names), "repeat")
    if "fold" not in table.factors:
        return f"{counted(table.n_units, 'score')}, {repeats} and no column `fold`"
    return f"{counted(table.n_units, 'score')} of {repeats} and {counted(len(table.factors['fold'].names), 'fold')}"
