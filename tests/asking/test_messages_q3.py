"""What a user is told, word by word, when several tasks cannot be compared as asked: exit code 2, one message."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from syrupy.assertion import SnapshotAssertion

import betterthan as bt
from betterthan.data.moments import Cells
from betterthan.data.pairing import pair_arrays
from betterthan.data.summaries import PairedSummary
from betterthan.procedures import REGISTRY, bayes_hierarchical_mcnemar, bayes_hierarchical_t


def long(*sizes: int, without: str = "") -> str:
    """Scores of a and b, `sizes` cases on tasks x, y, …; `without` is a task that b lacks."""
    rows = [
        f"{model},{task},{case},{0.5 + 0.01 * ((7 * case + 3 * len(task) + ord(model) + ord(task)) % 11):.2f}\n"
        for task, size in zip("vwxyz", sizes, strict=False)
        for case in range(size)
        for model in "ab"
        if not (model == "b" and task == without)
    ]
    return "model,task,case,score\n" + "".join(rows)


FILES = {
    "one.csv": long(12),
    "two.csv": long(12, 12),
    "tasks.csv": long(8, 8, 8, 8),
    "few.csv": long(8, 2, 8, 8),
    "lacking.csv": long(6, 6, 6, 6, without="x"),
    "same.csv": "task,case,a,b\n" + "".join(f"{'xyz'[i % 3]},{i},0.5,0.5\n" for i in range(12)),
    "means.csv": "task,a,b\n" + "".join(f"t{i},{0.7 + 0.01 * i:.2f},{0.71 - 0.01 * (i % 3):.2f}\n" for i in range(6)),
    "one_sided.csv": "task,n00,n01,n10,n11\nx,5,0,3,10\ny,5,2,0,10\nz,5,0,0,10\n",
    "one_count.csv": "task,n00,n01,n10,n11\nx,5,4,3,10\n",
    "negative.csv": "task,n00,n01,n10,n11\nx,5,2,3,10\ny,5,-2,3,10\n",
    "metrics.csv": "model,task,case,score,metric\n"
    + "".join(f"{m},{'xyz'[i % 3]},{i},0.{i + 1},{'acc' if i % 3 else 'bleu'}\n" for i in range(9) for m in "ab"),
}  # fmt: skip
COMMANDS = {
    "one task for bayes_hierarchical_t": "compare one.csv --procedure bayes_hierarchical_t",
    "two tasks for bayes_hierarchical_t": "compare two.csv --procedure bayes_hierarchical_t",
    "one task for bayes_hierarchical_mcnemar": "compare one_count.csv --procedure bayes_hierarchical_mcnemar",
    "one task for bayes_poisson_binomial": "compare one.csv --procedure bayes_poisson_binomial",
    "a task with two scores": "compare few.csv --procedure bayes_hierarchical_t",
    "one score per task for bayes_hierarchical_t": "compare means.csv --procedure bayes_hierarchical_t",
    "one score per task for bayes_poisson_binomial": "compare means.csv --procedure bayes_poisson_binomial",
    "no task with both kinds of discordant case": "compare one_sided.csv --procedure bayes_hierarchical_mcnemar",
    "hierarchical McNemar of real scores": "compare tasks.csv --procedure bayes_hierarchical_mcnemar",
    "a task that one model lacks": "compare lacking.csv",
    "identical models": "compare same.csv --procedure bayes_hierarchical_t",
    "unknown prior": "compare tasks.csv --prior coranni",
    "a prior for a procedure without one": "compare means.csv --prior corani",
    "unknown reading": "compare tasks.csv --reading winer",
    "a reading that another procedure has": "compare means.csv --reading majority",
    "a reading of a single difference": "compare one.csv --reading winner",
    "negative counts": "compare negative.csv",
    "several metrics": "compare metrics.csv",
    "a percent rope for fractions": "compare tasks.csv --rope 1",
    "rule hdi without an interval": "compare means.csv --rule hdi",
    "sensitivity without a rope": "sensitivity two.csv",
    "scaling of tasks": "scaling tasks.csv",
    "an unknown task": "compare tasks.csv --task q --task x",
}  # fmt: skip

FIRST = np.array([0.91, 0.75, 0.63, 0.81, 0.55, 0.72, 0.66, 0.58, 0.87])
TASKS = pair_arrays(FIRST, FIRST[::-1] - 0.01, models=("a", "b"), task=list("xxxyyyzzz"), independent=True)
MEANS = pair_arrays(FIRST, FIRST[::-1] - 0.01, models=("a", "b"), task=list("qrstuvxyz"))
CALLS: dict[str, Callable[[], object]] = {
    "test_fraction of 1": lambda: bt.compare(TASKS, test_fraction=1.0),
    "negative test_fraction": lambda: bt.compare(TASKS, test_fraction=-0.1),
    "test_fraction that is no number": lambda: bt.compare(TASKS, test_fraction=float("nan")),
    "another rope": lambda: bt.compare(MEANS, procedure="bayes_signed_rank", rope=0.01).posterior.probabilities(0.02),
    "another rope of bayes_sign": lambda: bt.compare(MEANS, procedure="bayes_sign", rope=0.01).posterior.odds(0.02),
    "negative counts": lambda: PairedSummary.from_cells({"x": Cells(1, -2, 3, 4), "y": Cells(1, 2, 3, 4)}),
    "negative counts of a paper": lambda: bayes_hierarchical_mcnemar.from_cells({"x": (1, -2, 3, 4), "y": (1,) * 4}),
    "two tasks of a paper": lambda: bayes_hierarchical_t.from_summary(n=[5, 5], mean=[0.1, 0.2], ss=[0.1, 0.1]),
    "no variation in a paper": lambda: bayes_hierarchical_t.from_summary(n=[5] * 3, mean=[0.1] * 3, ss=[0, 1, 1]),
}  # fmt: skip
UNTOLD: dict[str, Callable[[], object]] = {
    "σ0 of 0": lambda: bt.compare(TASKS, sigma0=0.0),
    "negative σ0": lambda: bt.compare(TASKS, sigma0=-1.0),
    "σ0 that is no number": lambda: bt.compare(TASKS, sigma0=float("nan")),
    "δ0 with low above high": lambda: bt.compare(TASKS, delta0=(0.1, -0.1)),
    "δ0 of one number": lambda: bt.compare(TASKS, delta0=0.1),
    "unknown rule for tasks without variation": lambda: bt.compare(TASKS, zero_variance="publshed"),
    "too few names": lambda: bayes_hierarchical_t.from_summary(n=[5] * 3, mean=[0.1, 0.2, 0], ss=[1] * 3, tasks=["x"]),
}
"""Mistakes that have no message of their own yet."""


pytestmark = pytest.mark.usefixtures("folder")


@pytest.mark.parametrize("case", COMMANDS)
def test_message(case: str, refused, snapshot: SnapshotAssertion) -> None:
    assert refused(COMMANDS[case]) == snapshot


@pytest.mark.parametrize("case", CALLS)
def test_message_in_python(case: str, raised, snapshot: SnapshotAssertion) -> None:
    assert raised(CALLS[case]) == snapshot


def test_a_figure_that_cannot_be_drawn_is_told_before_anything_is_printed(refused):
    told = refused("compare two.csv --procedure bayes_poisson_binomial -o out.svg")
    assert "`bayes_poisson_binomial` has no posterior density to draw" in told


@pytest.mark.parametrize("case", UNTOLD)
def test_a_mistake_is_told(case: str) -> None:
    with pytest.raises((bt.ArgumentError, bt.NeedsNotMet)):
        UNTOLD[case]()


# What a message sends the user to must take what the user has.


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("one.csv --procedure bayes_hierarchical_t", ("bayes_t",)),
        ("two.csv --procedure bayes_hierarchical_t", ("bayes_poisson_binomial",)),
        ("few.csv --procedure bayes_hierarchical_t", ("bayes_signed_rank",)),
        ("same.csv --procedure bayes_hierarchical_t", ("bayes_agreement",)),
        ("one_sided.csv --procedure bayes_hierarchical_mcnemar", ("bayes_poisson_binomial", "bayes_sign")),
        ("means.csv --procedure bayes_poisson_binomial", ("bayes_sign", "bayes_signed_rank")),
        ("tasks.csv --procedure bayes_hierarchical_mcnemar", ("bayes_hierarchical_t",)),
    ],
)  # fmt: skip
def test_the_advice_can_be_followed(line, named, command, refused):
    told = refused(f"compare {line}")
    for name in named:
        assert f"`{name}`" in told
        assert command(*f"compare {line.split()[0]} --procedure {name}".split()).code == 0


@pytest.mark.parametrize("name", ["few.csv", "one_sided.csv", "same.csv", "means.csv"])
def test_every_alternative_that_is_offered_can_be_used(name):
    data = bt.read(name)
    table = data if isinstance(data, PairedSummary) else bt.pair(data)
    on_scale = {"score": 0.01, "none": 0.01, "log-odds": "0.2log-odds", "phi": "0.05phi"}
    for procedure in bt.question(table).alternatives:
        found = bt.compare(data, procedure=procedure, rope=on_scale[REGISTRY[procedure].rope_scale])
        assert (found.procedure, found.question.procedure is None) == (procedure, False)


def test_dropping_what_one_model_lacks_is_noted(command):
    code, out, _ = command("compare", "lacking.csv", "--missing", "drop")
    assert code == 0
    assert "6 of 24 units were dropped" in " ".join(out.split())
