"""Rankings whose best model is not the first column: what is said of it is said of it by name, in every order."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

import betterthan as bt
from betterthan.asking.rank import asked_again

RNG = np.random.default_rng(9)
TASKS = 12
LEADS = {"a": 0.0, "b": 0.08, "c": 0.04, "d": 0.13}
"""d is best, then b, c, a: neither the order of the columns nor of the alphabet."""
BASE = RNG.normal(0.6, 0.05, TASKS)
SCORES = {name: BASE + lead + RNG.normal(0, 0.01, TASKS) for name, lead in LEADS.items()}
BEST_FIRST = ["d", "b", "c", "a"]


def wide(order: str = "abcd", turn: float = 1.0) -> dict:
    return {"task": [f"t{i}" for i in range(TASKS)], **{name: turn * SCORES[name] for name in order}}


def means() -> dict[str, float]:
    return {name: float(scores.mean()) for name, scores in SCORES.items()}


def wins(name: str) -> tuple[int, int]:
    others = [other for other in SCORES if other != name]
    return (
        int(sum((SCORES[name] > SCORES[other]).sum() for other in others)),
        int(sum((SCORES[name] < SCORES[other]).sum() for other in others)),
    )


def checked(found, *, losses: bool = False) -> None:
    assert [model.name for model in found.models] == BEST_FIRST
    for model in found.models:
        assert model.mean == pytest.approx(-means()[model.name] if losses else means()[model.name])
        assert (model.wins, model.losses) == wins(model.name)
        places = [1 + sum(SCORES[other][t] > SCORES[model.name][t] for other in SCORES) for t in range(TASKS)]
        assert model.average_rank == pytest.approx(np.mean(places))
    effects = [model.effect for model in found.models]
    expected = np.array([means()[name] for name in BEST_FIRST])
    assert effects == sorted(effects, reverse=True)
    assert np.array(effects) == pytest.approx(expected - expected.mean(), abs=0.003)  # 12 tasks shrink little
    assert found.models[0].best > 0.99
    assert found.models[0].place == pytest.approx(1, abs=0.01)
    assert [tier for model in found.models for tier in model.tiers] == [1, 2, 3, 4]
    for row, first in enumerate(BEST_FIRST):
        for column, second in enumerate(BEST_FIRST):
            expected = 0.0 if first == second else found.result.pair(first, second).probabilities(0.01).first
            assert found.better[row][column] == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize("order", ["abcd", "dbca", "cadb", "bdac"])
def test_a_ranking_in_any_order_of_the_columns(order):
    checked(bt.rank(bt.read(wide(order)), rope=0.01))


def test_a_ranking_of_losses():
    checked(bt.rank(bt.read(wide(turn=-1.0), higher_is_better=False), rope=0.01), losses=True)


def test_a_ranking_that_is_asked_again():
    found = bt.rank(bt.read(wide()), rope=0.01)
    again = asked_again(bt.Ranked.from_dict(found.to_dict()))
    checked(again)
    assert again.tiers == found.tiers == (("d",), ("b",), ("c",), ("a",))


def test_the_best_against_the_rest_is_the_best_by_its_mean():
    found = bt.compare(bt.read(wide()), pairs="best", rope=0.01)
    assert [(each.first, each.second) for each in found.comparisons] == [("d", "a"), ("d", "b"), ("d", "c")]
    assert [model.name for model in found.models] == BEST_FIRST
    for each in found.comparisons:
        assert each.result.estimate == pytest.approx(means()["d"] - means()[each.second], abs=0.01)
        assert each.decision.verdict == "first"


def test_all_pairs_are_those_of_each_order():
    one = bt.compare(bt.read(wide()), rope=0.01)
    verdicts = {frozenset((each.first, each.second)): better_of(each) for each in one.comparisons}
    assert verdicts == {
        frozenset(pair): pair[0] for pair in permutations(BEST_FIRST, 2) if LEADS[pair[0]] > LEADS[pair[1]]
    }
    other = bt.compare(bt.read(wide("cadb")), rope=0.01)
    assert {frozenset((each.first, each.second)): better_of(each) for each in other.comparisons} == verdicts


def better_of(each) -> str | None:
    return {"first": each.first, "second": each.second}.get(each.decision.verdict)


def test_by_ranks_alone_the_best_is_the_same():
    """Tasks on different scales: only the order of the models counts."""
    scaled = {name: values if name == "task" else values * 10.0 ** np.arange(TASKS) for name, values in wide().items()}
    found = bt.rank(bt.read(scaled))
    assert found.procedure == "bayes_plackett_luce"
    assert [model.name for model in found.models] == BEST_FIRST
    assert [(model.wins, model.losses) for model in found.models] == [wins(name) for name in BEST_FIRST]


@pytest.mark.parametrize("procedure", ["friedman", "nemenyi", "pairwise_wilcoxon", "anova", "model_confidence_set"])
def test_tests_of_several_models_name_the_best(procedure):
    found = bt.compare(bt.read(wide()), procedure=procedure)
    assert found.test.best_first[0].name == "d"
    assert [effect.name for effect in found.test.best_first] == BEST_FIRST


def test_the_confidence_set_holds_the_best_alone():
    found = bt.compare(bt.read(wide()), procedure="model_confidence_set")
    assert found.test.confidence_set() == ("d",)
