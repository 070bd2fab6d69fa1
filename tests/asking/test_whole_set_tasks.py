"""Several models by a metric of the whole test set, over several tasks: each task has one number of each model."""

from __future__ import annotations

import json

import numpy as np
import pytest

import betterthan as bt

MODELS = {"a": 2.2, "b": 1.6, "c": 1.5}


def columns(tasks=5, n=70, seed=3):
    rng = np.random.default_rng(seed)
    total = tasks * n
    truth = (rng.random(total) < 0.4).astype(int)
    made = {"case": np.arange(total), "y": truth, "task": [f"t{j % tasks}" for j in range(total)]}
    return made | {name: shift * truth + rng.normal(0, 1, total) for name, shift in MODELS.items()}


GIVEN = columns()


def by_task(measure):
    """The metric of every model on every task, by a function that is not ours."""
    task = np.array(GIVEN["task"])
    rows = [(t, m, measure(GIVEN["y"][task == t], GIVEN[m][task == t])) for t in sorted(set(task)) for m in MODELS]
    return dict(zip(("task", "model", "score"), map(list, zip(*rows, strict=True)), strict=True))


def test_the_ranking_is_that_of_the_metric_of_each_task():
    metrics = pytest.importorskip("sklearn.metrics")
    known = bt.rank(bt.read(by_task(metrics.roc_auc_score)), rope=0.02)
    found = bt.rank(bt.predictions(GIVEN), metric="auroc", rope=0.02)
    assert [model.name for model in found.models] == [model.name for model in known.models]
    assert np.array(found.better) == pytest.approx(np.array(known.better), abs=1e-9)
    assert [model.mean for model in found.models] == pytest.approx([model.mean for model in known.models], abs=1e-12)


def test_pairs_are_those_of_two_models_and_verdicts_rest_on_the_joint_model():
    given = bt.predictions(GIVEN)
    found = bt.compare(given, metric="auroc", rope=0.02)
    assert {pair.joint is not None for pair in found.comparisons} == {True}
    for pair in found.comparisons:
        alone = bt.compare(given, metric="auroc", rope=0.02, first=pair.first, second=pair.second)
        assert pair.estimate == pytest.approx(alone.estimate, abs=2e-3)
        assert pair.probabilities == pytest.approx(alone.probabilities, abs=0.01)  # other draws: 0.5% of each spread
        ranked = found.ranked.result.pair(pair.first, pair.second).probabilities(0.02)
        assert pair.joint == pytest.approx(ranked, abs=1e-9)
        assert pair.given.rope is True
    assert "scored by the area under the ROC curve" in found.question.reason


def test_every_task_of_every_pair_is_compared_if_asked():
    found = bt.compare(bt.predictions(GIVEN), metric="auroc", per_task=True, pairs="a")
    assert [len(pair.tasks) for pair in found.comparisons] == [5, 5]
    one = found.comparisons[0].tasks[2]
    alone = bt.compare(bt.predictions(GIVEN), metric="auroc", first="a", second="b", task="t2")
    assert one.probabilities == alone.probabilities


def test_without_a_rope_only_the_direction_is_said():
    for found in (bt.rank(bt.predictions(GIVEN), metric="auroc"), bt.compare(bt.predictions(GIVEN), metric="auroc")):
        ranked = getattr(found, "ranked", found)
        assert (ranked.rope.low, ranked.rope.high) == (0, 0)
        assert any("says which model is better, not whether the difference matters" in note for note in found.notes)
    assert found.comparisons[0].given.rope is False


def test_errors_of_tasks_on_other_scales_are_ranked_by_places():
    scale = np.array([1, 1000, 3, 2e5, 40])[np.arange(350) % 5]
    rng = np.random.default_rng(5)
    truth = rng.normal(0, 1, 350)
    errors = {name: scale * (truth + rng.normal(0, sd, 350)) for name, sd in (("a", 0.5), ("b", 0.6), ("c", 0.9))}
    given = bt.predictions({"case": np.arange(350), "task": GIVEN["task"], "y": scale * truth, **errors})
    found = bt.rank(given, metric="rmse")
    assert found.procedure == "bayes_plackett_luce"
    assert not any("whether the difference matters" in note for note in found.notes)


def test_two_tasks_are_compared_but_not_ranked():
    given = bt.predictions(GIVEN)
    found = bt.compare(given, metric="auroc", rope=0.02, task=["t0", "t1"])
    assert found.ranked is None
    assert any("No joint ranking" in note for note in found.notes)
    assert not any("The joint model of all models takes" in note for note in found.notes)
    with pytest.raises(bt.BetterthanError, match="needs at least 3"):
        bt.rank(given, metric="auroc", rope=0.02, task=["t0", "t1"])


def test_documents_are_read_back_and_checked():
    given = bt.predictions(GIVEN)
    for found, read_back in (
        (bt.compare(given, metric="auroc", rope=0.02, per_task=True), bt.Comparisons),
        (bt.rank(given, metric="auroc", rope=0.02), bt.Ranked),
        (bt.compare(given, metric="auroc", rope=0.02, task="t0", first="a", second="b"), bt.Comparison),
    ):
        document = json.loads(json.dumps(found.document()))
        assert read_back.from_dict(document) == found
        assert bt.check(document).agrees
        assert bt.check(document, bt.measured(given, "auroc")).agrees
