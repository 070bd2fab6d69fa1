"""What a user is told, word by word, when truth and outputs do not fit together."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from syrupy.assertion import SnapshotAssertion

import betterthan as bt

Y = [1, 0, 1, 1, 0, 0]
P, Q = [0.5, 0.25, 0.75, 1, 0.5, 0], [0.5, 0.75, 0.25, 0, 0.125, 1]


@pytest.fixture
def message(raised: Callable[[Callable[[], object]], str]) -> Callable[..., str]:
    """What is told where a source is read as predictions, and its loss is taken if one is named."""

    def told(source: Any, loss: Any = None, **named: Any) -> str:
        def read() -> object:
            found = bt.predictions(source, **named)
            return found if loss is None else found.scores(loss)

        return raised(read)

    return told


FILES = {
    "truth missing for some": "case,truth,a,b\n1,0,0.5,0.5\n2,,0.5,0.25\n3,1,0.5,0.25\n",
    "truth missing altogether": "case,truth,a,b\n1,,0.5,0.5\n2,,0.5,0.25\n",
    "no column of truth": "case,a,b\n1,0.5,0.5\n2,0.5,0.25\n",
    "two columns of truth": "case,label,target,a,b\n1,0,0,0.5,0.5\n2,1,1,0.5,0.25\n",
    "one class only": "case,truth,a,b\n1,cat,cat,cat\n2,cat,cat,cat\n",
    "a label unknown to the truth": "case,truth,a,b\n1,cat,cat,dog\n2,dog,dog,dog\n3,dog,doog,cat\n",
    "which class is positive": "case,truth,a,b\n1,cat,0.5,0.5\n2,dog,0.5,0.25\n",
    "one number for three classes": "case,truth,a,b\n1,cat,0.5,0.5\n2,dog,0.5,0.25\n3,eel,0.5,0.25\n",
    "whole numbers that are no classes": "case,truth,a,b\n1,cat,1,0\n2,dog,0,1\n",
    "classes or amounts": "case,truth,a,b\n1,3,3,4\n2,4,2,4\n3,7,7,9\n",
    "texts among numbers": "case,truth,a,b\n1,0.5,0.5,0.25\n2,0.25,much,0.25\n3,1.5,0.5,0.25\n",
    "a text among classes": "case,truth,a,b\n1,0,1,0\n2,1,none,1\n3,1,1,0\n",
    "a text among probabilities": "case,truth,a,b\n1,0,0.25,0\n2,1,none,1\n3,1,0.5,0.25\n",
    "infinity": "case,truth,a,b\n1,0.5,0.5,0.25\n2,0.25,inf,0.25\n",
    "infinite truth": "case,truth,a,b\n1,0.5,0.5,0.25\n2,inf,0.5,0.25\n",
    "an empty output": "case,truth,a,b\n1,1,0.5,0.25\n2,0,,0.25\n3,0,nan,0.25\n",
    "a case twice": "case,truth,a,b\n1,1,0.5,0.25\n2,0,0.5,0.25\n1,1,0.5,0.75\n",
    "no outputs": "case,truth,remark\n1,1,good\n2,0,bad\n",
    "an empty case": "case,truth,a,b\n1,1,0.5,0.25\n,0,0.5,0.25\n",
    "models or classes": "case,truth,a_0,a_1\n1,1,0.5,0.25\n2,0,0.5,0.25\n",
    "a column of two models": "case,truth,x_b,x_a_b,x_a_a_b,x_a\n1,a_b,1,2,3,4\n2,b,4,3,2,1\n3,a_b,1,2,3,4\n",
    "labels beside probabilities": "case,truth,a,b\n1,1,0.5,1\n2,0,0.25,1\n3,0,0.25,0\n",
    "labels beside fractions": "case,truth,a,b\n1,1,1,1.5\n2,2,2,1\n3,3,3,2.5\n",
    "a time among the models": "case,truth,a,time\n1,0.5,0.5,0.25\n2,0.75,0.25,0.5\n3,0.25,0.25,0.75\n",
    "two numbers that are no probabilities": "case,truth,a:0,a:1\n1,0,0.5,0.75\n2,1,0.5,0.5\n",
    "long: different cases": "model,case,truth,p\na,1,1,0.5\na,2,0,0.5\na,3,0,0.5\nb,1,1,0.5\nb,4,0,0.25\n",
    "long: no case in common": "model,case,truth,p\na,1,1,0.5\na,2,0,0.5\nb,3,1,0.5\nb,4,0,0.25\n",
    "long: truth that differs": "model,case,truth,p\na,1,1,0.5\na,2,0,0.5\nb,1,1,0.5\nb,2,1,0.25\n",
    "long: cluster that differs": "model,case,cluster,truth,p\na,1,x,1,0.5\na,2,x,0,0.5\nb,1,x,1,0.5\nb,2,y,0,0.25\n",
    "long: an output twice": "model,case,truth,p\na,1,1,0.5\na,2,0,0.5\nb,1,1,0.5\nb,2,0,0.25\nb,1,1,0.75\n",
    "long: no case": "model,truth,p\na,1,0.5\na,0,0.5\nb,1,0.5\nb,0,0.25\n",
    "long: which column is the output": "model,case,truth,x,z\na,1,1,0.5,0.5\na,2,0,1,0.25\nb,1,1,1,1\nb,2,0,0.5,1\n",
    "lists of different lengths": 'case,truth,a\n1,0,"[0.5, 0.5]"\n2,1,"[0.5, 0.25, 0.25]"\n',
    "lists of too many numbers": 'case,truth,a\n1,0,"[0.5, 0.25, 0.25]"\n2,1,"[0.5, 0.25, 0.25]"\n',
}  # fmt: skip


@pytest.mark.parametrize("case", FILES)
def test_file(case: str, write: Any, message: Any, snapshot: SnapshotAssertion) -> None:
    assert message(write("t.csv", FILES[case])) == snapshot


def test_files_that_do_not_belong_together(write: Any, message: Any, snapshot: SnapshotAssertion) -> None:
    one = write("a.csv", "case,truth,p\n1,1,0.5\n2,0,0.25\n")
    shown = [
        message([one, write("b.csv", "case,truth,q\n1,1,0.5\n2,0,0.25\n")]),
        message([one, write("c.csv", "case,truth,p\n1,1,0.5\n3,0,0.25\n")]),
        message([one, write("d.csv", "case,truth,p\n1,1,0.5\n2,1,0.25\n")]),
        message([one, write("e.csv", "model,case,truth,p\nx,1,1,0.5\nx,2,1,0.25\n")]),
    ]
    assert shown == snapshot


def test_named_columns(message: Any, snapshot: SnapshotAssertion) -> None:
    table = {"y": Y, "a": P, "b": Q, "w": [1, 2, 3, 4, 5, 6], "held": [0, 1, 2, 0, 0, 0]}
    shown = [
        message(table, truth="z"),
        message(table, truth=["y", "z"]),
        message(table, models=["a", "c"]),
        message(table, models=["a"], weight="weights"),
        message(table, models=["a"], held_out="held"),
        message(table, models=["a"], held_out="hold"),
        message(table, models=["a"], prediction="b"),
        message(table, models=["a"], kind="probability"),
        message(table, models=["a"], kind="multilabel"),
        message(table, models=["a"], positive="2"),
        message(table, models=["a"], classes=["0", "2"]),
        message(table, models=["a"], classes="01"),
        message(table, models=["a"], missing="ignore"),
        message({"y": ["u", "v", "w"], "a": ["u", "v", "u"]}, positive="u"),
        message({"y": ["u", "v", "w"], "a:u": P[:3], "a:v": P[:3]}, models=["a"]),
        message({"y": ["u", "v", "w"], "a": ["u", "v", "u"]}, kind="values"),
        message({"y": ["u", "v", "w"], "a": [0.5, 0.25, 1]}, kind="probabilities"),
        message({"model": ["a", "b"], "case": [1, 1], "y": [0, 0], "p": [0.5, 0.25]}, prediction="q"),
        message({"model": ["a", "b"], "case": [1, 1], "y": [0, 0], "p": [0.5, 0.25]}, models=["c"]),
        message({"y": [str(j) + "x" for j in range(2100)], "a": ["1x"] * 2100}, models=["a"]),
    ]
    assert shown == snapshot


def test_things_that_are_no_source(message: Any, snapshot: SnapshotAssertion) -> None:
    assert [message(source) for source in (3, [], {}, np.zeros((2, 2)))] == snapshot


def test_probabilities_that_are_none(message: Any, snapshot: SnapshotAssertion) -> None:
    thirds = np.full((6, 3), 1 / 3)
    off, below = thirds.copy(), thirds.copy()
    off[3] = [0.5, 0.25, 0.125]
    below[4] = [-0.25, 0.5, 0.75]
    digits = [0, 1, 2, 0, 1, 2]
    shown = [
        message({"y": Y, "a": P, "b": [*Q[:5], 1.25]}, "log"),
        message({"y": Y, "a": P, "b": [*Q[:5], 1.25]}, "brier", kind="probabilities"),
        message({"y": digits, "a": thirds, "b": off}, "log"),
        message({"y": digits, "a": thirds, "b": off}, kind="probabilities"),
        message({"y": digits, "a": thirds, "b": below}, "brier"),
        message({"y": Y, "a": [3.5, -2, 1, 0, 0, 0], "b": [2, 1, 0.5, -4, 0, 0]}, "log"),
    ]
    assert shown == snapshot
