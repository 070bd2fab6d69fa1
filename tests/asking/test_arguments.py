"""Arguments of the wrong type work where the meaning is clear, or give one message; so do names from elsewhere."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

import betterthan as bt
from betterthan.data.arguments import INSTEAD, MISSPELT
from betterthan.errors import ArgumentError

RNG = np.random.default_rng(3)
FIRST = RNG.uniform(0.2, 0.9, 40)
SECOND = FIRST - RNG.uniform(-0.02, 0.04, 40)
SCORES = bt.read({"case": range(40), "a": FIRST, "b": SECOND, "lang": ["x", "y"] * 20})
TABLE = bt.pair(SCORES)


def test_what_is_clear_works():
    plain = bt.compare(SCORES, threshold=0.9, level=0.9)
    assert bt.compare(SCORES, threshold="0.9", level="0.9") == plain
    assert bt.compare(SCORES, procedure=bt.procedures.bayes_t) == bt.compare(SCORES, procedure="bayes_t")
    drawn = bt.compare(SCORES, procedure="bayes_bootstrap", draws=1000, rng=1)
    assert bt.compare(SCORES, procedure="bayes_bootstrap", draws=1e3, rng=np.int64(1)) == drawn
    assert bt.rank(SCORES, threshold="0.9").threshold == 0.9


def test_integer_columns_are_named_by_integers():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({0: FIRST, 1: SECOND, 2: FIRST + 0.1})
    found = bt.compare(frame, first=1, second=0)
    assert (found.first, found.second) == ("1", "0")
    assert bt.compare(frame, pairs=2).comparisons[0].first in ("0", "1", "2")
    assert bt.read(frame, first=1, second=0).models == ("0", "1", "2")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ({"threshold": "much"}, "`threshold=` takes a number; got `'much'`"),
        ({"threshold": None, "level": [0.9]}, "`level=` takes a number"),
        ({"rng": "x"}, "`rng=` takes a seed"),
        ({"rng": np.random.RandomState(0)}, "`rng=` takes a seed"),
        ({"draws": "many"}, "`draws=` takes a whole number, 1 or more"),
        ({"draws": 10.5}, "`draws=` takes a whole number, 1 or more"),
        ({"draws": 0}, "`draws=` takes a whole number, 1 or more"),
        ({"procedure": bt.procedures}, "`procedure=` takes the name of a procedure"),
        ({"procedure": 3}, "`procedure=` takes the name of a procedure"),
        ({"per_task": "no"}, "`per_task=` is True or False"),
        ({"first": ["a"]}, "`first=` takes a name"),
        ({"alpha": 0.05}, "use `level=`"),
        ({"random_state": 0}, "use `rng=`"),
        ({"seed": 0}, "use `rng=`"),
        ({"n_samples": 1000}, "use `draws=`"),
        ({"metric": "acc"}, "or read the table with `bt.predictions`"),
        ({"treshold": 0.9}, "Did you mean `threshold`"),
    ],
)
def test_what_is_not_clear_is_one_message(words, said):
    with pytest.raises(ArgumentError, match=said):
        bt.compare(SCORES, **words)


@pytest.mark.parametrize(
    "ask", [bt.rank, bt.question, bt.seed_table, bt.score_table, bt.model_means, bt.decision_table]
)
def test_every_question_answers_a_keyword_that_it_does_not_know(ask):
    with pytest.raises(ArgumentError, match="use `rng=`"):
        ask(SCORES, random_state=0)


def test_no_option_of_a_procedure_is_taken_for_a_misspelling():
    from difflib import get_close_matches
    from inspect import signature

    from betterthan.procedures.options import options_of

    for ask in (bt.compare, bt.rank):
        own = [name for name in signature(ask).parameters if name != "options"]
        for procedure in bt.procedures.REGISTRY.values():
            for option in procedure.options:
                assert option in own or option in options_of(procedure.name)
                assert option in own or not get_close_matches(option, own, 1, MISSPELT)
    assert "alpha" in INSTEAD
    halves = bt.compare([1, 0, 1, 1], [0, 1, 0, 1], procedure="bayes_mcnemar", alpha=(0.5, 0.5, 0.5, 0.5))
    assert halves.procedure == "bayes_mcnemar"


def test_a_comparison_has_its_verdict_and_its_p_value():
    found = bt.compare(SCORES)
    assert found.verdict == found.decision.verdict
    assert found.p_value == found.classical.p_value
    test = bt.compare(SCORES, procedure="paired_t")
    assert (test.verdict, test.p_value) == (None, test.result.p_value)
    assert bt.compare(SCORES, procedure="bayes_bootstrap", rng=0).p_value is not None


def test_tables_are_equal_by_their_values():
    for table in (TABLE, bt.unpaired(SCORES), bt.summarize(SCORES)):
        assert table == table  # noqa: PLR0124
        assert table == pickle.loads(pickle.dumps(table))
        assert table != bt.pair(SCORES, "b", "a")
    assert bt.pair(SCORES) == TABLE
    assert TABLE != 3
    assert bt.pair_arrays([1.0, 2.0], [0.0, 1.0]) != bt.pair_arrays([1.0, 2.0], [0.0, 1.5])
    assert TABLE.factors == bt.pair(SCORES).factors


def test_scores_can_be_pickled_and_copied():
    tasks = bt.read({"task": list("xxyy") * 2, "case": [1, 2, 3, 4] * 2, "model": list("aaaabbbb"), "score": range(8)})
    for scores in (
        SCORES,
        tasks,
        tasks.select_tasks(["x"]),
        bt.read({"fold": [1, 2], "n_train": [9, 9], "n_test": [1, 1], "a": [0.1, 0.2], "b": [0.3, 0.1]}),
    ):
        again = pickle.loads(pickle.dumps(scores))
        assert (again.models, again.tasks, len(again), repr(again)) == (
            scores.models,
            scores.tasks,
            len(scores),
            repr(scores),
        )
        assert bt.pair(again) == bt.pair(scores)
        assert copy.copy(scores) == copy.deepcopy(scores) == scores
    assert bt.compare(pickle.loads(pickle.dumps(SCORES)), by="lang") == bt.compare(SCORES, by="lang")


def test_what_is_shown_is_one_line_and_never_certain():
    sure = bt.compare(FIRST + 5, SECOND)
    assert "first >0.999, equivalent <0.001, second <0.001" in repr(sure)
    drawn = bt.compare(SCORES, procedure="bayes_bootstrap", rng=0)
    tasks = bt.compare({"task": np.repeat(list("abcd"), 10), "case": range(40), "a": FIRST, "b": SECOND})
    shown = [
        SCORES, TABLE, bt.unpaired(SCORES), bt.summarize(SCORES), sure, drawn, drawn.result, sure.result,
        tasks, tasks.result,
        bt.rank(SCORES), bt.rank({"case": range(40), "a": FIRST + 5, "b": SECOND}), bt.score_table(SCORES),
        bt.model_means(SCORES), bt.decision_table(SCORES), bt.sensitivity(sure), bt.scaling(bt.compare(SCORES)),
        bt.compare({"case": range(40), "a\nb": FIRST, "c": SECOND}),
    ]  # fmt: skip
    for each in map(repr, shown):
        assert "\n" not in each
        assert len(each) < 600, each
        assert "0.000" not in each
        assert "1.000" not in each
