"""A metric by its name: a score that the input holds, or one that is computed from predictions."""

from __future__ import annotations

import numpy as np
import pytest

import betterthan as bt

RNG = np.random.default_rng(2)
LONG = {
    "task": [f"t{j // 2}" for j in range(16)],
    "model": ["a", "b"] * 8,
    "auroc": 0.8 + RNG.normal(0, 0.02, 16),
    "F1": 0.6 + RNG.normal(0, 0.02, 16),
}
ROWS = {
    "task": LONG["task"] * 2,
    "model": LONG["model"] * 2,
    "metric": ["auroc"] * 16 + ["F1"] * 16,
    "value": [*LONG["auroc"], *LONG["F1"]],
}
TRUTH = np.arange(60) % 3 % 2
PREDICTIONS = {"case": np.arange(60), "y": TRUTH, "a": TRUTH + RNG.normal(0, 1, 60), "b": TRUTH + RNG.normal(0, 1, 60)}


def csv(columns):
    rows = zip(*columns.values(), strict=True)
    return "\n".join([",".join(columns), *(",".join(map(str, row)) for row in rows)]) + "\n"


@pytest.mark.parametrize("table", [LONG, ROWS], ids=["columns", "rows"])
@pytest.mark.parametrize(("metric", "held"), [("auroc", "auroc"), ("f1", "F1")])
def test_a_score_of_that_name_wins(table, metric, held):
    found = bt.compare(table, metric=metric, rope=0.01)
    known = bt.compare(bt.read(table, metric=held), rope=0.01)
    assert found.probabilities == known.probabilities
    assert any(note.startswith(f"`{held}` is a score that the dict holds") for note in found.notes)
    assert f"scored by `{held}`, as the input has it" in found.question.reason
    assert bt.rank(table, metric=metric).models[0].mean == bt.rank(bt.read(table, metric=held)).models[0].mean


def test_else_it_is_computed():
    found = bt.compare(PREDICTIONS, metric="auroc", rope=0.01)
    assert found.metric == "area under the ROC curve"
    assert found.probabilities == bt.compare(bt.predictions(PREDICTIONS), metric="auroc", rope=0.01).probabilities


def test_where_it_may_be_either_it_is_asked():
    long = {
        "case": [*range(60)] * 2,
        "label": [*TRUTH] * 2,
        "model": ["a"] * 60 + ["b"] * 60,
        "prediction": [*(PREDICTIONS["a"] > 0.5).astype(int), *(PREDICTIONS["b"] > 0.5).astype(int)],
    }
    long["accuracy"] = [int(p == t) for p, t in zip(long["prediction"], long["label"], strict=True)]
    with pytest.raises(
        bt.BetterthanError, match='For the scores: `score="accuracy"` and no metric; to compute it: `truth='
    ):
        bt.compare(long, metric="accuracy")
    computed = bt.compare(long, metric="accuracy", truth="label", rope=0.01)
    scored = bt.compare(bt.read(long, score="accuracy"), rope=0.01)
    assert [model.mean for model in computed.models] == pytest.approx([model.mean for model in scored.models])


def test_neither_is_said():
    with pytest.raises(
        bt.BetterthanError, match="no score called `mcc`, and no column that is known to hold what is true"
    ):
        bt.compare(LONG, metric="mcc")


def test_a_pipe_is_opened_once(command):
    labels = PREDICTIONS | {"a": TRUTH, "b": (PREDICTIONS["b"] > 0.5).astype(int)}
    for table, said in ((ROWS, "scored by `F1`"), (labels, "the F1 of the whole test set")):
        ran = command("compare", "-", "--metric", "f1", "--rope", "0.01", stdin=csv(table))
        assert ran.code == 0, ran.err
        assert said in " ".join(ran.out.split())
