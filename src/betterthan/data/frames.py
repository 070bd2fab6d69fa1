"""Data frames in and out: the one place that knows pandas, polars and pyarrow, through narwhals."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import numpy.typing as npt

from betterthan.errors import ArgumentError, ReadingError
from betterthan.phrases import listing, unknown_name

if TYPE_CHECKING:
    import narwhals as nw

BACKENDS = ("pandas", "polars", "pyarrow")

ColumnValues: TypeAlias = npt.NDArray[Any]


def is_frame(thing: object) -> bool:
    """Whether this is a data frame of any library that narwhals knows; imports none of them.

    Parameters:
        thing: anything.

    >>> is_frame({"a": [1]})
    False
    """
    if not _any_loaded():
        return False
    from narwhals import dependencies

    return dependencies.is_into_dataframe(thing) or dependencies.is_polars_lazyframe(thing)


def is_series(thing: object) -> bool:
    """Whether this is one column of such a library.

    Parameters:
        thing: anything.
    """
    if not _any_loaded():
        return False
    from narwhals import dependencies

    return dependencies.is_into_series(thing)


def columns_of(frame: Any) -> dict[str, ColumnValues]:
    """The columns of a frame: numbers, booleans, lists as they are, all else as text; what is missing is NaN or None.

    Parameters:
        frame: a pandas, polars or pyarrow frame.
    """
    import narwhals as nw
    from narwhals.exceptions import DuplicateError

    frame = _with_index(frame)
    try:
        table = nw.from_native(frame)
        names = table.collect_schema().names()
    except DuplicateError:
        names = list(getattr(frame, "column_names", None) or frame.columns)
    twice = [name for name in dict.fromkeys(names) if names.count(name) > 1]
    if twice:
        raise ReadingError(
            f"The frame has several columns called {listing(twice)}. Each column needs a name of its own: rename them."
        )
    eager = table.collect() if isinstance(table, nw.LazyFrame) else table
    return {str(name): _values(eager.get_column(name)) for name in names}


def values_of(series: Any) -> ColumnValues:
    """The values of one column, as in `columns_of`.

    Parameters:
        series: a column of pandas, polars or pyarrow.
    """
    import narwhals as nw

    return _values(nw.from_native(series, series_only=True))


def to_frame(columns: Mapping[str, Sequence[Any]], backend: str | None = None) -> Any:
    """A data frame of these columns.

    Parameters:
        columns: values by column name, all of the same length.
        backend: `pandas`, `polars` or `pyarrow`; None takes the first that is loaded, else the first that is installed.
    """
    import narwhals as nw

    chosen: Any = _backend() if backend is None else backend
    if chosen not in BACKENDS:
        raise ArgumentError(unknown_name("data frame library", chosen, BACKENDS))
    if chosen not in sys.modules and find_spec(chosen) is None:
        raise ArgumentError(f"`{chosen}` is not installed. Install it, or choose another of {listing(BACKENDS)}.")
    return nw.from_dict(dict(columns), backend=chosen).to_native()


def _with_index(frame: Any) -> Any:
    """A pandas frame whose index says something, with the index as columns; a mere count of the rows says nothing."""
    if not hasattr(frame, "reset_index"):  # only pandas has one
        return frame
    levels = _telling_levels(frame.index)
    if not levels:
        return frame
    frame = frame.reset_index(drop=True)
    for name, values in reversed(levels):
        frame.insert(0, name, values, allow_duplicates=True)
    return frame


def index_columns(series: Any) -> dict[str, ColumnValues]:
    """The index of a pandas series as columns, if it says more than the order of the values.

    Parameters:
        series: anything; only a pandas series has an index.
    """
    if not (is_series(series) and hasattr(series, "reset_index")):
        return {}
    return {str(name): np.asarray(values) for name, values in _telling_levels(series.index)}


def _telling_levels(index: Any) -> list[tuple[Any, Any]]:
    """Name and values of each level of an index that says something; a mere count of the rows says nothing."""
    levels = [index.get_level_values(j) for j in range(index.nlevels)]
    unnamed = ["index" if index.nlevels == 1 else f"level_{j}" for j in range(index.nlevels)]
    return [
        (name if level.name is None else level.name, level.to_numpy())
        for name, level in zip(unnamed, levels, strict=True)
        if level.name is not None or level.dtype.kind not in "iu"
    ]


def _any_loaded() -> bool:
    """No library, no frame of it: spares a user without frames the import of narwhals."""
    return any(backend in sys.modules for backend in BACKENDS)


def _backend() -> str:
    loaded = (name for name in BACKENDS if name in sys.modules)
    installed = (name for name in BACKENDS if find_spec(name) is not None)
    chosen = next(loaded, None) or next(installed, None)
    if chosen is None:
        raise ArgumentError(f"No data frame library is installed. Install one of {listing(BACKENDS)}.")
    return chosen


def _values(series: nw.Series[Any]) -> ColumnValues:
    import narwhals as nw

    missing = series.is_null()
    if series.dtype.is_numeric():
        plain = series.cast(nw.Float64) if missing.any() or series.dtype.is_decimal() else series
        return np.asarray(plain.to_numpy())
    if series.dtype == nw.Boolean and not missing.any():
        return np.asarray(series.to_numpy(), dtype=bool)
    if _holds_lists(series):
        lists = np.empty(len(series), dtype=object)
        lists[:] = series.to_list()
        return lists
    text = np.array(series.cast(nw.String).to_numpy(), dtype=object)
    text[missing.to_numpy()] = None
    return text


def _holds_lists(series: nw.Series[Any]) -> bool:
    """By its type; pandas only knows that a column holds objects, so the first one is looked at."""
    import narwhals as nw

    if series.dtype != nw.Object:
        return isinstance(series.dtype, (nw.List, nw.Array))
    first = next((value for value in series.to_list() if value is not None), None)
    return isinstance(first, (list, tuple, np.ndarray))


def series_name(thing: object) -> str:
    """The name of a column; empty if it has none, or if this is no column.

    Parameters:
        thing: anything.
    """
    name = getattr(thing, "name", None) if is_series(thing) else None
    return "" if name is None else str(name)


def same_index(one: object, other: object) -> bool:
    """Whether two columns have the same index, as far as they have one.

    Parameters:
        one: anything.
        other: anything.
    """
    if not (is_series(one) and is_series(other)):
        return True
    import narwhals as nw

    first, second = (nw.maybe_get_index(nw.from_native(each, series_only=True)) for each in (one, other))
    return first is None or second is None or bool(first.equals(second))
