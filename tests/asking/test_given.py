"""What people type first: arrays, frames, paths and scores go to `compare`, `rank`, `question` as they are."""

from __future__ import annotations

import numpy as np
import pytest

import betterthan as bt
from betterthan.errors import ArgumentError, PairingError, ReadingError

RNG = np.random.default_rng(7)
FIRST = RNG.uniform(0.7, 0.9, 10)
SECOND = FIRST - RNG.uniform(-0.01, 0.03, 10)
RIGHT = RNG.integers(0, 2, 10)
WRONG = RNG.integers(0, 2, 10)
MANY, OTHERS = RNG.uniform(0.0, 1.0, 64), RNG.uniform(0.0, 1.0, 64)
USUAL = (3, 5, 10, 20, 25, 30, 50, 100)


def folds_table():
    return bt.pair(bt.read({"fold": range(10), "first": FIRST, "second": SECOND}))


@pytest.fixture
def csv(tmp_path):
    path = tmp_path / "results.csv"
    path.write_text("case,a,b\n" + "".join(f"{j},{a},{b}\n" for j, (a, b) in enumerate(zip(MANY, OTHERS, strict=True))))
    return path


def test_two_arrays_are_compared_as_they_are():
    found = bt.compare(MANY, OTHERS)
    assert found == bt.compare(bt.pair_arrays(MANY, OTHERS))
    assert bt.compare(RIGHT, WRONG).procedure == "bayes_mcnemar"  # 0/1 scores are cases, never folds
    assert bt.compare(list(RIGHT.astype(bool)), tuple(WRONG.astype(bool))).procedure == "bayes_mcnemar"


def test_whatever_is_read_is_compared(csv):
    pandas = pytest.importorskip("pandas")
    expected = bt.compare(bt.read(csv)).probabilities
    for given in (csv, str(csv), [str(csv)], pandas.read_csv(csv), {"case": range(64), "a": MANY, "b": OTHERS}):
        assert bt.compare(given).probabilities == expected
        assert bt.question(given).procedure == "bayes_t"
        assert bt.rank(given).models[0].name in ("a", "b")
        assert bt.score_table(given).models == ("a", "b")
        assert bt.model_means(given).n_units == 64


def test_two_files_are_two_models(tmp_path):
    for name, scores in (("a", MANY), ("b", OTHERS)):
        rows = "".join(f"{j},{score}\n" for j, score in enumerate(scores))
        (tmp_path / f"{name}.csv").write_text("case,score\n" + rows)
    found = bt.compare(tmp_path / "a.csv", tmp_path / "b.csv")
    assert (found.first, found.second) == ("a", "b")
    assert found.probabilities == bt.compare(MANY, OTHERS).probabilities


def test_seed_and_decision_tables_read_too():
    seeds = {"seed": [1, 2, 3, 4], "a": [0.7, 0.8, 0.9, 0.8], "b": [0.6, 0.7, 0.6, 0.7]}
    assert [row.n for row in bt.seed_table(seeds).rows] == [4, 4]
    assert bt.decision_table({"fold": range(10), "a": FIRST, "b": SECOND}).tasks[0].procedure == "bayes_correlated_t"


def test_series_keep_their_names_and_must_share_their_index():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"nbc": MANY, "aode": OTHERS})
    found = bt.compare(frame["nbc"], frame["aode"])
    assert (found.first, found.second) == ("nbc", "aode")
    with pytest.raises(ArgumentError, match="different indexes"):
        bt.compare(frame["nbc"], frame["aode"].sort_values())


@pytest.mark.parametrize("words", [{"folds": 10}, {"cv": 10}, {"folds": 10.0}, {"n_train": 90, "n_test": 10}])
def test_arrays_can_be_folds(words):
    expected = bt.compare(folds_table(), rope=0.01)
    found = bt.compare(FIRST, SECOND, rope=0.01, **words)
    assert found.procedure == "bayes_correlated_t"
    assert found.probabilities == pytest.approx(expected.probabilities, rel=1e-12)
    assert bt.question(FIRST, SECOND, **words).procedure == "bayes_correlated_t"


@pytest.mark.parametrize("words", [{"folds": 10}, {"cv": 10}, {"n_train": 90, "n_test": 10}])
def test_wide_and_long_rows_can_be_folds(words):
    expected = bt.compare(folds_table(), rope=0.01)
    wide = {"first": FIRST, "second": SECOND}
    long = {"model": ["first"] * 10 + ["second"] * 10, "score": [*FIRST, *SECOND]}
    for given in (wide, long):
        found = bt.compare(given, rope=0.01, **words)
        assert found.probabilities == pytest.approx(expected.probabilities, rel=1e-12)
        assert any("as you said" in note for note in found.notes)


def test_a_hundred_rows_and_ten_folds_are_ten_repeats():
    first, second = RNG.uniform(0.7, 0.9, 100), RNG.uniform(0.7, 0.9, 100)
    repeat, fold = np.repeat(range(10), 10), np.tile(range(10), 10)
    named = bt.compare({"repeat": repeat, "fold": fold, "first": first, "second": second}, rope=0.01)
    for found in (
        bt.compare(first, second, folds=10, rope=0.01),
        bt.compare({"first": first, "second": second}, folds=10, rope=0.01),
    ):
        assert found.probabilities == pytest.approx(named.probabilities, rel=1e-12)
        assert found.table.design.levels == {"repeat": 10, "fold": 10}
        assert found.table.design.test_fraction == 0.1


def test_ten_rows_and_two_folds_are_five_by_two():
    assert bt.compare(FIRST, SECOND, folds=2).table.facts.five_by_two


def test_folds_within_tasks():
    task = ["x"] * 10 + ["y"] * 10
    given = {"task": task, "a": [*FIRST, *SECOND], "b": [*SECOND, *FIRST]}
    with pytest.raises(PairingError, match=r"The dict \(`x`\) has 10 scores per model"):
        bt.compare(given)
    table = bt.pair(bt.read(given, folds=5))
    assert (table.tasks, table.design.test_fraction, table.design.levels["repeat"]) == (("x", "y"), 0.2, 2)
    arrays = bt.pair_arrays(given["a"], given["b"], task=task, folds=5)
    assert arrays.design.test_fraction == 0.2
    assert [list(arrays.factors[name].codes) for name in ("repeat", "fold")] == [
        list(np.tile(np.repeat([0, 1], 5), 2)), list(np.tile(range(5), 4)),
    ]  # fmt: skip


@pytest.mark.parametrize("n", USUAL)
def test_scores_that_look_like_folds_or_seeds_are_asked_about(n, tmp_path):
    first, second = RNG.uniform(0.6, 0.9, n), RNG.uniform(0.6, 0.9, n)
    (tmp_path / "wide.csv").write_text("a,b\n" + "".join(f"{a},{b}\n" for a, b in zip(first, second, strict=True)))
    for ask in (
        lambda: bt.compare(first, second),
        lambda: bt.compare(bt.pair_arrays(first, second)),
        lambda: bt.compare({"a": first, "b": second}),
        lambda: bt.compare(tmp_path / "wide.csv"),
        lambda: bt.rank({"a": first, "b": second}),
        lambda: bt.question(first, second),
    ):
        with pytest.raises(PairingError, match=r"`folds=\d+`.*`independent=True`"):
            ask()
    assert bt.compare(first, second, independent=True).procedure == "bayes_t"
    assert "Each row is an independent case, as you said." in bt.compare(tmp_path / "wide.csv", independent=True).notes


@pytest.mark.parametrize("n", [4, 7, 11, 12, 40, 99, 101, 1000])
def test_other_numbers_of_rows_are_cases(n):
    assert bt.compare(RNG.uniform(0.6, 0.9, n), RNG.uniform(0.6, 0.9, n)).unit == "cases"


def test_scores_on_another_scale_and_rows_with_ids_are_not_asked_about():
    assert bt.compare(FIRST * 50, SECOND * 50).unit == "cases"
    for column, unit in (("case", "cases"), ("seed", "seeds"), ("fold", "folds"), ("task", "tasks")):
        assert bt.compare({column: range(10), "a": FIRST, "b": SECOND}).unit == unit


@pytest.mark.parametrize("counter", ["index", "Unnamed: 0", "idx"])
def test_numbers_of_rows_name_nothing(counter):
    expected = bt.compare(folds_table(), rope=0.01).probabilities
    wide = {counter: range(10), "first": FIRST, "second": SECOND}
    long = {counter: [*range(10)] * 2, "model": ["first"] * 10 + ["second"] * 10, "score": [*FIRST, *SECOND]}
    for given in (wide, long):
        with pytest.raises(PairingError, match=r"10 scores per model.*`folds=10`.*`independent=True`"):
            bt.compare(given)
        assert bt.compare(given, folds=10, rope=0.01).probabilities == pytest.approx(expected, rel=1e-12)
        assert bt.compare(given, independent=True).unit == "cases"
        assert bt.compare(bt.read(given, case=counter)).unit == "cases"  # the user says that these are the cases


def test_a_name_that_says_cross_validation_asks_whatever_the_number():
    first, second = RNG.uniform(0.6, 0.9, 12), RNG.uniform(0.6, 0.9, 12)
    for names in (("cv_svm", "cv_knn"), ("svm_fold", "knn_fold"), ("svm_test_score", "b")):
        with pytest.raises(PairingError, match="`folds=K`"):
            bt.compare(dict(zip(names, (first, second), strict=True)))


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda: bt.compare(FIRST, SECOND, folds=3), "no multiple of 3"),
        (lambda: bt.compare({"a": FIRST, "b": SECOND}, folds=4), "no multiple of 4"),
        (lambda: bt.compare(FIRST, SECOND, folds=10, cv=10), "`folds=` and `cv=` are the same"),
        (lambda: bt.compare(FIRST, SECOND, folds=10, independent=True), "contradict"),
        (lambda: bt.compare(FIRST, SECOND, folds=1), "whole number, 2 or more"),
        (lambda: bt.compare(FIRST, SECOND, folds="ten"), "whole number, 2 or more"),
        (lambda: bt.compare(FIRST, SECOND, independent="yes"), "True or False"),
        (lambda: bt.compare(FIRST, SECOND, n_train=90), "without `n_test=`"),
        (lambda: bt.compare(FIRST, SECOND, n_train=90, n_test=0), "above 0"),
        (lambda: bt.compare(folds_table(), folds=10), "is read already"),
        (lambda: bt.compare(bt.read({"case": [1, 2], "a": [1, 0], "b": [0, 1]}), independent=True), "is read already"),
        (lambda: bt.compare(folds_table(), "second"), "`first=` and `second=`"),
        (lambda: bt.compare(folds_table(), FIRST), "a table and a `ndarray`"),
        (lambda: bt.compare(FIRST), r"`bt.compare\(a, b\)`"),
        (lambda: bt.compare([0.1, 0.2]), r"`bt.compare\(a, b\)`"),
        (lambda: bt.compare({"a": FIRST}, {"b": SECOND}), "a column `model`"),
        (lambda: bt.compare({0.1, 0.2}, {0.3, 0.4}), "no order"),
        (lambda: bt.compare(["a", "b"], [0.1, 0.2]), "are no numbers"),
        (lambda: bt.compare({"case": range(10), "a": FIRST, "b": SECOND}, folds=10), "`case` names them"),
        (lambda: bt.compare({"n00": [1], "n01": [2], "n10": [3], "n11": [4]}, folds=10), "holds counts"),
    ],
)
def test_what_does_not_make_sense_is_said(ask, said):
    with pytest.raises((ArgumentError, ReadingError, PairingError), match=said):
        ask()


def test_losses_can_be_given_at_once():
    found = bt.compare(MANY, OTHERS, higher_is_better=False)
    assert found.estimate == pytest.approx(-bt.compare(MANY, OTHERS).estimate)


def test_question_pairs_first():
    scores = bt.read({"case": range(64), "a": MANY, "b": OTHERS, "c": MANY + 0.1})
    assert bt.question(scores).procedure == "bayes_t"
    assert bt.question(scores, first="b", second="c").kind == "Q1"
    assert bt.question(bt.pair(scores, "a", "b")) == bt.question(scores)


def test_the_index_of_two_series_is_not_lost() -> None:
    pd = pytest.importorskip("pandas")
    index = pd.MultiIndex.from_product([[f"t{i}" for i in range(6)], range(10)], names=["task", "fold"])
    rng = np.random.default_rng(1)
    first = pd.Series(rng.normal(0.8, 0.05, 60), index=index, name="new")
    second = (first - rng.normal(0.01, 0.02, 60)).rename("old")
    assert bt.compare(first, second).question == bt.compare(pd.DataFrame({"new": first, "old": second})).question
    assert bt.compare(first, second).question.kind == "Q3"


def test_how_to_name_models_of_a_table_with_a_truth_column_works() -> None:
    scores = {"x": [0.1, 0.7, 0.4, 0.9], "y": [0.2, 0.6, 0.5, 0.7]}
    with pytest.raises(bt.ReadingError, match=r'`models=\["x", "y"\]`'):
        bt.compare(scores)
    with pytest.raises(bt.ArgumentError, match=r"use `bt.read`, which takes it as `models=`"):
        bt.compare(scores, models=["x", "y"])
    assert bt.read(scores, models=["x", "y"]).models == ("x", "y")


@pytest.mark.parametrize("turned", [False, True])
def test_a_path_and_an_array_are_not_the_scores_of_two_models(csv, turned):
    given = (MANY, csv) if turned else (csv, MANY)
    with pytest.raises(ArgumentError, match="or the scores of two models as two arrays; got"):
        bt.compare(*given)
