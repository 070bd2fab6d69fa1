"""The command line: every command, what it prints where, and how it ends."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from pathlib import Path

import pytest

from betterthan.answers.comparison import Comparison
from betterthan.data.examples import csv_text
from betterthan.procedures import REGISTRY
from betterthan.version import __version__

pytestmark = pytest.mark.installed
LONG = "model,id,score,lang\n" + "".join(
    f"a,{i},{0.5 + 0.01 * (7 * i % 11):.2f},{'en' if i % 2 else 'de'}\n"
    f"b,{i},{0.48 + 0.01 * (5 * i % 11):.2f},{'en' if i % 2 else 'de'}\n"
    for i in range(24)
)
RIGHT = "case,gpt,llama\n" + "".join(f"{i},{int(i % 5 > 0)},{int(i % 3 > 0)}\n" for i in range(60))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "long.csv").write_text(LONG)
    (tmp_path / "right.csv").write_text(RIGHT)
    return tmp_path


def shell(*arguments: str, stdin: str | None = None, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "betterthan", *arguments],
        input=stdin, capture_output=True, text=True, check=False, timeout=120, cwd=cwd,
    )  # fmt: skip


# The real command.


def test_the_real_command_compares_and_ends_with_0(folder):
    ran = shell("compare", "long.csv", "--rope", "0.01", cwd=folder)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.startswith("a (first) and b (second) on 24 cases\n")


def test_the_real_command_refuses_bad_input_with_2_and_one_message(folder):
    ran = shell("compare", "nowhere.csv", cwd=folder)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.startswith("betterthan: ")
    assert ran.stderr.count("\n") == 1
    assert "Traceback" not in ran.stderr


def test_an_example_can_be_piped_into_compare():
    made = shell("example", "code-switching")
    ran = shell("compare", "-", "--first", "GNN", "--second", "LLM", "--task", "tr-en", "--json", stdin=made.stdout)
    assert (ran.returncode, ran.stderr) == (0, "")
    (record,) = json.loads(ran.stdout)["comparisons"]
    assert (record["first"], record["task"], record["decision"]["verdict"]) == ("GNN", "tr-en", "second")


def test_a_terminal_without_unicode_still_gets_its_answer(folder):
    ran = subprocess.run(
        [sys.executable, "-m", "betterthan", "compare", "right.csv"],
        capture_output=True, check=False, timeout=120, cwd=folder, env={"PYTHONIOENCODING": "ascii", "PATH": ""},
    )  # fmt: skip
    assert ran.returncode == 0
    assert b"gpt (first) and llama (second)" in ran.stdout


# compare


def test_compare_prints_the_report_and_nothing_on_standard_error(command, folder):
    code, out, err = command("compare", "long.csv", "--rope", "0.01")
    assert (code, err) == (0, "")
    for heading in ("Models", "Result", "Classical test"):
        assert f"\n{heading}\n" in out
    assert max(map(len, out.splitlines())) <= 80
    assert "\x1b" not in out, "no colour when piped"


def test_json_is_exactly_one_object_and_nothing_else(command, folder):
    code, out, err = command("compare", "long.csv", "--rope", "0.01", "--json", "-o", "x.md")
    document = json.loads(out)
    assert (code, err) == (0, "wrote x.md\n")
    assert (document["schema"], document["version"]) == (2, __version__)
    assert Comparison.from_dict(document).first == "a"


def test_options_reach_the_comparison(command, folder):
    named, rope = ("--first", "b", "--second", "a"), "--rope=-0.01,0.02"
    how = ("--rule", "hdi", "--threshold", "0.8", "--level", "0.9")
    _, out, _ = command("compare", "long.csv", *named, rope, *how, "--json")
    (record,) = json.loads(out)["comparisons"]
    assert (record["first"], record["second"]) == ("b", "a")
    rope = {"low": -0.01, "high": 0.02, "source": "user", "scale": "score", "shifted": False}
    assert record["rope"] == rope
    assert (record["decision"]["rule"], record["decision"]["threshold"]) == ("hdi", 0.8)
    assert record["interval"]["level"] == 0.9


def test_a_negative_bound_may_follow_a_space(command, folder):
    _, out, _ = command("compare", "long.csv", "--rope", "-0.01,0.02", "--json")
    assert json.loads(out)["comparisons"][0]["rope"]["low"] == -0.01


def test_lower_is_better_turns_the_verdict_round(command, folder):
    up = json.loads(command("compare", "long.csv", "--json").out)["comparisons"][0]
    down = json.loads(command("compare", "long.csv", "--json", "--lower-is-better").out)["comparisons"][0]
    assert down["probabilities"]["second"] == pytest.approx(up["probabilities"]["first"])


def test_procedure_options_reach_the_procedure(command, folder):
    _, out, _ = command("compare", "right.csv", "--procedure", "mcnemar", "--variant", "mid-p", "--json")
    _, corrected, _ = command("compare", "right.csv", "--procedure", "mcnemar", "--json")
    p, q = (json.loads(text)["comparisons"][0]["p_value"] for text in (out, corrected))
    assert p < q
    drawn = [
        json.loads(command("compare", "long.csv", "--procedure", "permutation", *arguments, "--json").out)
        for arguments in (["--draws", "500", "--rng", "1"], ["--draws", "500", "--rng", "1"])
    ]
    assert drawn[0] == drawn[1]


def test_by_column_and_per_task(command, folder):
    _, out, _ = command("compare", "long.csv", "--by", "lang", "--json")
    groups = json.loads(out)["comparisons"][0]["groups"]
    assert [group["group"]["value"] for group in groups] == ["de", "en"]
    (folder / "tasks.csv").write_text(LONG.replace("lang", "task"))
    _, out, _ = command("compare", "tasks.csv", "--per-task", "--procedure", "bayes_t", "--json")
    assert [task["task"] for task in json.loads(out)["comparisons"][0]["tasks"]] == ["de", "en"]


def test_columns_can_be_named_and_rows_dropped_or_averaged(command, folder):
    text = LONG.replace("model,id,score", "algo,image,dice").replace("a,3,", "a,99,", 1) + "b,4,0.9,en\n"
    (folder / "odd.csv").write_text(text)
    named = ["--column", "model=algo", "--column", "case=image", "--column", "score=dice"]
    assert command("compare", "odd.csv", *named).code == 2
    code, out, _ = command("compare", "odd.csv", *named, "--missing", "drop", "--repeats", "mean", "--json")
    document = json.loads(out)
    assert (code, document["comparisons"][0]["n"]) == (0, 23)
    assert sum("dropped" in note or "averaged" in note for note in document["notes"]) == 2


def test_several_files_are_read_as_one_table(command, folder):
    rows = LONG.splitlines()
    for name in "ab":
        (folder / f"{name}.csv").write_text("\n".join([rows[0], *(row for row in rows if row[:2] == f"{name},")]))
    together = json.loads(command("compare", "a.csv", "b.csv", "--json").out)["comparisons"]
    alone = json.loads(command("compare", "long.csv", "--json").out)["comparisons"]
    assert together == alone


def test_standard_input_is_a_file_called_dash(command):
    from_pipe = json.loads(command("compare", "-", "--json", stdin=LONG).out)
    assert from_pipe["comparisons"][0]["n"] == 24


@pytest.mark.parametrize(
    "suffix", [".html", ".md", ".tex", ".bib", ".txt", ".json", ".csv", ".svg", ".pdf", ".png", ".HTML"]
)
def test_every_suffix_is_written(suffix, command, folder):
    path = folder / f"out{suffix}"
    code, _, err = command("compare", "long.csv", "-o", path)
    assert (code, err) == (0, f"wrote {path}\n")
    begins = {
        ".html": b"<!doctype html>", ".md": b"# a (first)", ".tex": b"% Needs \\usepackage{", ".bib": b"@misc{",
        ".txt": b"a (first) and b", ".json": b"{\n", ".csv": b"first,second,task", ".svg": b"<?xml", ".pdf": b"%PDF",
        ".png": b"\x89PNG",
    }[suffix.lower()]  # fmt: skip
    assert path.read_bytes().lstrip().startswith(begins)


def test_written_json_and_csv_hold_what_is_printed(command, folder):
    _, out, _ = command("compare", "long.csv", "--json", "-o", "x.json", "-o", "x.csv")
    assert (folder / "x.json").read_text() == out
    (row,) = csv.DictReader((folder / "x.csv").read_text().splitlines())
    assert float(row["p_first"]) == json.loads(out)["comparisons"][0]["probabilities"]["first"]


# The other commands.


def test_question_says_which_and_why(command, folder):
    code, out, _ = command("question", "right.csv")
    assert code == 0
    assert out.startswith("Q1: Is one predictor better than the other on this task?\nTwo models, 60 independent cases")
    assert "recommended: bayes_mcnemar\nalso possible: " in out
    document = json.loads(command("question", "right.csv", "--json").out)
    assert (document["kind"], document["procedure"]) == ("Q1", "bayes_mcnemar")


def test_question_says_so_when_there_is_no_procedure(command, folder):
    """Random splits without sizes: nothing says how much training data they share."""
    (folder / "splits.csv").write_text("model,repeat,score\na,1,0.5\na,2,0.6\nb,1,0.4\nb,2,0.3\n")
    code, out, _ = command("question", "splits.csv")
    assert code == 0
    assert "recommended: nothing in this version" in out
    assert command("compare", "splits.csv").code == 2


def test_sensitivity_prints_a_row_per_rope(command, folder):
    code, out, _ = command("sensitivity", "long.csv", "--ropes", "0.001,0.5")
    assert code == 0
    assert "[−0.001, 0.001]" in out
    assert "[−0.500, 0.500]" in out
    assert "The verdict depends on the rope: " in out
    document = json.loads(command("sensitivity", "long.csv", "--ropes", "0.001,0.5", "--json").out)
    assert [row["high"] for row in document["ropes"]] == [0.001, 0.5]


def test_scaling_prints_a_row_per_size_and_the_size_that_decides(command, folder):
    code, out, _ = command("scaling", "long.csv", "--rope", "0.1")
    assert code == 0
    assert "The smallest size that decides at 0.95 is k = " in out
    document = json.loads(command("scaling", "long.csv", "--rope", "0.1", "--json").out)
    assert document["sizes"][1]["units"] == 24


def test_summary_of_printed_numbers(command):
    _, out, _ = command("summary", "--mean", "0.0659", "--sd", "1", "--n", "176", "--rope", "0.1", "--json")
    (record,) = json.loads(out)["comparisons"]
    assert tuple(record["probabilities"].values()) == pytest.approx((0.326, 0.660, 0.014), abs=0.001)
    _, out, _ = command("summary", "--mean", "0.0659", "--sd", "1", "--n", "176", "--first", "LgR", "--second", "MLP")
    assert out.startswith("LgR (first) and MLP (second) on 176 differences\n")


def test_summary_of_counts(command):
    _, out, _ = command("summary", "--cells", "19,64,30,103", "--json")
    (record,) = json.loads(out)["comparisons"]
    assert record["probabilities"]["second"] == pytest.approx(0.996, abs=0.001)
    assert record["procedure"] == "bayes_mcnemar"


def test_procedures_are_listed(command):
    code, out, _ = command("procedures")
    assert code == 0
    assert max(map(len, out.splitlines())) <= 80
    listed = [row["name"] for row in json.loads(command("procedures", "--json").out)["procedures"]]
    assert listed == list(REGISTRY)


@pytest.mark.parametrize("name", REGISTRY)
def test_every_procedure_is_explained(name, command):
    code, out, err = command("explain", name)
    assert (code, err) == (0, "")
    assert out.startswith(f"{name}: ")
    assert "Needs: " in out
    assert "@" in out


def test_examples_are_listed_with_a_command_that_works(command):
    code, out, _ = command("example")
    assert code == 0
    for name in ("code-switching", "nbc-aode"):
        assert f"betterthan example {name} | betterthan compare -" in out
        text = command("example", name).out
        assert command("compare", "-", "--first", "x", "--second", "y", stdin=text).code == 0


@pytest.mark.parametrize("name", ["bash", "zsh", "fish"])
def test_completion_scripts(name, command):
    code, out, _ = command("completion", name)
    assert code == 0
    assert "_BETTERTHAN_COMPLETE" in out


def test_version_and_help(command):
    assert command("--version").out == f"betterthan, version {__version__}\n"
    out = command("--help").out
    names = ("compare", "question", "sensitivity", "scaling", "summary", "procedures", "explain", "example")
    assert all(f"\n  {name} " in out for name in names)
    assert command("-h").out == out


@pytest.mark.parametrize(
    "arguments", [["compare"], ["compare", "long.csv", "--colour"], ["nonsense"], ["explain"], ["completion", "cmd"]]
)
def test_bad_usage_ends_with_2(arguments, command, folder):
    code, out, err = command(*arguments)
    assert (code, out) == (2, "")
    assert "Usage: " in err
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("verb", "first", "second"),
    [
        ("compare", "[/b]", "[bold]x[/bold]"),
        ("sensitivity", "[/b]", "[bold]x[/bold]"),
        ("scaling", "[/b]", "[bold]x[/bold]"),
        ("compare", "<i>", "a_b & 50%"),
        ("sensitivity", "<i>", "a_b & 50%"),
        ("scaling", "<i>", "a_b & 50%"),
    ],
)
def test_names_are_names_whatever_they_hold(verb, first, second, command, folder):
    (folder / "odd.csv").write_text(f"case,{first},{second}\n1,0.5,0.4\n2,0.6,0.3\n3,0.5,0.2\n")
    code, out, _ = command(verb, "odd.csv")
    assert code == 0
    assert f"{first} (first) and {second} (second)" in out


def test_question_speaks_of_the_first_two_models_that_can_be_compared(command, tmp_path):
    """Of three models the first two share no task."""
    path = tmp_path / "scores.csv"
    ran = {"a": "st", "b": "uv", "c": "stuv"}
    path.write_text(
        "model,task,score\n" + "".join(f"{m},{t},0.{j}\n" for m, ts in ran.items() for j, t in enumerate(ts))
    )
    told = command("question", path)
    assert told.code == 0
    assert told.out.startswith("3 models; `betterthan rank` ranks them all. Of a pair such as a and c:")
    document = json.loads(command("question", path, "--json").out)
    assert (document["kind"], document["models"]) == ("Q3", ["a", "c"])
    named = command("question", path, "--first", "c", "--second", "b", "--missing", "drop")
    assert named.out.startswith("Q3:")


@pytest.mark.parametrize("command", ["rank - --rope 1", "compare - --rope 1 --pairs all"])
def test_differences_cannot_be_ranked(command):
    """Differences do not hold the models' own scores: one message that says so, no traceback."""
    ran = shell(*command.split(), stdin=csv_text("nbc-aode"))
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.count("\n") == 1
    assert "needs the models' own scores on the same units; this table holds the differences of" in ran.stderr
