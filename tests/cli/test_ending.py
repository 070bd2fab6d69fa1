"""How a run ends: signals, closed pipes and streams, full disks, bugs; nothing is left behind and no file is half."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Event

import pytest

pytestmark = pytest.mark.installed
WIDE = "case,gpt,llama\n" + "".join(f"{i},{(7 * i % 11) / 11:.3f},{(5 * i % 13) / 13:.3f}\n" for i in range(40))
FILES = {"wide.csv": WIDE, "old.html": "the old page", "old.md": "the old text"}
BETTERTHAN = (sys.executable, "-m", "betterthan")


def environment(folder: Path, **further: str) -> dict[str, str]:
    """With a directory for temporary files of the test's own."""
    (folder / "temporary").mkdir(exist_ok=True)
    return {**os.environ, "TMPDIR": str(folder / "temporary"), "COLUMNS": "80", **further}


def shell(line: str, folder: Path, **further: str) -> subprocess.CompletedProcess[str]:
    """A line of bash in which `betterthan` is this one."""
    run = f'betterthan() {{ "{sys.executable}" -m betterthan "$@"; }}; {line}'
    return subprocess.run(
        ["bash", "-c", run], capture_output=True, text=True, check=False, timeout=120, cwd=folder,
        env=environment(folder, **further),
    )  # fmt: skip


def left_behind(folder: Path) -> list[str]:
    temporary = [str(path.relative_to(folder)) for path in (folder / "temporary").iterdir()]
    return temporary + [path.name for path in folder.iterdir() if path.name.startswith(".betterthan")]


# Pipes and streams.


@pytest.mark.parametrize(
    "command", ["compare wide.csv", "compare wide.csv --json", "--help", "procedures", "example code-switching"]
)
def test_a_reader_that_has_had_enough_is_no_failure(folder, command):
    ran = shell(f"betterthan {command} | true; echo ${{PIPESTATUS[0]}}", folder)
    assert (ran.stdout, ran.stderr) == ("0\n", "")


def test_the_first_line_can_be_taken(folder):
    ran = shell("betterthan compare wide.csv | head -1; echo ${PIPESTATUS[0]}", folder)
    assert (ran.stdout, ran.stderr) == ("gpt (first) and llama (second) on 40 cases\n0\n", "")


def test_files_are_written_although_nobody_reads_the_print(folder):
    shell("betterthan compare wide.csv -o page.html | true", folder)
    assert (folder / "page.html").read_text().endswith("</html>")


@pytest.mark.parametrize("command", ["compare wide.csv", "compare wide.csv --json", "--version", "procedures"])
def test_a_full_standard_output_is_said_in_one_line(folder, command):
    ran = shell(f"betterthan {command} > /dev/full", folder)
    assert ran.returncode == 2
    assert ran.stderr == "betterthan: Cannot write to standard output: No space left on device.\n"


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("betterthan compare wide.csv -o page.md 0<&-", 0),
        ("betterthan compare wide.csv -o page.md 2>&-", 0),
        ("betterthan compare wide.csv -o page.md >&-", 0),
        ("betterthan compare wide.csv -o page.md 0<&- >&- 2>&-", 0),
        ("betterthan compare wide.csv -o page.md 2> /dev/full", 0),
        ("betterthan compare nowhere.csv 2>&-", 2),
        ("betterthan compare nowhere.csv 2> /dev/full", 2),
        ("betterthan compare nowhere.csv 2>&1 | true; exit ${PIPESTATUS[0]}", 2),
        ("betterthan compare - 0<&- 2>/dev/null", 2),
    ],
)
def test_a_closed_stream_does_no_harm(folder, line, code):
    ran = shell(line, folder)
    assert ran.returncode == code
    assert "Traceback" not in ran.stderr
    if code == 0:
        page = (folder / "page.md").read_text()
        assert page.startswith("# gpt (first) and llama (second)")
        assert page.endswith("}\n```\n"), "whole, with the references at its end"
    assert left_behind(folder) == []


def test_standard_input_that_is_closed_is_empty(folder):
    ran = shell("betterthan compare - 0<&-", folder)
    assert ran.stderr.startswith("betterthan: standard input is empty.")


@pytest.mark.parametrize(
    "variables",
    [
        {"MPLBACKEND": "bogus"},
        {"MPLBACKEND": "tkagg", "DISPLAY": ""},
        {"HOME": "/nonexistent"},
        {"HOME": "/dev/null", "XDG_CACHE_HOME": "/dev/null/x", "XDG_CONFIG_HOME": "/dev/null/x"},
    ],
    ids=["backend", "window", "home", "cache"],
)
def test_figures_need_neither_a_window_nor_a_home(folder, variables):
    ran = shell("betterthan compare wide.csv -o figure.png -o page.html", folder, **variables)
    assert (ran.returncode, ran.stderr) == (0, "wrote figure.png\nwrote page.html\n")
    assert left_behind(folder) == []


# Signals.


def started(
    arguments: Sequence[str], folder: Path, before: Callable[[], object] | None = None
) -> subprocess.Popen[bytes]:
    pipe = subprocess.PIPE

    def first() -> None:
        for ignored in (signal.SIGHUP, signal.SIGINT):  # by `nohup` and behind `&`, and children inherit that
            signal.signal(ignored, signal.SIG_DFL)
        if before is not None:
            before()

    return subprocess.Popen(
        [*BETTERTHAN, *arguments], stdin=pipe, stdout=pipe, stderr=pipe, cwd=folder, env=environment(folder),
        preexec_fn=first,  # noqa: PLW1509 (nothing but a limit or a signal is set)
    )  # fmt: skip


def wait_for(path: Path, pattern: str) -> None:
    for _ in range(1200):
        if any(path.glob(pattern)):
            return
        Event().wait(0.05)
    raise TimeoutError(pattern)


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_signal_ends_a_run_quietly_and_leaves_nothing(folder, name):
    number = getattr(signal, name)
    ran = started(["compare", "-", "-o", "old.html"], folder)
    ran.stdin.write(WIDE.encode())
    ran.stdin.flush()
    wait_for(folder / "temporary", "betterthan-*")  # it waits for more
    ran.send_signal(number)
    out, err = ran.communicate(timeout=60)
    assert (ran.returncode, out, err) == (128 + number, b"", b"")
    assert left_behind(folder) == []
    assert (folder / "old.html").read_text() == "the old page"


def test_a_signal_ends_a_long_computation(folder):
    draws = ["--procedure", "permutation", "--draws", "10000000"]
    ran = started(["compare", "wide.csv", *draws, "-o", "old.html"], folder)
    wait_for(folder / "temporary", "betterthan-*")
    Event().wait(0.5)
    ran.send_signal(signal.SIGINT)
    out, err = ran.communicate(timeout=60)
    assert (ran.returncode, out, err) == (130, b"", b"")
    assert left_behind(folder) == []
    assert (folder / "old.html").read_text() == "the old page"


def test_a_signal_that_is_ignored_stays_so(folder):
    """As under `nohup`."""
    ran = started(
        ["compare", "-", "-o", "page.html"], folder, before=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN)
    )
    ran.stdin.write(WIDE.encode())
    ran.stdin.flush()
    wait_for(folder / "temporary", "betterthan-*")
    ran.send_signal(signal.SIGHUP)
    ran.communicate(timeout=60)
    assert ran.returncode == 0
    assert (folder / "page.html").exists()


# Files.


def test_all_files_are_complete_before_the_first_is_replaced(folder):
    """A limit on the size of files stands for a full disk: the text fits, the page does not."""

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))

    ran = subprocess.run(
        [*BETTERTHAN, "compare", "wide.csv", "-o", "old.md", "-o", "old.html"],
        capture_output=True, text=True, check=False, timeout=120, cwd=folder, env=environment(folder),
        preexec_fn=limited,
    )  # fmt: skip
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr == "betterthan: Cannot write `old.html`: File too large.\n"
    assert (folder / "old.html").read_text() == "the old page"
    assert (folder / "old.md").read_text() == "the old text"
    assert left_behind(folder) == []


def test_a_file_that_cannot_be_drawn_leaves_the_others_as_they_were(command, folder):
    arguments = ("compare", "wide.csv", "--procedure", "paired_t", "-o", "old.html", "-o", "figure.svg")
    code, out, err = command(*arguments)
    assert (code, out) == (2, "")
    assert "figure.svg" in err
    assert (folder / "old.html").read_text() == "the old page"


def test_a_device_is_written_to_and_not_replaced(folder):
    (folder / "full.html").symlink_to("/dev/full")
    (folder / "null.html").symlink_to("/dev/null")
    ran = shell("betterthan compare wide.csv -o null.html; betterthan compare wide.csv -o full.html", folder)
    assert ran.stderr == "wrote null.html\nbetterthan: Cannot write `full.html`: No space left on device.\n"
    assert (folder / "null.html").is_symlink()
    assert not Path("/dev/null").is_file()


@pytest.mark.parametrize("output", ["wide.csv", "./wide.csv", "link.csv", "hard.csv", "sub/../wide.csv"])
def test_an_output_that_is_the_input_is_refused(refused, folder, output):
    (folder / "sub").mkdir()
    (folder / "link.csv").symlink_to("wide.csv")
    (folder / "hard.csv").hardlink_to(folder / "wide.csv")
    for command in ("compare", "rank", "seeds", "sensitivity", "scaling"):
        said = refused(f"{command} wide.csv -o {output}")
        assert "holds the scores (`wide.csv`) and would be overwritten. Write to another file with `-o`." in said
    assert (folder / "wide.csv").read_text() == WIDE


def test_an_output_among_the_files_of_an_input_directory_is_refused(refused, command, folder):
    (folder / "scores").mkdir()
    (folder / "scores" / "wide.csv").write_text(WIDE)
    assert "whose files are read as scores" in refused("compare scores -o scores/answer.json")
    assert command("compare", "scores", "-o", "scores/page.html").code == 0


@pytest.mark.parametrize("again", ["page.html", "./page.html"])
def test_one_file_cannot_be_written_twice(refused, folder, again):
    assert f"`-o {again}` is given twice" in refused(f"compare wide.csv -o page.html -o {again}")
    assert not (folder / "page.html").exists()


# Bugs.


@pytest.mark.parametrize("what", [ValueError("of\nours"), RecursionError("deep"), AssertionError()])
def test_a_bug_is_named_as_such_and_ends_with_70(command, folder, monkeypatch, what):
    def broken(*_: object, **__: object) -> None:
        raise what

    monkeypatch.setattr("betterthan.asking.compare.compare", broken)
    code, out, err = command("compare", "wide.csv")
    first, second, *_ = err.splitlines()
    assert (code, out) == (70, "")
    assert first.startswith(f"betterthan: this is a bug: {type(what).__name__}: ")
    assert first.endswith("Please report it with the lines below.")
    assert second == "Traceback (most recent call last):"
    assert type(what).__name__ in err


def test_too_little_memory_is_no_bug(command, folder, monkeypatch):
    def broken(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr("betterthan.asking.compare.compare", broken)
    code, _, err = command("compare", "wide.csv")
    assert (code, err.startswith("betterthan: There is not enough memory")) == (2, True)
