"""A single file without a model column is one model, named after it; what may be more than that is asked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats

SCORES = np.random.default_rng(3).normal(0.8, 0.05, 40).round(4)
BY_CASE = "case,score\n" + "".join(f"q{j},{score}\n" for j, score in enumerate(SCORES))
ALONE = "score\n" + "".join(f"{score}\n" for score in SCORES)


@pytest.fixture
def told(tmp_path: Path, command: Any) -> Any:
    """The exit code for a file with this text, and what is printed."""

    def run(text: str, *flags: str, asked: str = "compare", stdin: bool = False) -> tuple[int, str]:
        (tmp_path / "gpt.csv").write_text(text)
        found = command(asked, "-" if stdin else tmp_path / "gpt.csv", *flags, stdin=text)
        return found.code, " ".join((found.out + found.err).split())

    return run


def test_a_score_per_case_is_one_model(told: Any) -> None:
    code, text = told(BY_CASE)
    low, high = stats.t(39, SCORES.mean(), stats.sem(SCORES)).interval(0.95)
    assert code == 0
    assert f"gpt: mean score {SCORES.mean():.3f}, 95% interval {low:.3f} to {high:.3f}, over 40 cases." in text
    assert "No model column: all scores are those of one model, called gpt." in text


def test_scores_alone_are_one_model(told: Any) -> None:
    code, text = told(ALONE)
    assert code == 0
    assert f"gpt: mean score {SCORES.mean():.3f}" in text
    assert "Nothing else names the rows, so each row is a case of its own." in text


def test_standard_input_is_called_model(told: Any) -> None:
    assert "model: mean score" in told(BY_CASE, stdin=True)[1]


def test_against_a_published_number(told: Any) -> None:
    code, text = told(BY_CASE, "--against", "0.85", "--rope", "0.01")
    assert code == 0
    assert "The published 0.85 is practically better than gpt" in text


@pytest.mark.parametrize(
    ("columns", "units"),
    [("fold,repeat", "20 folds"), ("seed", "20 seeds"), ("task", "20 tasks"), ("task,case", "10 tasks")],
)
def test_the_design_is_that_of_the_columns(told: Any, columns: str, units: str) -> None:
    ids = [(j % 10, j // 10) if "," in columns else (j,) for j in range(20)]
    rows = "".join(f"{','.join(map(str, own))},{score}\n" for own, score in zip(ids, SCORES, strict=False))
    code, text = told(f"{columns},accuracy\n{rows}")
    assert code == 0
    assert f"over {units}" in text


def test_scores_that_look_like_folds_are_asked_about(told: Any) -> None:
    ten = "\n".join(ALONE.split("\n")[:11]) + "\n"
    code, text = told(ten)
    assert code == 2
    assert "--folds 10" in text
    assert "--independent" in text
    assert "over 10 folds" in told(ten, "--folds", "10")[1]
    assert "over 10 cases" in told(ten, "--independent")[1]


def test_several_scores_are_asked_about(told: Any) -> None:
    both = "case,accuracy,f1\n1,0.5,0.25\n2,0.75,0.5\n3,0.25,0.125\n"
    code, text = told(both)
    assert code == 2
    assert (
        "Choose one with `--column score=NAME`. If these columns are models, say so with `--models accuracy,f1`."
        in text
    )
    assert "gpt: mean f1 0.29," in told(both, "--column", "score=f1")[1]
    assert "accuracy" in told(both, "--models", "accuracy,f1")[1]


@pytest.mark.parametrize("header", ["case,llama", "case,latency_ms", "case,difficulty"])
def test_what_has_not_the_name_of_a_score_is_asked_about(told: Any, header: str) -> None:
    name, rows = header.split(",")[1], "1,0.5\n2,0.75\n3,0.25\n"
    code, text = told(f"{header}\n{rows}")
    assert code == 2
    assert f"`--column score={name}`" in text
    assert f"`--models {name}`" in text
    assert f"{name}: mean score 0.5" in told(f"{header}\n{rows}", "--models", name, "--higher-is-better")[1]


@pytest.mark.parametrize(
    "text", ["engine,case,score\na,1,0.5\nb,1,0.25\na,2,0.5\nb,2,0.75\n", "engine,score\na,0.5\nb,0.25\n"]
)
def test_a_column_that_may_name_models_is_asked_about(told: Any, text: str) -> None:
    code, said = told(text)
    assert code == 2
    assert "--column model=engine" in said


def test_a_further_column_of_named_cases_is_told(told: Any) -> None:
    code, text = told(
        "case,category,score\n" + "".join(f"{j},{'ab'[j % 2]},{score}\n" for j, score in enumerate(SCORES))
    )
    assert code == 0
    assert "`category`" in text


@pytest.mark.parametrize("asked", ["rank", "question", "sensitivity"])
def test_what_needs_two_models_says_so(told: Any, asked: str) -> None:
    code, text = told(BY_CASE, asked=asked)
    assert code == 2
    assert "one model only (`gpt`)" in text


def test_cells_that_are_no_numbers_are_named_where_they_leave_one_model(told: Any) -> None:
    code, text = told("case,A,B\n1,NA,1\n2,0,1\n3,NA,0\n4,NA,1\n")
    assert code == 2
    assert "column `A`: if `NA` means that there is no score, say so with `--na NA`." in text
