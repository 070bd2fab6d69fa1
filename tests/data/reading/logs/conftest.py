"""Logs for tests: the generated examples of the documentation, and real ones that lie beside the project."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[4]
sys.path.insert(0, str(ROOT / "docs"))
from changed_logs import written  # noqa: E402
from log_examples import EXAMPLES, Example  # noqa: E402

__all__ = ["EXAMPLES", "Example"]


@pytest.fixture
def write(tmp_path: Path) -> Callable[[Mapping[str, str | bytes]], Path]:
    """Writes files below a folder of the test's own."""
    return lambda files: written(files, tmp_path)


@pytest.fixture(scope="session")
def real_logs() -> Path:
    """Real logs, which are no part of the project."""
    path = Path(os.environ.get("BETTERTHAN_DATA", ROOT.parent / "shared/data")) / "logs"
    if not path.exists():
        pytest.skip(f"{path} is not there; $BETTERTHAN_DATA may say where it is")
    return path
