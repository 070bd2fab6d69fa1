"""Rows in DuckDB: one GROUP BY lays out the units of a million cases, or sums a file that is larger than memory."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from glob import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import duckdb
import numpy as np

from betterthan.data.engines.engine import EngineError, Shape
from betterthan.data.engines.sql import identifier, literal
from betterthan.data.engines.temporary import temporary_directory
from betterthan.data.factors import Factor
from betterthan.data.rows import ROW, Sums, Units
from betterthan.data.summaries import PairedSummary
from betterthan.data.units import SIZES
from betterthan.errors import PairingError

if TYPE_CHECKING:
    from betterthan.arrays import Array, IntArray
    from betterthan.data.frames import ColumnValues


WEKA_QUOTE, BACKSLASH = "'", "\\"
"""Texts in single quotes, as WEKA writes them, have their quotes after a backslash; others have them twice."""


class DuckEngine:
    """A database of its own, in memory, that spills to the temporary directory when memory runs out."""

    def __init__(self) -> None:
        settings: dict[str, str | bool | int | float | list[str]] = {
            "temp_directory": str(temporary_directory()),
            "autoinstall_known_extensions": False,  # reading a file must never reach for the network
            "python_enable_replacements": False,  # nor take a name in SQL for a variable of the caller
        }
        self._connection = duckdb.connect(":memory:", config=settings)
        self._registered = 0

    def run(self, statement: str) -> None:
        """Execute a statement that answers nothing."""
        self._asked(statement)

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """The answer to a query, row by row."""
        with _told():
            return self._asked(query).fetchall()

    def arrays(self, query: str) -> dict[str, Any]:
        """The answer to a query, an array per column."""
        with _told():
            return self._asked(query).fetchnumpy()

    def types(self, relation: str) -> dict[str, str]:
        """The columns of what stands behind FROM, with their types."""
        return {name: kind for name, kind, *_ in self.rows(f"DESCRIBE SELECT * FROM {relation}")}

    def of_arrays(self, columns: Mapping[str, ColumnValues]) -> str:
        """Arrays of one length as a relation."""
        self._registered += 1
        view = f"arrays_{self._registered}"
        with _told():
            self._connection.register(view, {name: _forward(values) for name, values in columns.items()})
        return view

    def of_csv(
        self, path: Path, columns: Sequence[str], *, skip: int, delimiter: str, gzipped: bool, quote: str = '"'
    ) -> str:
        """A CSV file as a relation of texts."""
        return (
            f"read_csv({_file(path)}, auto_detect=false, header=true, skip={skip}, delim={literal(delimiter)}, "
            f"quote={literal(quote)}, escape={literal(BACKSLASH if quote == WEKA_QUOTE else quote)}, "
            f"{_compression(gzipped)}, hive_partitioning=false, columns={_texts(columns)})"
        )

    def json_keys(self, path: Path, *, array: bool, gzipped: bool) -> list[tuple[list[str]]]:
        """The distinct sets of keys of the records."""
        records = f"read_json_objects({_json(path, array, gzipped)})"
        return [(list(keys),) for (keys,) in self.rows(f"SELECT DISTINCT json_keys(json) FROM {records}")]

    def of_json(self, path: Path, names: Sequence[str], *, array: bool, gzipped: bool) -> str:
        """A file of JSON records as a relation of texts."""
        return f"read_json({_json(path, array, gzipped)}, hive_partitioning=false, columns={_texts(names)})"

    def json_records(self, paths: Sequence[Path], shape: Shape, *, most: int) -> str:
        """Files of JSON as a relation with `filename` and `json`, a record each."""
        form = {"object": "unstructured", "array": "array", "lines": "newline_delimited"}[shape]
        files = ", ".join(map(_file, paths))
        return (
            f"read_json_objects([{files}], format={form!r}, filename=true, maximum_object_size={most:d}, "
            "hive_partitioning=false)"
        )

    def of_parquet(self, path: Path) -> str:
        """A Parquet file as a relation."""
        return f"read_parquet({_file(path)}, hive_partitioning=false)"

    def scores(self, relation: str, columns: Mapping[str, str]) -> DuckRows:
        """The rows of a long table in a table or view."""
        return DuckRows(self._connection, relation, columns)

    def _asked(self, query: str) -> duckdb.DuckDBPyConnection:
        with _told():
            return self._connection.execute(query)


def _forward(values: ColumnValues) -> ColumnValues:
    """An array as DuckDB takes it: not one that is read backwards, such as `values[::-1]`."""
    backwards = isinstance(values, np.ndarray) and any(stride < 0 for stride in values.strides)
    return values.copy() if backwards else values


@contextmanager
def _told() -> Iterator[None]:
    """What DuckDB raises, as the readers know it."""
    try:
        yield
    except duckdb.Error as error:
        raise EngineError(str(error)) from error


def _file(path: Path) -> str:
    # DuckDB takes * ? [ in a path for a pattern
    return literal(escape(str(path)))


def _compression(gzipped: bool) -> str:
    return f"compression={'gzip' if gzipped else 'uncompressed'!r}"


def _json(path: Path, array: bool, gzipped: bool) -> str:
    return f"{_file(path)}, format={'array' if array else 'newline_delimited'!r}, {_compression(gzipped)}"


def _texts(names: Sequence[str]) -> str:
    return "{" + ", ".join(f"{literal(name)}: 'VARCHAR'" for name in names) + "}"


class DuckRows:
    """The rows of a long table in a DuckDB table or view.

    Parameters:
        connection: the database.
        relation: a table or view with `row` (a number that orders the rows), `model`, `score` and the columns below.
            Scores are finite and oriented; sizes are numbers; every other column is text and never NULL.
        columns: what the other columns are called outside (role or own name) and in the relation.
        condition: SQL that keeps some of the rows.
    """

    def __init__(
        self,
        connection: duckdb.DuckDBPyConnection,
        relation: str,
        columns: Mapping[str, str],
        *,
        condition: str = "TRUE",
    ) -> None:
        self._connection = connection
        self._relation = relation
        self._columns = {"model": "model", ROW: "row", **columns}
        self._condition = condition
        self._known_levels: dict[str, dict[str, int]] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as the rows themselves: a connection cannot travel."""
        names = {"row": "row", "model": "model", "score": "score", **{name: name for name in self._columns.values()}}
        listed = ", ".join(identifier(name) for name in names)
        found = self._connection.execute(f"SELECT {listed} FROM {self._rows()} ORDER BY row").fetchnumpy()
        return _restored, ({name: _plain(values) for name, values in found.items()}, self._columns)

    def __copy__(self) -> DuckRows:
        return self  # rows never change

    def __deepcopy__(self, _memo: dict[int, Any]) -> DuckRows:
        return self

    def count(self) -> int:
        """Number of rows."""
        return int(self._fetch(f"SELECT count(*) FROM {self._rows()}")[0][0])

    def extent(self) -> tuple[float, float]:
        """The lowest and the highest score, oriented."""
        low, high = self._fetch(f"SELECT min(score), max(score) FROM {self._rows()}")[0]
        return float(low), float(high)

    def levels(self, column: str) -> dict[str, int]:
        """Distinct values of a column in order of first appearance, each with its number of rows.

        Parameters:
            column: a role or the name of a further column.
        """
        if column not in self._known_levels:
            name = self._sql(column)
            query = f"SELECT {name}, count(*) FROM {self._rows()} GROUP BY {name} ORDER BY min(row)"
            self._known_levels[column] = dict(self._fetch(query))
        return dict(self._known_levels[column])

    def only(self, column: str, values: Sequence[str]) -> DuckRows:
        """The rows in which a column has one of the values.

        Parameters:
            column: a role or the name of a further column.
            values: the values to keep.
        """
        condition = f"{self._condition} AND {_one_of(self._sql(column), values)}"
        return DuckRows(self._connection, self._relation, self._columns, condition=condition)

    def units(self, models: Sequence[str], keys: Sequence[str], factors: Sequence[str]) -> Units:
        """One row per unit, in order of first appearance.

        Parameters:
            models: one column of scores each, in this order.
            keys: the columns that together name a unit.
            factors: the columns to return as labels.
        """
        sizes = [name for name in SIZES if name in self._columns]
        names = [self._names(models, factor) for factor in factors]
        found = self._connection.execute(self._units_query(models, keys, factors, sizes)).fetchnumpy()
        for j, factor in enumerate(factors):
            if factor not in keys:
                self._refuse_mixed(models, keys, factor, found[f"mixed_{j}"])
        return Units(
            _side_by_side(found, [f"score_{j}" for j in range(len(models))], np.dtype(np.float64)),
            _side_by_side(found, [f"count_{j}" for j in range(len(models))], np.dtype(np.int64)),
            {factor: Factor(_plain(found[f"code_{j}"]), names[j]) for j, factor in enumerate(factors)},
            {name: _plain(found[f"size_{j}"]) for j, name in enumerate(sizes)},
        )

    def unit_count(self, models: Sequence[str], keys: Sequence[str]) -> int:
        """Number of distinct units of these models.

        Parameters:
            models: the models whose rows count.
            keys: the columns that together name a unit.
        """
        distinct = f"SELECT DISTINCT {self._listed(keys)} FROM {self._rows(models)}"
        return int(self._fetch(f"SELECT count(*) FROM ({distinct})")[0][0])

    def odd_units(
        self, models: Sequence[str], keys: Sequence[str], *, model: str, repeated: bool, limit: int
    ) -> list[dict[str, str]]:
        """Keys of some units on which `model` has several scores (`repeated`) or none.

        Parameters:
            models: the models whose units are meant.
            keys: the columns that together name a unit.
            model: the model that has too many scores or none.
            repeated: whether to look for several scores, or for none.
            limit: how many units to name at most.
        """
        count = f"count(*) FILTER (model = {literal(model)})"
        query = (
            f"SELECT {self._listed(keys)} FROM {self._rows(models)} GROUP BY ALL "
            f"HAVING {count} {'> 1' if repeated else '= 0'} ORDER BY min(row) LIMIT {limit:d}"
        )
        return [dict(zip(keys, values, strict=True)) for values in self._fetch(query)]

    def first_rows(self, model: str, keys: Sequence[str], units: Sequence[Sequence[str]]) -> dict[tuple[str, ...], int]:
        """The number of the first row of a model on each of some units, by the values of the keys.

        Parameters:
            model: the model.
            keys: the columns that together name a unit.
            units: the values of these of each unit.
        """
        if not units:
            return {}
        wanted = ", ".join(f"({', '.join(map(literal, unit))})" for unit in units)
        names = [f"u{j}" for j in range(len(keys))]
        same = " AND ".join(f"{self._sql(key)} = {name}" for key, name in zip(keys, names, strict=True))
        listed = ", ".join(names)
        query = (
            f"SELECT {listed}, min(row) FROM {self._rows([model])} JOIN (VALUES {wanted}) AS wanted({listed}) "
            f"ON {same} GROUP BY {listed}"
        )
        return {tuple(unit): row for *unit, row in self._fetch(query)}

    def parquet(self, columns: Mapping[str, str], score: str) -> bytes:
        """The rows as a Parquet file, in their order.

        Parameters:
            columns: role or own name of each column, and the name that it is to have.
            score: SQL of the score column, with its name.
        """
        listed = [f"{self._sql(name)} AS {identifier(told)}" for name, told in columns.items()]
        query = f"SELECT {', '.join([*listed, score])} FROM {self._rows()} ORDER BY row"
        path = temporary_directory() / f"{secrets.token_hex(6)}.parquet"
        try:
            with _told():
                self._connection.execute(f"COPY ({query}) TO {literal(str(path))} (FORMAT parquet)")
            return path.read_bytes()
        finally:
            path.unlink(missing_ok=True)

    def sums(self, models: Sequence[str], keys: Sequence[str]) -> Sums:
        """The sums of two models over their matched units, computed where the rows live.

        Parameters:
            models: the first and the second model.
            keys: the columns that together name a unit.
        """
        found = self._connection.execute(self._sums_query(models, keys)).fetchnumpy()
        matched = np.flatnonzero(found["n"] > 0)
        n = _plain(found["n"])[matched]
        by_task = {name: _plain(values)[matched] for name, values in found.items()}
        cells = _side_by_side(by_task, ["n00", "n01", "n10", "n11"], np.dtype(np.int64))
        summary = PairedSummary(
            models=(models[0], models[1]),
            tasks=tuple(str(task) for task in by_task["task"]),
            n=n,
            means=_side_by_side(by_task, ["mean_0", "mean_1"], np.dtype(np.float64)),
            squares=_side_by_side(by_task, ["variance_0", "variance_1"], np.dtype(np.float64)) * n[:, None],
            difference_means=by_task["mean_difference"],
            difference_squares=by_task["variance_difference"] * n,
            cells_by_task=cells if (cells.sum(axis=1) == n).all() else None,
            extremes=_side_by_side(by_task, ["lowest", "highest"], np.dtype(np.float64)),
        )
        return Sums(summary, unmatched=int(found["unmatched"].sum()), repeated=int(found["repeated"].sum()))

    def _units_query(
        self, models: Sequence[str], keys: Sequence[str], factors: Sequence[str], sizes: Sequence[str]
    ) -> str:
        labels = {f"label_{j}": self._sql(name) for j, name in enumerate(factors)}
        aggregates = {name: sql for j, model in enumerate(models) for name, sql in _per_model(j, model).items()}
        aggregates |= {f"size_{j}": f"min({self._sql(name)})" for j, name in enumerate(sizes)}
        aggregates |= {
            f"mixed_{j}": f"min({self._sql(name)}) <> max({self._sql(name)})"
            for j, name in enumerate(factors)
            if name not in keys
        }
        hidden = {"first_row": "min(row)", **{label: f"min({name})" for label, name in labels.items()}}
        units = f"SELECT {_named({**aggregates, **hidden})} FROM {self._rows(models)} GROUP BY {self._listed(keys)}"
        joins = [
            f"JOIN ({self._codes(models, name)}) AS codes_{j} ON label_{j} = codes_{j}.label"
            for j, name in enumerate(factors)
        ]
        shown = [*aggregates, *(f"codes_{j}.code AS code_{j}" for j in range(len(factors)))]
        return f"SELECT {', '.join(shown)} FROM ({units}) {' '.join(joins)} ORDER BY first_row"

    def _sums_query(self, models: Sequence[str], keys: Sequence[str]) -> str:
        task = self._sql("task") if "task" in keys else "''"
        aggregates = {name: sql for j, model in enumerate(models) for name, sql in _per_model(j, model).items()}
        columns = {"task": task, **aggregates, "first_row": "min(row)"}
        units = f"SELECT {_named(columns)} FROM {self._rows(models)} GROUP BY {self._listed(keys)}"
        matched = "FILTER (count_0 > 0 AND count_1 > 0)"
        cells = [
            f"count(*) FILTER (score_0 = {first} AND score_1 = {second}) AS n{first}{second}"
            for first in (0, 1)
            for second in (0, 1)
        ]
        # favg is Kahan's, var_pop is Welford's: a large common offset does no harm
        return (
            f"SELECT task, count(*) {matched} AS n, "
            f"favg(score_0) {matched} AS mean_0, favg(score_1) {matched} AS mean_1, "
            f"var_pop(score_0) {matched} AS variance_0, var_pop(score_1) {matched} AS variance_1, "
            f"favg(score_0 - score_1) {matched} AS mean_difference, "
            f"var_pop(score_0 - score_1) {matched} AS variance_difference, {', '.join(cells)}, "
            f"min(least(score_0, score_1)) {matched} AS lowest, max(greatest(score_0, score_1)) {matched} AS highest, "
            "count(*) FILTER (count_0 = 0 OR count_1 = 0) AS unmatched, "
            "count(*) FILTER (count_0 > 1 OR count_1 > 1) AS repeated "
            f"FROM ({units}) GROUP BY task ORDER BY min(first_row)"
        )

    def _codes(self, models: Sequence[str], column: str) -> str:
        name = self._sql(column)
        return (
            f"SELECT {name} AS label, row_number() OVER (ORDER BY min(row)) - 1 AS code "
            f"FROM {self._rows(models)} GROUP BY {name}"
        )

    def _names(self, models: Sequence[str], column: str) -> tuple[str, ...]:
        return tuple(label for label, _ in self._fetch(f"{self._codes(models, column)} ORDER BY code"))

    def _refuse_mixed(self, models: Sequence[str], keys: Sequence[str], column: str, mixed: Array) -> None:
        count = int(_plain(mixed).sum())
        if not count:
            return
        name = self._sql(column)
        query = (
            f"SELECT min({name}), max({name}), {self._listed(keys)} FROM {self._rows(models)} "
            f"GROUP BY {self._listed(keys)} HAVING min({name}) <> max({name}) ORDER BY min(row) LIMIT 1"
        )
        low, high, *values = self._fetch(query)[0]
        unit = " ".join(f"{key} {value}" for key, value in zip(keys, values, strict=True))
        raise PairingError(
            f"Cannot pair: column `{column}` has several values on one unit ({unit}: `{low}` and `{high}`); "
            f"{count:,} of {len(mixed):,} units are affected. "
            f"All scores of a unit must agree in `{column}`: correct the column."
        )

    def _rows(self, models: Sequence[str] | None = None) -> str:
        condition = self._condition if models is None else f"{self._condition} AND {_one_of('model', models)}"
        return f"(SELECT * FROM {identifier(self._relation)} WHERE {condition})"

    def _sql(self, column: str) -> str:
        return identifier(self._columns[column])

    def _listed(self, columns: Iterable[str]) -> str:
        return ", ".join(self._sql(column) for column in columns)

    def _fetch(self, query: str) -> list[tuple[Any, ...]]:
        return self._connection.execute(query).fetchall()


def _restored(arrays: Mapping[str, ColumnValues], columns: Mapping[str, str]) -> DuckRows:
    """The rows that `DuckRows.__reduce__` took apart, in a database of their own."""
    engine = DuckEngine()
    engine.run(f"CREATE TABLE long AS SELECT * FROM {engine.of_arrays(arrays)}")
    return engine.scores("long", columns)


def _one_of(name: str, values: Sequence[str]) -> str:
    return f"{name} IN ({', '.join(literal(value) for value in values)})" if values else "FALSE"


def _per_model(j: int, model: str) -> dict[str, str]:
    chosen = f"FILTER (model = {literal(model)})"
    return {f"score_{j}": f"avg(score) {chosen}", f"count_{j}": f"count(*) {chosen}"}


def _named(columns: Mapping[str, str]) -> str:
    return ", ".join(f"{sql} AS {name}" for name, sql in columns.items())


def _side_by_side(found: Mapping[str, Array], names: Sequence[str], dtype: np.dtype[Any]) -> Any:
    return np.stack([_plain(found[name]).astype(dtype, copy=False) for name in names], axis=1)


def _plain(values: Array | IntArray) -> Any:
    """DuckDB masks what is NULL; a missing number is NaN here."""
    return values.filled(np.nan) if isinstance(values, np.ma.MaskedArray) else values
