"""Several models: one page, one verdict, one scale, one rope."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import combinations
from math import sqrt

import numpy as np
import pytest

import betterthan as bt
from betterthan.answers.comparisons import Comparisons
from betterthan.asking.further import further
from betterthan.asking.joint_verdicts import stricter
from betterthan.asking.settings import Settings
from betterthan.report.build import report_of
from betterthan.report.render.html import html
from betterthan.report.render.latex import latex
from betterthan.report.render.markdown import markdown
from betterthan.report.render.text import text
from betterthan.words.pairs import headline, pairs_in_short, pairs_methods
from betterthan.words.rankings import ranking_verdict

TASKS, MODELS = 20, tuple("abcdef")


def wide(scores: np.ndarray, models=MODELS, unit="task") -> dict[str, list]:
    return {
        unit: [f"{unit} {j}" for j in range(len(scores))],
        **{m: scores[:, j].tolist() for j, m in enumerate(models)},
    }


def equal_models(seed=3, lead=0.0) -> np.ndarray:
    """Six models on 20 tasks; the first is better by `lead`, the others are equal."""
    rng = np.random.default_rng(seed)
    return rng.normal(0.8, 0.05, (TASKS, 1)) + rng.normal(0, 0.02, (TASKS, 6)) + np.eye(6)[0] * lead


def half_width(scores: np.ndarray) -> float:
    pairs = combinations(range(scores.shape[1]), 2)
    return 0.1 * sqrt(np.mean([np.var(scores[:, i] - scores[:, j], ddof=1) for i, j in pairs]))


def right_or_wrong(n=400, seed=1, models=3) -> np.ndarray:
    rng = np.random.default_rng(seed)
    hard = rng.normal(size=(n, 1))
    return (hard + rng.normal(0, 0.5, (n, models)) + np.linspace(0.15, 0, models) > -0.6).astype(float)


@pytest.fixture(scope="module")
def scores():
    return equal_models(seed=12, lead=0.02)  # alone, one more pair would be decided


@pytest.fixture(scope="module")
def found(scores) -> Comparisons:
    return bt.compare(bt.read(wide(scores)))


def test_verdicts_are_those_of_the_joint_model(found, scores):
    """From the law of the joint model itself, at the rope written out in NumPy."""
    from betterthan.procedures import bayes_joint

    law = bayes_joint.from_scores(scores, models=MODELS).law
    better = law.better(half_width(scores))
    verdicts = set()
    for pair in found.comparisons:
        one, other = MODELS.index(pair.first), MODELS.index(pair.second)
        assert pair.joint.first == pytest.approx(better[one, other], abs=1e-9)
        assert pair.joint.second == pytest.approx(better[other, one], abs=1e-9)
        expected = "first" if better[one, other] >= 0.95 else "second" if better[other, one] >= 0.95 else "undecided"
        assert (pair.verdict, pair.decision.rests_on) == (expected, "joint")
        verdicts.add(pair.verdict)
    assert verdicts == {"first", "undecided"}


def test_each_pair_alone_stands_beside_without_a_verdict(found, scores):
    pair = found.pair("a", "b")
    alone = bt.compare(bt.read(wide(scores)), first="a", second="b", rope=half_width(scores))
    assert tuple(pair.probabilities) == pytest.approx(tuple(alone.probabilities), abs=0.01)
    assert pair.alone.verdict == alone.verdict
    told = " ".join(pairs_in_short(found))
    assert "The verdicts rest on `bayes_joint`, one model of all 6 models" in told
    more = [p for p in found.comparisons if p.alone.verdict not in ("undecided", p.verdict)]
    assert more
    assert f"alone, {len(more)} more would have been decided" in told


def test_rank_and_compare_say_the_same(found, scores):
    ranked = bt.rank(bt.read(wide(scores)))
    assert ranked.tiers == found.ranked.tiers
    assert ranked.models == found.ranked.models
    assert headline(found) == ranking_verdict(ranked)
    separated = {frozenset((p.first, p.second)) for p in found.comparisons if p.verdict in ("first", "second")}
    tied = {frozenset(two) for tier in ranked.tiers for two in combinations(tier, 2)}
    assert {frozenset(two) for two in combinations(MODELS, 2)} - tied == separated


def test_json_has_both(found):
    for record in json.loads(found.to_json())["comparisons"]:
        assert record["decision"]["rests_on"] == "joint"
        assert record["decision"]["probabilities"] == record["joint"]
        assert record["probabilities"] == record["alone"]["probabilities"] == record["readings"]["population"]
        assert record["alone"]["rests_on"] == "pair"
        assert sum(record["joint"].values()) == pytest.approx(1)
    two = json.loads(bt.compare(bt.read(wide(equal_models())), first="a", second="b").to_json())["comparisons"][0]
    assert (two["joint"], two["alone"], two["decision"]["rests_on"]) == (None, None, "pair")
    assert bt.Comparisons.from_dict(json.loads(found.to_json())) == found


@pytest.mark.parametrize("render", [text, html, markdown, latex])
def test_the_joint_model_is_named_in_every_form(found, render):
    told = render(report_of(found)).replace("\\_", "_").replace("\n", " ")
    assert "bayes_joint" in told


@pytest.mark.parametrize(
    ("asked", "threshold"),
    [
        ({"procedure": "bayes_t"}, 1 - 0.05 / 15),
        ({"reading": "winner"}, 1 - 0.05 / 15),
        ({"procedure": "bayes_t", "threshold": 0.9}, 1 - 0.1 / 15),
        ({"procedure": "bayes_t", "pairs": "a"}, 1 - 0.05 / 5),
        ({"procedure": "bayes_t", "pairs": "best"}, 1 - 0.05 / 15),  # who chooses the best has looked at all pairs
        ({"procedure": "bayes_t", "rule": "hdi"}, 1 - 0.05 / 15),
    ],
)
def test_pairs_that_decide_by_themselves_need_more(scores, asked, threshold):
    made = bt.compare(bt.read(wide(scores)), **asked)
    for pair in made.comparisons:
        assert pair.decision.threshold == pytest.approx(threshold, rel=1e-12)
        assert (pair.decision.rests_on, pair.joint, pair.alone) == ("pair", None, None)
        if asked.get("rule") != "hdi":
            largest = max(pair.probabilities)
            assert (pair.verdict == "undecided") == (largest < threshold) or pair.decision.held_back_by
    said = " ".join(pairs_in_short(made))
    assert f"needs the probability {f'{threshold:.4f}'.rstrip('0')}" in said
    assert "Tier" not in text(report_of(made))


def test_folds_of_one_task_decide_alone_at_the_stricter_threshold():
    rng = np.random.default_rng(0)
    base = rng.normal(0.8, 0.03, (10, 1))
    rows = wide(base + rng.normal(0, 0.01, (10, 3)) + [0.03, 0, 0], models="abc", unit="fold")
    made = bt.compare(bt.read(rows), rope=0.005)
    assert made.ranked is None
    assert [pair.decision.threshold for pair in made.comparisons] == pytest.approx([1 - 0.05 / 3] * 3)
    assert "No joint model of all models fits these scores" in " ".join(pairs_in_short(made))
    assert headline(made).startswith("a is practically better than b")


def test_the_threshold_of_several_pairs_is_bonferronis():
    assert stricter(Settings(rope=None), 15) == pytest.approx(0.9966666667)
    assert stricter(Settings(rope=None, threshold=0.9), 1) == pytest.approx(0.9)
    assert stricter(Settings(rope=None, rule="loss"), 15) is None


def test_two_models_are_not_several(scores):
    both = bt.compare(bt.read(wide(scores[:, :2], models="ab")), pairs="all")
    one = bt.compare(bt.read(wide(scores[:, :2], models="ab")))
    assert both.ranked is None
    assert both.comparisons[0].decision == one.decision


def test_parts_count_at_the_threshold_itself():
    rng = np.random.default_rng(2)
    rows = [
        (model, f"task {t}", str(c), 0.5 + 0.2 * (model == "a") + rng.normal(0, 0.2))
        for t in range(4)
        for c in range(20)
        for model in "abc"
    ]
    data = bt.read(dict(zip(("model", "task", "case", "score"), map(list, zip(*rows, strict=True)), strict=True)))
    made = bt.compare(data, procedure="bayes_t", per_task=True)
    parts = [part for pair in made.comparisons for part in pair.tasks]
    assert {part.decision.threshold for part in parts} == {0.95}
    assert {part.rope for part in parts} == {pair.rope for pair in made.comparisons}  # one page, one rope
    assert len({pair.rope for pair in made.comparisons}) == 1


def test_equal_on_average_is_not_equivalent_on_single_tasks():
    """Two of three models differ by ±3 ropes, in turn: the joint model alone would call them equivalent."""
    rng = np.random.default_rng(0)
    level = rng.normal(0.8, 0.05, 40)
    swing = 0.03 * np.tile([1.0, -1.0], 20)
    made = np.column_stack([level, level + swing, level - 0.2 + rng.normal(0, 0.001, 40)])
    pair = bt.compare(bt.read(wide(made, models="abc")), rope=0.01).pair("a", "b")
    assert pair.joint.equivalent > 0.95
    assert (pair.verdict, pair.decision.held_back_by) == ("undecided", "winner")
    told = " ".join(pair.to_text().split())
    assert "lies inside the rope (probability 0.953), but single tasks need not be so" in told


def test_models_with_the_same_scores_are_not_certain_to_be_equivalent():
    """The joint model takes copies for one model; three cases do not show that they are (methods: 1-(1-r/R)^(n+1))."""
    rng = np.random.default_rng(0)
    one = rng.uniform(0.2, 0.9, 8)
    made = bt.compare(
        bt.read(wide(np.column_stack([one, one, one - rng.uniform(0, 0.2, 8)]), models="abc", unit="case")), rope=0.01
    )
    pair = made.pair("a", "b")
    assert pair.joint.equivalent == pytest.approx(1)
    assert pair.verdict == ("equivalent" if pair.probabilities.equivalent >= 0.95 else "undecided")


@pytest.mark.parametrize("tasks", [1, 8])
def test_right_or_wrong_has_a_rope_of_one_point_for_all(tasks):
    made = right_or_wrong(n=400)
    columns = {"task": [f"t{j % tasks}" for j in range(400)], **wide(made, models="abc", unit="case")}
    found = bt.compare(bt.read(columns))
    ranked = bt.rank(bt.read(columns))
    ropes = {pair.rope for pair in found.comparisons} | {found.ranked.rope, ranked.rope}
    assert {(rope.low, rope.high, rope.scale) for rope in ropes} == {(-0.01, 0.01, "score")}
    assert all("assumed" in rope.in_words() for rope in ropes)
    accuracy = made.mean(axis=0) if tasks == 1 else None
    for pair in found.comparisons:
        assert pair.posterior.parameter.null == 0  # accuracy points, not the share of disagreements
        assert not pair.given.rope
        if accuracy is not None:
            i, j = "abc".index(pair.first), "abc".index(pair.second)
            assert pair.estimate == pytest.approx(accuracy[i] - accuracy[j], abs=0.005)
    assert "one percentage point, assumed" in " ".join(text(report_of(found)).split())


def test_two_models_with_right_or_wrong_keep_their_scale():
    columns = wide(right_or_wrong(), models="abc", unit="case")
    pair = bt.compare(bt.read(columns), first="a", second="b")
    assert pair.posterior.parameter.null == 0.5


def test_the_best_by_less_than_the_rope_is_said_to_be_both():
    rng = np.random.default_rng(0)
    level = rng.normal(0.8, 0.05, (30, 1))
    made = level + rng.normal(0, 0.004, (30, 3)) + [0.023, 0.0, -0.005]
    ranked = bt.rank(bt.read(wide(made, models=("gpt", "llama", "mistral"))), rope=0.044)
    told = ranking_verdict(ranked)
    assert told.startswith("gpt is the best of the 3 models (probability >0.999), by a shrunken 0.0")
    assert "less than the rope of 0.044: it is not practically better than llama or mistral." in told
    lead = ranked.models[0].effect - ranked.models[1].effect
    assert lead == pytest.approx(0.023, abs=0.003)


def test_without_a_rope_nothing_is_practically(scores):
    told = ranking_verdict(bt.rank(bt.read(wide(scores)), rope=0))
    assert "practically" not in told


def test_a_rope_for_each_pair_is_used_by_the_joint_model(scores):
    """5% of the error of the second model: the joint model answers for the rope of the pair."""
    made = bt.compare(bt.read(wide(scores)), rope="5%")
    for pair in made.comparisons:
        error = 1 - scores[:, MODELS.index(pair.second)].mean()
        assert pair.rope.high == pytest.approx(0.05 * error)
        joint = made.ranked.result.pair(pair.first, pair.second).probabilities(pair.rope)
        assert tuple(pair.joint) == pytest.approx(tuple(joint))
    assert "Tier" not in text(report_of(made))  # those of the ranking have another rope


def test_the_slider_moves_what_the_verdicts_rest_on(found):
    numbers = further(found).live
    rows = numbers.tables["pairs"]
    law, names = found.ranked.result.law, found.ranked.result.models
    for k, factor in enumerate(numbers.factors):
        better = law.better(factor * found.ranked.rope.high)
        for pair, row in zip(found.clearest, rows, strict=True):
            one, other = names.index(pair.first), names.index(pair.second)
            assert row.shares[k] == pytest.approx(
                (better[one, other], 1 - better[one, other] - better[other, one], better[other, one]), abs=2e-5
            )
    assert [row.own for row in rows] == [tuple(pair.joint) for pair in found.clearest]
    page = html(report_of(found, further(found)))
    assert "Only the probabilities of the joint model and the verdicts in the table of pairs follow" in page


def test_the_pair_of_a_page_says_what_its_verdict_rests_on(found):
    pair = found.pair("a", "b")
    told = " ".join(pair.to_text().split())
    assert "by the joint model of all models" in told
    assert "By the scores of these two alone" in told
    assert further(pair).live is None  # a slider would move the pair alone
    assert further(pair).ropes is None


def test_a_word_for_the_effect_never_contradicts_the_verdict():
    """Many cases, a tiny difference with little spread around a rope of 0: `better`, and Cohen's word is negligible."""
    from betterthan.judging.effects import EffectSize
    from betterthan.words.facts import effect

    found = bt.compare([0.5, 0.7, 0.4], [0.4, 0.5, 0.5], independent=True, rope=0.01)

    def told(size, verdict):
        decision = None if verdict is None else replace(found.decision, verdict=verdict)
        return effect(size, replace(found, decision=decision))[1].removeprefix("Cohen's d = ")

    small, large = EffectSize("Cohen's d", 0.1, "negligible"), EffectSize("Cohen's d", 0.9, "large")
    in_sds = "in sds of the case differences"
    assert [told(small, verdict) for verdict in ("first", "equivalent", "undecided")] == [
        f"0.100 {in_sds}", f"0.100 {in_sds} (negligible)", f"0.100 {in_sds} (negligible)"
    ]  # fmt: skip
    assert [told(large, verdict) for verdict in ("second", "equivalent", None)] == [
        f"0.900 {in_sds} (large)", f"0.900 {in_sds}", f"0.900 {in_sds} (large)"
    ]  # fmt: skip


def with_a_copy(n=30) -> bt.Scores:
    """a and b are the same model, c is better."""
    rng = np.random.default_rng(5)
    level = rng.normal(0.5, 0.1, n)
    return bt.read(wide(np.column_stack([level, level, level + rng.normal(0.01, 0.01, n)]), "abc", unit="case"))


def test_a_pair_that_looks_equivalent_and_is_undecided_says_why_in_every_output():
    found = bt.compare(with_a_copy(), rope=0.01)
    assert (found.pair("a", "b").verdict, found.pair("a", "b").decision.held_back_by) == ("undecided", "agreement")
    why = "a – b (>0.999: the same scores throughout, but on too few units)."
    report = report_of(found, further(found))
    for rendered in (text(report), markdown(report), latex(report), html(report)):
        assert "on too few units)" in " ".join(rendered.split())
    assert pairs_in_short(found)[1] == f"Undecided although a probability is high enough: {why}"
    assert not any("although" in told for told in pairs_in_short(bt.compare(bt.read(wide(equal_models())))))


def test_pairs_that_needed_another_procedure_are_named_and_do_not_speak_for_the_others():
    found = bt.compare(with_a_copy(), rope=0.01)
    assert [(name, len(pairs)) for name, pairs in found.by_procedure.items()] == [
        ("bayes_t", 2),
        ("bayes_agreement", 1),
    ]
    report = report_of(found, further(found))
    assert report.question.startswith("Of a – c and b – c: Two models, 30 independent cases")
    assert "Of a – b: Two models" in report.question
    assert "Of each pair" not in report.question
    rows = dict(next(block for block in report.blocks if block.key == "computed").rows)
    assert (rows["a – c and b – c: procedure"], rows["a – b: procedure"]) == ("bayes_t", "bayes_agreement")
    assert "and for a – b the posterior of what full agreement leaves open" in pairs_methods(found)[0]
    assert (found.procedure, found.question.procedure) == ("bayes_t", "bayes_t")


def test_winner_is_not_told_as_better_in_the_headline():
    told = headline(bt.compare(bt.read(wide(equal_models(lead=0.1))), rope=0.01, reading="winner"))
    assert told.startswith(
        "For the mean difference of two more tasks, the most probable outcome (each pair with a probability of 0.9967 "
        "or more) is a being practically better than b, c, d, e and f"
    )
    assert " is practically better" not in told
