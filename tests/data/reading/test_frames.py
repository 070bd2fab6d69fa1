"""Data frames in and out."""

from __future__ import annotations

import subprocess
import sys
from decimal import Decimal
from typing import Any

import numpy as np
import pytest

from betterthan.data.frames import columns_of, is_frame, to_frame

pd, pl, pa = (pytest.importorskip(name) for name in ("pandas", "polars", "pyarrow"))


@pytest.mark.parametrize("thing", [pd.DataFrame(), pl.DataFrame(), pl.LazyFrame(), pa.table({"a": [1]})])
def test_frames_are_recognised(thing: Any) -> None:
    assert is_frame(thing)


@pytest.mark.parametrize("thing", [{}, [], "x", np.zeros(2), pd.Series([1]), None])
def test_other_things_are_not(thing: Any) -> None:
    assert not is_frame(thing)


@pytest.mark.parametrize("library", [pd.DataFrame, pl.DataFrame, pa.table])
def test_missing_values(library: Any) -> None:
    columns = columns_of(library({"n": [1, None], "x": [0.5, None], "t": ["a", None], "b": [True, None], "i": [1, 2]}))
    np.testing.assert_array_equal(columns["n"], [1.0, np.nan])
    np.testing.assert_array_equal(columns["x"], [0.5, np.nan])
    assert columns["t"].tolist() == ["a", None]
    assert columns["b"].tolist()[1] is None
    assert str(columns["b"][0]).lower() == "true"
    assert columns["i"].dtype.kind == "i"


def test_pandas_types() -> None:
    frame = pd.DataFrame({
        "nullable": pd.array([1, None], dtype="Int64"),
        "category": pd.Categorical(["u", "v"]),
        "mixed": pd.Series([1, "x"], dtype=object),
        "decimal": [Decimal("0.5"), Decimal("0.25")],
    })  # fmt: skip
    columns = columns_of(frame)
    np.testing.assert_array_equal(columns["nullable"], [1.0, np.nan])
    assert columns["category"].tolist() == ["u", "v"]
    assert columns["mixed"].tolist() == ["1", "x"]
    assert [float(value) for value in columns["decimal"]] == [0.5, 0.25]


def test_polars_decimals() -> None:
    frame = pl.DataFrame({"d": ["0.5", "0.25"]}).select(pl.col("d").cast(pl.Decimal(10, 2)))
    assert columns_of(frame)["d"].tolist() == [0.5, 0.25]


@pytest.mark.parametrize(
    ("backend", "library"), [("pandas", pd.DataFrame), ("polars", pl.DataFrame), ("pyarrow", pa.Table)]
)
def test_round_trip(backend: str, library: type) -> None:
    frame = to_frame({"a": [1, 2], "b": ["x", "y"]}, backend)
    assert isinstance(frame, library)
    columns = columns_of(frame)
    assert columns["a"].tolist() == [1, 2]
    assert columns["b"].tolist() == ["x", "y"]


def test_the_loaded_library_is_preferred() -> None:
    code = "import polars; from betterthan.data.frames import to_frame; print(type(to_frame({'a': [1]})).__module__)"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.startswith("polars")


def test_reading_a_file_imports_no_frame_library(tmp_path: Any) -> None:
    path = tmp_path / "t.csv"
    path.write_text("model,case,score\na,1,0.5\nb,1,0.25\n")
    code = (
        "import sys; from betterthan import pair, read; "
        f"pair(read({str(path)!r})); pair(read({{'a': [1, 2], 'b': [2, 3]}})); "
        "print([name for name in ('pandas', 'polars', 'pyarrow', 'narwhals', 'scipy.stats') if name in sys.modules])"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == "[]"
