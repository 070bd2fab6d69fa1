"""No log of a known program is ever taken for a wide table, even by the reader that knows no logs."""

from __future__ import annotations

from pathlib import Path

import pytest
from log_examples import EXAMPLES

import betterthan as bt
from betterthan.data.engines.table import started
from betterthan.data.reading.columns import understand
from betterthan.data.reading.folders import looked_at
from betterthan.data.reading.roles import Wanted
from betterthan.data.reading.sources.table import source_of


def kind_of(path: Path) -> str | None:
    """How the reader that knows no logs takes a file; None if it refuses it with a message."""
    engine = started("duckdb")
    file = looked_at(path, path.parent)
    if file is None:
        return None
    try:
        return understand(engine, source_of(file).opened(engine, file), Wanted(), alone=True).kind
    except bt.BetterthanError:
        return None


@pytest.mark.parametrize("name", [name for name in EXAMPLES if name != "mlflow"])
def test_generated_logs_are_not_wide(name, write):
    folder = write(EXAMPLES[name]().files)
    files = sorted(path for path in folder.rglob("*") if path.is_file())[:2]
    assert [kind_of(path) for path in files if kind_of(path) == "wide"] == []


def test_real_logs_are_not_wide(real_logs):
    files = [path for path in sorted(real_logs.rglob("*")) if path.is_file() and path.suffix not in (".md", ".eval")]
    few = [path for path in files if "mteb" not in path.parts] + [path for path in files if "mteb" in path.parts][:3]
    assert [path.name for path in few if kind_of(path) == "wide"] == []
