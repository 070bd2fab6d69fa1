"""Truth and outputs on the command line: `--column truth=y --loss log`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

import betterthan as bt

ROWS = [(j, "st"[j % 2], j % 3 % 2, (7 * j % 11) / 11, (5 * j % 13) / 13) for j in range(40)]
FILES = {
    "p.csv": "case,site,y,svm,mlp\n" + "".join(f"{c},{s},{y},{p:.3f},{q:.3f}\n" for c, s, y, p, q in ROWS),
    "l.csv": "case,truth,svm,mlp\n"
    + "".join(f"{c},{['no', 'yes'][y]},{['no', 'yes'][p > 0.5]},{['no', 'yes'][q > 0.5]}\n" for c, _, y, p, q in ROWS),
    "r.csv": "case,target,svm,mlp\n"
    + "".join(f"{c},{y + p:.2f},{p + 0.4:.2f},{q + 0.5:.2f}\n" for c, _, y, p, q in ROWS),
    "w.csv": "case,y,w,held_out,svm,mlp\n"
    + "".join(f"{c},{y},{c % 5},{int(c < 10)},{p:.3f},{q:.3f}\n" for c, _, y, p, q in ROWS),
    "a.csv": "case,label,p\n1,cat,0.25\n2,dog,0.75\n3,dog,0.5\n",
    "b.csv": "case,label,p\n1,cat,0.5\n2,dog,0.25\n3,dog,0.75\n",
    "s.csv": "case,a,b\n1,0.5,0.25\n2,0.25,0.5\n",
}


def answered(command: Any, *arguments: str) -> dict[str, Any]:
    ran = command(*arguments, "--json")
    assert ran.code == 0, ran.err
    found: dict[str, Any] = json.loads(ran.out)
    return found


def pair_of(document: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = document["comparisons"][0] if "comparisons" in document else document
    return found


@pytest.mark.parametrize(
    ("file", "loss"),
    [("p.csv", "log"), ("p.csv", "brier"), ("l.csv", "zero-one"), ("r.csv", "squared"), ("r.csv", "pinball-0.9")],
)
def test_the_same_as_in_python(file: str, loss: str, command: Any, folder: Path) -> None:
    told = pair_of(answered(command, "compare", file, "--loss", loss, "--rope", "0.01"))
    found = bt.compare(bt.predictions(file), loss=loss, rope=0.01)
    assert [model["mean"] for model in told["models"]] == [model.mean for model in found.models]
    assert told["probabilities"] == found.probabilities._asdict()
    assert told["higher_is_better"] is found.higher_is_better


def test_columns_are_named(command: Any, folder: Path) -> None:
    columns = ("--column", "truth=y", "--column", "cluster=site")
    told = pair_of(answered(command, "compare", "p.csv", *columns, "--loss", "log"))
    assert (told["n"], told["unit"]) == (2, "clusters")


LINES = ["rank p.csv", "question p.csv", "sensitivity p.csv --rope 0.01", "scaling p.csv --rope 0.1"]


@pytest.mark.parametrize("line", LINES)
def test_every_command_that_reads_scores_takes_a_loss(line: str, command: Any, folder: Path) -> None:
    ran = command(*line.split(), "--loss", "log")
    assert ran.code == 0, ran.err


def test_costs(command: Any, folder: Path) -> None:
    ratio = pair_of(answered(command, "compare", "l.csv", "--loss", "cost-5"))
    named = pair_of(answered(command, "compare", "l.csv", "--loss", "cost", "--cost", "yes,no=5", "--cost", "no,yes=1"))
    number = pair_of(answered(command, "compare", "l.csv", "--loss", "cost", "--cost", "5"))
    assert ratio["models"] == named["models"] == number["models"]


def test_a_file_for_each_model_and_a_positive_class(command: Any, folder: Path) -> None:
    told = pair_of(answered(command, "compare", "a.csv", "b.csv", "--loss", "brier", "--positive", "dog"))
    assert (told["first"], told["second"]) == ("a", "b")
    assert [model["mean"] for model in told["models"]] == pytest.approx(
        [(0.25**2 + 0.25**2 + 0.5**2) / 3, (0.5**2 + 0.75**2 + 0.25**2) / 3]
    )


def test_held_out_cases_are_left_out(command: Any, folder: Path) -> None:
    told = pair_of(answered(command, "compare", "w.csv", "--ignore", "w", "--loss", "log"))
    assert told["n"] == 30
    assert "10 cases of 40 (column `held_out`) are held out and not compared." in told["notes"]


def test_held_out_cases_are_in_a_second_file(command: Any, folder: Path) -> None:
    (folder / "v.csv").write_text(FILES["p.csv"].replace("\n", "\nv"))
    (folder / "v.csv").write_text((folder / "v.csv").read_text().rstrip("v"))
    asked = ("compare", "p.csv", "--loss", "log", "--calibrate", "platt")
    told = pair_of(answered(command, *asked, "--held-out", "v.csv"))
    assert told["n"] == 40
    assert "40 cases of 80 (from `v.csv`) are held out and not compared." in told["notes"]
    assert "are among those that are compared" in command(*asked, "--held-out", "p.csv").err
    assert "leave out one of the two" in command(*asked, "--held-out", "v.csv", "--column", "held_out=site").err


def test_a_report_is_checked_with_the_predictions(command: Any, folder: Path) -> None:
    assert command("compare", "p.csv", "--loss", "log", "-o", "r.json").code == 0
    assert command("check", "r.json", "--data", "p.csv", "--loss", "log").code == 0
    assert command("check", "r.json", "--data", "p.csv", "--loss", "brier").code == 1


def test_the_first_screen_names_the_loss(command: Any, folder: Path, snapshot: SnapshotAssertion) -> None:
    assert command("compare", "p.csv", "--loss", "log", "--rope", "0.01").out == snapshot


REFUSED = {
    "no loss": "compare p.csv",
    "no loss, texts": "compare l.csv",
    "no loss, values": "compare r.csv",
    "a truth but no loss": "compare p.csv --column truth=y",
    "a ranking without a loss": "rank p.csv",
    "an unknown loss": "compare p.csv --loss logloss",
    "a loss that does not fit": "compare l.csv --loss log",
    "a loss of values": "compare l.csv --loss squared",
    "a loss without truth": "compare s.csv --loss log",
    "a column that is not there": "compare p.csv --column truth=z --loss log",
    "which class is positive": "compare a.csv b.csv --loss log",
    "weights": "compare w.csv --column weight=w --loss log",
    "a score beside": "compare p.csv --loss log --column score=svm",
    "folds beside": "compare p.csv --loss log --folds 10",
    "the other direction": "compare p.csv --loss log --higher-is-better",
    "costs that are lacking": "compare l.csv --loss cost",
    "costs of one kind only": "compare l.csv --loss cost --cost yes,no=5",
    "costs that are no numbers": "compare l.csv --loss cost --cost much",
    "costs in other words": "compare l.csv --loss cost --cost yes=5",
    "a kind that does not fit": "compare l.csv --loss log --kind values",
}


@pytest.mark.parametrize("case", REFUSED)
def test_refused(case: str, refused: Any, snapshot: SnapshotAssertion) -> None:
    assert refused(REFUSED[case]) == snapshot
