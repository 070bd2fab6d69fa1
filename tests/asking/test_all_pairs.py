"""compare with more than two models: pairs, adjusted p-values, ranking, gaps, all forms."""

from __future__ import annotations

import json

import numpy as np
import pytest
from click.testing import CliRunner

import betterthan as bt
from betterthan.cli.main import cli
from betterthan.numerics.multiplicity import adjust
from betterthan.report.build import report_of
from betterthan.report.render.text import text
from betterthan.simulation.replication.printed import printed_in
from betterthan.vocabulary import REGIONS
from betterthan.words.pairs import pairs_methods

FORMS = (".html", ".md", ".tex", ".txt", ".json", ".csv", ".svg", ".pdf", ".png")


def table(models="abcd", tasks=12, seed=0):
    """Models a quarter of a point apart, on tasks of different difficulty."""
    rng = np.random.default_rng(seed)
    level = rng.normal(70, 8, tasks)
    columns = {name: (level - j + rng.normal(0, 1, tasks)).tolist() for j, name in enumerate(models)}
    return {"task": [f"task {j}" for j in range(tasks)], **columns}


@pytest.fixture(scope="module")
def found():
    return bt.compare(bt.read(table()), rope=0.5)


def test_all_pairs_and_the_ranking(found):
    assert isinstance(found, bt.Comparisons)
    assert [(pair.first, pair.second) for pair in found.comparisons] == [
        ("a", "b"), ("a", "c"), ("a", "d"), ("b", "c"), ("b", "d"), ("c", "d")
    ]  # fmt: skip
    assert [model.name for model in found.ranked.models] == ["a", "b", "c", "d"]
    assert [model.name for model in found.models] == ["a", "b", "c", "d"]


def test_a_pair_among_others_is_answered_as_if_alone(found):
    alone = bt.compare(bt.read(table()), first="b", second="d", rope=0.5)
    with pytest.raises(bt.ArgumentError, match="`b` came first in this comparison"):
        found.pair("d", "b")
    pair = found.pair("b", "d")
    assert pair.probabilities == alone.probabilities
    assert pair.classical == alone.classical
    assert pair.effects == alone.effects


@pytest.mark.parametrize("method", ["holm", "bonferroni", "hommel", "benjamini-hochberg", "none"])
def test_p_values_are_adjusted_over_the_pairs(method):
    made = bt.compare(bt.read(table()), rope=0.5, adjust=method)
    plain = [pair.classical.p_value for pair in made.comparisons]
    assert [pair.p_adjusted for pair in made.comparisons] == pytest.approx(adjust(plain, method).tolist())
    document = json.loads(made.to_json())
    assert [each["classical"]["p_adjusted"] for each in document["comparisons"]] == pytest.approx(
        adjust(plain, method).tolist()
    )


def test_a_reference_against_the_rest():
    made = bt.compare(bt.read(table()), rope=0.5, pairs="c")
    assert [(pair.first, pair.second) for pair in made.comparisons] == [("c", "a"), ("c", "b"), ("c", "d")]


def test_the_best_was_chosen_by_looking():
    made = bt.compare(bt.read(table()), rope=0.5, pairs="best")
    assert {pair.first for pair in made.comparisons} == {"a"}
    assert any("chosen as the best by looking" in note for note in made.notes)


def test_without_a_rope_all_pairs_have_the_same():
    made = bt.compare(bt.read(table()), procedure="bayes_t")
    ropes = {(pair.rope.low, pair.rope.high) for pair in made.comparisons}
    assert len(ropes) == 1
    assert "pooled over all pairs" in made.comparisons[0].rope.source
    scores = np.array([table()[name] for name in "abcd"])
    spread = np.mean([np.var(scores[j] - scores[k], ddof=1) for j in range(4) for k in range(j + 1, 4)]) ** 0.5
    assert made.comparisons[0].rope.high == pytest.approx(0.1 * spread)


def test_a_procedure_of_all_models_is_run_once_for_all_pairs():
    made = bt.compare(bt.read(table()), rope=0.5, procedure="bayes_joint")
    for pair in made.comparisons:
        assert pair.procedure == "bayes_joint"
        assert pair.result == made.ranked.result.pair(pair.first, pair.second)


def test_gaps_are_used_where_they_can_be_and_named():
    rows = [
        (model, task, score)
        for model, values in table().items()
        if model != "task"
        for task, score in zip(table()["task"], values, strict=True)
        if (model, task) not in {("b", "task 3"), ("d", "task 3"), ("d", "task 4")}
    ]
    data = dict(zip(("model", "task", "score"), map(list, zip(*rows, strict=True)), strict=True))
    made = bt.compare(bt.read(data), rope=0.5)
    assert {(pair.first, pair.second): pair.n_units for pair in made.comparisons} == {
        ("a", "b"): 11, ("a", "c"): 12, ("a", "d"): 10, ("b", "c"): 11, ("b", "d"): 10, ("c", "d"): 10
    }  # fmt: skip
    assert any("3 of 48 cells" in note for note in made.notes)
    assert made.ranked.result.diagnostics.figures["missing scores"] == 3


def test_json_round_trip(found):
    document = json.loads(found.to_json())
    assert bt.Comparisons.from_dict(document).to_json() == found.to_json()
    assert {"schema", "version", "question", "models", "comparisons", "rankings", "notes"} <= document.keys()
    assert document["rankings"][0]["models"][0]["name"] == "a"


@pytest.mark.parametrize("suffix", FORMS)
def test_every_form_is_written(found, tmp_path, suffix):
    path = found.report(tmp_path / f"out{suffix}")
    assert path.stat().st_size > 500
    assert found.ranked.tiers


def test_the_table_of_pairs_has_everything(found):
    row = found.to_rows()[0]
    for name in ("estimate", "low", "p_first", "p_equivalent", "p_second", "verdict", "effect_size", "p_value"):
        assert row[name] is not None or name == "low"
    assert row["p_adjusted"] >= row["p_value"]
    assert len(found.to_frame()) == 6


def test_the_matrix_of_pairs(found):
    names, better = found.better()
    assert names == ("a", "b", "c", "d")
    assert better[0, 3] == found.pair("a", "d").probabilities.first
    assert better[3, 0] == found.pair("a", "d").probabilities.second
    assert np.isnan(np.diag(better)).all()


def test_text_fits_the_terminal(found):
    assert max(map(len, text(report_of(found)).splitlines())) <= 80


def test_folds_of_one_task_are_compared_pair_by_pair_without_a_ranking():
    rng = np.random.default_rng(0)
    rows = {"fold": [str(j) for j in range(10)], **{name: rng.normal(0.8, 0.02, 10).tolist() for name in "abc"}}
    made = bt.compare(bt.read(rows), rope=0.01)
    assert {pair.procedure for pair in made.comparisons} == {"bayes_correlated_t"}
    assert made.ranked is None
    assert any(note.startswith("No joint ranking") for note in made.notes)


def test_cases_of_one_task_are_compared_and_ranked():
    rng = np.random.default_rng(0)
    right = {
        name: rng.binomial(1, share, 200).astype(float).tolist()
        for name, share in zip("abc", (0.9, 0.7, 0.6), strict=True)
    }
    made = bt.compare(bt.read({"case": [str(j) for j in range(200)], **right}), rope=0.02)
    assert {pair.procedure for pair in made.comparisons} == {"bayes_mcnemar"}
    assert made.ranked.models[0].name == "a"
    assert made.ranked.unit == "cases"


def test_per_task(found):
    rng = np.random.default_rng(1)
    rows = [
        (model, task, str(case), rng.normal(0.1 * j, 1))
        for j, model in enumerate("abc")
        for task in ("x", "y", "z")
        for case in range(10)
    ]
    data = dict(zip(("model", "task", "case", "score"), map(list, zip(*rows, strict=True)), strict=True))
    made = bt.compare(bt.read(data), rope=0.1, per_task=True)
    assert all([part.task for part in pair.tasks] == ["x", "y", "z"] for pair in made.comparisons)
    assert all(pair.p_adjusted is not None for pair in made.comparisons)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"pairs": "z"}, "There is no reference model `z`"),
        ({"adjust": "hohlm"}, "There is no adjustment `hohlm`"),
        ({"pairs": "a", "first": "a", "second": "b"}, "contradict"),
        ({"by": "task"}, "Subgroups"),
        ({"procedure": "f_5x2cv"}, "f_5x2cv"),
    ],
)
def test_bad_input(options, message):
    with pytest.raises(bt.BetterthanError, match=message):
        bt.compare(bt.read(table()), rope=0.5, **options)


def test_two_models_where_three_are_needed():
    with pytest.raises(bt.NeedsNotMet, match="at least 3 models; this table has 2"):
        bt.compare(bt.read(table("ab")), procedure="nemenyi")


def run(*arguments, data):
    return CliRunner().invoke(cli, list(arguments), input=data)


def csv(columns):
    lines = [",".join(columns), *(",".join(map(str, row)) for row in zip(*columns.values(), strict=True))]
    return "\n".join(lines) + "\n"


def test_the_command_line(tmp_path):
    data = csv(table())
    result = run("compare", "-", "--rope", "0.5", "--pairs", "b", "--adjust", "bonferroni", "--json", data=data)
    document = json.loads(result.output)
    assert [(each["first"], each["second"]) for each in document["comparisons"]] == [("b", "a"), ("b", "c"), ("b", "d")]
    assert document["adjustment"] == "bonferroni"
    ranked = json.loads(run("rank", "-", "--rope", "0.5", "--json", data=data).output)
    assert [model["name"] for model in ranked["rankings"][0]["models"]] == ["a", "b", "c", "d"]
    shown = run("rank", "-", "--rope", "0.5", "--table", "-o", str(tmp_path / "r.tex"), data=data)
    assert "average rank" in shown.output
    assert "\\toprule" in (tmp_path / "r.tex").read_text()


# On the accuracies of five classifiers on 54 data sets, the ten pairs of three tables of Benavoli et al. (2017), each
# in one call.


def test_table_8_in_one_call(uci54_means):
    made, printed = (
        bt.compare(uci54_means, procedure="wilcoxon", method="normal"),
        printed_in("benavoli2017", "Table 8"),
    )
    for pair in made.comparisons[:-1]:
        assert pair.result.p_value == pytest.approx(printed[f"{pair.first}–{pair.second}", "p"], abs=0.0005)
    assert made.comparisons[-1].result.p_value == pytest.approx(0.0009, abs=5e-5), "printed 0.000"


def test_table_9_in_one_call(uci54_means):
    made = bt.compare(
        uci54_means, rope=0.01, procedure="bayes_signed_rank", z0="split", prior_strength=0.4, draws=300_000, rng=0,
        reading="winner",
    )  # fmt: skip
    as_printed(made, "Table 9", within=0.005)


def test_table_12_in_one_call(uci54_scores):
    """From the folds themselves; from their sums it is in tests/test_published_q3.py."""
    made = bt.compare(uci54_scores, rope=0.01, procedure="bayes_hierarchical_t", prior="baycomp", reading="winner")
    as_printed(made, "Table 12", within=0.015)


def as_printed(made, table, within):
    printed = printed_in("benavoli2017", table)
    for pair in made.comparisons:
        expected = [printed[f"{pair.first}–{pair.second}", region] for region in REGIONS]
        assert pair.probabilities == pytest.approx(expected, abs=within)


def test_every_pair_on_every_task_is_told(tmp_path):
    rng = np.random.default_rng(5)
    scores = rng.normal(0.8, 0.05, (24, 1)) + rng.normal([0.0, 0.02, 0.04], 0.02, (24, 3))
    columns = {"task": np.repeat(["s", "t", "u"], 8), "case": np.tile(np.arange(8), 3)}
    made = bt.compare(bt.read({**columns, **dict(zip("abc", scores.T, strict=True))}), rope=0.01, per_task=True)
    told = next(block for block in report_of(made).blocks if block.key == "tasks")
    assert [row[0] for row in told.rows] == ["s", "t", "u"] * 3
    assert 'data-key="tasks"' in made.report(tmp_path / "out.html").read_text()


def test_losses_are_told_of_several_models():
    rng = np.random.default_rng(6)
    columns = {"task": [f"t{j}" for j in range(12)], **{name: rng.normal(1, 0.1, 12) for name in "abc"}}
    made = bt.compare(bt.read(columns, higher_is_better=False), rope=0.01)
    assert any("losses" in note for note in made.notes)
    assert any("losses" in note for note in made.ranked.notes)


def test_pairs_on_different_tasks_are_not_all_described_by_the_first():
    rng = np.random.default_rng(7)
    columns = {"task": [f"t{j}" for j in range(12)], **{name: rng.normal(0.8, 0.1, 12).tolist() for name in "abc"}}
    columns["c"][3] = None
    made = bt.compare(bt.read(columns), rope=0.01)
    assert report_of(made).question.startswith("Of each pair, on the tasks that both have (a and b)")


def losses(models="ab", without=()):
    """0/1 losses on six tasks; the first model errs least."""
    rng = np.random.default_rng(11)
    rows = [
        (model, f"t{task}", str(case), float(rng.random() < 0.1 + 0.15 * j))
        for j, model in enumerate(models) for task in range(6) for case in range(40) if (model, task) not in without
    ]  # fmt: skip
    columns = dict(zip(("model", "task", "case", "score"), map(list, zip(*rows, strict=True)), strict=True))
    tasks = {model: {row[1] for row in rows if row[0] == model} for model in models}
    on_task = {key: np.mean([row[3] for row in rows if row[:2] == key]) for key in {row[:2] for row in rows}}
    rates = {model: np.mean([on_task[model, task] for task in tasks[model]]) for model in models}
    return bt.read(columns, higher_is_better=False), rates


def test_means_of_losses_of_0_and_1_are_error_rates():
    """They are read as 1 - loss; their means over tasks are no longer 0 or 1, and must be turned back all the same."""
    scores, rates = losses()
    found = bt.compare(scores, rope=0.01)
    assert {model.name: model.mean for model in found.models} == pytest.approx(rates)
    assert found.rope.high == 0.01
    relative = bt.compare(scores, rope=bt.Rope.relative(0.1), procedure="bayes_t")
    assert relative.rope.high == pytest.approx(0.1 * rates["b"])
    low, high = bt.figures.pairing(bt.pair(scores)).get_xlim()
    assert 0 <= low < high <= 1


@pytest.mark.parametrize("without", [(), {("c", 0)}])
def test_error_rates_of_several_models(without):
    scores, rates = losses("abc", without)
    ranked = bt.rank(scores, rope=0.01)
    assert {model.name: model.mean for model in ranked.models} == pytest.approx(rates)
    assert dict(zip("abc", bt.score_table(scores, rope=0.01).overall, strict=True)) == pytest.approx(rates)
    if not without:
        assert {row["model"]: row["mean"] for row in bt.model_means(scores).to_rows()} == pytest.approx(rates)


def test_names_in_brackets_are_names():
    rng = np.random.default_rng(12)
    columns = {name: rng.normal(0.8, 0.1, 6) for name in ("resnet[v1]", "resnet[v2]", "c[/x]")}
    made = bt.compare(bt.read({"task": list("stuvwx"), **columns}), rope=0.01)
    shown = text(report_of(made))
    assert all(shown.count(name) > 2 for name in columns)


def test_the_ropes_of_pairs_are_told_only_if_they_are_one():
    rng = np.random.default_rng(13)
    columns = {name: rng.normal(0.8, 0.05, 12) for name in "abc"}
    scores = bt.read({"task": [f"t{j}" for j in range(12)], **columns})
    assert "was ±0.01 in units of the score" in pairs_methods(bt.compare(scores, rope=0.01))[0]
    relative = bt.compare(scores, rope=bt.Rope.relative(0.1), procedure="bayes_t")
    assert "Each pair had a region of practical equivalence of its own" in pairs_methods(relative)[0]


def test_a_rope_in_log_odds_is_taken_by_compare_and_by_rank():
    rng = np.random.default_rng(14)
    scores = bt.read({"task": [f"t{j}" for j in range(12)], **{name: rng.normal(0.8, 0.05, 12) for name in "abc"}})
    made = bt.compare(scores, procedure="bayes_plackett_luce", rope="1log-odds")
    assert (
        made.comparisons[0].rope.high
        == bt.rank(scores, procedure="bayes_plackett_luce", rope="1log-odds").rope.high
        == 1.0
    )
