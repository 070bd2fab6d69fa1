"""Two models that never differ, or always by the same: what n units leave open, by hand."""

from __future__ import annotations

import json

import numpy as np
import pytest
from scipy import integrate, stats

import betterthan as bt
from betterthan.data.pairing import pair_differences
from betterthan.data.summaries import PairedSummary
from betterthan.errors import ArgumentError, NeedsNotMet
from betterthan.procedures import REGISTRY, bayes_agreement, bayes_mcnemar
from betterthan.results.kinds import result_from_dict
from betterthan.results.laws.agreement import Agreement
from betterthan.words.outlook import outlook

SOME = np.array([0.31, 0.72, 0.55, 0.48, 0.93, 0.12, 0.66])


def same(n: int) -> np.ndarray:
    return np.linspace(0.05, 0.85, n)


def two(first, second, **options):
    return bt.compare(bt.pair_arrays(first, second, independent=True, **options), rope=(-0.01, 0.01))


# The law: c ± τR with τ ~ Beta(1, n + 1), half to each side.


@pytest.mark.parametrize(("centre", "reach", "n"), [(0.0, 1.0, 2), (0.1, 1.0, 30), (-3.0, 100.0, 7), (0.0, 5.0, 4000)])
def test_the_law_is_that_of_a_beta_variable_with_a_random_sign(centre, reach, n):
    law, tau = Agreement(centre, reach, n), stats.beta(1, n + 1, scale=reach)
    x = centre + reach * np.array([-1.5, -0.7, -0.2, -1e-3, 0.0, 1e-4, 0.05, 0.4, 0.999, 2.0])
    apart = np.abs(x - centre)
    assert law.cdf(x) == pytest.approx(np.where(x < centre, tau.sf(apart) / 2, 1 - tau.sf(apart) / 2), abs=1e-14)
    assert law.sf(x) == pytest.approx(1 - law.cdf(x), abs=1e-14)
    assert law.density(x[1:-1]) == pytest.approx(tau.pdf(apart[1:-1]) / 2, rel=1e-9, abs=1e-300)
    assert law.mean == centre
    assert law.sd == pytest.approx(np.sqrt(tau.var() + tau.mean() ** 2), rel=1e-12)
    p = np.array([1e-9, 0.025, 0.4, 0.5, 0.6, 0.975, 1 - 1e-9])
    assert law.cdf(law.quantile(p)) == pytest.approx(p, abs=1e-12)
    assert law.quantile(np.array([0.0, 1.0])) == pytest.approx([centre - reach, centre + reach])
    half = integrate.quad(law.density, centre, centre + reach, points=[centre + reach / n], limit=400)[0]
    assert half == pytest.approx(0.5, abs=1e-9)


def test_the_shortest_interval_is_the_central_one_and_the_posterior_survives_json():
    posterior = bayes_agreement.from_summary(mean=0.2, n=9, reach=1.0)
    half = 1 - 0.05 ** (1 / 10)
    assert posterior.interval(0.95)[:2] == pytest.approx((0.2 - half, 0.2 + half), rel=1e-12)
    assert result_from_dict(json.loads(json.dumps(posterior.to_dict()))) == posterior


# The figures of the specification.


@pytest.mark.parametrize(("n", "verdict"), [(297, "undecided"), (298, "equivalent")])
def test_so_many_units_without_a_difference_show_equivalence(n, verdict):
    found = bt.compare(same(n), same(n), rope=0.01, range=(0, 1))
    assert (found.procedure, found.verdict) == ("bayes_agreement", verdict)
    assert found.probabilities.equivalent == pytest.approx(1 - 0.99 ** (n + 1), rel=1e-12)
    assert found.probabilities.first == found.probabilities.second


@pytest.mark.parametrize(("n", "first"), [(2, 0.623), (30, 0.973)])
def test_a_constant_difference_is_not_certain(n, first):
    found = two(same(n) + 0.1, same(n))
    assert found.procedure == "bayes_agreement"
    assert found.probabilities.first == pytest.approx(first, abs=5e-4)
    assert found.probabilities.first == pytest.approx(1 - 0.91 ** (n + 1) / 2, rel=1e-9)


def test_three_identical_cases_of_0_and_1_need_no_special_case():
    posterior = bayes_mcnemar.from_cells(n00=1, n01=0, n10=0, n11=2, scale="points")
    assert posterior.probabilities(0.39).equivalent < 0.95 < posterior.probabilities(0.395).equivalent
    found = bt.compare([1, 1, 0], [1, 1, 0], rope=0.39)
    assert (found.procedure, found.verdict) == ("bayes_mcnemar", "undecided")


@pytest.mark.parametrize("rope", [0.01, 0.1, 0.3, None])
def test_two_identical_cases_are_never_certain(rope):
    found = bt.compare([0.4, 0.7], [0.4, 0.7], rope=rope)
    assert max(found.probabilities) < 0.999
    assert found.verdict == "undecided"


def test_without_a_rope_the_one_that_would_decide_is_named():
    found = bt.compare(SOME, SOME)
    assert (found.rope.low, found.rope.high) == (0.0, 0.0)
    assert found.probabilities == pytest.approx((0.5, 0.0, 0.5))
    enough = 1 - 0.05 ** (1 / 8)  # 0.3124
    assert any("A rope of ±0.313 would be enough to call the two models equivalent." in note for note in found.notes)
    assert bt.compare(SOME, SOME, rope=enough + 1e-9).verdict == "equivalent"
    assert bt.compare(SOME, SOME, rope=enough - 1e-9).verdict == "undecided"


def test_of_a_constant_difference_both_ropes_are_named():
    found = bt.compare(same(60) + 0.1, same(60), rope=0.09)
    better = 0.1 - (1 - 0.1 ** (1 / 61))  # P(Δ > r) = 1 - (1 - (0.1 - r))^61/2 = 0.95
    assert better == pytest.approx(0.06296, abs=1e-5)
    assert any("one of ±0.0629 or less to call one of them better" in note for note in found.notes)


def test_no_rope_is_named_for_a_direction_that_is_just_not_decided():
    """P(Δ > 0) = 1 - (1 - 0.5)³/2 = 0.9375, the threshold, so that no rope at all is narrow enough."""
    found = bt.compare([0.75, 1.0], [0.25, 0.5], rope=0.001, range=(0, 1), threshold=0.9375, independent=True)
    assert found.verdict == "undecided"
    named = [note for note in found.notes if "would be enough" in note]
    assert len(named) == 1
    assert named[0].endswith("would be enough to call the two models equivalent.")


# R: how far two scores can be apart.


@pytest.mark.parametrize(
    ("scores", "options", "reach", "words"),
    [
        (SOME, {}, 1.0, "assumed, as for any scores between 0 and 1"),
        (SOME, {"range": (0, 2)}, 2.0, "the range from 0 to 2 that you gave"),
        (100 * SOME, {}, 100.0, "assumed, taking the scores as percent"),
        (300 * SOME, {}, 300 * (0.93 - 0.12), "assumed, the range of the scores seen, 36 to 279"),
        (-SOME, {}, 0.93 - 0.12, "assumed, the range of the scores seen"),
        (SOME, {"higher_is_better": False}, 1.0, "assumed, as for any scores between 0 and 1"),
        (300 * SOME, {"higher_is_better": False, "range": (0, 1000)}, 1000.0, "that you gave"),
        (np.full(7, 0.5), {}, 1.0, "assumed, as for any scores between 0 and 1"),
    ],
)
def test_how_far_two_scores_can_be_apart(scores, options, reach, words):
    found = two(scores, scores, **options)
    assert found.result.diagnostics.figures["range"] == pytest.approx(reach)
    assert any(words in note for note in found.notes)
    assert found.probabilities.equivalent == pytest.approx(1 - (1 - 0.01 / reach) ** 8)


def test_without_any_range_it_is_asked_for():
    with pytest.raises(NeedsNotMet, match="here the scores are all the same: say what a score can be"):
        two([500.0] * 4, [500.0] * 4)
    with pytest.raises(NeedsNotMet, match="here only differences are known: say what a score can be"):
        bt.compare(pair_differences([0.0] * 4), rope=0.01)
    assert bt.compare(pair_differences([0.0] * 4, range=(0, 1)), rope=0.01).probabilities.equivalent == pytest.approx(
        1 - 0.99**5
    )


@pytest.mark.parametrize("wrong", [(1, 0), (0, 0), (0,), "0,1", (0, "x"), 1.0])
def test_a_range_is_two_numbers(wrong):
    with pytest.raises(ArgumentError, match="`range=` takes"):
        bt.pair_arrays(SOME, SOME, range=wrong)


def test_scores_outside_the_range_are_refused():
    with pytest.raises(ArgumentError, match=r"has a score of 0\.93, outside the range 0 to 0\.9"):
        bt.pair_arrays(SOME, SOME, range=(0, 0.9))
    with pytest.raises(ArgumentError, match="has a score of 2, outside the range 0 to 1"):
        bt.read({"case": [1, 2], "a": [0.5, 2.0], "b": [0.5, 1.0]}, range=(0, 1))
    with pytest.raises(ArgumentError, match="There is a difference of -2"):
        pair_differences([0.5, -2.0], range=(0, 1))
    with pytest.raises(ArgumentError, match=r"give it to `bt\.read`"):
        bt.compare(bt.read({"case": [1, 2], "a": [0.5, 2.0], "b": [0.5, 1.0]}), range=(0, 3))


def test_a_range_stays_with_the_scores():
    scores = bt.read({"case": [1, 2, 3], "task": [1, 1, 2], "a": [5, 6, 7], "b": [5, 6, 7]}, range=(0, 50))
    tables = [bt.pair(scores, "a", "b"), bt.summarize(scores, "a", "b"), bt.unpaired(scores, "a", "b")]
    for table in tables:
        assert table.score_range == table.by_task().score_range == table.select_tasks(["1"]).score_range == (0.0, 50.0)


# n: of how many units the scores speak.


def folds(n: int, **options):
    return bt.compare(same(n), same(n), rope=0.1, **options)


@pytest.mark.parametrize(
    ("found", "n", "classical"),
    [
        (lambda: folds(100, folds=10), 10, "correlated_t"),
        (lambda: folds(10, folds=10, n_train=900, n_test=100), 1000, "correlated_t"),
        (lambda: folds(100, folds=10, n_train=90, n_test=10), 100, "correlated_t"),
        (lambda: folds(30, n_train=80, n_test=20), 20, "correlated_t"),
        (lambda: bt.compare({"seed": range(5), "a": same(5), "b": same(5)}, rope=0.1), 5, "paired_t"),
        (
            lambda: bt.compare(bt.pair_arrays(same(12), same(12), cluster=[*"aaabbccccddd"]), rope=0.1),
            4,
            "paired_t",
        ),
        (lambda: bt.compare(bt.pair_arrays(same(12), same(12), task=[*"aaaabbbbcccc"]), rope=0.1), 12, "paired_t"),
        (lambda: bt.compare(bt.pair_arrays(same(20), same(20), task=[*"ab"] * 10, folds=5), rope=0.1), 10, "paired_t"),
        (
            lambda: bt.compare(PairedSummary.from_cells({"x": (3, 0, 0, 5), "y": (2, 0, 0, 9)}), rope=0.1),
            19,
            "paired_t",
        ),
    ],
    ids=["10x10", "10 of 100", "10x10 of 10", "splits", "seeds", "clusters", "tasks", "folds of tasks", "counts"],
)
def test_units_that_are_scored_again_count_once(found, n, classical):
    made = found()
    assert made.procedure == "bayes_agreement"
    assert made.probabilities.equivalent == pytest.approx(1 - 0.9 ** (n + 1), rel=1e-9)
    assert (made.classical.procedure, made.classical.p_value) == (classical, 1.0)


@pytest.mark.parametrize(("train_sets", "seeds", "fewer"), [(3, 5, "3 training sets"), (5, 3, "3 seeds")])
def test_where_neither_kind_is_tested_on_the_fewer_count(train_sets, seeds, fewer):
    trained, seed = np.divmod(np.arange(train_sets * seeds), seeds)
    rows = {"model": np.repeat(["a", "b"], len(seed)), "train_set": [*trained, *trained], "seed": [*seed, *seed]}
    found = bt.compare({**rows, "score": [*same(len(seed)), *same(len(seed))]}, rope=0.2, range=(0, 1))
    assert found.probabilities.equivalent == pytest.approx(1 - 0.8**4, rel=1e-9)
    assert any(f"(on {fewer}, each counted once)" in note for note in found.notes)


@pytest.mark.parametrize(
    ("clusters", "n", "told"),
    [("aaabbbcccddd", 4, ""), ("abcccc", 2, " (which for their sizes count as 2 of equal size)")],
    ids=["equal", "36/(1 + 1 + 16)"],
)
def test_clusters_count_as_so_many_of_equal_size(clusters, n, told):
    scores = same(len(clusters))
    rows = {"case": range(len(clusters)), "cluster": [*clusters], "a": scores, "b": scores}
    found = bt.compare(rows, weight="cases", rope=0.2, range=(0, 1))
    assert found.probabilities.equivalent == pytest.approx(1 - 0.8 ** (n + 1), rel=1e-9)
    assert any(f"on average in each of {len({*clusters})} clusters{told}. Other" in note for note in found.notes)


def test_the_sums_say_what_the_units_say():
    scores = bt.read({"case": range(7), "a": 300 * SOME, "b": 300 * SOME - 4})
    one, other = (bt.compare(table, rope=1) for table in (bt.pair(scores), bt.summarize(scores)))
    assert one.procedure == other.procedure == "bayes_agreement"
    assert other.probabilities == pytest.approx(one.probabilities, rel=1e-9)


# Who says it.


def test_other_posteriors_refuse_and_name_it():
    table = bt.pair_arrays(SOME, SOME)
    for name in ("bayes_t", "bayes_robust_t", "bayes_bootstrap", "bayes_joint", "bayes_anova", "bayes_plackett_luce"):
        with pytest.raises(NeedsNotMet, match="Use `bayes_agreement`, which says how large a difference"):
            REGISTRY[name](table)
        assert name not in bt.question(table).alternatives


def test_differences_that_vary_are_refused():
    with pytest.raises(NeedsNotMet, match=r"on all units; those of this table vary\. Use what `bt.question`"):
        bayes_agreement(bt.pair_arrays(SOME, SOME[::-1]))
    with pytest.raises(NeedsNotMet, match="these vary"):
        bayes_agreement.from_differences([0.0, 0.1], reach=1)
    with pytest.raises(ArgumentError, match="is more than `reach=1`"):
        bayes_agreement.from_summary(mean=2.0, n=4, reach=1.0)
    with pytest.raises(ArgumentError, match="above 0"):
        bayes_agreement.from_summary(mean=0.0, n=4, reach=0.0)


def test_over_several_tasks_the_verdict_is_limited_to_these():
    found = bt.compare(bt.pair_arrays(same(600), same(600), task=[*"abc"] * 200), rope=0.01, per_task=True)
    assert found.verdict == "equivalent"
    text = " ".join(found.to_text().split())
    assert "first and second are practically equivalent on these tasks (probability 0.998; threshold 0.95)." in text
    assert {part.procedure for part in found.tasks} == {"bayes_agreement"}
    assert [part.verdict for part in found.tasks] == ["undecided"] * 3
    assert found.tasks[0].probabilities.equivalent == pytest.approx(1 - 0.99**201)


def test_tasks_that_are_constant_beside_others_that_vary_are_left_to_the_hierarchical_model():
    rng = np.random.default_rng(2)
    second = np.concatenate([same(20), same(20) + rng.normal(0, 0.05, 20), same(20) + rng.normal(0, 0.05, 20)])
    table = bt.pair_arrays(np.tile(same(20), 3), second, task=np.repeat([*"abc"], 20), independent=True)
    found = bt.compare(table, rope=0.01, per_task=True)
    assert found.procedure == "bayes_hierarchical_t"
    assert [part.procedure for part in found.tasks] == ["bayes_agreement", "bayes_t", "bayes_t"]


def test_of_several_models_and_of_subgroups_it_is_chosen_for_those_that_agree():
    rng = np.random.default_rng(3)
    other = SOME + rng.normal(0, 0.1, 7)
    found = bt.compare({"case": range(7), "a": SOME, "b": SOME, "c": other}, rope=0.01)
    assert [pair.procedure for pair in found.comparisons] == ["bayes_agreement", "bayes_t", "bayes_t"]
    half = {"case": range(7), "half": [*"xxxxyyy"], "a": SOME, "b": [*SOME[:4], *other[4:]]}
    halves = bt.read(half, models=["a", "b"])
    groups = bt.compare(halves, by="half", rope=0.01).groups
    assert [group.procedure for group in groups] == ["bayes_agreement", "bayes_t"]


def test_one_unit_is_too_few():
    with pytest.raises(NeedsNotMet, match="at least 2 units"):
        bt.compare(bt.pair_arrays([0.5], [0.5]), rope=0.01)


# More of them, and other ropes.


def test_more_units_and_other_ropes():
    found = bt.compare(SOME, SOME, rope=0.01)
    scaled = bt.scaling(found, factors=[1, 10])
    assert [p.equivalent for p in scaled.probabilities] == pytest.approx([1 - 0.99**8, 1 - 0.99**71])
    assert scaled.needed_units == 298
    assert bt.sensitivity(found, ropes=[0.5]).probabilities[0].equivalent == pytest.approx(1 - 0.5**8)
    assert "equivalent" in bt.sensitivity(bt.compare(SOME, SOME)).verdicts
    undecided = folds(100, folds=10)
    with pytest.raises(ArgumentError, match="More repeats test the same cases again"):
        bt.scaling(undecided)
    assert "no number of further folds would decide it (rope ±0.1, threshold 0.95): more repeats" in outlook(undecided)
