"""What a page says is what its label names: draws, shares, seeds, wins, effects, scope."""

from __future__ import annotations

import re

import numpy as np
import pytest

import betterthan as bt
from betterthan.errors import ArgumentError
from betterthan.report.build import report_of
from betterthan.words.pairs import headline, pairs_methods
from betterthan.words.verdicts import verdict

DRAW = {
    "task": ["x"] * 30 + ["y"] * 30,
    "case": [*range(30), *range(30)],
    "a": [1] * 20 + [0] * 10 + [0] * 20 + [1] * 10,
    "b": [0] * 20 + [0] * 10 + [1] * 20 + [1] * 10,
}


def plain(told: str) -> str:
    return re.sub(r"\s+", " ", told)


def same_numbers() -> np.random.Generator:
    """The same numbers in every test, whichever ran before."""
    return np.random.default_rng(4)


def many_models(n: int = 20) -> bt.Scores:
    rng = same_numbers()
    base = rng.normal(0.7, 0.05, n)
    columns = {
        name: (base + rng.normal(shift, 0.02, n)).tolist()
        for name, shift in zip("abc", (0.05, 0.0, -0.01), strict=True)
    }
    return bt.read({"task": [f"t{j}" for j in range(n)], **columns})


def test_a_draw_of_wins_is_a_draw_in_json_and_in_frames():
    found = bt.compare(bt.read(DRAW), procedure="bayes_poisson_binomial")
    decision = found.document()["comparisons"][0]["decision"]
    assert (decision["verdict"], decision["outcome"]) == ("equivalent", "draw")
    assert found.to_rows()[0]["outcome"] == "draw"
    assert repr(found).endswith(": draw>")
    assert bt.Comparison.from_dict(found.to_dict()).decision == found.decision
    other = bt.compare(np.arange(9.0) + 1.0, np.arange(9.0) * 1.01, rope=0.1, independent=True)
    assert other.decision.outcome == other.verdict


def test_where_no_rope_is_taken_none_is_ignored():
    assert "ignoring the rope" not in bt.compare(bt.read(DRAW), procedure="bayes_poisson_binomial").to_text()
    assert "ignoring the rope" in bt.compare([0.5, 0.7, 0.9, 0.2], [0.4, 0.2, 0.9, 0.1], independent=True).to_text()


def test_the_share_won_of_a_task_is_the_one_that_was_counted():
    """8 of 10 disagreements: 0.80, and not the posterior mean 9/12 = 0.75."""
    won = {"task": [], "case": [], "a": [], "b": []}
    for name, first in (("x", 8), ("y", 7), ("z", 9)):
        won["task"] += [name] * 20
        won["case"] += [*range(20)]
        won["a"] += [1] * first + [0] * (10 - first) + [1] * 10
        won["b"] += [0] * first + [1] * (10 - first) + [1] * 10
    found = bt.compare(bt.read(won), per_task=True)
    table = next(block for block in report_of(found).blocks if block.key == "tasks")
    row = dict(zip(table.column_keys, table.rows[0], strict=True))
    assert table.title == "Each task alone"
    assert (row["task"], row["estimate"]) == ("x", "0.80")
    assert any(block.key == "pooled-tasks-apart" for block in report_of(found).blocks)
    notes = " ".join(found.notes)
    assert notes.count("raining variation is not covered") == 1


def test_the_prior_decides_says_what_is_left_and_what_is_ruled_out():
    z = np.array([0.031, 0.022, -0.011, 0.044, 0.012, 0.015, 0.05, 0.021])
    base = np.full(len(z), 0.5)
    table = bt.pair_arrays(base + z, base, task=[str(j) for j in range(len(z))], independent=True)
    for rope in np.linspace(0.0, 0.012, 25):
        found = bt.compare(table, rope=float(rope))
        if found.decision.held_back_by == "prior":
            break
    assert found.decision.held_back_by == "prior"
    least = min(each.probabilities.first for each in found.result.needed if each.name == "prior")
    told = verdict(found)
    assert f"it falls to {least:.3f}" in told
    assert "first is not practically worse than second" in told


def test_a_rope_of_no_width_is_not_said_to_need_more_units():
    found = bt.compare([0.50, 0.70, 0.91], [0.48, 0.72, 0.90], rope=0.0, independent=True)
    assert not any("more units" in note for note in found.notes)
    assert any("only a rope with a width can show it" in note for note in found.notes)


def test_a_rope_below_the_step_of_a_mean_is_noted():
    """Scores in steps of 0.1 on 80 cases: the mean moves by 0.00125."""
    scores = same_numbers().integers(0, 10, (80, 2)) / 10
    found, wider = (
        bt.compare(scores[:, 0], scores[:, 1], rope=rope, independent=True).notes for rope in (0.0001, 0.002)
    )
    assert any("one step of the means, 0.00125 (a step of 0.1 on one of 80 cases)" in note for note in found)
    assert not any("one step of the means" in note for note in wider)


def test_methods_of_several_models_tell_prior_reading_threshold_estimates_and_verdict():
    found = bt.compare(many_models())
    told, _ = pairs_methods(found)
    assert "Prior: Dirichlet process of strength 0.5" in told
    assert "50,000 draws (seed 0)" in told
    assert "(`population`)" in told
    assert "a claim needed a probability of 0.95" in told
    pair = found.comparisons[0]
    assert f"{pair.first} – {pair.second} {pair.estimate:.3f}, 95% equal-tailed interval [" in told
    assert f"Verdict: {headline(found)}" in told
    assert "verdicts by bayes_joint" in repr(found)
    assert {row["joint_procedure"] for row in found.to_rows()} == {"bayes_joint"}
    table = next(block for block in report_of(found).blocks if block.key == "pairs-alone")
    assert {"estimate", "interval"} <= set(table.columns)
    assert "task effects" not in plain(found.to_text())


def test_methods_of_signed_ranks_tell_what_a_claim_must_also_pass():
    z = same_numbers().normal(0.02, 0.03, 12)
    base = np.full(12, 0.5)
    found = bt.compare(bt.pair_arrays(base + z, base, task=[str(j) for j in range(12)], independent=True), rope=0.01)
    told = plain(found.to_markdown())
    assert "It had to hold wherever the pseudo-observation of the prior lay." in told
    assert "Equivalence also had to be the most probable outcome on single tasks" in told


def test_headlines_name_the_rule():
    found = bt.compare(many_models(), procedure="bayes_t", rule="hdi")
    assert "(rule `hdi`: the interval of highest density lies wholly inside or outside the rope)" in headline(found)
    assert "(probability at least 0.98" in headline(bt.compare(many_models(), procedure="bayes_t"))


def test_draws_that_nothing_takes_are_named_and_a_refusal_says_whose_it_is():
    scores = same_numbers().normal(size=(40, 2))
    found = bt.compare(scores[:, 0], scores[:, 1], independent=True, draws=500)
    assert any("`draws=500` was not used: `bayes_t` draws nothing." in note for note in found.notes)
    with pytest.raises(ArgumentError, match="`bayes_bootstrap` takes at least 100 draws"):
        bt.compare(scores[:, 0], scores[:, 1], independent=True, procedure="bayes_bootstrap", draws=10)
    drawn = bt.compare(scores[:, 0], scores[:, 1], independent=True, procedure="permutation", rng=5)
    assert "(seed 5)" in drawn.to_markdown()


def test_two_cases_can_be_scaled():
    found = bt.compare([1, 0], [0, 1], independent=True)
    assert bt.scaling(found).units[0] >= 1


def test_0_1_scores_have_one_word_for_their_effect_and_runs_none():
    found = bt.compare([1] * 30 + [0] * 20 + [1] * 150, [0] * 30 + [1] * 20 + [1] * 150, independent=True)
    labels = {size.name: size.label for size in found.effects}
    assert labels["Cohen's g"] == "small"  # 30 of 50: 0.1
    assert labels["Cohen's d"] is None


def test_all_models_are_paired_where_none_is_named():
    table = bt.pair(many_models())
    assert table.models == ("a", "b", "c")
    assert bt.procedures.nemenyi(table).p_value < 0.05


def test_columns_that_are_used_are_not_said_to_play_no_part():
    rows = {"case": [*range(40)], "lang": ["de", "en", "fr", "it"] * 10, "remark": ["x"] * 40}
    scores = same_numbers().normal(size=(40, 2))
    data = bt.read({**rows, "new": scores[:, 0].tolist(), "old": scores[:, 1].tolist()}, ignore=["remark"])
    without, within = (" ".join(bt.compare(data, by=by).notes) for by in (None, "lang"))
    assert "`lang` has 4 values" in without
    assert "`lang` has 4 values" not in within
    assert not re.search("play no part: [^.]*`lang`", within)


def test_what_says_how_answers_were_drawn_plays_a_part():
    long = {
        "seed": [0, 0, 1, 1, 2, 2, 3, 3, 4, 4],
        "temperature": [0.7] * 10,
        "model": ["a", "b"] * 5,
        "score": [0.81, 0.80, 0.82, 0.79, 0.80, 0.81, 0.83, 0.80, 0.81, 0.79],
    }
    found = bt.compare(bt.read(long))
    assert found.question.kind == "Q1"
    assert "play no part" not in " ".join(found.notes)
