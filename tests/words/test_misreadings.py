"""Sentences and numbers that a reader would take for something else, and how they are told instead."""

import re

import numpy as np
import pytest

import betterthan as bt
from betterthan.answers.outlook import Needed, Outlook
from betterthan.data.examples import example
from betterthan.words.columns import Digits, digits_of
from betterthan.words.estimates import methods as methods_of_estimate
from betterthan.words.facts import estimate
from betterthan.words.outlook import _further
from betterthan.words.pairs import pairs_in_short

SAME = np.random.default_rng(0).uniform(0.3, 0.9, 40).round(3)


def tasks(models: dict[str, float], *, count: int = 20, seed: int = 7, spread: float = 0.015) -> bt.Scores:
    rng = np.random.default_rng(seed)
    rows = [
        (f"task {t}", model, level + lead + rng.normal(0, spread))
        for t, level in enumerate(rng.uniform(0.6, 0.9, count))
        for model, lead in models.items()
    ]
    return bt.read(dict(zip(("task", "model", "score"), map(list, zip(*rows, strict=True)), strict=True)))


@pytest.mark.parametrize(
    ("low", "high", "places"),
    [(0.00045, 0.0161, 4), (-0.0004, 0.0161, 4), (-0.0161, 0.0004, 4), (0.0, 0.0161, 3), (0.00002, 0.0161, 3),
     (0.0015, 0.0161, 3)],
)  # fmt: skip
def test_an_interval_that_only_just_leaves_0_out_does_not_seem_to_touch_it(low, high, places):
    """Width 0.0156 asks for three decimals, and [0.000, 0.016] beside p = .04 would be a contradiction."""
    inside = bt.compare([0.3, 0.5, 0.4, 0.9], [0.2, 0.3, 0.35, 0.4], independent=True, rope=0.1).interval
    each = type(inside)(low, high, inside.level, inside.kind)
    assert digits_of([0.008], [each]) == Digits(places)
    assert digits_of([0.008, 0.009], [each, each]).places == 3, "a column has the decimals of its middle one"


@pytest.mark.parametrize("binary", [True, False])
def test_of_models_that_never_differ_no_size_is_called_negligible(binary):
    scores = (SAME > 0.5).astype(float) if binary else SAME
    found = bt.compare(scores, scores, independent=True, rope=0.01)
    assert found.verdict == "undecided"
    assert [size.label for size in found.effects if size.name == "Cohen's d"] == [None]
    apart = bt.compare(SAME + np.tile([0.01, -0.01], 20), SAME, independent=True, rope=0.01)
    assert [size.label for size in apart.effects if size.name == "Cohen's d"] == ["negligible"]


def test_an_interval_without_width_is_not_shown_as_certainty():
    told = bt.compare(SAME, SAME, independent=True, rope=0.01).to_markdown()
    assert "no interval: nothing varies" in told
    assert not re.search(r"confidence interval \[0\.?0*, 0\.?0*\]", told)


def test_a_pair_alone_that_only_the_prior_holds_back_is_said_to_be_so():
    """`no other pair would have been decided` beside a probability of 0.97 looked like a mistake."""
    models = {"rf": 0.01, "gbm": 0.02, "svm": 0.0, "nn": 0.008}
    for seed in range(20):
        found = bt.compare(tasks(models, seed=seed), rope=0.01)
        held = [pair for pair in found.comparisons if pair.alone is not None and pair.alone.held_back_by == "prior"]
        if held:
            break
    (told,) = (line for line in pairs_in_short(found) if "Each pair alone is shown" in line)
    assert max(held[0].alone.probabilities) >= 0.95
    assert f"{held[0].first} – {held[0].second}" in told
    assert told.endswith("would have stayed undecided although the probability suffices: it depends on the prior.")


def test_the_test_that_rejects_is_named():
    found = bt.compare(tasks({"a": 0.0, "b": 0.02, "c": 0.04}), rope=0.01)
    assert any(line.startswith("At the 5% level `wilcoxon` rejects for ") for line in pairs_in_short(found))


def test_adjusted_p_values_are_called_so():
    told = bt.compare(tasks({"a": 0.0, "b": 0.02, "c": 0.04}), rope=0.01).to_markdown()
    assert "| p | adj. p |" in told


def test_a_check_that_failed_on_few_pairs_names_them():
    rng = np.random.default_rng(3)
    scores = {"task": [f"t{i}" for i in range(30)], "a": rng.normal(0.7, 0.01, 30), "b": rng.normal(0.7, 0.01, 30)}
    skewed = bt.read({**scores, "c": scores["a"] - rng.exponential(0.02, 30) ** 2})
    told = bt.compare(skewed, rope=0.01).to_markdown()
    found = re.findall(r"The check `(\w+)` failed on (\d) of 3 pairs \(([^)]*)\)", told)
    assert found
    assert all(pairs.count("–") == int(count) for _, count, pairs in found)


def test_a_number_is_rough_or_about_but_not_both():
    few, many = Needed("tasks", 12, 40), Needed("tasks", 12, 52_345)
    assert _further(Outlook("first", (many,), roughly=True)) == "52,400 more tasks"
    assert _further(Outlook("first", (many,))) == "about 52,400 more tasks"
    assert _further(Outlook("first", (few,))) == "28 more tasks"


def test_the_law_over_tasks_says_which_interval_it_shows():
    told = bt.compare(example("code-switching")).to_markdown()
    assert "95% equal-tailed interval" in told.split("Law over tasks")[1]


def test_the_prior_of_a_bootstrap_is_named_shortly():
    rng = np.random.default_rng(5)
    truth = rng.integers(0, 2, 80)
    outputs = {name: np.clip(0.3 * truth + 0.7 * rng.random(80), 0, 1) for name in ("new", "old")}
    found = bt.compare(bt.predictions({"case": range(80), "y": truth, **outputs}, truth="y"), metric="auroc", rope=0.01)
    assert "posterior mean (Bayesian bootstrap prior)" in estimate(found)


def test_against_a_published_number_the_observed_difference_comes_first():
    """A mean of 0.816 beside the published 0.8 and a difference of 0.013 looked like a mistake."""
    cases = {"case": list(range(250)), "correct": [1] * 204 + [0] * 46}
    told = bt.compare(bt.read(cases), against=0.8).to_markdown()
    assert "0.016 observed; posterior mean (uniform prior) 0.013, 95% HDI" in told
    assert "(0.1 standard deviations of the scores; you gave none)" in told
    real = bt.compare(bt.read({"case": list(range(250)), "bleu": np.linspace(0.2, 0.5, 250)}), against=0.3)
    assert "observed" not in real.to_markdown(), "their posterior mean is the mean"


def test_the_paragraph_for_a_paper_gives_no_advice_and_ends_with_the_verdict():
    against = bt.compare(bt.read({"case": list(range(250)), "correct": [1] * 204 + [0] * 46}), against=0.8)
    told = methods_of_estimate(against)
    assert "(0.8, taken as exact)" in told
    assert "The difference was 0.016 observed" in told
    assert told.endswith("(0.829; positive evidence).")


def test_a_table_of_scores_of_one_task_does_not_count_it():
    right = {"case": list(range(30)), **{m: np.random.default_rng(i).integers(0, 2, 30) for i, m in enumerate("abc")}}
    told = bt.score_table(bt.read(right)).to_text()
    assert told.startswith("3 models\nMean scores of the models. Higher")
    assert bt.score_table(tasks({"a": 0.0, "b": 0.1})).to_text().startswith("2 models on 20 tasks\n")
