"""Real result files of other programs: the right answer or a question, never an answer about something else."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

BESIDE = Path(__file__).parents[4] / "shared/data"


@pytest.fixture
def logs() -> Path:
    """Result files of WEKA, scikit-learn, lm-evaluation-harness and others; skipped where they are absent."""
    path = Path(os.environ.get("BETTERTHAN_DATA", BESIDE)) / "logs"
    if not path.exists():
        pytest.skip(f"{path} is not there; $BETTERTHAN_DATA may say where it is")
    return path


@pytest.fixture
def found(command: Any) -> Any:
    """Runs a comparison, and gives the means of its models."""

    def run(*arguments: object, **columns: str) -> dict[str, float]:
        named = [part for role, name in columns.items() for part in ("--column", f"{role}={name}")]
        code, out, err = command("compare", *arguments, *named, "--json")
        assert code == 0, err
        return {model["name"]: model["mean"] for one in json.loads(out)["comparisons"] for model in one["models"]}

    return run


def asked(command: Any, *arguments: object) -> str:
    code, out, err = command("compare", *arguments)
    assert (code, out) == (2, "")
    return str(err)


def test_weka(logs: Path, command: Any, found: Any) -> None:
    (file,) = (logs / "weka").glob("*.csv")
    told = asked(command, file)
    assert "not clear which columns are models" in told
    assert "`Key_Scheme`" in told
    columns = {"model": "Key_Scheme", "task": "Key_Dataset", "repeat": "Key_Run", "fold": "Key_Fold"}
    means = found(file, **columns, score="Percent_correct")
    printed = {"J48": (94.67 + 93.83) / 2, "NaiveBayes": (95.56 + 97.36) / 2, "Logistic": (97.11 + 97.20) / 2}
    assert {name.split(".")[-1]: mean for name, mean in means.items()} == pytest.approx(printed, abs=0.01)


def test_grid_search(logs: Path, command: Any) -> None:
    assert "not clear which columns are models" in asked(command, logs / "sklearn/GridSearchCV_cv_results.csv")


def test_cross_validate(logs: Path, command: Any, found: Any) -> None:
    file = logs / "sklearn/cross_validate_breast_cancer.csv"
    told = asked(command, file)
    assert "`test_accuracy`" in told
    assert "`fit_time`" not in told
    assert found(file, score="test_accuracy") == pytest.approx({"lr": 0.9754, "rf": 0.9578}, abs=5e-5)
    assert found(file, score="test_roc_auc") == pytest.approx({"lr": 0.9950, "rf": 0.9905}, abs=5e-5)


def test_lm_eval(logs: Path, command: Any, found: Any) -> None:
    files = sorted((logs / "lm_eval").glob("*/samples_toy_sum*.jsonl"))
    told = asked(command, *files)
    assert "`acc` (as in" in told
    assert "`acc_norm` (as in" in told
    assert list(found(*files, score="acc").values()) == pytest.approx([0.2667, 0.15], abs=5e-5)


@pytest.mark.parametrize("name", ["alpaca_eval", "mt_bench", "promptfoo", "helm", "inspect", "deepeval", "lighteval"])
def test_others_are_asked_about(logs: Path, command: Any, name: str) -> None:
    for file in (logs / name).glob("**/*.*"):
        if file.suffix in (".csv", ".json", ".jsonl", ".gz", ".parquet"):
            assert asked(command, file).startswith("betterthan: ")
