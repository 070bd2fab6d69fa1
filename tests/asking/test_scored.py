"""Predictions are compared, ranked and asked about by a loss; whatever else is said of them is refused."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from syrupy.assertion import SnapshotAssertion

import betterthan as bt
from betterthan.asking.scored import Scoring
from betterthan.numerics.metrics.metric import Metric

RNG = np.random.default_rng(4)
N = 60
Y = RNG.integers(0, 2, N)
TABLE = {
    "case": [f"q{j}" for j in range(N)],
    "y": Y,
    **{name: np.clip(0.4 * Y + 0.3 + RNG.normal(0, 0.2, N), 0.01, 0.99).round(3) for name in ("a", "b", "c")},
}
TWO = {name: TABLE[name] for name in ("case", "y", "a", "b")}


def test_compared_by_a_loss() -> None:
    found = bt.compare(bt.predictions(TWO), loss="log", rope=0.01)
    assert isinstance(found, bt.Comparison)
    metrics = pytest.importorskip("sklearn.metrics")
    assert [model.mean for model in found.models] == pytest.approx([metrics.log_loss(Y, TWO[name]) for name in "ab"])
    assert found.estimate == pytest.approx(metrics.log_loss(Y, TWO["b"]) - metrics.log_loss(Y, TWO["a"]))
    assert "scored by log loss" in found.question.reason
    assert found.higher_is_better is False


def test_a_table_is_read_on_the_way(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("case,y,a,b\n" + "".join(",".join(map(str, row)) + "\n" for row in zip(*TWO.values(), strict=True)))
    expected = bt.compare(bt.predictions(TWO), loss="brier").estimate
    assert bt.compare(TWO, loss="brier").estimate == expected
    assert bt.compare(path, truth="y", loss="brier").estimate == expected


def test_two_files_of_predictions(tmp_path: Path) -> None:
    for name in "ab":
        rows = zip(TWO["case"], Y, TWO[name], strict=True)
        (tmp_path / f"{name}.csv").write_text("case,y,p\n" + "".join(",".join(map(str, row)) + "\n" for row in rows))
    found = bt.compare(tmp_path / "a.csv", tmp_path / "b.csv", loss="log")
    assert found.estimate == pytest.approx(bt.compare(TWO, loss="log").estimate)


def test_right_or_wrong_is_counted() -> None:
    labels = {**TWO, "a": (TWO["a"] > 0.5).astype(int), "b": (TWO["b"] > 0.5).astype(int)}
    found = bt.compare(labels, loss="zero-one")
    assert (found.procedure, found.higher_is_better) == ("bayes_mcnemar", True)
    assert found.cells is not None
    assert found.cells.n11 == int(((labels["a"] == Y) & (labels["b"] == Y)).sum())


def test_ranked_and_asked_about_by_a_loss() -> None:
    ranked = bt.rank(bt.predictions(TABLE), loss="log")
    assert {model.name for model in ranked.models} == {"a", "b", "c"}
    assert bt.question(TABLE, loss="log").procedure == "bayes_t"
    several = bt.compare(TABLE, loss="log")
    assert isinstance(several, bt.Comparisons)
    assert len(several.comparisons) == 3


def test_one_model_alone() -> None:
    found = bt.compare({name: TABLE[name] for name in ("case", "y", "a")}, loss="log")
    assert isinstance(found, bt.Estimate)
    assert (found.metric, found.higher_is_better) == ("log loss", False)


def test_costs_and_functions() -> None:
    predictions = bt.predictions(TWO)
    assert bt.compare(predictions, loss="cost", cost=5).models == bt.compare(predictions, loss="cost-5").models
    by_function = bt.compare(predictions, loss=lambda truth, output: (truth - output) ** 2)
    assert by_function.estimate == pytest.approx(bt.compare(predictions, loss="brier").estimate)
    turned = bt.compare(predictions, loss=lambda truth, output: -((truth - output) ** 2), higher_is_better=True)
    assert turned.estimate == pytest.approx(by_function.estimate)


def test_whole_numbers_are_values_where_the_loss_takes_values() -> None:
    grades = {"y": [1, 2, 3, 4, 2, 1, 3], "a": [1, 2, 3, 3, 2, 1, 1], "b": [2, 2, 2, 2, 3, 3, 3]}
    assert [model.mean for model in bt.compare(grades, loss="absolute").models] == pytest.approx([3 / 7, 7 / 7])


def test_advice_on_the_rope_is_given_to_those_who_gave_none() -> None:
    told = [note for note in bt.compare(TWO, loss="log").notes if note.startswith("On the rope: ")]
    assert told == [
        "On the rope: `rope=0.01` is a difference of 1% in the probability of the true class, as a geometric mean."
    ]
    assert not any(note.startswith("On the rope: ") for note in bt.compare(TWO, loss="log", rope=0.01).notes)
    assert any(note.startswith("On the rope: ") for note in bt.rank(TABLE, loss="log").notes)


def test_the_advice_on_the_log_loss_is_true() -> None:
    """A difference of d nats is a factor of exp(d) between the geometric means of the probability of the truth."""
    found = bt.compare(TWO, loss="log")
    of_truth = [np.where(Y, TWO[name], 1 - TWO[name]) for name in "ab"]
    ratio = np.prod(of_truth[0] / of_truth[1]) ** (1 / N)
    assert np.exp(found.estimate) == pytest.approx(ratio)


def test_checked_again() -> None:
    scores = bt.predictions(TWO).scores("log")
    found = bt.compare(scores)
    assert bt.check(found.document(), scores).agrees


WRONG: dict[str, Callable[[], Any]] = {
    "no loss": lambda: bt.compare(bt.predictions(TWO)),
    "no loss for a ranking": lambda: bt.rank(bt.predictions(TABLE)),
    "no loss that fits": lambda: bt.compare(bt.predictions({"y": Y, "a": 5 * TWO["a"], "b": TWO["b"]})),
    "a truth but no loss": lambda: bt.compare(TWO, truth="y"),
    "neither truth nor loss": lambda: bt.compare(TWO),
    "neither, texts": lambda: bt.compare({"label": ["u", "v"], "a": ["u", "u"], "b": ["v", "v"]}),
    "neither, values": lambda: bt.compare({"target": [0.5, 1.5], "a": [0.4, 1.6], "b": [1.0, 2.0]}),
    "a loss of scores": lambda: bt.compare(bt.read({"case": TWO["case"], "a": TWO["a"], "b": TWO["b"]}), loss="log"),
    "folds": lambda: bt.compare(bt.predictions(TWO), loss="log", folds=10),
    "a truth twice": lambda: bt.compare(bt.predictions(TWO), truth="y", loss="log"),
    "two arrays": lambda: bt.compare(TWO["a"], TWO["b"], loss="log"),
    "predictions and another table": lambda: bt.compare(bt.predictions(TWO), TWO, loss="log"),
    "a function without a loss": lambda: bt.estimate(bt.predictions(TWO)),
    "an argument of reading": lambda: bt.compare(TWO, loss="log", positive="1"),
    "an argument of others": lambda: bt.compare(TWO, y_true="y", loss="log"),
    "an argument of a loss": lambda: bt.estimate(TWO, loss="log"),
    "an argument for scores": lambda: bt.read(TWO, truth="y"),
}


@pytest.mark.parametrize("case", WRONG)
def test_refused(case: str, raised: Callable[..., str], snapshot: SnapshotAssertion) -> None:
    assert raised(WRONG[case]) == snapshot


def test_a_score_of_a_metrics_name_may_be_meant_only_by_its_name_alone():
    own = Metric("own", "own", "values", True, lambda truth, output: None, None)
    assert Scoring(metric="auroc").only_metric == "auroc"
    assert Scoring(metric=own).only_metric is None
    assert Scoring(metric="auroc", truth="y").only_metric is None
    assert Scoring(truth="y").only_metric is None
