"""What `compare` says with its defaults where the truth is known; see verdict_rates.py, and docs/verdict-rates.md."""

from __future__ import annotations

import json
from math import sqrt

import numpy as np
import pytest
from verdict_rates import BY_NAME, DATA_SETS, DESIGNS, FIGURES, SEED, by_pair, rates, template, verdicts_of

import betterthan as bt

CONDITIONS = ("equal", "on the bound", "outside")
STORED = json.loads(FIGURES.read_text())


def allowed(limit: float) -> float:
    return limit + 2 * sqrt(limit * (1 - limit) / DATA_SETS)


@pytest.mark.parametrize("design", DESIGNS, ids=lambda design: design.name)
@pytest.mark.parametrize("condition", CONDITIONS)
def test_what_is_said_is_what_compare_says(design, condition):
    """The study leaves out what no verdict rests on."""
    scores = design.draw(np.random.default_rng(3), design.leads[condition])
    found = bt.compare(design.columns(scores), rope=design.rope)
    expected = by_pair(found) if design.models > 2 else {(0, 1): found.decision.verdict}
    assert verdicts_of(design, template(design), scores) == expected


@pytest.mark.parametrize("design", DESIGNS, ids=lambda design: design.name)
def test_few_claims_of_the_stored_study_are_false(design):
    assert (STORED["seed"], STORED["data_sets"]) == (SEED, DATA_SETS)
    figures = STORED["designs"][design.name]
    assert (figures["limit"], figures["why"]) == (design.limit, design.why)
    for condition in CONDITIONS:
        found = figures["conditions"][condition]
        assert found["lead"] == pytest.approx(design.leads[condition], abs=1e-5)
        assert found["false"] <= allowed(design.limit), condition
        assert found["first"] <= allowed(0.05) or condition == "outside", condition
        assert found["second"] <= allowed(0.05), condition
        assert found["equivalent"] <= allowed(0.05) or condition == "equal", condition
        assert sum(found[name] for name in ("first", "equivalent", "second", "undecided")) == pytest.approx(1, abs=1e-3)


@pytest.mark.validation
@pytest.mark.parametrize("name", BY_NAME)
@pytest.mark.parametrize("condition", CONDITIONS)
def test_few_claims_are_false(name, condition):
    """Slow; run with `make validate`. It gives what the page says, but for data sets on the edge of a verdict."""
    found = rates(BY_NAME[name], condition)
    print(name, condition, found)
    assert found.false <= allowed(BY_NAME[name].limit)
    stored = STORED["designs"][name]["conditions"][condition]
    assert found.shares == pytest.approx({verdict: stored[verdict] for verdict in found.shares}, abs=0.005)
