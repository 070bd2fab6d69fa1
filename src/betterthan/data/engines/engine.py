"""Engine: what the readers ask, in SQL, of what holds the rows. An engine is one file here and a row of `table.py`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias

if TYPE_CHECKING:
    from betterthan.data.frames import ColumnValues
    from betterthan.data.rows import Rows


Shape: TypeAlias = Literal["object", "array", "lines"]
"""What a file of JSON is: one object, one array, or one record per line."""


class EngineError(Exception):
    """What an engine said when it could not answer; the reader that asked turns it into a message about the source."""


class Engine(Protocol):
    """A database of its own: takes SQL in the dialect of DuckDB, and files and arrays as relations behind FROM.

    Every method but `scores` raises `EngineError` where the engine cannot do what is asked.
    """

    def run(self, statement: str) -> None:
        """Execute a statement that answers nothing, such as CREATE VIEW."""

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """The answer to a query, row by row."""

    def arrays(self, query: str) -> dict[str, Any]:
        """The answer to a query, an array per column."""

    def types(self, relation: str) -> dict[str, str]:
        """The columns of what stands behind FROM, with their types."""

    def of_arrays(self, columns: Mapping[str, ColumnValues]) -> str:
        """Arrays of one length as a relation."""

    def of_csv(
        self, path: Path, columns: Sequence[str], *, skip: int, delimiter: str, gzipped: bool, quote: str = '"'
    ) -> str:
        """A CSV file as a relation of texts: `skip` lines, one header line, then these columns."""

    def json_keys(self, path: Path, *, array: bool, gzipped: bool) -> list[tuple[list[str]]]:
        """The distinct sets of keys of the records in an array, or of one record per line."""

    def of_json(self, path: Path, names: Sequence[str], *, array: bool, gzipped: bool) -> str:
        """A file of JSON records as a relation of texts."""

    def json_records(self, paths: Sequence[Path], shape: Shape, *, most: int) -> str:
        """Files of JSON as a relation with `filename` and `json`, a record each: of at most so many bytes each."""

    def of_parquet(self, path: Path) -> str:
        """A Parquet file as a relation."""

    def scores(self, relation: str, columns: Mapping[str, str]) -> Rows:
        """The rows of a long table in a table or view, as `DuckRows` describes it."""
