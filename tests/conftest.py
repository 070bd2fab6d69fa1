"""What several test files use: the command line, run inside the test's own process; one harness for all tests of what a
user is told; a browser; and the data of Benavoli (2017)."""

from __future__ import annotations

import io
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest
from hypothesis import settings

import betterthan as bt
from betterthan.data.examples.uci54 import task_means

settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.load_profile("repeatable")  # the same examples everywhere; `--hypothesis-profile=default` draws others

BESIDE = Path(__file__).parents[2] / "shared/data"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")


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


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Path:
    """A current directory of the test's own, with the `FILES` of its module."""
    monkeypatch.chdir(tmp_path)
    for name, text in getattr(request.module, "FILES", {}).items():
        (tmp_path / name).write_text(text)
    return tmp_path


@pytest.fixture
def refused(command: Callable[..., Ran], folder: Path) -> Callable[[str], str]:
    """Runs a command line that cannot be carried out: exit code 2, one message on one line, nothing printed before."""

    def told(line: str) -> str:
        code, out, err = command(*line.split())
        assert (code, out) == (2, "")
        assert err.startswith("betterthan: ")
        assert err.endswith("\n")
        assert err.count("\n") == 1, "one message, on one line"
        assert "Traceback" not in err
        return err

    return told


@pytest.fixture
def raised() -> Callable[[Callable[[], object]], str]:
    """Makes a call that cannot be carried out: one error of ours, which does not show what it was raised from."""

    def told(call: Callable[[], object]) -> str:
        with pytest.raises(bt.BetterthanError) as caught:
            call()
        assert caught.value.__cause__ is None
        assert caught.value.__suppress_context__ or caught.value.__context__ is None
        return str(caught.value)

    return told


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """A browser, where one is installed."""
    sync_api = pytest.importorskip("playwright.sync_api")
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if not found:
        pytest.skip("no chromium here: apt-get install chromium")
    with sync_api.sync_playwright() as running:
        started = running.chromium.launch(executable_path=found, args=["--no-sandbox", "--disable-gpu"])
        yield started
        started.close()


@pytest.fixture(scope="session")
def uci54_means() -> bt.Scores:
    """Mean accuracies of five classifiers on 54 data sets; `betterthan.data.examples.uci54` has the sums of a pair."""
    return bt.read(task_means())


@pytest.fixture(scope="session")
def uci54_file() -> Path:
    """The accuracies behind these sums; the test is skipped where the file is absent."""
    path = Path(os.environ.get("BETTERTHAN_DATA", BESIDE)) / "uci54.csv"
    if not path.exists():
        pytest.skip(f"{path} is not there; $BETTERTHAN_DATA may say where it is")
    return path


@pytest.fixture(scope="session")
def uci54_scores(uci54_file: Path) -> bt.Scores:
    """Accuracies of five classifiers on 54 data sets, 10 runs of 10 folds."""
    return bt.read(uci54_file)
