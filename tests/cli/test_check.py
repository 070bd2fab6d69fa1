"""`betterthan check`: a report against its own posterior and against the scores."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from betterthan.cli.main import cli

SCORES = "case,a,b\n" + "".join(f"q{i},{int(i % 7 > 0)},{int(i % 3 > 0)}\n" for i in range(90))


@pytest.fixture
def report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("scores.csv").write_text(SCORES)
    assert run("compare", "scores.csv", "--rope", "0.01", "-o", "report.json").exit_code == 0
    return tmp_path / "report.json"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, list(arguments))


def test_a_report_that_agrees_ends_with_0(report):
    found = run("check", "report.json", "--data", "scores.csv")
    assert found.exit_code == 0
    assert "values agree." in found.output


@pytest.mark.parametrize(
    ("key", "value"),
    [("n", 91), ("estimate", 0.5), ("probabilities", {"first": 0.5, "equivalent": 0.5, "second": 0.0})],
)
def test_a_report_that_was_changed_ends_with_1(report, key, value):
    document = json.loads(report.read_text())
    document["comparisons"][0][key] = value
    report.write_text(json.dumps(document))
    found = run("check", "report.json")
    assert found.exit_code == 1
    assert f"comparisons.0.{key}" in found.output


def test_a_changed_verdict_ends_with_1(report):
    document = json.loads(report.read_text())
    assert document["comparisons"][0]["decision"]["verdict"] != "second"
    document["comparisons"][0]["decision"]["verdict"] = "second"
    report.write_text(json.dumps(document))
    found = run("check", "report.json", "--json")
    assert found.exit_code == 1
    told = json.loads(found.output)
    assert told["agrees"] is False
    assert told["disagreements"][0]["place"] == "comparisons.0.decision.verdict"


def test_other_scores_end_with_1(report):
    Path("other.csv").write_text(SCORES.replace("q1,1,1", "q1,0,1"))
    found = run("check", "report.json", "--data", "other.csv")
    assert found.exit_code == 1
    assert "the scores" in found.output


@pytest.mark.parametrize("text", ["{}", "[1, 2]", "case,a,b\n", '{"schema": 1}', '{"schema": 2, "version": "0.2.0"}'])
def test_what_is_no_report_is_refused(tmp_path, text):
    path = tmp_path / "x.json"
    path.write_text(text)
    found = run("check", str(path))
    assert type(found.exception).__name__ == "ReadingError"  # which `main` turns into exit code 2
