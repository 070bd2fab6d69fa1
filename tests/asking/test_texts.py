"""Texts: a function of the user's own scores a whole corpus, or each case; nothing else takes them."""

from __future__ import annotations

import numpy as np
import pytest

import betterthan as bt
from betterthan.data.predictions import Predictions
from betterthan.errors import ArgumentError, ReadingError

RNG = np.random.default_rng(0)
TRUTH = RNG.integers(0, 50, 80)
OUTPUTS = {
    name: np.where(RNG.random(80) < right, TRUTH, RNG.integers(0, 50, 80)) for name, right in (("a", 0.8), ("b", 0.5))
}


def texts(numbers: np.ndarray) -> list[str]:
    """In the same order as the numbers."""
    return [f"the {number:02d}" for number in numbers]


def table() -> dict[str, object]:
    return {"case": np.arange(80), "ref": texts(TRUTH), **{name: texts(each) for name, each in OUTPUTS.items()}}


def share(truth, output) -> float:
    """Words that come twice, over all words of the output: no mean over cases."""
    shared = sum(len(set(one.split()) & set(other.split())) for one, other in zip(truth, output, strict=True))
    return shared / sum(len(each.split()) for each in output)


def share_of_numbers(truth, output) -> float:
    """The same of the numbers: one word is always shared."""
    return float(np.mean((1 + (truth == output)) / 2))


@pytest.mark.parametrize("procedure", ["bayes_bootstrap", "bootstrap", "permutation"])
def test_a_corpus_is_resampled_like_numbers(procedure):
    of_texts = bt.compare(
        bt.predictions(table(), truth="ref", kind="texts"), metric=share, procedure=procedure, draws=200
    )
    numbers = bt.predictions({"case": np.arange(80), "ref": TRUTH, **OUTPUTS}, truth="ref", kind="values")
    of_numbers = bt.compare(numbers, metric=share_of_numbers, procedure=procedure, draws=200)
    assert of_texts.result.estimate == pytest.approx(of_numbers.result.estimate, abs=1e-12)
    assert [model.mean for model in of_texts.models] == pytest.approx(
        [share_of_numbers(TRUTH, each) for each in OUTPUTS.values()]
    )


def test_a_long_table_a_file_and_a_loss_of_each_case(tmp_path):
    wide = table()
    long = {
        "case": np.tile(np.arange(80), 2),
        "model": np.repeat(["a", "b"], 80),
        "ref": texts(TRUTH) * 2,
        "output": texts(OUTPUTS["a"]) + texts(OUTPUTS["b"]),
    }
    path = tmp_path / "said.csv"
    path.write_text(
        "case,ref,a,b\n" + "".join(f"{','.join(map(str, row))}\n" for row in zip(*wide.values(), strict=True))
    )
    found = [
        bt.compare(bt.predictions(given, truth="ref", kind="texts"), metric=share, draws=100).result.estimate
        for given in (wide, long, path)
    ]
    assert found[0] == found[1] == found[2]

    def exact(truth, output):
        return np.array([one == other for one, other in zip(truth, output, strict=True)], dtype=float)

    given = bt.predictions(wide, truth="ref", kind="texts")
    by_case = bt.compare(given, loss=exact, higher_is_better=True)
    assert by_case.models[0].mean == pytest.approx(np.mean(OUTPUTS["a"] == TRUTH))
    assert repr(given) == "<Predictions of a, b: texts on 80 cases>"


def test_what_takes_no_texts_says_so():
    given = bt.predictions(table(), truth="ref", kind="texts")
    with pytest.raises(ArgumentError, match=r"takes probabilities; the outputs of .* are texts"):
        bt.compare(given, loss="log")
    with pytest.raises(ArgumentError, match=r"`accuracy`.* takes labels; the outputs of .* are texts"):
        bt.compare(given, metric="accuracy")
    with pytest.raises(ArgumentError, match="a function of your own"):
        bt.compare(given)
    with pytest.raises(ArgumentError, match="Texts have no classes"):
        Predictions(("a",), np.array(["x"]), (np.array(["x"]),), "texts", ("x", "y"))
    with pytest.raises(ArgumentError, match="must be texts; got 1 on row 2"):
        Predictions(("a",), np.array(["x", "y"]), (np.array(["x", 1], dtype=object),), "texts")


def test_texts_that_are_read_as_classes_are_told_how_to_be_texts():
    with pytest.raises(ReadingError, match='that a function of your own compares, as for BLEU, are of `kind="texts"`'):
        bt.predictions({**table(), "a": [f"{each} x" for each in texts(OUTPUTS["a"])]}, truth="ref")
    many = [f"text {j}" for j in range(1200)]
    given = {"case": np.arange(1200), "ref": many, "a": many, "b": many[::-1]}
    with pytest.raises(ReadingError, match='such as BLEU, say `kind="texts"`'):
        bt.predictions(given, truth="ref", models=["a", "b"])
    assert bt.predictions(given, truth="ref", models=["a", "b"], kind="texts").kind == "texts"
    lacking = {**table(), "ref": [None, *texts(TRUTH)[1:]]}
    with pytest.raises(ReadingError, match="column `ref`, the truth, is empty"):
        bt.predictions(lacking, truth="ref", kind="texts")
