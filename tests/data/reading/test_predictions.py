"""Truth and outputs, in every layout and from every source, are read as the same predictions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import betterthan as bt
from betterthan.data.predictions import Predictions
from betterthan.errors import ReadingError

TRUTH = ["cat", "dog", "cat", "eel", "dog", "cat"]
CASES = ["q1", "q2", "01", "1", "é", "q 6"]
SITE = ["x", "x", "y", "y", "z", "z"]
SVM = [[0.7, 0.2, 0.1], [0.25, 0.5, 0.25], [0.5, 0.25, 0.25], [0.1, 0.1, 0.8], [0.2, 0.7, 0.1], [1.0, 0.0, 0.0]]
MLP = [[0.5, 0.25, 0.25], [0.1, 0.8, 0.1], [0.2, 0.6, 0.2], [0.3, 0.3, 0.4], [0.25, 0.25, 0.5], [0.75, 0.125, 0.125]]
CLASSES = ("cat", "dog", "eel")


def by_class(name: str, rows: list[list[float]], form: str = "{}:{}") -> dict[str, list[float]]:
    return {form.format(name, each): [row[k] for row in rows] for k, each in enumerate(CLASSES)}


def wide(form: str = "{}:{}") -> dict[str, list[Any]]:
    outputs = {**by_class("svm", SVM, form), **by_class("mlp", MLP, form)}
    return {"case": CASES, "group": SITE, "label": TRUTH, **outputs}


LONG = {
    "model": ["svm", "mlp"] * 6,
    "case": [case for case in CASES for _ in range(2)],
    "group": [site for site in SITE for _ in range(2)],
    "label": [truth for truth in TRUTH for _ in range(2)],
    **{each: [row[k] for pair in zip(SVM, MLP, strict=True) for row in pair] for k, each in enumerate(CLASSES)},
}


def assert_is_the_table(found: Predictions) -> None:
    assert found.models == ("svm", "mlp")
    assert (found.kind, found.classes, found.positive) == ("probabilities", CLASSES, None)
    assert [found.classes[code] for code in found.truth] == TRUTH
    assert found.output("svm").tolist() == SVM
    assert found.output("mlp").tolist() == MLP
    assert found.factors["case"].names == tuple(CASES)
    assert [found.factors["cluster"].names[code] for code in found.factors["cluster"].codes] == SITE
    assert found.columns == ("case", "cluster")


def test_a_column_for_each_model_and_class(given: Any) -> None:
    assert_is_the_table(bt.predictions(given(wide())))


@pytest.mark.parametrize("form", ["{}_{}", "{}.{}", "{}[{}]"])
def test_however_model_and_class_are_put_together(form: str) -> None:
    assert_is_the_table(bt.predictions(wide(form)))
    assert_is_the_table(bt.predictions(wide(form), models=["svm", "mlp"]))


def test_a_long_table_with_a_column_for_each_class(given: Any) -> None:
    assert_is_the_table(bt.predictions(given(LONG)))


def test_columns_of_lists(tmp_path: Path) -> None:
    lists = {"case": CASES, "group": SITE, "label": TRUTH, "svm": SVM, "mlp": MLP}
    records = [dict(zip(lists, row, strict=True)) for row in zip(*lists.values(), strict=True)]
    (tmp_path / "t.jsonl").write_text("".join(json.dumps(record) + "\n" for record in records))
    written = {"svm": [json.dumps(row) for row in SVM], "mlp": [json.dumps(row) for row in MLP]}
    for source in (lists, {**lists, **written}, {**lists, "svm": np.array(SVM), "mlp": np.array(MLP)}):
        assert_is_the_table(bt.predictions(source))
    assert_is_the_table(bt.predictions(tmp_path / "t.jsonl"))
    pd, pl, pa = (pytest.importorskip(name) for name in ("pandas", "polars", "pyarrow"))
    for frame in (pd.DataFrame(lists), pl.DataFrame(lists), pa.table(lists)):
        assert_is_the_table(bt.predictions(frame))
    pytest.importorskip("pyarrow.parquet").write_table(pa.table(lists), tmp_path / "t.parquet")
    assert_is_the_table(bt.predictions(tmp_path / "t.parquet"))


def test_lists_are_in_the_order_of_the_classes_that_are_named() -> None:
    turned = {"label": TRUTH, "svm": [row[::-1] for row in SVM], "mlp": [row[::-1] for row in MLP]}
    found = bt.predictions(turned, classes=["eel", "dog", "cat"])
    assert found.classes == ("eel", "dog", "cat")
    assert found.output("svm").tolist() == turned["svm"]
    assert any("eel, dog, cat, in this order" in note for note in found.notes)


def test_of_two_classes_both_probabilities_are_kept_the_positive_one_last() -> None:
    pairs = np.array([[0.9, 0.1], [0.3, 0.7], [0.4, 0.6]])
    found = bt.predictions({"y": ["sick", "well", "well"], "a": pairs, "b": pairs[::-1]}, positive="sick")
    assert (found.classes, found.positive) == (("well", "sick"), "sick")
    assert found.positive_scores("a").tolist() == pairs[:, 0].tolist()
    assert found.probabilities("a").tolist() == pairs[:, ::-1].tolist()
    assert any("sick, well, in this order" in note for note in found.notes)


def test_a_file_for_each_model(tmp_path: Path) -> None:
    for name, rows in (("svm", SVM), ("mlp", MLP)):
        columns = {"case": CASES, "group": SITE, "label": TRUTH, **by_class("p", rows)}
        lines = [",".join(map(str, row)) for row in zip(*columns.values(), strict=True)]
        (tmp_path / f"{name}.csv").write_text("\n".join([",".join(columns), *lines]) + "\n")
    files = [tmp_path / "svm.csv", tmp_path / "mlp.csv"]
    assert_is_the_table(bt.predictions(files))
    assert_is_the_table(bt.predictions(files, prediction="p"))


@pytest.mark.parametrize("order", [("svm", "mlp"), ("mlp", "svm")])
def test_a_column_that_one_file_has_alone_is_not_lost(tmp_path: Path, order: tuple[str, str]) -> None:
    """Whichever file comes first."""
    (tmp_path / "svm.csv").write_text("case,site,y,p\n1,north,0,0.25\n2,south,1,0.75\n")
    (tmp_path / "mlp.csv").write_text("case,y,p\n1,0,0.5\n2,1,0.5\n")
    with pytest.raises(ReadingError, match=r"svm\.csv` has a column `site`, which `.*mlp\.csv` lacks\."):
        bt.predictions([tmp_path / f"{name}.csv" for name in order], truth="y")


def test_columns_of_several_files_may_come_in_any_order(tmp_path: Path) -> None:
    (tmp_path / "svm.csv").write_text("case,y,p\n1,0,0.25\n2,1,0.75\n")
    (tmp_path / "mlp.csv").write_text("p,case,y\n0.5,1,0\n0.125,2,1\n")
    found = bt.predictions([tmp_path / "svm.csv", tmp_path / "mlp.csv"], truth="y")
    assert found.truth.tolist() == [0, 1]
    assert [found.positive_scores(name).tolist() for name in ("svm", "mlp")] == [[0.25, 0.75], [0.5, 0.125]]


def test_rows_may_come_in_any_order() -> None:
    order = np.random.default_rng(3).permutation(12)
    mixed = bt.predictions({name: [values[row] for row in order] for name, values in LONG.items()})
    for model in mixed.models:
        rows = {mixed.factors["case"].names[j]: mixed.output(model)[j].tolist() for j in range(6)}
        assert rows == dict(zip(CASES, SVM if model == "svm" else MLP, strict=True))


Y = [1, 0, 1, 1, 0, 0]
KINDS: dict[str, tuple[dict[str, Any], str, tuple[str, ...], str | None]] = {
    "0/1 and 0/1": ({"y": Y, "a": Y, "b": Y[::-1]}, "labels", ("0", "1"), "1"),
    "true/false": ({"y": [y == 1 for y in Y], "a": [True] * 6, "b": Y}, "labels", ("0", "1"), "1"),
    "0/1 and shares": ({"y": Y, "a": [0.1, 0.9, 1, 0, 0.5, 0.5]}, "probabilities", ("0", "1"), "1"),
    "0/1 and any numbers": ({"y": Y, "a": [-1.5, 2.5, 0.1, 3, 2, 1]}, "score", ("0", "1"), "1"),
    "-1/1 and any numbers": ({"y": [-1, 1, 1], "a": [-1.5, 2.5, 0.1]}, "score", ("-1", "1"), "1"),
    "only ones and shares": ({"y": [1, 1, 1], "a": [0.25, 0.5, 0.75]}, "probabilities", ("0", "1"), "1"),
    "yes/no and shares": ({"y": ["Yes", "no", "no"], "a": [0.25, 0.5, 0.75]}, "probabilities", ("no", "Yes"), "Yes"),
    "texts": ({"y": ["a", "b", "c"], "m": ["b", "b", "c"]}, "labels", ("a", "b", "c"), None),
    "digits": ({"y": [7, 8, 9, 7], "m": [7, 7, 9, 9]}, "labels", ("7", "8", "9"), None),
    "digits as floats": ({"y": [7.0, 8.0, 9.0], "m": [7, 7, 9]}, "labels", ("7", "8", "9"), None),
    "whole numbers and fractions": ({"y": [7, 8, 9, 12], "m": [7.5, 7, 9, 9]}, "values", (), None),
    "fractions": ({"y": [0.5, 0.25, 0.1], "m": [0.4, 0.25, 0.2]}, "values", (), None),
}


@pytest.mark.parametrize("case", KINDS)
def test_what_the_outputs_are(case: str) -> None:
    table, kind, classes, positive = KINDS[case]
    found = bt.predictions(table, truth="y")
    assert (found.kind, found.classes, found.positive) == (kind, classes, positive)


def test_what_the_outputs_are_can_be_said() -> None:
    digits = {"y": [1, 2, 3, 2], "a": [1, 2, 2, 2], "b": [3, 2, 1, 1]}
    assert bt.predictions(digits).kind == "labels"
    assert bt.predictions(digits, kind="values").output("b").tolist() == [3, 2, 1, 1]
    shares = {"y": Y, "a": [0.1, 0.9, 1, 0, 0.5, 0.5]}
    assert bt.predictions(shares, kind="score").kind == "score"
    assert bt.predictions({"y": Y, "a": Y}, kind="probabilities").output("a").tolist() == Y


def test_classes_that_no_case_has_can_be_named() -> None:
    table = {"y": ["a", "b", "a"], "m": ["a", "c", "b"]}
    found = bt.predictions(table, classes=["a", "b", "c"])
    assert found.output("m").tolist() == [0, 2, 1]
    digits = bt.predictions({"y": [1, 2, 1], "m": [1, 3, 2]}, classes=[1, 2, 3])
    assert digits.classes == ("1", "2", "3")


def test_several_labels() -> None:
    truth = {"t:a": [1, 0, 1], "t:b": [0, 0, 1]}
    table = {**truth, "m:a": [1, 0, 0], "m:b": [0, 1, 1], "n:a": [0.9, 0.5, 0.2], "n:b": [0, 0.1, 1]}
    for named in ("t", ["t:a", "t:b"]):
        found = bt.predictions(table, truth=named)
        assert (found.kind, found.classes, found.models) == ("multilabel", ("a", "b"), ("m", "n"))
        assert found.truth.tolist() == [[1, 0], [0, 0], [1, 1]]
        assert found.output("n").tolist() == [[0.9, 0], [0.5, 0.1], [0.2, 1]]
    lists = bt.predictions({"truth": found.truth, "m": found.output("m"), "n": found.output("n")})
    assert (lists.kind, lists.classes) == ("multilabel", ("0", "1"))
    assert [np.array_equal(one, other) for one, other in zip(lists.outputs, found.outputs, strict=True)] == [True, True]


def test_weights_and_what_is_held_out() -> None:
    table = {"y": Y, "w": [1, 2, 0, 1, 1, 1.5], "calibration": [0, 1, 0, 1, 0, 0], "a": [0.5] * 5 + [0.25]}
    found = bt.predictions(table, weight="w", held_out="calibration")
    assert found.models == ("a",)
    assert found.weight is not None
    assert found.weight.tolist() == table["w"]
    assert found.held_out is not None
    assert found.held_out.tolist() == [False, True, False, True, False, False]
    assert found.compared.truth.tolist() == [1, 1, 0, 0]
    assert found.held.truth.tolist() == [0, 1]
    assert bt.predictions({**table, "held_out": table["calibration"]}, ignore=["calibration", "w"]).held_out is not None


def test_tasks_seeds_and_folds_are_kept() -> None:
    table = {
        "task": ["t"] * 4 + ["u"] * 4,
        "seed": [1, 1, 2, 2] * 2,
        "fold": [0, 1] * 4,
        "id": [1, 2] * 4,
        "y": [0, 1] * 4,
        "a": [0.1, 0.8, 0.3, 0.4, 0.6, 0.2, 0.9, 0.7],
    }
    found = bt.predictions(table)
    assert found.columns == ("task", "case", "seed", "fold")
    assert found.tasks == ("t", "u")
    assert found.case(5) == "task u case 2 seed 1 fold 1"


def test_cases_without_a_name_are_called_by_their_rows() -> None:
    found = bt.predictions({"y": Y, "a": [0.5] * 5 + [0.25]})
    assert found.factors["case"].names == ("1", "2", "3", "4", "5", "6")
    assert found.case(2) == "case 3"


def test_further_columns_are_kept_as_far_as_a_case_has_one_value() -> None:
    sites = {**LONG, "site": LONG["group"], "machine": ["m1", "m2"] * 6}
    assert bt.predictions(sites).extra == ("site",)


@pytest.mark.parametrize(("places", "kept"), [("xxyyzz", ("place",)), ("wwxyzz", ())])
def test_a_further_column_has_at_most_half_as_many_values_as_there_are_rows(places: str, kept: tuple[str, ...]) -> None:
    assert bt.predictions({"y": Y, "a": [0.5] * 5 + [0.25], "place": list(places)}).extra == kept


def test_columns_of_something_else_are_no_models() -> None:
    table = {"y": Y, "a": [0.5] * 5 + [0.25], "age": [61, 55, 70, 44, 31, 61], "latency_ms": [1.5, 2, 3, 2, 2, 1]}
    found = bt.predictions(table)
    assert found.models == ("a",)
    assert any("`age` (whole numbers, where `a` has fractions)" in note for note in found.notes)
    assert bt.predictions(table, models=["a", "age"]).kind == "score"


def test_one_column_called_prediction_is_of_the_model_that_the_file_is_called_by(tmp_path: Path) -> None:
    (tmp_path / "svm.csv").write_text("case,y,y_pred\n1,0,0.5\n2,1,0.75\n")
    assert bt.predictions(tmp_path / "svm.csv").models == ("svm",)


def test_cases_that_a_model_lacks_can_be_left_out() -> None:
    found = bt.predictions({"y": Y, "a": [0.5, None, 0.5, 0.25, 0, 1], "b": [0.5, 1, 0.5, None, 0, 1]}, missing="drop")
    assert found.factors["case"].names == ("1", "3", "5", "6")
    assert found.notes[-1] == "2 of 6 cases were left out because a model had no output there."


def test_some_models_of_a_long_table() -> None:
    assert bt.predictions(LONG, models="mlp").output("mlp").tolist() == MLP
