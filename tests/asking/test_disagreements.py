"""Two models with 0/1 scores: who wins the disagreements, what that makes in accuracy, and at one percentage point."""

from __future__ import annotations

import csv
import io
import json

import numpy as np
import pytest
from scipy import stats

import betterthan as bt
from betterthan.data.moments import Cells
from betterthan.data.summaries import PairedSummary
from betterthan.words.facts import estimate
from betterthan.words.verdicts import verdict, verdict_templates

CELLS = Cells(69, 16, 20, 295)
CODE_SWITCHING = bt.examples.example("code-switching")


def compared(cells: Cells = CELLS, **more) -> bt.Comparison:
    return bt.compare(PairedSummary.from_cells({"": cells}, models=("new", "old")), **more)


def test_the_verdict_says_how_the_disagreements_fell_and_what_that_makes_in_accuracy() -> None:
    said = verdict(compared())
    assert said.startswith("Undecided")
    assert said.endswith(
        "Of the 36 cases on which exactly one is right, new wins 20 (56%); the accuracies differ by 0.01 "
        "(1 percentage point)."
    )


@pytest.mark.parametrize(
    ("cells", "claim"),
    [
        (Cells(0, 32, 68, 2471), "new is right more often than old, by more than the rope"),
        (Cells(0, 68, 32, 2471), "old is right more often than new, by more than the rope"),
        (Cells(0, 5000, 5000, 0), "new and old are right about equally often, within the rope"),
    ],
)
def test_practically_better_is_said_only_of_a_rope_in_accuracy_points(cells, claim) -> None:
    without, points = compared(cells), compared(cells, rope=0.001)
    assert without.verdict == points.verdict or cells.n01 == cells.n10
    assert claim in verdict(without)
    assert "practically" not in "".join(verdict_templates(without).values())
    assert "practically" in verdict(compared(cells, rope=0.05))
    assert "exactly one is right" not in verdict(points)


def test_68_percent_and_1_4_percentage_points() -> None:
    said = verdict(compared(Cells(0, 32, 68, 2471)))
    assert "new wins 68 (68%); the accuracies differ by 0.014 (1.4 percentage points)." in said


@pytest.mark.parametrize(
    ("cells", "said"),
    [
        (Cells(5, 0, 0, 5), "There is no case on which exactly one of new and old is right."),
        (Cells(5, 1, 0, 4), "Of the one case on which exactly one is right, new wins 0 (0%)"),
        (Cells(5, 3, 3, 5), "new wins 3 (50%); the accuracies are equal."),
    ],
)
def test_few_disagreements(cells, said) -> None:
    assert said in verdict(compared(cells))


def test_losses_say_the_same() -> None:
    """1 means wrong: the model with fewer of them wins the disagreements."""
    rng = np.random.default_rng(3)
    wrong = {"new": (rng.random(300) < 0.2).astype(int), "old": (rng.random(300) < 0.3).astype(int)}
    rows = {"case": np.arange(300), **wrong}
    losses = bt.compare(bt.read(rows, higher_is_better=False), first="new")
    rights = bt.compare(bt.read({"case": np.arange(300), **{k: 1 - v for k, v in wrong.items()}}), first="new")
    assert losses.cells == rights.cells
    assert verdict(losses) == verdict(rights)
    assert losses.at_one_point == rights.at_one_point


def test_the_four_counts_in_words() -> None:
    told = compared().to_markdown()
    assert "only new right 20, only old right 16, both right 295, both wrong 69" in told
    assert compared().cells == CELLS


def test_what_was_observed_stands_first_and_the_prior_is_named() -> None:
    """(20 - 16)/400 and, with one more of each of the four kinds, (20 - 16)/404; 20/36 and 21/38."""
    points, phi = compared(rope=0.01), compared()
    assert estimate(points).startswith(f"0.010 observed; posterior mean (uniform prior) {4 / 404:.3f}, 95% HDI [")
    assert estimate(phi).startswith(f"{20 / 36:.2f} observed; posterior mean (uniform prior) {21 / 38:.2f}, 95% HDI [")
    assert json.loads(phi.to_json())["comparisons"][0]["observed"] == pytest.approx(20 / 36)
    other = compared(procedure="bayes_mcnemar", alpha=(0.5, 0.5, 0.5, 0.5))
    assert "(Dirichlet(0.5, 0.5, 0.5, 0.5) on the cells prior)" in estimate(other)
    assert "observed" not in estimate(bt.compare(np.array([1.0, 2, 4]), np.array([0.5, 2, 3])))


def test_of_several_tasks_their_mean_is_what_was_observed() -> None:
    means = CODE_SWITCHING.task_means()
    told = estimate(bt.compare(CODE_SWITCHING, rope=0.01))
    assert told.startswith(f"−{-means.mean():.3f} observed; posterior mean ")


def test_one_more_line_has_the_answer_at_one_percentage_point() -> None:
    """Against draws of the four shares: Dirichlet(70, 17, 21, 296)."""
    found = compared()
    drawn = stats.dirichlet(np.array(CELLS) + 1).rvs(400_000, random_state=1)
    difference = drawn[:, 2] - drawn[:, 1]
    expected = [(difference > 0.01).mean(), (np.abs(difference) <= 0.01).mean(), (difference < -0.01).mean()]
    assert found.at_one_point.probabilities == pytest.approx(expected, abs=0.004)
    assert found.at_one_point.probabilities == compared(rope=0.01).probabilities
    assert found.at_one_point.procedure == "bayes_mcnemar"
    first, equivalent, second = (f"{share:.3f}" for share in found.at_one_point.probabilities)
    line = f"new more accurate by more than one percentage point {first}, within it {equivalent}, old by more {second}"
    assert line in found.to_markdown()
    assert "within it" not in compared(rope=0.01).to_markdown()
    record = json.loads(found.to_json())["comparisons"][0]
    assert record["at_one_point"]["rope"]["low"] == -0.01
    assert record["cells"] == {"n00": 69, "n01": 16, "n10": 20, "n11": 295}
    assert bt.Comparison.from_dict(record) == found
    assert compared(rope=0.01).to_dict()["at_one_point"] is None


def test_over_tasks_the_line_is_what_a_rope_of_one_point_gives() -> None:
    found = bt.compare(CODE_SWITCHING)
    there = bt.compare(CODE_SWITCHING, rope=0.01)
    assert found.at_one_point.probabilities == pytest.approx(there.probabilities, abs=1e-12)
    assert (found.at_one_point.procedure, found.at_one_point.reading) == ("bayes_hierarchical_t", "population")
    assert "over tasks like these" in found.to_markdown()
    assert "GNN wins 1,428 (48%); the mean accuracies differ by 0.0215" in verdict(found)


def test_tables_of_tasks_count_what_the_first_wins() -> None:
    """tr-en: 30 of 94 disagreements, a share of 0.319."""
    found = bt.compare(CODE_SWITCHING, per_task=True)
    told = found.to_markdown()
    assert "| task | won by GNN | disagreements | share | shrunken |" in told
    assert "| tr-en | 30 | 94 | 0.319 |" in told
    assert "| task | n | won by GNN | disagreements | rope | share won |" in told
    rows = {row["task"]: row for row in csv.DictReader(io.StringIO(found.to_csv()))}
    assert (rows["tr-en"]["won_by_first"], rows["tr-en"]["disagreements"]) == ("30", "94")
    assert rows["tr-en"]["parameter"] == "φ, share of the disagreements won by the first model"
    assert float(rows["tr-en"]["estimate"]) == pytest.approx(31 / 96)
