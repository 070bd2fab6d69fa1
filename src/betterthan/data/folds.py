"""What a table says about its folds: how much training data they share, or why that is not clear."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from betterthan.phrases import counted

if TYPE_CHECKING:
    from betterthan.arrays import IntArray
    from betterthan.data.design import Design
    from betterthan.data.factors import Factor

SHARE = "n_test/(n_test + n_train)"
"""What the share of the data that is tested on is called in `Design.uneven`."""

GIVE = "give `test_fraction=`, which is n_test/(n_test + n_train)"

SHARED_UNKNOWN = f"to know how much training data the splits share: add columns n_train and n_test, or {GIVE}."

GIVE_ONE = "Give `test_fraction=`, one for all tasks; the largest share is the cautious choice."

UNEQUAL_FOLDS = (
    "as many folds in every repeat of every task, which this table has not, or columns n_train and n_test. " + GIVE_ONE
)

OVERLAPPING = (
    "folds without a test case in common; in this table some case is tested in several folds of one repeat. Number the "
    f"repeats in a column `repeat`; if these are random splits, add columns n_train and n_test, or {GIVE}."
)


def unclear_test_fraction(design: Design, factors: Mapping[str, Factor]) -> str | None:
    """What would have to be known of the folds of one task, what the table says instead, and what to do; None if clear.

    Parameters:
        design: how the folds arose.
        factors: their labels.
    """
    if design.uneven:
        return _uneven(design)
    if design.share is not None or (design.n_train is not None and design.n_test is not None):
        return None
    return _unclear_sizes(design) or _unclear_folds(design, factors)


def unclear_over_tasks(design: Design, factors: Mapping[str, Factor]) -> str | None:
    """The same for the folds of several tasks, which need one share for all of them.

    Parameters:
        design: how the folds arose.
        factors: their labels.
    """
    if design.test_fraction is not None:
        return None
    if design.uneven:
        return _uneven(design)
    return _unclear_sizes(design) or (UNEQUAL_FOLDS if "fold" in factors else SHARED_UNKNOWN)


def _uneven(design: Design) -> str:
    name = "n_test" if "n_test" in design.uneven else next(iter(design.uneven))
    low, high = design.uneven[name]
    if name == SHARE:
        return (
            f"one test share for all tasks, give or take a tenth; {name} runs from {low:.3g} to {high:.3g} over the "
            f"tasks of this table. {GIVE_ONE}"
        )
    return (
        f"folds of one size, give or take a tenth; {name} runs from {low:g} to {high:g} in this table. Split "
        f"evenly, or {GIVE}."
    )


def _unclear_sizes(design: Design) -> str | None:
    """What is missing where one size is known, or where test sets overlap."""
    if design.overlapping:
        return OVERLAPPING
    if design.n_train is None and design.n_test is None:
        return None
    known, other = ("n_test", "n_train") if design.n_train is None else ("n_train", "n_test")
    size = getattr(design, known)
    return f"n_train and n_test; this table has {known} = {size:g}, but no {other}. Add it, or {GIVE}."


def crowded_folds(factors: Mapping[str, Factor], scores: int) -> str | None:
    """What is lacking if a fold of one task has several scores, of cases or seeds; None if each has one.

    Parameters:
        factors: the labels of the scores.
        scores: their number.
    """
    if "fold" not in factors:
        return None
    folds = np.unique(np.stack([_repeats(factors), factors["fold"].codes]), axis=1).shape[1]
    if folds == scores:
        return None
    return (
        f"one score per fold; this table has {counted(scores, 'score')} in {counted(folds, 'fold')}. Take the "
        "mean of each fold first, or, if another column numbers the repeats of cross-validation, name it with "
        '`repeat="NAME"`.'
    )


def is_five_by_two(factors: Mapping[str, Factor], scores: int) -> bool:
    """Whether there are five repeats of two folds, each scored once.

    Parameters:
        factors: the labels of the scores.
        scores: their number.
    """
    if scores != 10 or not {"repeat", "fold"} <= set(factors):
        return False
    repeat, fold = factors["repeat"].codes, factors["fold"].codes
    halves = [set(fold[repeat == each]) for each in set(repeat)]
    return [len(each) for each in halves] == [2] * 5


def _repeats(factors: Mapping[str, Factor]) -> IntArray:
    return factors["repeat"].codes if "repeat" in factors else np.zeros(len(factors["fold"].codes), dtype=np.int64)


def _unclear_folds(design: Design, factors: Mapping[str, Factor]) -> str | None:
    """The number of fold labels is k only if each repeat has every label once."""
    if "fold" not in factors:
        return SHARED_UNKNOWN
    labels, counts = design.levels["fold"], np.bincount(_repeats(factors))
    largest = int(counts.max())
    if design.folds is None and "repeat" not in factors:
        return (
            f"the number of folds in one repeat; this table has {largest} folds and no column `repeat`. Number the "
            f"repeats in such a column, or {GIVE}."
        )
    if design.folds is None:
        names = factors["repeat"].names
        return (
            f"as many folds in every repeat; this table has {largest} in repeat `{names[int(counts.argmax())]}`, but "
            f"{counts.min()} in repeat `{names[int(counts.argmin())]}`. Complete the run, or {GIVE}, "
            f"{1 / largest:.4g} if that is {largest}-fold cross-validation."
        )
    if largest == labels:
        return None
    return (
        f"the number of folds; this table has {labels} fold labels, but at most {largest} folds in one repeat. Number "
        f"the folds anew in each repeat, or {GIVE}, {1 / largest:.4g} if that is {largest}-fold cross-validation."
    )
