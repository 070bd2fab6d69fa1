"""What a user is told, word by word, when folds cannot be compared as asked: exit code 2, one message."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

import betterthan as bt


def folds(*sizes: int, repeats: int = 1, labels: str = "repeat,fold", columns: str = "", values=lambda fold: "") -> str:
    """Scores of a and b on folds; `sizes` are the folds of each repeat, all the same if there is one number."""
    per_repeat = sizes if len(sizes) > 1 else sizes * repeats
    rows, total = [], 0
    for repeat, count in enumerate(per_repeat):
        for fold in range(count):
            number = {"repeat": repeat, "fold": fold, "through": total}
            keys = ",".join(str(number[name]) for name in labels.split(","))
            rows += [f"{m},{keys},{0.5 + 0.01 * ((7 * total + ord(m)) % 11):.2f}{values(total)}" for m in "ab"]
            total += 1
    return f"model,{labels.replace('through', 'fold')},score{columns}\n" + "\n".join(rows) + "\n"


FILES = {
    "ten.csv": folds(10, labels="fold"),
    "ten_by_ten.csv": folds(10, repeats=10),
    "five_by_two.csv": folds(2, repeats=5),
    "four_by_two.csv": folds(2, repeats=4),
    "one_lost.csv": folds(5, 5, 4),
    "not_divided.csv": folds(5, 5, 2),
    "through.csv": folds(10, repeats=10, labels="through"),
    "relabelled.csv": folds(5, repeats=2, labels="repeat,through"),
    "splits.csv": folds(1, repeats=10, labels="repeat"),
    "no_train.csv": folds(10, labels="fold", columns=",n_test", values=lambda _: ",30"),
    "no_test.csv": folds(10, labels="fold", columns=",n_train", values=lambda _: ",270"),
    "uneven.csv": folds(
        10, labels="fold", columns=",n_train,n_test", values=lambda fold: f",{90 - 5 * fold},{10 + 5 * fold}"
    ),
    "uneven_tests.csv": folds(10, labels="fold", columns=",n_test", values=lambda fold: f",{10 + 5 * fold}"),
    "by_one.csv": folds(
        10, labels="fold", columns=",n_train,n_test", values=lambda fold: ",48,6" if fold < 4 else ",49,5"
    ),
    "seeds_in_folds.csv": "model,fold,seed,score\n"
    + "".join(f"{m},{i % 3},{i // 3},0.{(3 * i + ord(m)) % 7}\n" for i in range(12) for m in "ab"),
    "one_fold.csv": folds(1, labels="fold"),
    "cases.csv": "case,a,b\n" + "".join(f"{i},0.{i % 7},0.{i % 5}\n" for i in range(12)),
}  # fmt: skip
COMMANDS = {
    "5x2 t-test of ten folds": "compare ten.csv --procedure t_5x2cv",
    "5x2 F-test of 10x10 folds": "compare ten_by_ten.csv --procedure f_5x2cv",
    "5x2 F-test of four repeats": "compare four_by_two.csv --procedure f_5x2cv",
    "5x2 t-test of cases": "compare cases.csv --procedure t_5x2cv",
    "5x2 t-test of random splits": "compare splits.csv --procedure t_5x2cv",
    "a repeat that lost a fold": "compare one_lost.csv",
    "folds that do not divide the scores": "compare not_divided.csv",
    "the same by name": "compare not_divided.csv --procedure correlated_t",
    "100 folds and no repeats": "compare through.csv",
    "folds numbered through": "compare relabelled.csv",
    "random splits of unknown size": "compare splits.csv",
    "n_test without n_train": "compare no_train.csv",
    "n_train without n_test": "compare no_test.csv",
    "folds of unequal size": "compare uneven.csv",
    "folds of unequal size by name": "compare uneven.csv --procedure bayes_correlated_t",
    "unequal n_test without n_train": "compare uneven_tests.csv",
    "several seeds per fold": "compare seeds_in_folds.csv",
    "one fold": "compare one_fold.csv",
    "an impossible test fraction": "compare splits.csv --test-fraction 1",
    "a test fraction for cases": "compare cases.csv --test-fraction 0.1",
    "folds as if they were independent": "compare ten_by_ten.csv --procedure paired_t",
    "folds as if they were independent, Bayesian": "compare ten.csv --procedure bayes_t",
    "a robust test of folds": "compare ten.csv --procedure bayes_robust_t",
    "wilcoxon on folds": "compare ten.csv --procedure wilcoxon",
    "the folds' procedure for cases": "compare cases.csv --procedure bayes_correlated_t",
}  # fmt: skip


pytestmark = pytest.mark.usefixtures("folder")


@pytest.mark.parametrize("case", COMMANDS)
def test_message(case: str, refused, snapshot: SnapshotAssertion) -> None:
    assert refused(COMMANDS[case]) == snapshot


# What a message sends the user to must take what the user has.


@pytest.mark.parametrize(
    ("name", "fraction"), [("splits.csv", 0.25), ("not_divided.csv", 0.2), ("through.csv", 0.1), ("uneven.csv", 0.3)]
)
def test_a_given_test_fraction_settles_it(name, fraction, command):
    ran = command("compare", name, "--test-fraction", fraction, "--json")
    (record,) = json.loads(ran.out)["comparisons"]
    assert (record["procedure"], record["classical"]["procedure"]) == ("bayes_correlated_t", "correlated_t")
    assert record["diagnostics"]["figures"]["test fraction"] == fraction
    assert record["classical"]["result"]["diagnostics"]["figures"]["test fraction"] == fraction


def test_folds_that_differ_by_one_case_are_even_enough():
    """54 cases in 10 folds: four of 6, six of 5."""
    found = bt.compare(bt.read("by_one.csv"))
    assert found.result.diagnostics.figures["test fraction"] == pytest.approx(0.1)


def test_the_5x2_tests_take_5x2_folds(command):
    for name in ("t_5x2cv", "f_5x2cv"):
        assert command("compare", "five_by_two.csv", "--procedure", name).code == 0


def test_folds_taken_as_independent_are_told_beside_the_answer():
    found = bt.compare(bt.read("ten_by_ten.csv"))
    (note,) = (note for note in found.notes if note.startswith("Taken as independent, these 100 folds"))
    plain, fair = note.replace("−", "-").split("; allowing for shared training data they give ")
    assert f"t = {found.classical.statistic:.3g}, p = {found.classical.p_value:.2g}" in fair
    mean, sd, n = bt.pair(bt.read("ten_by_ten.csv")).moments()
    assert f"t = {mean / (sd / n**0.5):.3g}" in plain
    assert fair.endswith(
        "standard error would be 3.5 times too small if folds correlate at 0.1."
    )  # √(1 + 100/9) = 3.48


def test_folds_that_are_said_to_share_nothing_are_independent():
    found = bt.compare(bt.read("ten_by_ten.csv"), test_fraction=0.0)
    assert not any("Taken as independent" in note for note in found.notes)


@pytest.mark.parametrize("name", ["cases.csv", "one_fold.csv"])
def test_nothing_of_the_kind_is_told_of_other_units(name):
    table = bt.pair(bt.read(name)) if name != "one_fold.csv" else bt.pair_arrays([0.1, 0.2], [0.1, 0.3])
    assert not any("Taken as independent" in note for note in bt.compare(table).notes)


# Equivalence that no number of repeats can show.


def test_endless_repeats_have_a_limit():
    """10x10 folds and the effect-size rope: 0.23 at most, and 0.24 with endless repeats, 2Φ(0.1·3) - 1."""
    (note,) = (note for note in bt.compare(bt.read("ten_by_ten.csv")).notes if "can reach" in note)
    assert "`equivalent` can reach 0.23 at most" in note
    assert note.endswith(
        "only a wider rope can show it, because folds share training data and endless repeats reach 0.24."
    )


def test_more_repeats_are_advised_only_where_they_can_help():
    table = bt.pair(bt.read("ten.csv"))
    sd = table.moments().sd
    (note,) = (note for note in bt.compare(table, rope=2.05 * sd / 3).notes if "can reach" in note)
    assert note.endswith("only a wider rope or more repeats, which reach 0.96 at most, can show it.")


# A task that is gone.


def test_a_task_that_vanished_is_named(command):
    rows = [
        f"{m},{t},{c},0.{3 + (5 * c + ord(m) + ord(t)) % 6}"
        for m in "ab" for t in "wxyz" for c in range(6) if (m, t) != ("b", "x")
    ]  # fmt: skip
    Path("lacking.csv").write_text("model,task,case,score\n" + "\n".join(rows) + "\n")
    out = " ".join(command("compare", "lacking.csv", "--missing", "drop").out.split())
    assert "1 task was dropped altogether, for lack of a model's scores: `x`." in out
    summed = bt.summarize(bt.read("lacking.csv"), "a", "b", missing="drop")
    assert summed.notes[-1] == "1 task was dropped altogether, for lack of a model's scores: `x`."
