"""A raw table: columns as they were given, not yet understood, behind one SQL expression."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from math import isnan
from typing import Any

import numpy as np

from betterthan.data.engines.engine import Engine, EngineError
from betterthan.data.engines.sql import literal
from betterthan.data.frames import ColumnValues, is_series, values_of
from betterthan.data.reading.unexplained import unexplained
from betterthan.errors import ReadingError
from betterthan.phrases import counted, listing

NUMBERS = (
    "TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT", "UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT", "UHUGEINT",
    "FLOAT", "DOUBLE",
)  # fmt: skip
"""The numeric types; DECIMAL comes with its precision and is recognised by its beginning."""

A_MODEL = "model"
"""What a model is called where nothing names it."""
NUMERIC = (int, float, np.integer, np.floating)


@dataclass(frozen=True)
class Column:
    """One column of a raw table.

    Parameters:
        name: its name, as given.
        sql: its name in the relation; never the given one, for SQL does not tell `nbc` from `NBC`.
        type: its type in SQL.
        na: texts that mean that there is no value.
    """

    name: str
    sql: str
    type: str = "VARCHAR"
    na: tuple[str, ...] = ()

    @property
    def is_number(self) -> bool:
        """Whether the type alone says that this column is numeric (booleans are 0/1)."""
        return self.type in NUMBERS or self.type == "BOOLEAN" or self.type.startswith("DECIMAL")

    def number(self) -> str:
        """SQL for the value as a number; NULL where it is none."""
        if self.type == "BOOLEAN":
            return f"CAST({self.sql} AS INTEGER)::DOUBLE"
        if self.is_number:
            return f"CAST({self.sql} AS DOUBLE)"
        text = self.text()
        return (
            f"coalesce(try_cast({text} AS DOUBLE), CASE lower({text}) WHEN 'true' THEN 1.0 WHEN 'false' THEN 0.0 END)"
        )

    def text(self) -> str:
        """SQL for the value as text; NULL where it is empty. Whole floats lose their `.0`: `1.0` is the id `1`."""
        if self.type in ("FLOAT", "DOUBLE"):
            whole = f"{self.sql} = trunc({self.sql}) AND abs({self.sql}) < 1e15"
            return (
                f"CASE WHEN isnan({self.sql}) THEN NULL WHEN {whole} THEN CAST(CAST({self.sql} AS BIGINT) AS VARCHAR) "
                f"ELSE CAST({self.sql} AS VARCHAR) END"
            )
        text = self.sql if self.type == "VARCHAR" else f"CAST({self.sql} AS VARCHAR)"
        return f"CASE WHEN {self.missing()} THEN NULL ELSE nullif({text}, '') END" if self.na else f"nullif({text}, '')"

    def missing(self) -> str:
        """SQL: whether the value is one of the texts that mean that there is none; NaN is `nan` in any case."""
        texts = [text.lower() if self.is_number else text for text in self.na]
        listed = ", ".join(literal(text) for text in texts)
        return f"coalesce(CAST({self.sql} AS VARCHAR) IN ({listed}), FALSE)" if texts else "FALSE"


@dataclass(frozen=True)
class Known:
    """What is known of a table that was made of logs: its columns are called by their roles.

    Parameters:
        title: the program that wrote the logs.
        metric: what was measured.
        metrics: all that was.
        higher_is_better: whether larger is better; None if the logs do not say.
        roles: the roles that its columns play, by their names.
        named: the roles that the user named and that were heeded already, with the names.
        failed: how many rows were left out because they have no score.
    """

    title: str
    metric: str
    metrics: tuple[str, ...]
    higher_is_better: bool | None
    roles: tuple[str, ...]
    named: Mapping[str, str] = field(default_factory=dict)
    failed: int = 0


@dataclass(frozen=True)
class Raw:
    """A table as it was given.

    Parameters:
        source: where it came from, as the user wrote it.
        relation: what stands behind FROM; has `record` (rows counted from 1) and the columns.
        columns: the columns.
        place: says where in the source a record is: `line 7`.
        explain: what is wrong with the source, when the engine could not read it.
        model: the model that the table is about, if it is one model's: a file's stem.
        in_place: whether to leave the rows where they are instead of loading them into memory.
        notes: what was assumed.
        known: what is known of it, if it was made of logs.
        files: the files that it was made of: the bits above a record's number say which.
    """

    source: str
    relation: str
    columns: tuple[Column, ...]
    place: Callable[[int], str]
    explain: Callable[[EngineError], ReadingError]
    model: str = A_MODEL
    in_place: bool = False
    notes: tuple[str, ...] = ()
    known: Known | None = None
    files: tuple[str, ...] = ()


def numbered(relation: str, columns: Mapping[str, str]) -> str:
    """A relation whose columns are renamed and whose records are counted from 1.

    Parameters:
        relation: what stands behind FROM.
        columns: new name to SQL of the old one.
    """
    renamed = ", ".join(f"{old} AS {new}" for new, old in columns.items())
    return f"(SELECT row_number() OVER () AS record, {renamed} FROM {relation})"


def in_memory(engine: Engine, columns: Mapping[str, Any], source: str) -> Raw:
    """A raw table of arrays.

    Parameters:
        engine: where the rows live.
        columns: one array or sequence per column.
        source: where they came from, for messages.
    """
    arrays = {str(name): _array(str(name), values, source) for name, values in columns.items()}
    lengths = {name: len(values) for name, values in arrays.items()}
    if not arrays:
        raise ReadingError(f"{source} has no columns. A table has one array per column, with a column `model`.")
    if len(set(lengths.values())) > 1:
        shown = ", ".join(f"`{name}` {length:,}" for name, length in lengths.items())
        raise ReadingError(f"The columns of {source} differ in length ({shown}); every column needs one value per row.")
    names = {name: f"c{j}" for j, name in enumerate(arrays)}
    relation = engine.of_arrays({names[name]: values for name, values in arrays.items()})
    types = engine.types(relation)
    return Raw(
        source,
        numbered(relation, {name: name for name in names.values()}),
        tuple(Column(name, sql, types[sql]) for name, sql in names.items()),
        place=lambda record: f"row {record}",
        explain=lambda error: unexplained(source, error),
    )


def fault_of(engine: Engine, raws: Sequence[Raw], error: EngineError) -> ReadingError:
    """What is wrong with the source that cannot be read.

    Parameters:
        engine: where the rows live.
        raws: the tables.
        error: what the engine said.
    """
    for raw in raws:
        try:
            engine.rows(f"SELECT count(COLUMNS(*)) FROM {raw.relation}")
        except EngineError as own:
            return raw.explain(own)
    return raws[0].explain(error)


def refuse_duplicates(names: Sequence[str], source: str) -> None:
    """Column names must differ.

    Parameters:
        names: the names of the columns.
        source: where they came from, for the message.
    """
    twice = [name for name in dict.fromkeys(names) if names.count(name) > 1]
    if twice:
        raise ReadingError(
            f"{source} has {counted(names.count(twice[0]), 'column')} called {listing(twice)}. "
            "Each column needs a name of its own: rename or remove one."
        )


def _array(name: str, values: Any, source: str) -> ColumnValues:
    """Numbers and booleans as they are; all else as text, so that DuckDB need not guess."""
    if isinstance(values, Set):
        raise ReadingError(
            f"Column `{name}` of {source} is a set, which has no order and holds equal scores only once. "
            "Accepted are arrays and lists: give the scores in the order of the rows."
        )
    array = values if isinstance(values, np.ndarray) else _from_sequence(values)
    if array.ndim != 1:
        given = f"{array.ndim} dimensions" if array.ndim else "a single value"
        raise ReadingError(
            f"Column `{name}` of {source} must be a sequence of values; got {given}. "
            "A table has one array per column, all of the same length."
        )
    if array.dtype.kind in "biuf" and array.dtype.itemsize <= 8:
        return array
    if set(map(type, array.tolist())) <= {str, type(None)}:
        return array.astype(object)
    return np.array([None if _is_missing(value) else str(value) for value in array], dtype=object)


def _is_missing(value: object) -> bool:
    return value is None or (isinstance(value, float) and isnan(value))


def _from_sequence(values: Any) -> ColumnValues:
    if is_series(values):
        return values_of(values)
    if isinstance(values, (str, Mapping)) or not hasattr(values, "__len__"):
        return np.array(values, dtype=object)
    listed = list(values)
    # NumPy would make texts of [0.5, "x"] and numbers of [1, True]: only a list of one kind may keep its type.
    kinds = {type(value) for value in listed}
    if kinds <= {bool, np.bool_} or all(issubclass(kind, NUMERIC) and kind is not bool for kind in kinds):
        return np.array(listed)
    array = np.empty(len(listed), dtype=object)
    array[:] = listed
    return array
