"""Rows: the contract between `Scores` and the engine that holds the rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from betterthan.arrays import Array, IntArray
from betterthan.data.factors import Factor

if TYPE_CHECKING:
    from betterthan.data.summaries import PairedSummary


ROW = " row "
"""What the number of a row is called where nothing else tells rows apart; no column has a name with blanks around."""


RECORD_BITS, FILE_BITS = 32, 20
"""A row's number says, from the high bits down, which column of a wide table, which file, which record."""


def file_number(row: int) -> int:
    """The number of the file that a row is from.

    Parameters:
        row: the number of the row.

    >>> file_number((3 << RECORD_BITS) + 17)
    3
    """
    return (row >> RECORD_BITS) & ((1 << FILE_BITS) - 1)


@dataclass(frozen=True)
class Units:
    """Scores laid out one row per unit, one column per model, as an engine found them.

    Parameters:
        scores: units x models, oriented; the mean where a model has several scores, NaN where it has none.
        counts: units x models: how many scores each model has on the unit.
        factors: labels per unit, by column name.
        sizes: numeric columns per unit (`n_train`, `n_test`), by role.
    """

    scores: Array
    counts: IntArray
    factors: Mapping[str, Factor] = field(default_factory=dict)
    sizes: Mapping[str, Array] = field(default_factory=dict)

    def __getitem__(self, chosen: IntArray) -> Units:
        return Units(
            self.scores[chosen],
            self.counts[chosen],
            {name: factor[chosen] for name, factor in self.factors.items()},
            {name: sizes[chosen] for name, sizes in self.sizes.items()},
        )


@dataclass(frozen=True)
class Sums:
    """What an engine computed of two models: their summary, and how many units it leaves out or could not keep apart.

    Parameters:
        summary: the sums over the matched units of each task.
        unmatched: units that lack one of the two models.
        repeated: units on which a model has several scores.
    """

    summary: PairedSummary
    unmatched: int
    repeated: int


class Rows(Protocol):
    """The rows of a long table, wherever they live: the contract between `Scores` and the engines.

    Columns are addressed by role (`model`, `task`, …) or, for further columns, by their own name.
    Scores are finite and oriented: an engine's reader has seen to that.
    """

    def count(self) -> int:
        """Number of rows."""

    def extent(self) -> tuple[float, float]:
        """The lowest and the highest score, oriented."""

    def levels(self, column: str) -> dict[str, int]:
        """Distinct values of a column in order of first appearance, each with its number of rows."""

    def only(self, column: str, values: Sequence[str]) -> Rows:
        """The rows in which a column has one of the values."""

    def units(self, models: Sequence[str], keys: Sequence[str], factors: Sequence[str]) -> Units:
        """One row per unit, in order of first appearance."""

    def unit_count(self, models: Sequence[str], keys: Sequence[str]) -> int:
        """Number of distinct units of these models."""

    def odd_units(
        self, models: Sequence[str], keys: Sequence[str], *, model: str, repeated: bool, limit: int
    ) -> list[dict[str, str]]:
        """Keys of some units on which `model` has several scores (`repeated`) or none."""

    def first_rows(self, model: str, keys: Sequence[str], units: Sequence[Sequence[str]]) -> dict[tuple[str, ...], int]:
        """The number of the first row of a model on each of some units, by the values of the keys."""

    def parquet(self, columns: Mapping[str, str], score: str) -> bytes:
        """The rows as a Parquet file: these columns, by the names that they are to have, and the score by SQL."""

    def sums(self, models: Sequence[str], keys: Sequence[str]) -> Sums:
        """The sums of two models over their matched units, computed where the rows live."""
