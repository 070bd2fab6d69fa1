"""Scores that share no units: how the table is made, when it is made by itself, and that every output says so."""

from __future__ import annotations

import json
import pickle

import numpy as np
import pytest
from scipy import stats

import betterthan as bt
from betterthan.answers.comparison import Comparison
from betterthan.asking.scaling import scaling
from betterthan.asking.sensitivity import sensitivity
from betterthan.data.comparable import any_pair
from betterthan.data.tables import UnpairedTable
from betterthan.data.unpaired import share_no_seed, unpaired, unpaired_arrays
from betterthan.errors import ArgumentError, NeedsNotMet, PairingError
from betterthan.judging.checks.samples import sample_checks
from betterthan.judging.effects import sample_effects
from betterthan.judging.question import question

A, B = [0.92, 0.93, 0.91, 0.94, 0.92], [0.90, 0.89, 0.91, 0.88, 0.90, 0.92, 0.89]


def seeds(first=range(5), second=range(5, 12), *, key="seed", **extra):
    """Two models, each with its own seeds."""
    rows = [("a", seed, score) for seed, score in zip(first, A, strict=False)]
    rows += [("b", seed, score) for seed, score in zip(second, B, strict=False)]
    model, seed, score = (list(column) for column in zip(*rows, strict=True))
    return bt.read({"model": model, key: seed, "score": score, **extra})


def tasks(names=("iris", "wine", "zoo"), lacking=()):
    rng = np.random.default_rng(1)
    rows = [
        (task, model, f"{model}{seed}", rng.normal(0.9 if model == "a" else 0.85, 0.01))
        for task in names
        for model in "ab"
        for seed in range(4)
        if (task, model) not in lacking
    ]
    task, model, seed, score = (list(column) for column in zip(*rows, strict=True))
    return bt.read({"task": task, "model": model, "seed": seed, "score": score})


def crossed(shared_cases=True):
    """Five seeds of each model, none shared, each scored on the same four cases."""
    rng = np.random.default_rng(2)
    rows = [
        (model, seed, case if shared_cases else f"{model}{case}", float(rng.random() < 0.7))
        for model, own in (("a", range(5)), ("b", range(5, 10)))
        for seed in own
        for case in range(4)
    ]
    model, seed, case, score = (list(column) for column in zip(*rows, strict=True))
    return bt.read({"model": model, "seed": seed, "case": case, "score": score})


# The table.


def test_each_model_keeps_all_its_scores():
    table = unpaired(seeds())
    assert (table.models, table.unit.plural) == (("a", "b"), "seeds")
    assert table.first.tolist() == A
    assert table.second.tolist() == B
    assert table.n_units == 12
    assert table.tasks == ("",)
    assert table.pairing() is None
    assert [(each.n, round(each.mean, 3)) for each in table.model_scores()] == [(5, 0.924), (7, 0.899)]


def test_the_order_of_the_names_is_that_of_the_table():
    assert unpaired(seeds(), "b", "a").models == ("b", "a")
    assert unpaired(seeds(), "b").second.tolist() == A


def test_losses_are_oriented_and_shown_in_their_own_units():
    table = unpaired(
        bt.read({"model": list("aabb"), "seed": [1, 2, 3, 4], "score": [0.5, 0.25, 0.75, 1.5]}, higher_is_better=False)
    )
    assert table.first.tolist() == [-0.5, -0.25]
    assert [each.mean for each in table.model_scores()] == [0.375, 1.125]
    arrays = unpaired_arrays([0.5, 0.25], [0.75, 1.5], higher_is_better=False)
    assert np.array_equal(arrays.second, table.second)
    ones = unpaired_arrays([0, 1, 1], [1, 1], higher_is_better=False)
    assert ones.binary
    assert ones.first.tolist() == [1, 0, 0]


def test_the_cases_of_a_seed_are_averaged():
    table = unpaired(crossed())
    assert (len(table.first), len(table.second), table.unit.plural) == (5, 5, "seeds")
    assert set(np.unique(table.first * 4)) <= {0, 1, 2, 3, 4}
    assert any(note.startswith("40 scores of cases were averaged within 10 seeds") for note in table.notes)


def test_a_single_seed_with_many_cases_is_one_seed():
    scores = bt.read(
        {"model": list("aaabbbb"), "seed": [1, 1, 1, 2, 2, 3, 3], "case": [1, 2, 3, 1, 2, 1, 2], "score": [1.0] * 7}
    )
    table = unpaired(scores)
    assert (len(table.first), len(table.second), table.unit.plural) == (1, 2, "seeds")


def test_clusters_are_averaged_for_each_model():
    scores = bt.read(
        {"model": list("aaabb"), "case": [1, 2, 3, 4, 5], "cluster": list("xxyyz"), "score": [1.0, 3.0, 5.0, 7.0, 9.0]}
    )
    table = unpaired(scores)
    assert table.unit.plural == "clusters"
    assert (table.first.tolist(), table.second.tolist()) == ([2.0, 5.0], [7.0, 9.0])


def test_several_tasks_are_paired_by_their_means():
    table = unpaired(tasks())
    assert table.tasks == ("iris", "wine", "zoo")
    means = table.by_task()
    assert means.design.unit.plural == "tasks"
    assert means.scores.shape == (3, 2)
    wine = table.select_tasks(["wine"])
    assert wine.tasks == ("wine",)
    assert means.scores[1].tolist() == pytest.approx([wine.first.mean(), wine.second.mean()])
    assert any("each model has its mean over its own seeds" in note for note in means.notes)
    with pytest.raises(ArgumentError, match=r"no task `irsi`.*Did you mean `iris`"):
        table.select_tasks(["irsi"])


def test_tasks_that_lack_a_model_are_refused_or_dropped():
    scores = tasks(lacking=[("wine", "b")])
    with pytest.raises(PairingError, match="`b` has no score on task `wine`; 1 of 3 tasks lacks a model"):
        unpaired(scores)
    table = unpaired(scores, missing="drop")
    assert table.tasks == ("iris", "zoo")
    assert "1 of 3 tasks was dropped because a model had no score there." in table.notes


def test_the_notes_say_why_it_is_not_paired():
    assert "share no seed, so their scores are two independent samples" in unpaired(seeds()).notes[-1]
    assert "as asked" in unpaired(seeds(second=range(7))).notes[-1]
    assert "share 5 of 7 seeds" in unpaired(seeds(second=range(7))).notes[-1]


def test_what_cannot_be_taken_as_unpaired():
    with pytest.raises(ArgumentError, match="Only single scores can be taken as unpaired"):
        unpaired(bt.pair_arrays([1.0, 2.0], [2.0, 3.0]))
    with pytest.raises(PairingError, match="several scores for the same unit"):
        unpaired(bt.read({"model": list("aab"), "seed": [1, 1, 2], "score": [1.0, 2.0, 3.0]}))
    three = bt.read({"model": list("abc"), "seed": [1, 2, 3], "score": [1.0, 2.0, 3.0]})
    with pytest.raises(ArgumentError, match="those of two models"):
        unpaired(three, "a", "b", "c")
    with pytest.raises(PairingError, match="not a finite number"):
        unpaired_arrays([1.0, float("nan")], [1.0])


def test_samples_need_no_ids():
    table = unpaired(bt.read({"model": list("aabab"), "score": [1.0, 2.0, 3.0, 4.0, 5.0]}))
    assert (list(table.first), list(table.second), table.unit.plural) == ([1.0, 2.0, 4.0], [3.0, 5.0], "cases")
    by_task = unpaired(bt.read({"model": list("aabbb"), "task": list("xyxyy"), "score": [1.0, 2.0, 3.0, 4.0, 6.0]}))
    assert (list(by_task.second), by_task.tasks, by_task.unit.plural) == ([3.0, 4.0, 6.0], ("x", "y"), "cases")
    alike = {"a": [0.7, 0.8, 0.9], "b": [0.6, 0.7, 0.6]}  # three shares may be folds, unless they are two samples
    assert list(unpaired(bt.read(alike)).first) == [0.7, 0.8, 0.9]


def test_repeats_are_averaged_on_request():
    scores = bt.read({"model": list("aabb"), "seed": [1, 1, 2, 3], "score": [1.0, 2.0, 3.0, 4.0]})
    assert unpaired(scores, repeats="mean").first.tolist() == [1.5]


# When it is made by itself.


def test_seeds_that_are_not_shared_are_compared_unpaired():
    found = bt.compare(seeds())
    assert (found.procedure, found.classical.procedure, found.question.kind) == ("bayes_welch", "welch_t", "Q2")
    assert not found.paired
    assert found.pairing is None
    other = stats.ttest_ind(A, B, equal_var=False)
    assert found.classical.p_value == pytest.approx(other.pvalue)


@pytest.mark.parametrize("key", ["seed", "train_set"])
def test_text_and_training_sets_will_do(key):
    found = bt.compare(seeds([f"run-{i}" for i in range(5)], [f"other {i}" for i in range(7)], key=key))
    assert found.procedure == "bayes_welch"
    assert found.unit == {"seed": "seeds", "train_set": "training sets"}[key]


def test_shared_seeds_are_paired():
    assert bt.compare(seeds(second=range(5))).procedure == "bayes_t"
    assert not share_no_seed(seeds(second=range(4, 11)), "a", "b")


def test_partly_shared_seeds_are_the_users_choice():
    scores = seeds(second=range(3, 10))
    with pytest.raises(
        PairingError, match=r"`missing=\"drop\"`.*use all as two independent samples with `bt.unpaired`"
    ):
        bt.compare(scores)
    assert bt.compare(scores, missing="drop").n_units == 2
    found = bt.compare(bt.unpaired(scores, "a", "b"))
    assert (found.n_units, found.procedure) == (12, "bayes_welch")


def test_pairing_itself_never_gives_unpaired_scores():
    with pytest.raises(PairingError, match=r"no seed in common.*with `bt.unpaired`"):
        bt.pair(seeds(), "a", "b")


def test_only_seeds_become_samples_by_themselves():
    with pytest.raises(PairingError, match="no unit in common"):
        bt.compare(seeds(key="case"))
    with pytest.raises(PairingError, match="no seed in common"):
        bt.compare(crossed())
    assert bt.compare(bt.unpaired(seeds(key="case"))).question.kind == "Q1"


def test_folds_are_never_two_samples():
    with pytest.raises(NeedsNotMet, match="folds, which share training data"):
        bt.compare(bt.unpaired(seeds(second=range(5), key="fold")))


def test_tasks_are_compared_by_their_means_and_each_by_its_seeds():
    found = bt.compare(tasks(), rope=0.01, per_task=True)
    assert (found.question.kind, found.procedure) == ("Q3", "bayes_t")
    assert [part.procedure for part in found.tasks] == ["bayes_welch"] * 3
    assert bt.compare(tasks(), task="wine").procedure == "bayes_welch"
    assert question(unpaired(tasks())).procedure == "bayes_t"


def test_subgroups_are_compared_unpaired():
    found = bt.compare(seeds(machine=["x", "y"] * 6), by="machine")
    assert [part.procedure for part in found.groups] == ["bayes_welch", "bayes_welch"]
    with pytest.raises(ArgumentError, match="need the single scores"):
        bt.compare(unpaired(seeds()), by="machine")


def test_a_procedure_for_pairs_is_refused():
    for procedure in ("bayes_t", "bayes_sign", "tost", "bayes_hierarchical_t", "mcnemar"):
        with pytest.raises(NeedsNotMet, match="needs paired scores"):
            bt.compare(seeds(), procedure=procedure)
    with pytest.raises(NeedsNotMet, match="needs unpaired scores"):
        bt.compare(seeds(second=range(5)), procedure="welch_t")


def test_a_table_that_has_its_models_already():
    table = unpaired(seeds())
    assert bt.compare(table, first="a", second="b").first == "a"
    with pytest.raises(ArgumentError, match="`a` first"):
        bt.compare(table, first="b")
    assert bt.compare(table, procedure="welch_t", alternative="first").result.alternative == "first"


@pytest.mark.parametrize(("first", "second"), [([0.9], [0.8, 0.7]), ([0.9, 0.8], [0.7]), ([0.9], [0.8])])
def test_one_seed_is_not_enough(first, second):
    with pytest.raises(NeedsNotMet, match=r"at least 2 seeds of each model; .* has 1 seed. Run more seeds."):
        bt.compare(unpaired_arrays(first, second))


# What comes out.


def test_every_form_says_unpaired(tmp_path):
    found = bt.compare(seeds(), rope=0.01)
    for suffix in ("txt", "md", "tex", "html", "json"):
        assert "npaired" in found.report(tmp_path / f"out.{suffix}").read_text(encoding="utf-8")
    assert "bayes_welch" in found.report(tmp_path / "out.csv").read_text()
    assert found.report(tmp_path / "out.svg").read_text().count("<svg") == 1
    assert "5 and 7 unpaired seeds" in found.to_markdown()
    assert "5 and 7 unpaired seeds" in found._repr_html_()


def test_json_has_no_pairing_and_reads_back():
    found = bt.compare(seeds(), rope=0.01)
    document = json.loads(found.to_json())
    record = document["comparisons"][0]
    assert (record["pairing"], record["paired"], record["unit"], record["n"]) == (None, False, "seeds", 12)
    assert Comparison.from_dict(document) == found
    assert pickle.loads(pickle.dumps(found)) == found


def test_a_ropes_default_is_a_tenth_of_the_typical_spread():
    found = bt.compare(unpaired_arrays([0.0, 1.0, 2.0], [0.0, 2.0, 4.0]))
    assert found.rope.high == pytest.approx(0.1 * np.sqrt((1 + 4) / 2))
    assert found.rope.source.startswith("default: 0.1 standard deviations of single seeds")


def test_relative_ropes_and_mixed_scales_are_as_for_pairs():
    found = bt.compare(seeds(), rope=bt.Rope.relative(0.1))
    assert found.rope.high == pytest.approx(0.1 * (1 - np.mean(B)))
    with pytest.raises(ArgumentError, match=r"Did you mean `rope=0\.01`"):
        bt.compare(seeds(), rope=1)


def test_what_more_seeds_would_say():
    table = unpaired(seeds())
    found = bt.compare(table, rope=0.02)
    scaled = scaling(found, factors=(1, 4))
    assert scaled.probabilities[0] == pytest.approx(found.probabilities)
    assert scaled.p_values[0] == pytest.approx(found.classical.p_value)
    assert scaled.units == (12, 48)
    assert scaled.p_values[1] < scaled.p_values[0]
    several = unpaired(tasks())
    assert scaling(bt.compare(several, procedure="bayes_t"), factors=(1,)).units == (3,)


def test_sensitivity_to_the_rope():
    found = sensitivity(bt.compare(seeds()), ropes=[0.001, 0.1])
    assert found.verdicts == ("first", "equivalent")
    several = unpaired(tasks())
    ranks = bt.compare(several, rope=0.01, procedure="bayes_signed_rank")
    assert len(sensitivity(ranks, ropes=[0.01]).verdicts) == 3


def test_effect_sizes_of_two_samples():
    rng = np.random.default_rng(5)
    first, second = rng.normal(1, 1, 8), np.round(rng.normal(0, 2, 30), 1)
    d, g, superior = sample_effects(unpaired_arrays(first, second))
    pooled = np.sqrt((7 * first.var(ddof=1) + 29 * second.var(ddof=1)) / 36)
    assert d.value == pytest.approx((first.mean() - second.mean()) / pooled)
    assert g.value == pytest.approx(d.value * (1 - 3 / (4 * 36 - 1)), rel=1e-4)  # Hedges' approximation
    u = stats.mannwhitneyu(first, second).statistic
    assert superior.value == pytest.approx(u / (8 * 30))


def test_effect_sizes_without_spread_or_with_two_scores():
    d, g, superior = sample_effects(unpaired_arrays([0.5, 0.5], [0.25, 0.25]))
    assert (d.value, g.value, superior.value) == (np.inf, np.inf, 1.0)
    same = sample_effects(unpaired_arrays([0.3, 0.3], [0.1 + 0.2, 0.3]))
    assert [size.value for size in same[:2]] == [0.0, 0.0]
    assert sample_effects(unpaired_arrays([1.0, 2.0], [0.0, 1.0]))[1].value == pytest.approx(
        2**0.5 * 0.5641896, rel=1e-6
    )


def test_checks_look_at_each_sample():
    rng = np.random.default_rng(6)
    skewed = np.exp(2 * rng.normal(size=40))
    made = {
        check.name: check for check in sample_checks(unpaired_arrays(skewed, rng.normal(size=12), models=("a", "b")))
    }
    assert made["number of units"].figure == 12
    assert made["Q-Q normal, a"].status == "failed"
    assert "the scores of `a`" in made["Q-Q normal, a"].advice
    assert made["Q-Q normal, b"].status == "passed"
    flat = {check.name: check.status for check in sample_checks(unpaired_arrays([1.0] * 12, [1.0, 2.0, 3.0]))}
    assert flat["constant scores of first"] == "failed"
    assert flat["constant scores of second"] == "passed"
    assert flat["number of units"] == "failed"
    assert sample_checks(unpaired_arrays([1.0], [1.0, 2.0]))[1].status == "passed", "one score is no repetition"
    assert len(sample_checks(unpaired_arrays([1, 0, 1], [0, 0, 1]))) == 1


def test_constant_scores_prove_nothing():
    """Three seeds and four with the same score: no posterior without a spread; the test has p = 1."""
    table = unpaired_arrays([0.5] * 3, [0.5] * 4)
    with pytest.raises(NeedsNotMet, match="`bayes_welch` needs scores that vary; all seeds of each model have"):
        bt.compare(table)
    found = bt.compare(table, procedure="welch_t")
    assert found.result.p_value == 1.0
    json.loads(found.to_json())
    assert found.to_markdown()


def test_a_thousand_seeds():
    rng = np.random.default_rng(7)
    found = bt.compare(unpaired_arrays(rng.normal(0.9, 0.01, 1000), rng.normal(0.9, 0.02, 1000)), rope=0.01)
    assert found.decision.verdict == "equivalent"


def test_the_table_is_public():
    assert bt.UnpairedTable is UnpairedTable
    assert bt.unpaired is unpaired
    assert bt.unpaired_arrays is unpaired_arrays


def test_of_several_models_that_share_no_seed_the_first_two_are_asked_about():
    rows = [(model, f"{model}{seed}", 0.9 - 0.001 * seed) for model in "abc" for seed in range(5)]
    model, seed, score = (list(column) for column in zip(*rows, strict=True))
    data = bt.read({"model": model, "seed": seed, "score": score})
    table = any_pair(data)
    assert (table.models, table.facts.paired) == (("a", "b"), False)
    assert bt.question(data).procedure == "bayes_welch"
