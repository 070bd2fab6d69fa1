"""What several test files use: the command line, run inside the test's own process, and the data of Benavoli (2017)."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple

import pytest
from hypothesis import settings

import betterthan as bt

settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.load_profile("repeatable")  # the same examples everywhere; `--hypothesis-profile=default` draws others

BESIDE = Path(__file__).parents[2] / "shared/data"


class Ran(NamedTuple):
    """How a command ended, and what it printed."""

    code: int
    out: str
    err: str


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., Ran]:
    """Runs `betterthan …` through `betterthan.cli.main`, 80 columns wide."""
    from betterthan.cli.main import main

    def run(*arguments: object, stdin: str = "") -> Ran:
        monkeypatch.setenv("COLUMNS", "80")
        monkeypatch.setattr(sys, "argv", ["betterthan", *map(str, arguments)])
        monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(stdin.encode())))
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            main()
        printed = capsys.readouterr()
        return Ran(int(ended.value.code or 0), printed.out, printed.err)

    return run


@pytest.fixture(scope="session")
def uci54_file() -> Path:
    """The file behind `uci54`; the test is skipped where it is absent."""
    path = Path(os.environ.get("BETTERTHAN_DATA", BESIDE)) / "uci54.csv"
    if not path.exists():
        pytest.skip(f"{path} is not there; $BETTERTHAN_DATA may say where it is")
    return path


@pytest.fixture(scope="session")
def uci54(uci54_file: Path) -> bt.Scores:
    """Accuracies of five classifiers on 54 data sets, 10 runs of 10 folds."""
    return bt.read(uci54_file)
