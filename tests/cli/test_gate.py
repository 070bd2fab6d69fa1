"""`betterthan gate` and `betterthan baseline`: exit codes, files, GitHub, the pytest fixture, the workflow."""

from __future__ import annotations

import io
import json
import os
import random
import re
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from xml.etree import ElementTree

import pytest

import betterthan
from betterthan.cli.ending import exit_code
from betterthan.cli.main import cli

ROOT = Path(__file__).parents[2]
N = 200


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    for variable in ("GITHUB_STEP_SUMMARY", "GITHUB_OUTPUT"):
        monkeypatch.delenv(variable, raising=False)
    (tmp_path / "old.csv").write_text("case,score\n" + "".join(f"q{i},1\n" for i in range(N)))
    for name, lost in (("good", 1), ("bad", 60), ("open", 8)):
        text = "".join(f"q{i},{int(i >= lost)}\n" for i in range(N))
        (tmp_path / f"{name}.csv").write_text("case,score\n" + text)
    return tmp_path


def run(*arguments: str) -> tuple[int, str, str]:
    """The command in this process: exit code, what it printed, what it said."""
    out, said = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(said):
        code = exit_code(lambda: cli.main(list(arguments), standalone_mode=False))
    return code, out.getvalue(), said.getvalue()


@pytest.mark.parametrize(("name", "code"), [("good", 0), ("bad", 1), ("open", 3)])
def test_exit_codes(name, code, folder):
    found, out, _ = run("gate", f"{name}.csv", "--baseline", "old.csv", "--rope", "0.05")
    assert found == code
    assert {0: "PASS: ", 1: "FAIL: ", 3: "UNDECIDED: "}[code] in out


@pytest.mark.parametrize(("word", "code"), [("exit", 3), ("pass", 0), ("fail", 1)])
def test_what_undecided_ends_with(word, code, folder):
    assert run("gate", "open.csv", "--baseline", "old.csv", "--rope", "0.05", "--undecided", word)[0] == code


def test_bad_input_ends_with_2_and_one_message(folder):
    code, out, said = run("gate", "good.csv", "--baseline", "none.csv", "--rope", "0.05", "-o", "gate.junit.xml")
    assert (code, out) == (2, "")
    assert said.count("\n") == 1
    assert "none.csv" in said
    (suite,) = ElementTree.parse(folder / "gate.junit.xml").getroot()
    assert suite.get("errors") == "1"


def test_a_bug_ends_with_70(folder, monkeypatch):
    monkeypatch.setattr("betterthan.asking.gate.gated", lambda *args, **kwargs: 1 / 0)
    code, _, said = run("gate", "good.csv", "--baseline", "old.csv", "--rope", "0.05")
    assert code == 70
    assert "this is a bug" in said


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["good.csv", "--rope", "0.05"], "`--baseline OLD`"),
        (["good.csv", "--baseline", "old.csv"], "A gate needs a rope"),
        (["good.csv", "--baseline", "old.csv", "--rope", "0.05", "--self-check"], "leave `--baseline` out"),
        (["good.csv", "--baseline", "old.csv", "--rope", "0.05", "-o", "old.csv"], "would be overwritten"),
        (["good.csv", "--baseline", "old.csv", "--rope", "0.05", "-o", "no/gate.xml"], "there is no directory"),
        (["good.csv", "--baseline", "old.csv", "--rope", "0.05", "-o", "old.csv.xml", "-o", "old.csv.xml"], "twice"),
    ],
)
def test_what_is_refused(arguments, said, folder):
    code, _, message = run("gate", *arguments)
    assert code == 2
    assert said in message


def test_the_command_says_what_the_library_says(folder):
    import betterthan as bt

    code, out, _ = run("gate", "open.csv", "--baseline", "old.csv", "--rope", "0.05", "--json", "--flips", "2")
    assert code == 3
    assert bt.Gate.from_dict(json.loads(out)) == bt.gate("open.csv", "old.csv", rope=0.05, flips=2)


def test_every_option_reaches_the_library(folder):
    asked = ["--require", "better", "--threshold", "0.9", "--worst-loss", "1", "--range", "0,2", "--sequential"]
    _, out, _ = run("gate", "open.csv", "--baseline", "old.csv", "--rope", "0.05", *asked, "--json")
    (line,) = json.loads(out)["lines"]
    assert (line["requirement"], line["threshold"], line["rule"]) == ("better", 0.9, "betting")
    assert line["reach"]["source"] == "the worst loss that you gave"
    (folder / "two.csv").write_text("model,case,score\n" + "".join(f"{m},q{i},1\n" for m in "ab" for i in range(N)))
    two = ["--baseline", "two.csv", "--baseline-model", "b", "--model", "a", "--rope", "0.05", "--json"]
    assert json.loads(run("gate", "two.csv", *two)[1])["baseline"] == "b"
    assert run("gate", "two.csv", *two[:2], "--rope", "0.05")[0] == 2


def test_a_baseline_is_kept_and_compared_with(folder):
    code, out, said = run("baseline", "save", "old.csv", "-o", "kept.parquet")
    assert (code, out, said) == (0, "", "wrote kept.parquet: 200 scores\n")
    kept, read = (
        run("gate", "open.csv", "--baseline", name, "--rope", "0.05", "--json")[1]
        for name in ("kept.parquet", "old.csv")
    )
    assert json.loads(kept)["lines"][0]["claims"] == json.loads(read)["lines"][0]["claims"]
    assert json.loads(kept)["baseline"] == "old"
    assert run("baseline", "save", "old.csv", "-o", "kept.csv")[0] == 2


def test_missing_cases_are_an_error_until_they_may_be_dropped(folder):
    lines = (folder / "good.csv").read_text().splitlines(keepends=True)
    (folder / "short.csv").write_text("".join(lines[:-2]))
    code, _, said = run("gate", "short.csv", "--baseline", "old.csv", "--rope", "0.05")
    assert code == 2
    assert "2 cases only in" in said
    assert "`--missing drop`" in said
    assert run("gate", "short.csv", "--baseline", "old.csv", "--rope", "0.05", "--missing", "drop")[0] == 0
    (folder / "gate.toml").write_text("rope = 0.05\nmost_missing = 1\n")
    code, out, _ = run("gate", "short.csv", "--baseline", "old.csv", "--policy", "gate.toml")
    assert code == 1
    assert "at most 1 allowed" in out.replace("\n", " ")


def with_tasks(folder: Path) -> None:
    """The same runs with two tasks, 100 cases each; the new ones lose only cases of `math`."""
    for name in ("old", "good", "bad", "open"):
        header, *rows = (folder / f"{name}.csv").read_text().splitlines()
        tasks = ["math" if i < 100 else "code" for i in range(N)]
        text = "".join(f"{task},{row}\n" for task, row in zip(tasks, rows, strict=True))
        (folder / f"{name}.csv").write_text(f"task,{header}\n{text}")


POLICIES = {
    "all pass": ("good", "rope = 0.1\n[task.math]\n", 0),
    "one fails": ("bad", "rope = 0.1\n[task.math]\n", 1),
    "one fails, but only warns": ("bad", 'rope = 0.1\n[task.math]\ntier = "warn"\n', 0),
    "one fails, but only informs": ("bad", 'rope = 0.1\n[task.math]\ntier = "info"\n', 0),
    "one is undecided": ("open", "rope = 0.1\n[task.math]\n", 3),
    "one is undecided, but only warns": ("open", 'rope = 0.1\n[task.math]\ntier = "warn"\n', 0),
    "one fails and one is undecided": ("bad", "rope = 0.1\n[task.math]\n[task.code]\nrope = 0.001\n", 1),
    "a required task is there": ("good", 'rope = 0.1\nrequired = ["math"]\n[task.math]\n', 0),
    "a required task is missing": ("good", 'rope = 0.1\nrequired = ["law"]\n[task.math]\n', 1),
    "a task with terms is missing": ("good", "rope = 0.1\n[task.law]\n", 1),
    "a missing task that only warns": ("good", 'rope = 0.1\n[task.law]\ntier = "warn"\n', 0),
    "an unknown key": ("good", "rope = 0.1\nthreshhold = 0.9\n", 2),
    "an unknown key of a task": ("good", "rope = 0.1\n[task.math]\nmargin = 0.1\n", 2),
    "a fraction where a share is a percentage": ("good", "rope = 0.1\nmost_missing = 0.01\n", 2),
    "a rope in percent": ("good", 'rope = "5%"\n', 2),
    "a rope in points of a hundred": ("good", "rope = 5\n[task.math]\n", 2),
    "a threshold in percent": ("good", "rope = 0.1\nthreshold = 95\n", 2),
    "no rope": ("good", "threshold = 0.9\n", 2),
    "no TOML": ("good", "rope 0.1\n", 2),
}


@pytest.mark.parametrize("name", POLICIES)
def test_exit_codes_with_a_policy(name, folder):
    run_name, policy, code = POLICIES[name]
    with_tasks(folder)
    (folder / "gate.toml").write_text(policy)
    found, out, said = run("gate", f"{run_name}.csv", "--baseline", "old.csv", "--policy", "gate.toml")
    assert found == code, said
    if code == 2:
        assert out == ""
        assert said.startswith("betterthan: ")
    else:
        assert ("PASS: ", "FAIL: ", "", "UNDECIDED: ")[code] in out


@pytest.mark.parametrize(("word", "code"), [("pass", 0), ("fail", 1)])
def test_what_undecided_ends_with_by_a_policy(word, code, folder):
    with_tasks(folder)
    (folder / "gate.toml").write_text("rope = 0.1\n[task.math]\n")
    asked = ("gate", "open.csv", "--baseline", "old.csv", "--policy", "gate.toml", "--undecided")
    assert run(*asked, word)[0] == code
    assert run("gate", "bad.csv", *asked[2:], word)[0] == 1, "a fail stays one"


def test_a_bug_ends_with_70_with_a_policy_too(folder, monkeypatch):
    (folder / "gate.toml").write_text("rope = 0.1\n")
    monkeypatch.setattr("betterthan.asking.gate._overall", lambda lines: 1 / 0)
    code, _, said = run("gate", "good.csv", "--baseline", "old.csv", "--policy", "gate.toml")
    assert code == 70
    assert "this is a bug" in said


@pytest.mark.parametrize("higher", [True, False])
def test_a_kept_baseline_loses_nothing(higher, folder):
    """Tasks, ids with zeros in front, clusters, repeats, hashes and all digits, in either direction."""
    rng = random.Random(0)
    for name, shift in (("before", 0.0), ("after", 0.02)):
        rows = [
            f"{task},0{i},c{i // 3},{epoch},{task}{i}{name if i == 5 else ''},{rng.gauss(1, 0.1) + shift!r}"
            for task in "xyz"
            for i in range(12)
            for epoch in range(2)
        ]
        (folder / f"{name}.csv").write_text("\n".join(["task,case,cluster,epoch,doc_hash,score", *rows]) + "\n")
    said = ["--higher-is-better" if higher else "--lower-is-better", "--range", "0,3"]
    assert run("baseline", "save", "before.csv", *said, "-o", "kept.parquet")[0] == 0
    asked = ["--rope", "0.1", "--per-task", "--json", *said]
    read, kept = (
        json.loads(run("gate", "after.csv", "--baseline", name, *asked)[1].replace("kept.parquet", "before.csv"))
        for name in ("before.csv", "kept.parquet")  # flips name the file of each score
    )
    assert read["baseline"] == "before"
    assert read["cases"]["changed"] == 3
    assert read["lines"][0]["unit"] == "clusters"
    assert kept == read


def test_a_policy_of_metrics_reads_each(folder):
    text = "case,accuracy,latency\n" + "".join(f"{i},1,{1 + i / 100}\n" for i in range(60))
    (folder / "a.csv").write_text(text)
    policy = "[metric.accuracy]\nrope = 0.1\n[metric.latency]\nrope = 0.1\nhigher_is_better = false\nrange = [0, 2]\n"
    (folder / "gate.toml").write_text(policy)
    code, out, _ = run("gate", "a.csv", "--baseline", "a.csv", "--policy", "gate.toml", "--json")
    lines = json.loads(out)["lines"]
    assert [(line["metric"], line["outcome"]) for line in lines] == [("accuracy", "pass"), ("latency", "pass")]
    assert code == 0


@pytest.mark.parametrize(("name", "level"), [("good", "notice"), ("bad", "error"), ("open", "warning")])
def test_github(name, level, folder, monkeypatch):
    for variable in ("GITHUB_STEP_SUMMARY", "GITHUB_OUTPUT"):
        (folder / variable).write_text("before\n")
        monkeypatch.setenv(variable, str(folder / variable))
    _, out, _ = run("gate", f"{name}.csv", "--baseline", "old.csv", "--rope", "0.05", "--github")
    assert f"\n::{level} title=betterthan gate%3A " in out
    assert (folder / "GITHUB_STEP_SUMMARY").read_text().startswith(f"before\n# {name} against old\n")
    outputs = dict(line.split("=", 1) for line in (folder / "GITHUB_OUTPUT").read_text().splitlines()[1:])
    assert set(outputs) == {"outcome", "reason", "sure", "needed", "exit-code"}
    _, out, said = run("gate", f"{name}.csv", "--baseline", "old.csv", "--rope", "0.05", "--github", "--json")
    assert json.loads(out)["outcome"] == outputs["outcome"]
    assert f"::{level} " in said


# The fixture.

TESTS = """
RUN = {"case": list(range(100)), "score": [1] * 100}
WORSE = {**RUN, "score": [0] * 40 + [1] * 60}
OPEN = {**RUN, "score": [0] * 4 + [1] * 96}


def test_passes(betterthan_gate):
    assert betterthan_gate(RUN, RUN, rope=0.05).outcome == "pass"


def test_fails(betterthan_gate):
    betterthan_gate(WORSE, RUN, rope=0.05)


def test_is_undecided(betterthan_gate):
    betterthan_gate(OPEN, RUN, rope=0.05)


def test_is_skipped(betterthan_gate):
    betterthan_gate(OPEN, RUN, rope=0.05, undecided="skip")


def test_may_be_undecided(betterthan_gate):
    assert betterthan_gate(OPEN, RUN, rope=0.05, undecided="pass").outcome == "undecided"
"""
POINT = "betterthan.cli.pytest_fixture"


def pytest_run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """pytest in a project that has betterthan installed, as its metadata say."""
    installed = folder / "installed" / "of_betterthan-1.dist-info"
    installed.mkdir(parents=True)
    (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: of-betterthan\nVersion: 1\n")
    (installed / "entry_points.txt").write_text(f"[pytest11]\nbetterthan = {POINT}\n")
    (folder / "pytest.ini").write_text("[pytest]\nfilterwarnings = error\n")
    (folder / "test_release.py").write_text(TESTS)
    path = os.pathsep.join([str(installed.parent), str(Path(betterthan.__file__).parents[1])])
    return subprocess.run(
        [sys.executable, *arguments, "-p", "no:cacheprovider"], capture_output=True, text=True, check=False,
        cwd=folder, timeout=300, env={**os.environ, "PYTHONPATH": path},
    )  # fmt: skip


def test_the_fixture_fails_with_the_one_line(folder):
    ran = pytest_run(folder, "-m", "pytest", "-q", "--junitxml=found.xml")
    cases = {case.get("name"): case for case in ElementTree.parse(folder / "found.xml").getroot().iter("testcase")}
    assert {name: [child.tag for child in case] for name, case in cases.items()} == {
        "test_passes": [], "test_fails": ["failure"], "test_is_undecided": ["failure"], "test_is_skipped": ["skipped"],
        "test_may_be_undecided": [],
    }, ran.stdout  # fmt: skip
    failure = cases["test_fails"].find("failure")
    assert re.fullmatch(r"FAIL: model \(new\) is worse than .*\(100 cases\)", failure.text)
    assert "Traceback" not in ran.stdout


def test_pytest_starts_without_betterthan(folder):
    """Nothing but the fixture's own small file, and the packages that it is in, is loaded before a test asks for it."""
    code = (
        "import sys, pytest; pytest.main(['-q', '--collect-only', '-p', 'no:cacheprovider']); "
        "print(*sorted(name for name in sys.modules if name.split('.')[0] in ('betterthan', 'numpy', 'duckdb')))"
    )
    ran = pytest_run(folder, "-c", code)
    loaded = ran.stdout.splitlines()[-1].split()
    assert set(loaded) == {"betterthan", "betterthan.cli", POINT, "betterthan.lazy"}


def test_the_entry_point_is_declared():
    import tomllib

    declared = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["entry-points"]["pytest11"]
    assert declared == {"betterthan": POINT}


# The workflow and the action.

STEP = {"name", "id", "if", "uses", "run", "shell", "with", "env", "working-directory", "continue-on-error"}
"""Keys of a step, of a job and of a composite action alike."""


def steps_in(name: str) -> list[dict]:
    yaml = pytest.importorskip("yaml")
    found = yaml.safe_load((ROOT / "docs" / "ci" / name).read_text())
    return found["runs"]["steps"] if name == "action.yml" else found["jobs"]["gate"]["steps"]


@pytest.mark.parametrize("name", ["gate.yml", "action.yml"])
def test_every_step_is_one_and_its_shell_can_be_read(name):
    """What GitHub refuses before anything runs, and what bash does."""
    ids = []
    for step in steps_in(name):
        assert set(step) <= STEP
        assert ("uses" in step) != ("run" in step)
        ids += [step["id"]] if "id" in step else []
        if "uses" in step:
            assert re.fullmatch(r"[\w-]+/[\w-]+@v\d+", step["uses"])
            assert all(isinstance(value, (str, bool, int)) for value in step.get("with", {}).values())
        else:
            subprocess.run(["bash", "-n", "-c", step["run"]], check=True, timeout=60)
    assert len(ids) == len(set(ids))
    text = (ROOT / "docs" / "ci" / name).read_text()
    assert text.count("${{") == text.count("}}") == len(re.findall(r"\$\{\{ [\w.-]+ \}\}", text))


def test_inputs_of_the_action_reach_the_command_as_they_are(folder):
    """The step's own shell command, with a command in the place of betterthan that prints what it was given."""
    (step,) = [step for step in steps_in("action.yml") if step.get("id") == "gate"]
    stub = folder / "betterthan"
    stub.write_text('#!/bin/sh\nprintf "%s\\n" "$@"\n')
    stub.chmod(0o755)
    values = {"NEW": "a b.csv", "BASELINE": "$(exit 1);*.csv", "ROPE": "-0.01,0.02", "REQUIRE": "better",
              "UNDECIDED": "fail"}  # fmt: skip
    assert set(values) == set(step["env"])
    env = {**os.environ, **values, "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"}
    ran = subprocess.run(["bash", "-c", step["run"]], capture_output=True, text=True, check=True, env=env, timeout=60)
    assert ran.stdout.splitlines() == [
        "gate", "a b.csv", "--baseline", "$(exit 1);*.csv", "--rope", "-0.01,0.02", "--require", "better",
        "--undecided", "fail", "--github", "-o", "gate.html", "-o", "gate.junit.xml",
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["gate.yml", "action.yml"])
def test_the_workflow_and_the_action_are_what_they_should_be(name):
    yaml = pytest.importorskip("yaml")
    found = yaml.safe_load((ROOT / "docs" / "ci" / name).read_text())
    if name == "action.yml":
        assert {"name", "description", "inputs", "outputs", "runs"} <= set(found)
        assert found["runs"]["using"] == "composite"
        steps = found["runs"]["steps"]
        assert all("shell" in step for step in steps if "run" in step)
        named = set(re.findall(r"steps\.gate\.outputs\.([\w-]+)", str(found["outputs"])))
        assert named <= {"outcome", "reason", "sure", "needed", "exit-code"}
        assert set(re.findall(r"inputs\.(\w+)", str(steps))) == set(found["inputs"])
        assert not any("${{" in step.get("run", "") for step in steps), "inputs reach a shell as variables only"
    else:
        assert found[True] == "pull_request"  # YAML 1.1 reads `on` as true
        steps = found["jobs"]["gate"]["steps"]
        assert found["permissions"] == {"contents": "read"}
    (command,) = [step["run"] for step in steps if "betterthan gate" in step.get("run", "")]
    options = re.findall(r"--[a-z-]+|(?<= )-o", command)
    known = [name for parameter in cli.get_command(None, "gate").params for name in parameter.opts]
    assert set(options) <= set(known)
