"""The seed table: its figures, its tests against a baseline, every form of it, and the command that prints it."""

from __future__ import annotations

import csv
import json
from math import sqrt

import numpy as np
import pytest
from scipy import stats
from syrupy.assertion import SnapshotAssertion

import betterthan as bt
from betterthan.answers.seed_table import SeedTable
from betterthan.asking.seed_table import expected_maximum, seed_table
from betterthan.errors import ArgumentError, NeedsNotMet, PairingError
from betterthan.numerics.multiplicity import adjust

BASE = [0.904, 0.900, 0.911, 0.897, 0.903, 0.908, 0.899, 0.902, 0.906, 0.895]
OURS = [0.912, 0.915, 0.909, 0.908, 0.914, 0.917, 0.905, 0.911, 0.919, 0.907]
THEIRS = [0.921, 0.913, 0.926, 0.934, 0.918, 0.909, 0.93]


def long(models: dict[str, list[float]], seeds: dict[str, list] | None = None, **options) -> bt.Scores:
    seeds = seeds or {}
    rows = [
        (name, seed, score)
        for name, scores in models.items()
        for seed, score in zip(seeds.get(name, range(len(scores))), scores, strict=True)
    ]
    model, seed, score = (list(column) for column in zip(*rows, strict=True))
    return bt.read({"model": model, "seed": seed, "accuracy": score}, **options)


def three(**options) -> bt.Scores:
    return long({"base": BASE, "ours": OURS, "theirs": THEIRS}, **options)


# The figures.


@pytest.mark.parametrize(
    ("tasks", "said"), [(1, "2 tests (one for each model) stand"), (2, "4 tests (one for each model and task) stand")]
)
def test_tests_that_are_not_adjusted_are_counted_with_what_each_is_of(tasks, said):
    rng = np.random.default_rng(4)
    rows = {"task": np.repeat([f"t{j}" for j in range(tasks)], 6), "seed": [*range(6)] * tasks}
    data = bt.read({**rows, **{name: rng.normal(0.8, 0.02, 6 * tasks) for name in ("base", "ours", "theirs")}})
    told = seed_table(data, "base", adjust="none").notes
    assert sum(said in note for note in told) == 1
    assert not any(said in note for note in seed_table(data, "base", adjust="holm").notes)


def test_figures_of_every_model():
    row = seed_table(three()).row("ours")
    assert (row.n, row.minimum, row.maximum, row.worst, row.best) == (10, 0.905, 0.919, 0.905, 0.919)
    assert row.mean == pytest.approx(np.mean(OURS))
    assert row.sd == pytest.approx(np.std(OURS, ddof=1))
    assert row.median == pytest.approx(np.median(OURS))
    inside = stats.t.interval(0.95, 9, np.mean(OURS), np.std(OURS, ddof=1) / sqrt(10))
    assert row.interval[:2] == pytest.approx(inside)
    assert row.scores == tuple((str(seed), score) for seed, score in enumerate(OURS))


def test_a_printed_reporting_template():
    """In print, ten seeds with mean 0.912 and sd 0.006 have the interval [0.908, 0.916]."""
    scores = 0.912 + 0.006 * stats.zscore(np.arange(10.0), ddof=1)
    row = seed_table(long({"A": scores.tolist(), "B": BASE})).row("A")
    assert (round(row.mean, 3), round(row.sd, 3)) == (0.912, 0.006)
    assert [round(end, 3) for end in row.interval[:2]] == [0.908, 0.916]


def test_level_of_the_interval():
    narrow, wide = (seed_table(three(), level=level).row("base").interval for level in (0.5, 0.99))
    assert wide.low < narrow.low < narrow.high < wide.high
    assert (narrow.level, wide.level) == (0.5, 0.99)


def test_losses_have_their_worst_at_the_top():
    table = seed_table(long({"a": [0.1, 0.3, 0.2], "b": [0.4, 0.5, 0.6]}, higher_is_better=False), "b")
    row = table.row("a")
    assert (row.minimum, row.maximum, row.worst, row.best) == (0.1, 0.3, 0.3, 0.1)
    assert row.mean == pytest.approx(0.2)
    assert row.interval.low < 0.2 < row.interval.high
    assert row.against.test.estimate == pytest.approx(0.3)  # oriented: a is better
    assert "worst (max)" in table.to_text()


def test_the_cases_of_a_seed_are_averaged_and_said_so():
    scores = bt.read(
        {
            "model": list("aaaabbbb"),
            "seed": [1, 1, 2, 2] * 2,
            "case": [1, 2, 1, 2] * 2,
            "right": [1, 0, 1, 1, 0, 0, 1, 0],
        }
    )
    table = seed_table(scores)
    assert [score.score for score in table.row("a").scores] == [0.5, 1.0]
    assert "Each seed's score is the mean of its 2 scores." in table.notes
    flipped = bt.read(
        {
            "model": list("aaaabbbb"),
            "seed": [1, 1, 2, 2] * 2,
            "case": [1, 2, 1, 2] * 2,
            "wrong": [0, 1, 0, 0, 1, 1, 0, 1],
        },
        higher_is_better=False,
    )
    assert [score.score for score in seed_table(flipped).row("a").scores] == [0.5, 0.0]


def test_seeds_with_different_numbers_of_cases():
    scores = bt.read(
        {"model": list("aaabb"), "seed": [1, 1, 2, 1, 2], "case": [1, 2, 1, 1, 1], "right": [1, 0, 1, 1, 0]}
    )
    assert "Each seed's score is the mean of its 1 to 2 scores." in seed_table(scores).notes


def test_training_sets_are_runs_too():
    scores = bt.read({"model": list("aabb"), "train_set": ["x", "y"] * 2, "score": [0.5, 0.6, 0.7, 0.9]})
    table = seed_table(scores, "a")
    assert table.unit == "training sets"
    assert table.row("b").against.paired


def test_the_expected_maximum_of_normal_scores():
    """Harter (1961), Table 1: expected values of normal order statistics."""
    for n, printed in ((1, 0.0), (2, 0.56419), (5, 1.16296), (10, 1.53875), (100, 2.50759)):
        assert expected_maximum(n) == pytest.approx(printed, abs=5e-6)


# Against the baseline.


def test_the_same_seeds_are_paired_and_others_are_not():
    table = seed_table(three(), "base")
    ours, theirs = table.row("ours").against, table.row("theirs").against
    assert (ours.paired, ours.test.procedure) == (True, "paired_t")
    assert (theirs.paired, theirs.test.procedure) == (False, "welch_t")
    assert ours.test.p_value == pytest.approx(stats.ttest_rel(OURS, BASE).pvalue)
    assert theirs.test.p_value == pytest.approx(stats.ttest_ind(THEIRS, BASE, equal_var=False).pvalue)
    assert table.row("base").against is None
    assert any("Welch's test is unpaired" in note for note in table.notes)


def test_seeds_are_matched_by_name_not_by_place():
    scores = long({"base": BASE, "ours": OURS[::-1]}, {"base": list(range(10)), "ours": list(range(9, -1, -1))})
    assert seed_table(scores, "base").row("ours").against.test.p_value == pytest.approx(
        stats.ttest_rel(OURS, BASE).pvalue
    )


def test_without_a_baseline_it_says_how_to_get_one():
    table = seed_table(three())
    assert all(row.against is None for row in table.rows)
    assert any('`baseline="MODEL"`' in note for note in table.notes)
    assert "test against" not in table.to_text()


def test_adjusted_p_values():
    table = seed_table(three(), "base")
    assert table.adjustment == "holm", "as everywhere"
    tests = [row.against for row in table.rows if row.against]
    assert [each.p_adjusted for each in tests] == pytest.approx(adjust([each.test.p_value for each in tests], "holm"))
    assert "p (holm)" in table.to_text()
    assert any("without adjustment" in note for note in seed_table(three(), "base", adjust="none").notes)


def test_probabilities_stand_beside_the_test_if_there_is_a_rope():
    assert seed_table(three(), "base").row("ours").against.probabilities is None
    table = seed_table(three(), "base", rope=0.005)
    for name, other in (("ours", OURS), ("theirs", THEIRS)):
        against = table.row(name).against
        differences = (
            bt.pair_arrays(other, BASE, independent=True) if against.paired else bt.unpaired_arrays(other, BASE)
        )
        assert against.probabilities == pytest.approx(bt.compare(differences, rope=0.005).probabilities)
        assert (against.rope.low, against.rope.high) == (-0.005, 0.005)
    assert "equivalent" in table.to_markdown()


def test_what_is_open_has_a_number_of_seeds():
    """The smallest n with which Student's law of n - 1 df, with the same mean and sd, puts 0.95 on one side."""
    base = [0.70, 0.705, 0.69, 0.71]
    rows = {"base": base, "open": [0.71, 0.74, 0.69, 0.73], "worse": [0.4, 0.41, 0.4, 0.42]}
    table = seed_table(long(rows), "base", rope=0.01)
    apart = np.subtract(rows["open"], base)
    mean, sd = apart.mean(), apart.std(ddof=1)
    exact = next(n for n in range(4, 999) if stats.t.sf((0.01 - mean) / (sd / n**0.5), n - 1) >= 0.95)
    assert table.row("open").against.outlook.most_needed == exact
    assert table.row("worse").against.outlook is None
    told = table.to_text()
    assert "would decide" in told
    assert "Would decide: with so many seeds of each model one of the three would reach 0.95" in " ".join(told.split())
    assert [row["needed"] for row in table.to_rows()] == [None, exact, None]
    assert SeedTable.from_dict(table.document()) == table
    without = seed_table(long(rows), "base")
    assert without.row("open").against.outlook is None
    assert "would decide" not in without.to_text()


def test_one_seed_has_no_spread_and_no_test():
    table = seed_table(long({"base": BASE, "single": [0.92]}), "base")
    row = table.row("single")
    assert (row.n, row.sd, row.interval, row.against) == (1, None, None, None)
    assert any("One seed only (`single`): no spread, no interval, no test." in note for note in table.notes)
    assert any("`single` was not tested" in note for note in table.notes)
    json.loads(table.to_json())


def test_two_seeds_and_seeds_without_spread():
    table = seed_table(long({"base": [0.5, 0.7], "flat": [0.6, 0.6]}), "base", rope=0.01)
    assert table.row("flat").sd == 0.0
    assert table.row("flat").interval.low == table.row("flat").interval.high == 0.6
    certain = seed_table(long({"base": [0.5, 0.5], "flat": [0.6, 0.6]}), "base", rope=0.01)
    assert certain.row("flat").against.test.p_value == 0.0
    assert certain.row("flat").against.probabilities == pytest.approx(
        (1 - 0.91**3 / 2, (0.91**3 - 0.89**3) / 2, 0.89**3 / 2)
    )
    json.loads(certain.to_json())
    assert certain.to_text()
    assert certain.to_latex()


def test_several_tasks():
    rng = np.random.default_rng(1)
    rows = [
        (t, m, s, rng.normal()) for t in ("iris", "wine") for m in "ab" for s in range(3) if (t, m) != ("wine", "a")
    ]
    task, model, seed, score = (list(column) for column in zip(*rows, strict=True))
    scores = bt.read({"task": task, "model": model, "seed": seed, "score": score})
    table = seed_table(scores, "a")
    assert table.tasks == ("iris", "wine")
    assert table.row("b", "iris").against is not None
    assert table.row("b", "wine").against is None
    assert any("`b` on wine was not tested: the baseline has no scores." in note for note in table.notes)
    assert [row.task for row in seed_table(scores, task="iris").rows] == ["iris", "iris"]
    with pytest.raises(ArgumentError, match="There is no row"):
        table.row("a", "wine")


@pytest.mark.parametrize("unit", [1e-200, 1e149])
def test_tiny_and_huge_scores(unit):
    table = seed_table(long({"base": [unit * x for x in BASE], "ours": [unit * x for x in THEIRS]}), "base")
    plain = seed_table(long({"base": BASE, "ours": THEIRS}), "base")
    assert table.row("ours").against.test.p_value == pytest.approx(plain.row("ours").against.test.p_value)
    assert table.row("base").sd == pytest.approx(unit * plain.row("base").sd)


def test_a_thousand_seeds_are_all_kept():
    rng = np.random.default_rng(2)
    table = seed_table(long({"a": rng.normal(size=1000).tolist(), "b": rng.normal(size=1000).tolist()}), "a")
    assert len(table.row("a").scores) == 1000
    assert len(json.loads(table.to_json())["rows"][0]["scores"]) == 1000
    assert "in the .json and .csv" in table.to_text()


# What it refuses.


@pytest.mark.parametrize("metric", ["best_accuracy", "max", "accuracy-max", "Best F1".replace(" ", "_")])
def test_a_maximum_over_seeds_is_not_compared(metric):
    with pytest.raises(NeedsNotMet, match=r"biased upwards.*largest of 10 normal scores lies 1\.54 sd"):
        seed_table(bt.read({"model": ["a", "b"], metric: [0.91, 0.93]}), "a")


def test_the_bias_is_that_of_the_number_of_seeds_if_it_is_known():
    scores = bt.read({"model": ["a", "b"], "accuracy": [0.91, 0.93], "n_seeds": [5, 5]}, score="accuracy")
    with pytest.raises(NeedsNotMet, match=r"of 5 runs \(`n_seeds`\).*largest of 5 normal scores lies 1\.16 sd"):
        seed_table(scores)
    one = bt.read({"model": ["a", "b"], "seed": [1, 1], "accuracy": [0.9, 0.8], "n_seeds": ["1", ""]}, score="accuracy")
    assert seed_table(one).row("a").n == 1


def test_a_score_called_best_is_fine_with_every_seed():
    assert (
        seed_table(bt.read({"model": list("aabb"), "seed": [1, 2] * 2, "best": [0.1, 0.2, 0.3, 0.4]})).row("a").n == 2
    )


def test_what_it_needs():
    with pytest.raises(PairingError, match="no column that numbers the runs"):
        seed_table(bt.read({"model": list("aabb"), "case": [1, 2] * 2, "score": [0.1, 0.2, 0.3, 0.4]}))
    with pytest.raises(PairingError, match=r"several scores of one model on the same seed.*`repeats=\"mean\"`"):
        seed_table(bt.read({"model": list("aab"), "seed": [1, 1, 1], "score": [0.1, 0.2, 0.3]}))
    with pytest.raises(ArgumentError, match="Did you mean `base`"):
        seed_table(three(), "bse")
    with pytest.raises(ArgumentError, match="name one with `baseline=`"):
        seed_table(three(), rope=0.01)
    with pytest.raises(ArgumentError, match="coverage between 0 and 1"):
        seed_table(three(), level=95)
    with pytest.raises(ArgumentError, match="no adjustment `hlom`"):
        seed_table(three(), "base", adjust="hlom")
    with pytest.raises(ArgumentError, match="needs the score of every seed"):
        seed_table(bt.pair_arrays([1.0], [2.0]))


def test_repeats_are_averaged_on_request():
    scores = bt.read({"model": list("aabb"), "seed": [1, 1, 1, 2], "score": [0.1, 0.2, 0.3, 0.4]})
    assert seed_table(scores, repeats="mean").row("a").mean == pytest.approx(0.15)


# What comes out.


def test_every_form_holds_the_figures(tmp_path):
    table = seed_table(three(), "base", rope=0.005, adjust="holm")
    for suffix in ("txt", "md", "tex", "html"):
        text = table.report(tmp_path / f"out.{suffix}").read_text(encoding="utf-8")
        assert "0.9117" in text
        assert "Welch t, unpaired" in text
    assert "\\citep{betterthan,bouthillier2021}" in table.to_latex()
    rows = list(csv.DictReader(table.report(tmp_path / "out.csv").read_text().splitlines()))
    assert [row["model"] for row in rows] == ["base", "ours", "theirs"]
    assert rows[2]["scores"].startswith("0=0.921; 1=0.913")
    document = json.loads(table.report(tmp_path / "out.json").read_text())
    assert document["rows"][1]["against"]["procedure"] == "paired_t"
    assert [score["score"] for score in document["rows"][2]["scores"]] == THEIRS
    assert "<svg" in table.report(tmp_path / "out.svg").read_text()
    assert (tmp_path / "out.html").read_text().count("<svg") == 1
    with pytest.raises(ArgumentError, match="the suffix must be one of"):
        table.report(tmp_path / "out.docx")
    pytest.importorskip("pandas")
    assert len(table.to_frame("pandas")) == 3


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rows = [(n, s, x) for n, xs in (("base", BASE), ("ours", OURS), ("theirs", THEIRS)) for s, x in enumerate(xs)]
    text = "model,seed,accuracy\n" + "".join(f"{name},{seed},{score}\n" for name, seed, score in rows)
    (tmp_path / "seeds.csv").write_text(text)
    return tmp_path


def test_the_command_prints_the_table(folder, command, snapshot: SnapshotAssertion):
    ran = command("seeds", "seeds.csv", "--baseline", "base", "--rope", "0.005", "--adjust", "holm")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == snapshot


def test_the_command_prints_one_json_object_and_writes_files(folder, command):
    ran = command("seeds", "seeds.csv", "--json", "-o", "out.md", "-o", "out.tex", "--level", "0.9")
    document = json.loads(ran.out)
    assert document["level"] == 0.9
    assert ran.err == "wrote out.md\nwrote out.tex\n"
    assert "\\begin{tabular}" in (folder / "out.tex").read_text()


def test_names_are_public():
    assert bt.seed_table is seed_table
    assert bt.SeedTable is SeedTable


@pytest.mark.parametrize("words", [{"adjust": "x"}, {"repeats": "median"}])
def test_words_that_nobody_knows_are_refused_without_a_baseline_too(words):
    with pytest.raises(ArgumentError, match=f"`{next(iter(words.values()))}`. "):
        seed_table(three(), **words)
