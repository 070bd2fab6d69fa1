"""Held-out cases in a second table: the same answers as with a column, and a message for each thing that is odd."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import betterthan as bt


def table(n=120, seed=1, start=0):
    rng = np.random.default_rng(seed)
    truth = np.arange(n) % 3 % 2
    svm, mlp = (1 / (1 + np.exp(-slope * (truth - 0.5 + rng.normal(0, 0.5, n)))) for slope in (9.0, 2.0))
    return {"case": [f"c{start + j}" for j in range(n)], "y": truth, "svm": svm, "mlp": mlp}


COMPARED, HELD = table(), table(90, seed=2, start=1000)


def with_column():
    both = {name: [*COMPARED[name], *HELD[name]] for name in COMPARED}
    return {**both, "calibration": [0] * 120 + [1] * 90}


def written(folder: Path, name: str, columns) -> str:
    path = folder / name
    rows = zip(*columns.values(), strict=True)
    path.write_text("\n".join([",".join(columns), *(",".join(map(str, row)) for row in rows)]) + "\n")
    return str(path)


def compared(data, **said):
    return bt.compare(data, loss="log", rope=0.01, calibrate="platt", **said)


@pytest.mark.parametrize("how", ["dict", "path", "text", "predictions", "read before", "in predictions"])
def test_a_second_table_says_what_a_column_says(how, tmp_path):
    one = compared(with_column(), held_out="calibration")
    path = written(tmp_path, "held.csv", HELD)
    found = {
        "dict": lambda: compared(COMPARED, held_out=HELD),
        "path": lambda: compared(COMPARED, held_out=Path(path)),
        "text": lambda: compared(COMPARED, held_out=path),
        "predictions": lambda: compared(COMPARED, held_out=bt.predictions(HELD)),
        "read before": lambda: compared(bt.predictions(COMPARED), held_out=path),
        "in predictions": lambda: compared(bt.predictions(COMPARED, held_out=HELD)),
    }[how]()
    assert found.n_units == 120
    assert found.probabilities == pytest.approx(one.probabilities, abs=1e-9)
    assert [each.mean for each in found.models] == pytest.approx([each.mean for each in one.models], abs=1e-9)


def test_the_notes_say_where_the_cases_came_from(tmp_path):
    path = written(tmp_path, "held.csv", HELD)
    for held_out, said in [
        (path, f"90 cases of 210 (from `{path}`) are held out and not compared."),
        (HELD, "90 cases of 210 (from a second table) are held out and not compared."),
        (0.25, "30 cases of 120 (drawn at random) are held out and not compared."),
    ]:
        assert said in compared(COMPARED, held_out=held_out).notes
    said = "90 cases of 210 (column `calibration`) are held out and not compared."
    assert said in compared(with_column(), held_out="calibration").notes


def test_a_threshold_is_chosen_on_the_second_table():
    given = bt.predictions(COMPARED, held_out=HELD)
    made = bt.at_threshold(given, missed=0.2)
    positive = HELD["y"] == 1
    least = np.sort(HELD["svm"][positive])[: int(0.2 * positive.sum()) + 1].max()  # so many may lie below
    assert (made.compared.output("svm") == (COMPARED["svm"] >= least)).all()


def test_a_class_that_is_only_compared_and_other_layouts_are_known():
    rng = np.random.default_rng(4)
    three = {"y": ["a", "b", "c"] * 20, "m": rng.dirichlet([2, 2, 2], 60), "k": rng.dirichlet([2, 2, 2], 60)}
    two = {"y": ["a", "b"] * 15, "m": rng.dirichlet([2, 2, 2], 30), "k": rng.dirichlet([2, 2, 2], 30)}
    given = bt.predictions(three, held_out=two)
    assert given.classes == ("a", "b", "c")
    assert given.held.output("m") == pytest.approx(two["m"])
    long = {
        "case": HELD["case"] * 2, "y": [*HELD["y"]] * 2, "model": ["mlp"] * 90 + ["svm"] * 90,
        "prediction": [*HELD["mlp"], *HELD["svm"]],
    }  # fmt: skip
    assert bt.predictions(COMPARED, held_out=long).held.output("svm") == pytest.approx(HELD["svm"])


def test_two_numbers_for_two_classes_stand_beside_one():
    pair = {
        **HELD,
        "svm": np.stack([1 - HELD["svm"], HELD["svm"]], 1),
        "mlp": np.stack([1 - HELD["mlp"], HELD["mlp"]], 1),
    }
    given = bt.predictions(COMPARED, held_out=pair)
    assert given.held.positive_scores("svm") == pytest.approx(HELD["svm"])
    assert given.compared.positive_scores("svm") == pytest.approx(COMPARED["svm"])


def test_clusters_on_both_sides_are_told():
    sites = {"site": [f"s{j % 12}" for j in range(120)]}, {"site": [f"s{j % 9 + 10}" for j in range(90)]}
    given = bt.predictions({**COMPARED, **sites[0]}, cluster="site", held_out={**HELD, **sites[1]})
    notes = bt.compare(given, loss="log", rope=0.01).notes
    assert any("2 clusters have cases both among those compared and among those held out" in note for note in notes)
    drawn = bt.compare(bt.predictions({**COMPARED, **sites[0]}, cluster="site"), loss="log", rope=0.01, held_out=0.25)
    assert not any("both among those compared" in note for note in drawn.notes)


WRONG = {
    "other models": ({**HELD, "gpt": HELD["svm"], "mlp": None}, "holds no outputs of `mlp`"),
    "shared cases": (
        table(90, seed=2, start=110),
        r"10 cases of the dict are among those that are compared, such as c110",
    ),
    "the same table": (COMPARED, "120 cases of the dict are among"),
    "no probabilities": ({**HELD, "svm": 3 * HELD["svm"]}, r"Probabilities lie between 0 and 1"),
    "labels": ({**HELD, "svm": (HELD["svm"] > 0.5).astype(int)}, "are 0 or 1 on every case of the dict"),
    "other classes": ({**HELD, "y": np.array(["no", "yes"])[HELD["y"]]}, "none of the classes of the dict: `0`, `1`"),
    "no truth": ({name: HELD[name] for name in ("case", "svm", "mlp")}, "no column that is known to hold what is true"),
}


@pytest.mark.parametrize("fault", WRONG)
def test_what_does_not_fit_is_said(fault):
    given, message = WRONG[fault]
    with pytest.raises(bt.BetterthanError, match=message):
        bt.predictions(COMPARED, held_out={name: values for name, values in given.items() if values is not None})


def test_the_same_rows_without_names_are_noticed():
    nameless = {name: COMPARED[name] for name in ("y", "svm", "mlp")}
    turned = {name: values[::-1] for name, values in nameless.items()}
    with pytest.raises(bt.BetterthanError, match="the same truth and outputs"):
        bt.predictions(nameless, held_out=turned)


def test_records_that_do_not_fit_are_refused():
    given = bt.predictions(COMPARED)
    cases = {
        "lacks the outputs of `mlp`; it holds `svm`": bt.predictions(HELD, models=["svm"]),
        "whose cases are held out, are labels": bt.predictions(
            {**HELD, "svm": HELD["y"], "mlp": HELD["y"]}, kind="labels"
        ),
        "has the classes `1`, `0`": bt.predictions(HELD, positive="0"),
        "have weights": bt.predictions({**HELD, "w": [2.0] * 90}, weight="w"),
    }
    for message, other in cases.items():
        with pytest.raises(bt.BetterthanError, match=message):
            compared(given, held_out=other)
    with pytest.raises(bt.BetterthanError, match="held out already"):
        compared(bt.predictions(COMPARED, held_out=HELD), held_out=HELD)


def test_a_column_a_file_or_both(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    written(tmp_path, "svm", HELD)
    with pytest.raises(bt.BetterthanError, match=r'names a column of the dict, and a file, too.*held_out="\./svm"'):
        bt.predictions(COMPARED, held_out="svm")
    assert len(bt.predictions(COMPARED, held_out="./svm").held) == 90
    with pytest.raises(bt.BetterthanError, match="lacks the column named for `held_out`, and no file is called so"):
        bt.predictions(COMPARED, held_out="nowhere.csv")
    with pytest.raises(bt.BetterthanError, match="No column `nowhere` says which cases are held out"):
        compared(bt.predictions(COMPARED), held_out="nowhere")
