"""One model alone, and against a published number, through the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from scipy import stats

from betterthan.cli.main import cli

RIGHT = "case,model,correct\n" + "".join(f"q{i},gpt,{int(i % 7 > 0)}\n" for i in range(210))


@pytest.fixture
def one(tmp_path: Path) -> str:
    (tmp_path / "one.csv").write_text(RIGHT)
    return str(tmp_path / "one.csv")


def run(*arguments: str) -> Result:
    found = CliRunner().invoke(cli, list(arguments), catch_exceptions=False)
    assert found.exit_code == 0
    return found


def test_one_model_has_its_mean_and_interval(one):
    told = run("compare", one).output
    low, high = stats.beta(181, 31).interval(0.95)
    assert f"gpt: mean correct 0.857, 95% interval {low:.3f} to {high:.3f}, over 210 cases." in told
    assert "One model only: nothing is compared." in told
    assert "`--against`" in told


def test_json_holds_the_estimate(one):
    found = json.loads(run("compare", one, "--json").output)
    assert found["schema"] == 2
    low, high = stats.beta(181, 31).interval(0.95)
    assert (found["interval"]["low"], found["interval"]["high"]) == pytest.approx((low, high))
    assert found["against"] is None


def test_a_published_number_with_its_cases(one):
    found = json.loads(
        run("compare", one, "--against", "0.75", "--against-n", "1000", "--rope", "0.01", "--json").output
    )
    assert found["against"]["decision"]["verdict"] == "first"
    assert sum(found["against"]["probabilities"].values()) == pytest.approx(1.0)
    assert found["against"]["exact"] is False
    assert any("not a paired comparison" in note for note in found["notes"])


def test_a_published_number_without_an_error_is_said_to_be_exact(one):
    told = run("compare", one, "--against", "0.80").output
    assert "taken as exact" in told
    assert "This is not a paired comparison" in told


def test_one_of_two_models_is_named_by_first(tmp_path):
    path = tmp_path / "two.csv"
    path.write_text("case,a,b\n" + "".join(f"q{i},{int(i % 7 > 0)},{int(i % 3 > 0)}\n" for i in range(210)))
    told = run("compare", str(path), "--first", "b", "--against", "0.8", "--against-sd", "0.01").output
    assert "The published 0.8 is practically better than b" in told
