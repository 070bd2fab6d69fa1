"""What is printed or written is on the scale that its label names, whatever the parameter's value for equal models."""

from __future__ import annotations

import csv
import io
import json
import re
from math import inf

import pytest
from scipy import stats

import betterthan as bt
from betterthan.data.moments import Cells
from betterthan.data.summaries import PairedSummary
from betterthan.judging.effects import effect_sizes
from betterthan.words.facts import estimate, estimate_name, positive
from betterthan.words.pairs import pairs_in_short

ONE_TASK = PairedSummary.from_cells({"": Cells(69, 16, 24, 291)}, models=("new", "old"))
TWO_TASKS = PairedSummary.from_cells({"x": Cells(5, 0, 10, 20), "y": Cells(5, 3, 7, 20)}, models=("new", "old"))
MANY_TASKS = bt.examples.example("code-switching")
PHI = "φ, share of the disagreements won by the first model"
WINS = "share of these tasks on which the first model is better"
# Every procedure whose parameter is not 0 for equal models; `tests/procedures/test_conformance.py` looks for others.
SCALES = {
    # 24 of 40 disagreements, and one more of each by the uniform prior.
    "bayes_mcnemar": (ONE_TASK, PHI, 25 / 42),
    # What the second wins is 0.521 (Williams 2026, sec. 6.2).
    "bayes_hierarchical_mcnemar": (MANY_TASKS, PHI, 1 - 0.5213),
    # Half of each Beta(11, 1) and Beta(8, 4) above 1/2: 1 - 2^-11 and 0.887.
    "bayes_poisson_binomial": (TWO_TASKS, WINS, (stats.beta.sf(0.5, 11, 1) + stats.beta.sf(0.5, 8, 4)) / 2),
}
each = pytest.mark.parametrize("procedure", SCALES)


def found(procedure: str, **more) -> bt.Comparison:
    return bt.compare(SCALES[procedure][0], procedure=procedure, **more)


@each
def test_the_record_and_its_rows_are_on_the_scale_of_the_label(procedure) -> None:
    _, label, value = SCALES[procedure]
    comparison = found(procedure)
    record = json.loads(comparison.to_json())["comparisons"][0]
    assert record["parameter"]["name"] == label
    assert (record["parameter"]["null"], record["parameter"]["first_is"]) == (0.5, "above")
    assert record["estimate"] == pytest.approx(value, abs=1e-3)
    row = next(csv.DictReader(io.StringIO(comparison.to_csv())))
    assert float(row["estimate"]) == record["estimate"]
    assert bt.Comparison.from_dict(record) == comparison
    if record["interval"] is None:
        return
    assert record["interval"]["low"] < record["estimate"] < record["interval"]["high"]
    assert (float(row["low"]), float(row["high"])) == (record["interval"]["low"], record["interval"]["high"])
    assert (float(row["rope_low"]), float(row["rope_high"])) == (record["rope"]["low"], record["rope"]["high"])
    assert record["rope"]["low"] + record["rope"]["high"] == pytest.approx(1.0)


@each
@pytest.mark.parametrize("form", ["text", "markdown", "latex", "html"])
def test_what_is_printed_is_on_the_scale_of_the_label(procedure, form) -> None:
    _, label, value = SCALES[procedure]
    comparison = found(procedure)
    assert estimate_name(comparison) == label
    assert positive(comparison) == f"an estimate above 0.5 means that {comparison.first} is better"
    printed = re.findall(r"\d+\.(\d+)", estimate(comparison))
    assert any(f"{value:.{len(digits)}f}" in estimate(comparison) for digits in printed)
    told = {
        "text": comparison.to_text, "markdown": comparison.to_markdown, "latex": comparison.to_latex,
        "html": comparison._repr_html_,
    }[form]()  # fmt: skip
    assert "minus 0.5" not in told
    assert "1/2 -" not in told
    assert "won by the second model" not in told


def test_one_half_is_never_subtracted_from_the_share_of_tasks() -> None:
    told = found("bayes_poisson_binomial").to_markdown()
    assert re.search(rf"{WINS}\W+0\.943", told)
    assert "0.443" not in told


def test_tasks_are_on_the_same_scale_as_the_whole() -> None:
    """By themselves Beta(1 + n10, 1 + n01) each; pooled, towards the mean of 0.479."""
    comparison = bt.compare(MANY_TASKS, per_task=True)
    for part in comparison.tasks:
        cells = MANY_TASKS.select_tasks([part.task]).cells()
        assert part.estimate == pytest.approx((1 + cells.n10) / (2 + cells.n10 + cells.n01))
        twin = stats.beta(1 + cells.n10, 1 + cells.n01)
        assert part.probabilities.first == pytest.approx(twin.sf(part.rope.high), abs=1e-9)
    for task in json.loads(comparison.to_json())["comparisons"][0]["shrunken"]:
        cells = MANY_TASKS.select_tasks([task["name"]]).cells()
        assert (task["n"], task["raw"]) == (cells.discordant, pytest.approx(cells.n10 / cells.discordant))
        assert min(task["raw"], 0.478) - 1e-3 <= task["mean"] <= max(task["raw"], 0.48) + 1e-3
        assert task["low"] < task["mean"] < task["high"]
        if abs(task["mean"] - 0.5) > 0.01:
            better = "first" if task["mean"] > 0.5 else "second"
            assert task["probabilities"][better] == max(task["probabilities"][each] for each in ("first", "second"))


def test_an_asymmetric_rope_on_phi_is_on_the_scale_of_the_first() -> None:
    """From 0.45 to 0.6: the first may win more of them than the second before anybody cares."""
    comparison = bt.compare(ONE_TASK, rope="0.45,0.6 phi")
    twin = stats.beta(25, 17)
    expected = (twin.sf(0.6), twin.cdf(0.6) - twin.cdf(0.45), twin.cdf(0.45))
    assert comparison.probabilities == pytest.approx(expected, abs=1e-9)
    assert "new better by up to 0.1, or old better by up to 0.05" in comparison.to_markdown()
    swapped = PairedSummary.from_cells({"": Cells(69, 24, 16, 291)}, models=("old", "new"))
    assert bt.compare(swapped, rope="0.4,0.55 phi").probabilities == pytest.approx(expected[::-1], abs=1e-9)


DEFINED = "by definition"


def test_differences_without_spread_have_an_infinite_effect_and_no_word_for_it():
    found = bt.compare([0.75, 0.625, 0.5], [0.5, 0.375, 0.25], independent=True)
    d, _ = found.effects
    assert (d.value, d.label) == (inf, None)
    assert "(large)" not in found.to_markdown()
    assert effect_sizes(bt.pair_arrays([0.75, 0.5], [0.5, 0.26], independent=True))[0].label == "large"


def test_a_p_of_0_without_spread_is_reconciled_with_an_undecided_verdict():
    found = bt.compare([0.75, 0.625, 0.5], [0.5, 0.375, 0.25], independent=True)
    assert (found.decision.verdict, found.classical.p_value) == ("undecided", 0.0)
    told = " ".join(found.to_markdown().split())
    assert "any difference then has p = 0 by definition, after two units already, which is no certainty" in told
    assert DEFINED not in bt.compare([0.75, 0.625, 0.5], [0.5, 0.375, 0.26], independent=True).to_markdown()


def test_so_it_is_among_several_models():
    a, b, c = [0.75, 0.625, 0.5, 0.8], [0.5, 0.375, 0.25, 0.55], [0.51, 0.35, 0.28, 0.53]
    told = pairs_in_short(bt.compare(bt.read({"task": list("wxyz"), "a": a, "b": b, "c": c})))
    assert any("; 1 of these because all differences are the same, which makes p 0 by definition." in x for x in told)
    told = pairs_in_short(bt.compare(bt.read({"task": list("wxyz"), "a": a, "b": [*b[:3], 0.5], "c": c})))
    assert not any(DEFINED in sentence for sentence in told)
