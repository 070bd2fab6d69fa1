"""Truth and outputs as a record: checked whole, cut down, compared, pickled."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from syrupy.assertion import SnapshotAssertion

from betterthan.data.factors import factor
from betterthan.data.predictions import Predictions
from betterthan.errors import ArgumentError

TRUTH = np.array([0, 1, 1, 0])
FACTORS = {"case": factor("abcd"), "task": factor("ttuu"), "site": factor("xyxy")}
TWO = Predictions(
    ("svm", "mlp"),
    TRUTH,
    (np.array([0.25, 0.5, 1.0, 0.0]), np.array([0.5, 0.75, 0.5, 0.25])),
    "probabilities",
    ("no", "yes"),
    "yes",
    FACTORS,
    weight=np.array([1.0, 2.0, 3.0, 4.0]),
    held_out=np.array([True, False, False, False]),
    sizes={"n_test": np.array([2.0, 2.0, 2.0, 2.0])},
    notes=("read so",),
)
SHARES = np.array([[0.5, 0.25, 0.25], [0.4, 0.4, 0.2], [0, 0, 1]])
THREE = Predictions(("a",), np.array([0, 1, 2]), (SHARES,), "probabilities", ("u", "v", "w"))
SEVERAL = Predictions(("a",), np.array([[0, 1], [1, 1]]), (np.array([[0, 1], [1, 0]]),), "multilabel", ("u", "v"))
VALUES = Predictions(("a", "b"), np.array([1.5, 2]), (np.array([1, 2]), np.array([2, 2.5])), "values")
LABELS = Predictions(("a",), np.array([0, 1, 2]), (np.array([2, 1, 0]),), "labels", ("u", "v", "w"))


def test_in_one_line() -> None:
    assert repr(TWO) == "<Predictions of svm, mlp: probabilities of 2 classes on 4 cases, 1 held out>"
    assert repr(VALUES) == "<Predictions of a, b: values on 2 cases>"
    assert repr(SEVERAL) == "<Predictions of a: outputs of 2 labels on 2 cases>"


@pytest.mark.parametrize("made", [TWO, THREE, SEVERAL, VALUES, LABELS])
def test_equal_by_value_and_pickled(made: Predictions) -> None:
    assert pickle.loads(pickle.dumps(made)) == made
    assert replace(made) == made
    assert replace(made, models=tuple(f"{name}2" for name in made.models)) != made
    assert replace(made, outputs=made.outputs[::-1]) == made or len(made.models) > 1
    assert replace(made, truth=np.roll(made.truth, 1, axis=0)) != made
    assert made != 3


def test_a_number_for_each_class() -> None:
    assert TWO.probabilities("svm").tolist() == [[0.75, 0.25], [0.5, 0.5], [0, 1], [1, 0]]
    assert TWO.positive_scores("svm").tolist() == [0.25, 0.5, 1, 0]
    both = replace(TWO, models=("svm",), outputs=(TWO.probabilities("svm"),))
    assert both.probabilities("svm").tolist() == TWO.probabilities("svm").tolist()
    assert both.positive_scores("svm").tolist() == [0.25, 0.5, 1, 0]
    assert THREE.probabilities("a").tolist() == SHARES.tolist()


def test_labels_are_the_most_probable_classes_of_ties_the_first() -> None:
    assert TWO.labels("svm").tolist() == [0, 0, 1, 0]
    assert (TWO.ties("svm"), TWO.ties("mlp")) == (1, 2)
    assert THREE.labels("a").tolist() == [0, 0, 2]
    assert THREE.ties("a") == 1
    assert LABELS.labels("a").tolist() == [2, 1, 0]
    assert LABELS.ties("a") == 0


def test_cut_down_to_some_models_cases_and_tasks() -> None:
    assert TWO.only("model", "mlp").outputs[0].tolist() == [0.5, 0.75, 0.5, 0.25]
    assert TWO.only("model", ["mlp", "svm"]).models == ("mlp", "svm")
    cut = TWO.only("site", ["y"])
    assert cut.truth.tolist() == [1, 0]
    assert cut.output("mlp").tolist() == [0.75, 0.25]
    assert cut.factors["case"].names == ("b", "d")
    assert cut.weight is not None
    assert cut.weight.tolist() == [2, 4]
    assert cut.sizes["n_test"].tolist() == [2, 2]
    assert cut.held_out is None
    assert (TWO.tasks, TWO.select_tasks(["u"]).tasks) == (("t", "u"), ("u",))
    assert TWO.select_tasks(["u"]).truth.tolist() == [1, 0]


def test_held_out_cases_stand_apart() -> None:
    assert TWO.compared.truth.tolist() == [1, 1, 0]
    assert TWO.held.truth.tolist() == [0]
    assert (TWO.compared.held_out, TWO.held.held_out) == (None, None)
    assert VALUES.compared is VALUES
    assert replace(TWO, held_out=np.zeros(4, dtype=bool)).held_out is None


def test_what_a_message_calls_a_case() -> None:
    assert TWO.case(2) == "task u case c"
    assert VALUES.case(1) == "row 2"


def test_columns_are_roles_and_others() -> None:
    assert (TWO.columns, TWO.extra, len(TWO)) == (("task", "case"), ("site",), 4)


WRONG: dict[str, Callable[[], Any]] = {
    "no model": lambda: replace(VALUES, models=(), outputs=()),
    "a model twice": lambda: replace(VALUES, models=("a", "a")),
    "an output too many": lambda: replace(VALUES, models=("a",)),
    "an unknown kind": lambda: replace(VALUES, kind="value"),
    "one class": lambda: replace(LABELS, classes=("u",)),
    "a class twice": lambda: replace(LABELS, classes=("u", "v", "u")),
    "classes of values": lambda: replace(VALUES, classes=("u", "v")),
    "a positive class of three": lambda: replace(LABELS, positive="w"),
    "a positive class that is first": lambda: replace(TWO, positive="no"),
    "no case": lambda: replace(VALUES, truth=np.array([]), outputs=(np.array([]), np.array([]))),
    "truth in two columns": lambda: replace(LABELS, truth=np.zeros((3, 2), dtype=int)),
    "truth that is NaN": lambda: replace(VALUES, truth=np.array([1, np.nan])),
    "truth without such a class": lambda: replace(LABELS, truth=np.array([0, 1, 3])),
    "truth in fractions": lambda: replace(LABELS, truth=np.array([0, 1, 0.5])),
    "labels that are neither 0 nor 1": lambda: replace(SEVERAL, truth=np.array([[0, 1], [1, 2]])),
    "a label too many": lambda: replace(SEVERAL, truth=np.zeros((2, 3), dtype=int)),
    "an output too short": lambda: replace(VALUES, outputs=(np.array([1.0]), np.array([2, 2.5]))),
    "an output that is NaN": lambda: replace(VALUES, outputs=(np.array([1, 2]), np.array([2, np.nan]))),
    "outputs that are texts": lambda: replace(VALUES, outputs=(np.array(["x", "y"]), np.array([2, 2.5]))),
    "a label without such a class": lambda: replace(LABELS, outputs=(np.array([0, -1, 2]),)),
    "two numbers for three classes": lambda: replace(THREE, outputs=(np.full((3, 2), 0.5),)),
    "one number for three classes": lambda: replace(THREE, outputs=(np.full(3, 0.5),)),
    "two scores for two classes": lambda: replace(TWO, kind="score", outputs=(np.ones((4, 2)),) * 2),
    "a probability above 1": lambda: replace(TWO, outputs=(np.full(4, 0.5), np.array([0.5, 1.5, 2, 0]))),
    "probabilities that do not sum to 1": lambda: replace(THREE, outputs=(np.full((3, 3), 0.3),)),
    "a label of a case too few": lambda: replace(VALUES, factors={"case": factor("abc")}),
    "a weight below 0": lambda: replace(TWO, weight=np.array([1, 2, -1, 0])),
    "weights that are all 0": lambda: replace(TWO, weight=np.zeros(4)),
    "a weight too few": lambda: replace(TWO, weight=np.ones(3)),
    "all held out": lambda: replace(TWO, held_out=np.ones(4, dtype=bool)),
    "held out by numbers": lambda: replace(TWO, held_out=np.array([0, 1, 0, 0])),
    "nothing held out": lambda: VALUES.held,
    "an unknown model": lambda: TWO.output("svn"),
    "an unknown column": lambda: TWO.only("sight", "x"),
    "an unknown value": lambda: TWO.only("site", "z"),
    "an unknown task": lambda: TWO.select_tasks(["v"]),
    "no tasks": lambda: VALUES.select_tasks(["v"]),
    "probabilities of labels": lambda: LABELS.probabilities("a"),
    "the positive class of three": lambda: THREE.positive_scores("a"),
}


@pytest.mark.parametrize("case", WRONG)
def test_refused(case: str, raised: Callable[..., str], snapshot: SnapshotAssertion) -> None:
    assert raised(WRONG[case]) == snapshot


def test_no_case_is_left() -> None:
    with pytest.raises(ArgumentError, match="No case of the table is left"):
        TWO.chosen(np.array([], dtype=int))


def test_probabilities_may_be_rounded() -> None:
    rounded = replace(THREE, outputs=(np.full((3, 3), 0.333),))
    assert rounded.output("a").sum() == pytest.approx(2.997)
