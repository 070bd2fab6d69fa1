"""compare across tasks: the procedure that each design gets and why, readings, shrinkage, records, output."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import betterthan as bt
from betterthan.answers.comparison import Comparison
from betterthan.data.examples import example
from betterthan.data.moments import Cells
from betterthan.data.summaries import PairedSummary
from betterthan.data.tables import PairedTable
from betterthan.procedures import bayes_hierarchical_t
from betterthan.report.build import report_of
from betterthan.report.render.markdown import markdown
from betterthan.words import facts, methods, verdicts

READINGS = ("population", "next_task", "winner")


def rows_of(sizes: list[int], *, unit: str = "case", effect: float = 0.03, scales: Any = None, **extra: Any) -> Any:
    """Two models on len(sizes) tasks: a is better by `effect`, give or take 0.02 from task to task."""
    rng = np.random.default_rng(len(sizes))
    rows: dict[str, list[Any]] = {"model": [], "task": [], unit: [], "score": []}
    for i, size in enumerate(sizes):
        gain = effect + 0.02 * rng.standard_normal()
        for j, base in enumerate(rng.uniform(0.4, 0.8, size)):
            scale = 1.0 if scales is None else scales[i]
            for model, score in (("a", base + gain), ("b", base + 0.02 * rng.standard_normal())):
                for name, value in zip(rows, (model, f"t{i}", j, scale * score), strict=True):
                    rows[name].append(value)
    return rows | {name: [value] * len(rows["model"]) for name, value in extra.items()}


def long(sizes: list[int], **how: Any) -> PairedTable:
    """The same, read and paired."""
    return bt.pair(bt.read(rows_of(sizes, **how)))


def counts(*, one_sided: bool = False) -> PairedSummary:
    """Seven tasks; with `one_sided`, no task on which both models win a disagreement."""
    cells = {
        f"t{i}": Cells(8 + i, 0 if one_sided and i % 2 else 9 + i % 3, 0 if one_sided and not i % 2 else 14 - i % 4, 50)
        for i in range(7)
    }
    return PairedSummary.from_cells(cells, models=("a", "b"))


MEANS = bt.pair(
    bt.read(
        {
            "task": [f"t{i}" for i in range(8)],
            "a": [0.7 + 0.01 * i for i in range(8)],
            "b": [0.69 + 0.012 * i - 0.004 * (i % 3) for i in range(8)],
        }
    )
)
CASES, FOLDS = long([8] * 6), long([10] * 6, unit="fold")
SAME = bt.pair(
    bt.read({"task": [f"t{i // 5}" for i in range(20)], "case": list(range(20)), "a": [0.5] * 20, "b": [0.5] * 20})
)
BINARY = bt.pair(
    bt.read(
        {
            "task": [f"t{i % 5}" for i in range(100)],
            "case": list(range(100)),
            "a": [int(i % 7 > 1) for i in range(100)],
            "b": [int(i % 11 > 3) for i in range(100)],
        }
    )
)

DESIGNS: dict[str, tuple[Any, dict[str, Any], str, str]] = {
    "per-case scores": (CASES, {}, "bayes_hierarchical_t", "6 tasks with 48 cases in all"),
    "unequal numbers of scores": (long([3, 20, 8, 5, 40]), {}, "bayes_hierarchical_t", "shrinks each task"),
    "folds": (FOLDS, {}, "bayes_hierarchical_t", "6 tasks with 60 folds in all"),
    "counts": (counts(), {}, "bayes_hierarchical_mcnemar", "exactly one of the two is right, task by task"),
    "counts with a rope": (counts(), {"rope": 0.01}, "bayes_hierarchical_t", "0/1 scores"),
    "0/1 cases": (BINARY, {}, "bayes_hierarchical_mcnemar", "5 tasks with 100 cases in all"),
    "0/1 cases with a rope": (BINARY, {"rope": 0.01}, "bayes_hierarchical_t", "0/1 scores"),
    "counts without both kinds of discordant case": (counts(one_sided=True), {}, "bayes_hierarchical_t", "0/1 scores"),
    "task means only": (MEANS, {}, "bayes_signed_rank", "8 tasks with one score each"),
    "two tasks": (long([12, 12]), {}, "bayes_poisson_binomial", "Two tasks cannot say how tasks differ"),
    "incommensurate scales": (long([9] * 5, scales=[1, 1, 1, 1e3, 1e4]), {}, "bayes_poisson_binomial", "one scale"),
    "a task with two scores": (long([8, 2, 8, 8, 8, 8]), {}, "bayes_signed_rank", "fewer than 3 scores"),
    "identical models": (SAME, {}, "bayes_agreement", "the same score on every unit"),
}
CLASSICAL = {
    "bayes_hierarchical_t": "wilcoxon", "bayes_signed_rank": "wilcoxon", "bayes_hierarchical_mcnemar": "wilcoxon",
    "bayes_poisson_binomial": "sign", "bayes_sign": "sign", "bayes_agreement": "paired_t",
}  # fmt: skip


# The choice


@pytest.mark.parametrize("design", DESIGNS)
def test_the_procedure_and_the_reason(design):
    data, options, procedure, reason = DESIGNS[design]
    found = bt.compare(data, **options)
    assert (found.procedure, found.question.kind, found.question.procedure) == (procedure, "Q3", procedure)
    assert reason in found.question.reason
    assert (found.unit, found.n_units) == ("tasks", len(data.tasks))
    assert found.classical.procedure == CLASSICAL[procedure]
    assert found.probabilities == found.readings[found.decision.reading]
    assert sum(found.probabilities) == pytest.approx(1)


@pytest.mark.parametrize("design", ["counts", "counts with a rope", "0/1 cases", "per-case scores"])
def test_question_says_the_same_as_compare(design):
    data, options, procedure, _ = DESIGNS[design]
    assert bt.question(data, rope_given="rope" in options).procedure == procedure


@pytest.mark.parametrize(
    ("data", "rho"),
    [
        (FOLDS, 0.1),
        (long([10] * 4, unit="fold", n_train=300, n_test=100), 0.25),
        (long([5] * 4, unit="fold"), 0.2),
        (CASES, 0.0),
        (counts(), 0.0),
    ],
    ids=["1/k", "n_test/(n_test + n_train)", "five folds", "cases", "counts"],
)
def test_the_correlation_comes_from_the_design(data, rho):
    found = bt.compare(data, rope=0.01, procedure="bayes_hierarchical_t")
    assert found.result.inputs["rho"] == [pytest.approx(rho)] * len(found.result.tasks)


def test_correlated_scores_say_less():
    one, other = (bt.compare(FOLDS, rope=0.01, test_fraction=rho) for rho in (0.0, 0.5))
    assert other.interval.high - other.interval.low > one.interval.high - one.interval.low


def test_counts_and_their_cases_give_the_same_hierarchical_t():
    cells = counts()
    rows: dict[str, list[Any]] = {"task": [], "case": [], "a": [], "b": []}
    for task in cells.tasks:
        outcomes = zip(((0, 0), (0, 1), (1, 0), (1, 1)), cells.select_tasks([task]).cells(), strict=True)
        for a, b in (pair for pair, count in outcomes for _ in range(count)):
            for name, value in zip(rows, (task, len(rows["case"]), a, b), strict=True):
                rows[name].append(value)
    one, other = bt.compare(cells, rope=0.01), bt.compare(bt.read(rows), rope=0.01)
    assert one.result.tasks == other.result.tasks
    for name in READINGS:
        assert one.readings[name] == pytest.approx(other.readings[name], abs=1e-9)


def test_identical_models_are_equivalent_by_as_much_as_their_units_say():
    found = bt.compare(SAME, rope=0.05)
    assert found.probabilities.equivalent == pytest.approx(1 - 0.95**21)  # 20 cases, of four tasks together
    assert any("the same score on all 20 cases" in note for note in found.notes)


def test_no_rope_is_said_where_none_is_used():
    found = bt.compare(long([12, 12]), rope=0.01)
    assert found.rope is None
    assert any("No rope is used" in note for note in found.notes)


# Readings


@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize("data", [CASES, counts()], ids=["t", "mcnemar"])
def test_the_reading_is_chosen_and_named(data, reading):
    found = bt.compare(data, reading=reading)
    assert found.decision.reading == reading
    assert found.probabilities == found.readings[reading]
    assert tuple(found.readings) == READINGS
    record = json.loads(found.to_json())["comparisons"][0]
    assert (record["reading"], set(record["readings"])) == (reading, set(READINGS))
    assert record["probabilities"] == record["readings"][reading]
    text = found.to_markdown().replace("\\", "")
    assert f"{reading} (verdict)" in text
    assert all(name in text and facts.reading_words(name, found) in text for name in READINGS)


@pytest.mark.parametrize("reading", READINGS)
def test_the_readings_of_the_signed_rank_test(reading):
    found = bt.compare(MEANS, rope=0.002, reading=reading)
    assert (found.decision.reading, tuple(found.readings)) == (reading, READINGS)


def test_default_readings():
    assert bt.compare(CASES).decision.reading == bt.compare(counts()).decision.reading == "population"
    assert bt.compare(long([12, 12])).decision.reading == "majority"


DECIDED = {
    "first": (long([30] * 12, effect=0.2), 0.01),
    "second": (long([30] * 12, effect=-0.2), 0.01),
    "equivalent": (long([30] * 12, effect=0.0), 0.2),
    "undecided": (CASES, 0.03),
}


@pytest.mark.parametrize("procedure", ["bayes_hierarchical_t", "bayes_signed_rank", "bayes_sign"])
@pytest.mark.parametrize("verdict", DECIDED)
def test_winner_is_told_as_the_most_probable_outcome(verdict, procedure):
    data, rope = DECIDED[verdict]
    found = bt.compare(data, rope=rope, procedure=procedure, reading="winner")
    if procedure == "bayes_hierarchical_t" or verdict != "undecided":
        assert found.decision.verdict == verdict
    sentence = verdicts.verdict(found)
    assert "most probable outcome" in sentence
    assert "probability that" not in sentence
    assert "is practically better" not in sentence
    if found.decision.verdict != "undecided":
        ranks = procedure == "bayes_signed_rank"
        assert sentence.startswith("For the mean difference of two more tasks, " if ranks else "On a new task, ")
        assert "with posterior probability" in sentence


def test_winner_in_the_methods_sentence():
    sentence, _ = methods.methods(bt.compare(CASES, rope=0.01, reading="winner"))
    assert "probabilities that a is practically better" not in sentence


def test_the_winner_sentence_tells_the_verdict_of_the_loss_rule():
    cautious = ((0, 20, 20), (0.1, 0, 0.1), (20, 20, 0), (1, 1, 1))
    found = bt.compare(CASES, rope=0.01, rule="loss", loss_matrix=cautious)
    assert found.decision.verdict == "equivalent"
    assert "equivalent" in verdicts.verdict(found)


def test_the_hdi_rule_rests_on_the_population():
    assert bt.compare(CASES, rope=(-0.2, 0.2), rule="hdi").decision.reading == "population"


# Ropes


def test_a_rope_in_points_does_not_make_hierarchical_mcnemar_certain():
    """Counts that favour a: whatever becomes of the rope, b is not the better one."""
    assert bt.compare(counts(), procedure="bayes_hierarchical_mcnemar").estimate > 0.5
    try:
        found = bt.compare(counts(), procedure="bayes_hierarchical_mcnemar", rope=0.01)
    except bt.BetterthanError:
        return
    assert found.decision.verdict != "second"


def test_another_rope_can_be_asked_of_a_hierarchical_posterior_later():
    found = bt.compare(CASES, rope=0.01)
    assert found.posterior.readings(0.05) == bt.compare(CASES, rope=0.05).readings


def test_a_rope_wider_than_the_scores_is_noted():
    assert any("rope" in note for note in bt.compare(CASES, rope=(-2, 2)).notes)


# The choice, where scores are on one scale although spreads differ


def test_accuracies_are_on_one_scale_however_much_the_spreads_of_their_differences_differ():
    rng = np.random.default_rng(0)
    spread = np.repeat([0.1, 0.1, 0.1, 0.1, 0.0005], 10)
    base = rng.uniform(0.4, 0.8, 50)
    better = base + spread * rng.normal(size=50)
    scores = {"task": [f"t{i // 10}" for i in range(50)], "case": list(range(50)), "a": better, "b": base}
    assert bt.compare(bt.read(scores), rope=0.01).procedure == "bayes_hierarchical_t"


def test_rare_disagreements_do_not_put_0_1_scores_on_another_scale():
    cells = {"x": Cells(10, 30, 40, 20), "y": Cells(10, 30, 40, 20), "z": Cells(100_000, 1, 0, 100_000)}
    assert bt.compare(PairedSummary.from_cells(cells)).procedure == "bayes_hierarchical_mcnemar"


# Shrinkage


@pytest.mark.parametrize("data", [CASES, FOLDS, long([3, 20, 8, 5, 40]), counts()], ids=["t", "folds", "n", "mcnemar"])
def test_every_task_is_told_in_the_light_of_the_others(data):
    found = bt.compare(data)
    record = json.loads(found.to_json())["comparisons"][0]
    assert [task["name"] for task in record["shrunken"]] == list(found.result.tasks)
    for task, estimate in zip(record["shrunken"], found.result.task_estimates, strict=True):
        assert task["low"] < task["mean"] < task["high"]
        assert 0 <= task["shrinkage"] <= 1
        assert sum(task["probabilities"].values()) == pytest.approx(1)
        assert estimate.to_dict() == {name: value for name, value in task.items() if name != "probabilities"}
    text = found.to_markdown()
    assert "Tasks after partial pooling" in text
    assert all(name in text for name in found.result.tasks)


def test_tasks_with_more_scores_are_shrunken_less():
    few = {f"few {i}": Cells(2, 3, 3, 12) for i in range(4)}
    many = {f"many {i}": Cells(200, 320, 280, 1200) for i in range(4)}
    found = bt.compare(PairedSummary.from_cells(few | many))
    weight = [task.shrinkage for task in found.result.task_estimates]
    assert max(weight[4:]) < min(weight[:4])


@settings(max_examples=8, deadline=None)
@given(
    effect=st.floats(-0.1, 0.1), between=st.floats(0.01, 0.05), within=st.floats(0.02, 0.1),
    tasks=st.integers(5, 12), seed=st.integers(0, 2**16),
)  # fmt: skip
def test_shrunken_estimates_lie_between_the_task_and_the_population(effect, between, within, tasks, seed):
    rng = np.random.default_rng(seed)
    scores = rng.normal(rng.normal(effect, between, tasks)[:, None], within, (tasks, 10))
    mean = scores.mean(axis=1)
    found = bayes_hierarchical_t.from_summary(
        n=[10] * tasks, mean=mean, ss=((scores - mean[:, None]) ** 2).sum(axis=1), delta0=(-1.0, 1.0)
    )
    centre = found.population.law.mean
    for task in found.task_estimates:
        slack = 0.1 * (task.high - task.low) / 4  # δ0 is not known for certain and depends on the task itself
        assert min(task.raw, centre) - slack <= task.mean <= max(task.raw, centre) + slack


# Records


PROCEDURES = {
    "bayes_hierarchical_t": (CASES, {"rope": 0.01}),
    "bayes_hierarchical_t of folds": (FOLDS, {"prior": "kruschke", "sigma0": 0.5, "sigma": 0.3, "delta0": (-0.2, 0.3)}),
    "bayes_hierarchical_t of counts": (counts(), {"rope": 0.01}),
    "bayes_hierarchical_mcnemar": (counts(), {}),
    "bayes_signed_rank": (MEANS, {"rope": 0.002}),
    "bayes_sign": (CASES, {"procedure": "bayes_sign", "rope": 0.01}),
    "bayes_poisson_binomial": (FOLDS, {"procedure": "bayes_poisson_binomial"}),
    "bayes_t": (CASES, {"procedure": "bayes_t", "rope": 0.01}),
    "wilcoxon": (CASES, {"procedure": "wilcoxon"}),
    "friedman": (counts(), {"procedure": "friedman"}),
    "identical": (SAME, {}),
    "per task": (CASES, {"per_task": True}),
    "counts per task": (counts(), {"per_task": True}),
}


@pytest.mark.parametrize("case", PROCEDURES)
def test_the_record_can_be_read_back(case):
    data, options = PROCEDURES[case]
    found = bt.compare(data, **options)
    again = Comparison.from_dict(json.loads(found.to_json()))
    assert again == found
    assert again.to_json() == found.to_json()


@pytest.mark.parametrize("case", PROCEDURES)
def test_the_same_input_gives_the_same_text(case):
    data, options = PROCEDURES[case]
    assert bt.compare(data, **options).to_json() == bt.compare(data, **options).to_json()


def test_swapping_the_models_swaps_the_answer():
    scores = bt.read(rows_of([8] * 6))
    one, other = (bt.compare(scores, rope=0.01, first=first) for first in "ab")
    assert one.estimate == pytest.approx(-other.estimate, rel=1e-6)
    for name in READINGS:
        assert one.readings[name] == pytest.approx(other.readings[name][::-1], abs=1e-6)


# Parts


@pytest.mark.parametrize(("data", "procedure"), [(CASES, "bayes_t"), (counts(), "bayes_mcnemar")], ids=["t", "mcnemar"])
def test_per_task(data, procedure):
    found = bt.compare(data, per_task=True)
    assert [part.task for part in found.tasks] == list(found.result.tasks)
    assert {part.procedure for part in found.tasks} == {procedure}
    assert len(found.to_rows()) == 1 + len(found.tasks)


@pytest.mark.parametrize(
    "options",
    [
        {"reading": "population"},
        {"procedure": "bayes_hierarchical_t"},
        {"procedure": "bayes_hierarchical_t", "prior": "baycomp"},
        {"prior": "baycomp"},
    ],
    ids=str,
)
def test_per_task_with_what_only_the_whole_can_take(options):
    found = bt.compare(CASES, per_task=True, **options)
    assert [part.procedure for part in found.tasks] == ["bayes_t"] * 6


def test_folds_per_task_are_compared_or_the_notes_say_why_not():
    found = bt.compare(FOLDS, per_task=True)
    left_out = [note for note in found.notes if "left out of the per-task table" in note]
    assert len(found.tasks) + len(left_out) == 6
    assert "bayes_t" not in {part.procedure for part in found.tasks}, "folds are not independent"


# The command line


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    rng = np.random.default_rng(8)
    bases = rng.uniform(0.4, 0.8, (6, 8))
    gains = 0.02 + 0.02 * rng.normal(size=(6, 1)) + 0.02 * rng.normal(size=(6, 8))
    rows = [(f"t{i}", j, bases[i, j] + gains[i, j], bases[i, j]) for i in range(6) for j in range(8)]
    text = "task,case,a,b\n" + "".join(f"{task},{case},{a:.4f},{b:.4f}\n" for task, case, a, b in rows)
    (tmp_path / "cases.csv").write_text(text)
    return tmp_path


@pytest.mark.parametrize("suffix", ["html", "md", "tex", "csv", "json", "txt"])
def test_a_hierarchical_comparison_is_written(suffix, command, folder):
    ran = command("compare", "cases.csv", "--rope", "0.01", "-o", f"out.{suffix}")
    assert (ran.code, ran.err) == (0, f"wrote out.{suffix}\n")
    text = (folder / f"out.{suffix}").read_text()
    assert "bayes_hierarchical_t" in text or "bayes\\_hierarchical\\_t" in text or "hierarchical correlated t" in text
    if suffix == "json":
        assert Comparison.from_dict(json.loads(text)) == bt.compare(bt.read("cases.csv"), rope=0.01)
    if suffix == "csv":
        (row,) = csv.DictReader(text.splitlines())
        assert (row["procedure"], row["n"]) == ("bayes_hierarchical_t", "6")
    if suffix in ("html", "md", "txt"):
        assert all(f"t{i}" in text for i in range(6))


@pytest.mark.parametrize(
    "case", ["bayes_hierarchical_mcnemar", "bayes_signed_rank", "bayes_poisson_binomial", "friedman"]
)
def test_every_form_is_written_for_every_kind_of_result(case, tmp_path):
    data, options = PROCEDURES[case]
    found = bt.compare(data, **options)
    assert verdicts.verdict(found) in markdown(report_of(found)).replace("\\", "")
    for suffix in ("html", "md", "tex", "csv", "json", "txt"):
        assert found.report(tmp_path / f"out.{suffix}").stat().st_size > 0


@pytest.mark.parametrize("reading", READINGS)
def test_reading_on_the_command_line(reading, command, folder):
    ran = command("compare", "cases.csv", "--rope", "0.01", "--reading", reading, "--json")
    (record,) = json.loads(ran.out)["comparisons"]
    assert (record["reading"], record["probabilities"]) == (reading, record["readings"][reading])
    assert f"{reading} (verdict)" in command("compare", "cases.csv", "--rope", "0.01", "--reading", reading).out


def test_prior_on_the_command_line(command, folder):
    found = {}
    for prior in ("corani", "baycomp", "juarez-steel", "kruschke"):
        (record,) = json.loads(command("compare", "cases.csv", "--prior", prior, "--json").out)["comparisons"]
        assert record["prior"].startswith(prior)
        found[prior] = record["readings"]["winner"]["first"]
    assert len(set(found.values())) == 4


def test_per_task_on_the_command_line(command, folder):
    ran = command("compare", "cases.csv", "--rope", "0.01", "--per-task", "--json")
    (record,) = json.loads(ran.out)["comparisons"]
    assert [part["task"] for part in record["tasks"]] == [f"t{i}" for i in range(6)]
    assert len(record["shrunken"]) == 6


def test_the_example_of_williams_on_the_command_line(command):
    csv_text = command("example", "code-switching").out
    ran = command("compare", "-", "--first", "GNN", "--second", "LLM", "--json", stdin=csv_text)
    (record,) = json.loads(ran.out)["comparisons"]
    assert record["readings"] == bt.compare(example("code-switching")).to_dict()["readings"]
