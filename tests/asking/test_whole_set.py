"""Predictions compared by a metric of the whole test set, from what a user gives to what is said."""

from __future__ import annotations

import json

import numpy as np
import pytest
from scipy import stats

import betterthan as bt
from betterthan.errors import ArgumentError, NeedsNotMet


def columns(n=300, tasks=None, seed=1):
    rng = np.random.default_rng(seed)
    truth = (rng.random(n) < 0.35).astype(int)
    own = {
        name: 1 / (1 + np.exp(-(shift * truth - 1 + rng.normal(0, 1, n))))
        for name, shift in zip("abc", (2, 1.4, 1), strict=True)
    }
    made = {"case": np.arange(n), "y": truth, "a": own["a"], "b": own["b"]}
    if tasks:
        made["task"] = [f"t{j % tasks}" for j in range(n)]
    return made


def test_the_answer_is_that_of_the_procedure():
    given = bt.predictions(columns(), truth="y")
    found = bt.compare(given, metric="auroc", rope=0.02)
    posterior = bt.procedures.bayes_bootstrap(bt.measured(given, "auroc"))
    assert found.probabilities == posterior.probabilities(0.02)
    assert found.classical == bt.procedures.delong(bt.measured(given, "auroc"))
    assert [model.mean for model in found.models] == pytest.approx(bt.measured(given, "auroc").values)
    assert found.metric == "area under the ROC curve"


def test_the_intervals_of_the_models_are_those_of_delong_for_large_test_sets():
    given = bt.predictions(columns(20_000), truth="y")
    table = bt.measured(given, "auroc")
    from betterthan.numerics.delong import placements

    known = placements(table.predictions.truth, np.stack(table.outputs))
    for model, area, variance in zip(
        bt.compare(table, rope=0.01).models, known.aurocs, np.diag(known.covariance), strict=True
    ):
        low, high = stats.norm(area, np.sqrt(variance)).interval(0.95)
        assert (model.interval.low, model.interval.high) == pytest.approx((low, high), abs=0.05 * (high - low))


def test_without_a_rope_only_the_direction_is_said():
    found = bt.compare(bt.predictions(columns(), truth="y"), metric="auroc")
    assert found.probabilities.equivalent == 0
    assert found.probabilities.first == pytest.approx(found.posterior.direction().first)
    told = " ".join(found.to_text().split())
    assert "no default one: this says which model is better, not whether the difference matters" in told
    assert "practically" not in found.to_text()


@pytest.mark.parametrize(
    ("asked", "said"),
    [({}, True), ({"rope": 0.02}, False), ({"procedure": "delong"}, False), ({"rope": 0.0}, False)],
    ids=["no rope", "a rope", "a test", "a rope of no width"],
)
def test_that_there_is_no_rope_is_said_where_a_posterior_has_none(asked, said):
    found = bt.compare(bt.predictions(columns(), truth="y"), metric="auroc", **asked)
    assert any(note.startswith("No rope was given") for note in found.notes) == said


def test_every_form_can_be_made_and_read_back(tmp_path):
    found = bt.compare(bt.predictions(columns(), truth="y"), metric="f1", rope=0.02)
    assert bt.Comparison.from_dict(json.loads(found.to_json())) == found
    for suffix in ("html", "md", "tex", "csv", "txt", "json", "svg"):
        found.report(tmp_path / f"x.{suffix}") if suffix != "svg" else found.plot().figure.savefig(tmp_path / "x.svg")
        assert (tmp_path / f"x.{suffix}").stat().st_size > 100
    page = bt.compare(bt.predictions(columns(), truth="y"), metric="auroc", rope=0.02)
    page.report(tmp_path / "curves.html")
    assert "ROC curves" in (tmp_path / "curves.html").read_text()


def test_several_models_are_ranked_and_compared_at_a_stricter_threshold(tmp_path):
    made = columns() | {"c": 1 - columns()["b"]}
    given = bt.predictions(made, truth="y")
    found = bt.compare(given, metric="auroc", rope=0.01)
    assert [model.name for model in found.ranked.models] == ["a", "b", "c"]
    assert found.comparisons[0].decision.threshold == pytest.approx(1 - 0.05 / 3)
    assert sum(model.best for model in found.ranked.models) == pytest.approx(1)
    ranked = bt.rank(given, metric="auroc", rope=0.01)
    assert ranked.models == found.ranked.models
    numbered = {name: [j for j, tier in enumerate(ranked.tiers, start=1) if name in tier] for name in "abc"}
    assert {model.name: list(model.tiers) for model in ranked.models} == numbered
    assert numbered["a"][0] == 1 < numbered["c"][0]
    assert ranked.better[0][1] == pytest.approx(found.pair("a", "b").probabilities.first, abs=0.02)
    assert "each pair is judged by its own" in " ".join(found.to_text().split())
    assert bt.Comparisons.from_dict(json.loads(found.to_json())) == found
    found.report(tmp_path / "several.html")


def test_tasks_are_pooled_by_their_differences_and_spreads():
    given = bt.predictions(columns(1200, tasks=6), truth="y")
    found = bt.compare(given, metric="auroc", rope=0.02, per_task=True)
    assert found.procedure == "bayes_hierarchical_t"
    assert len(found.tasks) == 6
    one = bt.compare(given, metric="auroc", rope=0.02, task="t0")
    assert found.tasks[0].probabilities == one.probabilities
    sums = found.table.task_sums()
    assert sums.mean[0] == pytest.approx(float(np.subtract(*bt.measured(given.select_tasks(["t0"]), "auroc").values)))
    spread = np.sqrt(sums.ss[0] / (sums.n[0] - 1) / sums.n[0])  # of a mean of n
    assert spread == pytest.approx(one.posterior.sd, rel=0.03)


def test_clusters_are_drawn_whole():
    alone = bt.compare(bt.predictions(columns(), truth="y"), metric="accuracy", rope=0.01)
    made = columns() | {"cluster": np.repeat(np.arange(60), 5)}
    found = bt.compare(bt.predictions(made, truth="y"), metric="accuracy", rope=0.01)
    assert (found.n_units, found.unit) == (60, "clusters")
    assert found.classical.procedure == "bootstrap"
    assert found.posterior.sd != alone.posterior.sd


def test_subgroups_are_compared():
    made = columns() | {"site": ["north", "south"] * 150}
    found = bt.compare(bt.predictions(made, truth="y"), metric="auroc", rope=0.02, by="site")
    assert [group.group.value for group in found.groups] == ["north", "south"]


def test_a_function_and_a_name_of_scikit_learn():
    def own(truth, prediction, sample_weight):
        return float(np.average(np.abs(truth - prediction), weights=sample_weight))

    given = bt.predictions(columns(), truth="y")
    found = bt.compare(given, metric=own, higher_is_better=False, rope=0.01, draws=500)
    assert found.models[0].mean == pytest.approx(np.abs(columns()["a"] - columns()["y"]).mean())
    assert found.posterior.mean > 0
    pytest.importorskip("sklearn")
    named = bt.compare(given, metric="roc_auc", rope=0.01)
    assert named.metric == "area under the ROC curve"
    theirs = bt.compare(given, metric="jaccard", rope=0.01, draws=300)
    from sklearn.metrics import jaccard_score

    assert theirs.models[0].mean == pytest.approx(jaccard_score(columns()["y"], columns()["a"] > 0.5))


def test_as_many_draws_as_asked_for_also_of_each_models_own_metric():
    calls = []

    def own(truth, prediction, sample_weight):
        calls.append(None)
        return float(np.average(np.abs(truth - prediction), weights=sample_weight))

    given = bt.predictions(columns(), truth="y")
    bt.compare(given, metric=own, higher_is_better=False, rope=0.01, draws=100)
    posterior_test_and_own = 3 * 2 * 100
    assert posterior_test_and_own <= len(calls) < posterior_test_and_own + 20


def test_calibration_and_thresholds_on_the_way():
    given = bt.predictions(columns(), truth="y")
    found = bt.compare(given, loss="log", rope=0.01, held_out=0.4, calibrate="platt")
    assert found.n_units == 180
    assert any("Platt scaling was fitted on 120 cases held out" in note for note in found.notes)
    labels = bt.compare(given, metric="mcc", rope=0.01, held_out=0.4, operating_point="missed=0.08")
    assert any("share of positives missed is at most 0.08" in note for note in labels.notes)


def test_a_model_that_is_too_sure_is_found_by_a_check():
    made = columns(2000)
    made["b"] = 1 / (1 + np.exp(-4 * np.log(made["b"] / (1 - made["b"]))))
    found = bt.compare(bt.predictions(made, truth="y"), loss="log", rope=0.01)
    checks = {check.name: check for check in found.checks}
    assert checks["calibration of b"].status == "failed"
    assert "The probabilities of b visibly do not come true: they are too near 0 and 1" in " ".join(
        found.to_text().split()
    )


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"metric": "auroc", "loss": "log"}, "leave out one of the two"),
        ({"metric": "aurok"}, "auroc"),
        ({"metric": "rmse"}, "takes values"),
        ({"metric": "auroc", "against": 0.9}, "published number"),
        ({"metric": "auroc", "rope": "5%"}, "in its own units"),
        ({"metric": "auroc", "procedure": "bayes_t"}, "no single case has"),
        ({"metric": "ndcg"}, "say which documents belong to one"),
        ({"metric": "auroc", "calibrate": "platt"}, "never on those that are compared"),
        ({}, "Say how they are scored"),
    ],
)
def test_what_cannot_be_done_is_said(asked, message):
    with pytest.raises((ArgumentError, NeedsNotMet), match=message):
        bt.compare(bt.predictions(columns(), truth="y"), **asked)


def test_metrics_of_rankings_make_a_query_a_case():
    """Reciprocal ranks by hand: of three queries the first relevant document is in place 1, 2, 3 by a, 1, 1, 2 by b."""
    made = {
        "query": np.repeat(["q1", "q2", "q3", "q4"], 3),
        "rel": [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0],
        "a": [0.9, 0.2, 0.1, 0.9, 0.5, 0.1, 0.9, 0.5, 0.1, 0.3, 0.2, 0.1],
        "b": [0.9, 0.2, 0.1, 0.4, 0.5, 0.1, 0.9, 0.1, 0.5, 0.3, 0.2, 0.1],
    }
    given = bt.predictions(made, truth="rel", cluster="query", kind="score")
    found = bt.compare(given, metric="mrr", rope=0.01)
    assert (found.n_units, found.unit) == (4, "cases")
    assert [model.mean for model in found.models] == pytest.approx([(1 + 1 / 2 + 1 / 3) / 4, (1 + 1 + 1 / 2) / 4])
    assert any("a query is a case; without a relevant document it is 0" in note for note in found.notes)


def test_one_class_only_is_said():
    made = columns() | {"y": np.zeros(300, dtype=int)}
    with pytest.raises((ArgumentError, NeedsNotMet)):
        bt.compare(
            bt.predictions(made, truth="y", classes=["0", "1"], positive="1", kind="probabilities"), metric="auroc"
        )


@pytest.mark.parametrize("metric", ["auroc", "f1", "average-precision"])
def test_scaling_is_what_the_same_cases_several_times_would_say(metric):
    made = {name: values[:120] for name, values in columns().items() if name != "case"}
    found = bt.compare(bt.predictions(made, truth="y"), metric=metric, rope=0.02)
    scaled = bt.scaling(found, factors=[1, 4, 9])
    assert scaled.probabilities[0] == pytest.approx(found.probabilities, abs=1e-9)
    assert scaled.p_values[0] == pytest.approx(found.p_value)
    for k, shares in zip((4, 9), scaled.probabilities[1:], strict=True):
        several = bt.compare(
            bt.predictions({name: np.tile(values, k) for name, values in made.items()}, truth="y"),
            metric=metric, rope=0.02,
        )  # fmt: skip
        # the draws of both have an error of 0.007 each, and the shape changes a little with k
        assert shares == pytest.approx(several.probabilities, abs=0.025)
    assert scaled.units == (120, 480, 1080)
    assert bt.Scaling.from_dict(json.loads(json.dumps(scaled.document()))) == scaled
    assert "whose spread falls as 1/√k" in " ".join(scaled.to_text().split())


def test_scaling_needs_no_scores_and_says_what_would_decide():
    found = bt.compare(bt.predictions(columns(), truth="y"), metric="auroc", rope=0.05, draws=4000)
    again = bt.Comparison.from_dict(found.document())
    assert bt.scaling(again).probabilities == bt.scaling(found).probabilities
    assert found.verdict == "undecided"
    (needed,) = found.outlook.needed
    assert needed.unit == "cases"
    assert needed.needed == pytest.approx(bt.scaling(found).needed_units, rel=0.1)  # about the median, and the mean
    with pytest.raises(ArgumentError, match="needs a posterior"):
        bt.scaling(bt.compare(bt.predictions(columns(), truth="y"), metric="auroc", procedure="delong"))


def test_other_answers_about_a_metric():
    found = bt.compare(bt.predictions(columns(), truth="y"), metric="auroc", rope=0.02)
    assert len(bt.sensitivity(found).ropes) > 3
    assert bt.question(bt.predictions(columns(), truth="y"), metric="auroc").procedure == "bayes_bootstrap"


def test_the_command_line(tmp_path, command):
    made = columns()
    rows = [f"{c},{y},{a:.6f},{b:.6f}" for c, y, a, b in zip(*made.values(), strict=True)]
    (tmp_path / "preds.csv").write_text("case,y,a,b\n" + "\n".join(rows) + "\n")
    found = command(
        "compare", tmp_path / "preds.csv", "--column", "truth=y", "--metric", "auroc", "--rope", "0.02", "--json"
    )
    assert found.code == 0, found.err
    (record,) = json.loads(found.out)["comparisons"]
    assert (record["metric"], record["procedure"]) == ("area under the ROC curve", "bayes_bootstrap")
    held = command(
        "compare",
        tmp_path / "preds.csv",
        "--column",
        "truth=y",
        "--loss",
        "log",
        "--held-out",
        "0.3",
        "--calibrate",
        "platt",
    )
    assert held.code == 0, held.err
    assert "Platt scaling was fitted on 90 cases" in " ".join(held.out.split())
    ranked = command("rank", tmp_path / "preds.csv", "--column", "truth=y", "--metric", "auroc", "--rope", "0.02")
    assert ranked.code == 0, ranked.err
