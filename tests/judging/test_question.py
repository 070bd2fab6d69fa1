"""What each design is told: the question, the procedure and the reason, word by word."""

from __future__ import annotations

import pickle
import subprocess
import sys
from itertools import product
from typing import Any

import pytest
from scipy import stats
from syrupy.assertion import SnapshotAssertion

import betterthan as bt
from betterthan.data.moments import Cells
from betterthan.data.pairing import pair, pair_arrays, pair_differences
from betterthan.data.reading.tables import read
from betterthan.data.summaries import PairedSummary
from betterthan.data.summing import summarize
from betterthan.data.tables import PairedTable
from betterthan.data.unpaired import unpaired, unpaired_arrays
from betterthan.judging.asked import Question
from betterthan.judging.question import question

REAL = (0.9, 0.7, 0.8, 0.6, 0.75, 0.5)


def long(*keys: str, size: int = 3, scores: Any = None, **extra: Any) -> Any:
    """Two models on every combination of `size` values of each key."""
    units = list(product(range(size), repeat=len(keys)))
    rows = [(model, *unit) for model in "ab" for unit in units]
    columns: dict[str, Any] = dict(zip(("model", *keys), map(list, zip(*rows, strict=True)), strict=True))
    columns["score"] = scores or [REAL[(3 * i + i // 7) % 6] for i in range(len(rows))]
    return read({**columns, **extra})


DESIGNS = {
    "cases, real-valued": lambda: pair(long("case")),
    "cases, 0/1": lambda: pair(long("case", scores=[1, 0, 1, 0, 0, 1])),
    "clusters": lambda: pair(long("case", cluster=["x", "x", "y"] * 2)),
    "clusters of 0/1 scores": lambda: pair(long("case", scores=[1, 0, 1, 0, 0, 1], cluster=["x", "x", "y"] * 2)),
    "cases in clusters": lambda: pair(long("case", cluster=["x", "x", "y"] * 2), weight="cases"),
    "several tasks with cases in clusters": lambda: pair(
        long("task", "case", cluster=[case % 2 for case in range(9)] * 2), weight="cases"
    ),
    "folds": lambda: pair(long("fold")),
    "folds and repeats": lambda: pair(long("repeat", "fold")),
    "seeds": lambda: pair(long("seed")),
    "training sets": lambda: pair(long("train_set")),
    "seeds that are not shared": lambda: unpaired_arrays(REAL, REAL[:4]),
    "cases that are not to be paired": lambda: unpaired(long("case")),
    "seeds that are not shared, several tasks": lambda: unpaired(long("task", "seed")),
    "one seed that is not shared": lambda: unpaired_arrays(REAL, REAL[:1]),
    "folds that are not to be paired": lambda: unpaired(long("fold")),
    "several tasks with cases": lambda: pair(long("task", "case")),
    "several tasks with 0/1 cases": lambda: pair(long("task", "case", size=2, scores=[1, 0, 0, 1, 1, 1, 0, 0])),
    "several tasks with folds": lambda: pair(long("task", "fold")),
    "one score per task": lambda: pair(long("task")),
    "one task by name": lambda: pair(long("task", "case").select_tasks(["1"])),
    "differences": lambda: pair_differences([0.1, 0.2, 0.3]),
    "differences per task": lambda: pair_differences([0.1, 0.2, 0.3], task=["x", "y", "z"]),
    "summary": lambda: summarize(long("case")),
    "summary of several tasks": lambda: summarize(long("task", "case")),
    "printed mean, sd, n": lambda: PairedSummary.from_moments(mean=0.1, sd=1.0, n=176),
    "printed counts": lambda: PairedSummary.from_cells({"": Cells(1, 2, 3, 4)}),
    "one unit": lambda: pair_arrays([0.1], [0.2]),
}


@pytest.mark.parametrize("design", DESIGNS)
def test_the_reason(design: str, snapshot: SnapshotAssertion) -> None:
    asked = question(DESIGNS[design]())
    assert [asked.kind, asked.asks, asked.procedure, asked.reason] == snapshot


@pytest.mark.parametrize(
    ("design", "kind", "procedure"),
    [
        ("cases, real-valued", "Q1", "bayes_t"),
        ("cases, 0/1", "Q1", "bayes_mcnemar"),
        ("clusters", "Q1", "bayes_t"),
        ("cases in clusters", "Q1", "bayes_clustered_t"),
        ("several tasks with cases in clusters", "Q3", "bayes_t"),
        ("folds", "Q2", "bayes_correlated_t"),
        ("seeds", "Q2", "bayes_t"),
        ("training sets", "Q2", "bayes_t"),
        ("seeds that are not shared", "Q2", "bayes_welch"),
        ("cases that are not to be paired", "Q1", "bayes_welch"),
        ("seeds that are not shared, several tasks", "Q3", "bayes_t"),
        ("one seed that is not shared", "Q2", None),
        ("folds that are not to be paired", "Q2", None),
        ("several tasks with cases", "Q3", "bayes_hierarchical_t"),
        ("several tasks with folds", "Q3", "bayes_hierarchical_t"),
        ("several tasks with 0/1 cases", "Q3", "bayes_poisson_binomial"),
        ("one score per task", "Q3", "bayes_t"),
        ("printed counts", "Q1", "bayes_mcnemar"),
    ],
)
def test_the_recommended_procedure(design, kind, procedure):
    asked = question(DESIGNS[design]())
    assert (asked.kind, asked.procedure) == (kind, procedure)


def of_tasks(tasks: int, units: int, second: Any = None, **other: Any) -> PairedTable:
    """Two models on so many tasks, with cases on each, or with those of a second factor for each."""
    rows = [(t, u, v) for t in range(tasks) for u in range(units) for v in (second or [0])]
    task, unit, further = map(list, zip(*rows, strict=True))
    factors = {"case": unit} if second is None else {"seed": unit, "case": further}
    a, b = ([REAL[(k * i + i // 5) % 6] for i in range(len(rows))] for k in (3, 5))
    return pair(read({"task": task, **factors, "a": a, "b": b, **other}))


@pytest.mark.parametrize(
    "made",
    [
        lambda tasks: of_tasks(tasks, 3, [0, 1, 2, 3]),
        lambda tasks: of_tasks(tasks, 2),
        lambda tasks: of_tasks(
            tasks,
            3,
            a=[0.5 + 0.01 * (i % 3) for i in range(3 * tasks)],
            b=[0.5 + 0.01 * (i % 3) - 0.02 * (i // 3) for i in range(3 * tasks)],
        ),
    ],
    ids=["crossed", "few scores", "constant within tasks"],
)
def test_a_rank_test_that_could_never_decide_is_not_recommended(made):
    """Of 5 tasks the signed rank's best probability is .931, of 6 .954."""
    assert [question(made(tasks)).procedure for tasks in (4, 5, 6)] == ["bayes_t", "bayes_t", "bayes_signed_rank"]


def test_few_tasks_with_crossed_units_are_compared_by_their_means():
    table = of_tasks(4, 3, [0, 1, 2, 3])
    means = table.differences().reshape(4, -1).mean(axis=1)
    found = bt.compare(table, rope=0.01).probabilities
    law = stats.t(3, means.mean(), stats.sem(means))
    assert list(found) == pytest.approx([law.sf(0.01), law.cdf(0.01) - law.cdf(-0.01), law.cdf(-0.01)], abs=1e-12)


def test_the_same_seeds_are_not_counted_once_for_each_task():
    assert "3 tasks with 3 seeds each, real-valued" in question(pair(long("task", "seed"))).reason
    assert "4 tasks with 3 seeds x 5 cases each" in question(of_tasks(4, 3, range(5))).reason
    uneven = {"task": [0, 0, 1, 1, 1], "seed": [0, 1, 0, 1, 2], "a": REAL[:5], "b": REAL[1:]}
    assert "2 tasks with 2 to 3 seeds each" in question(pair(read(uneven))).reason
    notes = bt.rank(read({**uneven, "c": [0.1, 0.2, 0.3, 0.1, 0.2]})).notes
    assert any(note.endswith("the tasks have 2 to 3 seeds each.") for note in notes)


def test_no_alternative_is_offered_that_the_table_does_not_meet():
    assert question(DESIGNS["folds"]()).alternatives == ("correlated_t",)
    assert "mcnemar" not in question(DESIGNS["cases, real-valued"]()).alternatives
    assert "mcnemar" in question(DESIGNS["cases, 0/1"]()).alternatives
    assert "wilcoxon" not in question(DESIGNS["summary"]()).alternatives
    assert "bayes_mcnemar" not in question(DESIGNS["cases, 0/1"]()).alternatives


def test_alternatives_are_looked_for_when_they_are_read():
    code = (
        "import sys, betterthan as bt; "
        "found = bt.compare(bt.pair_arrays([0.9, 0.7, 0.8, 0.9], [0.8, 0.7, 0.6, 0.7]), rope=0.01); "
        "loaded = lambda: sum('.bayesian.' in m or '.frequentist.' in m for m in sys.modules); "
        "before = loaded(); found.question.to_dict(); print(before, loaded())"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    before, after = map(int, ran.stdout.split())
    assert before <= 4, "the procedure, its counterpart, and what is robust beside it"
    assert after >= 30, "a document asks all of them"


def test_alternatives_can_be_compared_copied_and_read_back():
    asked = question(DESIGNS["cases, 0/1"]())
    assert pickle.loads(pickle.dumps(asked)) == asked
    assert Question.from_dict(asked.to_dict()) == asked
    assert list(asked.alternatives) == asked.to_dict()["alternatives"]
