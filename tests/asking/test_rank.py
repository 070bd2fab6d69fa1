"""rank: places, tiers, wins and gaps, end to end from a file."""

from __future__ import annotations

import json

import numpy as np
import pytest
from scipy import stats

import betterthan as bt
from betterthan.answers.ranked import Ranked
from betterthan.data.pairing import pair_all
from betterthan.numerics.ranks import average_ranks, wins_ties_losses
from betterthan.words.rankings import ranking_methods

TABLE = {
    "task": ["t1", "t2", "t3", "t4", "t5", "t6"],
    "a": [0.82, 0.91, 0.73, 0.65, 0.84, 0.77],
    "b": [0.79, 0.88, 0.71, 0.67, 0.82, 0.74],
    "c": [0.76, 0.86, 0.69, 0.63, 0.80, 0.72],
}


def long(gaps=()):
    """The same table with one row per score; a gap is a (model, task) that is not there."""
    rows = [
        (model, task, score)
        for model in "abc"
        for task, score in zip(TABLE["task"], TABLE[model], strict=True)
        if (model, task) not in gaps
    ]
    return dict(zip(("model", "task", "score"), map(list, zip(*rows, strict=True)), strict=True))


def test_ranking_of_a_small_table():
    found = bt.rank(bt.read(TABLE), rope=0.01)
    assert [model.name for model in found.models] == ["a", "b", "c"]
    assert sum(model.best for model in found.models) == pytest.approx(1)
    assert sum(model.place for model in found.models) == pytest.approx(6)
    assert sum(model.effect for model in found.models) == pytest.approx(0, abs=1e-12)
    assert [model.average_rank for model in found.models] == pytest.approx([7 / 6, 11 / 6, 3.0])
    assert [(model.wins, model.ties, model.losses) for model in found.models] == [(11, 0, 1), (7, 0, 5), (0, 0, 12)]
    assert {test.procedure for test in found.tests} == {"friedman", "nemenyi"}
    assert found.tests[0].statistic == pytest.approx(10.333, abs=1e-3)
    assert found.better[0][2] == pytest.approx(found.result.pair("a", "c").probabilities(0.01).first, abs=1e-9)


def test_the_matrix_agrees_with_the_pairs():
    found = bt.rank(bt.read(TABLE), rope=0.02)
    names = [model.name for model in found.models]
    for j, row in enumerate(names):
        for k, column in enumerate(names):
            if j != k:
                pair = found.result.pair(row, column).probabilities(0.02)
                assert found.better[j][k] == pytest.approx(pair.first, abs=1e-9)


def test_a_model_without_a_result_on_a_task_is_used_where_it_has_one():
    found = bt.rank(bt.read(long(gaps={("b", "t2"), ("c", "t5")})), rope=0.01)
    assert {model.name: model.n for model in found.models} == {"a": 6, "b": 5, "c": 5}
    assert any("2 of 18 cells" in note and "`t2`" in note and "`t5`" in note for note in found.notes)
    assert "common" in found.result.prior


def test_one_gap_is_told_in_the_singular():
    notes = bt.rank(bt.read(long(gaps={("b", "t2")})), rope=0.01).notes
    assert any("(a model on a task) has no score: b on `t2`. It is left out" in note for note in notes)


def test_a_task_with_one_model_only_is_said_to_tell_nothing():
    found = bt.rank(bt.read(long(gaps={("b", "t2"), ("c", "t2")})), rope=0.01)
    assert any("1 task with one model only (`t2`)" in note for note in found.notes)


def test_models_that_no_task_joins_are_refused():
    gaps = {("a", task) for task in ("t4", "t5", "t6")} | {("b", task) for task in ("t1", "t2", "t3")}
    gaps |= {("c", task) for task in ("t1", "t2", "t3")}
    with pytest.raises(bt.NeedsNotMet, match="common tasks join"):
        bt.rank(bt.read(long(gaps=gaps)))


def test_json_round_trip():
    found = bt.rank(bt.read(TABLE), rope=0.01)
    document = json.loads(found.to_json())
    back = Ranked.from_dict(document["rankings"][0])
    assert back.to_json() == found.to_json()
    assert back.result.pair("a", "b") == found.result.pair("a", "b")


def test_losses_are_ranked_from_the_smallest():
    losses = {name: values if name == "task" else [1 - score for score in values] for name, values in TABLE.items()}
    found = bt.rank(bt.read(losses, higher_is_better=False), rope=0.01)
    assert [model.name for model in found.models] == ["a", "b", "c"]
    assert found.models[0].mean == pytest.approx(np.mean(losses["a"]))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"rope": (-0.01, 0.02)}, "symmetric"),
        ({"procedure": "bayes_t"}, "does not rank"),
        ({"procedure": "friedman"}, "does not rank"),
        ({"threshold": 0.3}, "threshold"),
        ({"models": ("a", "z")}, "z"),
    ],
)
def test_bad_input(options, message):
    with pytest.raises(bt.BetterthanError, match=message):
        bt.rank(bt.read(TABLE), **options)


def test_scores_on_different_scales_are_ranked_by_ranks():
    scaled = {name: list(values) for name, values in TABLE.items()}
    for name in "abc":
        scaled[name] = [score * 10.0**place for place, score in enumerate(scaled[name])]
    found = bt.rank(bt.read(scaled), draws=500)
    assert found.procedure == "bayes_plackett_luce"
    assert found.models[0].name == "a"


def test_average_ranks_and_wins_with_gaps():
    scores = np.array([[1.0, 2.0, np.nan], [3.0, 3.0, 1.0], [np.nan, 5.0, 6.0]])
    assert average_ranks(scores) == pytest.approx([(2 + 1.5) / 2, (1 + 1.5 + 2) / 3, (3 + 1) / 2])
    assert wins_ties_losses(scores)[0].tolist() == [[0, 0, 0], [0, 1, 1], [1, 0, 0]]


def test_units_missing_within_a_task_are_an_error_or_dropped():
    rows = {
        "model": ["a"] * 4 + ["b"] * 4 + ["c"] * 3,
        "task": ["t", "t", "u", "u"] * 2 + ["t", "t", "u"],
        "case": ["1", "2", "1", "2"] * 2 + ["1", "2", "1"],
        "score": [0.1, 0.2, 0.3, 0.4, 0.2, 0.1, 0.4, 0.5, 0.3, 0.3, 0.2],
    }
    with pytest.raises(bt.PairingError, match="`c` has no score for task u case 2"):
        pair_all(bt.read(rows))
    table = pair_all(bt.read(rows), missing="drop")
    assert table.n_units == 3
    assert any("1 of 4 units was dropped" in note for note in table.notes)


def gappy(**names):
    """Twelve tasks; models are given by the tasks that they have."""
    rng = np.random.default_rng(8)
    rows = [(name, f"t{j}", rng.normal(0.8, 0.05)) for name, tasks in names.items() for j in tasks]
    return bt.read(dict(zip(("model", "task", "score"), map(list, zip(*rows, strict=True)), strict=True)))


def test_tests_that_gaps_rule_out_are_named():
    found = bt.rank(gappy(a=range(12), b=range(12), c=range(11)), rope=0.01)
    assert found.tests == ()
    left_out = "Left out: `friedman` and `nemenyi`, which would need every score; in this table `c` lacks 1 of 12."
    assert left_out in found.notes


def test_a_name_that_is_perhaps_misspelt_is_pointed_out():
    found = bt.rank(gappy(XGBoost=range(11), XGBost=[11], svm=range(12)), rope=0.01)
    assert "`XGBoost` and `XGBost` share no task: if they are one model, give it one name." in found.notes
    apart = bt.rank(gappy(XGBoost=range(12), XGBost=[11], svm=range(12)), rope=0.01)
    assert not any("one name" in note for note in apart.notes)


def test_a_rope_of_another_scale_is_refused():
    with pytest.raises(bt.ArgumentError, match=r"Did you mean `rope=0\.01`"):
        bt.rank(gappy(a=range(12), b=range(12), c=range(11)), rope=1.0)


def test_nemenyis_distance_is_told_not_friedmans_p_value_twice():
    found = bt.rank(gappy(a=range(12), b=range(12), c=range(12)), rope=0.01)
    sentence, _ = ranking_methods(found)
    assert sentence.count("gave p") == 1
    assert "differ significantly at the 5% level by Nemenyi's test" in sentence


def test_the_table_of_a_paper_is_written_with_the_ranking(command, tmp_path):
    rng = np.random.default_rng(9)
    lines = ["task,case,a,b,c"]
    lines += [f"iris,{j},{','.join(f'{x:.3f}' for x in rng.normal([0.9, 0.8, 0.5], 0.02))}" for j in range(9)]
    lines += [f"wine,{j},{','.join(f'{x:.3f}' for x in rng.normal([0.9, 0.8, 0.5], 0.02))}" for j in range(9)]
    (tmp_path / "scores.csv").write_text("\n".join(lines) + "\n")
    forms = {suffix: tmp_path / f"out.{suffix}" for suffix in ("html", "md", "tex", "txt", "json")}
    outputs = [part for path in forms.values() for part in ("-o", path)]
    ran = command("rank", tmp_path / "scores.csv", "--rope", "0.01", "--table", *outputs)
    assert ran.code == 0
    assert "average rank" in ran.out
    written = {suffix: path.read_text() for suffix, path in forms.items()}
    assert all("iris" in text for text in written.values())
    assert "\\textbf{" in written["tex"]
    assert json.loads(written["json"])["scores"]["tasks"] == ["iris", "wine"]
    printed = json.loads(command("rank", tmp_path / "scores.csv", "--rope", "0.01", "--table", "--json").out)
    assert {"schema", "version", "question", "models", "comparisons", "rankings", "notes", "scores"} == set(printed)


def test_places_do_not_depend_on_the_unit_of_the_scores():
    scores = np.random.default_rng(6).normal(0.8, 0.03, (8, 3))
    found, small = (
        bt.rank({"seed": range(8), **dict(zip("abc", (unit * scores).T, strict=True))}, rope=0.0).result
        for unit in (1.0, 2.0**-40)
    )
    assert small.rank_distribution == pytest.approx(found.rank_distribution, abs=1e-4)


def test_the_error_of_the_places_is_three_standard_errors_of_the_least_certain_share():
    scores = np.random.default_rng(6).normal([0.8, 0.8, 0.7], 0.02, (8, 3))
    found = bt.rank({"seed": range(8), **dict(zip("abc", scores.T, strict=True))}, rope=0.0).result
    shares = found.rank_distribution[:, 1:]
    second, third = (3 * np.sqrt((column * (1 - column)).max() / 20_000) for column in shares.T)
    assert second > third
    assert found.places_error == pytest.approx(found.best_error + second)


def test_beside_two_models_stands_the_test_of_compare_and_not_friedmans():
    """Of twelve tasks Friedman's χ² law said p = .021 where the exact law of Wilcoxon says .064."""
    rng = np.random.default_rng(2)
    base = rng.uniform(0.6, 0.9, 12)
    scores = {"task": [f"t{i}" for i in range(12)], "a": base + rng.normal(0.008, 0.02, 12), "b": base}
    table = bt.read(scores)
    (test,) = bt.rank(table, rope=0.01).tests
    assert test.procedure == "wilcoxon"
    assert test.p_value == pytest.approx(stats.wilcoxon(scores["a"], scores["b"]).pvalue)
    assert test.p_value == bt.compare(table, rope=0.01).classical.p_value
    right = bt.read({"case": list(range(60)), "a": rng.integers(0, 2, 60), "b": rng.integers(0, 2, 60)})
    assert [each.procedure for each in bt.rank(right).tests] == ["mcnemar"]


def test_a_declared_range_is_held_to():
    scores = {"case": range(4), "a": [0.5, 0.7, 0.9, 1.0], "b": [0.4, 0.6, 0.9, 0.8], "c": [0.1, 0.3, 0.2, 0.6]}
    assert bt.rank(scores, range=(0, 1)).models[0].name == "a"
    with pytest.raises(bt.ArgumentError, match=r"outside the range 0 to 0\.9"):
        bt.rank(scores, range=(0, 0.9))
