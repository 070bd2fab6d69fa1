"""Factors: labels of units, coded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from betterthan.arrays import IntArray
from betterthan.data.by_value import ByValue


def recoded(labels: Factor) -> Factor:
    """The same labels, without names that no unit has any more.

    Parameters:
        labels: the labels of the units that are left.
    """
    used, codes = np.unique(labels.codes, return_inverse=True)
    return Factor(codes, tuple(labels.names[code] for code in used))


@dataclass(frozen=True, eq=False)
class Factor(ByValue):
    """One label per unit, stored as codes into names.

    Parameters:
        codes: one integer per unit, an index into `names`.
        names: the distinct labels.
    """

    codes: IntArray
    names: tuple[str, ...]

    def __getitem__(self, chosen: IntArray) -> Factor:
        return Factor(self.codes[chosen], self.names)


def factor(labels: Sequence[object]) -> Factor:
    """A `Factor` of labels in order of first appearance.

    Parameters:
        labels: one label per unit.

    >>> factor(["b", "a", "b"]).names
    ('b', 'a')
    """
    names = tuple(dict.fromkeys(str(label) for label in labels))
    index = {name: code for code, name in enumerate(names)}
    return Factor(np.array([index[str(label)] for label in labels], dtype=np.int64), names)
