"""Which direction is better: asked where the name of the score says otherwise, and told in every output."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

rng = np.random.default_rng(3)
LOSSES = {model: np.round(0.3 + shift + rng.normal(0, 0.03, 30), 4) for model, shift in (("old", 0.05), ("new", 0.0))}
TASKS = {
    model: np.round(0.3 + shift + rng.normal(0, 0.01, 12), 4) for model, shift in (("a", 0.1), ("b", 0), ("c", 0.2))
}


def long(score: str, key: str, columns: dict[str, Any]) -> str:
    rows = [f"{model},{j},{value}" for model, values in columns.items() for j, value in enumerate(values)]
    return f"model,{key},{score}\n" + "\n".join(rows) + "\n"


FILES = {
    "rmse.csv": long("rmse", "case", LOSSES),
    "score.csv": long("score", "case", LOSSES),
    "tasks.csv": long("wer", "task", TASKS),
    "seeds.csv": long("val_loss", "seed", LOSSES),
    "metric.csv": "model,case,metric,value\na,1,mae,0.5\nb,1,mae,0.6\na,2,mae,0.4\nb,2,mae,0.3\n",
}
COMMANDS = ("compare rmse.csv", "rank tasks.csv", "seeds seeds.csv", "question rmse.csv", "sensitivity rmse.csv",
            "scaling rmse.csv", "compare metric.csv", "compare tasks.csv")  # fmt: skip


def flat(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("line", COMMANDS)
def test_a_score_with_the_name_of_a_loss_is_refused_with_both_flags(line: str, refused: Callable[[str], str]) -> None:
    message = refused(line)
    assert "`--lower-is-better`" in message
    assert "`--higher-is-better`" in message


@pytest.mark.parametrize("flag", ["--lower-is-better", "--higher-is-better"])
@pytest.mark.parametrize(
    "line",
    [
        "compare rmse.csv", "rank tasks.csv", "rank tasks.csv --table", "seeds seeds.csv", "question rmse.csv",
        "sensitivity rmse.csv", "scaling rmse.csv", "compare tasks.csv", "compare rmse.csv --procedure wilcoxon",
    ],
)  # fmt: skip
def test_every_text_states_the_direction(line: str, flag: str, command: Any, folder: Path) -> None:
    code, out, _ = command(*line.split(), flag)
    assert code == 0
    assert f"{flag.split('-')[2].capitalize()} scores are better." in flat(out)


@pytest.mark.parametrize(
    "line", ["compare rmse.csv", "rank tasks.csv", "seeds seeds.csv", "scaling rmse.csv", "sensitivity rmse.csv",
             "compare tasks.csv"]
)  # fmt: skip
@pytest.mark.parametrize("suffix", ["html", "md", "txt", "tex"])
def test_every_file_states_the_direction(line: str, suffix: str, command: Any, folder: Path) -> None:
    code, _, err = command(*line.split(), "--lower-is-better", "-o", f"out.{suffix}")
    assert code == 0, err
    assert "ower scores are better" in flat((folder / f"out.{suffix}").read_text(encoding="utf-8"))


@pytest.mark.parametrize("line", COMMANDS)
def test_the_json_states_the_direction(line: str, command: Any, folder: Path) -> None:
    for flag, higher in (("--lower-is-better", False), ("--higher-is-better", True)):
        code, out, err = command(*line.split(), flag, "--json")
        assert code == 0, err
        document = json.loads(out)
        records = [document, *document.get("comparisons", []), *document.get("rankings", [])]
        records += [document["comparison"]] if "comparison" in document else []
        stated = [record["higher_is_better"] for record in records if "higher_is_better" in record]
        assert stated
        assert set(stated) == {higher}


def test_in_a_ranking_of_losses_the_best_has_the_lowest_mean_and_the_sentence_says_so(
    command: Any, folder: Path
) -> None:
    _, out, _ = command("rank", "tasks.csv", "--lower-is-better", "--json")
    models = json.loads(out)["rankings"][0]["models"]
    means = {model: float(values.mean()) for model, values in TASKS.items()}
    assert [model["name"] for model in models] == sorted(means, key=means.__getitem__) == ["b", "a", "c"]
    assert [model["mean"] for model in models] == pytest.approx(sorted(means.values()))
    _, out, _ = command("rank", "tasks.csv", "--lower-is-better")
    assert "it has the lowest mean, and lower is better" in flat(out)
    assert "turned)" in out
    _, out, _ = command("rank", "tasks.csv", "--lower-is-better", "--rope", "0.5")
    assert "less than the rope of 0.5: it is not practically better than a or c." in flat(out)


def test_seeds_of_losses_say_that_differences_are_turned(command: Any, folder: Path) -> None:
    code, out, _ = command("seeds", "seeds.csv", "--lower-is-better", "--baseline", "old")
    assert code == 0
    assert "The scores are losses: differences are turned." in flat(out)
    assert "A positive difference means that the model is better than `old`." in flat(out)
    assert "difference (turned)" in out
    _, out, _ = command("seeds", "seeds.csv", "--lower-is-better", "--baseline", "old", "--json")
    rows = {row["model"]: row for row in json.loads(out)["rows"]}
    assert rows["new"]["against"]["estimate"] == pytest.approx((LOSSES["old"] - LOSSES["new"]).mean())


def test_a_comparison_of_losses_says_what_a_positive_estimate_means(command: Any, folder: Path) -> None:
    _, out, _ = command("compare", "rmse.csv", "--lower-is-better", "--rope", "0.01")
    assert "a positive estimate means that old is better, since the differences are turned" in flat(out)
    assert "new is practically better than old" in flat(out)


def test_the_figure_of_losses_says_that_they_are_turned(command: Any, folder: Path) -> None:
    for line in ("compare rmse.csv", "rank tasks.csv"):
        code, _, err = command(*line.split(), "--lower-is-better", "-o", "out.html")
        assert code == 0, err
        assert "losses turned" in flat((folder / "out.html").read_text(encoding="utf-8"))
