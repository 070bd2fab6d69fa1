"""The table of engines: one more is a class and a line, and the readers ask nothing past the protocol."""

from __future__ import annotations

import re
from pathlib import Path
from typing import ClassVar

import pytest

from betterthan.data.engines.duckdb import DuckEngine
from betterthan.data.engines.engine import Engine
from betterthan.data.engines.table import ENGINES, started
from betterthan.data.pairing import pair
from betterthan.data.reading.tables import read
from betterthan.errors import ArgumentError

ROWS = "model,case,score\na,1,0.5\na,2,0.75\nb,1,0.25\nb,2,0.5\n"


class Proxy:
    """Passes on what the protocol has, and nothing else."""

    asked: ClassVar[list[str]] = []

    def __init__(self) -> None:
        self._engine = DuckEngine()

    def __getattr__(self, name: str) -> object:
        if name.startswith("_") or not hasattr(Engine, name):
            raise AttributeError(name)
        self.asked.append(name)
        return getattr(self._engine, name)


def test_an_engine_from_outside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ENGINES, "proxy", f"{__name__}:Proxy")
    path = tmp_path / "scores.csv"
    path.write_text(ROWS)
    table = pair(read(str(path), engine="proxy"))
    assert table.differences().tolist() == [0.25, 0.25]
    assert {"of_csv", "rows", "run", "scores"} <= set(Proxy.asked)


def test_an_unknown_engine_is_refused() -> None:
    with pytest.raises(ArgumentError, match=re.escape("There is no engine `duck`. Did you mean `duckdb`?")):
        read({"a": [1.0], "b": [2.0]}, engine="duck")


@pytest.mark.parametrize("name", ENGINES)
def test_every_engine_starts(name: str) -> None:
    assert started(name).rows("SELECT 1") == [(1,)]
