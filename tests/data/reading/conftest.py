"""The same small table in every layout and from every source."""

from __future__ import annotations

import csv
import gzip
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Columns = dict[str, list[Any]]


def csv_text(columns: Columns, delimiter: str = ",") -> str:
    buffer = io.StringIO()
    writer = csv.writer(buffer, delimiter=delimiter)
    writer.writerow(columns)
    writer.writerows(zip(*columns.values(), strict=True))
    return buffer.getvalue()


def records(columns: Columns) -> list[dict[str, Any]]:
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


def _text(path: Path, content: str) -> Path:
    path.write_text(content, encoding="utf-8", newline="")
    return path


def _gz(path: Path, content: str) -> Path:
    path.write_bytes(gzip.compress(content.encode()))
    return path


def _parquet(path: Path, columns: Columns) -> Path:
    pa = pytest.importorskip("pyarrow")
    pytest.importorskip("pyarrow.parquet").write_table(pa.table(columns), path)
    return path


def _json_lines(columns: Columns) -> str:
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records(columns))


def _as_pandas_writes(columns: Columns) -> str:
    return json.dumps({name: {str(row): value for row, value in enumerate(values)} for name, values in columns.items()})


def _series(columns: Columns) -> dict[str, Any]:
    pd = pytest.importorskip("pandas")
    return {name: pd.Series(values) for name, values in columns.items()}


SOURCES: dict[str, Callable[[Path, Columns], Any]] = {
    "csv": lambda folder, columns: _text(folder / "t.csv", csv_text(columns)),
    "semicolons": lambda folder, columns: _text(folder / "s.csv", csv_text(columns, ";")),
    "unix": lambda folder, columns: _text(folder / "u.csv", csv_text(columns).replace("\r\n", "\n")),
    "byte order mark": lambda folder, columns: _text(folder / "b.csv", "\ufeff" + csv_text(columns)),
    "unknown suffix": lambda folder, columns: _text(folder / "t.results", csv_text(columns)),
    "tsv": lambda folder, columns: _text(folder / "t.tsv", csv_text(columns, "\t")),
    "txt": lambda folder, columns: _text(folder / "t.txt", csv_text(columns, "|")),
    "csv.gz": lambda folder, columns: _gz(folder / "t.csv.gz", csv_text(columns)),
    "parquet": lambda folder, columns: _parquet(folder / "t.parquet", columns),
    "json": lambda folder, columns: _text(folder / "t.json", json.dumps(records(columns))),
    "json of columns": lambda folder, columns: _text(folder / "c.json", json.dumps(columns, indent=1)),
    "json by pandas": lambda folder, columns: _text(folder / "p.json", _as_pandas_writes(columns)),
    "jsonl": lambda folder, columns: _text(folder / "t.jsonl", _json_lines(columns)),
    "jsonl.gz": lambda folder, columns: _gz(folder / "t.jsonl.gz", _json_lines(columns)),
    "sniffed json": lambda folder, columns: _text(folder / "t.log", _json_lines(columns)),
    "pandas": lambda folder, columns: pytest.importorskip("pandas").DataFrame(columns),
    "polars": lambda folder, columns: pytest.importorskip("polars").DataFrame(columns),
    "polars lazy": lambda folder, columns: pytest.importorskip("polars").LazyFrame(columns),
    "pyarrow": lambda folder, columns: pytest.importorskip("pyarrow").table(columns),
    "dict": lambda folder, columns: columns,
    "dict of series": lambda folder, columns: _series(columns),
}


@pytest.fixture(params=SOURCES)
def given(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[Columns], Any]:
    """Gives a dict of lists in the form of one source."""
    return lambda columns: SOURCES[request.param](tmp_path, columns)


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str | bytes], str]:
    """Writes a file into the current directory and returns its name."""
    monkeypatch.chdir(tmp_path)

    def _write(name: str, content: str | bytes) -> str:
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_bytes(content.encode() if isinstance(content, str) else content)
        return name

    return _write
