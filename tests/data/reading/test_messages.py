"""What a user is told, word by word, when a table cannot be read or paired."""

from __future__ import annotations

import gzip
import io
import os
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest
from syrupy.assertion import SnapshotAssertion

from betterthan.data import frames
from betterthan.data.engines.engine import EngineError
from betterthan.data.pairing import pair
from betterthan.data.reading.sources import source
from betterthan.data.reading.tables import read
from betterthan.data.scores import Scores

HEADER = "model,task,case,score\n"
ROWS = "nbc,iris,1,0.5\nnbc,iris,2,0.75\naode,iris,1,0.25\naode,iris,2,1\n"


@pytest.fixture
def message(raised: Callable[[Callable[[], object]], str]) -> Callable[..., str]:
    """What is told where a source is read and its scores are paired."""
    return lambda source, **named: raised(lambda: pair(cast(Scores, read(source, **named))))


TEXT_FILES: dict[str, tuple[str, str | bytes]] = {
    "empty file": ("t.csv", ""),
    "blank file": ("t.csv", " \n\n"),
    "empty compressed file": ("t.csv.gz", gzip.compress(b"")),
    "header only": ("t.csv", HEADER),
    "no model column": ("t.csv", "algo,case,score\nnbc,1,0.5\naode,1,0.25\n"),
    "metrics without a model column": ("t.csv", "case,accuracy,f1\n1,0.5,0.25\n"),
    "one model only": ("t.csv", HEADER + "nbc,iris,1,0.5\nnbc,iris,2,0.75\n"),
    "no numeric column": ("t.csv", "model,case,remark\nnbc,1,good\naode,1,bad\n"),
    "several metrics": ("t.csv", "model,case,accuracy,f1,seconds\nnbc,1,0.5,0.5,3\naode,1,0.25,1,4\n"),
    "several metrics in rows": ("t.csv", "model,case,metric,value\nnbc,1,acc,1\nnbc,1,f1,0\naode,1,acc,1\n"),
    "text in the score column": ("t.csv", HEADER + ROWS + "nbc,iris,3,good\naode,iris,3,bad\n"),
    "decimal comma": ("t.csv", "model;case;score\nnbc;1;0,5\naode;1;0,25\n"),
    "long text in the score column": ("t.csv", HEADER + ROWS + f"nbc,iris,3,{'very ' * 20}\n"),
    "score after a value of two lines": ("t.csv", 'model,case,score,text\na,1,0.5,"x\ny"\n\nb,1,oops,z\n'),
    "empty score": ("t.csv", HEADER + ROWS + "nbc,iris,3,\n"),
    "NaN": ("t.csv", HEADER + ROWS + "nbc,iris,3,nan\n"),
    "infinity": ("t.csv", HEADER + ROWS + "nbc,iris,3,-inf\n"),
    "empty key": ("t.csv", HEADER + ROWS + "nbc,,3,0.5\naode,,3,0.5\n"),
    "empty model": ("t.csv", HEADER + ROWS + ",iris,3,0.5\n"),
    "text in a size": ("t.csv", "model,case,score,n_test\na,1,0.5,many\nb,1,0.25,few\n"),
    "duplicates": ("t.csv", HEADER + ROWS + "nbc,iris,2,0.8\n"),
    "unmatched": ("t.csv", HEADER + ROWS + "nbc,iris,3,0.8\nnbc,wine,1,0.8\n"),
    "nothing in common": ("t.csv", HEADER + "nbc,iris,1,0.5\naode,iris,01,0.5\n"),
    "no keys": ("t.csv", "model,score\nnbc,0.5\naode,0.25\n"),
    "web page": ("t.csv", "<!DOCTYPE html>\n<html><body>404</body></html>\n"),
    "web page as JSON": ("t.json", "  <html></html>\n"),
    "image": ("t.csv", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"),
    "binary of unknown type": ("t.bin", b"\x01\x02\x00\0\0\0"),
    "too many fields": ("t.csv", HEADER + ROWS + "nbc,iris,3,0.5,0.6\n"),
    "too few fields": ("t.csv", HEADER + ROWS + "nbc,iris\n" + ROWS),
    "too few fields, tabs": ("t.tsv", (HEADER + ROWS + "nbc,iris\n").replace(",", "\t")),
    "open quotation mark": ("t.csv", HEADER + ROWS + 'nbc,iris,"3,0.5\n'),
    "mixed line ends": ("t.csv", HEADER + ROWS.replace("\n", "\r\n")),
    "duplicate column names": ("t.csv", "model,case,score,score\nnbc,1,0.5,0.6\n"),
    "column without a name": ("t.csv", "model,case,,score\nnbc,1,x,0.6\n"),
    "latin-1": ("t.csv", HEADER.encode() + "nbc,caf\u00e9,1,0.5\n".encode("latin-1")),
    "latin-1 in the header": ("t.csv", "model,donn\u00e9es,score\n".encode("latin-1") + b"a,b,1\n"),
    "UTF-16": ("t.csv", (HEADER + ROWS).encode("utf-16")),
    "not gzip": ("t.csv.gz", HEADER + ROWS),
    "broken gzip": ("t.csv.gz", gzip.compress((HEADER + ROWS).encode())[:-20]),
    "spreadsheet": ("t.xls", b"PK\x03\x04\0\0"),
    "archive": ("t.zip", b"PK\x03\x04\0\0"),
    "pickle": ("t.pkl", b"\x80\x04\x95"),
    "not Parquet": ("t.parquet", HEADER + ROWS),
    "truncated Parquet": ("t.parquet", b"PAR1" + b"x" * 40),
    "Parquet named CSV": ("t.csv", b"PAR1" + b"x" * 40),
    "broken JSON": ("t.json", '[{"model": "nbc", "case": 1, "score": 0.5}, {"model": '),
    "broken JSON line": ("t.jsonl", '{"model": "nbc", "case": 1, "score": 0.5}\n{"model": "nbc",\n{"model": "aode"}\n'),
    "broken first JSON line": ("t.jsonl", '{"model": "nbc",\n{"model": "aode", "case": 1, "score": 1}\n'),
    "JSON of numbers": ("t.json", "[1, 2, 3]"),
    "JSON of something else": ("t.json", '{"results": [{"model": "nbc"}], "version": 3}'),
    "JSON that is empty": ("t.json", "[]"),
    "JSON with a byte order mark": ("t.json", b'\xef\xbb\xbf[{"model": "nbc"}]'),
    "JSON in latin-1": ("t.json", '[{"model": "caf\u00e9", "case": 1, "score": 1}]'.encode("latin-1")),
    "JSON with a nested score": ("t.jsonl", 2 * '\n{"model":"a","case":1,"score":{"f1":1}}\n'),
    "JSON with a missing score": ("t.json", '[{"model":"a","case":1,"score":1},{"model":"b","case":1}]'),
    "columns of different length": ("t.json", '{"model": ["a", "b"], "case": [1, 1], "score": [0.5]}'),
    "negative count": ("t.csv", "task,n00,n01,n10,n11\niris,1,2,3,4\nwine,1,-2,3,4\n"),
    "count that is not whole": ("t.csv", "n00,n01,n10,n11\n1,2,3,4.5\n"),
    "count that is empty": ("t.csv", "n00,n01,n10,n11\n1,,3,4\n"),
    "counts partly missing": ("t.csv", "task,n00,n10,n11\niris,1,3,4\n"),
    "counts without tasks": ("t.csv", "n00,n01,n10,n11\n1,2,3,4\n1,2,3,5\n"),
    "counts of a task twice": ("t.csv", "task,n00,n01,n10,n11\niris,1,2,3,4\niris,1,2,3,5\n"),
    "counts that are all 0": ("t.csv", "task,n00,n01,n10,n11\niris,0,0,0,0\n"),
    "text among differences": ("t.csv", "task,difference\niris,0.5\nwine,more\n"),
    "empty difference": ("t.csv", "difference\n0.5\n\n0.25\n"),
    "difference without task": ("t.csv", "task,difference\niris,0.5\n,0.25\n"),
    "wide: text in a cell": ("t.csv", "case,nbc,aode\n1,0.5,0.25\n2,0.5,n/a\n3,1,1\n"),
    "wide: infinity in a cell": ("t.csv", "case,nbc,aode\n1,0.5,0.25\n2,inf,0.5\n"),
    "wide: empty cell": ("t.csv", "case,nbc,aode\n1,0.5,0.25\n2,,0.5\n"),
}  # fmt: skip


@pytest.mark.parametrize("case", TEXT_FILES)
def test_file(case: str, write: Any, message: Any, snapshot: SnapshotAssertion) -> None:
    assert message(write(*TEXT_FILES[case])) == snapshot


def test_missing_file(write: Any, message: Any, snapshot: SnapshotAssertion) -> None:
    write("runs/results.csv", HEADER + ROWS)
    assert [message("runs/result.csv"), message("results.csv"), message("nowhere/results.csv")] == snapshot


def test_directories(write: Any, message: Any, snapshot: SnapshotAssertion) -> None:
    write("runs/README.md", "# hello")
    os.mkdir("nothing")
    assert [message("runs"), message("nothing")] == snapshot


def test_unreadable_file(write: Any, monkeypatch: pytest.MonkeyPatch, message: Any, snapshot: Any) -> None:
    def denied(*_: Any) -> bytes:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("betterthan.data.reading.text.head", denied)
    assert message(write("t.csv", HEADER + ROWS)) == snapshot


def test_files_that_do_not_belong_together(write: Any, message: Any, snapshot: SnapshotAssertion) -> None:
    long = write("long.csv", HEADER + ROWS)
    shown = [
        message([long, write("wide.csv", "case,nbc,aode\n1,0.5,0.25\n")]),
        message([long, write("one.csv", "case,score\n1,0.5\n")]),
        message([long, write("tasks.csv", "model,case,score\nnbc,1,0.5\n")]),
        message([long, write("other.csv", "model,task,case,f1\nnbc,wine,1,0.5\n")]),
        message([long, write("bad.csv", HEADER + "nbc,iris,3,oops\n")]),
        message([long, write("ragged.csv", HEADER + "nbc,iris,3\n")]),
    ]
    assert shown == snapshot


def test_standard_input(monkeypatch: pytest.MonkeyPatch, message: Any, snapshot: SnapshotAssertion) -> None:
    shown = []
    for content in ("", HEADER + "nbc,iris,1,oops\n", "<html></html>"):
        monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(content.encode())))
        shown.append(message("-"))
    assert shown == snapshot


def test_named_columns(write: Any, message: Any, snapshot: SnapshotAssertion) -> None:
    name = write("t.csv", "model,dataset,case,metric,value\n" + "nbc,iris,1,acc,1\nnbc,iris,1,f1,0\n")
    both = write("u.csv", "model,case,accuracy,f1\nnbc,1,0.5,0.5\naode,1,0.25,1\n")
    shown = [
        message(name, task="datset"),
        message(name, task="dataset", case="dataset"),
        message(name, metric="auc"),
        message(both, metric="accurcy"),
        message(both, metric="f1", score="accuracy"),
        message(both, metric="case"),
    ]
    assert shown == snapshot


def test_things_that_are_no_source(message: Any, snapshot: SnapshotAssertion) -> None:
    assert [message(source) for source in (3, [], None, [{"a": 1}], np.zeros((2, 2)))] == snapshot


def test_dicts_and_frames(message: Any, snapshot: SnapshotAssertion) -> None:
    pd, pa = pytest.importorskip("pandas"), pytest.importorskip("pyarrow")
    twice = pd.DataFrame([["a", 1, 0.5, 0.25]], columns=["model", "case", "score", "score"])
    shown = [
        message({}),
        message({"model": [], "score": []}),
        message({"model": ["a", "b"], "score": [1.0]}),
        message({"model": "a", "score": [1.0]}),
        message({"model": ["a", "b"], "case": [1, 1], "score": np.zeros((2, 2))}),
        message({"model": ["a", "b"], "case": [1, 1], "score": [0.5, "x"]}),
        message({"model": ["a", "b"], "case": [1, 1], "score": [0.5, None]}),
        message(pd.DataFrame({"model": ["a", "b"], "case": [1, 1], "score": [0.5, np.nan]})),
        message(pd.DataFrame({"model": ["a", "b"], "case": [1, 1], "score": [0.5, np.inf]})),
        message(pd.DataFrame({"model": ["a", None], "case": [1, 1], "score": [0.5, 0.25]})),
        message(pd.DataFrame({"model": ["a", "b"], "case": [1, np.nan], "score": [0.5, 0.25]})),
        message({"a": [np.nan], "b": [np.nan]}),
        message(twice),
        message(pa.table([[1], [2]], names=["a", "a"])),
    ]
    assert shown == snapshot


def test_the_last_resort(write: Any, monkeypatch: pytest.MonkeyPatch, message: Any, snapshot: Any) -> None:
    def fails(*_: Any, **__: Any) -> None:
        raise EngineError("Invalid Input Error: Something new\nwith a long explanation")

    monkeypatch.setattr("betterthan.data.reading.tables.understand", fails)
    assert message(write("t.csv", HEADER + ROWS)) == snapshot


def test_a_large_json_object(write: Any, monkeypatch: pytest.MonkeyPatch, message: Any, snapshot: Any) -> None:
    monkeypatch.setattr(source, "LOADED_UP_TO", 10)
    assert message(write("t.json", '{"model": ["a", "b"], "score": [1, 2]}')) == snapshot


def test_frames_out(raised: Any, monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion) -> None:
    unknown = raised(lambda: frames.to_frame({"a": [1]}, "panda"))
    monkeypatch.setattr(frames, "find_spec", lambda _: None)
    monkeypatch.setattr(frames, "sys", SimpleNamespace(modules={}))
    none = raised(lambda: frames.to_frame({"a": [1]}))
    absent = raised(lambda: frames.to_frame({"a": [1]}, "polars"))
    assert [unknown, none, absent] == snapshot
