"""Classical against Bayesian decisions: the tables of Benavoli et al. (2017), and what is done with other designs."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import combinations, product
from pathlib import Path

import numpy as np
import pytest

import betterthan as bt
from betterthan.answers.comparison import Comparison
from betterthan.answers.decision_table import DecisionTable
from betterthan.data.examples.uci54 import MODELS, uci54
from betterthan.judging.tally import Tally, Verdicts, tally
from betterthan.simulation.replication.printed import printed_in

PAIRS = tuple(combinations(MODELS, 2))
COLUMNS = (
    "not rejected", "not rejected: equivalent", "not rejected: no decision",
    "rejected", "rejected: equivalent", "rejected: difference", "rejected: no decision",
)  # fmt: skip
PRINTED = printed_in("benavoli2017", "Tables 5 and 6") | printed_in("benavoli2017", "Tables 5 and 6, p rounded")
DATA = {"aode–j48": [34, 6, 28, 20, 1, 14, 5], "all pairs": [342, 74, 268, 198, 6, 142, 50]}
"""One p-value of aode and j48 is 0.0503, which the paper counts as rejected; so do its totals."""


def scores(*, models="abc", tasks=4, units=10, unit="fold", seed=0):
    """Random scores of the models, the first of them better by 0.1 times the number of the task."""
    rng = np.random.default_rng(seed)
    rows = [
        (model, f"t{task}", each, 0.4 + 0.1 * task * (model == models[0]) + 0.05 * rng.random())
        for model, task, each in product(models, range(tasks), range(units))
    ]
    return bt.read(dict(zip(("model", "task", unit, "score"), map(list, zip(*rows, strict=True)), strict=True)))


def as_printed(found: Tally) -> list[int]:
    """In the order of the paper's columns."""
    no, yes = found.not_rejected, found.rejected
    return [no.total, no.equivalent, no.undecided, yes.total, yes.equivalent, yes.difference, yes.undecided]


def expected(names: str) -> list[float]:
    """What the paper prints, or what the data say where that is known to differ."""
    return DATA.get(names) or [PRINTED[names, column] for column in COLUMNS]


# The published tables.


@pytest.fixture(scope="module")
def all_pairs():
    return together(zero_variance="published")


def together(**options) -> DecisionTable:
    """All pairs of five classifiers, from their sums."""
    tables = [bt.decision_table(uci54(*names), **options) for names in PAIRS]
    tasks = tuple(each for table in tables for each in table.tasks)
    return replace(tables[0], pairs=PAIRS, tasks=tasks)


@pytest.mark.parametrize("names", PAIRS, ids="–".join)
def test_tables_5_and_6(all_pairs, names):
    found = all_pairs.counts(*names)
    assert as_printed(found) == expected("–".join(names))
    assert found.not_rejected.difference == 0, "the paper's table has no column for it"


def test_totals_of_tables_5_and_6(all_pairs):
    assert as_printed(all_pairs.counts()) == expected("all pairs")
    assert len(all_pairs.tasks) == 540


def test_the_one_p_value_that_differs(all_pairs):
    near = [each for each in all_pairs.tasks if 0.05 < each.p_value < 0.0505]
    assert [(each.first, each.second) for each in near] == [("aode", "j48")]
    assert (near[0].p_value, near[0].verdict) == (pytest.approx(0.0503, abs=5e-5), "undecided")


def test_table_4_for_one_pair(all_pairs):
    table_4 = printed_in("benavoli2017", "Table 4")
    assert as_printed(all_pairs.counts("nbc", "aode")) == [table_4["nbc–aode", column] for column in COLUMNS]
    anneal = all_pairs.tasks[0]
    assert (anneal.task, anneal.classical, anneal.procedure) == ("anneal", "correlated_t", "bayes_correlated_t")
    assert (anneal.estimate, anneal.p_value) == pytest.approx((-0.0194, 0.00065), abs=5e-5)
    assert (anneal.rejected, anneal.verdict) == (True, "second")
    assert anneal.probabilities.second == pytest.approx(0.9543, abs=1e-4)


def test_the_scores_themselves_give_the_same_table_in_one_call(uci54_scores, all_pairs):
    raw = bt.decision_table(uci54_scores, zero_variance="published")
    assert raw.pairs == all_pairs.pairs
    assert raw.counts() == all_pairs.counts()
    for one, other in zip(raw.tasks, all_pairs.tasks, strict=True):
        assert (one.task, one.verdict, one.rejected) == (other.task, other.verdict, other.rejected)
        assert one.p_value == pytest.approx(other.p_value, rel=1e-6, abs=1e-12)


def test_a_comparison_per_task_counts_the_same():
    found = bt.compare(uci54("nbc", "aode"), rope=0.01, per_task=True)
    assert found.tally == bt.decision_table(uci54("nbc", "aode")).counts()


def test_the_paper_is_certain_where_nothing_varies(all_pairs):
    """24 of its decisions, on tasks without any difference between folds, rest on that; they need the option."""
    table = together()
    changed = [
        (one, other) for one, other in zip(all_pairs.tasks, table.tasks, strict=True) if one.verdict != other.verdict
    ]
    assert {(one.verdict, other.verdict) for one, other in changed} == {("equivalent", "undecided")}
    assert {other.procedure for _, other in changed} == {"bayes_agreement"}
    assert len(changed) == 24
    with pytest.raises(bt.ArgumentError, match="published"):
        bt.decision_table(uci54("nbc", "aode"), zero_variance="publshed")


def test_the_paper_s_layout(all_pairs):
    text = all_pairs.to_text()
    for row in (
        "nbc–aode 35 6 29",
        "nbc–aode 19 1 14 4",
        "total 342 74 268",
        "share 0.22 0.78",
        "share 0.03 0.72 0.25",
    ):
        assert row in " ".join(text.split())
    assert "| aode–j48 | 20 | 1 | 14 | 5 |" in all_pairs.to_markdown()
    assert "j48--j48gr & 50 & 40 & 10" in all_pairs.to_latex()


# Other designs.


def test_all_pairs_of_some_models():
    found = bt.decision_table(scores(), models=["c", "a"])
    assert found.pairs == (("c", "a"),)
    assert bt.decision_table(scores()).pairs == (("a", "b"), ("a", "c"), ("b", "c"))
    assert [each.task for each in found.tasks] == ["t0", "t1", "t2", "t3"]


def test_the_counts_of_pairs_add_up():
    found = bt.decision_table(scores())
    parts = [found.counts(*pair) for pair in found.pairs]
    assert found.counts().rejected == tuple(map(sum, zip(*(part.rejected for part in parts), strict=True)))
    assert found.counts().total == sum(part.total for part in parts) == 12


@pytest.mark.parametrize(
    ("unit", "expected"),
    [("fold", ("correlated_t", "bayes_correlated_t")), ("case", ("paired_t", "bayes_t"))],
)
def test_each_task_gets_the_procedures_that_fit_it(unit, expected):
    found = bt.decision_table(scores(unit=unit, models="ab"))
    assert {(each.classical, each.procedure) for each in found.tasks} == {expected}
    best = found.tasks[-1]
    assert (best.rejected, best.verdict, best.estimate > 0) == (True, "first", True)


def test_level_and_threshold_decide():
    near = scores(tasks=2, models="ab")
    strict = bt.decision_table(near, level=1 - 1e-12, threshold=1 - 1e-12)
    assert strict.counts().rejected.total == 0
    assert strict.counts().not_rejected.undecided == 2
    lax = bt.decision_table(near, level=1e-9, threshold=0.5001)
    assert lax.counts().rejected.total == 2
    assert lax.counts().rejected.undecided == 0


def test_swapping_the_models_swaps_the_verdicts():
    one, other = (bt.decision_table(scores(models="ab"), models=names).counts() for names in ("ab", "ba"))
    for here, there in ((one.rejected, other.rejected), (one.not_rejected, other.not_rejected)):
        assert here == (there.second, there.equivalent, there.first, there.undecided)


def test_a_paired_table_has_one_pair():
    table = bt.pair(scores(), "a", "b")
    assert bt.decision_table(table).tasks == bt.decision_table(scores(), first="a", second="b").tasks


def test_a_table_of_several_models_has_all_their_pairs():
    table = bt.pair(scores(), "a", "b", "c")
    assert bt.decision_table(table).tasks == bt.decision_table(scores()).tasks
    assert bt.decision_table(table, models=["c", "a"]).tasks == bt.decision_table(scores(), models=["c", "a"]).tasks


def test_tasks_with_other_numbers_of_folds_are_decided_each_by_its_own():
    data = [
        (m, t, f, 0.5 + 0.02 * ((f + ord(m)) % 5)) for m in "ab" for t, k in (("x", 5), ("y", 10)) for f in range(k)
    ]
    table = bt.read(dict(zip(("model", "task", "fold", "score"), map(list, zip(*data, strict=True)), strict=True)))
    alone = [bt.compare(table, task=task, rope=0.01).classical.p_value for task in "xy"]
    assert [each.p_value for each in bt.decision_table(table).tasks] == pytest.approx(alone, rel=1e-12)


def test_a_task_that_cannot_be_decided_is_named():
    rows = [(m, t, f, 0.5 + 0.01 * f * (m == "a")) for m in "ab" for t, n in (("x", 5), ("y", 1)) for f in range(n)]
    data = bt.read(dict(zip(("model", "task", "case", "score"), map(list, zip(*rows, strict=True)), strict=True)))
    found = bt.decision_table(data)
    assert [each.task for each in found.tasks] == ["x"]
    assert len(found.notes) == 1
    assert found.notes[0].startswith("Task `y` of `a` and `b` was left out: `bayes_t` needs at least 2 units")
    assert "Task `y`" in " ".join(found.to_text().split())


def test_one_score_per_task_has_no_decision_per_task():
    with pytest.raises(bt.NeedsNotMet, match=r"No task has both .* Task `t0` of `a` and `b` was left out"):
        bt.decision_table(bt.pair_arrays([0.1, 0.2], [0.2, 0.3], models=("a", "b"), task=["t0", "t1"]))


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"models": ["a", "q"]}, "no model `q`"),
        ({"first": "a", "second": "b", "models": ["a", "b"]}, "not both"),
        ({"first": "a"}, "with which model"),
        ({"models": ["a"]}, "with which model"),
    ],
)
def test_pairs_that_are_not_there_are_refused(options, says):
    with pytest.raises(bt.ArgumentError, match=says):
        bt.decision_table(scores(), **options)


def test_counts_of_a_pair_that_was_not_compared_are_refused():
    with pytest.raises(bt.ArgumentError, match=r"no pair `b and a`.*Known: `a and b`"):
        bt.decision_table(scores(models="ab")).counts("b", "a")


def test_records():
    found = bt.decision_table(scores())
    document = json.loads(json.dumps(found.document(), allow_nan=False))
    assert document["total"] == found.counts().to_dict()
    assert document["pairs"][0] == {"first": "a", "second": "b", "tally": found.counts("a", "b").to_dict()}
    assert [row["task"] for row in document["tasks"]] == ["t0", "t1", "t2", "t3"] * 3
    pytest.importorskip("pandas")
    assert found.to_frame("pandas")["verdict"].tolist() == [each.verdict for each in found.tasks]
    one_pair = bt.decision_table(scores(), first="a", second="b")
    assert "t3" in one_pair.to_markdown()
    assert "t3" not in found.to_markdown()


def test_a_difference_that_the_test_misses_gets_a_column():
    """P(> 0) reaches 0.95 before the two-sided test rejects at 0.05."""
    counted = tally([(False, "first"), (False, "undecided")])
    assert counted == Tally(Verdicts(0, 0, 0, 0), Verdicts(1, 0, 0, 1))
    rows = [("x", i, 0.5 + d, 0.5) for i, d in enumerate((0.03, 0.0, 0.02, 0.015, -0.01, 0.02))]
    columns = dict(zip(("task", "case", "a", "b"), map(list, zip(*rows, strict=True)), strict=True))
    found = bt.decision_table(bt.read(columns, models=["a", "b"]), rope=0.0)
    assert found.counts().not_rejected.first == 1
    header = found.to_markdown().split("## Where the test does not reject")[1].split("\n")[2]
    assert header == "| pair | tasks (of 1) | equivalent | difference | no decision |"


# Beside the tasks of a comparison.


def test_the_report_of_a_comparison_counts_its_tasks(command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    lines = [
        f"{m},t{t},{f},{0.5 + 0.02 * f + (m == 'a') * (0.1 * t + 0.001 * f - 0.002)}"
        for m in "ab"
        for t in range(3)
        for f in range(5)
    ]
    Path("folds.csv").write_text("model,task,fold,score\n" + "\n".join(lines) + "\n")
    ran = command("compare", "folds.csv", "--rope", "0.01", "--per-task", "-o", "out.tex", "-o", "out.html")
    assert ran.code == 0
    assert "Classical and Bayesian decisions" in ran.out
    for text in (Path("out.tex").read_text(), Path("out.html").read_text()):
        assert "Classical and Bayesian decisions" in text
    (record,) = json.loads(command("compare", "folds.csv", "--rope", "0.01", "--per-task", "--json").out)["comparisons"]
    assert record["tally"]["rejected"] == {"first": 2, "equivalent": 0, "second": 0, "undecided": 0}
    assert record["tally"]["not_rejected"] == {"first": 0, "equivalent": 1, "second": 0, "undecided": 0}
    assert [part["tally"] for part in record["tasks"]] == [None] * 3


def test_without_tasks_or_verdicts_nothing_is_counted():
    assert bt.compare(scores(models="ab")).tally is None
    classical = bt.compare(scores(models="ab", unit="case"), per_task=True, procedure="wilcoxon")
    assert (len(classical.tasks), classical.tally) == (4, None)
    again = Comparison.from_dict(json.loads(classical.to_json()))
    assert again.tally is None
