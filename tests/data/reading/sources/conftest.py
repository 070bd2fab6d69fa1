"""Real logs, where they are."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

BESIDE = Path(__file__).parents[5] / "shared/data"


@pytest.fixture
def logs() -> Path:
    """Real result files of other programs; skipped where they are absent."""
    path = Path(os.environ.get("BETTERTHAN_DATA", BESIDE)) / "logs"
    if not path.exists():
        pytest.skip(f"{path} is not there; $BETTERTHAN_DATA may say where it is")
    return path
