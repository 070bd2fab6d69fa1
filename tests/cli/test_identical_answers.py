"""Two models that are right and wrong on the same cases: no difference seen is not no difference."""

from __future__ import annotations

import json
import re
from math import ceil, log10

import pytest

import betterthan as bt
from betterthan.data.moments import Cells
from betterthan.data.summaries import PairedSummary


def flat(text: str) -> str:
    return " ".join(text.split())


FILES = {"three.csv": "case,a,b\n1,1,1\n2,0,0\n3,1,1\n"}


@pytest.fixture
def three(command, folder):
    return lambda line: command(*line.split())


@pytest.mark.parametrize(
    ("rope", "verdict"), [(0.01, "undecided"), (0.1, "undecided"), (0.39, "undecided"), (0.4, "equivalent")]
)
@pytest.mark.parametrize("rule", ["threshold", "hdi"])
def test_three_cases_are_no_proof_of_equivalence(three, rope, verdict, rule):
    found = json.loads(three(f"compare three.csv --rope {rope} --rule {rule} --json").out)["comparisons"][0]
    assert found["decision"]["verdict"] == verdict
    assert found["probabilities"]["equivalent"] == pytest.approx(1 - (1 - rope) ** 6, abs=1e-8)
    assert found["classical"]["p_value"] == 1


def test_it_is_said_what_would_be_enough(three):
    told = flat(three("compare three.csv --rope 0.01").out)
    assert "The scores favour neither model: 0.471 for each." in told
    assert "same score on all 3 units: nothing here tells them apart. A rope of ±0.394 would be enough" in told


def test_without_a_rope_disagreements_are_asked_for(three):
    told = flat(three("compare three.csv").out)
    assert "The scores favour neither model: 0.450 for each." in told
    assert "same score on all 3 units: nothing here tells them apart. φ is about disagreements" in told
    assert ">0.999" not in told


@pytest.mark.parametrize("n", [2, 3, 10, 57, 297, 1000, 12_345, 1_000_000])
def test_the_rope_that_is_named_is_enough_and_hardly_more(n):
    """By hand: P(|Δ| > r) = (1 - r)^(n + 3) when n cases show no disagreement."""
    table = PairedSummary.from_cells({"": Cells(0, 0, 0, n)})
    notes = " ".join(bt.compare(table, rope=1e-9).notes)
    named = float(re.search(r"A rope of ±(\S+) would", notes)[1].replace("−", "-"))
    exact = 1 - 0.05 ** (1 / (n + 3))
    assert exact <= named <= exact * 1.02
    assert ceil(-log10(named)) == ceil(-log10(exact))
