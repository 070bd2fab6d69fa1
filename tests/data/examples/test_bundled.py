"""Every bundled example: made as it is said to be, read as it is meant, and the command that is listed works."""

from __future__ import annotations

import csv
import io
import json
import shlex
import sys
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import betterthan as bt
from betterthan.data.examples import EXAMPLES, csv_text, example, texts
from betterthan.errors import ArgumentError

SCRIPTS = Path(__file__).parents[3] / "scripts"
STORED = [name for name, each in EXAMPLES.items() if not each.simulated]


@pytest.fixture
def script(monkeypatch):
    monkeypatch.syspath_prepend(str(SCRIPTS))
    yield __import__("make_examples")
    sys.modules.pop("make_examples")


def rows(name: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(csv_text(name))))


@pytest.mark.parametrize("name", ["passages", "leaderboard", "seeds"])
def test_simulated_examples_are_what_their_script_draws(name, script):
    assert csv_text(name) == script.text(script.simulated()[name])


def test_trained_examples_are_what_scikit_learn_gives(script):
    """To a hundredth: another version may train a little differently."""
    pytest.importorskip("sklearn")
    for name, table in script.learnt().items():
        stored = rows(name)
        assert list(stored[0]) == list(table[0])
        ours = np.array([[float(cell) for cell in row.values()] for row in stored])
        np.testing.assert_allclose(ours, np.array(table[1:], dtype=float), atol=0.01)


@pytest.mark.parametrize("name", STORED)
def test_stored_examples_are_small(name):
    assert len(csv_text(name)) < 6_000


@pytest.mark.parametrize("name", STORED)
def test_the_command_that_is_listed_works(name, command):
    listed = next(line for line in command("example").out.splitlines() if f"example {name} |" in line)
    arguments = shlex.split(listed.partition("| betterthan ")[2])
    code, out, err = command(*arguments, stdin=csv_text(name))
    assert (code, err) == (0, "")
    assert out.startswith(f"{EXAMPLES[name].first} (first) and {EXAMPLES[name].second} (second) on ")


def test_cross_validation_gives_what_scikit_learn_prints():
    """The example "Statistical comparison of models using grid search" of its user guide prints these: the corrected
    t = 0.750 with p = 0.227 (one-sided) for rbf against linear, and the three probabilities with a rope of 0.01."""
    scores = example("cross-validation")
    found = bt.compare(scores, first="rbf", second="linear", rope=0.01)
    assert [round(p, 3) for p in found.probabilities] == [0.5, 0.432, 0.068]
    classical = bt.procedures.correlated_t(bt.pair(scores, "rbf", "linear"), alternative="first")
    assert (round(classical.statistic, 3), round(classical.p_value, 3)) == (0.75, 0.227)


def test_passages_vanish_with_their_clusters():
    table = rows("passages")
    columns = {name: [row[name] for row in table] for name in ("passage", "id", "epoch")}
    answers = {name: [int(row[name]) for row in table] for name in ("ada", "bell")}
    asked = {"first": "bell", "second": "ada", "rope": 0.02, "repeats": "mean"}
    alone = bt.compare({**columns, **answers}, **asked)
    together = bt.compare(example("passages"), **asked)
    assert (alone.n_units, alone.decision.verdict) == (140, "first")
    assert (together.n_units, together.decision.verdict) == (35, "undecided")


def test_passages_are_a_file_for_each_model():
    files = texts("passages")
    assert list(files) == ["bell.jsonl", "ada.jsonl"]
    for name, text in files.items():
        lines = [json.loads(line) for line in text.splitlines()]
        assert [set(line) for line in lines] == [{"passage", "id", "epoch", "correct"}] * 280
        assert [str(line["correct"]) for line in lines] == [
            row[name.removesuffix(".jsonl")] for row in rows("passages")
        ]
        assert set(Counter((line["id"], line["epoch"]) for line in lines).values()) == {1}
    assert texts("seeds") == {"seeds.csv": csv_text("seeds")}


def test_the_leaderboard_has_three_gaps():
    cells = [cell for row in rows("leaderboard") for cell in row.values()]
    assert (len(rows("leaderboard")), cells.count("")) == (12, 3)


def test_predictions_hold_truth_and_outputs():
    """357 of the 569 tumours are benign (UCI, Breast Cancer Wisconsin), and the split keeps their share."""
    found = example("predictions")
    assert isinstance(found, bt.Predictions)
    truth = [int(row["truth"]) for row in rows("predictions")]
    assert len(truth) == 285
    assert sum(truth) == pytest.approx(285 * 357 / 569, abs=1)


def test_files_are_written_and_no_other_is_lost(command, tmp_path):
    code, out, _ = command("example", "seeds", "-o", str(tmp_path))
    assert (code, out) == (0, f"wrote {tmp_path / 'seeds.csv'}\n")
    assert (tmp_path / "seeds.csv").read_text() == csv_text("seeds")
    assert command("example", "seeds", "-o", str(tmp_path)).code == 0
    (tmp_path / "seeds.csv").write_text("mine\n")
    code, out, err = command("example", "seeds", "-o", str(tmp_path))
    assert (code, out) == (2, "")
    assert "There is another" in err
    assert (tmp_path / "seeds.csv").read_text() == "mine\n"


def test_a_folder_alone_is_refused(command, tmp_path):
    code, _, err = command("example", "-o", str(tmp_path))
    assert code == 2
    assert "needs the name of an example" in err


def test_an_unknown_example_is_refused_with_the_names():
    with pytest.raises(ArgumentError, match="leaderboard"):
        example("leader")
