"""What a metric of a whole test set is: a record whose weights may be drawn again and again.

A metric sees truth and output once, and does all that does not depend on the weights then (sorting, grouping). What it
returns takes the weights of the cases, many draws at a time. A case of weight k counts as k cases; the scale of the
weights does not matter.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from betterthan.arrays import Array, IntArray
from betterthan.errors import ArgumentError
from betterthan.phrases import counted

Column: TypeAlias = npt.NDArray[Any]
"""Truth or output: codes 0 … K-1 (1 is the positive class of two), or numbers; a row for each case."""
Weighted: TypeAlias = Callable[[Array], Array]
"""Weights of the cases, draws x n (any positive scale) -> the metric for each draw; NaN where it is undefined."""
Over: TypeAlias = Callable[[Column, Column], Weighted]
"""Truth and output -> what weights give."""
Takes: TypeAlias = Literal["score", "labels", "probabilities", "values", "multilabel", "any"]
"""What an output is: a number for the positive class of two, any real one; a code; a number for each of K classes; a
predicted value; 0 or 1 for each of L labels; whatever the models said."""


@dataclass(frozen=True)
class Metric:
    """One number for a whole test set.

    Parameters:
        name: as users give it.
        title: the same in words.
        takes: what the output must be.
        higher_is_better: its direction.
        over: truth and output -> what weights give; all sorting is done here, once.
        extent: the lowest and the highest value it can have.
        classes: 2 if it knows no more than two classes; None takes any number, or there are no classes.
        undefined: when it is NaN, in words; empty if it never is.
        whole_counts: whether weights must be whole numbers, as of a function that sees each case so often.
    """

    name: str
    title: str
    takes: Takes
    higher_is_better: bool
    over: Over
    extent: tuple[float, float] | None
    classes: int | None = None
    undefined: str = ""
    whole_counts: bool = False


@dataclass(frozen=True)
class PerQuery:
    """A number for each query, which makes a query a unit: such metrics go the way of losses.

    Parameters:
        name: as users give it.
        title: the same in words.
        each: relevance, scores and the code 0 … Q-1 of the query, a row for each document -> a number for each query.
        extent: the lowest and the highest value it can have.
    """

    name: str
    title: str
    each: Callable[[Array, Array, IntArray], Array]
    extent: tuple[float, float]


def finite(output: Column) -> Array:
    """The output as floats, refused if sorting or adding would hide that one of them is no number."""
    values = np.asarray(output, dtype=np.float64)
    wrong = int(np.count_nonzero(~np.isfinite(values)))
    if wrong:
        raise ArgumentError(
            f"A metric takes finite numbers; of {counted(values.size, 'number')}, {wrong:,} "
            f"{'is' if wrong == 1 else 'are'} NaN or infinite."
        )
    return values
