"""Rows that nothing names: folds that share training data, or units of their own? Where looks mislead, users say it.

Scores of ten folds and of ten cases look the same, and the answers differ: folds share training data. So a usual number
of folds or seeds, of scores that look like averages, is not taken for cases unless the user says that it is.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from betterthan.data.factors import Factor
from betterthan.errors import ArgumentError, ReadingError
from betterthan.numerics.given import given_count, given_number
from betterthan.phrases import sentence_case

USUAL_FOLDS = {3: 3, 5: 5, 10: 10, 20: 10, 25: 5, 30: 10, 50: 10, 100: 10}
"""Numbers of scores that cross-validation and seeds usually give, and of how many folds that would be."""

SAYS_FOLDS = re.compile(r"(^|_)(cv|folds?|cross_val\w*|test_score)(_|\d|$)", re.IGNORECASE)
"""A column's name that says where its scores are from, whatever their number."""


@dataclass(frozen=True)
class RowsAre:
    """What the user says about rows (or arrays) that nothing names.

    Parameters:
        folds: they are the folds of cross-validation with so many folds, one repeat after the other.
        independent: each is an independent case.
        n_train: the size of the training sets of random splits.
        n_test: the size of their test sets.
    """

    folds: int | None = None
    independent: bool = False
    n_train: float | None = None
    n_test: float | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.independent, (bool, np.bool_)):
            raise ArgumentError(f"`independent=` is True or False; got `{self.independent!r}`.")
        if self.folds is not None:
            object.__setattr__(self, "folds", given_count("folds", self.folds, least=2))
        for name in ("n_train", "n_test"):
            self._check_size(name)
        if self.independent and self.trained:
            raise ArgumentError(
                "`independent=True` and folds contradict each other: folds share training data. Give one of the two."
            )
        if self.n_train is not None and self.n_test is None:
            raise ArgumentError("`n_train=` is given without `n_test=`: give both, or `folds=`.")
        if self.n_test is not None and self.n_train is None:
            raise ArgumentError("`n_test=` is given without `n_train=`: give both, or `folds=`.")

    @property
    def trained(self) -> bool:
        """Whether the rows are splits of the data, each with a model trained anew."""
        return self.folds is not None or self.n_train is not None or self.n_test is not None

    @property
    def said(self) -> bool:
        """Whether anything was said."""
        return self.independent or self.trained

    def note(self, what: str) -> tuple[str, ...]:
        """What was taken for what, in words.

        Parameters:
            what: what one score belongs to, as in `row`.
        """
        if self.folds is not None:
            return (f"The {what}s are the folds of {self.folds}-fold cross-validation, as you said, in their order.",)
        if self.trained:
            return (f"Each {what} is one random split of the data, as you said.",)
        return (f"Each {what} is an independent case, as you said.",) if self.independent else ()

    def _check_size(self, name: str) -> None:
        size = getattr(self, name)
        if size is None:
            return
        number = given_number(name, size)
        if number <= 0:
            raise ArgumentError(f"`{name}=` is the number of examples in a set, above 0; got {number:g}.")
        object.__setattr__(self, name, number)


def one_name_for_folds(folds: int | None, cv: int | None) -> int | None:
    """`cv=` is another name of `folds=`.

    Parameters:
        folds: the number of folds.
        cv: the same.
    """
    if folds is not None and cv is not None:
        raise ArgumentError("`folds=` and `cv=` are the same thing: give one of them.")
    return cv if folds is None else folds


def refuse_broken_repeats(folds: int, rows: int, where: str) -> None:
    """K folds, one repeat after the other, are a multiple of K rows.

    Parameters:
        folds: the number of folds.
        rows: the number of rows of one model on one task.
        where: what has these rows, as the beginning of a sentence.
    """
    if rows % folds:
        raise ReadingError(
            f"{sentence_case(where)} has {rows:,} rows, which is no multiple of {folds}: `folds={folds}` means one row "
            f"per fold, all {folds} of them in every repeat. Complete the run, or give the number of folds that it had."
        )


def fold_labels(folds: int, rows: int) -> dict[str, Factor]:
    """The labels of K folds, one repeat after the other.

    Parameters:
        folds: the number of folds.
        rows: the number of rows.
    """
    number = np.arange(rows)
    names = tuple(str(j + 1) for j in range(max(folds, rows // folds)))
    repeat = {} if rows == folds else {"repeat": Factor(number // folds, names[: rows // folds])}
    return {**repeat, "fold": Factor(number % folds, names[:folds])}


def look_like_folds(rows: int, low: float, high: float, binary: bool, names: Sequence[str] = ()) -> bool:
    """Whether the scores of one task may be those of folds or seeds: a usual number of shares that are not all 0 or 1.

    Parameters:
        rows: the number of scores of a model.
        low: the smallest score of any model.
        high: the largest.
        binary: whether every score is 0 or 1: then it is that of a case.
        names: what the models are called.

    >>> look_like_folds(10, 0.7, 0.8, False), look_like_folds(10, 0.0, 1.0, True), look_like_folds(11, 0.7, 0.8, False)
    (True, False, False)
    """
    shares = low >= 0 and high <= 1 and not binary
    return shares and (rows in USUAL_FOLDS or any(SAYS_FOLDS.search(name) for name in names))


def unclear(where: str, rows: int) -> str:
    """The question that only the user can answer, with its two answers.

    Parameters:
        where: what has these rows, as the beginning of a sentence.
        rows: their number (on one task).
    """
    folds = USUAL_FOLDS.get(rows)
    repeats = "" if folds in (rows, None) else f", {rows // (folds or 1)} repeats of {folds}"
    return (
        f"{sentence_case(where)} has {rows} scores per model, between 0 and 1, and nothing names them. Folds of "
        "cross-validation share training data, cases do not, and the answer depends on it. Say which they are: "
        f"`folds={folds or 'K'}` (cross-validation{repeats}), or `independent=True` (each score is a test case, or a "
        "data set, of its own). Seeds are numbered in a column `seed`."
    )
