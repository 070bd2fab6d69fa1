"""A matrix of probabilities, models by models."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from betterthan.phrases import probability
from betterthan.report.blocks import Blocks, Table

if TYPE_CHECKING:
    from betterthan.arrays import Array

MOST_IN_MATRIX = 12
"""Larger matrices cannot be read on a page; the JSON has them whole."""


def matrix(names: tuple[str, ...], better: Array, title: str, *, key: str) -> Blocks:
    """The matrix, of the best models if there are too many to print; nothing if it is empty."""
    shown = names[:MOST_IN_MATRIX]
    rest = f", the best {MOST_IN_MATRIX} of {len(names)}" if len(names) > MOST_IN_MATRIX else ""
    if np.isnan(better[: len(shown), : len(shown)]).all():
        return ()
    rows = tuple((name, *_cells(better[j, : len(shown)], j)) for j, name in enumerate(shown))
    return (Table(f"{title}{rest}", ("", *shown), rows, key=key),)


def _cells(row: Array, own: int) -> list[str]:
    return ["" if j == own or np.isnan(p) else probability(float(p)) for j, p in enumerate(row)]
