"""Whether a document says what follows from its posterior and from the scores."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

import numpy as np
import pytest

import betterthan as bt
from betterthan.errors import ReadingError

RNG = np.random.default_rng(5)
CASES = bt.read(
    {
        "case": range(60),
        **{name: (RNG.random(60) < p).astype(int) for name, p in zip("abc", (0.9, 0.7, 0.6), strict=True)},
    }
)
TASK, FOLD = np.divmod(np.arange(40), 5)
FOLDS = bt.read({"task": [f"t{j}" for j in TASK], "fold": FOLD, **{name: RNG.normal(0.8, 0.03, 40) for name in "abc"}})
SEEDS = bt.read({"seed": range(6), **{name: RNG.normal(0.8, 0.03, 6) for name in "abc"}})
ALONE = bt.read({"model": ["m"] * 50, "case": range(50), "score": (np.arange(50) % 4 > 0).astype(int)})
PAIR = bt.compare(CASES, first="a", second="b", rope=0.01)
LOSS = ((0, 5, 5), (5, 0, 5), (5, 5, 0), (1, 1, 1))
ANSWERS: dict[str, tuple[Any, Any]] = {
    "0/1 cases": (PAIR, CASES),
    "default rope": (bt.compare(SEEDS, first="a", second="b"), SEEDS),
    "classical": (bt.compare(SEEDS, first="a", second="b", procedure="paired_t", alternative="first"), SEEDS),
    "drawn": (bt.compare(FOLDS, first="a", second="b", procedure="bayes_signed_rank", draws=2000, rng=3), FOLDS),
    "loss matrix": (bt.compare(SEEDS, first="a", second="b", rule="loss", loss_matrix=LOSS), SEEDS),
    "unpaired": (bt.compare(bt.unpaired(SEEDS, "a", "b"), rope=0.01), SEEDS),
    "tasks": (bt.compare(FOLDS, first="a", second="b", rope=0.01, per_task=True, prior="corani"), FOLDS),
    "one task": (bt.compare(FOLDS, first="a", second="b", rope=0.01, task="t3"), FOLDS),
    "reading": (bt.compare(FOLDS, first="a", second="b", rope=0.01, reading="winner", threshold=0.9), FOLDS),
    "several": (bt.compare(CASES, rope=0.01, adjust="hommel"), CASES),
    "reference": (bt.compare(SEEDS, pairs="b"), SEEDS),
    "ranking": (bt.rank(FOLDS, rope=0.01, threshold=0.9, residual="common"), FOLDS),
    "joint test": (bt.compare(FOLDS, procedure="nemenyi"), FOLDS),
    "seeds": (bt.seed_table(SEEDS, "a", rope=0.01, adjust="holm"), SEEDS),
    "scores": (bt.score_table(FOLDS, rope=0.01), FOLDS),
    "decisions": (bt.decision_table(FOLDS, first="a", second="b", rope=0.01), FOLDS),
    "sensitivity": (bt.sensitivity(PAIR), CASES),
    "chosen ropes": (bt.sensitivity(PAIR, ropes=[0.02, 0.01]), CASES),
    "scaling": (bt.scaling(bt.compare(SEEDS, first="a", second="b", rope=0.01)), SEEDS),
    "means": (bt.model_means(SEEDS), SEEDS),
    "one model": (bt.estimate(ALONE), ALONE),
    "published number": (bt.estimate(ALONE, against=0.7, against_n=200, rope=0.02), ALONE),
}  # fmt: skip


def document(name: str) -> dict[str, Any]:
    """As it would be read from a file."""
    found: dict[str, Any] = json.loads(ANSWERS[name][0].to_json())
    return found


@pytest.mark.parametrize("name", ANSWERS)
def test_every_kind_agrees_with_itself_and_with_its_scores(name):
    alone, scored = bt.check(document(name)), bt.check(document(name), ANSWERS[name][1])
    assert alone.disagreements == ()
    assert scored.disagreements == ()
    assert [part.basis for part in scored.compared] == ["document", "scores"]
    assert min(part.values for part in scored.compared) > 10


def changed(name: str, place: str, value: Any) -> dict[str, Any]:
    found = deepcopy(document(name))
    *way, last = (int(key) if key.isdigit() else key for key in place.split("."))
    inside: Any = found
    for key in way:
        inside = inside[key]
    assert inside[last] != value
    inside[last] = value
    return found


CHANGES = [
    ("0/1 cases", "comparisons.0.probabilities.first", 0.5),
    ("0/1 cases", "comparisons.0.decision.verdict", "second"),
    ("0/1 cases", "comparisons.0.n", 61),
    ("0/1 cases", "comparisons.0.models.0.n", 61),
    ("0/1 cases", "comparisons.0.estimate", 0.3),
    ("0/1 cases", "comparisons.0.interval.low", -0.5),
    ("0/1 cases", "comparisons.0.direction.first", 0.5),
    ("0/1 cases", "comparisons.0.odds.first/second", 3.0),
    ("0/1 cases", "comparisons.0.evidence.grade", "weak"),
    ("0/1 cases", "comparisons.0.rope.high", 0.3),
    ("0/1 cases", "comparisons.0.decision.threshold", 0.9999999),
    ("default rope", "comparisons.0.result.law.location", 0.5),
    ("default rope", "comparisons.0.result.law.df", 50),
    ("classical", "comparisons.0.p_value", 0.001),
    ("tasks", "comparisons.0.tasks.2.decision.verdict", "first"),
    ("tasks", "comparisons.0.readings.population.first", 0.99),
    ("several", "comparisons.1.probabilities.second", 0.9),
    ("several", "comparisons.0.p_adjusted", 1e-9),
    ("several", "rankings.0.models.0.best", 0.1),
    ("reference", "comparisons.0.decision.verdict", "first"),
    ("ranking", "rankings.0.models.1.effect", 0.5),
    ("ranking", "rankings.0.better.0.1", 0.0123),
    ("ranking", "rankings.0.tiers.0.0", "nobody"),
    ("seeds", "rows.1.mean", 0.5),
    ("seeds", "rows.1.against.p_value", 1e-5),
    ("seeds", "rows.1.against.p_adjusted", 1e-5),
    ("seeds", "rows.1.n", 7),
    ("decisions", "tasks.0.verdict", "first"),
    ("decisions", "tasks.0.rejected", True),
    ("sensitivity", "ropes.3.verdict", "second"),
    ("sensitivity", "ropes.3.first", 0.1),
    ("scaling", "sizes.0.verdict", "second"),
    ("one model", "interval.high", 0.99),
    ("published number", "against.probabilities.first", 0.99),
    ("published number", "against.decision.verdict", "second"),
    ("published number", "against.n", 100),
    ("published number", "law.a", 100.0),
]


@pytest.mark.parametrize(("name", "place", "value"), CHANGES)
def test_what_was_changed_is_found_without_the_scores(name, place, value):
    assert not bt.check(changed(name, place, value)).agrees


def test_probabilities_that_do_not_sum_to_1_are_found():
    found = bt.check(changed("0/1 cases", "comparisons.0.decision.probabilities.first", 0.5))
    assert "sum to 1" in found.disagreements[0].found
    assert "decision" in found.disagreements[0].place


ONLY_SCORES = [
    ("0/1 cases", "comparisons.0.models.0.mean", 0.99),
    ("0/1 cases", "comparisons.0.classical.p_value", 0.5),
    ("classical", "comparisons.0.result.p_value", 1e-5),
    ("several", "models.0.mean", 0.2),
    ("ranking", "rankings.0.models.0.wins", 1000),
    ("scores", "means.0.0", 0.2),
    ("scaling", "sizes.0.p_value", 0.111),
    ("means", "models.0.sd", 0.5),
    ("one model", "n", 500),
]


@pytest.mark.parametrize(("name", "place", "value"), ONLY_SCORES)
def test_what_only_the_scores_can_tell_is_found_with_them(name, place, value):
    found = bt.check(changed(name, place, value), ANSWERS[name][1])
    assert any(each.basis == "scores" and each.place.endswith(place.split(".")[-1]) for each in found.disagreements)


def test_other_scores_do_not_agree():
    other = bt.read({"case": range(60), "a": [1, 0] * 30, "b": [1, 1, 0] * 20})
    found = bt.check(document("0/1 cases"), other)
    assert {each.basis for each in found.disagreements} == {"scores"}
    assert "comparisons.0.probabilities.first" in {each.place for each in found.disagreements}


def test_rounding_is_no_disagreement():
    small = document("0/1 cases")
    small["comparisons"][0]["probabilities"]["first"] += 1e-9
    assert bt.check(small).agrees


@pytest.mark.parametrize(
    "what", [{}, {"schema": 2, "version": "0.2.0"}, {"schema": 2, "version": "0.2.0", "a": 1}, [], {"schema": 1}]
)
def test_what_is_no_document_is_refused(what):
    with pytest.raises(ReadingError):
        bt.check(what)


KEYS = [
    "tests", "comparisons", "pairs", "rankings", "scores", "baseline", "rows", "average_ranks", "marks", "total",
    "tasks", "ropes", "comparison", "sizes", "needed", "law", "against", "models", "higher_is_better",
]  # fmt: skip


@pytest.mark.parametrize("key", KEYS)
def test_a_kind_is_not_known_by_one_of_its_keys_alone(key):
    with pytest.raises(ReadingError, match="is no document of betterthan"):
        bt.check({"schema": 2, "version": "0.2.0", key: []})


def test_it_is_read_back_and_told():
    found = bt.check(changed("0/1 cases", "comparisons.0.n", 61))
    assert bt.Checked.from_dict(found.document()) == found
    assert "1 value does not agree." in found.to_text()
    assert found.to_rows()[0]["place"] == "comparisons.0.n"
