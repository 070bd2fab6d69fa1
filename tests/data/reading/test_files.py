"""Paths that lead nowhere: what is told, and what is offered instead."""

from __future__ import annotations

from pathlib import Path

import pytest

from betterthan.data.reading.files import _refuse_missing
from betterthan.errors import ReadingError

CHECK = "Check the path; it is relative to the current directory."


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("result.csv", "Did you mean `{folder}/results.csv`?"),
        ("zebra.parquet", CHECK),
        ("nowhere/results.csv", CHECK),
        ("results.csv", None),
    ],
    ids=["a name that is near", "a name like no other", "no such folder", "a file that is there"],
)
def test_a_missing_file_is_told_with_the_nearest_name_of_its_folder(tmp_path: Path, asked: str, told: str) -> None:
    (tmp_path / "results.csv").write_text("case,a,b\n")
    if told is None:
        _refuse_missing(tmp_path / asked, asked)
        return
    with pytest.raises(ReadingError) as caught:
        _refuse_missing(tmp_path / asked, asked)
    assert str(caught.value) == f"There is no file `{asked}`. {told.format(folder=tmp_path)}"
