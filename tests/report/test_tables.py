"""Tables of parts: effect sizes, counts of verdicts, each model's mean within subgroups; the median difference."""

from __future__ import annotations

import numpy as np
import pytest

import betterthan as bt
from betterthan.data.pairing import pair_differences
from betterthan.report.blocks import Items, Table
from betterthan.report.build import report_of

RNG = np.random.default_rng(4)
TASKS, FOLDS = 9, 8
APART = RNG.normal(0.05 * (np.arange(TASKS) % 3 - 1)[:, None], 0.01, (TASKS, FOLDS))
BASE = RNG.uniform(0.5, 0.7, (TASKS, FOLDS))


def of_tasks(**options):
    keys = {"task": np.repeat([f"t{i}" for i in range(TASKS)], FOLDS), "fold": np.tile(range(FOLDS), TASKS)}
    sizes = {"n_train": [700] * TASKS * FOLDS, "n_test": [100] * TASKS * FOLDS}
    scores = bt.read({**keys, **sizes, "new": (BASE + APART).ravel(), "old": BASE.ravel()})
    return bt.compare(scores, rope=0.01, **options)


def of_groups(**options):
    rng = np.random.default_rng(8)
    columns = {"case": range(90), "class": ["cat", "dog", "cow"] * 30}
    scores = bt.read({**columns, "new": rng.integers(0, 2, 90), "old": rng.integers(0, 2, 90)})
    return bt.compare(scores, first="new", second="old", by="class", **options), scores


def block(found, key):
    return next(each for each in report_of(found).blocks if each.key == key)


def column(table: Table, name: str) -> list[str]:
    return [row[table.columns.index(name)] for row in table.rows]


def as_float(cell: str) -> float:
    return float(cell.replace("−", "-"))


def test_every_task_has_its_effect_size():
    table = block(of_tasks(per_task=True), "tasks")
    expected = APART.mean(axis=1) / APART.std(axis=1, ddof=1)
    assert [as_float(cell) for cell in column(table, "Cohen's d")] == pytest.approx(expected, abs=0.051)


def test_verdicts_on_tasks_are_counted():
    found = of_tasks(per_task=True)
    verdicts = [part.verdict for part in found.tasks]
    assert (verdicts.count("first"), verdicts.count("second")) == (3, 3), "as the scores were made"
    counts = [verdicts.count(name) for name in ("first", "equivalent", "second", "undecided")]
    told = "new practically better {}, practically equivalent {}, old practically better {}, undecided {}"
    short = block(found, "tasks-in-short")
    assert isinstance(short, Items)
    assert short.items[0] == f"Verdicts on 9 tasks with the rope ±0.01: {told.format(*counts)}."
    assert short.items[1] == "Cohen's d is in sds of the fold differences."


def test_each_models_mean_within_each_class():
    found, scores = of_groups()
    table = block(found, "group-means")
    classes = np.array(["cat", "dog", "cow"] * 30)
    rows = scores.rows.units(("new", "old"), ("case",), ()).scores
    for name, cells in zip(table.rows, table.rows, strict=True):
        mine = rows[classes == name[0]]
        assert [as_float(cell) for cell in cells[2:4]] == pytest.approx(mine.mean(axis=0), abs=0.006)
        assert cells[1] == str(len(mine)) == "30"
    assert table.columns[:4] == ("subgroup", "n", "new", "old")


def test_verdicts_on_subgroups_are_counted_in_the_words_of_the_page():
    found, _ = of_groups()
    (told,) = block(found, "subgroups-in-short").items[:1]
    verdicts = [part.verdict for part in found.groups]
    assert told.startswith("Verdicts on 3 subgroups")
    assert f"new wins more disagreements {verdicts.count('first')}" in told
    assert f"undecided {verdicts.count('undecided')}." in told


def test_a_classical_test_has_no_verdicts_and_no_empty_columns():
    report = report_of(of_groups(procedure="mcnemar")[0])
    table = next(each for each in report.blocks if each.key == "groups")
    assert "verdict" not in table.columns
    assert all(any(row[j] for row in table.rows) for j in range(len(table.columns)))
    assert not any(each.key == "subgroups-in-short" for each in report.blocks)


def test_the_median_of_the_differences():
    first, second = np.array([0.7, 0.9, 0.65, 0.8]), np.array([0.6, 0.6, 0.6, 0.6])
    found = bt.compare(bt.read({"case": range(4), "a": first, "b": second}), rope=0.01)
    assert found.median_difference == pytest.approx(np.median(first - second)) == pytest.approx(0.15)
    assert dict(block(found, "result").rows)["median difference"] == "0.15"
    assert found.to_dict()["median_difference"] == found.median_difference
    turned = bt.compare(bt.read({"case": range(4), "a": first, "b": second}, higher_is_better=False), rope=0.01)
    assert turned.median_difference == pytest.approx(-0.15), "oriented, as all differences"
    assert of_tasks().median_difference == pytest.approx(np.median(APART.mean(axis=1)))


def test_no_median_where_it_says_nothing():
    assert of_groups()[0].median_difference is None
    mixed = bt.read({"task": range(6), "a": [3.5, 2.5, 1.5, 4.5, 2.5, 6000], "b": [2.5, 1.5, 4.5, 3, 6.5, 5000]})
    assert bt.compare(mixed).median_difference is None
    known = bt.compare(pair_differences(np.array([0.1, -0.2, 0.4])), procedure="sign")
    assert [name for name, _ in block(known, "result").rows].count("median difference") == 1, "said once"


def test_pairs_alone_stand_in_a_table_of_their_own():
    rng = np.random.default_rng(1)
    scores = bt.read({"task": range(12), **{name: rng.normal(size=12) for name in "abc"}})
    found = bt.compare(scores, rope=0.1)
    joint, alone = block(found, "pairs"), block(found, "pairs-alone")
    assert column(joint, "first – second") == column(alone, "first – second")
    assert "verdict" in joint.columns
    assert "verdict" not in alone.columns
    assert column(alone, "first") == [f"{part.alone.probabilities.first:.3f}" for part in found.clearest]


def test_pairs_on_tasks_are_counted():
    rng = np.random.default_rng(1)
    keys = {"task": np.repeat(["s", "t"], 6), "seed": np.tile(range(6), 2)}
    scores = bt.read({**keys, **{name: rng.normal(size=12) for name in "abc"}})
    found = bt.compare(scores, rope=0.1, per_task=True)
    verdicts = [part.verdict for pair in found.comparisons for part in pair.tasks]
    (told,) = block(found, "tasks-in-short").items
    assert told.startswith("Verdicts on 6 pairs and tasks: for one model ")
    assert told.endswith(f"undecided {verdicts.count('undecided')}.")
