"""The table that an author pastes: marks by verdict, gaps shown, text escaped."""

from __future__ import annotations

import numpy as np
import pytest

import betterthan as bt
from betterthan.report.sections.scores import marked


def scores(gap=False):
    """Three models on three tasks with eight cases each: clear on `clear`, tied on `tied`, c missing on `gap`."""
    rng = np.random.default_rng(0)
    rows = []
    for task, effects in {"clear": (0.9, 0.5, 0.3), "tied": (0.5, 0.5, 0.1), "half": (0.3, 0.6, 0.6)}.items():
        noise = rng.normal(0, 0.01, 8)
        for model, effect in zip("abc", effects, strict=True):
            if gap and (model, task) == ("c", "half"):
                continue
            rows += [(model, task, str(j), effect + noise[j] + rng.normal(0, 0.01)) for j in range(8)]
    return bt.read(dict(zip(("model", "task", "case", "score"), map(list, zip(*rows, strict=True)), strict=True)))


def test_marks_are_verdicts():
    table = bt.score_table(scores(), rope=0.02)
    marks = {
        task: dict(zip(table.models, row, strict=True)) for task, row in zip(table.tasks, table.marks, strict=True)
    }
    assert marks["clear"] == {"a": "best", "b": "", "c": ""}
    assert marks["tied"] == {"a": "tied", "b": "tied", "c": ""}
    assert marks["half"] == {"a": "", "b": "tied", "c": "tied"}


def test_forms():
    table = bt.score_table(scores(gap=True), rope=0.02)
    assert "**0.8" in table.to_markdown()
    assert "| half | " in table.to_markdown()
    assert "–" in table.to_markdown()
    assert "\\textbf{0.8" in table.to_latex()
    assert "\\underline{" in table.to_latex()
    assert "average rank" in table.to_latex()
    assert len(table.to_rows()) == 9
    assert table.means[2][2] is None


def test_one_score_per_task_is_not_marked():
    table = bt.score_table(bt.read({"task": ["x", "y", "z"], "a": [0.1, 0.2, 0.3], "b": [0.2, 0.1, 0.1]}))
    assert {mark for row in table.marks for mark in row} == {""}
    assert "nothing is marked" in table.rule


def test_losses_mark_the_smallest():
    data = {"task": ["x"] * 6, "case": list("123456"), "a": [1.0, 1.1, 1.0, 1.2, 1.1, 1.0]}
    data["b"] = [5.0, 5.2, 5.1, 5.0, 5.3, 5.1]
    table = bt.score_table(bt.read(data, higher_is_better=False), rope=0.1)
    assert table.marks == (("best", ""),)
    assert table.means[0] == pytest.approx((6.4 / 6, 30.7 / 6))


def test_names_are_escaped():
    data = {"task": ["x|y", "z_z"], "a&b": [0.1, 0.2], "c": [0.3, 0.1]}
    table = bt.score_table(bt.read(data))
    assert "x\\|y" in table.to_markdown()
    assert "a\\&b" in table.to_latex()
    assert "z\\_z" in table.to_latex()


def test_of_one_task_there_is_no_mean_over_tasks_and_no_second_average_rank():
    rng = np.random.default_rng(0)
    cases = {"case": range(30), **{model: rng.normal(0.5, 0.1, 30).tolist() for model in "abc"}}
    block = marked(bt.score_table(bt.read(cases)))
    (row,) = block.rows
    assert row == ("mean", *(f"{np.mean(cases[model]):.3f}" for model in "abc"))
    assert block.feet == 0
    written = bt.score_table(bt.read(cases)).to_latex()
    assert written.count("midrule") == 1
    assert "mean &" in written
    named = marked(bt.score_table(bt.read({"task": ["t"] * 30, **cases})))
    assert [name for name, *_ in named.rows] == ["t"]


@pytest.mark.parametrize(
    ("models", "rope"),
    [
        ("abc", "the rope is ±0.01 in units of the score"),
        ("ab", "0.1 standard deviations of the differences of the pair"),
    ],
)
def test_several_models_share_one_rope(models, rope):
    rng = np.random.default_rng(3)
    table = bt.score_table({"case": range(60), **{name: rng.integers(0, 2, 60) for name in models}})
    assert rope in table.rule
