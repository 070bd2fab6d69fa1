"""A table of predictions, understood: its columns as arrays, in the order of the rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from betterthan.arrays import Array, BoolArray, IntArray
from betterthan.data.factors import Factor
from betterthan.data.reading.seen import AT_ONCE, cell, number, text
from betterthan.data.reading.values import bad_number, empty_label, first_violation

if TYPE_CHECKING:
    from betterthan.data.engines.engine import Engine
    from betterthan.data.reading.raw import Column, Raw
    from betterthan.vocabulary import OutputKind

Texts = npt.NDArray[np.object_]


@dataclass(frozen=True)
class PredictionTable:
    """A table of truth and outputs.

    Parameters:
        engine: where the rows live.
        raw: the table.
        roles: role to column; `model` among them if it is long.
        models: by model the columns of its outputs; of a long table one entry, whatever its name.
        truth: the columns of the truth.
        kind: what the outputs are.
        classes: the classes, or the labels; empty for values.
        numeric: whether the classes are numbers.
        further: columns of texts that are kept besides.
        weight: the column of weights.
        held_out: the column that says which cases are held out.
    """

    engine: Engine
    raw: Raw
    roles: Mapping[str, Column]
    models: Mapping[str, tuple[Column, ...]]
    truth: tuple[Column, ...]
    kind: OutputKind
    classes: tuple[str, ...]
    numeric: bool
    further: tuple[Column, ...] = ()
    weight: Column | None = None
    held_out: Column | None = None

    @property
    def long(self) -> bool:
        """Whether each row is about one model."""
        return "model" in self.roles

    @property
    def has_classes(self) -> bool:
        """Whether each case is of one class."""
        return self.kind in ("labels", "probabilities", "score")

    @cached_property
    def records(self) -> IntArray:
        """The number of each row in the source."""
        return np.asarray(self._fetched("record")[0], dtype=np.int64)

    def line(self, row: int) -> str:
        """Where a row is in the source.

        Parameters:
            row: its place, from 0.
        """
        return self.raw.place(int(self.records[row]))

    def at(self, row: int) -> str:
        """The source, and where a row is in it.

        Parameters:
            row: its place, from 0.
        """
        return f"{self.raw.source}, {self.line(row)}"

    def texts(self, sql: str) -> Texts:
        """Texts, None where there is none.

        Parameters:
            sql: what to fetch.
        """
        found = self._fetched(sql)[0]
        values = np.array(np.ma.getdata(found), dtype=object)
        values[np.ma.getmaskarray(found)] = None
        return values

    def numbers(self, column: Column) -> Array:
        """Numbers, NaN where the cell is empty; what is no number, or infinite, is refused.

        Parameters:
            column: the column.
        """
        return self.matrix([column])[:, 0]

    def matrix(self, columns: Sequence[Column]) -> Array:
        """The same for several columns, side by side.

        Parameters:
            columns: the columns.
        """
        blocks = [columns[start : start + AT_ONCE] for start in range(0, len(columns), AT_ONCE)]
        for block in blocks:
            self._refuse_odd(block)
        found = [values for block in blocks for values in self._fetched(*map(number, block))]
        return np.stack([np.ma.filled(values.astype(np.float64), np.nan) for values in found], axis=1)

    def _refuse_odd(self, columns: Sequence[Column]) -> None:
        odd = [f"{cell(each)} IS NOT NULL AND (({number(each)}) IS NULL OR isinf({number(each)}))" for each in columns]
        counts = ", ".join(f"count(*) FILTER ({condition})" for condition in odd)
        for column, condition, count in zip(
            columns, odd, self.engine.rows(f"SELECT {counts} FROM {self.raw.relation}")[0], strict=True
        ):
            if count:
                _, record = first_violation(self.engine, self.raw.relation, condition)
                otherwise = 'or say what the outputs are, as in `kind="labels"`'
                raise bad_number(self.engine, self.raw, column, record, count=count, otherwise=otherwise)

    def class_names(self, column: Column) -> Texts:
        """The class that each cell names: of numbers, 1.0 is 1, and true is 1.

        Parameters:
            column: the column.
        """
        if not self.numeric:
            return self.texts(text(column))
        value = number(column)
        whole = f"{value} = trunc({value}) AND abs({value}) < 1e15"
        return self.texts(f"CASE WHEN {whole} THEN CAST(CAST({value} AS BIGINT) AS VARCHAR) ELSE {text(column)} END")

    def labels(self, column: Column) -> Factor:
        """Texts that no row lacks, coded.

        Parameters:
            column: the column.
        """
        values = self.texts(column.text())
        self.refuse_empty(column, is_none(values))
        return coded(values)

    def refuse_empty(self, column: Column, empty: BoolArray) -> None:
        """Refuse a column that some rows lack.

        Parameters:
            column: the column.
            empty: whether each row lacks it.
        """
        rows = np.flatnonzero(empty)
        if len(rows):
            raise empty_label(self.raw, column, int(self.records[rows[0]]), count=len(rows))

    def _fetched(self, *sql: str) -> list[np.ma.MaskedArray]:
        listed = ", ".join(f"{each} AS v{j}" for j, each in enumerate(sql))
        found = self.engine.arrays(f"SELECT {listed} FROM {self.raw.relation} ORDER BY record")
        return [np.ma.asarray(found[f"v{j}"]) for j in range(len(sql))]


def is_none(values: Texts) -> BoolArray:
    """Whether there is no text.

    Parameters:
        values: texts, or None.
    """
    return np.array([value is None for value in values.tolist()], dtype=bool)


def coded(values: Texts) -> Factor:
    """Labels in order of first appearance; fast where each occurs once, as ids do.

    Parameters:
        values: texts.
    """
    names = dict.fromkeys(values.tolist())
    if len(names) == len(values):
        return Factor(np.arange(len(values)), tuple(names))
    places = {name: place for place, name in enumerate(names)}
    return Factor(np.fromiter(map(places.__getitem__, values.tolist()), np.int64, len(values)), tuple(names))
