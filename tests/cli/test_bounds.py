"""Bounds: what is too much, endless or no table at all ends soon, with one message that says what to do."""

from __future__ import annotations

import gzip
import os
import pickle
import pty
import re
import select
import subprocess
import sys
import zlib
from pathlib import Path

import numpy as np
import pytest

import betterthan as bt
from betterthan.data.limits import BOMB, MOST_DRAWS, MOST_PAIRS

pytestmark = pytest.mark.installed
WIDE = "case,gpt,llama\n" + "".join(f"{i},{(7 * i % 11) / 11:.3f},{(5 * i % 13) / 13:.3f}\n" for i in range(40))
FILES = {"wide.csv": WIDE}


def numbers(columns: int, rows: int = 5) -> str:
    """A wide table of so many models."""
    head = ",".join(f"m{j}" for j in range(columns))
    body = (",".join(f"0.{(i + 2) * (j + 7) % 97:02d}" for j in range(columns)) for i in range(rows))
    return f"case,{head}\n" + "".join(f"{i},{row}\n" for i, row in enumerate(body))


# Models, pairs, draws.


def test_more_than_200_columns_are_not_taken_as_models(refused, folder):
    (folder / "many.csv").write_text(numbers(201))
    said = refused("rank many.csv")
    assert "`many.csv` has 201 columns of numbers, more than the 200 that are taken as models unasked: `m0`" in said
    assert "Name the models with `--models NAME,NAME`" in said


def test_columns_of_a_wide_table_can_be_named(command, folder):
    (folder / "many.csv").write_text(numbers(201, rows=12))
    assert command("compare", "many.csv", "--models", "m0,m7").code == 0


def test_more_than_2000_pairs_are_to_be_chosen(refused, command, folder):
    (folder / "many.csv").write_text(numbers(64, rows=12))
    said = refused("compare many.csv")
    assert "64 models make 2,016 pairs, more than 2,000. Choose the pairs: `--pairs m0` compares this model" in said
    assert command("compare", "many.csv", "--pairs", "m0", "--procedure", "paired_t", "--json").code == 0
    assert 63 * 62 // 2 <= MOST_PAIRS < 64 * 63 // 2


@pytest.mark.parametrize("given", ["--draws 100000000000", "--option draws=100000000000"])
@pytest.mark.parametrize("procedure", ["permutation", "bayes_signed_rank"])
def test_draws_without_end_are_refused(refused, procedure, given):
    said = refused(f"compare wide.csv --procedure {procedure} {given}")
    assert "`--draws 100000000000` would take 2,400.0 GB of memory. 10,000,000 are enough" in said


def test_so_many_draws_are_refused_in_python_too():
    table = bt.pair_arrays([0.1, 0.4, 0.3, 0.9, 0.5], [0.2, 0.1, 0.3, 0.3, 0.4], independent=True)
    with pytest.raises(bt.ArgumentError, match="GB of memory"):
        bt.procedures.bayes_signed_rank(table, rope=0.01, draws=MOST_DRAWS + 1)


@pytest.mark.parametrize("draws", [10**11, np.int64(10**11), 10**18])
def test_so_many_draws_are_refused_by_rungs_too(draws):
    for rung, options in (
        (bt.procedures.bayes_signed_rank.from_differences, {"rope": 0.01}),
        (bt.procedures.permutation.from_differences, {}),
    ):
        with pytest.raises(bt.ArgumentError, match=r"`draws=10+`.* would take .* GB of memory\. 10,000,000 are"):
            rung([0.1, 0.4, -0.3, 0.9, 0.5], draws=draws, **options)


# Standard input.


def piped(line: str, folder: Path) -> subprocess.CompletedProcess[str]:
    run = f'betterthan() {{ "{sys.executable}" -m betterthan "$@"; }}; {line}'
    (folder / "temporary").mkdir()
    ran = subprocess.run(
        ["bash", "-c", run], capture_output=True, text=True, check=False, timeout=240, cwd=folder,
        env={**os.environ, "TMPDIR": str(folder / "temporary")},
    )  # fmt: skip
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.count("\n") == 1
    assert list((folder / "temporary").iterdir()) == []
    return ran


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (
            "yes | betterthan compare -",
            "standard input is not a table of scores: its first line is `y`, and there is no",
        ),
        ("betterthan compare - < /dev/zero", "standard input is not a table: it is a binary file."),
        ("betterthan compare <(cat /dev/zero)", "is not a table: it is a binary file."),
        (
            "(echo case,a,b; yes 1,0.5,0.6) | betterthan compare - --spool-limit 3MB",
            "standard input is longer than 0.003 GB, and may never end. If it is a table of that size, save it",
        ),
    ],
    ids=["yes", "zeros", "pipe", "endless"],
)
def test_what_never_ends_is_refused(folder, line, said):
    assert said in piped(line, folder).stderr


PICTURE = b"\x89PNG\r\n\x1a\n" + bytes(100)
BINARY = {
    "a PNG picture": PICTURE,
    "compressed by gzip": gzip.compress(WIDE.encode()),
    "a pickle of Python": pickle.dumps({"a": [1.0, 2.0]}),
    "a zip archive, or a workbook such as .xlsx": b"PK\x03\x04" + bytes(50),
    "a NumPy array": b"\x93NUMPY\x01\x00",
    "an SQLite database": b"SQLite format 3\x00",
    "a PDF document": b"%PDF-1.7\n%text only",
}


@pytest.mark.parametrize("what", BINARY)
def test_a_binary_file_is_called_by_its_name(command, folder, monkeypatch, what):
    (folder / "table.csv").write_bytes(BINARY[what])
    code, _, err = command("compare", "table.csv")
    assert (code, f"`table.csv` is not a table: by its first bytes it is {what}." in err) == (2, True)
    ran = subprocess.run(
        [sys.executable, "-m", "betterthan", "compare", "-"], input=BINARY[what], capture_output=True, check=False,
    )  # fmt: skip
    assert (
        ran.returncode,
        f"standard input is not a table: by its first bytes it is {what}." in ran.stderr.decode(),
    ) == (2, True)


@pytest.mark.parametrize("size", ["x", "-1", "0", "3 parsecs"])
def test_a_size_is_a_number_of_bytes(command, folder, size):
    code, _, err = command("compare", "wide.csv", "--spool-limit", size)
    assert (code, f"`--spool-limit` takes a size, such as 500MB or 20GB; got `{size}`." in err) == (2, True)


@pytest.mark.parametrize("size", ["10kB", "1MB", "2.5GB", "1T", "5000"])
def test_a_table_within_the_limit_is_read(command, folder, size):
    assert command("compare", "-", "--spool-limit", size, stdin=WIDE).code == 0


def test_a_single_column_of_numbers_may_come_by_a_pipe(command, folder):
    differences = "difference\n" + "".join(f"0.{i:05d}\n" for i in range(10_000))
    assert command("compare", "-", stdin=differences).code == 0


# Files.


def test_a_file_that_unpacks_to_far_too_much_is_refused(refused, folder):
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    with (folder / "bomb.csv.gz").open("wb") as file:
        file.write(packer.compress(b"case,a,b\n"))
        for _ in range(BOMB // 2**20 + 1):
            file.write(packer.compress(bytes(2**20).replace(b"\0", b"1")))
        file.write(packer.flush())
    assert "`bomb.csv.gz` unpacks to more than 200 times its size" in refused("compare bomb.csv.gz")


def test_a_compressed_table_is_read(command, folder):
    (folder / "wide.csv.gz").write_bytes(gzip.compress(WIDE.encode()))
    assert command("compare", "wide.csv.gz").code == 0


@pytest.mark.parametrize(
    "text",
    [
        '{"a": ' + 5000 * "[" + 5000 * "]" + "}",
        5000 * "[" + 5000 * "]",
        5000 * '{"a":' + "1" + 5000 * "}",
        2 * ('{"model": "a", "case": 1, "score": 1, "x": ' + 5000 * "[" + 5000 * "]" + "}\n"),
    ],
    ids=["object", "array", "objects", "lines"],
)
@pytest.mark.parametrize("suffix", ["json", "jsonl"])
def test_json_that_is_nested_deep_is_no_table(refused, folder, text, suffix):
    (folder / f"deep.{suffix}").write_text(text)
    said = refused(f"compare deep.{suffix}")
    assert "Accepted are" in said


def test_an_id_of_200_thousand_letters_is_cut_in_a_message(refused, folder):
    case = 200_000 * "x"
    (folder / "long.csv").write_text(f"model,case,score\na,{case},0.5\na,{case},0.6\nb,{case},0.4\n")
    said = refused("compare long.csv")
    assert "several scores for the same unit, for example case xxxxx" in said
    assert "…" in said
    assert len(said) < 1000


# Progress.


READING = re.compile("reading … [0-9]+ s".encode())
COMPUTING = re.compile("computing … [0-9]+ s".encode())


def test_a_terminal_is_told_that_a_procedure_computes(folder):
    """Millions of draws take some seconds; the run is ended as soon as the line is there."""
    ours, theirs = pty.openpty()
    ran = subprocess.Popen(
        [sys.executable, "-m", "betterthan", "compare", "wide.csv", "--procedure", "bayes_signed_rank",
         "--rope", "0.01", "--draws", "3000000"], stdout=subprocess.DEVNULL, stderr=theirs, cwd=folder,
    )  # fmt: skip
    os.close(theirs)
    seen = b""
    try:
        while not COMPUTING.search(seen) and len(seen) < 100_000 and select.select([ours], [], [], 60)[0]:
            seen += os.read(ours, 1000)
    finally:
        ran.kill()
        ran.wait()
        os.close(ours)
    assert COMPUTING.search(seen)


DRAWING = re.compile("[0-9,]+ of 3,000,000 draws … [0-9]+ s".encode())


def test_a_terminal_is_told_how_many_draws_are_done(folder):
    """The same of a metric, which is drawn in blocks."""
    rows = "".join(f"{case},{case % 2},{case % 7},{case % 5}\n" for case in range(500))
    (folder / "preds.csv").write_text(f"case,truth,a,b\n{rows}")
    ours, theirs = pty.openpty()
    ran = subprocess.Popen(
        [sys.executable, "-m", "betterthan", "compare", "preds.csv", "--kind", "score", "--metric", "auroc",
         "--draws", "3000000"], stdout=subprocess.DEVNULL, stderr=theirs, cwd=folder,
    )  # fmt: skip
    os.close(theirs)
    seen = b""
    try:
        while not DRAWING.search(seen) and len(seen) < 100_000 and select.select([ours], [], [], 60)[0]:
            seen += os.read(ours, 1000)
    finally:
        ran.kill()
        ran.wait()
        os.close(ours)
    assert DRAWING.search(seen)


def test_a_file_is_told_nothing_of_progress(folder):
    """Standard error that nobody watches stays empty, however long the input takes."""
    ran = subprocess.Popen(
        [sys.executable, "-m", "betterthan", "compare", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, cwd=folder,
    )  # fmt: skip
    with pytest.raises(subprocess.TimeoutExpired):
        ran.wait(timeout=3)
    out, err = ran.communicate(WIDE.encode(), timeout=120)
    assert out.startswith(b"gpt (first) and llama (second)")
    assert err == b""


def test_a_terminal_is_told_what_takes_so_long(folder):
    """The command waits for its input; the line is there meanwhile, and gone when it has answered."""
    ours, theirs = pty.openpty()
    ran = subprocess.Popen(
        [sys.executable, "-m", "betterthan", "compare", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=theirs, cwd=folder,
    )  # fmt: skip
    os.close(theirs)
    seen = b""
    while not READING.search(seen) and len(seen) < 100_000 and select.select([ours], [], [], 60)[0]:
        seen += os.read(ours, 1000)
    assert READING.search(seen)
    out, _ = ran.communicate(WIDE.encode(), timeout=120)
    while select.select([ours], [], [], 1)[0]:
        try:
            seen += os.read(ours, 1000)
        except OSError:  # the other end is closed
            break
    os.close(ours)
    assert out.startswith(b"gpt (first) and llama (second)")
    assert seen.endswith(b"\r" + 60 * b" " + b"\r")
